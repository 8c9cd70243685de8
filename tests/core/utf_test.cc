// promise: 1 always valid
/// Every function against a second reading of UTF-8 and JSON that is slow and plain.
#include "text/utf.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Glyph;
using test::glyphsOf;
using test::Random;

/// All functions of one text at one limit against a walk over its glyphs.
void expectLikeOracle(std::string_view text, uint64_t limit) {
  const std::vector<Glyph> glyphs = glyphsOf(text);
  uint64_t units = 0;
  size_t prefix = 0;
  uint64_t prefixUnits = 0;
  size_t bytes = 0;
  bool open = true;
  std::string formed;
  for (const Glyph& glyph : glyphs) {
    EXPECT_EQ(codePointBytes(text, bytes), glyph.formed ? glyph.bytes : 0);
    formed += glyph.formed ? std::string(text.substr(bytes, glyph.bytes)) : "\uFFFD";
    units += glyph.units;
    bytes += glyph.bytes;
    open = open && units <= limit;
    if (open) {
      prefix = bytes;
      prefixUnits = units;
    }
  }
  size_t suffix = text.size();
  uint64_t suffixUnits = 0;
  for (size_t i = glyphs.size(); i-- > 0 && suffixUnits + glyphs[i].units <= limit;) {
    suffix -= glyphs[i].bytes;
    suffixUnits += glyphs[i].units;
  }
  ASSERT_EQ(utf16Length(text), units);
  ASSERT_EQ(prefixBytes(text, limit), prefix);
  ASSERT_EQ(reach(text, limit).bytes, prefix);
  ASSERT_EQ(reach(text, limit).units, prefixUnits);
  ASSERT_EQ(suffixStart(text, limit), suffix);
  ASSERT_EQ(wellFormed(text), formed);
  ASSERT_EQ(utf16Length(formed), units);
}

TEST(Utf, AgreesWithTheOracleOnEveryMixOfDecisiveBytes) {
  static constexpr unsigned char kBytes[] = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                             0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
                                             0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  for (const unsigned char a : kBytes) {
    for (const unsigned char b : kBytes) {
      for (const unsigned char c : kBytes) {
        for (const unsigned char d : kBytes) {
          const char text[] = {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c),
                               static_cast<char>(d)};
          expectLikeOracle(std::string_view(text, sizeof text), d % 5);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Utf, AgreesWithTheOracleOnRandomTexts) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    std::string text;
    switch (random.below(4)) {
      case 0:
        text = test::randomBytes(random, random.below(200));
        break;
      case 1:
        text = test::randomText(random, random.below(60));
        break;
      case 2:
        text = std::string(random.below(300), 'a');
        break;
      default:
        text = std::string(random.below(90), 'a') + test::randomText(random, 3) +
               std::string(random.below(90), 'b');
    }
    for (const uint64_t limit :
         {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{random.below(400)}, UINT64_MAX}) {
      expectLikeOracle(text, limit);
      if (HasFatalFailure()) FAIL() << "seed " << seed << " limit " << limit;
    }
  }
}

TEST(Utf, NeverCutsASurrogatePair) {
  const std::string text = "ab\U0001F600cd";
  EXPECT_EQ(utf16Length(text), 6U);
  EXPECT_EQ(prefixBytes(text, 3), 2U);
  EXPECT_EQ(prefixBytes(text, 4), 6U);
  EXPECT_EQ(suffixStart(text, 3), 6U);
  EXPECT_EQ(suffixStart(text, 4), 2U);
}

}  // namespace
}  // namespace epitome::text
