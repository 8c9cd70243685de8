// promise: 3 never larger

#include "budget/budget.h"

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

Budget of(const BudgetInput& input, const BudgetPolicy& policy = {}) {
  return makeBudget(policy, input);
}

BudgetInput window(uint32_t tokens) {
  BudgetInput input;
  input.contextWindow = tokens;
  return input;
}

TEST(Budget, DefaultReserveIsTheSmallestOfItsLimits) {
  EXPECT_EQ(of(window(200'000)).outputReserve, 8'192);
  EXPECT_EQ(of(window(16'000)).outputReserve, 2'000);
  BudgetInput input = window(200'000);
  input.modelMaxOutput = 4'096;
  EXPECT_EQ(of(input).outputReserve, 4'096);
  input.maxOutputTokens = 30'000;
  EXPECT_EQ(of(input).outputReserve, 30'000);
}

TEST(Budget, OverheadIsWhatWasSeenThenWhatWasConfiguredThenAssumed) {
  BudgetInput input = window(100'000);
  EXPECT_EQ(of(input).hostOverhead, 8'000);
  EXPECT_EQ(of(window(8'000)).hostOverhead, 2'000);
  input.configuredOverhead = 0;
  EXPECT_EQ(of(input).hostOverhead, 0);
  input.configuredOverhead = 500;
  EXPECT_EQ(of(input).hostOverhead, 500);
  input.observedOverhead = 700;
  EXPECT_EQ(of(input).hostOverhead, 700);
  input.observedOverhead = 0;
  EXPECT_EQ(of(input).hostOverhead, 0);
}

TEST(Budget, ThresholdsAreTokensOrFractionsOfTheBudget) {
  BudgetInput input = window(10'000);
  input.maxOutputTokens = 1'000;
  input.configuredOverhead = 1'000;
  BudgetPolicy policy;
  policy.trigger = {0.75};
  policy.target = {0.5};
  policy.keepRecentTokens = {0.25};
  Budget budget = of(input, policy);
  EXPECT_EQ(budget.total, 8'000);
  EXPECT_EQ(budget.trigger, 6'000);
  EXPECT_EQ(budget.target, 4'000);
  EXPECT_EQ(budget.keepRecentTokens, 2'000);
  policy.trigger = {5'000};
  policy.target = {3'000};
  policy.keepRecentTokens = {1'500};
  policy.userWords = {100};
  budget = of(input, policy);
  EXPECT_EQ(budget.trigger, 5'000);
  EXPECT_EQ(budget.target, 3'000);
  EXPECT_EQ(budget.keepRecentTokens, 1'500);
  EXPECT_EQ(budget.userWords, 100);
}

TEST(Budget, ThresholdsAreOrderedWhateverTheOptions) {
  test::Random random(9);
  const auto amount = [&]() -> Amount {
    return {random.chance(50) ? (random.below(999) + 1) / 1000.0
                              : static_cast<double>(1 + random.below(300'000))};
  };
  for (uint32_t trial = 0; trial < 20'000; ++trial) {
    BudgetPolicy policy;
    policy.trigger = amount();
    policy.target = random.chance(80) ? amount() : Amount();
    policy.keepRecentTokens = random.chance(80) ? amount() : Amount();
    policy.keepRecentMessages = random.below(50);
    policy.userWords = amount();
    BudgetInput input = window(random.below(random.chance(50) ? 2'000 : 2'000'000));
    input.maxOutputTokens = random.chance(50) ? random.below(100'000) : 0;
    input.modelMaxOutput = random.chance(50) ? random.below(100'000) : 0;
    input.configuredOverhead = random.chance(50) ? random.below(100'000) : -1;
    input.observedOverhead = random.chance(50) ? random.below(100'000) : -1;
    const Budget budget = of(input, policy);
    ASSERT_GE(budget.total, 0);
    ASSERT_LE(budget.total, budget.contextWindow);
    ASSERT_LE(budget.trigger, budget.total);
    // A rewrite that aims at the trigger would be followed by the next one at once.
    if (budget.trigger > 0) {
      ASSERT_LT(budget.target, budget.trigger);
    }
    if (policy.target.value == 0) {
      ASSERT_LE(budget.target, budget.trigger / 2);
    } else if (policy.target.of(budget.total) < budget.trigger) {
      ASSERT_EQ(budget.target, policy.target.of(budget.total));
    }
    ASSERT_LE(budget.outputReserve, budget.contextWindow / 2);
    ASSERT_LE(budget.keepRecentTokens, budget.trigger * 5 / 8);
    if (policy.keepRecentTokens.value == 0) {
      ASSERT_LE(budget.keepRecentTokens, budget.target / 2);
    } else if (policy.keepRecentTokens.of(budget.total) <= budget.trigger / 2) {
      ASSERT_EQ(budget.keepRecentTokens, policy.keepRecentTokens.of(budget.total));
    }
    ASSERT_GE(restingSize(budget), budget.target);
    ASSERT_LE(restingSize(budget), budget.trigger);
    ASSERT_LE(budget.userWords, budget.total / 2);
    ASSERT_GE(budget.target, 0);
    const Budget careful = withMargin(budget, random.below(50'000));
    ASSERT_LE(careful.total, budget.total);
    ASSERT_GE(careful.total, budget.total - budget.total / 3);
    ASSERT_LE(careful.trigger, careful.total);
  }
}

TEST(Budget, NothingIsLeftOfAWindowThatOverheadFills) {
  BudgetInput input = window(1'000);
  input.observedOverhead = 5'000;
  const Budget budget = of(input);
  EXPECT_EQ(budget.total, 0);
  EXPECT_EQ(budget.trigger, 0);
  EXPECT_EQ(budget.target, 0);
}

}  // namespace
}  // namespace epitome
