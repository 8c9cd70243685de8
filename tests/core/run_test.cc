// promise: 1 always valid, 3 never larger, 7 keeps the prefix
/// What a run's view does as messages arrive and budgets change.

#include "session/run.h"

#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/oracle.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using script::Driver;
using script::joined;
using script::Messages;
using script::Script;
using script::StepOutcome;

SessionOptions options(bool summarizer = false) { return script::bareOptions(summarizer); }

Messages steps(uint32_t count, uint32_t first = 0, uint32_t units = 400) {
  Script script;
  for (uint32_t i = first; i < first + count; ++i) {
    script.step("c" + std::to_string(i), test::prose(units, i));
  }
  return script;
}

nlohmann::json reportOf(Driver& driver) {
  const std::string text = driver.session().reportJson(driver.run());
  return text.empty() ? nlohmann::json::object() : nlohmann::json::parse(text);
}

/// Appends and steps; everything must be valid.
StepOutcome play(Driver& driver, const Messages& more, uint32_t window) {
  EXPECT_TRUE(driver.append(more));
  const StepOutcome outcome = driver.step(window);
  EXPECT_EQ(driver.fault(), "");
  EXPECT_TRUE(script::countsAs(driver.state().tokens(), driver.view()))
      << driver.state().tokens() << ", recounted " << script::tokensOf(driver.view());
  return outcome;
}

// ---- Views that the validator refuses

/// Segments behind an assistant message. The units let no such view come about: it is made by hand.
Run refused(const Decisions& decisions) {
  Transcript transcript;
  FactsReader reader(transcript);
  const Messages host = Script().assistant().text("done").user("go on");
  for (const script::Message& message : host) feed(reader, message);
  return {decisions, std::move(transcript), std::vector<uint64_t>{1}, 1, Cover{.end = 1}};
}

TEST(Run, AFaultIsNotForgottenForWhatComesBehindIt) {
  const Decisions decisions;
  epitome::Run run = refused(decisions);
  ASSERT_EQ(run.fault(), ViewFault::kMisplacedSegments);
  Transcript more;
  FactsReader reader(more);
  feed(reader, Script().assistant().text("again").messages()[0]);
  EXPECT_TRUE(run.append(more));
  EXPECT_EQ(run.fault(), ViewFault::kMisplacedSegments);
}

TEST(Run, AViewThatIsRefusedEndsNoStep) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  auto& run = const_cast<epitome::Run&>(driver.state());
  std::destroy_at(&run);
  std::construct_at(&run, refused(driver.session().decisions()));
  const std::string totals = driver.session().totalsJson();
  EXPECT_EQ(driver.step(100'000).error, static_cast<int>(ErrorCode::kInvalidView));
  EXPECT_EQ(driver.state().sent.messages, 0U);
  EXPECT_EQ(driver.session().totalsJson(), totals);
}

// ---- What is shown

TEST(Run, AProviderResultWhoseCallIsFoldedIsNotShown) {
  Driver driver(options());
  driver.attach(joined(
      Script().user("go"),
      Script().assistant().providerCall("w").call("a").tool().result("a", test::prose(4'000))));
  play(driver, steps(6), 800);
  ASSERT_GE(driver.state().foldEnd(), 3U);
  play(driver, Script().assistant().text("late").providerResult("w", "page"), 800);
  for (const script::ShownMessage& shown : driver.view()) {
    for (const script::Part& part : shown.message.parts) EXPECT_NE(part.text, "page");
  }
  // A full history gives the same view.
  const auto bytes = driver.encoded();
  driver.attach(driver.host());
  EXPECT_EQ(driver.encoded(), bytes);
}

TEST(Run, AResultThatArrivesAfterEverythingWasFoldedIsNotShown) {
  Driver driver(options());
  driver.attach(joined(Script().user(test::prose(800)), steps(1, 0, 9'000)));
  driver.step(330);
  ASSERT_EQ(driver.state().foldEnd(), 3U) << "everything is folded";
  play(driver, Script().tool().result("c0", "again").result("nobody", "?"), 330);
  EXPECT_EQ(driver.view().back().op, 1U);
}

TEST(Run, AnOpenCallIsNeverFolded) {
  for (const bool system : {false, true}) {
    Driver driver(options());
    driver.attach(joined(Script().user("go"), steps(8)));
    Script waiting;
    waiting.assistant().text(test::prose(2'000)).call("open");
    if (system) waiting.system("note");
    play(driver, waiting, 700);
    bool shown = false;
    for (const script::ShownMessage& message : driver.view()) {
      for (const script::Part& part : message.message.parts) {
        shown = shown || (part.kind == PartKind::kToolCall && part.callId == "open");
      }
    }
    EXPECT_TRUE(shown);
  }
}

TEST(Run, AnAppendedResultThatWasCutBeforeIsCutAgain) {
  Driver driver(options());
  const std::string huge(20'000, 'h');
  driver.attach(joined(Script().user("go"), Script().step("x", huge)));
  driver.step(1'500);
  ASSERT_EQ(reportOf(driver)["edits"].size(), 1U);
  // The same call with the same output once more.
  play(driver, Script().user("again").step("x", huge), 1'500);
  EXPECT_LE(driver.state().tokens(), 1'500);
}

TEST(Run, BetweenRewritesEachViewExtendsTheLast) {
  Driver driver(options(true));
  driver.attach(Script().user("go"));
  uint32_t rewrites = 0;
  uint32_t plain = 0;
  std::vector<script::ShownMessage> before = driver.view();
  for (uint32_t i = 0; i < 120; ++i) {
    const Messages more = steps(1, i);
    const StepOutcome outcome = play(driver, more, 4'000);
    const std::vector<script::ShownMessage> view = driver.view();
    if (outcome.next == Next::kView && i > 0) {
      ++rewrites;
    } else {
      ++plain;
      ASSERT_EQ(view.size(), before.size() + more.size());
      for (size_t m = 0; m < before.size(); ++m) ASSERT_EQ(view[m].source, before[m].source);
    }
    before = view;
  }
  // Rewrites come in batches that pay: fewer than steps.
  EXPECT_GT(rewrites, 0U);
  EXPECT_GT(plain, rewrites);
}

TEST(Run, ASmallerWindowReplansAndALargerOneUndoesNothing) {
  Driver driver(options());
  driver.attach(joined(Script().user("go"), steps(30)));
  EXPECT_NE(driver.step(20'000).next, Next::kSummarize);
  EXPECT_TRUE(driver.state().chain().empty());
  EXPECT_EQ(driver.step(1'500).next, Next::kView);
  EXPECT_LE(driver.state().tokens(), 1'499);
  EXPECT_EQ(driver.fault(), "");
  const auto bytes = driver.encoded();
  EXPECT_EQ(driver.step(200'000).next, Next::kUnchanged);
  EXPECT_EQ(driver.encoded(), bytes);
  const auto smaller = static_cast<uint32_t>(driver.state().tokens() - 50);
  EXPECT_EQ(driver.step(smaller).next, Next::kView);
  EXPECT_LT(driver.state().tokens(), smaller);
}

TEST(Run, ASegmentIsNeverLargerThanWhatTheHostStillHasOfItsRange) {
  // Hosts empty old results by themselves, and the segment is still the range's.
  const Messages opening = Script().user("go");
  const Messages recent = steps(2, 2, 100);
  uint32_t folded = 0;
  uint32_t whole = 0;
  for (uint32_t units = 0; units < 600; units += 4) {
    Driver driver(options());
    driver.attach(joined(opening, joined(steps(2, 0, 2'000), recent)));
    EXPECT_EQ(driver.step(700).next, Next::kView);
    ASSERT_FALSE(driver.state().chain().empty());
    const Messages host = joined(opening, joined(steps(2, 0, units), recent));
    driver.attach(host);
    ASSERT_LE(driver.state().tokens(), script::wholeTokens(host)) << units;
    ++(driver.state().chain().empty() ? whole : folded);
  }
  EXPECT_GT(folded, 0U);
  EXPECT_GT(whole, 0U);
}

TEST(Run, UsageReplacesTheAssumedOverhead) {
  SessionOptions assumed = options();
  assumed.hostOverhead = -1;
  Driver driver(assumed);
  driver.attach(joined(Script().user("go"), steps(10)));
  driver.step(8'000);
  const auto totals = [&] { return nlohmann::json::parse(driver.session().totalsJson()); };
  EXPECT_EQ(totals()["hostOverhead"], 2'000);
  const int64_t sent = driver.state().tokens();
  driver.append(steps(1, 10));
  StepInput input;
  input.contextWindow = 8'000;
  input.billedInput = static_cast<uint32_t>(sent + 300);
  input.billedOutput = 50;
  driver.step(input);
  EXPECT_EQ(totals()["hostOverhead"], 300);
  EXPECT_EQ(totals()["inputTokens"], sent + 300);
  EXPECT_EQ(totals()["outputTokens"], 50);
}

TEST(Run, WhatCannotFitIsSaidOnceAndNotTriedAgain) {
  Driver driver(options());
  driver.attach(joined(Script().user(test::prose(8'000)), steps(5)));
  driver.step(1'000);
  const nlohmann::json report = reportOf(driver);
  ASSERT_TRUE(report.contains("cannotFit"));
  EXPECT_EQ(report["cannotFit"]["view"], driver.state().tokens());
  EXPECT_GE(report["cannotFit"]["opening"], 1'500);
  const StepOutcome again = driver.step(1'000);
  EXPECT_EQ(again.next, Next::kUnchanged);
  EXPECT_EQ(again.passes, 0U);
  EXPECT_TRUE(reportOf(driver).contains("cannotFit"));
}

TEST(Run, AFoldThatTheHostAskedForTakesAllThatIsNotProtected) {
  Driver driver(options());
  driver.attach(joined(Script().user("go"), steps(30)));
  StepInput input;
  input.contextWindow = 8'000;
  driver.step(input);
  EXPECT_TRUE(driver.state().chain().empty());
  input.manual = true;
  EXPECT_EQ(driver.step(input).next, Next::kView);
  EXPECT_EQ(reportOf(driver)["reason"], "manual");
  EXPECT_EQ(driver.state().chain().size(), 1U);
  EXPECT_EQ(driver.fault(), "");
}

TEST(Run, UserMessagesOfAFoldAreCarriedVerbatim) {
  Driver driver(options());
  const std::string order = "Never touch the file \u201cREADME\u201d, whatever happens.";
  driver.attach(joined(joined(Script().user("go"), steps(4)), Script().user(order)));
  play(driver, joined(joined(steps(4, 4), Script().user("Go on.")), steps(26, 8)), 4'000);
  ASSERT_FALSE(driver.state().chain().empty());
  const auto shown = driver.view();
  std::string segments;
  for (const script::Part& part : shown[1].message.parts) segments += part.text;
  EXPECT_NE(segments.find(order), std::string::npos);
}

}  // namespace
}  // namespace epitome
