// promise: 4 never breaks the agent

#include "session/machine.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using script::Driver;
using script::Messages;
using script::Script;

SessionOptions options() { return script::bareOptions(true); }

Messages longConversation() {
  Script script;
  script.user("Find the bug.");
  for (uint32_t i = 0; i < 12; ++i) {
    script.step("c" + std::to_string(i), "output " + test::prose(400));
  }
  return script;
}

/// A host with blocks of its own is asked for them, and one that flushes before.
SessionOptions optionsFor(Phase phase) {
  SessionOptions wanted = options();
  wanted.blocks = phase == Phase::kAsking;
  wanted.flush = phase == Phase::kFlushing;
  return wanted;
}

/// A session with one run in the wanted phase.
struct InPhase {
  Session session;
  uint32_t run = 0;
  Messages host = longConversation();

  explicit InPhase(Phase phase) : session(optionsFor(phase)) {
    for (const script::Message& message : host) feed(session.intake(), message);
    run = session.attach().run;
    if (phase == Phase::kSteady) return;
    StepInput input;
    input.contextWindow = 1'000;
    const Next next = *session.step(run, input);
    EXPECT_EQ(next, phase == Phase::kAsking ? Next::kBlocks : Next::kRead);
    if (phase == Phase::kAsking) return;
    if (phase == Phase::kReading) return;
    const auto list = session.toRead(run);
    for (const uint32_t m : *list) feed(**session.reader(run), host[m]);
    EXPECT_EQ(*session.readDone(run), phase == Phase::kFlushing ? Next::kFlush : Next::kSummarize);
  }

  /// 0, or the error.
  int send(Event event) {
    const auto code = [](const auto& result) {
      return result ? 0 : static_cast<int>(result.error());
    };
    switch (event) {
      case Event::kAppend:
        return code(session.append(run));
      case Event::kStep:
        return code(session.step(run, {.contextWindow = 1'000}));
      case Event::kText:
        return code(session.reader(run));
      case Event::kReadDone:
        return code(session.readDone(run));
      case Event::kReply:
        return code(session.reply(run, 0, script::goodReply().text, FinishReason::kStop));
      case Event::kGiveUp:
        return code(session.giveUp(run, 0, GiveUp::kTimedOut));
      case Event::kBlocks:
        return code(session.offerBlocks(run, R"({"blocks":[["rules","Be brief."]]})"));
      case Event::kPostpone:
        return code(session.postpone(run));
      case Event::kFlushed:
        return code(session.flushed(run));
    }
    return -1;
  }

  std::string fingerprint() {
    return session.snapshot() + session.totalsJson() + session.explainJson(run) +
           std::to_string(static_cast<int>((*session.run(run))->phase)) +
           std::to_string(session.staged().size());
  }
};

constexpr Event kEvents[] = {Event::kAppend,   Event::kStep,     Event::kText,
                             Event::kReadDone, Event::kReply,    Event::kGiveUp,
                             Event::kBlocks,   Event::kPostpone, Event::kFlushed};
constexpr Phase kPhases[] = {Phase::kSteady, Phase::kReading, Phase::kAwaiting, Phase::kAsking,
                             Phase::kFlushing};

TEST(Machine, IllegalEventsAreRefusedAndChangeNothing) {
  uint32_t refused = 0;
  for (const Phase phase : kPhases) {
    for (const Event event : kEvents) {
      if (legal(phase, event)) continue;
      InPhase in(phase);
      // A message waits on the stage: a refused append must leave it there.
      feed(in.session.intake(), in.host[0]);
      const std::string before = in.fingerprint();
      EXPECT_EQ(in.send(event), static_cast<int>(ErrorCode::kOutOfOrder))
          << static_cast<int>(phase) << " " << static_cast<int>(event);
      EXPECT_EQ(in.fingerprint(), before);
      ++refused;
    }
  }
  EXPECT_EQ(refused, 36U);
}

TEST(Machine, LegalEventsAreTaken) {
  for (const Phase phase : kPhases) {
    for (const Event event : kEvents) {
      if (!legal(phase, event)) continue;
      InPhase in(phase);
      // Reading is done when everything has passed by.
      const bool early = (phase == Phase::kReading && event == Event::kReadDone) ||
                         // This view has to shrink now.
                         event == Event::kPostpone;
      EXPECT_EQ(in.send(event), early ? static_cast<int>(ErrorCode::kOutOfOrder) : 0)
          << static_cast<int>(phase) << " " << static_cast<int>(event);
    }
  }
}

TEST(Machine, UnknownRunsAreRefused) {
  InPhase in(Phase::kSteady);
  in.run = 99;
  for (const Event event : kEvents) {
    EXPECT_EQ(in.send(event), static_cast<int>(ErrorCode::kUnknownHandle));
  }
  EXPECT_EQ(in.session.toRead(99).error(), ErrorCode::kUnknownHandle);
  EXPECT_EQ(in.session.request(99, 0).error(), ErrorCode::kUnknownHandle);
  EXPECT_EQ(in.session.pending(99).error(), ErrorCode::kUnknownHandle);
  EXPECT_EQ(in.session.same(99, 0).error(), ErrorCode::kUnknownHandle);
  in.session.release(99);
}

TEST(Machine, ListsAndRequestsAreThereInTheirPhaseOnly) {
  for (const Phase phase : kPhases) {
    InPhase in(phase);
    EXPECT_EQ(in.session.toRead(in.run).has_value(), phase == Phase::kReading);
    EXPECT_EQ(in.session.request(in.run, 0).has_value(), phase == Phase::kAwaiting);
    EXPECT_EQ(in.session.flushRequest(in.run).has_value(), phase == Phase::kFlushing);
  }
}

TEST(Machine, ARunMayBeReleasedInAnyPhase) {
  for (const Phase phase : kPhases) {
    InPhase in(phase);
    in.session.release(in.run);
    EXPECT_EQ(in.send(Event::kStep), static_cast<int>(ErrorCode::kUnknownHandle));
    // The conversation can come back.
    for (const script::Message& message : in.host) feed(in.session.intake(), message);
    in.run = in.session.attach().run;
    EXPECT_EQ(in.send(Event::kStep), 0);
  }
}

TEST(Machine, EveryFailureOfTheModelEndsInADigest) {
  for (const GiveUp why : {GiveUp::kFailed, GiveUp::kTimedOut, GiveUp::kAborted}) {
    InPhase in(Phase::kAwaiting);
    auto next = in.session.giveUp(in.run, 0, why);
    for (uint32_t n = 1; next && *next == Next::kSummarize; ++n) {
      next = in.session.giveUp(in.run, n, why);
    }
    ASSERT_TRUE(next);
    EXPECT_EQ(*next, Next::kView);
    const auto chain = (*in.session.run(in.run))->chain();
    ASSERT_EQ(chain.size(), 1U);
    EXPECT_EQ(in.session.decisions().byId(chain[0])->body.source, ProseSource::kDigest);
  }
}

}  // namespace
}  // namespace epitome
