// promise: api
/// The memory flush: when it is due, what it is told, that it comes once a cycle and before a fold.
#include "session/flush.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "summary/flush_prompt.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;
using script::StepOutcome;

constexpr uint32_t kWindow = 10'000;

SessionOptions options() {
  SessionOptions options = script::bareOptions(true);
  options.flush = true;
  return options;
}

/// A conversation that grows by a result of so many letters a step, until `done` says so.
template <typename Done>
void grow(Driver& driver, uint32_t steps, const Done& done, size_t letters = 1'000) {
  for (uint32_t i = 0; i < steps; ++i) {
    const std::string id = "c" + std::to_string(driver.host().size());
    driver.append(Script().step(id, test::prose(letters, driver.host().size())));
    if (done(driver.step(kWindow))) return;
  }
  FAIL() << "it never came";
}

void begin(Driver& driver) {
  driver.attach(Script().user("Find out why the build of 2024-05-17 fails."));
  driver.step(kWindow);
}

TEST(Flush, ComesBeforeTheFoldAndOnceACycle) {
  Driver driver(options());
  begin(driver);
  uint32_t flushes = 0;
  uint32_t folds = 0;
  for (uint32_t cycle = 0; cycle < 3; ++cycle) {
    grow(driver, 100, [&](const StepOutcome& outcome) {
      flushes += static_cast<uint32_t>(outcome.flushes.size());
      if (!outcome.asked.empty()) ++folds;
      // Never a fold without one.
      EXPECT_GE(flushes, folds);
      return !outcome.asked.empty();
    });
    EXPECT_EQ(flushes, cycle + 1);
    EXPECT_EQ(folds, cycle + 1);
  }
}

TEST(Flush, HasAThresholdOfItsOwnBelowTheTrigger) {
  for (const double flushAt : {0.0, 0.5, 3'000.0}) {
    SessionOptions wanted = options();
    wanted.budget.flushAt = Amount{flushAt};
    Driver driver(wanted);
    begin(driver);
    int64_t before = 0;
    grow(driver, 100, [&](const StepOutcome& outcome) {
      if (outcome.flushes.empty()) before = driver.state().tokens();
      return !outcome.flushes.empty();
    });
    const Budget budget = makeBudget(wanted.budget, {.contextWindow = kWindow,
                                                     .maxOutputTokens = 1,
                                                     .modelMaxOutput = 0,
                                                     .configuredOverhead = 0,
                                                     .observedOverhead = -1});
    EXPECT_LT(budget.flush, budget.trigger);
    EXPECT_LE(before, budget.flush) << flushAt;
    EXPECT_LT(driver.state().tokens(), budget.trigger) << flushAt;
    // It flushed and went on: nothing is folded yet.
    EXPECT_TRUE(driver.state().chain().empty());
  }
}

TEST(Flush, BudgetsKeepItBeforeTheTrigger) {
  const auto flushOf = [](uint32_t window, Amount flushAt) {
    BudgetPolicy policy;
    policy.flushAt = flushAt;
    BudgetInput input;
    input.contextWindow = window;
    input.maxOutputTokens = 20'000;
    input.configuredOverhead = 0;
    policy.trigger = Amount{0.999};
    return makeBudget(policy, input);
  };
  const Budget seed = flushOf(200'000, {});
  EXPECT_EQ(seed.trigger, 179'820);
  EXPECT_EQ(seed.flush, 175'820);
  EXPECT_EQ(flushOf(15'000, {}).flush, flushOf(15'000, {}).trigger / 2);
  EXPECT_EQ(flushOf(200'000, Amount{500'000}).flush, 179'820);
  EXPECT_EQ(flushOf(200'000, Amount{0.5}).flush, 90'000);
  // A margin that lowers the trigger lowers it as well.
  const Budget careful = withMargin(seed, 30'000);
  EXPECT_EQ(careful.trigger - careful.flush, 4'000);
}

TEST(Flush, IsToldWhatTheNextFoldTakes) {
  Driver driver(options());
  driver.attach(Script()
                    .user("Find the fault.")
                    .step("a", "see src/parser/lexer.cc, ticket ABC-481 " + test::prose(3'000, 1))
                    .user("Keep the port 8443 and use password: hunter2-Xy77-long!")
                    .step("b", test::prose(12'000, 2))
                    .user("Go on.")
                    .step("c", test::prose(12'000, 3))
                    .step("d", test::prose(12'000, 4)));
  const StepOutcome outcome = driver.step(kWindow);
  ASSERT_EQ(outcome.flushes.size(), 1U);
  const FlushRequest& request = outcome.flushes.front();
  ASSERT_FALSE(request.messages.empty());
  ASSERT_EQ(outcome.asked.size(), 1U);
  EXPECT_EQ(request.messages.front() + 1, outcome.asked.front().first);
  EXPECT_EQ(request.messages.back() + 1, outcome.asked.front().last);
  EXPECT_GT(request.tokens, 0);
  std::string facts;
  for (const Fact& fact : request.facts) (facts += fact.text) += '\n';
  EXPECT_NE(facts.find("8443"), std::string::npos) << facts;
  EXPECT_EQ(facts.find("hunter2"), std::string::npos) << facts;
  EXPECT_NE(request.prompt.find("8443"), std::string::npos);
  EXPECT_NE(request.prompt.find(prompts::kSilentToken), std::string::npos);
  EXPECT_EQ(request.prompt.find("hunter2"), std::string::npos);
}

TEST(Flush, OutlivesTheSession) {
  Driver driver(options());
  begin(driver);
  const auto flushes = [](const StepOutcome& outcome) { return !outcome.flushes.empty(); };
  grow(driver, 100, flushes);
  const std::string state = driver.session().snapshot();

  Driver later(options());
  ASSERT_TRUE(later.session().restore(state));
  later.attach(driver.host());
  uint32_t again = 0;
  grow(later, 100, [&](const StepOutcome& outcome) {
    again += static_cast<uint32_t>(outcome.flushes.size());
    return !outcome.asked.empty();
  });
  EXPECT_EQ(again, 0U);
  // The next cycle has its own.
  grow(later, 100, flushes);
}

TEST(Flush, IsNotAskedOfWhoDoesNotWantIt) {
  SessionOptions off = options();
  off.policy.enabled = false;
  off.policy.mostMessages = 8;
  SessionOptions none = options();
  none.flush = false;
  for (const SessionOptions& wanted : {off, none}) {
    Driver driver(wanted);
    begin(driver);
    for (uint32_t i = 0; i < 60; ++i) {
      driver.append(Script().step("c" + std::to_string(i), test::prose(1'000, i)));
      EXPECT_TRUE(driver.step(kWindow).flushes.empty());
    }
    EXPECT_FALSE(driver.state().chain().empty());
  }
}

TEST(Flush, WaitsWhileAnApprovalDoes) {
  SessionOptions wanted = options();
  wanted.budget.flushAt = Amount{100};
  Driver driver(wanted);
  driver.attach(Script()
                    .user("go")
                    .step("a", test::prose(8'000, 1))
                    .step("b", test::prose(8'000, 2))
                    .assistant()
                    .call("x")
                    .approvalRequest("ap", "x"));
  EXPECT_TRUE(driver.step(kWindow).flushes.empty());
  driver.append(Script().tool().approvalResponse("ap").result("x", "done"));
  EXPECT_EQ(driver.step(kWindow).flushes.size(), 1U);
}

TEST(Flush, TheSilentTokenCountsWhereverItStands) {
  for (const char* reply : {"SILENT", "silent", "Saved three things. Silent.", "x SILENTLY y"}) {
    EXPECT_TRUE(isSilent(reply)) << reply;
  }
  for (const char* reply : {"", "SILEN", "I saved it all.", "S I L E N T"}) {
    EXPECT_FALSE(isSilent(reply)) << reply;
  }
}

}  // namespace
}  // namespace epitome
