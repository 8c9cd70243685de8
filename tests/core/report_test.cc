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

}  // namespace
}  // namespace epitome
