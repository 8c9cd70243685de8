#include "session/plan.h"

#include <algorithm>
#include <iterator>

#include "tokens/counter.h"

namespace epitome {
namespace {

/// The envelope of the message that segments stand in, tokens.
constexpr int64_t kSegmentEnvelope = 5;
/// The gate lets a reply be this much longer than asked.
constexpr int64_t slack(int64_t tokens) { return tokens + tokens / 4; }
/// Prose of one segment: a twentieth of the budget within these, tokens.
constexpr int64_t kLeastProse = 120;
constexpr int64_t kMostProse = 1'200;
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

Level levelOf(uint32_t level, const Budget& budget, Family family) {
  const int64_t prose = std::clamp(budget.total / 20, kLeastProse, kMostProse);
  const bool floor = level + 1 == kLevels;
  const int64_t frame = kSegmentEnvelope + frameTokens(family, !floor);
  switch (level) {
    case 0:
      return {budget.keepRecentTokens,
              budget.keepRecentMessages,
              true,
              prose,
              budget.userWords,
              256,
              floor,
              frame};
    case 1:
      return {0,   0,     true, std::max(kLeastProse, prose / 2), budget.userWords / 2,
              128, floor, frame};
    default:
      return {0, 0, false, kFloorProse, 0, 32, floor, frame};
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
    if (unit.kind == UnitKind::kHost) sum += run.unitTokens()[u];
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

std::vector<TrimCandidate> trimmable(const Run& run, uint32_t fromUnit) {
  std::vector<TrimCandidate> candidates;
  const ViewSource source = run.source();
  const Transcript& transcript = run.transcript();
  const auto offer = [&](uint32_t message, uint32_t p) {
    const PartFacts& part = transcript.part(message, p);
    const bool client = part.kind == PartKind::kToolResult &&
                        transcript[message].role == Role::kTool &&
                        (part.flags & (kProviderExecuted | kOpaque | kHasMedia | kFaulty)) == 0;
    if (!client || (transcript[message].flags & kMessageFaulty) != 0) return;
    const Trim* trim = source.trimOf(message, p);
    const uint32_t tokens = trim != nullptr ? trim->tokens : part.textTokens;
    candidates.push_back({message, p, tokens, part.units});
  };
  for (uint32_t u = fromUnit; u < run.units().size(); ++u) {
    const Unit& unit = run.units()[u];
    for (uint32_t m = std::max(unit.begin, run.foldEnd()); m < unit.end; ++m) {
      for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
        if (!source.removed(m, p)) offer(m, p);
      }
      for (const Call& call : run.units().callsOf(m)) {
        if (call.moved) offer(call.answerMessage, call.answerPart);
      }
    }
  }
  std::ranges::sort(candidates, {}, [](const TrimCandidate& candidate) {
    return std::pair(candidate.message, candidate.part);
  });
  return candidates;
}

/// Adds trims that free at least `need` tokens from the units behind `tail`, as far as they go.
void planShortening(const Run& run, uint32_t tail, int64_t need, uint32_t floorTokens,
                    RewritePlan& plan) {
  const std::vector<TrimCandidate> candidates = trimmable(run, tail);
  plan.trims = planTrims(candidates, need, floorTokens);
  size_t next = 0;
  for (const TrimCandidate& candidate : candidates) {
    if (next == plan.trims.size()) break;
    const TrimPlan& trim = plan.trims[next];
    if (trim.message != candidate.message || trim.part != candidate.part) continue;
    plan.tokensAfter -= candidate.tokens - trim.tokens;
    ++next;
  }
}

/// The cheapest rewrite: units larger than the target are cut to half of it, and nothing is folded.
/// A result that has just arrived was never sent, so shortening it leaves the cached prefix whole;
/// half of the target leaves the next fold room to keep it.
RewritePlan planOversized(const Run& run, const Budget& budget, uint32_t trimFloor) {
  RewritePlan plan;
  const uint32_t first = run.firstUnit();
  plan.fold = {first, first, 0};
  plan.tokensAfter = run.tokens();
  int64_t need = 0;
  for (uint32_t u = first; u < run.units().size(); ++u) {
    if (run.unitTokens()[u] > budget.target) need += run.unitTokens()[u] - budget.target / 2;
  }
  planShortening(run, first, need, trimFloor, plan);
  return plan;
}

/// `known` is where a fold may end for nothing behind it to be paid for twice.
RewritePlan planLevel(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      uint32_t number, const std::optional<Run::Known>& known) {
  const Budget& budget = request.budget;
  const Level level = levelOf(number, budget, request.family);
  RewritePlan plan;
  plan.level = number;
  plan.codeOnly = level.floor;
  const std::span<const uint32_t> tokens = run.unitTokens();
  const uint32_t units = run.units().size();
  const uint32_t first = run.firstUnit();

  FoldInput input;
  input.units = &run.units();
  input.tokens = tokens;
  input.first = first;
  if (known) input.limit = known->beginUnit;
  input.keepTokens = level.keepTokens;
  input.keepMessages = level.keepMessages;
  input.keepNewest = level.keepNewest;
  if (number == 0 && !request.manual) {
    RewritePlan shortened = planOversized(run, budget, level.trimFloor);
    if (!shortened.empty() && shortened.tokensAfter <= budget.trigger) return shortened;
  }
  const uint32_t foldable = protectedFrom(input);

  // Merge the oldest half of the segments when they would outgrow their share.
  const std::span<const uint64_t> chain = run.chain();
  const int64_t share = budget.total / 4;
  int64_t segments = run.segmentTokens();
  int64_t usedWords = 0;
  int64_t usedBytes = 0;
  int64_t bytes = 0;
  for (const uint64_t id : chain) {
    const Segment& segment = *decisions.byId(id);
    usedWords += wordsTokens(segment, request.family);
    usedBytes += wordsBytes(segment);
    bytes += static_cast<int64_t>(jsonBytes(segment.text));
  }
  const int64_t foldWords = std::min(std::max(level.words / 4, level.words - usedWords),
                                     userTokens(run, first, foldable));
  // A short range needs no long prose: what stands for it has to be smaller than it.
  const int64_t prose = std::clamp(sumOf(tokens, first, foldable) / 4, kFloorProse, level.prose);
  const bool canFold = foldable > first;
  const int64_t foldRoom = canFold ? level.room(prose, foldWords) : 0;
  const uint32_t count = static_cast<uint32_t>(chain.size());
  uint32_t merged = 0;
  if (level.floor) {
    merged = count;
  } else if (count >= 2 && (segments + foldRoom > share || bytes > kSegmentsBytes)) {
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
    const int64_t room = level.room(level.prose, mergedWords);
    if (room < before) {
      plan.merged = merged;
      plan.mergeLimits = limitsOf(level.prose, mergedWords, kMergedWordsBytes, request.family);
      segments += room - before;
      usedBytes -= std::max<int64_t>(0, mergedBytes - kMergedWordsBytes);
    }
  }

  input.target = request.manual || level.floor ? 0 : budget.target;
  input.fixedTokens = run.openingTokens() + segments + foldRoom;
  plan.fold = chooseFold(input);
  const bool shrinks = plan.fold.tokens > foldRoom;
  if (!shrinks && known) return planLevel(run, decisions, request, number, std::nullopt);
  if (!shrinks) plan.fold = {first, first, 0};
  if (plan.fold.begin != plan.fold.end) {
    plan.foldLimits = limitsOf(prose, foldWords,
                               std::max(kLeastWordsBytes, kWordsBytes - usedBytes), request.family);
    segments += foldRoom;
  }

  uint32_t tail = plan.fold.end;
  if (known && tail == known->beginUnit) {
    tail = known->endUnit;
    segments += known->tokens;
  }
  plan.tokensAfter = run.openingTokens() + segments + sumOf(tokens, tail, units);
  if (plan.tokensAfter > budget.trigger || level.floor) {
    planShortening(run, tail, plan.tokensAfter - budget.target, level.trimFloor, plan);
  }
  return plan;
}

}  // namespace

int64_t minimumGain(const Budget& budget) { return std::max<int64_t>(64, budget.total / 20); }

PlanOutcome planRewrite(const Run& run, const Decisions& decisions, const PlanRequest& request) {
  const Budget& budget = request.budget;
  const int64_t before = run.tokens();
  const bool over = before > budget.total;
  PlanOutcome outcome;
  if (!request.manual && before <= budget.trigger) return outcome;
  const std::optional<Run::Known> known = run.knownAhead();

  if (!over) {
    if (request.fromLevel > 0) return outcome;
    RewritePlan plan = planLevel(run, decisions, request, 0, known);
    const int64_t gain = before - plan.tokensAfter;
    const bool worth = request.manual ? gain > 0 : gain >= minimumGain(budget);
    if (plan.empty() || !worth) return outcome;
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
    const bool roomy = plan.tokensAfter <= budget.total - minimumGain(budget);
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
