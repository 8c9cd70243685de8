/// The fold of one level: what is merged, what is folded, what stays behind it.

#include <algorithm>
#include <utility>

#include "session/level.h"
#include "session/plan_parts.h"
#include "session/plan_records.h"
#include "session/pointers.h"
#include "session/prune.h"

namespace epitome {
namespace {

/// The lines around a plan, tokens.
constexpr int64_t kPlanFrame = 64;
/// No token is shorter than a byte.
constexpr auto kMostPlanTokens = static_cast<int64_t>(kMostKeptBytes);
/// Calls on the agent's list that are read.
constexpr size_t kMostPlans = 16;

/// Each has its place in the saved state.
constexpr size_t kMostHeld = 256;

/// Folded units that the host wants to see for longer, newest first within their share.
std::vector<uint32_t> heldUnits(const Run& run, const FoldChoice& fold, const MessageSpan& kept,
                                int64_t share, int64_t& tokens) {
  std::vector<uint32_t> held;
  for (uint32_t u = fold.end; u > fold.begin && held.size() < kMostHeld; --u) {
    const Unit& unit = run.units()[u - 1];
    const bool whole = unit.begin >= run.foldEnd() && !kept.holds(unit.begin);
    if (!unit.priority || unit.pinned || !whole || run.unitTokens()[u - 1] > share) continue;
    share -= run.unitTokens()[u - 1];
    tokens += run.unitTokens()[u - 1];
    held.push_back(unit.begin);
  }
  std::ranges::reverse(held);
  return held;
}

/// The newest answered calls in the units from `begin` on that write or read the agent's list,
/// newest first. What the host says has failed is none of them.
std::vector<PlanCall> newestPlans(const Run& run, uint32_t begin) {
  const Transcript& transcript = run.transcript();
  const auto isPlan = [&](const Call& call) {
    return transcript.part(call.message, call.part).access == ResourceKind::kPlan;
  };
  std::vector<PlanCall> plans;
  for (uint32_t u = run.units().size(); u > begin; --u) {
    const Unit& unit = run.units()[u - 1];
    for (uint32_t m = unit.end; m > unit.begin; --m) {
      const std::span<const Call> calls = run.units().callsOf(m - 1);
      for (size_t c = calls.size(); c > 0; --c) {
        const Call& call = calls[c - 1];
        if (call.answerMessage == kNone || !isPlan(call)) continue;
        const PartFacts& result = transcript.part(call.answerMessage, call.answerPart);
        if ((result.flags & (kError | kDenied)) != 0) continue;
        plans.push_back(
            {{call.message, call.part}, {call.answerMessage, call.answerPart}, unit.pinned});
        if (plans.size() == kMostPlans) return plans;
      }
    }
  }
  return plans;
}

/// What the list behind the segments takes at most when units [begin, end) are folded.
int64_t planTokens(const Run& run, std::span<const PlanCall> plans, uint32_t end) {
  int64_t tokens = 0;
  for (const Block& block : run.blocks()) {
    if (block.ofAgent) tokens = std::max(tokens, int64_t{block.tokens});
  }
  for (const PlanCall& plan : plans) {
    if (plan.stays || run.units().of(plan.call.message) >= end) continue;
    for (const PartRef& at : {plan.call, plan.result}) {
      const int64_t whole = run.transcript().part(at.message, at.part).textTokens;
      tokens = std::max(tokens, std::min(whole, kMostPlanTokens) + kPlanFrame);
    }
  }
  return tokens;
}

/// With what stays when the units before `end` are folded.
std::vector<PlanCall> plansBefore(const Run& run, std::vector<PlanCall> plans, uint32_t end) {
  for (PlanCall& plan : plans) {
    plan.stays = plan.stays || run.units().of(plan.call.message) >= end;
  }
  return plans;
}

/// What goes with the next fold beside units behind the segments: a request that is not the current
/// one any more, and the initial messages where both would take too much.
struct Going {
  FoldChoice fold;
  std::vector<MessageSpan> spans;
  int64_t left = 0;
  int64_t initial = 0;
};

Going goingWith(const Run& run, const MessageSpan& kept, int64_t share) {
  Going going;
  const MessageSpan left = run.left();
  const MessageSpan initial{run.units().systemEnd(), run.units().openingEnd()};
  going.fold.takesLeft = left.size() > 0 && left != kept;
  going.fold.leaves = left.size() > 0 && left == kept;
  const bool begins = !run.absent() && !run.cover().initial && initial.size() > 0;
  const int64_t both = tokensIn(run, initial) + tokensIn(run, kept);
  going.fold.takesInitial = begins && kept.size() > 0 && both > share;
  if (going.fold.takesInitial) {
    going.spans.push_back(initial);
    for (uint32_t u = run.units().of(initial.begin); u < run.openingUnits(); ++u) {
      if (!run.units()[u].pinned) going.initial += run.unitTokens()[u];
    }
  }
  if (going.fold.takesLeft) {
    going.spans.push_back(left);
    going.left = run.leftTokens();
  }
  return going;
}

/// Of the units [begin, end) those that stay whatever is folded.
int64_t stayingIn(const Run& run, uint32_t begin, uint32_t end, const MessageSpan& kept) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) {
    const Unit& unit = run.units()[u];
    if (unit.pinned || kept.holds(unit.begin)) sum += run.unitTokens()[u];
  }
  return sum;
}

/// What results of the units from `begin` on can lose, each down to `trimFloor`.
int64_t cutsIn(const Run& run, uint32_t begin, const ResultPolicy& results, uint32_t trimFloor) {
  int64_t sum = 0;
  for (const TrimCandidate& result : cuttable(run, begin, results, Reach::kUnread)) {
    sum += std::max<int64_t>(0, int64_t{result.tokens} - trimFloor);
  }
  return sum;
}

/// The fold of units, with all else that goes.
void addGoing(const Going& going, FoldChoice& fold) {
  fold.takesLeft = going.fold.takesLeft;
  fold.takesInitial = going.fold.takesInitial;
  fold.leaves = fold.leaves || going.fold.leaves;
  fold.tokens += going.left + going.initial;
}

}  // namespace

int64_t tokensIn(const Run& run, uint32_t begin, uint32_t end) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) sum += run.unitTokens()[u];
  return sum;
}

int64_t tokensIn(const Run& run, const MessageSpan& span) {
  int64_t sum = 0;
  for (uint32_t m = span.begin; m < span.end;) {
    const uint32_t unit = run.units().of(m);
    sum += run.unitTokens()[unit];
    m = run.units()[unit].end;
  }
  return sum;
}

bool isCrowded(const Run& run, const Policy& policy) {
  return !policy.enabled && policy.mostMessages > 0 && run.tailMessages() > policy.mostMessages;
}

RewritePlan planLevel(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      uint32_t number, const std::optional<Run::Known>& known) {
  const Budget& budget = request.budget;
  const Policy& policy = *request.policy;
  const bool crowded = isCrowded(run, policy);
  Level level = levelOf(number, budget, policy, request.family, crowded);
  RewritePlan plan;
  RewritePlan edited;
  plan.level = number;
  plan.codeOnly = level.floor || !policy.enabled;
  const std::span<const uint32_t> tokens = run.unitTokens();
  const uint32_t units = run.units().size();
  const uint32_t first = run.firstUnit();
  const std::vector<PointerGroup> pointers = pointerGroups(run);
  const std::vector<int64_t> gains = gainsOf(run, pointers);

  FoldInput input;
  input.units = &run.units();
  input.tokens = tokens;
  input.gains = gains;
  input.first = first;
  if (known) input.limit = known->beginUnit;
  input.keepTokens = level.keepTokens;
  input.keepMessages = level.keepMessages;
  input.keepLeast = budget.keepLeast && number == 0;
  // A request that no model has seen is protected already, with the calls that brought it.
  const bool waits = waitingUnit(run, request) < run.units().requestUnit();
  input.keepNewest = level.keepNewest || waits;
  if (request.foldBefore != kNone) {
    input.limit = std::min(input.limit, request.foldBefore);
    input.keepTokens = 0;
    input.keepMessages = 0;
    input.keepLeast = false;
    input.keepNewest = waits;
  }
  if (number == 0 && !request.manual && policy.enabled) {
    RewritePlan shortened = planOversized(run, request, level.trimFloor);
    if (!shortened.empty() && shortened.tokensAfter <= budget.trigger) return shortened;
    RewritePlan pruned = planEdits(run, request, run.tokens() - budget.target);
    if (!pruned.empty() && pruned.tokensAfter <= restingSize(budget)) return pruned;
    edited = std::move(pruned);
  }
  input.kept = keptRequest(run, request.keptShare);
  const uint32_t foldable = protectedFrom(input);
  const Going going = goingWith(run, input.kept, request.keptShare);

  const bool canFold = foldable > first || !going.fold.empty();
  plan.asOne = policy.oneSummary && !run.chain().empty() && canFold;
  const std::vector<PlanCall> plans = newestPlans(run, first);
  const int64_t blocks = level.floor ? 0 : request.blockTokens + planTokens(run, plans, foldable);
  plan.noBlocks = level.floor;
  plan.dropsTail = level.floor && run.blockTokens() + run.heldTokens() > 0;
  const int64_t opening = run.openingTokens() - going.initial;
  const int64_t fixed = opening + run.stayingTokens() - going.left + (canFold ? blocks : 0);
  const int64_t stays = fixed + stayingIn(run, first, foldable, input.kept) +
                        tokensIn(run, foldable, units) -
                        cutsIn(run, foldable, policy.results, level.trimFloor);
  // Records and the newest units share the rest, where it is small.
  const int64_t most = budget.total - minimumGain(budget, policy.pace);
  const int64_t spare = std::max<int64_t>(0, most - stays);
  const int64_t newest = std::min(budget.target / 3, spare * 2 / 3);
  int64_t share = shareOfSegments(budget);
  if (number > 0 && !request.overflows) share = std::min(share, spare - newest);
  if (number == kUnsureLevel) level.words = std::min(level.words, spare * 2 / 3);
  const RecordsRequest wanted{level,
                              policy.results,
                              request.family,
                              request.segmentBytes,
                              share,
                              plan.asOne,
                              !request.manual && run.tokens() <= budget.total,
                              going.spans,
                              input.kept};
  Records records = recordsFor(run, decisions, wanted, foldable);
  input.fixedTokens = fixed + records.tokens();
  const bool all = request.manual || level.floor || (crowded && number == 0);
  const bool deep = number == 0 && policy.enabled;
  if (deep && !all) {
    input.target = budget.target;
    input.enough = restingSize(budget);
  } else if (!all) {
    // What goes only because nothing else helps goes only as far as it has to.
    const int64_t least = std::min(most, stays + records.tokens() + newest);
    input.target = std::max(restingSize(budget), least);
  }
  plan.fold = chooseFold(input);
  if (plan.fold.begin != plan.fold.end && plan.fold.end < foldable) {
    // What stands for less is smaller, and leaves room for more of the rest.
    const Records fewer = recordsFor(run, decisions, wanted, plan.fold.end);
    input.fixedTokens = fixed + fewer.tokens();
    const FoldChoice fold = chooseFold(input);
    if (fold.end <= plan.fold.end) {
      plan.fold = fold;
      records = fewer;
    }
  }
  addGoing(going, plan.fold);
  plan.merged = records.merged;
  plan.mergeLimits = records.mergeLimits;
  bool shrinks = plan.fold.tokens > 0 && plan.fold.tokens + records.joined >
                                             records.foldTokens + blocks - run.blockTokens();
  // What goes alone is worth a fold only where it is large, or nothing else helps.
  const bool alone = plan.fold.begin == plan.fold.end && number == 0 && !request.manual;
  if (alone && plan.fold.tokens < minimumGain(budget, policy.pace)) shrinks = false;
  if (!shrinks && known) return planLevel(run, decisions, request, number, std::nullopt);
  if (!shrinks && plan.asOne) {
    Policy apart = policy;
    apart.oneSummary = false;
    PlanRequest other = request;
    other.policy = &apart;
    return planLevel(run, decisions, other, number, known);
  }
  if (!shrinks) plan.fold = {.begin = first, .end = first};
  int64_t segments = records.keptTokens;
  int64_t staying = run.stayingTokens() + run.blockTokens();
  if (plan.dropsTail) staying -= run.heldTokens() + run.blockTokens();
  if (!plan.fold.empty()) {
    if (!plan.dropsTail) staying += blocks - run.blockTokens();
    if (!level.floor) plan.planCalls = plansBefore(run, plans, plan.fold.end);
    plan.foldLimits = records.foldLimits;
    segments += records.foldTokens;
    if (!plan.dropsTail) staying -= run.heldTokens();
    staying -= going.left + going.initial;
    staying += stayingIn(run, plan.fold.begin, plan.fold.end, input.kept);
    if (!level.floor) {
      plan.held = heldUnits(run, plan.fold, input.kept, budget.total / 20, staying);
    }
  }

  uint32_t tail = plan.fold.end;
  if (known && tail == known->beginUnit) {
    tail = known->endUnit;
    segments += known->tokens;
  }
  plan.pointers = redirect(run, pointers, tail);
  plan.tokensAfter = run.openingTokens() + segments + staying + tokensIn(run, tail, units);
  plan.tokensAfter += restoredTokens(run, pointers, tail);
  limitBytes(run, decisions, request.segmentBytes, plan);
  // Where nothing may be folded, what edits can do stands.
  if (plan.empty() && !edited.empty()) return edited;
  shortenTail(run, request, tail, level.trimFloor, level.floor, plan);
  return plan;
}

RewritePlan planAgain(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      const RangePlan& range, const Cover& cover) {
  RewritePlan plan;
  plan.merged = range.merged;
  plan.asOne = range.asOne;
  plan.mergeLimits = range.mergeLimits;
  plan.foldLimits = range.foldLimits;
  limitBytes(run, decisions, request.segmentBytes, plan);
  const uint32_t first = run.firstUnit();
  const bool on = cover.end > run.foldEnd();
  const uint32_t tail = on ? run.units().of(cover.end - 1) + 1 : first;
  plan.fold = {.begin = first,
               .end = tail,
               .tokens = range.tokens,
               .takesLeft = run.cover().leaves && run.left() != run.leftBy(cover),
               .takesInitial = cover.initial && !run.cover().initial,
               .leaves = cover.leaves};
  plan.planCalls = plansBefore(run, newestPlans(run, first), tail);
  int64_t staying = tokensIn(run, run.leftBy(cover));
  plan.held = heldUnits(run, plan.fold, run.leftBy(cover), request.budget.total / 20, staying);
  plan.pointers = redirect(run, pointerGroups(run), tail);
  staying -= run.leftTokens();
  plan.tokensAfter =
      run.tokens() - tokensIn(run, first, tail) + staying + range.foldLimits.proseTokens;
  const Level level = levelOf(0, request.budget, *request.policy, request.family, false);
  shortenTail(run, request, tail, level.trimFloor, level.floor, plan);
  return plan;
}

}  // namespace epitome
