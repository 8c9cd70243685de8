/// Marks from hashes, checked against what they enclose.
#include "summary/boundary.h"

#include <algorithm>

#include "summary/shape.h"
#include "text/hash.h"

namespace epitome {
namespace {
/// Marks stand before every message of the user, so they are short; that one is absent is checked,
/// not left to chance. Whoever writes all short ones gets a long one soon.
constexpr size_t kFewestDigits = 4;
constexpr size_t kMostDigits = 16;
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
    const size_t digits = std::min<uint64_t>(kFewestDigits + 2 * seed, kMostDigits);
    std::string mark = "== " + text::hexOf(hasher.digest()).substr(0, digits);
    const auto holds = [&mark](std::string_view text) {
      return text.find(mark) != std::string_view::npos;
    };
    if (std::none_of(texts.begin(), texts.end(), holds)) return mark;
  }
}

std::string markFor(std::string_view text) { return markFor(std::span(&text, 1)); }

}  // namespace epitome
