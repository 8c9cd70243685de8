/// Looks of words, by tables that are small enough to read.
#include "summary/redact/words.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "summary/redact/char_set.h"

namespace epitome::redact {
namespace {

/// For each letter the letters that often follow it in English and in the names of programs: about
/// two fifths of all pairs, and nine tenths of those in words.
constexpr std::string_view kFollowers[26] = {"bcdgilmnprstuvy",
                                             "aeilorsuy",
                                             "acehikloprtuy",
                                             "adeiorsuy",
                                             "acdefilmnprstvwxy",
                                             "aefilortu",
                                             "aeghilnorsu",
                                             "aeiotuy",
                                             "acdefglmnoprstvz",
                                             "aeous",
                                             "aeinsy",
                                             "adeiloptuy",
                                             "abeiompsuy",
                                             "acdegikostuvy",
                                             "bcdfgiklmnoprstuvw",
                                             "aehiloprstuy",
                                             "u",
                                             "acdegiklmnorstuvy",
                                             "acehikilmoprstuwy",
                                             "aehilorstuwy",
                                             "abcdegilmnprst",
                                             "aeio",
                                             "aehinors",
                                             "aceiptuy",
                                             "aeloimpst",
                                             "aeioyz"};

constexpr std::array<uint32_t, 26> kFollowerBits = [] {
  std::array<uint32_t, 26> bits{};
  for (size_t i = 0; i < 26; ++i) {
    for (const char c : kFollowers[i]) bits[i] |= uint32_t{1} << (c - 'a');
  }
  return bits;
}();

/// 0 for `a` in either case; nothing else may be passed than letters.
uint32_t letterOf(char letter) { return static_cast<uint8_t>(lowered(letter) - 'a') % 26U; }

bool surprising(char before, char after) {
  if (isDigit(before) || isDigit(after)) return true;
  const uint32_t bits = kFollowerBits[static_cast<size_t>(letterOf(before))];
  return (bits >> letterOf(after) & 1U) == 0;
}

/// Whether `lowerCase` occurs in `text`, in either case.
bool holds(std::string_view text, std::string_view lowerCase) {
  const auto same = [](char a, char b) { return lowered(a) == b; };
  return std::search(text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), same) !=
         text.end();
}

bool equals(std::string_view text, std::string_view lowerCase) {
  return text.size() == lowerCase.size() && holds(text, lowerCase);
}

constexpr std::string_view kStandIns[] = {
    "xxxx",      "...",     "***",       "your",   "example", "placeholder",  "changeme",
    "change-me", "dummy",   "[redacted", "getenv", "environ", "process.env",  "import.meta",
    "secrets.",  "vault:",  "op://",     "enc(",   "arn:aws", "\xe2\x80\xa6", "replace",
    "insert-",   "insert_", "${",        "#{",     "{{",
};

/// Words that stand where a secret would.
constexpr std::string_view kStandInWords[] = {
    "null",   "none",     "nil",      "true",     "false",   "undefined", "string",   "str",
    "text",   "number",   "int",      "integer",  "any",     "bool",      "boolean",  "object",
    "array",  "bytes",    "required", "optional", "empty",   "hidden",    "unset",    "set",
    "yes",    "no",       "on",       "off",      "invalid", "missing",   "password", "passwd",
    "pass",   "pwd",      "secret",   "token",    "key",     "apikey",    "api_key",  "api-key",
    "value",  "input",    "prompt",   "disabled", "enabled", "default",   "unknown",  "never",
    "masked", "redacted", "env",      "self",     "this",    "const",     "char",     "void",
};

}  // namespace

bool looksRandom(std::string_view text, uint32_t oneIn) {
  if (text.size() < 8) return false;
  uint32_t pairs = 0;
  uint32_t surprises = 0;
  CharSet distinct;
  for (size_t i = 0; i < text.size(); ++i) {
    distinct.add(text[i]);
    if (i == 0 || !isAlphanumeric(text[i - 1]) || !isAlphanumeric(text[i])) continue;
    if (isDigit(text[i - 1]) && isDigit(text[i])) continue;
    ++pairs;
    if (surprising(text[i - 1], text[i])) ++surprises;
  }
  int kinds = 0;
  for (uint64_t bits = distinct.low; bits != 0; bits &= bits - 1) ++kinds;
  for (uint64_t bits = distinct.high; bits != 0; bits &= bits - 1) ++kinds;
  return kinds >= 6 && pairs >= 5 && surprises * oneIn >= pairs;
}

bool isExample(std::string_view text) {
  return holds(text, "xxxx") || holds(text, "****") || holds(text, "example");
}

bool isPlaceholder(std::string_view text) {
  if (text.empty()) return true;
  const char next = text.size() > 1 ? text[1] : '\0';
  switch (text[0]) {
    case '$':
      // `$1`, and what a shell or a template puts in; not `$2b$`, a hashed password.
      if (isLetter(next) || next == '_' || next == '{' || next == '(' || next == '[') return true;
      if (isDigit(next) && text.size() == 2) return true;
      break;
    case '<':
    case '{':
    case '[':
      return true;
    case '%':
      if (text.size() <= 2 || text.back() == '%' || next == '(' || next == '{') return true;
      break;
    case '#':
      if (next == '{') return true;
      break;
    default:
      break;
  }
  if (std::all_of(text.begin(), text.end(), [&](char c) { return c == text[0]; })) return true;
  if (std::any_of(std::begin(kStandInWords), std::end(kStandInWords),
                  [&](std::string_view word) { return equals(text, word); })) {
    return true;
  }
  return std::any_of(std::begin(kStandIns), std::end(kStandIns),
                     [&](std::string_view part) { return holds(text, part); });
}

bool looksLikeCode(std::string_view text) {
  if (text.find_first_of("(){}[]<>") != std::string_view::npos) return true;
  if (text.find("->") != std::string_view::npos || text.find("::") != std::string_view::npos) {
    return true;
  }
  if (text.empty() || !(isLetter(text[0]) || text[0] == '_' || text[0] == '&')) return false;
  constexpr CharSet kNames = alphanumericAnd("_.?!&");
  return text.find('.') != std::string_view::npos && runLength(text, kNames) == text.size() &&
         !looksRandom(text);
}

bool looksLikePath(std::string_view text) {
  if (text.find("://") != std::string_view::npos) return true;
  const bool begins = text.starts_with("/") || text.starts_with("./") || text.starts_with("../") ||
                      text.starts_with("~/") ||
                      (text.size() > 2 && isLetter(text[0]) && text[1] == ':' &&
                       (text[2] == '\\' || text[2] == '/'));
  // One in 64 base64 secrets begins with a slash too.
  return begins && !(text.size() >= 30 && looksRandom(text));
}

bool isHex(std::string_view text) {
  return text.size() >= 20 && std::all_of(text.begin(), text.end(), [](char c) {
           return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f');
         });
}

bool isUuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const char c = lowered(text[i]);
    if (dash ? c != '-' : !(isDigit(c) || (c >= 'a' && c <= 'f'))) return false;
  }
  return true;
}

Makeup makeupOf(std::string_view text) {
  Makeup makeup;
  for (const char c : text) {
    makeup.upper = makeup.upper || isUpper(c);
    makeup.lower = makeup.lower || isLower(c);
    makeup.digit = makeup.digit || isDigit(c);
    makeup.space = makeup.space || isSpace(c);
    const bool plain = isAlphanumeric(c) || isSpace(c) || c == '_' || c == '.' || c == '-';
    makeup.symbol = makeup.symbol || !plain;
  }
  return makeup;
}

}  // namespace epitome::redact
