/// Marks from hashes, checked against what they enclose.
#include "summary/boundary.h"

#include <algorithm>

#include "summary/shape.h"
#include "text/hash.h"

namespace epitome {
namespace {
/// Enough to be rare; that the mark is absent is checked, not left to chance.
constexpr size_t kDigits = 8;
}  // namespace

std::string markFor(std::span<const std::string_view> texts) {
  // A text would have to contain its own hash for a second round. Each round tries another seed,
  // and a text holds only finitely many marks, so the loop ends.
  for (uint64_t seed = 0;; ++seed) {
    text::Hasher hasher(seed);
    for (const std::string_view text : texts) {
      hasher.update(static_cast<uint64_t>(text.size()));
      hasher.update(text);
    }
    std::string mark = "== " + text::hexOf(hasher.digest()).substr(0, kDigits);
    const auto holds = [&mark](std::string_view text) {
      return text.find(mark) != std::string_view::npos;
    };
    if (std::none_of(texts.begin(), texts.end(), holds)) return mark;
  }
}

std::string markFor(std::string_view text) { return markFor(std::span(&text, 1)); }

}  // namespace epitome
