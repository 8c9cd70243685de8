#include "session/plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "session/level.h"
#include "session/plan_parts.h"

namespace epitome {
namespace {

/// A rewrite before the view has reached its trigger, where what it frees pays for it.
PlanOutcome planEarly(const Run& run, const Decisions& decisions, const PlanRequest& request) {
  const Budget& budget = request.budget;
  const Policy& policy = *request.policy;
  PlanOutcome outcome;
  const bool batches = policy.results.batch.value > 0;
  const bool priced = policy.prices.known();
  if (!batches && !priced) return outcome;
  RewritePlan plan = planEdits(run, request, run.tokens());
  // In a cold cache everything is written anew anyway: what will have to be folded soon may as well
  // be folded now.
  const bool late = run.tokens() > budget.target + (budget.trigger - budget.target) / 2;
  if (priced && request.cold && late) {
    RewritePlan folded = planLevel(run, decisions, request, 0, run.knownAhead());
    if (!folded.fold.empty() && folded.tokensAfter < plan.tokensAfter) plan = std::move(folded);
  }
  Outlook outlook;
  outlook.view = run.tokens();
  outlook.trigger = budget.trigger;
  outlook.growth = run.growth();
  outlook.freed = run.tokens() - plan.tokensAfter;
  outlook.cold = request.cold;
  if (request.asksModel && !plan.fold.empty()) {
    outlook.summaryInput = plan.fold.tokens;
    outlook.summaryOutput = plan.foldLimits.proseTokens;
  }
  if (!plan.edits.empty()) {
    const uint32_t changed = run.units().of(plan.edits.front().message);
    outlook.rewritten = tokensIn(run, changed, run.units().size()) - outlook.freed;
  }
  const Reckoning reckoning = reckon(outlook, priced ? policy.prices : kUsualPrices);
  if (priced) outcome.reckoning = reckoning;
  const int64_t enough = minimumGain(budget, policy.pace);
  const int64_t batch = policy.results.batch.of(budget.total);
  const int64_t least = !batches ? enough : priced ? std::min(batch, enough) : batch;
  if (plan.empty() || !reckoning.pays || outlook.freed < least) return outcome;
  outcome.reason = RewriteReason::kEconomy;
  outcome.plan = std::move(plan);
  return outcome;
}

/// What a plan may leave at least: records may be shorter than their room, and results that are
/// told in full again, since what told the same is folded, may be cut next.
int64_t leastAfter(const Run& run, const RewritePlan& plan) {
  constexpr int64_t kSlack = 128;
  int64_t tokens = plan.tokensAfter - kSlack;
  for (const PointerChange& pointer : plan.pointers) {
    if (pointer.target == 0) {
      tokens -= run.transcript().part(pointer.message, pointer.part).textTokens;
    }
  }
  return tokens;
}

/// What is left to do for a view that no level makes fit.
std::optional<RewritePlan> planOverflow(const Run& run, const Decisions& decisions,
                                        PlanRequest request,
                                        const std::optional<Run::Known>& known) {
  request.overflows = true;
  RewritePlan plan = planLevel(run, decisions, request, 1, known);
  const int64_t gain = run.tokens() - plan.tokensAfter;
  if (plan.empty() || gain < minimumGain(request.budget, request.policy->pace)) return std::nullopt;
  return plan;
}

/// The first level that brings a view inside its budget. None where it is inside, or lacks only
/// room for low estimates and no level makes that room.
std::optional<RewritePlan> planToFit(const Run& run, const Decisions& decisions,
                                     PlanRequest request, const std::optional<Run::Known>& known) {
  Budget& budget = request.budget;
  std::optional<RewritePlan> best;
  for (uint32_t level = request.fromLevel; level < kLevels; ++level) {
    if (level >= kUnsureLevel) {
      budget.total += std::exchange(budget.unsure, 0);
      // What has to stay is above the trigger: nothing is cut to get below it.
      budget.trigger = budget.total;
    }
    if (run.tokens() <= budget.total) return std::nullopt;
    RewritePlan plan = planLevel(run, decisions, request, level, known);
    if (plan.empty()) continue;
    // A little room beyond the budget saves the next step from the same need.
    const int64_t most = budget.total - minimumGain(budget, request.policy->pace);
    const bool roomy = plan.tokensAfter <= most;
    if (!best || roomy || plan.tokensAfter < best->tokensAfter) best = std::move(plan);
    if (roomy || (level > 0 && best->tokensAfter <= budget.total)) break;
  }
  const bool fits = best && leastAfter(run, *best) <= budget.total;
  return fits ? best : planOverflow(run, decisions, request, known);
}

}  // namespace

MessageSpan messagesOf(const Run& run, const FoldChoice& fold) {
  return {run.foldEnd(), coverOf(run, fold).end};
}

Cover coverOf(const Run& run, const FoldChoice& fold) {
  const Cover& cover = run.cover();
  const bool on = fold.begin != fold.end;
  return {.end = on ? run.units()[fold.end - 1].end : cover.end,
          .leaves = fold.leaves,
          .initial = cover.initial || fold.takesInitial};
}

MessageSpan keptRequest(const Run& run, int64_t share) {
  const MessageSpan request = run.currentRequest();
  const bool stays = request.size() > 0 && !run.isInitial(request);
  if (!stays || run.coversRequest(run.cover())) return {};
  return tokensIn(run, request) <= share ? request : MessageSpan();
}

int64_t minimumGain(const Budget& budget, const Pace& pace) {
  const int64_t asked = pace.minimumGain.of(budget.total);
  return asked > 0 ? asked : std::max<int64_t>(64, budget.total / 20);
}

PlanOutcome planRewrite(const Run& run, const Decisions& decisions, const PlanRequest& asked) {
  PlanRequest request = asked;
  // Switched off, only a count and the window itself ask for a rewrite.
  if (!request.policy->enabled) request.budget.trigger = request.budget.total;
  const Budget& budget = request.budget;
  const int64_t before = run.tokens();
  const bool over = before > budget.total;
  PlanOutcome outcome;
  const Policy& policy = *request.policy;
  const bool may = request.manual || request.settled;
  if (!over && !may) return outcome;
  const bool crowded = isCrowded(run, policy);
  const bool full = before > budget.trigger || crowded;
  if (!over && !full && !request.manual) {
    return policy.enabled && request.fromLevel == 0 ? planEarly(run, decisions, request) : outcome;
  }
  const std::optional<Run::Known> known = run.knownAhead();
  if (request.foldBefore != kNone) {
    if (request.foldBefore > run.firstUnit()) {
      outcome.plan = planLevel(run, decisions, request, 0, known);
    }
    if (!outcome.plan.fold.empty() && outcome.plan.tokensAfter < before) {
      outcome.reason = RewriteReason::kManual;
      return outcome;
    }
    // Nothing is gained by a record there: what is left is a step like any other.
    request.foldBefore = kNone;
    request.manual = false;
    return planRewrite(run, decisions, request);
  }

  if (std::optional<RewritePlan> plan = planToFit(run, decisions, request, known)) {
    outcome.reason = request.manual ? RewriteReason::kManual : RewriteReason::kBudget;
    outcome.plan = std::move(*plan);
    return outcome;
  }
  if (request.fromLevel > 0 || !may || before > budget.total + budget.unsure) return outcome;
  // A model that reads it now has what led to it in sight; then it can be cut, too.
  if (!request.manual && !crowded && waitsLarge(run, request)) return outcome;
  RewritePlan plan = planLevel(run, decisions, request, 0, known);
  const int64_t gain = before - plan.tokensAfter;
  const bool folds = !plan.fold.empty();
  int64_t least = minimumGain(budget, policy.pace);
  // Where what is kept fills the view, a fold that frees little is followed by another soon.
  if (folds && policy.pace.minimumGain.value == 0) least = std::max(least, plan.tokensAfter / 4);
  const bool worth = request.manual || crowded ? gain > 0 : gain >= least;
  const bool small = folds && messagesOf(run, plan.fold).size() < policy.pace.leastFold;
  if (plan.empty() || !worth || small) return outcome;
  outcome.reason = request.manual ? RewriteReason::kManual : RewriteReason::kTrigger;
  outcome.plan = std::move(plan);
  return outcome;
}

}  // namespace epitome
