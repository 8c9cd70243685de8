/// That nothing of a text is lost or torn where it is cut into sentences.
#include "text/sentences.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

std::vector<std::string> sentencesOf(std::string_view text) {
  Sentences sentences(text);
  std::vector<std::string> all;
  for (std::string_view one; sentences.next(one);) all.emplace_back(one);
  return all;
}

/// Without the white space that may go.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view(" \t\r\f\v\n").find(c) == std::string_view::npos) out += c;
  }
  return out;
}

TEST(Sentences, LoseAndTearNothing) {
  static constexpr std::string_view kPieces[] = {
      "One. ",  "v1.2.3 ",    "etc., ",   "\u3002", "\u4f60\u597d", "!?",
      "...\n",  "1. item\n",  "a) b ",    "\n\n",   "  \t",         "\"Yes.\" ",
      "\u2026", "\u2026 ",    "x\r\n",    "\u061f", "(Done.)",      "`a.b`. ",
      ".",      "\U0001F600", "\xF0\x9F", "\x80",   "**b.** ",      "\u0964"};
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    std::string text = seed % 4 == 0 ? test::randomBytes(random, random.below(60)) : "";
    for (uint32_t i = random.below(20); i > 0; --i) text += random.pick(kPieces);
    Sentences sentences(text);
    std::string joined;
    const char* last = text.data();
    for (std::string_view one; sentences.next(one);) {
      ASSERT_FALSE(squeezed(one).empty()) << seed;
      ASSERT_EQ(one.find('\n'), one.npos) << seed;
      ASSERT_GE(one.data(), last) << seed;
      last = one.data() + one.size();
      ASSERT_LE(last, text.data() + text.size()) << seed;
      if (test::isWellFormed(text)) {
        ASSERT_TRUE(test::isWellFormed(one)) << seed;
      }
      joined += one;
    }
    ASSERT_EQ(squeezed(joined), squeezed(text)) << seed;
  }
}

TEST(Sentences, EndAtMarksAndNotInsideNames) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(sentencesOf("Fix src/a.ts now. Use 3.14! Why?"),
            (Texts{"Fix src/a.ts now.", "Use 3.14!", "Why?"}));
  EXPECT_EQ(sentencesOf("1. Keep it.\n2. Leave it."), (Texts{"1. Keep it.", "2. Leave it."}));
  EXPECT_EQ(sentencesOf("He said \"Stop.\" Then he left"),
            (Texts{"He said \"Stop.\"", "Then he left"}));
  EXPECT_EQ(sentencesOf("\u4e00\u3002\u4e8c\u3002"), (Texts{"\u4e00\u3002", "\u4e8c\u3002"}));
  EXPECT_EQ(sentencesOf(" \n\t "), Texts{});
  EXPECT_EQ(sentencesOf(""), Texts{});
}

}  // namespace
}  // namespace epitome::text
