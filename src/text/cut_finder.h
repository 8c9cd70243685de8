/// Where a text is cut into head and tail. Decides which of all offsets are safe; refuses to know
/// how much is to stay.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/safe_offsets.h"

namespace epitome::text {

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
  void safe(uint64_t first, uint64_t last);
  void boundary(uint64_t at);
  void endEscape(uint32_t unit);

  uint64_t headUnits_;
  uint64_t tailStartUnits_;
  bool json_;
  uint64_t position_ = 0;
  uint64_t headEnd_ = 0;
  uint64_t tailStart_ = 0;
  bool tailFound_ = false;
  SafeOffsets offsets_;
  Escape escape_ = Escape::kNone;
  uint64_t escapeAt_ = 0;
  /// Of the running \uXXXX escape.
  uint8_t hexLeft_ = 0;
  uint32_t hexValue_ = 0;
};

}  // namespace epitome::text
