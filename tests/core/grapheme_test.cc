// promise: 1 always valid
/// Against the cuts that Intl.Segmenter allows, and against an oracle that looks back.
#include "text/grapheme.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/grapheme_cases.h"
#include "core/support/grapheme_oracle.h"
#include "core/support/random_text.h"
#include "text/utf.h"

namespace epitome::text {
namespace {

using test::Random;

std::vector<bool> cutsOf(const std::vector<uint32_t>& codes) {
  GraphemeBreaks breaks;
  std::vector<bool> safe;
  for (const uint32_t code : codes) safe.push_back(breaks.next(code));
  return safe;
}

TEST(GraphemeBreaks, NeverSplitsWhatSegmentersKeepTogether) {
  std::vector<uint32_t> codes;
  std::vector<bool> allowed;
  bool open = true;
  uint32_t texts = 0;
  uint32_t breaks = 0;
  uint32_t found = 0;
  for (const uint32_t item : test::kGraphemeCases) {
    if (item == 0) {
      open = true;
    } else if (item != test::kEnd) {
      codes.push_back(item);
      allowed.push_back(open);
      open = false;
    } else {
      const std::vector<bool> safe = cutsOf(codes);
      for (size_t i = 0; i < codes.size(); ++i) {
        ASSERT_TRUE(allowed[i] || !safe[i]) << "text " << texts << ", code point " << i;
        breaks += allowed[i] ? 1 : 0;
        found += safe[i] ? 1 : 0;
      }
      codes.clear();
      allowed.clear();
      open = true;
      ++texts;
    }
  }
  EXPECT_GT(texts, 600U);
  // Refusing all would be safe too.
  EXPECT_GT(found, breaks * 7 / 10);
}

TEST(GraphemeBreaks, CutsOrdinaryTextAnywhereButInsideItsCharacters) {
  std::vector<uint32_t> codes;
  std::string clusters;
  for (const auto& [code, units] : test::codePointsOf("e\u0301 x\r\ny \U0001F468\u200d\U0001F469."
                                                      "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7"
                                                      "\u4f60\u597d \ud55c\uad6d")) {
    codes.push_back(code);
  }
  for (const bool safe : cutsOf(codes)) clusters += safe ? '1' : '0';
  EXPECT_EQ(clusters,
            "10"
            "11"
            "10"
            "11"
            "100"
            "1"
            "10"
            "10"
            "11"
            "1"
            "11");
}

TEST(GraphemeBreaks, AgreesWithTheOracleHoweverPlainRunsAreTaken) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    Random random(seed);
    const std::string text =
        test::randomClusters(random, random.below(60)) + test::randomText(random, 3);
    std::vector<uint32_t> codes;
    for (const auto& point : test::codePointsOf(text)) codes.push_back(point.code);
    const std::vector<bool> expected = test::safeCuts(codes);
    ASSERT_EQ(cutsOf(codes), expected) << seed;
    GraphemeBreaks breaks;
    std::vector<bool> safe;
    for (size_t at = 0; at < text.size();) {
      const size_t run = plainRun(std::string_view(text).substr(at));
      if (run == 0) {
        safe.push_back(breaks.next(codes[safe.size()]));
        at += std::max(1U, codePointBytes(text, at));
        continue;
      }
      safe.push_back(breaks.nextPlain(std::string_view(text).substr(at, run)));
      for (size_t in = codePointBytes(text, at); in < run; in += codePointBytes(text, at + in)) {
        safe.push_back(true);
      }
      at += run;
    }
    ASSERT_EQ(safe, expected) << seed;
  }
}

TEST(GraphemePrefix, EndsAtTheLastSafeCutAndTheSuffixBeginsAtTheFirst) {
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    Random random(seed);
    const std::string text = test::randomClusters(random, random.below(40));
    std::vector<uint32_t> codes;
    const auto points = test::codePointsOf(text);
    for (const auto& point : points) codes.push_back(point.code);
    const std::vector<bool> safe = test::safeCuts(codes);
    const uint64_t total = test::unitsOf(text);
    for (uint64_t units = 0; units <= total + 1; ++units) {
      uint64_t prefix = units >= total ? total : 0;
      uint64_t suffix = 0;
      uint64_t at = 0;
      for (size_t i = 0; i < codes.size(); at += points[i++].units) {
        if (safe[i] && at <= units) prefix = std::max(prefix, at);
        if (safe[i] && total - at <= units && total - at > suffix) suffix = total - at;
      }
      const size_t end = graphemePrefix(text, units);
      const size_t start = graphemeSuffix(text, units);
      // Runs without a plain character for longer than is looked back may be cut elsewhere.
      if (codes.size() > 2 * GraphemeBreaks::kLongest) {
        ASSERT_LE(utf16Length(text.substr(0, end)), units);
        ASSERT_LE(utf16Length(text.substr(start)), units);
        continue;
      }
      ASSERT_EQ(utf16Length(text.substr(0, end)), prefix) << seed << " " << units;
      ASSERT_EQ(utf16Length(text.substr(start)), suffix) << seed << " " << units;
    }
  }
}

}  // namespace
}  // namespace epitome::text
