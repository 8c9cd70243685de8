/// Sets of bytes. Decides membership; refuses to know what bytes mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::redact {

struct CharSet {
  uint64_t bits[4] = {};

  constexpr void addRange(uint8_t first, uint8_t last) {
    for (uint32_t code = first; code <= last; ++code)
      bits[code / 64] |= uint64_t{1} << (code & 63U);
  }
  constexpr void add(char c) { addRange(static_cast<uint8_t>(c), static_cast<uint8_t>(c)); }
  constexpr void add(const CharSet& other) {
    for (size_t i = 0; i < 4; ++i) bits[i] |= other.bits[i];
  }
  constexpr bool has(char c) const {
    const auto byte = static_cast<uint8_t>(c);
    return (bits[byte / 64] >> (byte & 63U) & 1U) != 0;
  }
  constexpr bool meets(const CharSet& other) const {
    uint64_t both = 0;
    for (size_t i = 0; i < 4; ++i) both |= bits[i] & other.bits[i];
    return both != 0;
  }
  constexpr bool operator==(const CharSet&) const = default;
};

constexpr CharSet setOf(std::string_view characters) {
  CharSet set;
  for (const char c : characters) set.add(c);
  return set;
}

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isLetter(char c) { return isUpper(c) || isLower(c); }
constexpr bool isAlphanumeric(char c) { return isLetter(c) || isDigit(c); }
constexpr bool isHexDigit(char c) { return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
constexpr bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
constexpr bool isBeyondAscii(char c) { return static_cast<uint8_t>(c) >= 128; }
constexpr char lowered(char c) { return isUpper(c) ? static_cast<char>(c | 0x20) : c; }

}  // namespace epitome::redact
