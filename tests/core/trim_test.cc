// promise: 3 never larger

#include "edits/trim.h"

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::Random;

std::vector<TrimCandidate> randomCandidates(Random& random) {
  std::vector<TrimCandidate> candidates;
  const uint32_t count = random.below(8);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t units = random.below(random.chance(20) ? 40'000 : 2'000);
    // From one token a code unit to eight units a token.
    candidates.push_back({i / 2, i % 2, (units * (1 + random.below(8)) + 7) / 8, units, units});
  }
  return candidates;
}

/// Tokens freed when every candidate larger than `level` is cut to it.
int64_t freedAt(const std::vector<TrimCandidate>& candidates, int64_t level) {
  int64_t freed = 0;
  for (const TrimCandidate& candidate : candidates) {
    freed += std::max<int64_t>(0, candidate.tokens - level);
  }
  return freed;
}

TEST(PlanTrims, FreesEnoughAtTheHighestCommonSize) {
  Random random(4);
  for (uint32_t trial = 0; trial < 20'000; ++trial) {
    const std::vector<TrimCandidate> candidates = randomCandidates(random);
    const int64_t need = static_cast<int64_t>(random.below(12'000)) - 100;
    const uint32_t floor = 32 + random.below(300);
    const std::vector<EditPlan> plans = planTrims(candidates, need, floor);
    if (need <= 0) {
      ASSERT_TRUE(plans.empty());
      continue;
    }
    int64_t freed = 0;
    uint32_t largest = 0;
    for (size_t i = 0; i < plans.size(); ++i) {
      const EditPlan& plan = plans[i];
      if (i > 0) {
        ASSERT_LT(std::pair(plans[i - 1].message, plans[i - 1].part),
                  std::pair(plan.message, plan.part));
      }
      const auto candidate = std::ranges::find_if(candidates, [&](const TrimCandidate& c) {
        return c.message == plan.message && c.part == plan.part;
      });
      ASSERT_NE(candidate, candidates.end());
      ASSERT_LT(plan.tokens, candidate->tokens) << "grew";
      ASSERT_LE(plan.headUnits, plan.tailStartUnits);
      ASSERT_LE(plan.tailStartUnits, candidate->units);
      // What stays and its marker is within what the plan says, as dense as the whole.
      const uint64_t kept = plan.headUnits + candidate->units - plan.tailStartUnits;
      ASSERT_LE(kept * candidate->tokens / candidate->units + 32, plan.tokens);
      freed += candidate->tokens - plan.tokens;
      largest = std::max(largest, plan.tokens);
    }
    // Larger ones first: whatever was left whole is no larger than what the others were cut to, or
    // not worth the cut.
    int64_t spared = 0;
    for (const TrimCandidate& candidate : candidates) {
      const bool cut = std::ranges::any_of(plans, [&](const EditPlan& plan) {
        return plan.message == candidate.message && plan.part == candidate.part;
      });
      if (!cut && !plans.empty()) {
        const uint32_t unworthy = 200 * candidate.tokens / std::max(candidate.units, 1U);
        ASSERT_LE(candidate.tokens, largest + unworthy + 1) << "trial " << trial;
        spared += std::max<int64_t>(0, int64_t{candidate.tokens} - largest);
      }
    }
    // Enough, or all that the floor allows.
    const int64_t most = plans.empty() ? 0 : freedAt(candidates, floor);
    ASSERT_GE(freed + spared, std::min(need, most)) << "trial " << trial;
    // No more than needed: one token more for each would not have been enough.
    if (!plans.empty() && largest > floor) {
      ASSERT_LT(freedAt(candidates, largest + 1), need);
    }
  }
}

TEST(HeadAndTail, TellsWhatIsKeptWithinItsRoom) {
  const TextCut longest = headAndTail(4'294'967'294U, 4'294'967'295U, 4'294'967'295U);
  EXPECT_LE(longest.text.size(), 100U);
  EXPECT_LE(tokensOfText(longest.text, Family::kO200k), 32U);
  const TextCut cut = headAndTail(10, 343, 345);
  EXPECT_NE(cut.text.find("12 of 345"), std::string::npos);
  EXPECT_EQ(cut.from, 10U);
  EXPECT_EQ(cut.to, 343U);
}

}  // namespace
}  // namespace epitome
