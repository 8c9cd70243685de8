/// The baseline counter against its definition.
#include "tokens/counter.h"

#include <string>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/estimator.h"

namespace epitome {
namespace {

using test::Random;

TEST(Counter, FourUnitsAToken) {
  EXPECT_EQ(tokensOfText("", Family::kO200k), 0U);
  EXPECT_EQ(tokensOfText("a", Family::kO200k), 1U);
  EXPECT_EQ(tokensOfText("abcd", Family::kO200k), 1U);
  EXPECT_EQ(tokensOfText("abcde", Family::kO200k), 2U);
  EXPECT_EQ(tokensOfText("\u4f60\u597d\u4f60\u597d\u4f60", Family::kO200k), 2U);
  EXPECT_EQ(tokensOfText("\U0001F600\U0001F600\U0001F600", Family::kO200k), 2U);
}

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

}  // namespace
}  // namespace epitome
