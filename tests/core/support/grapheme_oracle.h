/// Where a text may be cut, told by looking back from each code point. Decides it a second time
/// from the same table; refuses to be quick.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/support/random_text.h"
#include "text/grapheme_data.h"

namespace epitome::test {

struct CodePoint {
  /// U+FFFD for an ill-formed byte.
  uint32_t code = 0xFFFD;
  uint32_t units = 1;
};

inline std::vector<CodePoint> codePointsOf(std::string_view text) {
  std::vector<CodePoint> points;
  size_t at = 0;
  for (const Glyph& glyph : glyphsOf(text)) {
    uint32_t code = 0xFFFD;
    if (glyph.formed) {
      code = static_cast<uint8_t>(text[at]);
      if (glyph.bytes > 1) code %= 1U << (7 - glyph.bytes);
      for (uint32_t i = 1; i < glyph.bytes; ++i)
        code = code * 64 + (static_cast<uint8_t>(text[at + i]) % 64);
    }
    points.push_back({code, glyph.units});
    at += glyph.bytes;
  }
  return points;
}

/// 1: belongs to what is before, 2: to what is behind, 3: a mark that links, 4: joins both.
inline uint32_t joiningByScan(uint32_t code) {
  if (code == 0x200D) return 4;
  for (const uint32_t range : text::kJoiningRanges) {
    const uint32_t start = range >> 11;
    if (code >= start && code < start + (range >> 2) % 512) return range % 4;
  }
  return 0;
}

/// Per code point whether a cut right before it is safe.
inline std::vector<bool> safeCuts(const std::vector<uint32_t>& codes) {
  std::vector<uint32_t> joining;
  for (const uint32_t code : codes) joining.push_back(joiningByScan(code));
  const auto isFlag = [&](size_t i) { return codes[i] >= 0x1F1E6 && codes[i] <= 0x1F1FF; };
  const auto isMark = [&](size_t i) { return joining[i] == 1 || joining[i] >= 3; };
  // No script whose marks link consonants.
  const auto isPlain = [&](size_t i) {
    const uint32_t c = codes[i];
    return (c < 0x300 && c != '\r') || (c >= 0x380 && c < 0x480) || (c >= 0x4000 && c < 0xA000) ||
           (c >= 0xB000 && c < 0xD000);
  };
  std::vector<bool> safe;
  size_t last = 0;
  for (size_t i = 0; i < codes.size(); ++i) {
    bool joined = false;
    if (i > 0 && codes[i - 1] == '\r') {
      joined = codes[i] == '\n';
    } else if (i > 0) {
      joined = isMark(i) || joining[i - 1] == 2 || joining[i - 1] == 4;
      for (size_t k = i; k > 0 && isMark(k - 1) && !isPlain(i); --k) joined |= joining[k - 1] == 3;
      size_t flags = 0;
      while (flags < i && isFlag(i - 1 - flags)) ++flags;
      joined |= isFlag(i) && flags % 2 == 1;
    }
    safe.push_back(!joined || i - last >= 64);
    if (safe.back()) last = i;
  }
  return safe;
}

}  // namespace epitome::test
