/// Options for trials: random ones over every field, and the presets of the package brought down to
/// the size of a trial.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/support/random_text.h"
#include "session/options.h"

namespace epitome::script {

using test::Random;

/// One option in `percent` is there.
inline Amount someAmount(Random& random, uint32_t percent, uint32_t mostTokens) {
  if (!random.chance(percent)) return Amount{0};
  if (random.chance(50)) return Amount{1.0 + random.below(mostTokens)};
  return Amount{(1 + random.below(98)) / 100.0};
}

inline Protection someProtection(Random& random) {
  Protection protect;
  if (random.chance(40)) protect.results = random.below(6);
  if (random.chance(40)) protect.assistants = random.below(5);
  protect.tokens = someAmount(random, 30, 800);
  return protect;
}

inline ResultPolicy someResultPolicy(Random& random) {
  ResultPolicy results;
  if (random.chance(25)) results.arrival = 100 + random.below(3'000);
  results.repeats = random.chance(75);
  results.outdated = random.chance(75);
  if (random.chance(50)) {
    results.trim.over = 50 + random.below(2'000);
    results.trim.head = random.below(results.trim.over);
    results.trim.tail = random.below(results.trim.over - results.trim.head);
    results.trim.protect = someProtection(random);
  }
  if (random.chance(45)) results.clear = {true, someProtection(random)};
  results.batch = someAmount(random, 30, 400);
  results.media = random.chance(30);
  if (random.chance(40)) {
    static constexpr std::string_view kGlobs[] = {"keep_me", "read_file", "bash",
                                                  "*_file",  "tool",      "*"};
    for (uint32_t i = 1 + random.below(2); i > 0; --i) {
      ToolRule rule;
      rule.tools = random.pick(kGlobs);
      rule.keep = random.chance(60);
      if (random.chance(40)) rule.over = 60 + random.below(1'000);
      rule.recalls = random.chance(15);
      results.tools.push_back(std::move(rule));
    }
  }
  return results;
}

inline Policy somePolicy(Random& random) {
  Policy policy;
  policy.results = someResultPolicy(random);
  policy.dropReasoning = random.chance(40);
  if (random.chance(40)) policy.media = {true, someProtection(random)};
  Pace& pace = policy.pace;
  pace.minimumGain = someAmount(random, 30, 600);
  if (random.chance(30)) pace.leastFold = random.below(8);
  if (random.chance(35)) policy.prices = {3e-6, 3e-7, 3.75e-6, 1.5e-5};
  if (random.chance(35)) policy.cacheLifetime = 500 + random.below(4'000);
  policy.oneSummary = random.chance(35);
  policy.summaryTokens = someAmount(random, 30, 300);
  policy.style.shape = static_cast<SummaryShape>(random.below(kSummaryShapes));
  policy.enabled = !random.chance(10);
  if (random.chance(policy.enabled ? 10 : 80)) policy.mostMessages = 2 + random.below(20);
  policy.blockTokens = someAmount(random, 60, 200);
  if (random.chance(30)) policy.recall = "recall";
  return policy;
}

inline BudgetPolicy someBudgetPolicy(Random& random) {
  BudgetPolicy budget;
  const auto set = [&](Amount& amount, uint32_t percent, uint32_t most) {
    if (const Amount made = someAmount(random, percent, most); made.value > 0) amount = made;
  };
  set(budget.trigger, 60, 3'000);
  set(budget.target, 60, 1'500);
  set(budget.keepRecentTokens, 50, 1'000);
  if (random.chance(30)) budget.keepRecentMessages = random.below(8);
  budget.keepLeast = random.chance(20);
  set(budget.userWords, 30, 500);
  budget.warn = someAmount(random, 20, 1'000);
  budget.margin = someAmount(random, 20, 200);
  budget.ofPrompt = random.chance(20);
  return budget;
}

inline SessionOptions someOptions(Random& random) {
  SessionOptions options;
  options.budget = someBudgetPolicy(random);
  options.policy = somePolicy(random);
  options.hostOverhead = random.chance(60) ? 0 : random.below(200);
  options.maxOutputTokens = 1 + (random.chance(60) ? 0 : random.below(100));
  options.blocks = random.chance(20);
  options.flush = random.chance(20);
  options.announces = random.chance(20);
  if (random.chance(20))
    options.summarizerWindow = 3'000 + static_cast<uint32_t>(random.below(20'000));
  if (random.chance(30)) options.calibration = CalibrationMethod::kMovingAverage;
  return options;
}

struct NamedOptions {
  std::string name;
  SessionOptions options;
};

/// The package's presets as tests/presets.ts writes them, read from the repository's root; empty
/// when the file cannot be read.
inline std::vector<NamedOptions> presets() {
  std::ifstream stream("build/presets.json");
  const auto json = nlohmann::ordered_json::parse(stream, nullptr, false);
  std::vector<NamedOptions> presets;
  if (!json.is_object()) return presets;
  for (const auto& [name, fields] : json.items()) {
    const auto options = parseOptions(fields.dump());
    if (!options) return {};
    presets.push_back({name, *options});
  }
  return presets;
}

/// A preset for a window of a `scale`-th of what it was made for.
inline SessionOptions scaled(SessionOptions options, uint32_t scale) {
  const auto amount = [&](Amount& value) {
    if (value.value >= 1) value.value = std::max(1.0, value.value / scale);
  };
  const auto number = [&](uint32_t& value) {
    if (value > 0) value = std::max(1U, value / scale);
  };
  const auto protect = [&](Protection& protection) { amount(protection.tokens); };
  BudgetPolicy& budget = options.budget;
  for (Amount* value : {&budget.trigger, &budget.target, &budget.keepRecentTokens,
                        &budget.userWords, &budget.warn, &budget.margin}) {
    amount(*value);
  }
  Policy& policy = options.policy;
  // Shorter results than these are not worth a cut.
  const uint32_t texts = std::max(1U, scale / 8);
  for (uint32_t* length : {&policy.results.arrival, &policy.results.trim.over,
                           &policy.results.trim.head, &policy.results.trim.tail}) {
    if (*length > 0) *length = std::max(1U, *length / texts);
  }
  protect(policy.results.trim.protect);
  protect(policy.results.clear.protect);
  protect(policy.media.protect);
  amount(policy.results.batch);
  amount(policy.pace.minimumGain);
  amount(policy.summaryTokens);
  amount(policy.blockTokens);
  number(options.maxOutputTokens);
  if (options.hostOverhead > 0) options.hostOverhead /= scale;
  return options;
}

}  // namespace epitome::script
