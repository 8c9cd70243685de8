// promise: 1 always valid

#include "edits/validate.h"

#include <gtest/gtest.h>

#include "core/support/generator.h"
#include "core/support/view_checker.h"

namespace epitome {
namespace {

using script::Messages;
using script::Script;
using script::transcriptOf;

ViewItem host(uint32_t message, uint32_t count = 1) {
  ViewItem item;
  item.message = message;
  item.count = count;
  return item;
}

ViewItem made(ViewOp op, uint32_t message, uint32_t firstChange, uint32_t changes) {
  ViewItem item = host(message);
  item.op = op;
  item.firstChange = firstChange;
  item.changeCount = changes;
  return item;
}

ViewFault check(const Messages& messages, std::vector<ViewItem> items,
                std::vector<PartChange> changes = {}) {
  View view;
  view.items = std::move(items);
  view.changes = std::move(changes);
  ViewValidator validator;
  return validator.check(transcriptOf(messages), view);
}

Messages sample() {
  return Script()
      .user("go")
      .assistant()
      .text("I look")
      .call("a")
      .call("b")
      .tool()
      .result("a", "1")
      .tool()
      .result("b", "2")
      .user("thanks");
}

TEST(Validate, TakesTheHostsOwnMessages) {
  EXPECT_EQ(check(sample(), {host(0, 5)}), ViewFault::kNone);
  EXPECT_EQ(check(sample(), {host(0), made(ViewOp::kSegments, 0, 0, 0), host(4)}),
            ViewFault::kNone);
}

TEST(Validate, NamesEachFault) {
  const Messages m = sample();
  EXPECT_EQ(check(m, {host(0), host(2)}), ViewFault::kOrphanResult);
  EXPECT_EQ(check(m, {host(0, 2), host(4)}), ViewFault::kSplitCall);
  EXPECT_EQ(check(m, {host(0, 3), host(4)}), ViewFault::kSplitCall);
  EXPECT_EQ(check(m, {host(1), host(0)}), ViewFault::kDisorder);
  EXPECT_EQ(check(m, {host(0, 5), host(4)}), ViewFault::kDisorder);
  EXPECT_EQ(check(m, {host(0, 4), made(ViewOp::kSegments, 0, 0, 0), host(4)}),
            ViewFault::kMisplacedSegments);
  EXPECT_EQ(check(m, {made(ViewOp::kSegments, 0, 0, 0), host(0), made(ViewOp::kSegments, 0, 0, 0),
                      host(1, 4)}),
            ViewFault::kMisplacedSegments);
  EXPECT_EQ(check(m, {host(0, 4), made(ViewOp::kPick, 2, 0, 1), host(4)},
                  {{0, ChangeKind::kAsIs, nullptr}}),
            ViewFault::kSecondAnswer);
  EXPECT_EQ(check(m, {host(0, 4), made(ViewOp::kAborted, 1, 0, 1), host(4)},
                  {{1, ChangeKind::kAsIs, nullptr}}),
            ViewFault::kSecondAnswer);
  EXPECT_EQ(check(m, {host(0, 2), made(ViewOp::kPick, 2, 0, 0)}), ViewFault::kEmptyMessage);
  EXPECT_EQ(check(m, {made(ViewOp::kEdited, 0, 0, 1)}, {{0, ChangeKind::kRemove, nullptr}}),
            ViewFault::kEmptyMessage);
  EXPECT_EQ(check(Script().user("a").user(""), {host(0, 2)}), ViewFault::kEmptyMessage);
  EXPECT_EQ(check(Script().message(Role::kUser), {host(0)}), ViewFault::kEmptyMessage);
  Edit trim;
  trim.cut = {1, 1, ""};
  trim.total = 2;
  EXPECT_EQ(check(m, {made(ViewOp::kEdited, 0, 0, 1)}, {{0, ChangeKind::kCut, &trim}}),
            ViewFault::kForbiddenEdit);
  for (const uint16_t flag : {kOpaque, kHasMedia, kProviderExecuted}) {
    const Messages forbidden = Script().assistant().call("a").tool().result("a", "12", flag);
    EXPECT_EQ(
        check(forbidden, {host(0), made(ViewOp::kEdited, 1, 0, 1)}, {{0, ChangeKind::kCut, &trim}}),
        ViewFault::kForbiddenEdit);
  }
}

TEST(Validate, AnswersMayBeMadeOrMoved) {
  const Messages m = Script().user("go").assistant().call("a").user("stop").tool().result("a", "1");
  EXPECT_EQ(check(m, {host(0, 2), made(ViewOp::kAborted, 1, 0, 1), host(2)},
                  {{0, ChangeKind::kAsIs, nullptr}}),
            ViewFault::kNone);
  EXPECT_EQ(check(m, {host(0, 2), made(ViewOp::kPick, 3, 0, 1), host(2)},
                  {{0, ChangeKind::kAsIs, nullptr}}),
            ViewFault::kNone);
  EXPECT_EQ(check(m, {host(0, 3)}), ViewFault::kSplitCall);
}

TEST(Validate, TheAssistantGoesOnBehindAnswersAlone) {
  const Messages m = Script()
                         .user("go")
                         .assistant()
                         .call("a")
                         .call("b")
                         .assistant()
                         .text("two")
                         .tool()
                         .result("a", "1")
                         .assistant()
                         .text("done");
  EXPECT_EQ(check(m, {host(0, 4)}), ViewFault::kNone);
  EXPECT_EQ(check(m, {host(0, 5)}), ViewFault::kSplitCall);
  EXPECT_EQ(check(m, {host(0, 3), made(ViewOp::kAborted, 1, 0, 1), host(3, 2)},
                  {{1, ChangeKind::kAsIs, nullptr}}),
            ViewFault::kNone);
  const Messages words =
      Script().user("go").assistant().call("a").call("b").tool().result("a", "1").part(
          script::textPart("hurry", kUserWords));
  EXPECT_EQ(check(words, {host(0, 3)}), ViewFault::kSplitCall);
}

TEST(Validate, AgreesWithTheCheckerOnHostsThatBreakTheRules) {
  // The host's own array, unrepaired: whatever the validator lets through must be valid.
  uint32_t refused = 0;
  uint32_t passed = 0;
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    script::Habits habits;
    habits.trouble = 30;
    habits.words = 2;
    script::Generator generator(seed, habits);
    Messages messages = generator.opening();
    for (uint32_t i = 0; i < 5; ++i) messages = script::joined(messages, generator.event());
    const uint32_t size = static_cast<uint32_t>(messages.size());
    const ViewFault fault = check(messages, {host(0, size)});
    script::ShownView view;
    view.items.push_back({0, 0, size, {}});
    const auto shown = script::carryOut(view, messages, "");
    ASSERT_TRUE(shown);
    const std::string wrong = script::ViewChecker(messages, *shown, {}).check();
    // What the validator does not look at: empty texts, approvals, and where an answer stands.
    const bool other = wrong.starts_with("empty") || wrong.starts_with("approval") ||
                       wrong.starts_with("result in another place") ||
                       wrong.starts_with("a user message overtakes a provider call");
    if (fault == ViewFault::kNone) {
      ASSERT_TRUE(wrong.empty() || other) << "seed " << seed << ": " << wrong;
      ++passed;
    } else {
      ASSERT_FALSE(wrong.empty()) << "seed " << seed << ": fault " << static_cast<int>(fault);
      ++refused;
    }
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(passed, 300U);
}

}  // namespace
}  // namespace epitome
