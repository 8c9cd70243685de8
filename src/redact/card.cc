#include "redact/card.h"

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

/// A group of four to six hexadecimal digits, one of them a digit at least: the row goes on.
bool isGroup(std::string_view text) {
  return text.size() >= 4 && text.size() <= 6 &&
         std::all_of(text.begin(), text.end(), isHexDigit) &&
         std::any_of(text.begin(), text.end(), isDigit);
}

bool beginsWithGroup(std::string_view text) {
  return isGroup(text.substr(0, runLength(text, alphanumericAnd(""), 7)));
}

bool endsWithGroup(std::string_view text) {
  std::string_view before = text;
  trimBack(before, alphanumericAnd(""));
  return isGroup(text.substr(before.size()));
}

}  // namespace

std::optional<Found> cardAt(const Place& place) {
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
    if (isAlnum(rest[0]) || rest[0] == '_') return std::nullopt;
    if (rest.size() > 1 && rest[0] == '.' && isDigit(rest[1])) return std::nullopt;
    if (separator != '\0' && rest[0] == separator && beginsWithGroup(rest.substr(1))) {
      return std::nullopt;
    }
    if (rest.size() > 1 && rest[0] == '-' && isAlnum(rest[1])) return std::nullopt;
  }
  if (!behind.empty() && behind.back() == '-' && behind.size() > 1 &&
      isAlnum(behind[behind.size() - 2])) {
    return std::nullopt;
  }
  if (separator != '\0' && !behind.empty() && behind.back() == separator &&
      endsWithGroup(behind.substr(0, behind.size() - 1))) {
    return std::nullopt;
  }
  if (!digits.issued() || !digits.checks()) return std::nullopt;
  return Found{.from = 0, .to = at, .kind = "card-number"};
}

}  // namespace epitome::redact
