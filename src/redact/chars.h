/// Sets of ASCII characters. Decides membership; refuses to know bytes beyond ASCII, which no set
/// holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/characters.h"

namespace epitome::redact {

struct CharSet {
  uint64_t bits[2] = {};

  constexpr void add(char c) { addRange(c, c); }
  constexpr void addRange(char first, char last) {
    for (uint32_t code = static_cast<uint8_t>(first); code <= static_cast<uint8_t>(last); ++code) {
      if (code < 128) bits[code / 64] |= uint64_t{1} << (code & 63U);
    }
  }
  constexpr void add(const CharSet& other) {
    bits[0] |= other.bits[0];
    bits[1] |= other.bits[1];
  }
  constexpr bool has(char c) const {
    const auto byte = static_cast<uint8_t>(c);
    return byte < 128 && (bits[byte / 64] >> (byte & 63U) & 1U) != 0;
  }
  constexpr bool empty() const { return (bits[0] | bits[1]) == 0; }
  constexpr bool meets(const CharSet& other) const {
    return ((bits[0] & other.bits[0]) | (bits[1] & other.bits[1])) != 0;
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

constexpr CharSet kDigits = setOf("0123456789");
constexpr CharSet kBlanks = setOf(" \t");
constexpr CharSet kBase64 = alphanumericAnd("+/=");
constexpr CharSet kBase64Url = alphanumericAnd("-_");

constexpr bool isHexDigit(char c) { return isDigit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
constexpr bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
constexpr bool isBeyondAscii(char c) { return static_cast<uint8_t>(c) >= 128; }

/// Characters at the start of `text` that are in `set`, at most `most`.
inline size_t runLength(std::string_view text, const CharSet& set, size_t most = SIZE_MAX) {
  size_t at = 0;
  while (at < text.size() && at < most && set.has(text[at])) ++at;
  return at;
}

/// Takes characters of `set` from the end of `text`; returns whether there were any.
inline bool trimBack(std::string_view& text, const CharSet& set) {
  const size_t size = text.size();
  while (!text.empty() && set.has(text.back())) text.remove_suffix(1);
  return text.size() != size;
}

}  // namespace epitome::redact
