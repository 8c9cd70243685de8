/// Cards, signed tokens and key blocks, each read once from left to right.
#include "summary/redact/shapes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace epitome::redact {
namespace {

constexpr size_t kMostDigits = 19;

struct Digits {
  std::array<uint8_t, kMostDigits> value{};
  size_t count = 0;

  uint32_t leading(size_t length) const {
    uint32_t number = 0;
    for (size_t i = 0; i < length; ++i) number = number * 10 + value[i];
    return number;
  }

  /// Luhn's check: from the right, every second digit counts twice.
  bool checks() const {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
      uint32_t digit = value[count - 1 - i];
      if (i % 2 == 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
    return sum % 10 == 0;
  }

  bool issued() const {
    const uint32_t two = leading(2);
    const uint32_t three = leading(3);
    const uint32_t four = leading(4);
    switch (count) {
      case 13:
        return false;
      case 14:
        return (three >= 300 && three <= 305) || two == 36 || two == 38 || two == 39;
      case 15:
        return two == 34 || two == 37;
      case 16:
        return two / 10 == 4 || (two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) ||
               four == 6011 || two == 65 || (three >= 644 && three <= 649) ||
               (four >= 3528 && four <= 3589) || two == 62 || four == 5018 || four == 6304 ||
               four == 6759;
      case 19:
        return two == 62;
      default:
        return false;
    }
  }
};

/// Sizes of the groups that cards are printed in.
bool isPrinted(const std::array<uint8_t, 8>& groups, size_t count) {
  const auto is = [&](std::initializer_list<uint8_t> sizes) {
    return sizes.size() == count && std::equal(sizes.begin(), sizes.end(), groups.begin());
  };
  return count == 1 || is({4, 4, 4, 4}) || is({4, 6, 5}) || is({4, 6, 4}) || is({4, 4, 4, 4, 3});
}

bool isHexDigit(char c) { return isDigit(c) || (lowered(c) >= 'a' && lowered(c) <= 'f'); }

/// A group of four hexadecimal digits, one of them a digit at least: the row goes on.
bool isGroupOfFour(std::string_view text) {
  return text.size() == 4 && std::all_of(text.begin(), text.end(), isHexDigit) &&
         std::any_of(text.begin(), text.end(), isDigit);
}

bool beginsWithGroup(std::string_view text) {
  return isGroupOfFour(text.substr(0, 4)) && (text.size() == 4 || !isAlphanumeric(text[4]));
}

bool endsWithGroup(std::string_view text) {
  const size_t before = text.size() - std::min<size_t>(text.size(), 4);
  return isGroupOfFour(text.substr(before)) && (before == 0 || !isAlphanumeric(text[before - 1]));
}

bool isBase64Url(char c) { return isAlphanumeric(c) || c == '-' || c == '_'; }

size_t base64UrlLength(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && isBase64Url(text[at])) ++at;
  return at;
}

/// Length of `-----BEGIN ... PRIVATE KEY-----`, 0 for none.
size_t keyHeader(std::string_view ahead) {
  constexpr CharSet kLabel = [] {
    CharSet set = setOf(" 0123456789");
    set.addRange('A', 'Z');
    return set;
  }();
  for (const std::string_view dashes : {"-----", "---- "}) {
    if (!ahead.starts_with(dashes) || !ahead.substr(5).starts_with("BEGIN ")) continue;
    const std::string_view label =
        ahead.substr(11, std::min<size_t>(runLength(ahead.substr(11), kLabel), 48));
    if (label.find("PRIVATE KEY") == std::string_view::npos) return 0;
    const size_t end = 11 + label.size();
    if (ahead.substr(end).starts_with("----")) {
      return end + std::min<size_t>(runLength(ahead.substr(end), setOf("-")), 5);
    }
  }
  return 0;
}

/// Line ends, written out or escaped, quotes and what joins strings.
size_t keySeparators(std::string_view text) {
  constexpr CharSet kSeparators = setOf(" \t\r\n\"'`,>");
  size_t at = 0;
  while (at < text.size() && at < 128) {
    const char next = at + 1 < text.size() ? text[at + 1] : 'x';
    if (text[at] == '\\') {
      at += next == 'n' || next == 'r' || next == 't' ? 2 : 1;
    } else if (kSeparators.has(text[at]) || (text[at] == '+' && isSpace(next))) {
      ++at;
    } else {
      break;
    }
  }
  return std::min(at, text.size());
}

/// Length of `Proc-Type: 4,ENCRYPTED` and the like, 0 for none.
size_t keyAttribute(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && at < 24 && (isAlphanumeric(text[at]) || text[at] == '-')) ++at;
  if (at < 3 || !text.substr(at).starts_with(": ")) return 0;
  constexpr CharSet kEnds = setOf("\n\r\\\"[");
  while (at < text.size() && at < 128 && !kEnds.has(text[at])) ++at;
  // A marker may stand for what made the line too long.
  if (at < text.size() && text[at] == '[') return 0;
  return at < 128 ? at : 0;
}

/// Length of `-----END ... -----` at the start, 0 for none.
size_t keyFooter(std::string_view text) {
  if (!text.starts_with("-----END ") && !text.starts_with("---- END ")) return 0;
  const size_t close = text.substr(0, 80).find("----", 9);
  if (close == std::string_view::npos) return 9;
  return close + std::min<size_t>(runLength(text.substr(close), setOf("-")), 5);
}

constexpr size_t kKeyLine = 16;

}  // namespace

std::optional<Found> cardAt(const Surroundings& place) {
  const std::string_view behind = place.behind;
  if (!place.wordBegins()) return std::nullopt;
  if (!behind.empty() && (behind.back() == '_' || behind.back() == '.')) return std::nullopt;
  Digits digits;
  std::array<uint8_t, 8> groups{};
  size_t group = 0;
  char separator = '\0';
  size_t at = 0;
  const std::string_view ahead = place.ahead;
  while (at < ahead.size()) {
    if (isDigit(ahead[at])) {
      if (digits.count == kMostDigits) return std::nullopt;
      digits.value[digits.count++] = static_cast<uint8_t>(ahead[at++] - '0');
      ++groups[group];
      continue;
    }
    const bool parts = (ahead[at] == ' ' || ahead[at] == '-') &&
                       (separator == '\0' || separator == ahead[at]) && at + 1 < ahead.size() &&
                       isDigit(ahead[at + 1]);
    // No printed number has a group of other sizes, and what follows a whole one is another matter.
    if (!parts || groups[group] < 4 || digits.count >= 14 || group + 1 == groups.size()) break;
    separator = ahead[at++];
    ++group;
  }
  if (digits.count < 13 || !isPrinted(groups, group + 1)) return std::nullopt;
  const std::string_view rest = ahead.substr(at);
  if (!rest.empty()) {
    if (isAlphanumeric(rest[0]) || rest[0] == '_') return std::nullopt;
    if (rest.size() > 1 && rest[0] == '.' && isDigit(rest[1])) return std::nullopt;
    if (separator != '\0' && rest[0] == separator && beginsWithGroup(rest.substr(1))) {
      return std::nullopt;
    }
    if (rest.size() > 1 && rest[0] == '-' && isAlphanumeric(rest[1])) return std::nullopt;
  }
  if (!behind.empty() && behind.back() == '-' && behind.size() > 1 &&
      isAlphanumeric(behind[behind.size() - 2])) {
    return std::nullopt;
  }
  if (separator != '\0' && !behind.empty() && behind.back() == separator &&
      endsWithGroup(behind.substr(0, behind.size() - 1))) {
    return std::nullopt;
  }
  if (!digits.issued() || !digits.checks()) return std::nullopt;
  return Found{.from = 0, .to = at, .kind = "card-number"};
}

std::optional<Found> webTokenAt(const Surroundings& place) {
  const std::string_view ahead = place.ahead;
  if (!ahead.starts_with("eyJ") || !place.wordBegins()) return std::nullopt;
  const size_t header = base64UrlLength(ahead);
  if (header < 16 || header >= 640 || !ahead.substr(header).starts_with(".eyJ")) {
    return std::nullopt;
  }
  const size_t claims = base64UrlLength(ahead.substr(header + 1));
  if (claims < 10) return std::nullopt;
  return Found{
      .from = 0, .to = header + 1 + claims, .kind = "jwt", .tail = alphanumericAnd("_-.=")};
}

std::optional<Found> keyBlockAt(const Surroundings& place) {
  const size_t header = keyHeader(place.ahead);
  if (header == 0) return std::nullopt;
  // A header without a body is what people write about keys.
  size_t at = header;
  for (int lines = 0; lines < 6; ++lines) {
    const std::string_view rest = place.ahead.substr(at);
    const size_t separators = keySeparators(rest);
    if (runLength(rest.substr(separators), kKeyBase64) >= kKeyLine) {
      return Found{.from = 0, .to = header, .kind = "private-key", .keyBlock = true};
    }
    const KeyBlockPart part = keyBlockPart(rest, false);
    if (part.length == 0 || part.ends) return std::nullopt;
    at += part.length;
  }
  return std::nullopt;
}

KeyBlockPart keyBlockPart(std::string_view ahead, bool begun) {
  const size_t start = keySeparators(ahead);
  const std::string_view rest = ahead.substr(start);
  if (const size_t footer = keyFooter(rest); footer > 0)
    return {.length = start + footer, .ends = true};
  if (!begun) {
    if (const size_t attribute = keyAttribute(rest); attribute > 0) {
      return {.length = start + attribute};
    }
  }
  const size_t run = runLength(rest, kKeyBase64);
  if (run >= kKeyLine) return {.length = start + run, .base64 = true};
  // The last line may be short; one that a cut left behind is too short to tell.
  const std::string_view behind = rest.substr(run);
  if (run > 0 && keyFooter(behind.substr(keySeparators(behind))) > 0) {
    return {.length = start + run, .base64 = true};
  }
  return {.length = 0, .ends = true};
}

}  // namespace epitome::redact
