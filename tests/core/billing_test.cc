// promise: 11 believes within bounds
/// What bills teach of the prompts to come, over whole sessions whose provider's rule is known.
#include "session/billing.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "core/support/script.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;
using test::Random;
using Json = nlohmann::json;

SessionOptions options(CalibrationMethod method = CalibrationMethod::kLeastSquares) {
  SessionOptions options;
  options.maxOutputTokens = 1'000;
  options.calibration = method;
  return options;
}

Json totalsOf(Driver& driver) { return Json::parse(driver.session().totalsJson()); }

/// A provider that sees 1,500 tokens besides messages and bills text at 1.3 times the estimate, 9
/// tokens more for each message that the model did not write.
struct Loop {
  explicit Loop(CalibrationMethod method) : driver(options(method)) {
    driver.attach(Script().user("go"));
    input.contextWindow = 200'000;
    input.model = 7;
  }

  int64_t promptNow() const {
    const Run& run = driver.state();
    return 1'500 + static_cast<int64_t>(1.3 * static_cast<double>(run.tokens())) + 9 * run.inputs();
  }

  /// One step of the loop. Answers by how many tokens the session was wrong about the prompt.
  int64_t step() {
    driver.step(input);
    const Json totals = totalsOf(driver);
    const int64_t told =
        totals["viewTokens"].get<int64_t>() + totals["hostOverhead"].get<int64_t>();
    const int64_t billed = promptNow();
    const int64_t before = driver.state().growthFrom(0).reply;
    const std::string number = std::to_string(++steps);
    driver.append(
        Script().step("c" + number, test::prose(40 + random.below(6'000)), "step " + number));
    const int64_t reply = driver.state().growthFrom(0).reply - before;
    input.billedInput = static_cast<uint32_t>(billed);
    input.billedOutput = static_cast<uint32_t>(1.3 * static_cast<double>(reply));
    return told > billed ? told - billed : billed - told;
  }

  Driver driver;
  StepInput input;
  Random random{3};
  int steps = 0;
};

TEST(Billing, ThePromptIsKnownWithinAFewTokensAfterAFewSteps) {
  Loop loop(CalibrationMethod::kLeastSquares);
  // Of results of up to 2,000 tokens, billed at 1.3 times the estimate.
  for (int i = 0; i < 120; ++i) {
    const int64_t wrong = loop.step();
    if (i >= 10) {
      EXPECT_LE(wrong, 100) << "step " << i;
    }
    if (i >= 60) {
      EXPECT_LE(wrong, 25) << "step " << i;
    }
  }
}

TEST(Billing, TheMovingAverageComesNear) {
  Loop loop(CalibrationMethod::kMovingAverage);
  int64_t wrong = 0;
  for (int i = 0; i < 80; ++i) wrong = loop.step();
  EXPECT_LE(wrong, loop.promptNow() / 20);
}

TEST(Billing, ALongerEstimateIsNoExcuseToOverflow) {
  // The budget shrinks to what the provider's tokens leave of it.
  Loop loop(CalibrationMethod::kLeastSquares);
  loop.input.contextWindow = 24'000;
  for (int i = 0; i < 200; ++i) {
    loop.step();
    if (i < 3) continue;
    ASSERT_LE(loop.input.billedInput, 24'000 - 1'000) << "step " << i;
  }
  EXPECT_GT(totalsOf(loop.driver)["compactions"], 3);
}

TEST(Billing, EachModelHasItsOwn) {
  Billing billing(CalibrationMethod::kLeastSquares);
  SentView sent;
  sent.tokens = 1'000;
  sent.inputs = 1;
  sent.messages = 1;
  const auto learn = [&](uint32_t model, double rule) {
    for (int64_t i = 0; i < 20; ++i) {
      billing.use(model, 1);
      sent.model = model;
      sent.goesOn = true;
      sent.growth = {0, 500 + 10 * i, 1};
      const int64_t added = static_cast<int64_t>(rule * static_cast<double>(sent.growth.input));
      billing.take(sent, {5'000, 1}, {5'001 + added, 1}, {200'000, -1, 8'000});
    }
  };
  learn(1, 1.0);
  learn(2, 1.5);
  billing.use(1, 1);
  EXPECT_NEAR(static_cast<double>(billing.current().calibration.billed(1'000, 1)), 1'000, 15);
  billing.use(2, 1);
  // What was seen counts six times what is expected.
  EXPECT_NEAR(static_cast<double>(billing.current().calibration.billed(1'000, 1)), 1'500, 100);
  for (uint32_t model = 3; model < 10; ++model) billing.use(model, 1.2);
  EXPECT_LE(billing.models().size(), kBilledModels);
  EXPECT_NEAR(static_cast<double>(billing.current().calibration.billed(1'000, 0)), 1'200, 1);
}

TEST(Billing, AReplyThatWasCutOffIsNotTakenAtItsBill) {
  Billing billing(CalibrationMethod::kLeastSquares);
  billing.use(1, 1);
  const PricedView view{5'000, 3, {4'000, 300, 1}, {}};
  EXPECT_EQ(billing.priceOf(view, {9'000, 1}).total(), 5'000);
  EXPECT_EQ(billing.priceOf(view, {9'000, 4'400}).total(), 5'400);
  EXPECT_EQ(billing.priceOf(view, {9'000, 3'700}).total(), 4'700);
  EXPECT_EQ(billing.priceOf({5'000, 3, {}, {}}, {9'000, 3'700}).total(), 5'000);
}

/// Steps of an agent whose provider sees `unseen` tokens that nobody stated; the host says what
/// `told` makes of the prompts so far.
struct UnseenLoop {
  UnseenLoop(int64_t window, int64_t stated) : driver(withStated(stated)) {
    driver.attach(Script().user("go"));
    input.contextWindow = static_cast<uint32_t>(window);
    input.windowSource = WindowSource::kStated;
    input.model = 7;
  }
  static SessionOptions withStated(int64_t stated) {
    SessionOptions told = options();
    told.hostOverhead = stated;
    return told;
  }

  int64_t overhead() { return totalsOf(driver)["hostOverhead"].get<int64_t>(); }
  /// Answers with the prompt.
  int64_t step(int64_t unseen, size_t bytes) {
    driver.step(input);
    const int64_t prompt = driver.state().tokens() + unseen;
    const std::string number = std::to_string(++steps);
    driver.append(Script().step("c" + number, test::prose(bytes, steps), "step " + number));
    input.billedInput = static_cast<uint32_t>(prompt);
    return prompt;
  }

  Driver driver;
  StepInput input;
  int steps = 0;
};

TEST(Billing, WhatSeveralBillsAgreeOnIsBelievedUpToTheWindow) {
  for (const int64_t window : {16'000, 64'000, 200'000}) {
    for (const int64_t share : {20, 40, 60, 75}) {
      for (const int64_t stated : {-1, 0, 300}) {
        const int64_t unseen = window * share / 100;
        UnseenLoop loop(window, stated);
        for (int i = 0; i < 120; ++i) {
          const int64_t prompt = loop.step(unseen, static_cast<size_t>(window / 30));
          ASSERT_LE(prompt, window) << share << " %, step " << i;
          if (i < 8) continue;
          ASSERT_NEAR(static_cast<double>(loop.overhead()), static_cast<double>(unseen),
                      static_cast<double>(window) / 50)
              << share << " %, step " << i;
        }
        // What is gone is unlearned by the next bill.
        loop.step(0, 300);
        loop.step(0, 300);
        EXPECT_LE(loop.overhead(), std::max<int64_t>(stated, 0) + window / 20) << share;
      }
    }
  }
}

TEST(Billing, SumsOverStepsAndOtherCallsAreNotBelieved) {
  for (const uint32_t each : {100U, 600U, 3'000U}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      UnseenLoop loop(200'000, 300);
      const bool sums = seed % 2 == 0;
      uint64_t sum = 0;
      for (int i = 0; i < 60; ++i) {
        sum += static_cast<uint64_t>(loop.step(0, 50 + random.below(each)));
        if (sums) loop.input.billedInput = static_cast<uint32_t>(sum);
        if (!sums && random.chance(30)) loop.input.billedInput = 100'000 + random.below(90'000);
        ASSERT_LE(loop.overhead(), 2 * 300 + 1'000) << seed << ", step " << i;
      }
    }
  }
}

TEST(Billing, WhateverAHostStatesAStateOfItIsReadAgain) {
  constexpr uint32_t kMost = UINT32_MAX;
  for (const uint32_t model : {0U, 7U, kMost - 1, kMost}) {
    for (const uint32_t number : {0U, 1U, 200'000U, kMost / 2, kMost - 1, kMost}) {
      Driver driver(options());
      driver.attach(Script().user("go"));
      StepInput input;
      input.contextWindow = std::max(number, 4'000U);
      input.modelMaxOutput = number;
      input.model = model;
      input.now = INT64_MAX >> 10U;
      for (int i = 0; i < 6; ++i) {
        driver.step(input);
        const std::string state = driver.session().snapshot();
        Session restored(options());
        ASSERT_TRUE(restored.restore(state).has_value()) << model << ' ' << number << '\n' << state;
        EXPECT_EQ(restored.snapshot(), state);
        driver.append(Script().step("c" + std::to_string(i), test::prose(40), "step"));
        input.billedInput = number;
        input.billedOutput = number;
      }
    }
  }
}

TEST(Billing, WhatAgreesIsRememberedOverARestart) {
  UnseenLoop loop(64'000, 0);
  for (int i = 0; i < 8; ++i) {
    loop.step(40'000, 800);
    const std::string state = loop.driver.session().snapshot();
    Session restored(UnseenLoop::withStated(0));
    ASSERT_TRUE(restored.restore(state).has_value());
    EXPECT_EQ(restored.snapshot(), state);
  }
}

}  // namespace
}  // namespace epitome
