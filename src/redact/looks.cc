/// Looks of words, by tables that are small enough to read.
#include "redact/looks.h"

#include <algorithm>
#include <array>
#include <bit>

#include "redact/chars.h"
#include "redact/seed_words.h"

namespace epitome::redact {
namespace {

/// For each letter the letters that often follow it in English and in the names of programs: about
/// two fifths of all pairs, and nine tenths of those in words.
constexpr std::string_view kFollowers =
    "bcdgilmnprstuvy aeilorsuy acehikloprtuy adeiorsuy acdefilmnprstvwxy aefilortu "
    "aeghilnorsu aeiotuy acdefglmnoprstvz aeous aeinsy adeiloptuy abeiompsuy "
    "acdegikostuvy bcdfgiklmnoprstuvw aehiloprstuy u acdegiklmnorstuvy acehikilmoprstuwy "
    "aehilorstuwy abcdegilmnprst aeio aehinors aceiptuy aeloimpst aeioyz";

constexpr std::array<uint32_t, 26> kFollowerBits = [] {
  std::array<uint32_t, 26> bits{};
  size_t letter = 0;
  for (const char c : kFollowers) {
    if (c == ' ') {
      ++letter;
    } else {
      bits[letter] |= uint32_t{1} << (c - 'a');
    }
  }
  return bits;
}();

/// Both are letters or digits.
bool surprising(char before, char after) {
  if (isDigit(before) || isDigit(after)) return true;
  const auto letterOf = [](char c) { return static_cast<uint32_t>(lowered(c) - 'a') % 26U; };
  return (kFollowerBits[letterOf(before)] >> letterOf(after) & 1U) == 0;
}

template <size_t N>
bool holdsAny(std::string_view text, const std::string_view (&parts)[N]) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view part) { return holdsIgnoringCase(text, part); });
}

constexpr std::string_view kStandIns[] = {
    "xxxx",      "...",    "***",       "your",   "example", "placeholder",  "changeme",
    "change-me", "dummy",  "[redacted", "getenv", "environ", "process.env",  "import.meta",
    "secrets.",  "vault:", "op://",     "enc(",   "arn:aws", "\xe2\x80\xa6", "replace",
    "insert-",   "%s",     "insert_",   "${",     "#{",      "{{",
};

/// Words that stand where a secret would.
constexpr std::string_view kStandInWords[] = {
    "null",     "none",      "nil",      "true",     "false",   "undefined", "string",   "str",
    "text",     "number",    "int",      "integer",  "any",     "bool",      "boolean",  "object",
    "array",    "bytes",     "required", "optional", "empty",   "hidden",    "unset",    "set",
    "yes",      "no",        "on",       "off",      "invalid", "missing",   "password", "passwd",
    "pass",     "pwd",       "secret",   "token",    "key",     "apikey",    "api_key",  "api-key",
    "value",    "input",     "prompt",   "disabled", "enabled", "default",   "unknown",  "never",
    "masked",   "redacted",  "env",      "self",     "this",    "const",     "options",  "option",
    "argument", "parameter", "flag",     "char",     "void",
};

constexpr std::string_view kTechnical[] = {"base64", "utf",   "sha",   "md5",  "hash",
                                           "encod",  "crypt", "oauth", "-bit", "pkcs",
                                           "argon",  "char",  "digit", "http"};

}  // namespace

bool equalsIgnoringCase(std::string_view text, std::string_view lowerCase) {
  return text.size() == lowerCase.size() && holdsIgnoringCase(text, lowerCase);
}

bool holdsIgnoringCase(std::string_view text, std::string_view lowerCase) {
  const auto same = [](char a, char b) { return lowered(a) == b; };
  return std::search(text.begin(), text.end(), lowerCase.begin(), lowerCase.end(), same) !=
         text.end();
}

bool looksRandom(std::string_view text, uint32_t oneIn) {
  if (text.size() < 8) return false;
  uint32_t pairs = 0;
  uint32_t surprises = 0;
  CharSet distinct;
  for (size_t i = 0; i < text.size(); ++i) {
    distinct.add(text[i]);
    if (i == 0 || !isAlnum(text[i - 1]) || !isAlnum(text[i])) continue;
    if (isDigit(text[i - 1]) && isDigit(text[i])) continue;
    ++pairs;
    if (surprising(text[i - 1], text[i])) ++surprises;
  }
  const int kinds = std::popcount(distinct.bits[0]) + std::popcount(distinct.bits[1]);
  return kinds >= 6 && pairs >= 5 && surprises * oneIn >= pairs;
}

bool isExample(std::string_view text) {
  return holdsIgnoringCase(text, "xxxx") || holdsIgnoringCase(text, "****") ||
         holdsIgnoringCase(text, "example");
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
  return holdsAny(text, kStandIns) ||
         std::any_of(std::begin(kStandInWords), std::end(kStandInWords),
                     [&](std::string_view word) { return equalsIgnoringCase(text, word); });
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

bool looksTechnical(std::string_view text) { return holdsAny(text, kTechnical); }

bool isDigest(std::string_view text) {
  if (text.size() < 20) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = text.size() == 36 && (i == 8 || i == 13 || i == 18 || i == 23);
    if (!isHexDigit(text[i]) && !(dash && text[i] == '-')) return false;
  }
  return true;
}

bool isKeyBody(std::string_view body) {
  const Makeup makeup = makeupOf(body);
  return (makeup.digit || (makeup.upper && makeup.lower)) && looksRandom(body, 5);
}

bool isSeedWord(std::string_view text) {
  const uint32_t hash = seedHash(text);
  return (kSeedWords[hash / 64] >> (hash % 64) & 1U) != 0;
}

Makeup makeupOf(std::string_view text) {
  Makeup makeup;
  for (const char c : text) {
    makeup.upper = makeup.upper || isUpper(c);
    makeup.lower = makeup.lower || isLower(c);
    makeup.digit = makeup.digit || isDigit(c);
    makeup.space = makeup.space || isSpace(c);
    const bool plain = isAlnum(c) || isSpace(c) || c == '_' || c == '.' || c == '-';
    makeup.beyondAscii = makeup.beyondAscii || isBeyondAscii(c);
    makeup.symbol = makeup.symbol || !(plain || isBeyondAscii(c));
  }
  return makeup;
}

}  // namespace epitome::redact
