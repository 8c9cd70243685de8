// promise: 6 pays once
/// Summaries that are written beside the run: nothing waits for them before the view has to shrink,
/// and they stand only for what they were asked about.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using script::Driver;
using script::Messages;
using script::Script;

constexpr uint32_t kWindow = 12'000;

SessionOptions options() {
  SessionOptions options = script::bareOptions(true);
  options.background = true;
  options.policy.results.repeats = options.policy.results.outdated = false;
  return options;
}

Messages step(uint32_t i) {
  return Script().assistant().text("Offer " + std::to_string(i) + ". " + test::prose(900, i));
}

/// Long enough for the ranges here.
script::Reply record(const SummaryRequest&) {
  script::Reply reply = script::goodReply();
  reply.text +=
      " Looked at one offer after the other and compared what each of them holds; still to do is "
      "to look at the other offers, then to tell the user which one it is, and why that one rather "
      "than all the ones that were looked at before it.";
  return reply;
}

/// Plays steps with a model that needs some of them for its answer.
struct Slow {
  Driver driver;
  /// Steps that an answer takes.
  uint32_t delay = 0;
  uint32_t now = 0;
  /// When the requests of a postponed rewrite were made.
  std::map<uint64_t, uint32_t> asked;
  uint32_t postponed = 0;
  uint32_t waits = 0;
  std::vector<std::string> reports;

  explicit Slow(uint32_t steps, const SessionOptions& with = options())
      : driver(with), delay(steps) {
    driver.replies = record;
  }

  bool ready(uint64_t id) const {
    const auto at = asked.find(id);
    return at != asked.end() && at->second + delay <= now;
  }

  void play(const Messages& more) {
    ++now;
    driver.append(more);
    StepInput input;
    input.contextWindow = kWindow;
    const auto jobs = driver.session().awaited();
    input.resume = std::ranges::any_of(jobs, [&](const std::vector<uint64_t>& ids) {
      return std::ranges::all_of(ids, [&](uint64_t id) { return ready(id); });
    });
    driver.postpones = [&](uint64_t id) {
      asked.try_emplace(id, now);
      return !ready(id);
    };
    const script::StepOutcome outcome = driver.step(input);
    ASSERT_EQ(outcome.error, 0);
    postponed += outcome.postponed;
    waits += outcome.waited;
    ASSERT_EQ(driver.fault(), "");
    const std::string report = driver.session().reportJson(driver.run());
    if (!report.empty()) reports.push_back(report);
  }

  int64_t folds() const { return static_cast<int64_t>(driver.state().chain().size()); }
};

TEST(Background, NothingWaitsWhileTheViewFits) {
  Slow slow(3);
  slow.driver.attach(Script().user("Compare the offers."));
  for (uint32_t i = 0; i < 200; ++i) slow.play(step(i));
  EXPECT_EQ(slow.waits, 0U);
  EXPECT_GT(slow.postponed, 4U);
  EXPECT_GT(slow.reports.size(), 4U);
  for (const std::string& report : slow.reports) {
    EXPECT_NE(report.find("\"background\""), std::string::npos) << report;
  }
}

TEST(Background, APostponedStepChangesNothing) {
  Slow slow(1'000);
  slow.driver.attach(Script().user("Compare the offers."));
  std::vector<uint8_t> before;
  const std::string totals = slow.driver.session().totalsJson();
  for (uint32_t i = 0; slow.postponed == 0 && i < 100; ++i) slow.play(step(i));
  ASSERT_EQ(slow.postponed, 1U);
  EXPECT_EQ(slow.folds(), 0);
  EXPECT_EQ(slow.driver.session().reportJson(slow.driver.run()), "");
  EXPECT_NE(slow.driver.session().totalsJson().find("\"compactions\":0"), std::string::npos);
  EXPECT_EQ(slow.driver.state().view().items.size(), 1U);
}

TEST(Background, WaitsWhereTheViewDoesNotFit) {
  Slow slow(1'000);
  slow.driver.attach(Script().user("Compare the offers."));
  for (uint32_t i = 0; slow.folds() == 0 && i < 100; ++i) slow.play(step(i));
  EXPECT_EQ(slow.postponed, 1U);
  EXPECT_EQ(slow.waits, 1U);
  ASSERT_EQ(slow.folds(), 1);
  // What was asked for beside the run is what is waited for.
  EXPECT_EQ(slow.asked.size(), 1U);
  EXPECT_TRUE(slow.driver.session().awaited().empty());
}

TEST(Background, TheReplyStandsForTheRangeThatWasAskedAbout) {
  Slow slow(4);
  slow.driver.attach(Script().user("Compare the offers."));
  uint32_t i = 0;
  for (; slow.postponed == 0 && i < 100; ++i) slow.play(step(i));
  const uint32_t size = slow.driver.state().transcript().size();
  for (; slow.folds() == 0 && i < 100; ++i) slow.play(step(i));
  EXPECT_LT(slow.driver.state().foldEnd(), size);
  EXPECT_GE(slow.driver.state().transcript().size(), size + 4);
  EXPECT_EQ(slow.asked.size(), 1U);
}

TEST(Background, AnEditedHistoryGetsNoneOfIt) {
  Slow slow(1'000);
  Messages host = Script().user("Compare the offers.");
  slow.driver.attach(host);
  for (uint32_t i = 0; slow.postponed == 0 && i < 100; ++i) {
    slow.play(step(i));
    for (const script::Message& message : step(i)) host.push_back(message);
  }
  ASSERT_EQ(slow.postponed, 1U);
  const uint64_t id = slow.driver.session().awaited()[0][0];
  host[1] = step(999)[0];
  host.pop_back();
  slow.driver.attach(host);
  for (uint32_t i = 0; slow.postponed == 1 && i < 100; ++i) slow.play(step(1'000 + i));
  const auto awaited = slow.driver.session().awaited();
  ASSERT_EQ(awaited.size(), 2U);
  EXPECT_EQ(awaited[0][0], id);
  EXPECT_NE(awaited[1][0], id);
  // The first one is answered now, the other is not.
  slow.asked[id] = 0;
  slow.delay = slow.now;
  slow.play(step(2'000));
  EXPECT_EQ(slow.folds(), 0);
}

TEST(Background, ARestartTakesItUpWithTheSameRequests) {
  Slow slow(1'000);
  Messages host = Script().user("Compare the offers.");
  slow.driver.attach(host);
  for (uint32_t i = 0; slow.postponed == 0 && i < 100; ++i) {
    slow.play(step(i));
    for (const script::Message& message : step(i)) host.push_back(message);
  }
  const auto awaited = slow.driver.session().awaited();
  ASSERT_EQ(awaited.size(), 1U);
  Slow restored(0);
  ASSERT_TRUE(restored.driver.session().restore(slow.driver.session().snapshot()));
  EXPECT_EQ(restored.driver.session().awaited(), awaited);
  restored.driver.attach(host);
  // The reply came while nobody was there.
  restored.asked[awaited[0][0]] = 0;
  restored.play(step(500));
  EXPECT_EQ(restored.folds(), 1);
  EXPECT_EQ(restored.asked.size(), 1U);
  EXPECT_EQ(restored.waits, 0U);
}

Messages another(uint32_t i) {
  return Script().user("Another thing, " + std::to_string(i)).assistant().text(test::prose(200, i));
}

/// Until something is postponed. All that the host has.
Messages untilPostponed(Slow& slow) {
  Messages host = Script().user("Compare the offers.");
  slow.driver.attach(host);
  for (uint32_t i = 0; slow.postponed == 0 && i < 100; ++i) {
    slow.play(step(i));
    host = script::joined(std::move(host), step(i));
  }
  EXPECT_EQ(slow.driver.session().awaited().size(), 1U);
  return host;
}

TEST(Background, OutlivesTheRunThatItWasBegunIn) {
  // As many others as evict the run, or one less: then its place is needed for itself.
  for (const uint32_t others : {kMaxRuns, kMaxRuns - 1}) {
    Slow slow(1'000);
    const Messages host = untilPostponed(slow);
    const auto awaited = slow.driver.session().awaited();
    for (uint32_t i = 0; i < others; ++i) {
      slow.driver.attach(another(i));
      slow.driver.step(kWindow);
    }
    EXPECT_EQ(slow.driver.session().awaited(), awaited) << others;
    slow.driver.attach(script::joined(host, step(500)));
    EXPECT_EQ(slow.driver.session().awaited(), awaited) << others;
    slow.asked[awaited[0][0]] = 0;
    slow.delay = slow.now;
    slow.play(step(501));
    EXPECT_EQ(slow.folds(), 1) << others;
    EXPECT_EQ(slow.asked.size(), 1U);
    EXPECT_EQ(slow.waits, 0U);
  }
}

TEST(Background, OfArraysThatNeverComeBackOnlyAFewAreKept) {
  Slow slow(1'000);
  for (uint32_t chat = 0; chat < 2 * kMostJobs; ++chat) {
    slow.driver.attach(Script().user("Compare the offers of chat " + std::to_string(chat)));
    const uint32_t before = slow.postponed;
    for (uint32_t i = 0; slow.postponed == before && i < 100; ++i) slow.play(step(100 * chat + i));
    for (uint32_t i = 0; i < kMaxRuns; ++i) slow.driver.attach(another(100 * chat + i));
  }
  EXPECT_EQ(slow.driver.session().awaited().size(), kMostJobs);
}

TEST(Background, RunsBesideEachOtherHaveTheirOwn) {
  Slow slow(3);
  slow.driver.attach(Script().user("Compare the offers."));
  const uint32_t first = slow.driver.run();
  slow.driver.attach(Script().user("Compare the demands."));
  const uint32_t second = slow.driver.run();
  uint32_t folds = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    slow.driver.use(first);
    slow.play(step(i));
    slow.driver.use(second);
    slow.play(step(1'000 + i));
    folds = std::max(folds, static_cast<uint32_t>(slow.folds()));
  }
  EXPECT_GT(folds, 0U);
  slow.driver.use(first);
  EXPECT_GT(slow.folds(), 0);
  EXPECT_EQ(slow.waits, 0U);
}

TEST(Background, MayNotBePostponedWhereItIsDue) {
  SessionOptions with = options();
  with.background = false;
  Driver driver(with);
  driver.attach(Script().user("Compare the offers."));
  for (uint32_t i = 0; i < 60; ++i) driver.append(step(i));
  driver.postpones = [](uint64_t) { return true; };
  const script::StepOutcome outcome = driver.step(kWindow);
  EXPECT_EQ(outcome.error, 0);
  EXPECT_EQ(outcome.postponed, 0U);
  EXPECT_EQ(driver.state().chain().size(), 1U);
}

}  // namespace
}  // namespace epitome
