/// Looks of values, by tables that are small enough to read.
#include "redact/worth.h"

#include <algorithm>
#include <array>

#include "redact/chars.h"
#include "redact/seed_words.h"

namespace epitome::redact {
namespace {

/// Characters of a value that tell what stands in its place.
constexpr size_t kTellingStart = 64;

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

/// Parted by spaces. Anywhere in what stands for a secret:
constexpr std::string_view kStandIns =
    "xxxx ... *** your example placeholder changeme change-me dummy [redacted getenv environ "
    "process.env import.meta secrets. vault: op:// enc( arn:aws \xe2\x80\xa6 replace insert- "
    "insert_ %s ${ #{ {{";
/// All of what stands for a secret:
constexpr std::string_view kStandInWords =
    "null none nil true false undefined string str text number int integer any bool boolean object "
    "array bytes required optional empty hidden unset set yes no on off invalid missing password "
    "passwd pass pwd secret token key apikey api_key api-key value input prompt disabled enabled "
    "default unknown never masked redacted env self this const options option argument parameter "
    "flag char void function";
/// In what says how something is made rather than what it is:
constexpr std::string_view kTechnical =
    "base64 utf sha md5 hash encod crypt oauth -bit pkcs argon char digit http";

/// Whether `fits` holds for one of `words`.
template <typename Fits>
bool anyOf(std::string_view words, Fits fits) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    if (fits(words.substr(0, end))) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

bool holdsAnyOf(std::string_view text, std::string_view words) {
  return anyOf(words, [&](std::string_view word) { return holdsIgnoringCase(text, word); });
}

struct Makeup {
  bool upper = false;
  bool lower = false;
  bool digit = false;
  /// ASCII beside letters, digits, `_`, `.` and `-`.
  bool symbol = false;
  bool space = false;
  bool beyondAscii = false;
  bool letter() const { return upper || lower; }
};

Makeup makeupOf(std::string_view text) {
  Makeup makeup;
  for (const char c : text) {
    makeup.upper |= isUpper(c);
    makeup.lower |= isLower(c);
    makeup.digit |= isDigit(c);
    makeup.space |= isSpace(c);
    makeup.beyondAscii |= isBeyondAscii(c);
    makeup.symbol |=
        !isAlphanumeric(c) && !isSpace(c) && !isBeyondAscii(c) && c != '_' && c != '.' && c != '-';
  }
  return makeup;
}

/// Stands for a secret without being one: `<your-key>`, `xxxx`, `$TOKEN`, `process.env.X`, `****`,
/// `null`.
bool isPlaceholder(std::string_view text) {
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
      if (text.back() == '%' || next == '(' || next == '{') return true;
      break;
    default:
      break;
  }
  return std::ranges::all_of(text, [&](char c) { return c == text[0]; }) ||
         holdsAnyOf(text, kStandIns) || anyOf(kStandInWords, [&](std::string_view word) {
           return word.size() == text.size() && holdsIgnoringCase(text, word);
         });
}

/// An expression or a name of a program: `getPassword()`, `config.password`, `args[1]`.
bool looksLikeCode(std::string_view text) {
  if (text.find_first_of("(){}[]<>") != std::string_view::npos) return true;
  if (text.find("->") != std::string_view::npos || text.find("::") != std::string_view::npos) {
    return true;
  }
  if (!isLetter(text[0]) && text[0] != '_' && text[0] != '&') return false;
  const bool names = std::ranges::all_of(text, [](char c) {
    return isAlphanumeric(c) || c == '_' || c == '.' || c == '?' || c == '!' || c == '&';
  });
  return names && text.find('.') != std::string_view::npos && !looksRandom(text);
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

/// Hexadecimal digits alone, 20 or more; with dashes, a UUID.
bool isDigest(std::string_view text) {
  if (text.size() < 20) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = text.size() == 36 && (i == 8 || i == 13 || i == 18 || i == 23);
    if (!isHexDigit(text[i]) && !(dash && text[i] == '-')) return false;
  }
  return true;
}

/// Luhn's check: from the right, every second digit counts twice.
bool checks(std::string_view digits) {
  int sum = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    const int digit = (digits[digits.size() - 1 - i] - '0') * (i % 2 == 1 ? 2 : 1);
    sum += digit / 10 + digit % 10;
  }
  return sum % 10 == 0;
}

}  // namespace

Worth worthOf(std::string_view value, bool literal) {
  if (value.size() < 3 || looksLikePath(value)) return kNoSecret;
  if (!literal && (looksLikeCode(value) || value[0] == ':')) return kNoSecret;
  if (isPlaceholder(value.substr(0, kTellingStart))) return kNoSecret;
  const Makeup makeup = makeupOf(value);
  if (makeup.space) return kPhrase;
  if (makeup.digit && !makeup.letter() && !makeup.symbol && !makeup.beyondAscii) return kNumber;
  // A number of a program.
  if (!literal && value.starts_with("0x") && value.size() <= 10) return kNoSecret;
  if (!makeup.digit && !makeup.symbol) return value.size() < 8 ? kWord : kLongWord;
  if (makeup.digit && (isDigest(value) || looksRandom(value))) return kRandom;
  const bool telling = makeup.digit && makeup.letter();
  return telling && !holdsAnyOf(value.substr(0, kTellingStart), kTechnical) ? kTelling : kMixed;
}

bool canBeKey(std::string_view value, bool strictly) {
  const Makeup makeup = makeupOf(value);
  if (!makeup.letter() || value.size() < 8) return false;
  if (value.starts_with("sha") || value.starts_with("md5")) return false;
  if (value.find_first_of("?()[]{}<>^|\\*") != std::string_view::npos) return false;
  if (!strictly) return true;
  const bool plain = std::ranges::all_of(value, [](char c) {
    return isAlphanumeric(c) || c == '_' || c == '-' || c == '+' || c == '/' || c == '=' ||
           c == '~';
  });
  return plain && value.size() >= 20 && makeup.upper && makeup.lower && makeup.digit &&
         looksRandom(value);
}

bool looksRandom(std::string_view text, uint32_t oneIn) {
  if (text.size() < 8) return false;
  uint32_t pairs = 0;
  uint32_t surprises = 0;
  uint32_t kinds = 0;
  CharSet distinct;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!distinct.has(text[i])) ++kinds;
    distinct.add(text[i]);
    if (i == 0 || !isAlphanumeric(text[i - 1]) || !isAlphanumeric(text[i])) continue;
    if (isDigit(text[i - 1]) && isDigit(text[i])) continue;
    ++pairs;
    if (surprising(text[i - 1], text[i])) ++surprises;
  }
  return kinds >= 6 && pairs >= 5 && surprises * oneIn >= pairs;
}

bool isKeyBody(std::string_view body) {
  const Makeup makeup = makeupOf(body);
  return (makeup.digit || (makeup.upper && makeup.lower)) && looksRandom(body, 5);
}

bool isKeyLine(std::string_view line) {
  const Makeup makeup = makeupOf(line);
  return makeup.upper && makeup.lower && makeup.digit && looksRandom(line);
}

bool isExample(std::string_view text) { return holdsAnyOf(text, "xxxx **** example"); }

bool isCardNumber(std::string_view text) {
  struct Issuer {
    uint32_t first;
    uint32_t last;
    size_t digits;
  };
  // By their first four digits.
  constexpr Issuer kIssuers[] = {
      {3000, 3059, 14}, {3600, 3699, 14}, {3800, 3999, 14}, {3400, 3499, 15},
      {3700, 3799, 15}, {4000, 4999, 16}, {5100, 5599, 16}, {2221, 2720, 16},
      {6011, 6011, 16}, {6440, 6599, 16}, {3528, 3589, 16}, {6200, 6299, 16},
      {5018, 5018, 16}, {6304, 6304, 16}, {6759, 6759, 16}, {6200, 6299, 19}};
  std::array<char, 19> room{};
  size_t size = 0;
  uint32_t leading = 0;
  for (const char c : text) {
    if (!isDigit(c) || size == room.size()) continue;
    room[size++] = c;
    if (size <= 4) leading = leading * 10 + static_cast<uint32_t>(c - '0');
  }
  return checks({room.data(), size}) && std::ranges::any_of(kIssuers, [&](const Issuer& issuer) {
           return size == issuer.digits && leading >= issuer.first && leading <= issuer.last;
         });
}

bool isSeedWord(std::string_view text) {
  const uint32_t hash = seedHash(text);
  return (kSeedWords[hash / 64] >> (hash % 64) & 1U) != 0;
}

bool holdsIgnoringCase(std::string_view text, std::string_view lowerCase) {
  const auto same = [](char a, char b) { return lowered(a) == b; };
  return !std::ranges::search(text, lowerCase, same).empty() || lowerCase.empty();
}

}  // namespace epitome::redact
