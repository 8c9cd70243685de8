// promise: 1 always valid, 3 never larger, 5 always ends, 6 pays once, 7 keeps the prefix
/// Whole sessions over transcripts that grow, break and come back altered, under every preset and
/// random policies. `npm run fuzz -- trials` plays many more.

#include "session/session.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "core/support/trial.h"

namespace epitome {
namespace {

constexpr uint64_t kShards = 8;

class Trials : public testing::TestWithParam<uint64_t> {};

TEST_P(Trials, EveryContractHoldsAfterEveryStep) {
  const std::vector<script::NamedOptions> presets = script::presets();
  ASSERT_FALSE(presets.empty());
  uint32_t faults = 0;
  for (uint64_t seed = GetParam(); seed < 400; seed += kShards) {
    const script::NamedTrial named = script::trialOf(seed, presets);
    const std::string fault = script::Trial(seed, named.plan).play();
    if (fault.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ", " << named.name << ": " << fault;
    if (++faults == 3) break;
  }
}

TEST(Session, TheSameCallsGiveTheSameBytes) {
  const std::vector<script::NamedOptions> presets = script::presets();
  for (uint64_t seed = 0; seed < 90; ++seed) {
    const script::NamedTrial named = script::trialOf(seed, presets);
    script::Trial once(seed, named.plan);
    script::Trial again(seed, named.plan);
    once.play();
    again.play();
    ASSERT_EQ(once.digest(), again.digest()) << seed << " " << named.name;
  }
}

/// However much of a view stays as it is, a fold that nothing forces makes room for some steps.
TEST(Session, DoesNotFoldAtEachStep) {
  uint32_t folds = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    test::Random random(seed);
    SessionOptions options = script::bareOptions(seed % 2 == 0);
    options.budget.keepRecentTokens = {0.1 + 0.01 * random.below(60)};
    constexpr uint32_t kWindow = 8'000;
    script::Driver driver(options);
    script::Script begin;
    begin.system(test::prose(random.below(30'000))).user("Work through all of it.");
    driver.attach(begin);
    for (uint32_t i = 0; i < 150; ++i) {
      script::Script script;
      script.step("c" + std::to_string(i), test::prose(100 + random.below(900), i));
      driver.append(script);
      driver.step(kWindow);
      const std::string report = driver.session().reportJson(driver.run());
      const auto said = nlohmann::json::parse(report.empty() ? "{}" : report);
      if (said.value("reason", "none") != "trigger" || said["folds"].empty()) continue;
      ++folds;
      const int64_t freed = said.value("tokensBefore", 0) - said.value("tokensAfter", 0);
      // Half of a twentieth of the budget: what a record takes is not known before it is written.
      ASSERT_GE(freed * 40, script::budgetOf(options, kWindow)) << seed << " step " << i;
    }
  }
  EXPECT_GT(folds, 40U);
}

INSTANTIATE_TEST_SUITE_P(Session, Trials, testing::Range<uint64_t>(0, kShards));

}  // namespace
}  // namespace epitome
