// promise: 1 always valid
/// Cuts fit, stay well-formed and keep what they promise.
#include "summary/shape.h"

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::Random;
using test::unitsOf;

TEST(Shape, TrimsUnicodeSpaceAtBothEnds) {
  EXPECT_EQ(trimmed(" \r\n\u3000\u00a0\ufeffa b\u2028\u200b\t "), "a b");
  EXPECT_EQ(trimmed(" \u3000\n"), "");
  EXPECT_EQ(trimmed("\u4f60"), "\u4f60");
}

TEST(Shape, OneLineHoldsNoBreak) {
  EXPECT_EQ(oneLine("  a\r\n\tb\u2028c\x1b[0m \u0085 "), "a b c [0m");
}

TEST(Shape, NoContentStartsALine) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::string out;
    appendIndented(out, test::wellFormedText(random));
    for (size_t at = out.find('\n'); at != std::string::npos; at = out.find('\n', at + 1)) {
      ASSERT_EQ(out.substr(at, 3), "\n  ") << seed;
    }
    for (const std::string_view lineBreak : {"\r", "\v", "\f", "\u0085", "\u2028", "\u2029"}) {
      ASSERT_EQ(out.find(lineBreak), std::string::npos) << seed;
    }
  }
}

TEST(Shape, ShortenedTextsFitAndStayWhatTheyWere) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const std::string text = test::randomText(random, random.below(80));
    const uint64_t most = random.below(300);
    const std::string head = shortened(text, most);
    const std::string middle = shortenedMiddle(text, most);
    for (const std::string& out : {head, middle}) {
      ASSERT_LE(unitsOf(out), most) << seed;
      ASSERT_TRUE(test::isWellFormed(out)) << seed;
      ASSERT_EQ(out == text, unitsOf(text) <= most) << seed;
    }
    if (head != text && most > 0) {
      ASSERT_TRUE(head.ends_with("\u2026"));
      ASSERT_TRUE(text.starts_with(head.substr(0, head.size() - 3)));
      // The longest cluster of these texts, two people and a joiner, stays whole or goes.
      ASSERT_GE(unitsOf(head) + 4, most);
    }
  }
}

TEST(Shape, ShorteningTheMiddleKeepsBothEnds) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "line " + std::to_string(i) + "\n";
  const std::string out = shortenedMiddle(text, 200);
  EXPECT_TRUE(out.starts_with("line 0\nline 1\n")) << out;
  EXPECT_TRUE(out.ends_with("line 98\nline 99\n")) << out;
  EXPECT_NE(out.find("\n\u2026\nline "), std::string::npos) << out;
}

TEST(Shape, PrefixForTokensIsTheLongest) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const std::string text = test::randomText(random, random.below(80));
    const uint32_t most = random.below(60);
    const size_t bytes = prefixForTokens(text, most, Family::kO200k);
    ASSERT_LE(tokensOfText(text.substr(0, bytes), Family::kO200k), most);
    ASSERT_TRUE(test::isWellFormed(text.substr(0, bytes)));
    if (bytes < text.size()) {
      size_t next = bytes + 1;
      while (next < text.size() && (static_cast<uint8_t>(text[next]) & 0xC0) == 0x80) ++next;
      ASSERT_GT(tokensOfText(text.substr(0, next), Family::kO200k), most);
    }
  }
}

TEST(Shape, FairSharesFillTheTotalEvenly) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::vector<uint64_t> lengths(random.below(12));
    for (uint64_t& length : lengths) length = random.below(500);
    const uint64_t total = random.below(2000);
    const std::vector<uint64_t> shares = fairShares(lengths, total);
    const uint64_t wanted = std::accumulate(lengths.begin(), lengths.end(), uint64_t{0});
    const uint64_t given = std::accumulate(shares.begin(), shares.end(), uint64_t{0});
    ASSERT_EQ(shares.size(), lengths.size());
    ASSERT_LE(given, total);
    ASSERT_GE(given + lengths.size(), std::min(total, wanted));
    uint64_t cap = UINT64_MAX;
    for (size_t i = 0; i < shares.size(); ++i) {
      if (shares[i] < lengths[i]) cap = std::min(cap, shares[i]);
    }
    for (size_t i = 0; i < shares.size(); ++i) {
      ASSERT_EQ(shares[i], std::min(lengths[i], cap)) << seed;
    }
  }
}

TEST(Shape, MediaLineSaysWhatIsKnown) {
  EXPECT_EQ(mediaLine({}), "[file]");
  EXPECT_EQ(mediaLine({"image/png\nfoo", {1200, 640, 480}}),
            "[image/png foo, 1200 bytes, 640x480 pixels]");
}

TEST(Shape, TextOfSaysWhatIsMissing) {
  EXPECT_EQ(textOf({"whole", "", 5}), "whole");
  EXPECT_EQ(textOf({"head", "tail", 108}), "head [\u2026 100 characters left out \u2026] tail");
}

}  // namespace
}  // namespace epitome
