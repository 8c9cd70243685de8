// promise: 1 always valid

#include "edits/fold.h"

#include <gtest/gtest.h>

#include "core/support/generator.h"

namespace epitome {
namespace {

using script::Generator;
using script::Habits;
using script::Messages;
using script::Script;
using script::transcriptOf;

Units unitsOf(const Messages& messages) {
  Units units;
  units.extend(transcriptOf(messages));
  return units;
}

struct Case {
  Messages messages;
  Units units;
  std::vector<uint32_t> tokens;
  FoldInput input;

  explicit Case(Messages given) : messages(std::move(given)), units(unitsOf(messages)) {
    tokens.assign(units.size(), 100);
    input.units = &units;
    input.tokens = tokens;
    input.first =
        units.openingEnd() < messages.size() ? units.of(units.openingEnd()) : units.size();
  }
};

Messages fiveSteps() {
  Script script;
  script.user("go");
  for (uint32_t i = 0; i < 5; ++i) script.step("c" + std::to_string(i), "r");
  return script;
}

TEST(ProtectedFrom, KeepsTheNewestUpToTokensOrMessages) {
  Case c(fiveSteps());
  c.input.keepNewest = false;
  EXPECT_EQ(protectedFrom(c.input), 6U);
  c.input.keepTokens = 250;
  EXPECT_EQ(protectedFrom(c.input), 4U);
  c.input.keepMessages = 5;
  EXPECT_EQ(protectedFrom(c.input), 3U);
  c.input.keepTokens = 10'000;
  EXPECT_EQ(protectedFrom(c.input), 1U);
}

TEST(ProtectedFrom, KeepsTheNewestUnitHoweverLarge) {
  Case c(fiveSteps());
  EXPECT_EQ(protectedFrom(c.input), 5U);
}

TEST(ProtectedFrom, KeepsTheLatestRequestAndWhatWaits) {
  Case request(script::joined(fiveSteps(), Script().user("and?").user("now?")));
  request.input.keepNewest = false;
  EXPECT_EQ(protectedFrom(request.input), 6U);
  Case waiting(script::joined(fiveSteps(), Script().assistant().call("x").system("note")));
  waiting.input.keepNewest = false;
  EXPECT_EQ(protectedFrom(waiting.input), 6U);
}

TEST(ChooseFold, CutsAsEarlyAsLeavesTheViewWithinItsTarget) {
  Case c(fiveSteps());
  c.input.fixedTokens = 50;
  c.input.target = 350;
  FoldChoice choice = chooseFold(c.input);
  EXPECT_EQ(choice.begin, 1U);
  EXPECT_EQ(choice.end, 3U);
  EXPECT_EQ(choice.tokens, 200);
  c.input.target = 550;
  choice = chooseFold(c.input);
  EXPECT_EQ(choice.begin, choice.end);
  // Never into what is protected.
  c.input.target = 0;
  choice = chooseFold(c.input);
  EXPECT_EQ(choice.end, 5U);
}

TEST(ChooseFold, TakesNothingThatIsProtectedWhateverTheNumbers) {
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    Habits habits;
    habits.trouble = 30;
    habits.words = 2;
    Generator generator(seed, habits);
    Messages messages = generator.opening();
    for (uint32_t i = 0; i < 10; ++i) messages = script::joined(messages, generator.event());
    Case c(messages);
    test::Random& random = generator.random();
    for (uint32_t& tokens : c.tokens) tokens = random.below(500);
    c.input.keepTokens = random.below(600);
    c.input.keepMessages = random.below(4);
    c.input.keepNewest = random.chance(50);
    c.input.target = random.below(3'000);
    c.input.fixedTokens = random.below(500);
    const uint32_t from = protectedFrom(c.input);
    const FoldChoice choice = chooseFold(c.input);
    ASSERT_EQ(choice.begin, c.input.first);
    ASSERT_LE(choice.end, std::max(from, c.input.first)) << "seed " << seed;

    // What no fold may take, named without the units: messages behind the last assistant message
    // from the first user message on, and calls without results behind the last user message.
    const uint32_t folded = choice.end > choice.begin ? c.units[choice.end - 1].end : 0;
    uint32_t lastUser = 0;
    uint32_t lastAssistant = 0;
    for (uint32_t m = 0; m < messages.size(); ++m) {
      if (messages[m].role == Role::kUser) lastUser = m;
      if (messages[m].role == Role::kAssistant) lastAssistant = m;
    }
    if (lastUser > lastAssistant) {
      ASSERT_LE(folded, lastUser) << "seed " << seed;
    }
    for (uint32_t m = lastUser; m < folded; ++m) {
      if (messages[m].role == Role::kAssistant && m == lastAssistant) {
        const Unit& unit = c.units[c.units.of(m)];
        ASSERT_EQ(unit.openCalls, 0U) << "seed " << seed;
      }
    }
    // As early as possible: one unit less would not have been enough.
    if (choice.end > choice.begin) {
      int64_t left = c.input.fixedTokens;
      for (uint32_t u = choice.end - 1; u < c.units.size(); ++u) left += c.tokens[u];
      ASSERT_GT(left, c.input.target) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace epitome
