#include "edits/trim.h"

#include <algorithm>

#include "text/sort.h"

namespace epitome {
namespace {

/// Room that the marker takes at most: two numbers of ten digits and its words.
constexpr uint32_t kMarkerUnits = 100;
constexpr uint32_t kMarkerTokens = 32;

/// Less is not worth cutting, the marker included, which a result that is cut again has already.
constexpr uint32_t kLeastCutUnits = 2 * kMarkerUnits;
constexpr uint32_t kLeastSecondCutUnits = kMarkerUnits + kMarkerUnits / 2;

/// Of what stays, two thirds are head: results tell their subject first.
constexpr uint32_t kHeadParts = 2;
constexpr uint32_t kParts = 3;

/// Code units of a candidate's text that `tokens` tokens hold beside the marker.
uint32_t unitsWithin(uint32_t tokens, const TrimCandidate& candidate) {
  if (tokens <= kMarkerTokens || candidate.tokens == 0) return 0;
  return static_cast<uint32_t>(uint64_t{tokens - kMarkerTokens} * candidate.shown /
                               candidate.tokens);
}

}  // namespace

std::optional<EditPlan> planTrim(const TrimCandidate& candidate, uint32_t head, uint32_t tail) {
  // The marker costs more than its length says: what goes has to be worth it.
  const uint64_t stay = uint64_t{head} + tail;
  const uint32_t least = candidate.trimmed ? kLeastSecondCutUnits : kLeastCutUnits;
  if (stay + least >= candidate.shown) return std::nullopt;
  EditPlan plan;
  plan.message = candidate.message;
  plan.part = candidate.part;
  plan.headUnits = head;
  plan.tailStartUnits = candidate.units - tail;
  plan.units = candidate.units;
  plan.tokens = static_cast<uint32_t>(stay * candidate.tokens / candidate.shown) + kMarkerTokens;
  return plan;
}

std::vector<EditPlan> planTrims(std::span<const TrimCandidate> candidates, int64_t need,
                                uint32_t floorTokens) {
  std::vector<EditPlan> plans;
  if (need <= 0 || candidates.empty()) return plans;
  std::vector<TrimCandidate> sorted(candidates.begin(), candidates.end());
  sortBy(sorted, [](const TrimCandidate& a, const TrimCandidate& b) {
    if (a.tokens != b.tokens) return a.tokens > b.tokens;
    return std::pair(a.message, a.part) < std::pair(b.message, b.part);
  });

  // Lower the level below one candidate after the other until what lies above it is enough.
  int64_t above = 0;
  uint32_t level = floorTokens;
  for (uint32_t i = 0; i < sorted.size(); ++i) {
    above += sorted[i].tokens;
    const int64_t count = i + 1;
    const int64_t next = i + 1 < sorted.size() ? sorted[i + 1].tokens : 0;
    const int64_t fitting = (above - need) / count;
    if (above >= need && fitting >= next) {
      level = static_cast<uint32_t>(std::max<int64_t>(fitting, floorTokens));
      break;
    }
  }

  for (const TrimCandidate& candidate : sorted) {
    if (candidate.tokens <= level) break;
    const uint32_t stay = unitsWithin(level, candidate);
    const auto head = static_cast<uint32_t>(uint64_t{stay} * kHeadParts / kParts);
    std::optional<EditPlan> plan = planTrim(candidate, head, stay - head);
    if (!plan) continue;
    plan->tokens = level;
    plans.push_back(*plan);
  }
  sortByKey(plans, [](const EditPlan& plan) { return std::pair(plan.message, plan.part); });
  return plans;
}

}  // namespace epitome
