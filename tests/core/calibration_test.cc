// promise: 11 believes within bounds
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

TEST(Calibration, LearnsTheProvidersRuleFromThePromptsOfASession) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Provider provider{0.7 + random.below(80) / 100.0, static_cast<double>(random.below(12)),
                            5};
    Calibration calibration;
    const double before = errorOf(calibration, provider, random);
    for (int i = 0; i < 60; ++i) {
      const int64_t estimate = someEstimate(random) + 20;
      calibration.observe(estimate, 1, provider.bill(random, estimate, 1));
    }
    const double after = errorOf(calibration, provider, random);
    EXPECT_LT(after, 10) << "seed " << seed << ", " << before << " before";
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
      ASSERT_GE(calibration.ratio(), 0.5);
      ASSERT_LE(calibration.ratio(), 3);
      ASSERT_GE(calibration.perMessage(), -16);
      ASSERT_LE(calibration.perMessage(), 32);
      Calibration other;
      ASSERT_TRUE(other.recall(calibration.memory())) << "seed " << seed << " after " << i;
      ASSERT_EQ(other.memory(), calibration.memory());
      ASSERT_EQ(other.ratio(), calibration.ratio());
      ASSERT_EQ(other.perMessage(), calibration.perMessage());
    }
  }
}

TEST(Calibration, WhatIsAlwaysTheSameIsLearnedWithoutLosingTheRest) {
  // One size tells nothing of how ratio and envelope share it: what is expected decides.
  for (const int64_t size : {1, 40, 3'000, 70'000'000}) {
    Calibration calibration;
    for (int i = 0; i < 20'000; ++i) calibration.observe(size, 1, size + size / 5 + 1);
    Calibration other;
    ASSERT_TRUE(other.recall(calibration.memory())) << size;
    const auto told = static_cast<double>(calibration.billed(size, 1));
    EXPECT_NEAR(told, 1.2 * static_cast<double>(size), 0.02 * static_cast<double>(size) + 3);
  }
}

TEST(Calibration, ShortMessagesSayLittleOfLongOnes) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    Calibration calibration;
    // Of one kind, each off by three tenths at most.
    const double kind = (70.0 + random.below(61)) / 100;
    int64_t seen = 0;
    for (uint32_t i = 0; i < 4 + random.below(17); ++i) {
      const int64_t estimate = 10 + random.below(150);
      calibration.observe(estimate, 1, static_cast<int64_t>(kind * static_cast<double>(estimate)));
      seen += estimate;
    }
    // As far as so many tokens weigh against what is expected.
    const double weight = static_cast<double>(seen) / static_cast<double>(seen + 2'000);
    EXPECT_GE(calibration.ratio(), 1 - 0.3 * weight - 0.01);
    EXPECT_LE(calibration.ratio(), 1 + 0.3 * weight + 0.01);
    EXPECT_FALSE(calibration.covers(161));
    EXPECT_GE(calibration.cautiousRatio(), 1);
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
  EXPECT_DOUBLE_EQ(calibration.ratio(), 0.9 + 0.1 * 2);
  calibration.observeWhole(1'000, 1'000);
  EXPECT_DOUBLE_EQ(calibration.ratio(), 0.9 * (0.9 + 0.1 * 2) + 0.1);
}

TEST(Calibration, AMemoryThatItCouldNotHaveIsRefused) {
  const Calibration::Memory good = Calibration().memory();
  const double nan = 0.0 / (good.messages);
  const auto refuses = [&](auto&& change) {
    Calibration::Memory bad = good;
    change(bad);
    Calibration calibration;
    EXPECT_FALSE(calibration.recall(bad));
    EXPECT_EQ(calibration.memory(), good);
  };
  using Memory = Calibration::Memory;
  for (double Memory::* field : {&Memory::expected, &Memory::tokens, &Memory::messages,
                                 &Memory::billed, &Memory::density, &Memory::billedDensity}) {
    for (const double value : {nan, -1.0, 1e300}) {
      refuses([&](Memory& memory) { memory.*field = value; });
    }
  }
  for (double Memory::* field : {&Memory::expected, &Memory::tokens, &Memory::density}) {
    refuses([&](Memory& memory) { memory.*field = 0; });
  }
  // More messages than so many tokens could hold.
  refuses([](Memory& memory) { memory.messages = 1'000; });
  refuses([](Memory& memory) { memory.largest = UINT32_MAX; });
}

}  // namespace
}  // namespace epitome
