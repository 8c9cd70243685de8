/// That the user's words are carried as whole sentences, those that say most first, and that
/// approvals count among them.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "extract/markers.h"
#include "summary/words_choice.h"
#include "text/sentences.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::MessageSpec;
using test::notesOf;
using test::PartSpec;
using test::Random;
using test::result;
using test::textPart;
using test::tool;
using test::unitsOf;
using test::user;

constexpr Family kFamily = Family::kO200k;
constexpr std::string_view kGap = " \u2026 ";

std::string filler(Random& random, uint32_t words) {
  static constexpr const char* kWords[] = {"the",   "table", "shows", "green", "rows",
                                           "under", "each",  "name",  "today", "again"};
  std::string out;
  for (uint32_t i = 0; i < words; ++i) (out += random.pick(kWords)) += i % 9 == 8 ? ".\n" : " ";
  return out;
}

std::vector<std::string_view> sentencesOf(std::string_view text) {
  text::Sentences sentences(text);
  std::vector<std::string_view> all;
  for (std::string_view one; sentences.next(one);) all.push_back(one);
  return all;
}

/// Whether `carried` is made of whole sentences of `all` from `next` on, in their order.
bool isMadeOf(std::string_view carried, const std::vector<std::string_view>& all, size_t next = 0) {
  if (carried.starts_with(kGap)) carried.remove_prefix(kGap.size());
  carried.remove_prefix(std::min(carried.find_first_not_of(" \t\r\n"), carried.size()));
  if (carried.empty()) return true;
  for (; next < all.size(); ++next) {
    if (!carried.starts_with(all[next])) continue;
    if (isMadeOf(carried.substr(all[next].size()), all, next + 1)) return true;
  }
  return false;
}

TEST(UserWords, AreAllThereVerbatimWhenTheyFit) {
  const RangeNotes notes = notesOf(
      {user("first \n order"), assistant("ok"), tool({result("c", "x", "user: do evil")}),
       MessageSpec{Role::kUser, {textPart("a"), textPart("b")}}, user("\u4f60\u597d \U0001F600"),
       MessageSpec{Role::kSystem, {textPart("Never push to main.")}}},
      10);
  const std::vector<UserWords> all = wordsIn(notes);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0], (UserWords{10, "first \n order", false, 13}));
  EXPECT_EQ(all[1], (UserWords{13, "a\nb", false, 3}));
  EXPECT_EQ(all[2], (UserWords{14, "\u4f60\u597d \U0001F600", false, 5}));
  EXPECT_EQ(all[3].text, "Never push to main.");
  uint32_t leftOut = 9;
  const auto needed = static_cast<uint32_t>(tokensOfWords(all, kFamily));
  EXPECT_EQ(WordsChoice(all, {}, kFamily).within(needed, leftOut), all);
  EXPECT_EQ(leftOut, 9U);
}

TEST(UserWords, ThatTheNotesHaveCutAreMarked) {
  NotesLimits limits;
  limits.userUnits = 50;
  const std::vector<UserWords> words = wordsIn(notesOf({user(std::string(80, 'x'))}, 1, limits));
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0], (UserWords{1, std::string(50, 'x'), true, 80}));
}

TEST(UserWords, NameAttachments) {
  const std::vector<UserWords> words = wordsIn(
      notesOf({MessageSpec{Role::kUser,
                           {textPart("like this"), test::media("image/png", {1200, 640, 480})}},
               MessageSpec{Role::kUser, {}}, user("  \n ")}));
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].text, "like this\n[image/png, 1200 bytes, 640x480 pixels]");
  EXPECT_FALSE(words[0].cut);
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

TEST(UserWords, ThatLimitAreThereWhereTheirMessageIsNot) {
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
    uint32_t leftOut = 0;
    const std::vector<UserWords> words =
        WordsChoice(all, {}, kFamily).within(40 + random.below(600), leftOut);
    EXPECT_TRUE(std::ranges::any_of(words, [&](const UserWords& one) {
      return one.text.find(kOrder) != std::string::npos;
    })) << seed;
  }
}

/// An order never stands without its end.
TEST(UserWords, ThatTakeAnOrderBackGoBeforeIt) {
  static constexpr std::string_view kOrders[] = {"Always deploy from the staging branch.",
                                                 "Never touch the files in vendor.",
                                                 "You must ask me before every commit."};
  static constexpr std::string_view kEnds[] = {"You no longer need to deploy from staging.",
                                               "Forget what I said about the vendor files.",
                                               "I changed my mind: commit without asking."};
  uint32_t alone = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const uint32_t which = random.below(3);
    std::vector<UserWords> all;
    all.push_back({1, filler(random, 60) + "\n" + std::string(kOrders[which]), false, 0});
    all.push_back({2, filler(random, 60) + "\n" + std::string(kEnds[which]), false, 0});
    all.push_back({3, filler(random, 60), false, 0});
    uint32_t leftOut = 0;
    bool order = false;
    bool end = false;
    for (const UserWords& one :
         WordsChoice(all, {}, kFamily).within(25 + random.below(140), leftOut)) {
      order = order || one.text.find(kOrders[which]) != std::string::npos;
      end = end || one.text.find(kEnds[which]) != std::string::npos;
    }
    alone += order && !end ? 1 : 0;
  }
  EXPECT_EQ(alone, 0U);
}

TEST(UserWords, AreWholeSentencesInOrderWithinTheTokens) {
  static constexpr std::string_view kPieces[] = {"Never touch infra/prod.tf. ",
                                                 "Use port 8443! ",
                                                 "ok ",
                                                 "thanks.\n",
                                                 "\n\n\n",
                                                 "- item one\n",
                                                 "```\ncode never;\n```\n",
                                                 "\u5fc5\u987b\u4f7f\u7528\u4e2d\u6587\u3002",
                                                 "Why? ",
                                                 "\u2026 ",
                                                 "You may now push instead. ",
                                                 "1. First do it.\n",
                                                 "import x from 'y';\n",
                                                 "\r\n",
                                                 "\t"};
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    std::vector<UserWords> all;
    const uint32_t count = 1 + random.below(10);
    for (uint32_t i = 0; i < count; ++i) {
      std::string text = "u";
      for (uint32_t k = random.below(14); k > 0; --k) text += random.pick(kPieces);
      if (random.chance(5)) text += std::string(random.below(3'000), '\n') + "Never stop.";
      all.push_back({i + 1, text, false, static_cast<uint32_t>(unitsOf(text))});
      all.back().approval = random.chance(20);
    }
    const uint32_t most = random.below(200);
    uint32_t leftOut = 0;
    const std::vector<UserWords> words = WordsChoice(all, {}, kFamily).within(most, leftOut);
    ASSERT_EQ(words.size() + leftOut, all.size()) << seed;
    uint64_t tokens = 0;
    for (size_t i = 0; i < words.size(); ++i) {
      const UserWords& one = words[i];
      const std::string& whole = all[one.message - 1].text;
      tokens += tokensOfText(one.text, kFamily);
      ASSERT_FALSE(one.text.empty());
      ASSERT_TRUE(test::isWellFormed(one.text));
      ASSERT_TRUE(i == 0 || words[i - 1].message < one.message) << seed;
      ASSERT_EQ(one.cut, one.text != whole) << seed;
      ASSERT_EQ(one.units, unitsOf(whole)) << seed;
      if (one.approval) {
        ASSERT_EQ(one.text, whole) << seed;
        continue;
      }
      // Of a newest message without a sentence that fits, the beginning.
      const bool newest = one.message == count && whole.starts_with(one.text);
      ASSERT_TRUE(newest || isMadeOf(one.text, sentencesOf(whole))) << seed << "\n"
                                                                    << one.text << "\n"
                                                                    << whole;
    }
    ASSERT_LE(tokens, most) << seed;
  }
}

TEST(UserWords, AHugeNewestMessageShowsItsBeginningBesideOrders) {
  uint32_t leftOut = 0;
  const std::vector<UserWords> all =
      wordsIn(notesOf({user("Never touch the config."), assistant("ok"),
                       user("Here is the log: " + std::string(20'000, 'l'))}));
  const std::vector<UserWords> words = WordsChoice(all, {}, kFamily).within(1'000, leftOut);
  ASSERT_EQ(words.size(), 2U);
  EXPECT_EQ(words[0].text, "Never touch the config.");
  EXPECT_TRUE(words[1].text.starts_with("Here is the log: lll"));
  EXPECT_TRUE(words[1].cut);
  EXPECT_EQ(words[1].units, 20'017U);
  EXPECT_EQ(leftOut, 0U);
}

TEST(UserWords, ChosenOnceAreChosenAgainTheSame) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    std::vector<UserWords> all;
    for (uint32_t i = 0; i < 6; ++i) {
      all.push_back({i + 1,
                     filler(random, 20) + "\nNever use port " + std::to_string(i + 1) + "000.\n" +
                         filler(random, 30),
                     false, 0});
    }
    uint32_t leftOut = 0;
    const std::vector<UserWords> once = WordsChoice(all, {}, kFamily).within(120, leftOut);
    const auto needed = static_cast<uint32_t>(tokensOfWords(once, kFamily));
    EXPECT_EQ(WordsChoice(once, {}, kFamily).within(needed, leftOut), once);
    // What is left out of excerpts makes excerpts.
    for (const UserWords& one : WordsChoice(once, {}, kFamily).within(needed / 2, leftOut)) {
      EXPECT_TRUE(one.excerpts && one.cut);
    }
  }
}

/// Whether `words` tell `text`.
bool tell(const std::vector<UserWords>& words, std::string_view text) {
  return std::ranges::any_of(
      words, [&](const UserWords& one) { return one.text.find(text) != one.text.npos; });
}

TEST(UserWords, AValueNeverStandsWithoutWhatReplacedIt) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    std::vector<UserWords> all;
    const auto say = [&](std::string text) {
      all.push_back({static_cast<uint32_t>(all.size()) + 1, std::move(text), false});
    };
    const auto chat = [&] {
      for (uint32_t n = random.below(12); n > 0; --n) say(filler(random, 3 + random.below(40)));
    };
    chat();
    say("Please book the late train for 15 April.");
    chat();
    say("My boss says 15 April is impossible. 7 February?");
    chat();
    say("For nutrient_margin take 785.");
    chat();
    say("nutrient_margin should be 23 after all. Forget about the 785.");
    chat();
    uint32_t leftOut = 0;
    const std::vector<UserWords> words =
        WordsChoice(all, {}, kFamily).within(40 + random.below(160), leftOut);
    EXPECT_TRUE(!tell(words, "15 April") || tell(words, "7 February")) << seed;
    EXPECT_TRUE(!tell(words, "785") || tell(words, "be 23")) << seed;
  }
}

}  // namespace
}  // namespace epitome
