// promise: 6 pays once
/// One summary that every fold brings up to date: what its writer is shown, and that it stays one.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/generator.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using script::AskedRange;
using script::Driver;
using script::Reply;
using script::Script;

constexpr uint32_t kWindow = 6'000;
constexpr uint32_t kProse = 300;

SessionOptions oneSummary(bool summarizer) {
  SessionOptions options = script::bareOptions(summarizer);
  options.policy.oneSummary = true;
  options.policy.summaryTokens = Amount{kProse};
  options.policy.results.repeats = options.policy.results.outdated = false;
  options.policy.style.shape = SummaryShape::kRecord;
  options.policy.style.instructions = "Keep every price.";
  return options;
}

/// Calls `check` after each of many steps of an agent that never stops.
template <typename Check>
void play(Driver& driver, Check&& check) {
  driver.attach(Script().system("s").user("Find the cheapest offer."));
  for (uint32_t i = 0; i < 60; ++i) {
    driver.append(Script().step("c" + std::to_string(i), std::to_string(i) + test::prose(1'200)));
    if (i % 9 == 4) driver.append(Script().user("Also offer " + std::to_string(i) + "."));
    check(driver.step(kWindow));
    ASSERT_EQ(driver.fault(), "") << i;
  }
}

const SegmentBody* recordOf(Driver& driver) {
  const auto chain = driver.state().chain();
  return chain.empty() ? nullptr : &driver.session().decisions().byId(chain[0])->body;
}

TEST(OneSummary, EachFoldShowsTheRecordItReplacesAndReadsOnlyWhatIsNew) {
  Driver driver(oneSummary(true));
  std::vector<AskedRange> ranges;
  std::string last;
  driver.replies = [&](const SummaryRequest& request) {
    EXPECT_EQ(request.kind, RequestKind::kFold);
    EXPECT_NE(request.prompt.find("## Completed work\n"), std::string::npos);
    EXPECT_TRUE(request.prompt.ends_with("Keep every price."));
    const bool update = request.prompt.find("Bring the record up to date") != std::string::npos;
    EXPECT_EQ(update, !last.empty());
    if (update) {
      EXPECT_NE(request.prompt.find(last), std::string::npos);
      EXPECT_NE(request.prompt.find("round " + std::to_string(ranges.size() + 1)),
                std::string::npos);
    }
    ranges.push_back({request.kind, request.firstMessage, request.lastMessage});
    last = "record number " + std::to_string(ranges.size()) + " of many";
    Reply reply = script::goodReply();
    reply.text +=
        "\n- what every shop asks for the offer, with and without its shipping\n- " + last;
    return reply;
  };
  play(driver, [&](const script::StepOutcome&) {
    ASSERT_LE(driver.state().chain().size(), 1U);
    const SegmentBody* record = recordOf(driver);
    if (record == nullptr) return;
    EXPECT_NE(record->prose.find(last), std::string::npos);
    EXPECT_EQ(record->rounds, ranges.size());
    EXPECT_EQ(record->firstMessage, ranges.front().first);
    EXPECT_EQ(record->lastMessage, ranges.back().last);
  });
  ASSERT_GE(ranges.size(), 4U);
  for (size_t i = 1; i < ranges.size(); ++i) EXPECT_EQ(ranges[i].first, ranges[i - 1].last + 1);
}

TEST(OneSummary, TheDigestTakesTheLastOneInAndStaysWithinItsTokens) {
  Driver driver(oneSummary(false));
  uint32_t rounds = 0;
  play(driver, [&](const script::StepOutcome&) {
    ASSERT_LE(driver.state().chain().size(), 1U);
    const SegmentBody* record = recordOf(driver);
    if (record == nullptr || record->rounds == rounds) return;
    EXPECT_EQ(record->rounds, rounds + 1);
    rounds = record->rounds;
    EXPECT_EQ(record->source, ProseSource::kDigest);
    EXPECT_LE(tokensOfText(record->prose, Family::kO200k), kProse);
    EXPECT_NE(record->prose.find(" to " + std::to_string(record->lastMessage) + ", step by step"),
              std::string::npos)
        << record->prose;
    EXPECT_TRUE(
        record->prose.starts_with("Messages " + std::to_string(record->firstMessage) + " to "))
        << record->prose;
  });
  EXPECT_GE(rounds, 4U);
}

}  // namespace
}  // namespace epitome
