// promise: 9 loses nothing silently
/// A range that is too long for one request: how it is asked for, in whatever order answers come,
/// and what becomes of it when some or all of them fail.

#include "session/stages.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using script::AskedRange;
using script::Driver;
using script::Messages;
using script::Reply;
using script::Script;

constexpr uint32_t kWindow = 6'000;

SessionOptions options() { return script::bareOptions(true); }

/// A history of several windows that nobody has seen before.
Messages backlog(uint32_t steps = 60) {
  Script script;
  script.system("s").user("Compare the offers.");
  for (uint32_t i = 0; i < steps; ++i) {
    const std::string id = "c" + std::to_string(i);
    script.assistant()
        .text("Offer " + std::to_string(i) + ". " + test::prose(900))
        .call(id)
        .tool()
        .result(id, test::prose(700));
  }
  return script.user("Which one is it?");
}

/// Answers by what is asked, so that no order of requests changes an answer.
Reply answerTo(const SummaryRequest& request) {
  Reply reply = script::goodReply();
  reply.text += "\n- so much for messages " + std::to_string(request.firstMessage) + " to " +
                std::to_string(request.lastMessage) + " of this long conversation about offers";
  return reply;
}

Reply none() { return {false, "", FinishReason::kStop, GiveUp::kFailed}; }

bool isPart(const AskedRange& asked) { return asked.kind == RequestKind::kPart; }

const SegmentBody& recordOf(const Driver& driver) {
  const auto chain = driver.state().chain();
  return const_cast<Driver&>(driver).session().decisions().byId(chain.back())->body;
}

TEST(Stages, ALongRangeIsReadInPartsWhoseRecordsAreMerged) {
  Driver driver(options());
  std::vector<std::string> prompts;
  driver.replies = [&](const SummaryRequest& request) {
    prompts.push_back(request.prompt);
    return answerTo(request);
  };
  driver.attach(backlog());
  const std::vector<AskedRange> asked = driver.step(kWindow).asked;
  ASSERT_GT(asked.size(), 3U);
  EXPECT_EQ(asked.back().kind, RequestKind::kMerge);
  EXPECT_TRUE(std::all_of(asked.begin(), asked.end() - 1, isPart));
  for (size_t i = 1; i + 1 < asked.size(); ++i) EXPECT_EQ(asked[i].first, asked[i - 1].last + 1);
  EXPECT_EQ(asked.back().first, asked.front().first);
  EXPECT_EQ(asked.back().last, asked[asked.size() - 2].last);
  // No part is longer than a request may be, and the last one reads what the others wrote.
  for (size_t i = 0; i + 1 < prompts.size(); ++i) {
    EXPECT_LE(tokensOfText(prompts[i], Family::kO200k), kWindow) << i;
    const std::string told = "so much for messages " + std::to_string(asked[i].first) + " to " +
                             std::to_string(asked[i].last);
    EXPECT_NE(prompts.back().find(told), std::string::npos) << told;
  }
  EXPECT_EQ(recordOf(driver).source, ProseSource::kModel);
  EXPECT_EQ(recordOf(driver).rounds, 1U);
  EXPECT_EQ(recordOf(driver).firstMessage, asked.back().first);
  EXPECT_EQ(driver.fault(), "");
}

TEST(Stages, WhatFitsOneRequestIsReadByOne) {
  Driver driver(options());
  driver.attach(Script().user("Compare the offers."));
  for (uint32_t i = 0; i < 40; ++i) {
    driver.append(Script().assistant().text(test::prose(900, i)));
    for (const AskedRange& asked : driver.step(kWindow).asked) EXPECT_FALSE(isPart(asked));
  }
  EXPECT_FALSE(driver.state().chain().empty());
}

TEST(Stages, TheOrderOfAnswersChangesNothing) {
  std::string first;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    test::Random random(seed);
    Driver driver(options());
    driver.replies = answerTo;
    driver.pick = [&](size_t waiting) { return random.below(static_cast<uint32_t>(waiting)); };
    driver.attach(backlog());
    driver.step(kWindow);
    const std::vector<uint8_t> bytes = driver.encoded();
    const std::string made = driver.session().snapshot() + std::string(bytes.begin(), bytes.end());
    if (first.empty()) first = made;
    EXPECT_EQ(made, first) << seed;
  }
}

TEST(Stages, ADigestStandsForAPartThatFailed) {
  Driver driver(options());
  std::string merged;
  driver.replies = [&](const SummaryRequest& request) {
    if (request.kind == RequestKind::kMerge) merged = request.prompt;
    return request.kind == RequestKind::kPart && request.firstMessage == 3 ? none()
                                                                           : answerTo(request);
  };
  driver.attach(backlog());
  driver.step(kWindow);
  EXPECT_NE(merged.find("step by step"), std::string::npos) << merged;
  EXPECT_NE(merged.find("so much for messages"), std::string::npos);
  EXPECT_EQ(recordOf(driver).source, ProseSource::kModel);
}

TEST(Stages, WithoutAnyAnswerTheDigestOfTheWholeRangeStandsThere) {
  Driver failing(options());
  failing.replies = [](const SummaryRequest&) { return none(); };
  failing.attach(backlog());
  const std::vector<AskedRange> asked = failing.step(kWindow).asked;
  EXPECT_TRUE(std::ranges::all_of(asked, isPart));
  SessionOptions alone = options();
  alone.summarizer = false;
  Driver without(alone);
  without.attach(backlog());
  without.step(kWindow);
  EXPECT_EQ(recordOf(failing).prose, recordOf(without).prose);
  EXPECT_EQ(recordOf(failing).source, ProseSource::kDigest);
}

TEST(Stages, WhereOnlyTheMergeFailsTheRecordsOfThePartsStay) {
  Driver driver(options());
  driver.replies = [](const SummaryRequest& request) {
    return request.kind == RequestKind::kMerge ? none() : answerTo(request);
  };
  driver.attach(backlog(120));
  // Room for a word of each.
  driver.step(5 * kWindow);
  EXPECT_EQ(recordOf(driver).source, ProseSource::kDigest);
  EXPECT_NE(recordOf(driver).prose.find("## Done"), std::string::npos) << recordOf(driver).prose;
  EXPECT_EQ(driver.fault(), "");
}

TEST(Stages, EachNumberIsAnsweredOnce) {
  Driver driver(options());
  driver.attach(backlog());
  Session& session = driver.session();
  StepInput input;
  input.contextWindow = kWindow;
  ASSERT_EQ(*session.step(driver.run(), input), Next::kRead);
  const std::vector<uint32_t> list = *session.toRead(driver.run());
  for (const uint32_t m : list) {
    feed(**session.reader(driver.run()), driver.host()[m]);
  }
  ASSERT_EQ(*session.readDone(driver.run()), Next::kSummarize);
  const std::vector<uint32_t> all = *session.pending(driver.run());
  ASSERT_GT(all.size(), 2U);
  EXPECT_EQ(session.giveUp(driver.run(), 99, GiveUp::kFailed).error(), ErrorCode::kOutOfOrder);
  EXPECT_EQ(*session.giveUp(driver.run(), all[1], GiveUp::kFailed), Next::kSummarize);
  EXPECT_EQ(session.giveUp(driver.run(), all[1], GiveUp::kFailed).error(), ErrorCode::kOutOfOrder);
  EXPECT_EQ(session.reply(driver.run(), all[1], "late", FinishReason::kStop).error(),
            ErrorCode::kOutOfOrder);
  EXPECT_EQ(session.request(driver.run(), all[1]).error(), ErrorCode::kOutOfOrder);
  EXPECT_EQ(session.pending(driver.run())->size(), all.size() - 1);
}

TEST(Stages, AMergeAndAFoldWaitTogether) {
  Driver driver(options());
  driver.replies = answerTo;
  std::vector<size_t> together;
  driver.pick = [&](size_t waiting) {
    together.push_back(waiting);
    return waiting - 1;
  };
  driver.attach(Script().user("Compare the offers."));
  for (uint32_t i = 0; i < 400 && std::ranges::find(together, 2U) == together.end(); ++i) {
    driver.append(Script().step("c" + std::to_string(i), test::prose(900)));
    driver.step(kWindow);
    ASSERT_EQ(driver.fault(), "");
  }
  EXPECT_NE(std::ranges::find(together, 2U), together.end());
}

}  // namespace
}  // namespace epitome
