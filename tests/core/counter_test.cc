/// The baseline counter against its definition.
#include "tokens/counter.h"

#include <string>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

TEST(Counter, FourUnitsAToken) {
  EXPECT_EQ(tokensOfText(""), 0U);
  EXPECT_EQ(tokensOfText("a"), 1U);
  EXPECT_EQ(tokensOfText("abcd"), 1U);
  EXPECT_EQ(tokensOfText("abcde"), 2U);
  EXPECT_EQ(tokensOfText("\u4f60\u597d\u4f60\u597d\u4f60"), 2U);
  EXPECT_EQ(tokensOfText("\U0001F600\U0001F600\U0001F600"), 2U);
}

TEST(Counter, SaturatesInsteadOfWrapping) {
  EXPECT_EQ(tokensOfUnits(0), 0U);
  EXPECT_EQ(tokensOfUnits(uint64_t{UINT32_MAX} * 4), UINT32_MAX);
  EXPECT_EQ(tokensOfUnits(uint64_t{UINT32_MAX} * 4 + 1), UINT32_MAX);
  EXPECT_EQ(tokensOfUnits(UINT64_MAX), UINT32_MAX);
}

TEST(Counter, PiecesCountLikeTheWhole) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::string text = test::randomText(random, random.below(100));
    TextCounter counter;
    for (const std::string& piece : test::randomPieces(random, text)) counter.update(piece);
    EXPECT_EQ(counter.units(), test::unitsOf(text));
    EXPECT_EQ(counter.tokens(), tokensOfText(text));
    EXPECT_EQ(counter.tokens(), tokensOfUnits(counter.units()));
  }
}

TEST(Counter, MediaHasAFlatPrice) {
  EXPECT_EQ(tokensOfMedia({}, "image/png"), kTokensPerMedia);
  EXPECT_EQ(tokensOfMedia({50'000'000, 4000, 3000}, "application/pdf"), kTokensPerMedia);
}

}  // namespace
}  // namespace epitome
