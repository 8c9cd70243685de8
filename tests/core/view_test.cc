// promise: 1 always valid

#include "edits/view.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"

namespace epitome {
namespace {

using script::Driver;
using script::Message;
using script::Messages;
using script::Script;

/// The view of a transcript that nobody has compacted, each message as a line.
std::vector<std::string> viewOf(const Messages& messages) {
  Driver driver{SessionOptions{}};
  driver.attach(messages);
  EXPECT_EQ(driver.fault(), "");
  EXPECT_EQ(driver.state().fault(), ViewFault::kNone);
  std::vector<std::string> lines;
  for (const script::ShownMessage& shown : driver.view()) {
    std::string line(1, "SUATO"[static_cast<size_t>(shown.message.role)]);
    for (const script::Part& part : shown.message.parts) {
      line += " " + (part.callId.empty() ? part.text : part.callId);
      if (part.kind == PartKind::kToolResult) {
        line += part.text == kAbortedText ? "=aborted" : "=" + part.text;
      }
    }
    lines.push_back(line);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(View, AnUnbrokenTranscriptIsLeftAsItIs) {
  const Messages messages =
      Script().system("s").user("u").step("a", "1").assistant().text("done").user("v");
  Driver driver{SessionOptions{}};
  driver.attach(messages);
  ASSERT_EQ(driver.state().view().items.size(), 1U);
  EXPECT_EQ(driver.state().view().items[0].op, ViewOp::kHost);
  EXPECT_EQ(driver.state().view().items[0].count, messages.size());
}

TEST(View, CallsThatAUserMessageOvertookAreAnswered) {
  EXPECT_EQ(
      viewOf(Script().user("u").assistant().call("a").call("b").tool().result("a", "1").user("v")),
      (Lines{"U u", "A a b", "T b=aborted", "T a=1", "U v"}));
  EXPECT_EQ(viewOf(Script().user("u").assistant().call("a")), (Lines{"U u", "A a"}));
}

TEST(View, CallsThatTheAssistantLeftBehindAreAnswered) {
  const Script steps =
      Script().user("u").assistant().call("a").call("b").tool().result("a", "1").assistant().call(
          "c");
  EXPECT_EQ(viewOf(steps), (Lines{"U u", "A a b", "T b=aborted", "T a=1", "A c"}));
  EXPECT_EQ(viewOf(Script(steps).tool().result("c", "3").result("b", "2")),
            (Lines{"U u", "A a b", "T b=2", "T a=1", "A c", "T c=3"}));
  // Nothing but the assistant's own words behind it: it waits.
  const Lines waits{"U u", "A a", "A t"};
  EXPECT_EQ(viewOf(Script().user("u").assistant().call("a").assistant().text("t")), waits);
}

TEST(View, OfCallsWithOneIdOneShowsWithTheResultThatTellsMost) {
  const Script twice = Script().user("u").assistant().call("a").call("a");
  EXPECT_EQ(viewOf(Script(twice).tool().result("a", "1").user("v")),
            (Lines{"U u", "A a", "T a=1", "U v"}));
  EXPECT_EQ(viewOf(Script(twice).tool().result("a", "1").result("a", "2").user("v")),
            (Lines{"U u", "A a", "T a=1", "U v"}));
  EXPECT_EQ(viewOf(Script(twice).tool().result("a", "no", kError).result("a", "2").user("v")),
            (Lines{"U u", "A a", "T a=2", "U v"}));
  EXPECT_EQ(viewOf(Script(twice).user("v")), (Lines{"U u", "A a", "T a=aborted", "U v"}));
  EXPECT_EQ(viewOf(Script(twice).user("v").tool().result("a", "1").result("a", "2")),
            (Lines{"U u", "A a", "T a=1", "U v"}));
}

TEST(View, LateResultsGoBehindTheirCalls) {
  EXPECT_EQ(
      viewOf(Script().user("u").assistant().call("a").user("v").tool().result("a", "1").user("w")),
      (Lines{"U u", "A a", "T a=1", "U v", "U w"}));
}

TEST(View, OrphansDuplicatesAndEmptyMessagesAreLeftOut) {
  EXPECT_EQ(viewOf(Script()
                       .user("u")
                       .assistant()
                       .text("")
                       .call("a")
                       .tool()
                       .result("a", "1")
                       .result("x", "?")
                       .tool()
                       .result("a", "2")
                       .assistant()
                       .text("")
                       .assistant()
                       .text("t")),
            (Lines{"U u", "A a", "T a=1", "A t"}));
}

TEST(View, AProviderCallWithoutResultGoesWithItsReasoning) {
  EXPECT_EQ(
      viewOf(
          Script().user("u").assistant().reasoning("signed", kOpaque).providerCall("w").user("v")),
      (Lines{"U u", "U v"}));
}

TEST(View, ASystemMessageAmidCallAndResultStaysBehindBoth) {
  EXPECT_EQ(viewOf(Script().user("u").assistant().call("a").system("s").tool().result("a", "1")),
            (Lines{"U u", "A a", "T a=1", "S s"}));
}

TEST(View, RepairsAreReportedWithTheirMessages) {
  const Messages messages =
      Script().user("u").assistant().call("a").tool().result("x", "?").user("v").message(
          Role::kUser);
  Driver driver{SessionOptions{}};
  driver.attach(messages);
  std::vector<RepairNote> notes;
  for (uint32_t u = 0; u < driver.state().units().size(); ++u) {
    repairsOf(driver.state().source(), u, notes);
  }
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[0].kind, RepairKind::kAbortedCall);
  EXPECT_EQ(notes[0].message, 1U);
  EXPECT_EQ(notes[1].kind, RepairKind::kOrphanResult);
  EXPECT_EQ(notes[1].message, 2U);
  EXPECT_EQ(notes[2].kind, RepairKind::kEmptyMessage);
  EXPECT_EQ(notes[2].message, 4U);
}

TEST(View, ARepairIsSmall) {
  Driver driver{SessionOptions{}};
  driver.attach(Script().user("u").assistant().call("a").call("b"));
  const int64_t before = driver.state().tokens();
  driver.append(Script().user("v"));
  // The user message itself takes five tokens.
  EXPECT_LE(driver.state().tokens() - before - 5, 2 * 40);
}

}  // namespace
}  // namespace epitome
