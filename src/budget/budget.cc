#include "budget/budget.h"

#include <algorithm>

namespace epitome {

int64_t Amount::of(int64_t budget) const {
  if (value >= 1) return static_cast<int64_t>(std::min(value, 9.0e15));
  return static_cast<int64_t>(value * static_cast<double>(budget));
}

Budget withMargin(const Budget& budget, int64_t unbilled) {
  Budget tighter = budget;
  const int64_t margin = std::clamp<int64_t>(unbilled, 0, budget.total / 3);
  tighter.total -= margin;
  tighter.unsure += margin;
  tighter.trigger = std::min(budget.trigger, tighter.total);
  // As long before it as it was.
  tighter.flush = std::max<int64_t>(0, budget.flush - (budget.trigger - tighter.trigger));
  return tighter;
}

int64_t mostRecent(int64_t trigger) { return trigger / 8 * 5; }

int64_t restingSize(const Budget& budget) {
  return std::max(budget.target, budget.trigger / 4 * 3);
}

namespace {

/// Of the window, for messages: a reserve gives way where nothing of use would be left for them.
constexpr int64_t kLeastShare = 16;

}  // namespace

Budget makeBudget(const BudgetPolicy& policy, const BudgetInput& input) {
  Budget budget;
  budget.contextWindow = input.contextWindow;
  if (input.maxOutputTokens > 0) {
    budget.outputReserve = std::min<int64_t>(input.maxOutputTokens, budget.contextWindow / 2);
  } else {
    budget.outputReserve = std::min(kDefaultOutputReserve, budget.contextWindow / 8);
    if (input.modelMaxOutput > 0) {
      budget.outputReserve = std::min<int64_t>(budget.outputReserve, input.modelMaxOutput);
    }
  }
  if (input.observedOverhead >= 0) {
    budget.hostOverhead = input.observedOverhead;
  } else if (input.configuredOverhead >= 0) {
    budget.hostOverhead = input.configuredOverhead;
  } else {
    budget.hostOverhead = std::min(policy.assumedOverhead, budget.contextWindow / 4);
  }
  const int64_t room = std::max<int64_t>(0, budget.contextWindow - budget.hostOverhead);
  const int64_t messages = std::min(budget.contextWindow / kLeastShare, room / 2);
  budget.outputReserve = std::min(budget.outputReserve, room - messages);
  budget.total = room - budget.outputReserve;
  budget.margin = std::min(policy.margin.of(budget.total), budget.total / 2);
  budget.total -= budget.margin;
  const auto threshold = [&](const Amount& amount) {
    int64_t tokens = amount.of(budget.total);
    if (policy.ofPrompt && amount.value >= 1) tokens -= budget.hostOverhead;
    return std::clamp<int64_t>(tokens, 0, budget.total);
  };
  budget.trigger = threshold(policy.trigger);
  // By itself, and where an amount turns out to be no less than the trigger in this window, half of
  // the trigger: a rewrite to the trigger would be followed by the next one at once.
  const int64_t half = budget.trigger / 2;
  const int64_t asked = threshold(policy.target);
  if (policy.target.value > 0) {
    budget.target = asked < budget.trigger ? asked : half;
  } else {
    budget.target = std::min(Amount{kTarget}.of(budget.total), half);
  }
  budget.flush = policy.flushAt.value > 0
                     ? std::min(threshold(policy.flushAt), budget.trigger)
                     : std::max(budget.trigger - kFlushLead, budget.trigger / 2);
  budget.warn = policy.warn.value > 0 ? threshold(policy.warn) : 0;
  // A host that names an amount means it, as far as that leaves a fold room to be of use; by itself
  // the tail is as small as folding to the target asks for.
  budget.keepRecentTokens =
      policy.keepRecentTokens.value > 0
          ? std::min(policy.keepRecentTokens.of(budget.total), mostRecent(budget.trigger))
          : std::min(Amount{kKeepRecent}.of(budget.total), budget.target / 2);
  budget.keepRecentMessages = policy.keepRecentMessages;
  budget.keepLeast = policy.keepLeast;
  budget.userWords = std::min(policy.userWords.of(budget.total), budget.total / 2);
  budget.requestBytes = policy.requestBytes;
  budget.requestImages = input.requestImages;
  budget.manyAreSmall = input.manyAreSmall;
  const int64_t stateBytes =
      policy.stateBytes > 0 ? policy.stateBytes : std::max(kStateBytes, budget.contextWindow);
  budget.stateBytes = std::clamp(stateBytes, kLeastStateBytes, kMostStateBytes);
  return budget;
}

Budget scaledTo(const Budget& budget, int64_t total) {
  if (total >= budget.total) return budget;
  Budget scaled = budget;
  for (int64_t Budget::* amount : {&Budget::trigger, &Budget::target, &Budget::flush,
                                   &Budget::keepRecentTokens, &Budget::userWords}) {
    scaled.*amount = scaled.*amount * total / budget.total;
  }
  scaled.total = total;
  return scaled;
}

}  // namespace epitome
