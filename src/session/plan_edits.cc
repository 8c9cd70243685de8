/// Rewrites by edits alone.

#include <algorithm>
#include <map>
#include <utility>

#include "session/plan_parts.h"
#include "session/prune.h"

namespace epitome {
namespace {

/// Tokens that are asked of the last trims, as long as the view is too long.
constexpr int64_t kLeastNeed = 128;
constexpr int64_t kMostNeed = 1 << 20;

PruneRequest pruneRequest(const PlanRequest& request, uint32_t firstUnit, int64_t need) {
  PruneRequest prune;
  prune.policy = request.policy;
  prune.budget = request.budget.total;
  prune.firstUnit = firstUnit;
  prune.need = need;
  prune.freeOnly = need <= 0;
  prune.family = request.family;
  prune.keepsThoughts = request.keepsThoughts;
  return prune;
}

void addEdits(RewritePlan& plan, Pruning pruning) {
  plan.tokensAfter -= pruning.freed;
  plan.edits = std::move(pruning.edits);
}

/// Adds trims that free at least `need` tokens from the units [begin, end), as far as they go.
void planShortening(const Run& run, uint32_t begin, uint32_t end, int64_t need,
                    uint32_t leastTokens, const ResultPolicy& results, Reach reach,
                    RewritePlan& plan) {
  std::map<std::pair<uint32_t, uint32_t>, EditPlan> edits;
  for (const EditPlan& edit : plan.edits) edits[{edit.message, edit.part}] = edit;
  std::vector<TrimCandidate> candidates;
  for (TrimCandidate candidate : cuttable(run, begin, results, reach)) {
    if (end < run.units().size() && candidate.message >= run.units()[end].begin) break;
    const auto known = edits.find({candidate.message, candidate.part});
    if (known != edits.end() && known->second.kind != EditKind::kTrim) continue;
    if (known != edits.end()) {
      candidate.tokens = known->second.tokens;
      candidate.shown = known->second.stay();
      candidate.trimmed = false;
    }
    candidates.push_back(candidate);
  }
  size_t next = 0;
  for (const EditPlan& trim : planTrims(candidates, need, leastTokens)) {
    while (candidates[next].message != trim.message || candidates[next].part != trim.part) ++next;
    plan.tokensAfter -= int64_t{candidates[next].tokens} - trim.tokens;
    edits[{trim.message, trim.part}] = trim;
  }
  plan.edits.clear();
  for (const auto& [place, edit] : edits) plan.edits.push_back(edit);
}

/// Larger units are cut: with one of them in it a view would soon be full again, tokens.
int64_t oversize(const Budget& budget) { return std::max(budget.target, budget.trigger / 2); }

/// Of the budget what calls may take that wait to be seen, and what their results keep where the
/// view does not fit.
constexpr int64_t kWaitingParts = 4;

/// What results of a unit take that may be cut.
int64_t cuttableTokens(const Run& run, uint32_t unit, const ResultPolicy& results) {
  int64_t sum = 0;
  for (const TrimCandidate& result : cuttable(run, unit, results, Reach::kAll)) {
    sum += result.tokens;
  }
  return sum;
}

}  // namespace

uint32_t waitingUnit(const Run& run, const PlanRequest& request) {
  const Units& units = run.units();
  const uint32_t none = units.size();
  const bool waits = none > run.firstUnit() && units[none - 1].kind == UnitKind::kAssistant &&
                     run.transcript()[run.transcript().size() - 1].role == Role::kTool;
  if (!waits) return none;
  const int64_t calls =
      run.unitTokens()[none - 1] - cuttableTokens(run, none - 1, request.policy->results);
  return calls <= request.budget.total / kWaitingParts ? none - 1 : none;
}

bool waitsLarge(const Run& run, const PlanRequest& request) {
  const uint32_t waiting = waitingUnit(run, request);
  return waiting < run.units().size() && run.unitTokens()[waiting] > oversize(request.budget);
}

RewritePlan planOversized(const Run& run, const PlanRequest& request, uint32_t trimFloor) {
  const Budget& budget = request.budget;
  RewritePlan plan;
  const uint32_t first = run.firstUnit();
  plan.fold = {.begin = first, .end = first};
  plan.tokensAfter = run.tokens();
  const int64_t large = oversize(budget);
  const uint32_t units = run.units().size();
  const std::span<const uint32_t> tokens = run.unitTokens();
  int64_t all = 0;
  int64_t least = 0;
  for (uint32_t u = first; u < units; ++u) {
    if (tokens[u] <= large) continue;
    all += tokens[u];
    least += large / 2;
  }
  // They keep what the rest of the view leaves of the target, and half of a large unit at least.
  const int64_t room = std::max(least, budget.target - (run.tokens() - all));
  const Reach reach = run.tokens() > budget.total ? Reach::kUnread : Reach::kRead;
  // Each has its share of the room: what one can't give is not taken from another.
  for (uint32_t u = first; u < units; ++u) {
    if (tokens[u] <= large) continue;
    const int64_t need = tokens[u] - room * tokens[u] / all;
    planShortening(run, u, u + 1, need, trimFloor, request.policy->results, reach, plan);
  }
  return plan;
}

RewritePlan planEdits(const Run& run, const PlanRequest& request, int64_t need) {
  RewritePlan plan;
  const uint32_t first = run.firstUnit();
  plan.fold = {.begin = first, .end = first};
  plan.tokensAfter = run.tokens();
  addEdits(plan, planPruning(run, pruneRequest(request, first, need)));
  return plan;
}

void shortenTail(const Run& run, const PlanRequest& request, uint32_t tail, uint32_t trimFloor,
                 bool floor, RewritePlan& plan) {
  const Budget& budget = request.budget;
  const int64_t resting = restingSize(budget);
  const int64_t need = plan.tokensAfter > budget.trigger ? plan.tokensAfter - resting : 0;
  if (!plan.empty()) addEdits(plan, planPruning(run, pruneRequest(request, tail, need)));
  const ResultPolicy& results = request.policy->results;
  const bool over = run.tokens() > budget.total && plan.tokensAfter > budget.trigger;
  const Reach reach = floor ? Reach::kAll : Reach::kUnread;
  const uint32_t units = run.units().size();
  const uint32_t end = request.overflows ? waitingUnit(run, request) : units;
  if (over || floor) {
    planShortening(run, tail, end, plan.tokensAfter - resting, trimFloor, results, reach, plan);
  }
  if (end < units) {
    const int64_t more = cuttableTokens(run, end, results) - budget.total / kWaitingParts;
    planShortening(run, end, units, more, trimFloor, results, Reach::kAll, plan);
  }
  // A cut of a few tokens is none: where a few are missing, a lower common size helps.
  for (int64_t more = kLeastNeed; floor && more <= kMostNeed; more *= 2) {
    if (plan.tokensAfter <= budget.total) break;
    planShortening(run, tail, units, more, trimFloor, results, reach, plan);
  }
}

}  // namespace epitome
