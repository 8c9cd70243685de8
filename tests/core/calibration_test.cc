/// The calibration against bills of providers whose rule is known, and against hostile ones.
#include "tokens/calibration.h"

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

/// A provider that bills `slope` per estimated token and `perMessage` per message, each bill off by
/// up to `noise` percent.
struct Provider {
  double slope = 1;
  double perMessage = 0;
  uint32_t noise = 0;

  int64_t bill(Random& random, int64_t estimate, int64_t messages) const {
    const double exact =
        slope * static_cast<double>(estimate) + perMessage * static_cast<double>(messages);
    const double off = noise == 0 ? 0 : (static_cast<double>(random.below(2'001)) - 1'000) / 1'000;
    return static_cast<int64_t>(exact * (1 + off * noise / 100));
  }
};

int64_t someEstimate(Random& random) {
  const uint32_t size = 1U << random.below(13);
  return 1 + random.below(size);
}

/// Mean relative error of the next `count` predictions, percent.
double errorOf(const Calibration& calibration, const Provider& provider, Random& random) {
  double error = 0;
  constexpr int kPredictions = 200;
  for (int i = 0; i < kPredictions; ++i) {
    const int64_t estimate = 100 + random.below(5'000);
    const auto billed = static_cast<double>(provider.bill(random, estimate, 1));
    const auto told = static_cast<double>(calibration.billed(estimate, 1));
    error += (told > billed ? told - billed : billed - told) / billed;
  }
  return error * 100 / kPredictions;
}

TEST(Calibration, StartsWithWhatIsExpected) {
  EXPECT_EQ(Calibration().billed(1'000, 3), 1'000);
  EXPECT_EQ(Calibration(1.25).billed(1'000, 3), 1'250);
  EXPECT_EQ(Calibration().billed(0, 0), 0);
}

TEST(Calibration, LearnsTheProvidersRuleWithinAFewBills) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Provider provider{0.7 + random.below(100) / 100.0, static_cast<double>(random.below(20)),
                            5};
    Calibration calibration;
    const double before = errorOf(calibration, provider, random);
    for (int i = 0; i < 12; ++i) {
      const int64_t estimate = someEstimate(random) + 20;
      calibration.observe(estimate, 1, provider.bill(random, estimate, 1));
    }
    const double after = errorOf(calibration, provider, random);
    EXPECT_LT(after, 8) << "seed " << seed << ", " << before << " before";
    EXPECT_EQ(calibration.samples(), 12U);
  }
}

TEST(Calibration, FollowsAProviderThatChanges) {
  Random random(1);
  Calibration calibration;
  const Provider first{1, 4, 3};
  const Provider then{1.35, 12, 3};
  for (const Provider& provider : {first, then}) {
    for (int i = 0; i < 300; ++i) {
      const int64_t estimate = someEstimate(random);
      calibration.observe(estimate, 1, provider.bill(random, estimate, 1));
    }
    EXPECT_LT(errorOf(calibration, provider, random), 6);
  }
}

TEST(Calibration, OneWildBillChangesLittle) {
  Random random(2);
  const Provider provider{1.2, 10, 2};
  Calibration calibration;
  for (int i = 0; i < 30; ++i) {
    const int64_t estimate = someEstimate(random);
    calibration.observe(estimate, 1, provider.bill(random, estimate, 1));
  }
  const int64_t before = calibration.billed(2'000, 1);
  // Somebody else's prompt, or an image that nobody counted.
  calibration.observe(50, 1, 60'000);
  calibration.observe(40'000, 1, 30);
  const int64_t after = calibration.billed(2'000, 1);
  EXPECT_NEAR(static_cast<double>(after), static_cast<double>(before), 0.05 * 2'400);
}

TEST(Calibration, StaysWithinItsBoundsWhateverItIsTold) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Calibration calibration;
    for (int i = 0; i < 300; ++i) {
      const auto wild = [&]() -> int64_t {
        switch (random.below(5)) {
          case 0:
            return -static_cast<int64_t>(random.below(1'000));
          case 1:
            return INT64_MAX;
          case 2:
            return 1;
          default:
            return random.below(1U << random.below(31));
        }
      };
      calibration.observe(wild(), wild(), wild());
      if (random.chance(5)) calibration.observeWhole(wild(), wild());
      Calibration other;
      ASSERT_TRUE(other.recall(calibration.memory())) << "seed " << seed << " after " << i;
      ASSERT_EQ(other.memory(), calibration.memory());
      ASSERT_GE(calibration.billed(1'000, 1), 0);
      const int64_t within = calibration.estimateWithin(10'000);
      ASSERT_LE(calibration.billed(within, 0), 10'000);
    }
  }
}

TEST(Calibration, BillsThatAreNoneTeachNothing) {
  Calibration calibration;
  calibration.observe(0, 1, 10);
  calibration.observe(10, 0, 10);
  calibration.observe(10, 1, 0);
  calibration.observe(-5, 1, 10);
  calibration.observeWhole(0, 10);
  calibration.observeWhole(10, -1);
  EXPECT_EQ(calibration.memory(), Calibration().memory());
}

TEST(Calibration, TheMovingAverageTakesATenthOfEachRatio) {
  Calibration calibration;
  calibration.observeWhole(1'000, 2'000);
  EXPECT_DOUBLE_EQ(calibration.memory().slope, 0.9 + 0.1 * 2);
  calibration.observeWhole(1'000, 1'000);
  EXPECT_DOUBLE_EQ(calibration.memory().slope, 0.9 * (0.9 + 0.1 * 2) + 0.1);
  EXPECT_EQ(calibration.samples(), 2U);
}

TEST(Calibration, AMemoryThatItCouldNotHaveIsRefused) {
  const Calibration::Memory good = Calibration().memory();
  const double nan = 0.0 / (good.slope - 1 + good.perMessage);
  const auto refuses = [&](auto&& change) {
    Calibration::Memory bad = good;
    change(bad);
    Calibration calibration;
    EXPECT_FALSE(calibration.recall(bad));
    EXPECT_EQ(calibration.memory(), good);
  };
  for (const double value : {nan, -1.0, 0.0, 100.0, 1e300}) {
    refuses([&](auto& memory) { memory.slope = value; });
  }
  for (const double value : {nan, -1e3, 1e3}) {
    refuses([&](auto& memory) { memory.perMessage = value; });
    refuses([&](auto& memory) { memory.slopeVariance = value; });
    refuses([&](auto& memory) { memory.perMessageVariance = value; });
    refuses([&](auto& memory) { memory.covariance = value; });
  }
}

}  // namespace
}  // namespace epitome
