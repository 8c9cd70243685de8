/// Offsets between the grapheme clusters of a text that passes by, some of its characters as
/// escapes. Decides how clusters and escapes meet; refuses to know which offsets are wanted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/grapheme.h"
#include "text/utf.h"

namespace epitome::text {

/// Offsets are UTF-16 code units. `safe(first, last)` is called with ranges of safe offsets, both
/// included, in ascending order: that right before a character, or several inside a run, which is
/// then crossed without a look at each. Half of a surrogate pair is told once it is known what
/// follows.
class SafeOffsets {
 public:
  /// Reads characters as they are, the first one at `at`. Returns their length.
  template <typename Safe>
  uint64_t text(std::string_view run, uint64_t at, Safe&& safe) {
    const uint64_t start = at;
    if (!run.empty()) endHalf(safe);
    while (!run.empty()) {
      size_t bytes = plainRun(run);
      if (bytes > 0) {
        if (breaks_.nextPlain(run.substr(0, bytes))) safe(at, at);
        // A plain code point is one unit long.
        const uint64_t units = utf16Length(run.substr(0, bytes));
        if (units > 1) safe(at + 1, at + units - 1);
        at += units;
      } else {
        bytes = codePointBytes(run, 0);
        codePoint(bytes == 0 ? kReplacement : decoded(run.substr(0, bytes)), at, safe);
        at += bytes == 4 ? 2 : 1;
        bytes = std::max<size_t>(bytes, 1);
      }
      run.remove_prefix(bytes);
    }
    return at - start;
  }

  /// Reads an escape that begins at `at` and stands for the code unit `unit`.
  template <typename Safe>
  void escape(uint32_t unit, uint64_t at, Safe&& safe) {
    if (half_ != 0 && isLowSurrogate(unit)) {
      const uint32_t code = pairOf(half_, unit);
      half_ = 0;
      codePoint(code, halfAt_, safe);
      return;
    }
    endHalf(safe);
    if (isHighSurrogate(unit)) {
      half_ = unit;
      halfAt_ = at;
    } else {
      codePoint(unit, at, safe);
    }
  }

 private:
  static constexpr uint32_t kReplacement = 0xFFFD;

  template <typename Safe>
  void endHalf(Safe&& safe) {
    if (half_ == 0) return;
    half_ = 0;
    codePoint(kReplacement, halfAt_, safe);
  }

  template <typename Safe>
  void codePoint(uint32_t code, uint64_t at, Safe&& safe) {
    if (breaks_.next(code)) safe(at, at);
  }

  GraphemeBreaks breaks_;
  /// First half of a surrogate pair, whose escape began at `halfAt_`; 0: none.
  uint32_t half_ = 0;
  uint64_t halfAt_ = 0;
};

}  // namespace epitome::text
