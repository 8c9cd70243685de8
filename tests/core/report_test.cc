// promise: api

#include "session/report.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;

/// Per message what became of it, and why.
std::vector<std::pair<std::string, std::string>> fatesOf(const std::string& explained) {
  std::vector<std::pair<std::string, std::string>> fates;
  const auto told = nlohmann::json::parse(explained);
  for (const auto& message : told["messages"]) {
    fates.emplace_back(message["fate"], message["reason"]);
  }
  return fates;
}

TEST(Report, WhatLostAllThatItHeldIsDroppedAndWhatLostAPartIsTrimmed) {
  SessionOptions options = script::bareOptions(false);
  options.policy.dropReasoning = true;
  options.budget.trigger = Amount{500};
  options.budget.target = Amount{400};
  Driver driver(options);
  Script script;
  script.user("First.").assistant().reasoning(test::prose(4'000));
  script.user("Second.").assistant().reasoning(test::prose(4'000)).text("Done.");
  script.user("Third.");
  driver.attach(script);
  driver.step(8'000);
  EXPECT_EQ(driver.view().size(), 4U);
  const auto fates = fatesOf(driver.session().explainJson(driver.run()));
  const std::pair<std::string, std::string> dropped{"dropped", "reasoning of a finished turn"};
  const std::pair<std::string, std::string> trimmed{"trimmed", "reasoning of a finished turn"};
  ASSERT_EQ(fates.size(), 5U);
  EXPECT_EQ(fates[1], dropped);
  EXPECT_EQ(fates[3], trimmed);
  for (const size_t m : {0, 2, 4}) EXPECT_EQ(fates[m].first, "kept") << m;
}

TEST(Report, WhatAnswersACallThatTheViewLeavesOutIsNotToldToBeKept) {
  Driver driver(script::bareOptions(false));
  Script script;
  script.user("Look it up.").assistant().providerCall("w").approvalRequest("a", "w");
  script.tool().approvalResponse("a").user("Never mind.");
  script.assistant().providerCall("x").approvalRequest("b", "x");
  script.tool().approvalResponse("b").part(script::textPart("Be quick.", kUserWords));
  script.user("Never mind that either.");
  driver.attach(script);
  driver.step(8'000);
  const auto fates = fatesOf(driver.session().explainJson(driver.run()));
  const std::pair<std::string, std::string> dropped{"dropped", "its call is not in the view"};
  const std::pair<std::string, std::string> trimmed{"trimmed", "its call is not in the view"};
  ASSERT_EQ(fates.size(), 7U);
  EXPECT_EQ(fates[2], dropped);
  EXPECT_EQ(fates[5], trimmed);
}

TEST(Report, AResultBehindTheFoldGoesWithItsFoldedCall) {
  SessionOptions options = script::bareOptions(false);
  options.budget.keepRecentMessages = 3;
  Driver driver(options);
  const std::string prose = test::prose(16'000);
  Script late;
  late.user("First.").assistant().text(prose).call("a").system("Mind the time.");
  late.tool().result("a", "It came late.").assistant().text("Noted.").user("Second.");
  driver.attach(late);
  StepInput input;
  input.contextWindow = 8'000;
  input.manual = true;
  driver.step(input);
  ASSERT_EQ(driver.state().foldEnd(), 2U);
  // The host puts the system message elsewhere: nothing is late any more.
  Script tidy;
  tidy.user("First.").assistant().text(prose).call("a");
  tidy.tool().result("a", "It came late.").system("Mind the time.");
  tidy.assistant().text("Noted.").user("Second.");
  driver.attach(tidy);
  ASSERT_EQ(driver.state().foldEnd(), 2U);
  const auto fates = fatesOf(driver.session().explainJson(driver.run()));
  const std::pair<std::string, std::string> dropped{"dropped", "its call is not in the view"};
  ASSERT_EQ(fates.size(), 6U);
  EXPECT_EQ(fates[2], dropped);
}

}  // namespace
}  // namespace epitome
