/// Where a text may be cut: between code points, neither amid what a reader sees as one character
/// nor inside an escape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::text {

/// Finds where a text can be cut into head and tail while it passes by in pieces, which split no
/// code point. No cut is right before a combining mark, a joiner, a variation selector, a skin tone
/// or the second letter of a flag, right behind a joiner, between \r and \n, or inside an escape:
/// one with a backslash (`\n`, `\u00e9`, a `\ud83d\ude00` pair) or a terminal's (ESC `[31m`). The
/// start and the end are safe, as is any offset kLongest code points after the last safe one: a
/// million marks must not carry a cut along. Offsets are UTF-16 code units. Linear; memory is O(1).
class SafeCut {
 public:
  static constexpr uint32_t kLongest = 64;

  SafeCut(uint64_t headUnits, uint64_t tailStartUnits)
      : headUnits_(headUnits), tailStartUnits_(tailStartUnits) {}
  void update(std::string_view piece);

  /// Once the text has passed: the last safe offset up to `headUnits`, the first one from
  /// `tailStartUnits` on or the end, and the text's length.
  uint64_t headEnd() const { return position_ <= headUnits_ ? position_ : headEnd_; }
  uint64_t tailStart() const { return tailFound_ ? tailStart_ : position_; }
  uint64_t length() const { return position_; }

 private:
  enum class Escape : uint8_t { kNone, kBackslash, kHex, kTerminal, kColour };

  bool joins(uint32_t code);
  bool isEscaped(uint32_t code);

  uint64_t headUnits_;
  uint64_t tailStartUnits_;
  uint64_t position_ = 0;
  uint64_t headEnd_ = 0;
  uint64_t tailStart_ = 0;
  bool tailFound_ = false;
  /// Code points since the last safe offset.
  uint32_t since_ = kLongest;
  uint32_t before_ = 0;
  /// An odd number of flag letters stands right before.
  bool halfFlag_ = false;
  Escape escape_ = Escape::kNone;
  /// The digits of a \u escape behind a 1, and whether the last one was half of a pair.
  uint32_t hex_ = 1;
  bool halfPair_ = false;
};

/// Bytes of the longest prefix of `utf8` with at most `maxUnits` UTF-16 code units that ends at a
/// safe offset. Looks back 2 * kLongest code points at most, and takes that place for safe.
size_t safePrefix(std::string_view utf8, uint64_t maxUnits);

/// The same of a suffix: the byte offset where it starts.
size_t safeSuffix(std::string_view utf8, uint64_t maxUnits);

}  // namespace epitome::text
