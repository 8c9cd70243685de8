#include "session/plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "session/pointers.h"
#include "session/prune.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// The envelope of the message that segments stand in, tokens.
constexpr int64_t kSegmentEnvelope = 5;
/// The gate lets a reply be this much longer than asked.
constexpr int64_t slack(int64_t tokens) { return tokens + tokens / 4; }
/// Prose of one segment: a twentieth of `roomOf` within these, tokens.
constexpr int64_t kLeastProse = 120;
constexpr int64_t kMostProse = 1'200;
/// The lines around a plan.
constexpr int64_t kPlanFrame = 48;
/// A one-line digest.
constexpr int64_t kFloorProse = 24;
/// Ceilings that keep the saved state small in any script, bytes: the user's words of all segments,
/// of merged ones, the least that a fold gets, and all that segments hold before they are merged.
constexpr int64_t kWordsBytes = 20'000;
constexpr int64_t kMergedWordsBytes = 8'000;
constexpr int64_t kLeastWordsBytes = 4'000;
constexpr int64_t kSegmentsBytes = 24'000;

struct Level {
  int64_t keepTokens;
  uint32_t keepMessages;
  uint32_t keepTurns;
  bool keepNewest;
  int64_t prose;
  int64_t words;
  uint32_t trimFloor;
  bool floor;
  /// What a segment has besides prose and words.
  int64_t frame;

  /// Most tokens of a segment.
  int64_t room(int64_t proseTokens, int64_t wordsTokens) const {
    return frame + (floor ? proseTokens : slack(proseTokens)) + wordsTokens;
  }
};

/// What a rewrite wants to leave, which segments are sized by. A host that wants as little as
/// possible to stay does not want summaries of three words.
int64_t roomOf(const Budget& budget) { return std::max(budget.target, budget.total / 8); }

Level levelOf(uint32_t level, const Budget& budget, const Policy& policy, Family family) {
  const int64_t room = roomOf(budget);
  const int64_t ours = std::clamp(room / 20, kLeastProse, kMostProse);
  const int64_t asked = std::min(policy.summaryTokens.of(budget.total), budget.total / 8);
  const int64_t prose = asked > 0 ? std::max(kFloorProse, asked) : ours;
  const bool floor = level + 1 == kLevels;
  const int64_t frame = kSegmentEnvelope + frameTokens(family, !floor);
  const int64_t words = std::min(budget.userWords, room / 4);
  if (!policy.enabled && level == 0) {
    // Down to three quarters, so that not every new message asks for a rewrite.
    return {0, policy.mostMessages * 3 / 4, 0, true, kFloorProse, words, 256, false, frame};
  }
  switch (level) {
    case 0:
      return {budget.keepRecentTokens, budget.keepRecentMessages, budget.keepRecentTurns, true,
              prose,                   words,                     256,                    floor,
              frame};
    case 1:
      return {0, 0, 0, true, std::max(kLeastProse, prose / 2), words / 2, 128, floor, frame};
    default:
      return {0, 0, 0, false, kFloorProse, 0, 32, floor, frame};
  }
}

int64_t sumOf(std::span<const uint32_t> tokens, uint32_t begin, uint32_t end) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) sum += tokens[u];
  return sum;
}

int64_t userTokens(const Run& run, uint32_t begin, uint32_t end) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) {
    const Unit& unit = run.units()[u];
    if (unit.kind == UnitKind::kHost || unit.asks) sum += run.unitTokens()[u];
  }
  return sum;
}

int64_t wordsTokens(const Segment& segment, Family family) {
  int64_t sum = 0;
  for (const UserWords& words : segment.body.words) sum += tokensOfText(words.text, family);
  return sum;
}

int64_t wordsBytes(const Segment& segment) {
  int64_t sum = 0;
  for (const UserWords& words : segment.body.words) {
    sum += static_cast<int64_t>(jsonBytes(words.text));
  }
  return sum;
}

SegmentLimits limitsOf(int64_t prose, int64_t words, int64_t bytes, Family family) {
  SegmentLimits limits;
  limits.family = family;
  limits.proseTokens = static_cast<uint32_t>(prose);
  limits.wordsTokens = static_cast<uint32_t>(std::max<int64_t>(0, words));
  limits.wordsBytes = words > 0 ? static_cast<uint32_t>(bytes) : 0;
  return limits;
}

void addEdits(RewritePlan& plan, Pruning pruning) {
  plan.tokensAfter -= pruning.freed;
  plan.edits = std::move(pruning.edits);
}

/// Adds trims that free at least `need` tokens from the units behind `tail`, as far as they go.
void planShortening(const Run& run, uint32_t tail, int64_t need, uint32_t floorTokens,
                    const ResultPolicy& results, RewritePlan& plan) {
  std::map<std::pair<uint32_t, uint32_t>, EditPlan> edits;
  for (const EditPlan& edit : plan.edits) edits[{edit.message, edit.part}] = edit;
  std::vector<TrimCandidate> candidates;
  for (TrimCandidate candidate : cuttable(run, tail)) {
    const auto known = edits.find({candidate.message, candidate.part});
    if (known != edits.end() && known->second.kind != EditKind::kTrim) continue;
    if (known != edits.end()) {
      candidate.tokens = known->second.tokens;
      candidate.shown = known->second.stay();
    }
    candidates.push_back(candidate);
  }
  size_t next = 0;
  for (const EditPlan& trim : planTrims(candidates, need, floorTokens)) {
    while (candidates[next].message != trim.message || candidates[next].part != trim.part) ++next;
    plan.tokensAfter -= int64_t{candidates[next].tokens} - trim.tokens;
    const PartFacts& facts = run.transcript().part(trim.message, trim.part);
    EditPlan& edit = edits[{trim.message, trim.part}] = trim;
    edit.json = results.json && (facts.flags & kJson) != 0;
  }
  plan.edits.clear();
  for (const auto& [place, edit] : edits) plan.edits.push_back(edit);
}

/// The cheapest rewrite: units larger than the target are cut to half of it, and nothing is folded.
/// A result that has just arrived was never sent, so shortening it leaves the cached prefix whole;
/// half of the target leaves the next fold room to keep it.
RewritePlan planOversized(const Run& run, const Budget& budget, const ResultPolicy& results,
                          uint32_t trimFloor) {
  RewritePlan plan;
  const uint32_t first = run.firstUnit();
  plan.fold = {first, first, 0};
  plan.tokensAfter = run.tokens();
  int64_t need = 0;
  for (uint32_t u = first; u < run.units().size(); ++u) {
    if (run.unitTokens()[u] > budget.target) need += run.unitTokens()[u] - budget.target / 2;
  }
  planShortening(run, first, need, trimFloor, results, plan);
  return plan;
}

PruneRequest pruneRequest(const PlanRequest& request, uint32_t firstUnit, int64_t need) {
  PruneRequest prune;
  prune.policy = request.policy;
  prune.budget = request.budget.total;
  prune.firstUnit = firstUnit;
  prune.need = need;
  prune.freeOnly = need <= 0;
  prune.family = request.family;
  return prune;
}

/// Nothing but edits of single messages, `need` tokens' worth or all there are.
RewritePlan planEdits(const Run& run, const PlanRequest& request, int64_t need) {
  RewritePlan plan;
  const uint32_t first = run.firstUnit();
  plan.fold = {first, first, 0};
  plan.tokensAfter = run.tokens();
  addEdits(plan, planPruning(run, pruneRequest(request, first, need)));
  return plan;
}

/// Where a fold aims: lower than the target where the view would soon be full again.
int64_t aimOf(const Run& run, const Budget& budget, const Pace& pace) {
  const int64_t growth = run.growth();
  if (pace.stepsAhead == 0 || growth <= 0) return budget.target;
  const int64_t room = budget.trigger - int64_t{pace.stepsAhead} * growth;
  return std::min(budget.target, std::max(room, budget.target / 2));
}

/// Folded units that the host wants to see for longer, newest first within their share.
std::vector<uint32_t> heldUnits(const Run& run, const FoldChoice& fold, int64_t share,
                                int64_t& tokens) {
  std::vector<uint32_t> held;
  for (uint32_t u = fold.end; u > fold.begin; --u) {
    const Unit& unit = run.units()[u - 1];
    const bool whole = unit.begin >= run.foldEnd();
    if (!unit.priority || unit.pinned || !whole || run.unitTokens()[u - 1] > share) continue;
    share -= run.unitTokens()[u - 1];
    tokens += run.unitTokens()[u - 1];
    held.push_back(unit.begin);
  }
  std::ranges::reverse(held);
  return held;
}

/// What the segments in the view hold of the user's words, and how large they are as text.
struct Holdings {
  int64_t words = 0;
  int64_t wordBytes = 0;
  int64_t bytes = 0;
};

Holdings holdingsOf(const Run& run, const Decisions& decisions, Family family) {
  Holdings held;
  for (const uint64_t id : run.chain()) {
    const Segment& segment = *decisions.byId(id);
    held.words += wordsTokens(segment, family);
    held.wordBytes += wordsBytes(segment);
    held.bytes += static_cast<int64_t>(jsonBytes(segment.text));
  }
  return held;
}

/// The newest call in the units from `begin` on that writes the agent's plan; none where there is
/// no message.
PartRef latestPlan(const Run& run, uint32_t begin) {
  const Transcript& transcript = run.transcript();
  for (uint32_t u = run.units().size(); u > begin; --u) {
    const Unit& unit = run.units()[u - 1];
    // A pinned one stays where it is.
    if (unit.pinned) continue;
    for (uint32_t m = unit.end; m > unit.begin; --m) {
      for (uint32_t p = transcript[m - 1].partCount; p > 0; --p) {
        const PartFacts& part = transcript.part(m - 1, p - 1);
        const bool writes = part.kind == PartKind::kToolCall && part.access == ResourceKind::kPlan &&
                            part.units > 2;
        if (writes) return {m - 1, p - 1};
      }
    }
  }
  return {};
}

/// What the plan behind the segments takes at most when units [begin, end) are folded.
int64_t planTokens(const Run& run, const PartRef& plan, uint32_t end) {
  if (plan.message != kNone) {
    const bool folded = run.units().of(plan.message) < end;
    const uint32_t tokens = run.transcript().part(plan.message, plan.part).textTokens;
    return folded ? int64_t{tokens} + kPlanFrame : 0;
  }
  int64_t tokens = 0;
  for (const Block& block : run.blocks()) tokens += block.ofAgent ? block.tokens : 0;
  return tokens;
}

/// `known` is where a fold may end for nothing behind it to be paid for twice.
RewritePlan planLevel(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      uint32_t number, const std::optional<Run::Known>& known) {
  const Budget& budget = request.budget;
  const Policy& policy = *request.policy;
  const Level level = levelOf(number, budget, policy, request.family);
  RewritePlan plan;
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
  input.keepTurns = level.keepTurns;
  input.keepLeast = budget.keepLeast && number == 0;
  input.keepNewest = level.keepNewest;
  if (number == 0 && !request.manual && policy.enabled) {
    RewritePlan shortened = planOversized(run, budget, policy.results, level.trimFloor);
    if (!shortened.empty() && shortened.tokensAfter <= budget.trigger) return shortened;
    RewritePlan pruned = planEdits(run, request, run.tokens() - budget.target);
    if (!pruned.empty() && pruned.tokensAfter <= budget.target) return pruned;
  }
  const uint32_t foldable = protectedFrom(input);

  // Merge the oldest half of the segments when they would outgrow their share.
  const std::span<const uint64_t> chain = run.chain();
  const int64_t share = roomOf(budget) / 3;
  int64_t segments = run.segmentTokens();
  const Holdings holdings = holdingsOf(run, decisions, request.family);
  int64_t usedBytes = holdings.wordBytes;
  const uint32_t count = static_cast<uint32_t>(chain.size());
  const bool canFold = foldable > first;
  plan.asOne = policy.oneSummary && count > 0 && canFold;
  int64_t foldWords = std::min(std::max(level.words / 4, level.words - holdings.words),
                               userTokens(run, first, foldable));
  if (plan.asOne) {
    foldWords = std::min(level.words, holdings.words + userTokens(run, first, foldable));
    usedBytes = 0;
  }
  // A short range needs no long prose: what stands for it has to be smaller than it.
  const int64_t prose = std::clamp(sumOf(tokens, first, foldable) / 4, kFloorProse, level.prose);
  const int64_t foldRoom = canFold ? level.room(prose, foldWords) : 0;
  uint32_t merged = 0;
  if (level.floor || plan.asOne) {
    merged = count;
  } else if (count >= 2 && (segments + foldRoom > share || holdings.bytes > kSegmentsBytes)) {
    merged = std::max<uint32_t>(2, (count + 1) / 2);
  }
  if (merged > 0) {
    int64_t before = 0;
    int64_t words = 0;
    int64_t mergedBytes = 0;
    for (uint32_t i = 0; i < merged; ++i) {
      const Segment& segment = *decisions.byId(chain[i]);
      before += segment.tokens;
      words += wordsTokens(segment, request.family);
      mergedBytes += wordsBytes(segment);
    }
    const int64_t mergedWords = std::min(level.words / 2, words);
    const int64_t room = plan.asOne ? 0 : level.room(level.prose, mergedWords);
    if (room < before) {
      plan.merged = merged;
      plan.mergeLimits = limitsOf(level.prose, mergedWords, kMergedWordsBytes, request.family);
      segments += room - before;
      if (!plan.asOne) usedBytes -= std::max<int64_t>(0, mergedBytes - kMergedWordsBytes);
    }
  }

  const bool all = request.manual || level.floor || !policy.enabled;
  input.target = all ? 0 : aimOf(run, budget, policy.pace);
  const PartRef agentPlan = latestPlan(run, first);
  const int64_t blocks =
      level.floor ? 0 : request.blockTokens + planTokens(run, agentPlan, foldable);
  plan.noBlocks = level.floor;
  input.fixedTokens =
      run.openingTokens() + run.stayingTokens() + segments + foldRoom + (canFold ? blocks : 0);
  plan.fold = chooseFold(input);
  const bool shrinks = plan.fold.tokens > foldRoom + blocks - run.blockTokens();
  if (!shrinks && known) return planLevel(run, decisions, request, number, std::nullopt);
  if (!shrinks) {
    // What was to become one segment stays as it is.
    if (plan.asOne) {
      segments = run.segmentTokens();
      plan.merged = 0;
      plan.asOne = false;
    }
    plan.fold = {first, first, 0};
  }
  int64_t staying = run.stayingTokens() + run.blockTokens();
  if (plan.fold.begin != plan.fold.end) {
    staying += blocks - run.blockTokens();
    plan.keepsPlan = agentPlan.message == kNone;
    const bool folded = !plan.keepsPlan && run.units().of(agentPlan.message) < plan.fold.end;
    if (folded && !level.floor) plan.agentPlan = agentPlan;
    plan.foldLimits = limitsOf(prose, foldWords,
                               std::max(kLeastWordsBytes, kWordsBytes - usedBytes), request.family);
    segments += foldRoom;
    staying -= run.heldTokens();
    for (uint32_t u = plan.fold.begin; u < plan.fold.end; ++u) {
      if (run.units()[u].pinned) staying += tokens[u];
    }
    if (!level.floor) plan.held = heldUnits(run, plan.fold, budget.total / 20, staying);
  }

  uint32_t tail = plan.fold.end;
  if (known && tail == known->beginUnit) {
    tail = known->endUnit;
    segments += known->tokens;
  }
  plan.pointers = redirect(run, pointers, tail);
  plan.tokensAfter = run.openingTokens() + segments + staying + sumOf(tokens, tail, units);
  plan.tokensAfter += restoredTokens(run, pointers, tail);
  const int64_t need = plan.tokensAfter > budget.trigger ? plan.tokensAfter - budget.target : 0;
  if (!plan.empty()) addEdits(plan, planPruning(run, pruneRequest(request, tail, need)));
  if (plan.tokensAfter > budget.trigger || level.floor) {
    planShortening(run, tail, plan.tokensAfter - budget.target, level.trimFloor, policy.results,
                   plan);
  }
  return plan;
}

/// A rewrite before the view has reached its trigger, where what it frees pays for it.
PlanOutcome planEarly(const Run& run, const Decisions& decisions, const PlanRequest& request) {
  const Budget& budget = request.budget;
  const Policy& policy = *request.policy;
  PlanOutcome outcome;
  const bool batches = policy.results.batch.value > 0;
  if (!batches && !policy.prices.known()) return outcome;
  RewritePlan plan = planEdits(run, request, run.tokens());
  // In a cold cache everything is written anew anyway: what will have to be folded soon may as well
  // be folded now.
  const bool late = run.tokens() > budget.target + (budget.trigger - budget.target) / 2;
  if (policy.prices.known() && request.cold && late) {
    RewritePlan folded = planLevel(run, decisions, request, 0, run.knownAhead());
    if (!folded.empty() && folded.tokensAfter < plan.tokensAfter) plan = std::move(folded);
  }
  Outlook outlook;
  outlook.view = run.tokens();
  outlook.trigger = budget.trigger;
  outlook.growth = run.growth();
  outlook.freed = run.tokens() - plan.tokensAfter;
  outlook.cold = request.cold;
  if (!plan.edits.empty()) {
    const uint32_t changed = run.units().of(plan.edits.front().message);
    outlook.rewritten = sumOf(run.unitTokens(), changed, run.units().size()) - outlook.freed;
  }
  outcome.reckoning = reckon(outlook, policy.prices);
  const bool enough = outlook.freed >= minimumGain(budget, policy.pace);
  const bool due = (batches && outlook.freed >= policy.results.batch.of(budget.total)) ||
                   (outcome.reckoning.pays && enough);
  if (plan.empty() || !due) return outcome;
  outcome.reason = RewriteReason::kEconomy;
  outcome.plan = std::move(plan);
  return outcome;
}

uint32_t foldedMessages(const Run& run, const FoldChoice& fold) {
  return run.units()[fold.end - 1].end - std::max(run.units()[fold.begin].begin, run.foldEnd());
}

/// A rewrite that can wait waits for its time.
bool mayRewrite(const Run& run, const PlanRequest& request) {
  const Pace& pace = request.policy->pace;
  if (request.manual) return true;
  if (!request.settled) return false;
  const bool rested = run.rewrites() == 0 ||
                      (run.messagesSinceRewrite() >= pace.cooldownMessages &&
                       run.tokensSinceRewrite() >= pace.cooldownTokens.of(request.budget.total));
  return rested;
}

}  // namespace

int64_t minimumGain(const Budget& budget, const Pace& pace) {
  const int64_t asked = pace.minimumGain.of(budget.total);
  return asked > 0 ? asked : std::max<int64_t>(64, budget.total / 20);
}

PlanOutcome planRewrite(const Run& run, const Decisions& decisions, const PlanRequest& request) {
  const Budget& budget = request.budget;
  const int64_t before = run.tokens();
  const bool over = before > budget.total;
  PlanOutcome outcome;
  const Policy& policy = *request.policy;
  if (!over && !mayRewrite(run, request)) return outcome;
  // Switched off, only a count and the window itself ask for a rewrite.
  const bool crowded = !policy.enabled && policy.mostMessages > 0 &&
                       run.viewMessages() > policy.mostMessages;
  const bool full = policy.enabled ? before > budget.trigger : crowded;
  if (!over && !full && !request.manual) {
    return policy.enabled && request.fromLevel == 0 ? planEarly(run, decisions, request) : outcome;
  }
  const std::optional<Run::Known> known = run.knownAhead();

  if (!over) {
    if (request.fromLevel > 0) return outcome;
    RewritePlan plan = planLevel(run, decisions, request, 0, known);
    const int64_t gain = before - plan.tokensAfter;
    const bool worth = request.manual || crowded ? gain > 0
                                                 : gain >= minimumGain(budget, policy.pace);
    const bool small = plan.fold.begin != plan.fold.end &&
                       foldedMessages(run, plan.fold) < policy.pace.leastFold;
    if (plan.empty() || !worth || small) return outcome;
    outcome.reason = request.manual ? RewriteReason::kManual : RewriteReason::kTrigger;
    outcome.plan = std::move(plan);
    return outcome;
  }

  // Over the budget something has to go now; a little room beyond it saves the next step from the
  // same need.
  std::optional<RewritePlan> best;
  for (uint32_t level = request.fromLevel; level < kLevels; ++level) {
    RewritePlan plan = planLevel(run, decisions, request, level, known);
    if (plan.empty()) continue;
    const bool roomy = plan.tokensAfter <= budget.total - minimumGain(budget, policy.pace);
    if (!best || plan.tokensAfter < best->tokensAfter) best = std::move(plan);
    if (roomy) break;
    if (best->tokensAfter <= budget.total && level + 2 >= kLevels) break;
  }
  if (!best) return outcome;
  outcome.reason = request.manual ? RewriteReason::kManual : RewriteReason::kBudget;
  outcome.plan = std::move(*best);
  return outcome;
}

}  // namespace epitome
