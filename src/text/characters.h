/// ASCII by class, and the scripts that are written without spaces between words. Decides nothing
/// else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/utf.h"

namespace epitome {

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isLetter(char c) { return isUpper(c) || isLower(c); }
constexpr bool isAlnum(char c) { return isLetter(c) || isDigit(c); }
constexpr bool isAscii(char c) { return static_cast<uint8_t>(c) < 0x80; }
constexpr char lowered(char c) { return isUpper(c) ? static_cast<char>(c | 0x20) : c; }

inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lowered(c);
  return out;
}

/// Its letters and digits in small letters: `exit_code`, "exit code" and exitCode are one name.
inline std::string foldedName(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (isAlnum(c)) out += lowered(c);
  }
  return out;
}

/// A set of ASCII characters.
class AsciiSet {
 public:
  constexpr explicit AsciiSet(std::string_view characters) {
    for (const char c : characters) half(c) |= bit(c);
  }
  constexpr bool has(char c) const { return isAscii(c) && ((c < 64 ? low_ : high_) & bit(c)) != 0; }

 private:
  static constexpr uint64_t bit(char c) { return uint64_t{1} << (static_cast<uint8_t>(c) & 63); }
  constexpr uint64_t& half(char c) { return c < 64 ? low_ : high_; }

  uint64_t low_ = 0;
  uint64_t high_ = 0;
};

/// Whether `word` is one of `words`, which have a space between them. Linear in `words`: for long
/// lists that are asked often there is text/word_set.h.
constexpr bool isOneOf(std::string_view word, std::string_view words) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

/// A code point at a place of a text; ill-formed bytes are U+FFFD.
struct CodePoint {
  uint32_t code = 0xFFFD;
  uint32_t bytes = 1;
};

inline CodePoint codePointAt(std::string_view text, size_t at) {
  const uint32_t bytes = text::codePointBytes(text, at);
  if (bytes == 0) return {};
  return {text::decoded(text.substr(at, bytes)), bytes};
}

/// Letters of the Latin script beyond ASCII.
constexpr bool isLatinLetter(uint32_t code) {
  return (code >= 0xC0 && code <= 0x24F && code != 0xD7 && code != 0xF7) ||
         (code >= 0x1E00 && code <= 0x1EFF);
}

/// Letters, marks and digits of other scripts; roughly what is neither punctuation nor a symbol.
constexpr bool isForeignLetter(uint32_t code) {
  if (code < 0x300 || isLatinLetter(code)) return false;
  if (code >= 0x2000 && code <= 0x2BFF) return false;
  if (code >= 0x3000 && code <= 0x3020) return false;
  if (code == 0x60C || code == 0x61B || code == 0x61F || code == 0x6D4 || code == 0x964)
    return false;
  if (code >= 0xFE10 && code <= 0xFE6F) return false;
  if (code >= 0xFF00 && code <= 0xFF0F) return false;
  if (code >= 0xFF1A && code <= 0xFF20) return false;
  if (code >= 0xFF3B && code <= 0xFF40) return false;
  if (code >= 0xFF5B && code <= 0xFF65) return false;
  if (code >= 0xE000 && code <= 0xF8FF) return false;
  return code < 0xFFF0 || (code >= 0x20000 && code <= 0x3FFFF);
}

/// Han, kana and the like: words have no spaces between them.
constexpr bool isUnspaced(uint32_t code) {
  return (code >= 0x2E80 && code <= 0xA4CF && !(code >= 0x3000 && code <= 0x3004)) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x20000 && code <= 0x3FFFF) ||
         (code >= 0xE00 && code <= 0xEFF);
}

}  // namespace epitome
