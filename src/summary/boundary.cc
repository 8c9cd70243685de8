/// Marks from hashes, checked against what they enclose.
#include "summary/boundary.h"

#include <algorithm>

#include "summary/shape.h"
#include "text/hash.h"

namespace epitome {
namespace {
/// Marks stand before every message of the user, so they are short, and made of decimal digits, of
/// which tokenisers take three as one. That a mark is absent is checked, not left to chance;
/// whoever writes all short ones gets a long one soon.
constexpr std::string_view kLead = "== ";
constexpr uint64_t kDigitsAtOnce = 3;
constexpr uint64_t kMostDigits = 18;

std::string digitsOf(uint64_t number, uint64_t count) {
  std::string digits(count, '0');
  for (uint64_t i = 0; i < count; ++i, number /= 10) {
    digits[i] = static_cast<char>('0' + number % 10);
  }
  return digits;
}

}  // namespace

std::string markFor(std::span<const std::string_view> texts) {
  // Each round tries another seed and a longer mark; in the end a text would have to contain its
  // own hash for one more, and it holds only finitely many marks.
  for (uint64_t seed = 0;; ++seed) {
    text::Hasher hasher(seed);
    for (const std::string_view text : texts) {
      hasher.update(static_cast<uint64_t>(text.size()));
      hasher.update(text);
    }
    const uint64_t digits = std::min(kDigitsAtOnce * (seed + 1), kMostDigits);
    const std::string mark = std::string(kLead) + digitsOf(hasher.digest(), digits);
    const auto holds = [&mark](std::string_view text) {
      return text.find(mark) != std::string_view::npos;
    };
    if (std::none_of(texts.begin(), texts.end(), holds)) return mark;
  }
}

std::string markFor(std::string_view text) { return markFor(std::span(&text, 1)); }

std::vector<std::string_view> quotedIn(std::string_view text) {
  std::vector<std::string_view> quoted;
  std::string_view open;
  size_t from = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (!open.empty() && line == open) {
      quoted.push_back(text.substr(from, at - from));
      open = {};
    } else if (open.empty() && line.starts_with(kLead) && line.size() > kLead.size() &&
               line.find_first_not_of("0123456789", kLead.size()) == line.npos) {
      open = line;
      from = std::min(end + 1, text.size());
    }
    at = end + 1;
  }
  if (quoted.empty()) quoted.push_back(text);
  return quoted;
}

}  // namespace epitome
