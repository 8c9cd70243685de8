// promise: 9 loses nothing silently
/// That what a reply lacks and what it made up is seen, and that no invention gets through.
#include "summary/review.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/fact_phrases.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Canary;
using test::Random;

void say(Facts& facts, Speaker speaker, uint32_t message, std::string_view text) {
  facts.begin(speaker, message);
  facts.text(text);
  facts.end();
}

constexpr ReviewLimits kAmple{400, 0, Family::kO200k};

TEST(Review, OfAReplyThatSaysItAllFindsNothing) {
  Facts facts;
  say(facts, Speaker::kUser, 1, "Port src/net/socket.cc to version 4.12.1 by Friday.");
  const Review review = reviewed("Ported src/net/socket.cc to 4.12.1.", "", facts, kAmple);
  EXPECT_GT(review.facts.sought, 0U);
  EXPECT_TRUE(review.facts.missing.empty());
  EXPECT_TRUE(review.inventions.empty());
  EXPECT_EQ(review.mended, "Ported src/net/socket.cc to 4.12.1.");
  EXPECT_EQ(review.score(), 100U);
  EXPECT_FALSE(review.poor());
}

TEST(Review, WhatStandsBesideIsNotMissing) {
  Facts facts;
  say(facts, Speaker::kUser, 1, "Port src/net/socket.cc, then src/net/pool.cc.");
  EXPECT_EQ(reviewed("Work began.", "", facts, kAmple).facts.missing.size(), 2U);
  const Review review = reviewed("Work began.", "Changed: src/net/pool.cc", facts, kAmple);
  ASSERT_EQ(review.facts.missing.size(), 1U);
  EXPECT_EQ(review.facts.missing[0].text, "src/net/socket.cc");
}

TEST(Review, OneInventionLeavesWithItsSentence) {
  Facts facts;
  say(facts, Speaker::kUser, 1, "Look at src/a/one.cc and src/a/two.cc, please.");
  const Review review =
      reviewed("Read src/a/one.cc. Then wrote src/b/three.cc too. Read src/a/two.cc as well.", "",
               facts, kAmple);
  EXPECT_EQ(review.inventions, std::vector<std::string>{"src/b/three.cc"});
  EXPECT_EQ(review.mended, "Read src/a/one.cc. Read src/a/two.cc as well.");
  EXPECT_FALSE(review.beyondRepair);
}

TEST(Review, AReplyThatIsMostlyMadeUpIsBeyondRepair) {
  Facts facts;
  say(facts, Speaker::kUser, 1, "Look at src/a/one.cc.");
  const Review review =
      reviewed("Wrote src/x/y.cc. Wrote lib/z/w.py at 3.9.12. Read it.", "", facts, kAmple);
  EXPECT_TRUE(review.beyondRepair);
  EXPECT_TRUE(review.poor());
  EXPECT_EQ(review.score(), 0U);
}

TEST(Review, HeadingsAreCounted) {
  const Facts facts;
  const ReviewLimits two{400, 2, Family::kO200k};
  EXPECT_TRUE(reviewed("## Done\nAll of it.", "", facts, two).headingsMissing);
  EXPECT_FALSE(reviewed("## Done\nAll.\n## Next\nNothing # more.", "", facts, two).headingsMissing);
}

TEST(Review, ManyMissingFactsAreWorthAnotherTryAndAFewAreNot) {
  Facts facts;
  std::string all;
  for (char c = 'a'; c < 'i'; ++c) all += std::string("Keep src/") + c + "/main.cc in mind. ";
  say(facts, Speaker::kUser, 1, all);
  EXPECT_TRUE(reviewed("Nothing much.", "", facts, kAmple).poor());
  EXPECT_FALSE(reviewed(all.substr(0, all.size() - 60), "", facts, kAmple).poor());
}

TEST(Review, NoInventionStaysWhateverTheReply) {
  uint32_t struckTexts = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Facts facts;
    std::string reply = "## Done\n";
    for (uint32_t i = 0; i < 12; ++i) {
      const Canary canary = test::randomCanary(random);
      if (random.chance(70)) say(facts, Speaker::kTool, i + 1, "Found " + canary.text + " here.\n");
      reply += random.chance(50) ? "- It was " : "It was ";
      reply += canary.text + " that mattered.";
      reply += random.chance(50) ? "\n" : " ";
    }
    const Review review = reviewed(reply, "", facts, kAmple);
    struckTexts += review.inventions.empty() ? 0 : 1;
    if (!review.beyondRepair) {
      EXPECT_TRUE(facts.inventedIn(review.mended).empty()) << seed << "\n" << review.mended;
    }
  }
  EXPECT_GT(struckTexts, 100U);
}

TEST(Review, WhatARecordSaysMustBeSaidAgain) {
  SegmentBody body;
  body.prose = "The limit is 4,096 MB for https://example.org/a/b.";
  body.facts = {"src/kept/by_code.cc"};
  body.words = {{7, "Never touch infra/prod.tf.", false, 26}};
  body.lastMessage = 9;
  Facts facts;
  takeIn(facts, body);
  const Review review = reviewed("Nothing.", "", facts, kAmple);
  std::string missing;
  for (const Fact& fact : review.facts.missing) missing += fact.text + "|";
  for (const std::string_view wanted :
       {"infra/prod.tf", "src/kept/by_code.cc", "https://example.org/a/b"}) {
    EXPECT_NE(missing.find(wanted), missing.npos) << wanted << " in " << missing;
  }
}

}  // namespace
}  // namespace epitome
