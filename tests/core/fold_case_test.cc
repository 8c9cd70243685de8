/// That folding is a projection, and that it is the case that goes and nothing else.
#include "text/fold_case.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

TEST(FoldedCase, OfFoldedTextChangesNothing) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    Random random(seed);
    const std::string text = random.chance(50) ? test::randomBytes(random, random.below(120))
                                               : test::randomText(random, random.below(30));
    const std::string folded = foldedCase(text);
    ASSERT_EQ(foldedCase(folded), folded) << seed;
    ASSERT_EQ(test::isWellFormed(folded), test::isWellFormed(text)) << seed;
    // Where one code point is another, the pieces can be folded apart.
    const size_t half = text.find(' ');
    if (half != text.npos) {
      ASSERT_EQ(foldedCase(text.substr(0, half)) + foldedCase(text.substr(half)), folded) << seed;
    }
  }
}

TEST(FoldedCase, EveryCodePointIsFoldedAtOnce) {
  for (uint32_t code = 0x80; code < 0x3000; ++code) {
    std::string text;
    if (code < 0x800) {
      text = {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
    } else {
      text = {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)),
              static_cast<char>(0x80 | (code & 63))};
    }
    ASSERT_EQ(foldedCase(foldedCase(text)), foldedCase(text)) << code;
  }
}

TEST(FoldedCase, KnowsTheLettersOfItsScripts) {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"Never MUST z@[`{", "never must z@[`{"},
      {"\u00c4\u00d6\u00dc\u00df\u00d7\u00de", "\u00e4\u00f6\u00fc\u00df\u00d7\u00fe"},
      {"\u0391\u03a9\u03c9", "\u03b1\u03c9\u03c9"},
      {"\u0410\u042f\u0401\u0419", "\u0430\u044f\u0451\u0439"},
      {"\u0104\u0141\u0147\u0160\u017d\u0179", "\u0105\u0142\u0148\u0161\u017e\u017a"},
      {"\u0130", "i"},
      {"don\u2019t", "don't"},
      {"\u4f60\u597d\u05d0\U0001F600", "\u4f60\u597d\u05d0\U0001F600"},
  };
  for (const auto& [text, folded] : kPairs) EXPECT_EQ(foldedCase(text), folded);
}

}  // namespace
}  // namespace epitome::text
