// promise: 6 pays once
/// A model that keeps failing is left alone until the user says something new.
#include "session/breaker.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using script::Driver;
using script::Reply;
using script::Script;

constexpr uint32_t kWindow = 4'000;

SessionOptions options() { return script::bareOptions(true); }

/// A record that is long enough for any range here.
Reply record() {
  Reply reply = script::goodReply();
  for (uint32_t i = 0; i < 2; ++i) {
    reply.text += "\n- then the next module was read and its public names were kept as they are";
  }
  return reply;
}

Reply failure() { return {.given = false, .text = "", .why = GiveUp::kFailed}; }

/// Steps until the view was folded; how often a model was asked for it.
size_t fold(Driver& driver, std::string* reason = nullptr) {
  for (uint32_t i = 0; i < 100; ++i) {
    const std::string id = "c" + std::to_string(driver.host().size());
    driver.append(Script().step(id, test::prose(900, driver.host().size())));
    const auto outcome = driver.step(kWindow);
    const std::string report = driver.session().reportJson(driver.run());
    if (report.find("\"folds\":[{") == std::string::npos) continue;
    if (reason != nullptr) *reason = report;
    return outcome.asked.size();
  }
  ADD_FAILURE() << "nothing was folded";
  return 0;
}

/// Fails until the model is not asked any more; the number of failures.
uint32_t exhaust(Driver& driver) {
  driver.replies = [](const SummaryRequest&) { return failure(); };
  uint32_t asked = 0;
  for (uint32_t i = 0; i < 10; ++i) {
    const size_t times = fold(driver);
    if (times == 0) return asked;
    asked += static_cast<uint32_t>(times);
  }
  ADD_FAILURE() << "it was asked to the end";
  return asked;
}

TEST(Breaker, StopsAfterThreeFailuresInARow) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  EXPECT_EQ(exhaust(driver), kFailuresInARow);
  std::string report;
  EXPECT_EQ(fold(driver, &report), 0U);
  EXPECT_NE(report.find("\"digestReason\":\"paused\""), std::string::npos) << report;
}

TEST(Breaker, ANewWordOfTheUserIsWorthOneTrial) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  exhaust(driver);
  driver.append(Script().user("Now do the other thing."));
  EXPECT_EQ(fold(driver), 1U);
  EXPECT_EQ(fold(driver), 0U);
  // The same words once more are new all the same.
  driver.append(Script().user("Now do the other thing."));
  driver.replies = [](const SummaryRequest&) { return record(); };
  EXPECT_GE(fold(driver), 1U);
  EXPECT_GE(fold(driver), 1U);
}

TEST(Breaker, ASuccessStartsTheCountAnew) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  for (uint32_t round = 0; round < 3; ++round) {
    uint32_t failures = 0;
    driver.replies = [&](const SummaryRequest&) { return ++failures <= 2 ? failure() : record(); };
    while (failures < 3) {
      std::string report;
      ASSERT_GE(fold(driver, &report), 1U) << report;
    }
  }
}

TEST(Breaker, CountsRefusedRepliesAndNotWhatTheHostCalledOff) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  driver.replies = [](const SummaryRequest&) {
    return Reply{.given = false, .text = "", .why = GiveUp::kAborted};
  };
  for (uint32_t i = 0; i < 6; ++i) EXPECT_GE(fold(driver), 1U);
  driver.replies = [](const SummaryRequest&) { return Reply{.given = true, .text = ""}; };
  uint32_t asked = 0;
  for (size_t times = fold(driver); times > 0; times = fold(driver)) {
    asked += static_cast<uint32_t>(times);
    ASSERT_LT(asked, 10U);
  }
  EXPECT_EQ(asked, kFailuresInARow);
}

TEST(Breaker, OutlivesTheSession) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  exhaust(driver);
  Driver later(options());
  ASSERT_TRUE(later.session().restore(driver.session().snapshot()));
  later.attach(driver.host());
  EXPECT_EQ(fold(later), 0U);
  later.append(Script().user("And now?"));
  EXPECT_GE(fold(later), 1U);
}

}  // namespace
}  // namespace epitome
