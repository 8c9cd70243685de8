// promise: 8 keeps the user's word
/// That standing orders outlive any want of room, and that approvals count as the user's words.
#include "summary/user_words.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::notesOf;
using test::PartSpec;
using test::Random;
using test::tool;
using test::user;

std::string filler(Random& random, uint32_t words) {
  static constexpr const char* kWords[] = {"the",   "table", "shows", "green", "rows",
                                           "under", "each",  "name",  "today", "again"};
  std::string out;
  for (uint32_t i = 0; i < words; ++i) (out += random.pick(kWords)) += i % 9 == 8 ? ".\n" : " ";
  return out;
}

TEST(UserWords, AStandingOrderIsThereWhereItsMessageIsNot) {
  constexpr std::string_view kOrder = "Never push to the release branch without asking me.";
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<UserWords> all;
    const uint32_t place = random.below(12);
    for (uint32_t i = 0; i < 12; ++i) {
      std::string text = filler(random, 40 + random.below(200)) + "\n";
      if (i == place) text += std::string(kOrder) + "\n" + filler(random, random.below(200));
      all.push_back({i + 1, text, false, 0});
    }
    const WordsLimits limits{150 + random.below(600), 20'000, Family::kO200k};
    uint32_t leftOut = 0;
    const std::vector<UserWords> words = chooseWords(all, limits, leftOut);
    bool there = false;
    uint32_t tokens = 0;
    for (const UserWords& one : words) {
      there = there || one.text.find(kOrder) != std::string::npos;
      tokens += tokensOfText(one.text, limits.family);
      if (one.excerpts) {
        EXPECT_TRUE(one.cut);
      }
    }
    EXPECT_TRUE(there) << seed;
    // Joined texts may count a token more than apart.
    EXPECT_LE(tokens, limits.tokens + words.size());
    EXPECT_LE(words.size() + leftOut, all.size());
  }
}

TEST(UserWords, WhatWasTakenBackHasNoPlaceOfItsOwn) {
  Random random(7);
  std::vector<UserWords> all;
  all.push_back({1, filler(random, 200) + "\nAlways deploy from the staging branch.", false, 0});
  all.push_back(
      {2, filler(random, 200) + "\nYou no longer need to deploy from staging.", false, 0});
  all.push_back({3, filler(random, 200), false, 0});
  uint32_t leftOut = 0;
  for (const UserWords& one : chooseWords(all, {120, 20'000, Family::kO200k}, leftOut)) {
    EXPECT_EQ(one.text.find("Always deploy"), std::string::npos);
  }
}

TEST(UserWords, AllStayAsTheyAreWhereThereIsRoom) {
  const std::vector<UserWords> all = {{1, "Always use tabs.", false, 16}, {2, "ok", false, 2}};
  uint32_t leftOut = 0;
  EXPECT_EQ(chooseWords(all, {1'000, 10'000, Family::kO200k}, leftOut), all);
  EXPECT_EQ(leftOut, 0U);
}

TEST(UserWords, AnApprovalStandsWithItsCall) {
  const PartSpec asked{PartKind::kApprovalRequest, "", "c1", "", 0, "", {}, "a1"};
  const PartSpec denied{
      PartKind::kApprovalResponse, "Not on a Friday.", "", "", kDenied, "", {}, "a1"};
  const std::vector<UserWords> words = wordsIn(
      notesOf({assistant({call("c1", "deploy", R"({"to":"prod"})"), asked}), tool({denied})}));
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].message, 2U);
  EXPECT_EQ(words[0].text, "[denied: deploy {\"to\":\"prod\"}] Not on a Friday.");
}

}  // namespace
}  // namespace epitome
