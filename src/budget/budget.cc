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
  tighter.trigger = std::min(budget.trigger, tighter.total);
  return tighter;
}

Budget makeBudget(const BudgetPolicy& policy, const BudgetInput& input) {
  Budget budget;
  budget.contextWindow = input.contextWindow;
  if (input.maxOutputTokens > 0) {
    budget.outputReserve = input.maxOutputTokens;
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
    budget.hostOverhead = std::min(kAssumedOverhead, budget.contextWindow / 4);
  }
  budget.total =
      std::max<int64_t>(0, budget.contextWindow - budget.outputReserve - budget.hostOverhead);
  budget.trigger = std::min(policy.trigger.of(budget.total), budget.total);
  budget.target = std::min(policy.target.of(budget.total), budget.trigger);
  // A tail larger than the target could never be reached by folding.
  budget.keepRecentTokens = std::min(policy.keepRecentTokens.of(budget.total), budget.target);
  budget.keepRecentMessages = policy.keepRecentMessages;
  budget.userWords = std::min(policy.userWords.of(budget.total), budget.total / 2);
  return budget;
}

}  // namespace epitome
