// promise: 6 pays once
/// How a session recognises what it knows in the arrays that a host sends.

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using script::Driver;
using script::joined;
using script::Messages;
using script::Script;
using script::slice;
using script::StepOutcome;

constexpr uint32_t kWindow = 2'000;

SessionOptions options() { return script::bareOptions(true); }

/// A conversation of `rounds` agent steps of about 100 tokens, with a user message now and then.
Messages conversation(uint32_t rounds, const std::string& name = "c") {
  Script script;
  script.system("You are a careful agent.").user("Find out why the " + name + " build fails.");
  for (uint32_t i = 0; i < rounds; ++i) {
    const std::string id = name + std::to_string(i);
    script.assistant()
        .text("Step " + std::to_string(i))
        .call(id, "read", "{\"path\":\"src/a.ts\"}");
    script.tool().result(id, "line " + std::to_string(i) + " " + test::prose(220));
    if (i % 5 == 4) script.user("Also look at number " + std::to_string(i) + ".");
  }
  return script;
}

/// A driver that has compacted the conversation.
struct Compacted {
  Messages host;
  Driver driver{options()};
  std::vector<uint8_t> bytes;

  explicit Compacted(uint32_t rounds = 40) : host(conversation(rounds)) {
    driver.attach(slice(host, 0, 3));
    for (size_t at = 3; at < host.size(); ++at) {
      driver.append(slice(host, at, at + 1));
      driver.step(kWindow);
    }
    bytes = driver.encoded();
  }

  Messages view() const { return script::messagesOf(driver.view()); }
};

void expectNothingAsked(Driver& driver) {
  const StepOutcome outcome = driver.step(kWindow);
  EXPECT_TRUE(outcome.asked.empty());
  EXPECT_EQ(driver.fault(), "");
  EXPECT_LE(driver.state().tokens(), kWindow);
}

TEST(Attach, TheCompactedSessionHasSegments) {
  const Compacted known;
  EXPECT_GE(known.driver.state().chain().size(), 1U);
  EXPECT_EQ(known.driver.fault(), "");
}

TEST(Attach, New) {
  Driver driver(options());
  const Attached attached = driver.attach(conversation(3));
  EXPECT_EQ(attached.how, AlignCase::kNew);
  EXPECT_EQ(attached.common, 0U);
}

TEST(Attach, TheSameHistoryGivesTheSameBytes) {
  Compacted known;
  const Attached attached = known.driver.attach(known.host);
  EXPECT_EQ(attached.how, AlignCase::kExtended);
  EXPECT_EQ(attached.common, known.host.size());
  EXPECT_EQ(known.driver.encoded(), known.bytes);
  expectNothingAsked(known.driver);
}

TEST(Attach, ALongerHistoryGoesOnWhereItEnded) {
  Compacted known;
  const Messages more = Script().step("next", "result");
  known.driver.attach(joined(known.host, more));
  const Messages view = script::messagesOf(known.driver.view());
  const Compacted before;
  const Messages expected = joined(before.view(), more);
  ASSERT_EQ(view.size(), expected.size());
  for (size_t i = 0; i < view.size(); ++i) {
    EXPECT_EQ(view[i].parts.size(), expected[i].parts.size());
    EXPECT_EQ(view[i].parts[0].text, expected[i].parts[0].text) << i;
  }
}

TEST(Attach, OurOwnViewHandedBackIsKnown) {
  Compacted known;
  const Messages more = Script().step("next", "result");
  const Attached attached = known.driver.attach(joined(known.view(), more));
  EXPECT_EQ(attached.how, AlignCase::kOwnView);
  EXPECT_EQ(known.driver.host().size(), known.host.size() + 2);
  expectNothingAsked(known.driver);
  const Compacted before;
  EXPECT_EQ(script::messagesOf(known.driver.view()).size(), before.view().size() + 2);
}

TEST(Attach, AnOlderViewOfOursIsKnownToo) {
  Compacted known;
  const Messages old = known.view();
  const Messages more = conversation(60);
  known.driver.append(slice(more, known.host.size(), known.host.size() + 20));
  known.driver.step(kWindow);
  const Attached attached =
      known.driver.attach(joined(old, slice(more, known.host.size(), known.host.size() + 20)));
  EXPECT_EQ(attached.how, AlignCase::kOwnView);
  expectNothingAsked(known.driver);
}

TEST(Attach, ASuffixIsFilledUpFromWhatIsKnown) {
  Compacted known;
  for (const size_t from : {known.host.size() - 4, known.host.size() - 30, size_t{4}}) {
    const Attached attached = known.driver.attach(slice(known.host, from, known.host.size()));
    EXPECT_EQ(attached.how, AlignCase::kSuffix) << from;
    EXPECT_EQ(attached.common, known.host.size() - from);
    expectNothingAsked(known.driver);
    known.driver.attach(known.host);
    EXPECT_EQ(known.driver.encoded(), known.bytes);
  }
}

TEST(Attach, TruncatedHistoriesReplaySegmentsThatStillFit) {
  Compacted known;
  // Back to the middle, then forward again: nothing is asked for twice.
  const size_t middle = known.host.size() / 2;
  const Attached attached = known.driver.attach(slice(known.host, 0, middle));
  EXPECT_EQ(attached.how, AlignCase::kTruncated);
  EXPECT_EQ(attached.common, middle);
  EXPECT_EQ(known.driver.fault(), "");
  const Attached back = known.driver.attach(known.host);
  EXPECT_EQ(back.how, AlignCase::kExtended);
  EXPECT_EQ(known.driver.encoded(), known.bytes);
  expectNothingAsked(known.driver);
}

TEST(Attach, ABranchGoesBackByAppendWithoutARequest) {
  Compacted known;
  known.driver.attach(slice(known.host, 0, 6));
  EXPECT_TRUE(known.driver.state().chain().empty());
  known.driver.append(slice(known.host, 6, known.host.size()));
  expectNothingAsked(known.driver);
  EXPECT_EQ(known.driver.encoded(), known.bytes);
}

TEST(Attach, AnEditInsideAFoldInvalidatesItsSegmentAndNoOther) {
  Compacted known;
  const std::vector<uint64_t> chain(known.driver.state().chain().begin(),
                                    known.driver.state().chain().end());
  ASSERT_FALSE(chain.empty());
  const uint32_t foldBegin = known.driver.state().foldBegin();
  Messages edited = known.host;
  for (size_t m = foldBegin; m < edited.size(); ++m) {
    if (edited[m].role != Role::kUser) continue;
    edited[m].parts[0].text = "Something else entirely.";
    break;
  }
  const Attached attached = known.driver.attach(edited);
  EXPECT_EQ(attached.how, AlignCase::kEdited);
  EXPECT_TRUE(known.driver.state().chain().empty());
  known.driver.step(kWindow);
  EXPECT_EQ(known.driver.fault(), "");
  // The first branch is still there.
  known.driver.attach(known.host);
  EXPECT_TRUE(std::ranges::equal(known.driver.state().chain(), chain));
  expectNothingAsked(known.driver);
}

TEST(Attach, AnEditBehindTheFoldKeepsAllSegments) {
  Compacted known;
  const auto chain = std::vector<uint64_t>(known.driver.state().chain().begin(),
                                           known.driver.state().chain().end());
  Messages edited = known.host;
  edited.back().parts[0].text = "Now do this instead.";
  edited.back().role = Role::kUser;
  known.driver.attach(edited);
  EXPECT_TRUE(std::ranges::equal(known.driver.state().chain(), chain));
  expectNothingAsked(known.driver);
}

TEST(Attach, ARegeneratedAnswerKeepsWhatStandsBeforeIt) {
  Compacted known;
  const uint32_t end = known.driver.state().foldEnd();
  const Messages branch =
      joined(slice(known.host, 0, end), Script().assistant().text("Another way.").user("Fine."));
  const Attached attached = known.driver.attach(branch);
  EXPECT_EQ(attached.how, AlignCase::kRegenerated);
  EXPECT_EQ(known.driver.state().foldEnd(), end);
  expectNothingAsked(known.driver);
}

TEST(Attach, AnUnrelatedConversationDamagesNothing) {
  Compacted known;
  const std::string before = known.driver.session().snapshot();
  const Attached attached = known.driver.attach(conversation(3, "other"));
  EXPECT_EQ(attached.how, AlignCase::kUnrelated);
  EXPECT_TRUE(known.driver.state().chain().empty());
  known.driver.step(kWindow);
  known.driver.attach(known.host);
  EXPECT_EQ(known.driver.encoded(), known.bytes);
}

TEST(Attach, ManyOthersBetweenDoNotMatter) {
  Compacted known;
  for (uint32_t i = 0; i < 3 * kMaxRuns; ++i) {
    known.driver.attach(conversation(2, "other" + std::to_string(i)));
    known.driver.step(kWindow);
  }
  known.driver.attach(known.host);
  EXPECT_EQ(known.driver.encoded(), known.bytes);
  expectNothingAsked(known.driver);
}

// ---- Restored elsewhere

struct Restored {
  Compacted known;
  Driver driver{options()};

  Restored() { EXPECT_TRUE(driver.session().restore(known.driver.session().snapshot())); }
};

TEST(Restored, AFullHistoryGivesTheSameBytes) {
  Restored restored;
  const Attached attached = restored.driver.attach(restored.known.host);
  EXPECT_EQ(attached.how, AlignCase::kExtended);
  EXPECT_EQ(restored.driver.encoded(), restored.known.bytes);
  expectNothingAsked(restored.driver);
}

TEST(Restored, OurOwnViewIsTakenAsItIs) {
  Restored restored;
  const Messages view = restored.known.view();
  const Attached attached = restored.driver.attach(view);
  EXPECT_EQ(attached.how, AlignCase::kOwnView);
  EXPECT_EQ(script::messagesOf(restored.driver.view()).size(), view.size());
  EXPECT_EQ(restored.driver.state().tokens(), restored.known.driver.state().tokens());
  expectNothingAsked(restored.driver);
}

TEST(Restored, ASuffixStandsBehindTheSegments) {
  const Compacted reference;
  const Messages& host = reference.host;
  const uint32_t end = reference.driver.state().foldEnd();
  for (const size_t from : {size_t{end} - 3, size_t{end}, host.size() - 3}) {
    Restored restored;
    const Attached attached = restored.driver.attach(slice(host, from, host.size()));
    EXPECT_EQ(attached.how, AlignCase::kSuffix) << from;
    const Messages view = script::messagesOf(restored.driver.view());
    ASSERT_FALSE(view.empty());
    // Segments first, then what the host sent of the unfolded part.
    EXPECT_EQ(view[0].parts.size(), reference.driver.state().chain().size());
    EXPECT_EQ(view.size(), 1 + host.size() - std::max<size_t>(from, end)) << from;
    expectNothingAsked(restored.driver);
  }
}

TEST(Restored, ASuffixThatGoesOnAndMovesKeepsItsSegments) {
  Restored restored;
  const Messages host = conversation(60);
  const size_t known = restored.known.host.size();
  const uint32_t end = restored.known.driver.state().foldEnd();
  restored.driver.attach(slice(host, end, known));
  const size_t segments = restored.driver.state().chain().size();
  ASSERT_GE(segments, 1U);
  for (size_t at = known; at < known + 4; at += 2) {
    restored.driver.attach(slice(host, end + (at - known), at + 2));
    EXPECT_EQ(restored.driver.state().chain().size(), segments) << at;
    expectNothingAsked(restored.driver);
  }
}

TEST(Restored, FurtherFoldsOfASuffixAreNumberedBehindTheKnownOnes) {
  Restored restored;
  const Messages host = conversation(80);
  const size_t known = restored.known.host.size();
  const uint32_t end = restored.known.driver.state().foldEnd();
  restored.driver.attach(slice(host, end, known));
  std::vector<script::AskedRange> asked;
  for (size_t at = known; at + 1 < host.size(); at += 1) {
    restored.driver.append(slice(host, at, at + 1));
    for (const auto& range : restored.driver.step(kWindow).asked) {
      if (range.kind == RequestKind::kFold) asked.push_back(range);
    }
    ASSERT_EQ(restored.driver.fault(), "");
  }
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.front().first, end + 1);
  for (size_t i = 1; i < asked.size(); ++i) EXPECT_EQ(asked[i].first, asked[i - 1].last + 1);
}

TEST(Restored, AnEditedFullHistoryIsNotTakenForASuffix) {
  Restored restored;
  Messages edited = restored.known.host;
  for (size_t m = restored.known.driver.state().foldBegin(); m < edited.size(); ++m) {
    if (edited[m].role != Role::kUser) continue;
    edited[m].parts[0].text = "Something else entirely.";
    break;
  }
  restored.driver.attach(edited);
  EXPECT_TRUE(restored.driver.state().chain().empty());
  restored.driver.step(kWindow);
  EXPECT_EQ(restored.driver.fault(), "");
}

TEST(Restored, AnotherConversationStartsFresh) {
  Restored restored;
  const Attached attached = restored.driver.attach(conversation(3, "other"));
  EXPECT_EQ(attached.how, AlignCase::kUnrelated);
  EXPECT_TRUE(restored.driver.state().chain().empty());
  // What was saved survives the stranger.
  restored.driver.step(kWindow);
  Driver third(options());
  ASSERT_TRUE(third.session().restore(restored.driver.session().snapshot()));
  third.attach(restored.known.host);
  EXPECT_EQ(third.encoded(), restored.known.bytes);
}

}  // namespace
}  // namespace epitome
