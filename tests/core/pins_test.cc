// promise: 8 keeps the user's word
/// That pins stay until they are taken off or taken back, and not longer.
#include "summary/pins.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace epitome {
namespace {

UserWords says(std::string text) { return {1, std::move(text), false, 0}; }

TEST(Pins, AreLinesInTheOrderInWhichTheyWerePinned) {
  Pins pins;
  EXPECT_EQ(pins.text(), "");
  EXPECT_TRUE(pins.add("Use tabs."));
  EXPECT_TRUE(pins.add("Answer\nin   French."));
  EXPECT_TRUE(pins.add("Use tabs."));
  EXPECT_EQ(pins.all(), (std::vector<std::string>{"Answer in French.", "Use tabs."}));
  EXPECT_TRUE(pins.text().ends_with("\n- Answer in French.\n- Use tabs."));
  EXPECT_TRUE(pins.remove("Answer in French."));
  EXPECT_FALSE(pins.remove("Answer in French."));
  EXPECT_EQ(pins.all().size(), 1U);
}

TEST(Pins, HaveLimits) {
  Pins pins;
  EXPECT_FALSE(pins.add(" \n"));
  EXPECT_FALSE(pins.add(std::string(Pins::kMostBytes + 1, 'x')));
  for (size_t i = 0; i < Pins::kMost; ++i) EXPECT_TRUE(pins.add("pin " + std::to_string(i)));
  EXPECT_FALSE(pins.add("one too many"));
  EXPECT_TRUE(pins.add("pin 3"));
}

TEST(Pins, AUserTakesThemBack) {
  Pins pins;
  ASSERT_TRUE(pins.add("Run the linter before each commit."));
  ASSERT_TRUE(pins.add("Keep the changelog in German."));
  const std::vector<UserWords> words = {says("Nice work so far."),
                                        says("You no longer need to run the linter.")};
  EXPECT_EQ(pins.takeBack(words), std::vector<std::string>{"Run the linter before each commit."});
  EXPECT_EQ(pins.all(), std::vector<std::string>{"Keep the changelog in German."});
}

TEST(Pins, OtherWordsLeaveThemAlone) {
  Pins pins;
  ASSERT_TRUE(pins.add("Run the linter before each commit."));
  const std::vector<UserWords> words = {says("Never mind the weather, go on."),
                                        says("Run the tests, and never skip the linter.")};
  EXPECT_TRUE(pins.takeBack(words).empty());
}

}  // namespace
}  // namespace epitome
