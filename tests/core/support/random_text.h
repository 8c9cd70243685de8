/// Seeded texts for property tests, hostile and ordinary: the same on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome::test {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}

  uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545F4914F6CDD1DULL;
  }
  /// In [0, bound).
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>((next() >> 33) % bound); }
  bool chance(uint32_t percent) { return below(100) < percent; }

  template <typename T, size_t N>
  const T& pick(const T (&items)[N]) {
    return items[below(N)];
  }

 private:
  uint64_t state_;
};

/// In UTF-8; surrogates and what is beyond U+10FFFF must not be asked for.
inline void appendCodePoint(std::string& to, uint32_t point) {
  if (point < 0x80) {
    to += static_cast<char>(point);
    return;
  }
  if (point < 0x800) {
    to += static_cast<char>(0xC0U | point >> 6U);
  } else {
    if (point < 0x10000) {
      to += static_cast<char>(0xE0U | point >> 12U);
    } else {
      to += static_cast<char>(0xF0U | point >> 18U);
      to += static_cast<char>(0x80U | (point >> 12U & 0x3FU));
    }
    to += static_cast<char>(0x80U | (point >> 6U & 0x3FU));
  }
  to += static_cast<char>(0x80U | (point & 0x3FU));
}

/// Any bytes, with those that matter to UTF-8 and to layouts more often than others.
inline std::string randomBytes(Random& random, uint32_t length) {
  static constexpr unsigned char kSpecial[] = {
      0x00, 0x0A, 0x0D, 0x22, 0x5C, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF,
      0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, '=',  '[',  '{',  '}',  '\\'};
  std::string out;
  for (uint32_t i = 0; i < length; ++i) {
    const bool special = random.chance(40);
    out += static_cast<char>(special ? random.pick(kSpecial) : random.below(256));
  }
  return out;
}

/// Well-formed text in several scripts.
inline std::string randomText(Random& random, uint32_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "a",
      "The quick brown fox ",
      "\n",
      "\r\n",
      "/usr/lib/x.so ",
      "\u00e9",
      "\u00fc\u00df ",
      "\u0436",
      "\u4f60\u597d",
      "\U0001F600",
      "\u05d0",
      "\U0001F468\u200d\U0001F469",
      "0123456789",
      "\t",
      "\u2028",
      "{\"k\":\"v\"}",
      "== ",
      "[12] user: ",
      "...",
  };
  std::string out;
  for (uint32_t i = 0; i < pieces; ++i) out += random.pick(kPieces);
  return out;
}

/// Text whose characters are often several code points.
inline std::string randomClusters(Random& random, uint32_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "a",
      "e\u0301",
      "\u0301",
      "\r",
      "\n",
      "\r\n",
      "\u200d",
      "\ufe0f",
      "\u4f60",
      "\u0600",
      "\u1100",
      "\u1161",
      "\u11a8",
      "\uac00",
      "\u0915",
      "\u094d",
      "\u093c",
      "\u0e33",
      "\U0001F1E9",
      "\U0001F1EA",
      "\U0001F468\u200d\U0001F469\u200d\U0001F466",
      "\U0001F44B\U0001F3FD",
      "\u00a9",
      "word ",
      "\xFF",
      "\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  };
  std::string out;
  // One piece again and again now and then.
  const bool monotone = random.chance(15);
  const std::string_view one = random.pick(kPieces);
  for (uint32_t i = 0; i < pieces; ++i) out += monotone ? one : random.pick(kPieces);
  return out;
}

/// The inside of JSON text with every kind of escape, broken ones too.
inline std::string randomJson(Random& random, uint32_t pieces) {
  static constexpr std::string_view kPieces[] = {
      "\"key\":",
      "\"plain text\"",
      "\\n",
      "\\\"",
      "\\\\",
      "\\/",
      "\\u00e9",
      "\\ud83d\\ude00",
      "\\ud83d",
      "\\ude00",
      "\\uD83D\\uDE00",
      "\\u12",
      "\\uzz",
      "\\",
      "\\\U0001F600",
      "\U0001F600",
      "\u4f60",
      "[1,2.5e3,null]",
      "\\ud83d\\n",
      "u",
      "d83d",
      "\\ud83d\\ud83d\\ude00",
      "e\\u0301",
      "\\r\\n",
      "\u0301",
  };
  std::string out;
  for (uint32_t i = 0; i < pieces; ++i) out += random.pick(kPieces);
  return out;
}

/// Cuts a text into pieces, between code points where it is well-formed.
inline std::vector<std::string> randomPieces(Random& random, std::string_view text) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    size_t length = 1 + random.below(random.chance(20) ? 300 : 12);
    while (length < text.size() && (static_cast<uint8_t>(text[length]) & 0xC0) == 0x80) ++length;
    pieces.emplace_back(text.substr(0, length));
    text.remove_prefix(std::min(length, text.size()));
  }
  return pieces;
}

/// A code point or an ill-formed byte of a text.
struct Glyph {
  uint32_t bytes = 1;
  uint32_t units = 1;
  bool formed = false;
};

/// A second reading of UTF-8, by value rather than by byte ranges: decode, then ask whether the
/// value is one that may be written in that many bytes.
inline std::vector<Glyph> glyphsOf(std::string_view text) {
  std::vector<Glyph> glyphs;
  size_t at = 0;
  while (at < text.size()) {
    const auto byteAt = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
    const uint8_t lead = byteAt(at);
    uint32_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
    bool formed = bytes > 0 && lead < 0xF8 && at + bytes <= text.size();
    uint32_t value = bytes == 1 ? lead : bytes == 0 ? 0 : lead & ((1U << (7 - bytes)) - 1);
    for (uint32_t i = 1; formed && i < bytes; ++i) {
      formed = byteAt(at + i) >> 6 == 2;
      value = value * 64 + (byteAt(at + i) & 63);
    }
    static constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    formed =
        formed && value >= kLeast[bytes] && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    glyphs.push_back({formed ? bytes : 1, formed && bytes == 4 ? 2U : 1U, formed});
    at += glyphs.back().bytes;
  }
  return glyphs;
}

inline bool isWellFormed(std::string_view text) {
  for (const Glyph& glyph : glyphsOf(text)) {
    if (!glyph.formed) return false;
  }
  return true;
}

/// Random bytes with the ill-formed ones left out.
inline std::string wellFormedText(Random& random) {
  const std::string bytes = randomBytes(random, random.below(200));
  std::string out = randomText(random, random.below(10));
  size_t at = 0;
  for (const Glyph& glyph : glyphsOf(bytes)) {
    if (glyph.formed) out += bytes.substr(at, glyph.bytes);
    at += glyph.bytes;
  }
  return out;
}

inline uint64_t unitsOf(std::string_view text) {
  uint64_t units = 0;
  for (const Glyph& glyph : glyphsOf(text)) units += glyph.units;
  return units;
}

/// Plain words, four code units a token or a little more; `salt` makes texts differ.
inline std::string prose(size_t units, uint32_t salt = 0) {
  static constexpr std::string_view kWords[] = {"run ", "the ",  "test ", "file ",
                                                "and ", "look ", "into ", "that "};
  std::string text = std::to_string(salt) + " ";
  for (uint32_t i = salt; text.size() < units; ++i) text += kWords[(i * 5 + i / 8) % 8];
  text.resize(units);
  return text;
}

}  // namespace epitome::test
