/// Sets of ASCII characters. Decides membership; refuses to know bytes beyond ASCII, which no set
/// holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::redact {

struct CharSet {
  uint64_t low = 0;
  uint64_t high = 0;

  constexpr void add(char c) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 64) {
      low |= uint64_t{1} << byte;
    } else if (byte < 128) {
      high |= uint64_t{1} << (byte - 64);
    }
  }
  constexpr void addRange(char first, char last) {
    const uint32_t end = static_cast<uint8_t>(last);
    for (uint32_t code = static_cast<uint8_t>(first); code <= end; ++code) {
      add(static_cast<char>(code));
    }
  }
  constexpr bool has(char c) const {
    const auto byte = static_cast<uint8_t>(c);
    if (byte >= 128) return false;
    return ((byte < 64 ? low : high) >> (byte & 63U) & 1U) != 0;
  }
  constexpr bool empty() const { return (low | high) == 0; }
  constexpr bool meets(const CharSet& other) const {
    return ((low & other.low) | (high & other.high)) != 0;
  }
};

constexpr CharSet setOf(std::string_view characters) {
  CharSet set;
  for (const char c : characters) set.add(c);
  return set;
}

/// Letters, digits, and `more`.
constexpr CharSet alphanumericAnd(std::string_view more) {
  CharSet set = setOf(more);
  set.addRange('a', 'z');
  set.addRange('A', 'Z');
  set.addRange('0', '9');
  return set;
}

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isLetter(char c) { return isUpper(c) || isLower(c); }
constexpr bool isAlphanumeric(char c) { return isLetter(c) || isDigit(c); }
constexpr bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr char lowered(char c) { return isUpper(c) ? static_cast<char>(c | 0x20) : c; }

/// Characters at the start of `text` that are in `set`.
inline size_t runLength(std::string_view text, const CharSet& set) {
  size_t at = 0;
  while (at < text.size() && set.has(text[at])) ++at;
  return at;
}

}  // namespace epitome::redact
