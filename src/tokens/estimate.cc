/// Weighted sums in fixed point.
#include "tokens/estimate.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tokens/root.h"
#include "tokens/weights_data.h"

namespace epitome::tokens {
namespace {

/// In units of 1 / 2^kWeightBits tokens.
int64_t weightOf(Family family, uint32_t feature) {
  return int64_t{kWeights[static_cast<uint32_t>(family)][feature]} << kWeightShifts[feature];
}

/// Tokens in units of 1 / 2^kWeightBits; not below zero.
uint64_t weigh(const Counts& counts, Family family) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < kFeatures; ++i) {
    sum += static_cast<int64_t>(counts[i]) * weightOf(family, i);
  }
  return static_cast<uint64_t>(std::max<int64_t>(sum, 0));
}

uint64_t rounded(uint64_t weighed) {
  return (weighed + (uint64_t{1} << (kWeightBits - 1))) >> kWeightBits;
}

uint32_t saturated(uint64_t tokens) {
  return static_cast<uint32_t>(std::min<uint64_t>(tokens, UINT32_MAX));
}

bool isEmpty(const Counts& counts) {
  return std::all_of(counts.begin(), counts.end(), [](uint64_t count) { return count == 0; });
}

/// What the text costs at the least, where it is certain: no vocabulary merges a word with what
/// stands before it, other than a space and marks.
uint64_t leastTokens(const Counts& counts, Family family) {
  const auto of = [&](Feature feature) { return counts[static_cast<uint32_t>(feature)]; };
  const auto index = static_cast<uint32_t>(family);
  const uint64_t words = of(Feature::kWords) - of(Feature::kWordsAfterCamel) -
                         of(Feature::kWordsAfterMark) - of(Feature::kWordsAfterSpaceMark) -
                         of(Feature::kWordsAfterMarks);
  constexpr auto kOne = static_cast<uint32_t>(Feature::kUnknownBytes);
  const uint64_t ones = (words + of(Feature::kControls) + counts[kOne]) * weightOf(family, kOne);
  return rounded(ones +
                 counts[kRepeatFeatures + index] * weightOf(family, kRepeatFeatures + index));
}

}  // namespace

uint32_t estimateOf(const Counts& counts, Family family) {
  if (isEmpty(counts)) return 0;
  return saturated(std::max<uint64_t>(rounded(weigh(counts, family)), 1));
}

uint32_t boundOf(const Counts& counts, Family family) {
  if (isEmpty(counts)) return 0;
  const Margin& margin = kMargins[static_cast<uint32_t>(family)];
  const uint64_t tokens =
      std::max({rounded(weigh(counts, family)), leastTokens(counts, family), uint64_t{1}});
  // Contributions of the groups in units of 1 / 2^kWeightBits; the last is for features of no
  // group.
  std::array<uint64_t, kMarginGroups + 1> sums{};
  for (uint32_t i = 0; i < kFeatures; ++i) {
    sums[kMarginGroup[i]] += counts[i] * static_cast<uint64_t>(std::abs(weightOf(family, i)));
  }
  // A text errs as its kind does, which a share covers; words also err independently of each other,
  // which grows with the root.
  uint64_t over = uint64_t{margin.tokens} << kWeightBits;
  for (uint32_t group = 0; group < kMarginGroups; ++group) {
    over += sums[group] * margin.shares[group];
    over += rootOf(sums[group] << kWeightBits) * margin.roots[group];
  }
  constexpr uint32_t kOverBits = kWeightBits + 8;
  return saturated(tokens + ((over + (uint64_t{1} << kOverBits) - 1) >> kOverBits));
}

}  // namespace epitome::tokens
