#include "summary/pattern.h"

#include <algorithm>
#include <string>

#include "summary/word_kinds.h"
#include "text/characters.h"
#include "text/hash.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Stands for what varies.
constexpr char kVaries = '\0';
constexpr size_t kUuidBytes = 36;
constexpr size_t kLeastHex = 4;
constexpr size_t kLeastMixed = 5;

/// Of a word that has a digit.
bool isId(std::string_view word) {
  if (word.size() >= kLeastHex &&
      std::ranges::all_of(word, [](char c) { return text::hexDigit(c) < 16; })) {
    return true;
  }
  if (word.size() < kLeastMixed) return false;
  const auto first = std::ranges::find_if(word, isDigit) - word.begin();
  const auto letter = std::ranges::find_if(word.substr(static_cast<size_t>(first)), isLetter);
  return first > 0 && letter != word.end();
}

}  // namespace

Pattern patternOf(std::string_view text) {
  Pattern pattern;
  std::string fixed;
  const auto vary = [&] {
    pattern.varies = true;
    if (!fixed.ends_with(kVaries)) fixed += kVaries;
  };
  for (size_t at = 0; at < text.size();) {
    if (!isAlnum(text[at])) {
      fixed += text[at++];
      continue;
    }
    if (at + kUuidBytes <= text.size() && isUuid(text.substr(at, kUuidBytes))) {
      vary();
      at += kUuidBytes;
      continue;
    }
    const std::string_view rest = text.substr(at);
    const std::string_view word =
        rest.substr(0, static_cast<size_t>(std::ranges::find_if_not(rest, isAlnum) - rest.begin()));
    const bool id = std::ranges::any_of(word, isDigit) && isId(word);
    if (id) vary();
    for (const char c : id ? std::string_view() : word) {
      if (isDigit(c)) {
        vary();
      } else {
        fixed += c;
      }
    }
    at += word.size();
  }
  pattern.print = text::hashOf(fixed);
  return pattern;
}

}  // namespace epitome
