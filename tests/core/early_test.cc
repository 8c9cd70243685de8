/// Messages that are read ahead of the fold that takes them: how that is spread over the steps
/// changes nothing but what the fold's step has left to read.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/generator.h"
#include "core/support/policies.h"

namespace epitome {
namespace {

using script::Driver;
using script::Generator;
using script::Messages;
using script::Script;
using test::Random;

/// Has the messages passed by that the engine wants to read now. Answers their number.
size_t readEarly(Driver& driver) {
  const std::vector<uint32_t> messages = *driver.session().readEarly(driver.run());
  for (const uint32_t message : messages) {
    script::feed(**driver.session().reader(driver.run()), driver.host()[message]);
  }
  return messages.size();
}

/// All that a host can see, and all that was asked.
std::string seenOf(const Driver& driver, const script::StepOutcome& outcome) {
  const Session& session = const_cast<Driver&>(driver).session();
  const std::vector<uint8_t> view = driver.encoded();
  std::string seen(view.begin(), view.end());
  seen += std::to_string(static_cast<int>(outcome.next)) + '/' + std::to_string(outcome.error);
  seen += session.reportJson(driver.run()) + session.snapshot();
  return seen;
}

struct Played {
  std::vector<std::string> seen;
  std::vector<std::string> prompts;
  size_t early = 0;
  size_t read = 0;
};

/// `often`: percent of the steps behind which the driver reads ahead.
Played play(const SessionOptions& options, uint64_t seed, uint32_t often, uint32_t steps,
            uint32_t window) {
  Random spread(seed + often);
  Generator generator(seed, {.trouble = 10, .marks = 3, .userWords = 3, .tools = true});
  Driver driver(options);
  Played played;
  driver.replies = [&](const SummaryRequest& request) {
    played.prompts.push_back(request.system + request.prompt);
    return script::goodReply();
  };
  uint32_t asked = 0;
  driver.postpones = [&](uint64_t) { return ++asked % 3 != 0; };
  Messages opening = generator.opening();
  driver.attach(opening);
  for (uint32_t i = 0; i < steps; ++i) {
    const Messages more = generator.event();
    // Now and then the host comes back with arrays of its own.
    if (i % 41 == 40) {
      driver.attach(script::joined(driver.host(), more));
    } else {
      driver.append(more);
    }
    const script::StepOutcome outcome = driver.step(window);
    played.read += outcome.read.size();
    played.seen.push_back(seenOf(driver, outcome));
    if (i % 53 == 52) (void)driver.session().rewind(driver.run());
    while (spread.chance(often)) {
      const size_t count = readEarly(driver);
      played.early += count;
      if (count == 0) break;
    }
  }
  return played;
}

TEST(Early, WhatIsReadAheadChangesNothing) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    SessionOptions options = script::someOptions(random);
    options.summarizer = random.chance(60);
    options.background = options.summarizer && random.chance(30);
    const Played never = play(options, seed, 0, 120, 4'000);
    for (const uint32_t often : {30U, 90U}) {
      const Played spread = play(options, seed, often, 120, 4'000);
      ASSERT_EQ(spread.seen, never.seen) << "seed " << seed << ", " << often;
      ASSERT_EQ(spread.prompts, never.prompts) << "seed " << seed << ", " << often;
    }
  }
}

TEST(Early, AFoldsStepHasLittleLeftToRead) {
  SessionOptions options = script::bareOptions(false);
  options.policy.results.repeats = options.policy.results.outdated = false;
  size_t read = 0;
  size_t early = 0;
  size_t most = 0;
  Driver driver(options);
  driver.attach(Script().user("Find the cheapest offer."));
  for (uint32_t i = 0; i < 400; ++i) {
    const std::string number = std::to_string(i);
    driver.append(Script().assistant().text("Offer " + number + ". " + test::prose(400, i)));
    const script::StepOutcome outcome = driver.step(12'000);
    read += outcome.read.size();
    const size_t count = readEarly(driver);
    early += count;
    most = std::max(most, count);
  }
  EXPECT_GT(early, 100U);
  EXPECT_LT(read, early / 2);
  EXPECT_LE(most, 5U);
}

TEST(Early, BelowHalfOfTheTriggerNothingIsRead) {
  Driver driver(script::bareOptions(false));
  driver.attach(Script().user("Find the cheapest offer."));
  for (uint32_t i = 0; i < 5; ++i) {
    driver.append(Script().assistant().text(test::prose(400, i)));
    driver.step(12'000);
    EXPECT_EQ(readEarly(driver), 0U);
  }
  EXPECT_EQ(driver.session().readEarly(99).error(), ErrorCode::kUnknownHandle);
}

}  // namespace
}  // namespace epitome
