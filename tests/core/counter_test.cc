// promise: counting
/// Estimates as the core asks for them.
#include "tokens/counter.h"

#include <string>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/estimator.h"

namespace epitome {
namespace {

using test::Random;

TEST(Counter, PiecesCountLikeTheWhole) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::string text = test::randomText(random, random.below(100));
    TextEstimator counter;
    for (const std::string& piece : test::randomPieces(random, text)) counter.update(piece);
    EXPECT_EQ(counter.units(), test::unitsOf(text));
    EXPECT_EQ(counter.tokens(), tokensOfText(text, Family::kO200k));
  }
}

TEST(Counter, TheMarginGrowsSlowerThanTheTextButNeverShrinks) {
  EXPECT_EQ(safeMargin(0), 0);
  EXPECT_EQ(safeMargin(-5), 0);
  EXPECT_EQ(safeMargin(1), 1);
  EXPECT_EQ(safeMargin(10'000), 1'250 + 100);
  for (int64_t tokens = 1; tokens < 20'000; ++tokens) {
    ASSERT_GE(safeMargin(tokens), safeMargin(tokens - 1) - 1);
    ASSERT_LE(safeMargin(tokens), tokens);
  }
}

TEST(Counter, FamiliesRelateToEachOther) {
  for (uint32_t a = 0; a < kFamilies; ++a) {
    for (uint32_t b = 0; b < kFamilies; ++b) {
      const double there = relativeTokens(static_cast<Family>(a), static_cast<Family>(b));
      const double back = relativeTokens(static_cast<Family>(b), static_cast<Family>(a));
      EXPECT_NEAR(there * back, 1, 1e-9);
      EXPECT_GT(there, 0.7);
    }
  }
}

}  // namespace
}  // namespace epitome
