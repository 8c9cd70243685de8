// promise: 6 pays once, 10 deterministic
/// A session that was saved and restored, held against one that simply went on: with the same
/// messages, times, bills and replies they show the same view and save the same bytes at every
/// step.

#include <optional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/generator.h"
#include "core/support/policies.h"
#include "text/hash.h"

namespace epitome {
namespace {

using Json = nlohmann::ordered_json;
using script::Driver;
using script::Messages;
using script::Script;
using test::Random;

/// Members in which two states differ.
std::string differences(const std::string& one, const std::string& other) {
  const Json a = Json::parse(one);
  const Json b = Json::parse(other);
  std::string names;
  for (const auto& [name, value] : a.items()) {
    if (b.contains(name) && b[name] == value) continue;
    names += "\n" + name + ": " + value.dump().substr(0, 400) + "\nnot " +
             (b.contains(name) ? b[name].dump().substr(0, 400) : "there");
  }
  return names;
}

/// The same request is answered alike wherever it is asked.
script::Reply replyTo(const SummaryRequest& request) {
  switch (text::hashOf(request.prompt) % 6) {
    case 0:
      return {true, "", FinishReason::kStop, GiveUp::kFailed};
    case 1:
      return {false, "", FinishReason::kOther, GiveUp::kTimedOut};
    default:
      return script::goodReply();
  }
}

struct Plan {
  SessionOptions options;
  script::Habits habits;
  /// The host has its messages from a store: a new array of new objects for every step.
  bool clones = false;
  uint32_t window = 0;
  /// Percent of the steps that are billed for.
  uint32_t billed = 0;
  /// Percent of the steps between which another conversation is held.
  uint32_t asides = 0;
};

Plan planOf(uint64_t seed, const std::vector<script::NamedOptions>& presets) {
  Random random(seed + 1'000);
  Plan plan;
  if (seed % 4 == 0) {
    plan.options = script::bareOptions(false);
  } else if (seed % 4 == 1 && !presets.empty()) {
    plan.options = script::scaled(presets[seed / 4 % presets.size()].options, 100);
  } else {
    plan.options = script::someOptions(random);
  }
  plan.options.summarizer = random.chance(50);
  plan.options.background = plan.options.summarizer && random.chance(30);
  plan.habits.trouble = random.chance(50) ? 0 : 20;
  plan.habits.repeats = random.chance(50) ? 30 : 0;
  plan.habits.marks = random.chance(20) ? 6 : 0;
  plan.habits.tools = random.chance(60);
  plan.clones = random.chance(50);
  plan.window = 600 + random.below(3'000);
  plan.billed = random.pick<uint32_t>({0U, 100U, 100U, 70U});
  plan.asides = random.chance(25) ? 10 : 0;
  return plan;
}

/// One of two hosts that do the same.
class Host {
 public:
  explicit Host(const Plan& plan) : plan_(plan), driver_(plan.options) {
    driver_.replies = replyTo;
    driver_.blocks = [] { return std::string(R"({"blocks":[["rules","Keep to them."]]})"); };
    driver_.postpones = [this](uint64_t id) { return (id >> 8) % 4 > steps_ % 4; };
  }

  Driver& driver() { return driver_; }
  std::string state() { return driver_.session().snapshot(); }
  bool hasRun() const { return run_ != 0; }

  /// Goes on from the state of another one.
  bool restore(Host& from) {
    steps_ = from.steps_;
    return driver_.session().restore(from.state()).has_value();
  }

  void attach(const Messages& array) {
    driver_.attach(array);
    run_ = driver_.run();
  }

  void append(const Messages& more) {
    if (!plan_.clones && driver_.append(more)) return;
    attach(script::joined(driver_.host(), more));
  }

  /// Another conversation in between.
  int turnAside(const Messages& messages, const StepInput& input) {
    driver_.attach(messages);
    const int error = step(input);
    if (run_ != 0) driver_.use(run_);
    return error;
  }

  int step(StepInput input) {
    ++steps_;
    input.resume = steps_ % 4 == 0 && !driver_.session().awaited().empty();
    return driver_.step(input).error;
  }

 private:
  const Plan& plan_;
  Driver driver_;
  uint32_t run_ = 0;
  uint32_t steps_ = 0;
};

TEST(Restored, SavesWhatASessionSavesThatWentOn) {
  const auto presets = script::presets();
  uint32_t compared = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Plan plan = planOf(seed, presets);
    Random random(seed);
    script::Generator generator(seed, plan.habits);
    Host host(plan);
    std::optional<Host> other;
    host.attach(generator.opening());
    for (uint32_t i = 0; i < 30; ++i) {
      Messages more = generator.event();
      // Restored, it is sent what was there, or all at once.
      const Messages before = host.driver().host();
      if (other && !other->hasRun() && random.chance(50)) other->attach(before);
      host.append(more);
      if (other && other->hasRun()) {
        other->append(more);
      } else if (other) {
        other->attach(script::joined(before, more));
      }

      StepInput input;
      input.contextWindow = plan.window;
      input.now = 1'000 * i;
      input.final = random.chance(5);
      const int64_t sent = host.driver().state().sent.tokens;
      if (sent > 0 && random.chance(plan.billed)) {
        input.billedInput = static_cast<uint32_t>(sent * (80 + random.below(60)) / 100 + 50);
        input.billedOutput = 20 + random.below(100);
      }
      if (random.chance(plan.asides)) {
        const Messages aside =
            Script().user("Name chat " + std::to_string(i)).assistant().text("Harbour");
        EXPECT_EQ(host.turnAside(aside, input), 0);
        if (other) EXPECT_EQ(other->turnAside(aside, input), 0);
      }
      ASSERT_EQ(host.step(input), 0);
      if (other) {
        ASSERT_EQ(other->step(input), 0);
        ++compared;
        ASSERT_EQ(other->driver().encoded(), host.driver().encoded()) << seed << " step " << i;
        ASSERT_EQ(other->state(), host.state())
            << seed << " step " << i << differences(host.state(), other->state());
      }
      if (random.chance(12)) {
        other.emplace(plan);
        ASSERT_TRUE(other->restore(host));
      }
    }
  }
  EXPECT_GT(compared, 1'000U);
}

}  // namespace
}  // namespace epitome
