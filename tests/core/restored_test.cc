/// A session that was saved and restored, held against one that simply went on: with the same
/// messages, times, bills and replies they save the same bytes at every step.

#include <optional>
#include <set>

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
    names += "\n" + name + ": " + value.dump().substr(0, 600) + "\nnot " +
             (b.contains(name) ? b[name].dump().substr(0, 600) : "there");
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

/// The view as the model reads it.
std::string textOf(const Driver& driver) {
  std::string out;
  for (const script::ShownMessage& shown : driver.view()) {
    out += std::to_string(static_cast<int>(shown.message.role)) + ":";
    for (const script::Part& part : shown.message.parts) out += part.callId + " " + part.text + "|";
    out += "\n";
  }
  return out;
}

/// How a host passes its messages on.
enum class Way : uint8_t { kAppends, kClones, kCarriesTheView };

struct Plan {
  SessionOptions options;
  script::Habits habits;
  Way way = Way::kAppends;
  uint32_t window = 0;
  /// Percent of the steps that are billed for.
  uint32_t billed = 0;
  /// Percent of the steps between which another conversation is held.
  uint32_t asides = 0;
  /// Percent of the steps between which the newest record is taken back.
  uint32_t rewinds = 0;
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
  plan.way = static_cast<Way>(random.below(2));
  plan.window = 600 + random.below(3'000);
  plan.billed = random.pick<uint32_t>({0U, 100U, 100U, 70U});
  plan.asides = random.chance(25) ? 10 : 0;
  plan.rewinds = std::getenv("REWIND") && random.chance(25) ? 10 : 0;
  return plan;
}

/// One of two sessions that are to do the same.
class Player {
 public:
  explicit Player(const Plan& plan) : plan_(plan), driver_(plan.options) {
    driver_.replies = replyTo;
    driver_.blocks = [] { return std::string(R"({"blocks":[["rules","Keep to them."]]})"); };
    driver_.postpones = [this](uint64_t id) { return (id >> 8) % 4 > steps_ % 4; };
  }

  Driver& driver() { return driver_; }
  std::string state() { return driver_.session().snapshot(); }
  bool restore(const std::string& state) { return driver_.session().restore(state).has_value(); }

  void attach(const Messages& array) {
    auto a = driver_.attach(array);
    if (std::getenv("TALK")) std::printf("  %p step %u attach %zu how %d common %u run %u\n", (void*)this, steps_, array.size(), (int)a.how, a.common, a.run);
    run_ = driver_.run();
  }

  /// What the host has next behind the last array.
  void append(const Messages& more) {
    driver_.use(run_);
    if (plan_.way == Way::kAppends && driver_.append(more)) return;
    attach(script::joined(driver_.host(), more));
  }

  void rewind() {
    if (run_ != 0 && !driver_.session().rewind(run_)) std::printf("no rewind\n");
  }

  /// Another conversation in between.
  void turnAside(const Messages& messages, const StepInput& input) {
    driver_.attach(messages);
    step(input);
    if (run_ != 0) driver_.use(run_);
  }

  void step(StepInput input) {
    ++steps_;
    const auto jobs = driver_.session().awaited();
    input.resume = !jobs.empty() && steps_ % 4 == 0;
    const int error = driver_.step(input).error; if (error) std::printf("error %d\n", error);
  }

  void skipTo(const Player& other) { steps_ = other.steps_; }

 private:
  const Plan& plan_;
  Driver driver_;
  uint32_t run_ = 0;
  uint32_t steps_ = 0;
};

TEST(Restored, SavesWhatASessionSavesThatWentOn) {
  const auto presets = script::presetsOf(std::string(EPITOME_GOLDEN_DIR) + "/presets.json");
  uint32_t compared = 0;
  uint32_t differ = 0;
  std::map<std::string, int> fields;
  const uint64_t first = std::getenv("FIRST") ? std::atoi(std::getenv("FIRST")) : 0;
  const uint64_t count = std::getenv("COUNT") ? std::atoi(std::getenv("COUNT")) : 300;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const Plan plan = planOf(seed, presets);
    Random random(seed);
    script::Generator generator(seed, plan.habits);
    Player whole(plan);
    std::optional<Player> other;
    bool attached = false;
    whole.attach(generator.opening());
    bool stop = false;
    for (uint32_t i = 0; i < 40 && !stop; ++i) {
      Messages more = generator.event();
      // JSON that has nothing to be cut in.
      if (plan.options.policy.results.json && random.chance(20)) {
        std::string json = "1";
        for (uint32_t k = 0; k < 3'000; ++k) json += static_cast<char>('0' + random.below(10));
        const std::string id = "json_" + std::to_string(i);
        more = script::joined(more, Script().assistant().call(id).tool().result(id, json, kJson));
      }
      const Messages before = plan.way == Way::kCarriesTheView
                                  ? script::messagesOf(whole.driver().view())
                                  : whole.driver().host();
      if (other && !attached && random.chance(50)) {
        other->attach(before);
        attached = true;
      }
      whole.append(more);
      if (other && attached) other->append(more);
      if (other && !attached) other->attach(script::joined(before, more));
      attached = other.has_value();
      StepInput input;
      input.contextWindow = plan.window;
      input.now = 1'000 * i;
      input.final = random.chance(5);
      const int64_t sent = whole.driver().state().sent.tokens;
      if (sent > 0 && random.chance(plan.billed)) {
        input.billedInput = static_cast<uint32_t>(sent * (80 + random.below(60)) / 100 + 50);
        input.billedOutput = 20 + random.below(100);
      }
      if (random.chance(plan.rewinds)) {
        whole.rewind();
        if (other) other->rewind();
      }
      if (random.chance(plan.asides)) {
        const Messages aside = Script().user("Name chat " + std::to_string(i)).assistant().text("Harbour");
        whole.turnAside(aside, input);
        if (other) other->turnAside(aside, input);
      }
      whole.step(input);
      if (other) {
        other->step(input);
        const std::string expected = whole.state();
        const std::string actual = other->state();
        ++compared;
        if (textOf(other->driver()) != textOf(whole.driver())) { ++fields["VIEW"]; }
        if (expected != actual) {
          const Json a = Json::parse(expected);
          const Json b = Json::parse(actual);
          for (const auto& [name, value] : a.items()) if (!b.contains(name) || b[name] != value) ++fields[name];
          if (differ++ < 30 && (plan.way != Way::kCarriesTheView || plan.habits.trouble + plan.habits.marks == 0)) std::printf("seed %d step %d way %d trouble %d marks %d aside %d absent %d %d: %s\n", (int)seed, (int)i, (int)plan.way, (int)plan.habits.trouble, (int)plan.habits.marks, (int)plan.asides, (int)whole.driver().state().absent(), (int)other->driver().state().absent(), differences(expected, actual).c_str());
          stop = true;
        }
      }
      if (random.chance(12)) {
        other.emplace(plan);
        other->skipTo(whole);
        EXPECT_TRUE(other->restore(whole.state()));
        attached = false;
      }
    }
  }
  std::printf("%u compared, %u differ\n", compared, differ);
  for (auto& [n, c] : fields) std::printf("  %s %d\n", n.c_str(), c);
}

}  // namespace
}  // namespace epitome
