// promise: 1 always valid, 3 never larger, 7 keeps the prefix
/// What a run's view does as messages arrive and budgets change.

#include "session/run.h"

#include <memory>

#include <gtest/gtest.h>

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
  // A call that takes more than a quarter of the budget by itself is folded, seen or not.
  driver.attach(
      joined(Script().user("go"),
             Script().assistant().text(test::prose(9'000)).call("c0").tool().result("c0", "done")));
  driver.step(250);
  ASSERT_EQ(driver.state().foldEnd(), 3U) << "everything is folded";
  play(driver, Script().tool().result("c0", "again").result("nobody", "?"), 250);
  EXPECT_EQ(driver.view().back().op, 1U);
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
  for (uint32_t units = 0; units < 600; units += units < 40 ? 1 : 8) {
    Driver driver(options());
    driver.attach(joined(opening, joined(steps(2, 0, 2'000), recent)));
    EXPECT_EQ(driver.step(700).next, Next::kView);
    ASSERT_FALSE(driver.state().chain().empty());
    const Messages host = joined(opening, joined(steps(2, 0, units), recent));
    driver.attach(host);
    ASSERT_LE(driver.state().tokens(), script::wholeTokens(host)) << units;
    ++(driver.state().chain().empty() ? whole : folded);
  }
  EXPECT_GT(folded, 10U);
  EXPECT_GT(whole, 0U);
}

TEST(Run, ASegmentStaysWhereAnEditTakesFromItsRangeLater) {
  // A result that is repeated behind the fold may be cut there, and the cut holds for both.
  for (const EditKind kind : {EditKind::kClear, EditKind::kTrim}) {
    Driver driver(options());
    driver.attach(joined(Script().user("go"), joined(steps(2, 0, 2'000), steps(2, 2, 100))));
    EXPECT_EQ(driver.step(700).next, Next::kView);
    const epitome::Run& run = driver.state();
    const std::vector<uint64_t> chain(run.chain().begin(), run.chain().end());
    ASSERT_FALSE(chain.empty());
    auto& decisions = const_cast<Decisions&>(driver.session().decisions());
    for (uint32_t m = run.foldBegin(); m < run.foldEnd(); ++m) {
      const PartFacts& part = run.transcript().part(m, 0);
      if (part.kind != PartKind::kToolResult) continue;
      Edit edit;
      edit.kind = kind;
      edit.upTo = m + 1;
      decisions.keep(keyOf(run.transcript(), m, 0), edit);
    }
    driver.attach(driver.host());
    const std::span<const uint64_t> after = driver.state().chain();
    EXPECT_EQ(std::vector<uint64_t>(after.begin(), after.end()), chain);
    EXPECT_EQ(driver.fault(), "");
  }
}

}  // namespace
}  // namespace epitome
