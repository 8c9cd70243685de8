/// Where UTF-8 may be cut, and how long it is to JavaScript. Decides code-point and JSON-escape
/// safety; refuses to know what a text is for.
///
/// Ill-formed input is read byte by byte: each byte that belongs to no well-formed sequence stands
/// for one U+FFFD. A lead byte never lies inside another sequence, so reading forwards, backwards
/// and from any boundary agree on where code points begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome::text {

/// Bytes of the well-formed code point that starts at `at` (1 to 4); 0 when none does. `at` must be
/// inside `utf8`.
uint32_t codePointBytes(std::string_view utf8, size_t at);

/// Length in UTF-16 code units that `utf8` has as a JavaScript string. An ill-formed byte counts
/// as one unit (it reads as U+FFFD). Linear.
uint64_t utf16Length(std::string_view utf8);

/// A prefix: its bytes and its length in UTF-16 code units.
struct Reach {
  size_t bytes = 0;
  uint64_t units = 0;
};

/// The longest prefix of `utf8` with at most `maxUnits` UTF-16 code units that ends between code
/// points. Linear in the prefix, not in the text.
Reach reach(std::string_view utf8, uint64_t maxUnits);

/// Byte length of that prefix.
size_t prefixBytes(std::string_view utf8, uint64_t maxUnits);

/// Byte offset where the longest suffix with at most `maxUnits` UTF-16 code units starts, between
/// code points. Linear in the suffix.
size_t suffixStart(std::string_view utf8, uint64_t maxUnits);

/// Appends `utf8` to `out` with every ill-formed byte replaced by U+FFFD. The length in UTF-16 code
/// units stays the same.
void appendWellFormed(std::string& out, std::string_view utf8);

/// `utf8` with every ill-formed byte replaced by U+FFFD.
std::string wellFormed(std::string_view utf8);

/// Appends the code point `code`, which is no surrogate.
void appendCodePoint(std::string& out, uint32_t code);

/// Finds where a text can be cut into head and tail while it passes by in pieces.
///
/// The head ends at the last safe offset <= `headUnits`; the tail starts at the first safe offset
/// >= `tailStartUnits`. Safe: between code points and, when `json` is set, not inside an escape of
/// a JSON text (`\n`, `\u00e9`, a `\ud83d\ude00` pair). Both ends of the text are safe. Offsets are
/// UTF-16 code units. Memory is O(1), time is linear, whatever the length. A piece that splits a
/// code point has it counted as ill-formed bytes.
class CutFinder {
 public:
  CutFinder(uint64_t headUnits, uint64_t tailStartUnits, bool json);
  void update(std::string_view piece);

  /// Valid once the whole text has passed; the whole length when the text is no longer than
  /// `headUnits`.
  uint64_t headEnd() const { return position_ <= headUnits_ ? position_ : headEnd_; }
  /// Valid once the whole text has passed. The text's length when no safe offset at or after
  /// `tailStartUnits` exists.
  uint64_t tailStart() const { return tailFound_ ? tailStart_ : position_; }
  uint64_t length() const { return position_; }

 private:
  enum class Escape : uint8_t { kNone, kBackslash, kHex };

  void plain(std::string_view run);
  void boundary(uint64_t at);
  void endEscape(uint32_t codeUnit);

  uint64_t headUnits_;
  uint64_t tailStartUnits_;
  bool json_;
  uint64_t position_ = 0;
  uint64_t headEnd_ = 0;
  uint64_t tailStart_ = 0;
  bool tailFound_ = false;
  Escape escape_ = Escape::kNone;
  /// Of the running \uXXXX escape.
  uint8_t hexLeft_ = 0;
  uint32_t hexValue_ = 0;
  /// The escape that ended at `pairAt_` is the first half of a surrogate pair; whether `pairAt_` is
  /// safe depends on what follows.
  bool pairOpen_ = false;
  uint64_t pairAt_ = 0;
};

}  // namespace epitome::text
