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
  for (uint64_t seed = GetParam(); seed < test::cases(4'000); seed += kShards) {
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

INSTANTIATE_TEST_SUITE_P(Session, Trials, testing::Range<uint64_t>(0, kShards));

}  // namespace
}  // namespace epitome
