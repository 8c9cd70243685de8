#include "session/arrivals.h"

#include <algorithm>
#include <optional>

#include "session/prune.h"

namespace epitome {
namespace {

/// Shorter results are told again: a pointer is hardly shorter and harder to follow.
constexpr uint32_t kLeastPointTokens = 100;

bool longEnough(const Transcript& transcript, uint32_t message, uint32_t part) {
  const PartFacts& facts = transcript.part(message, part);
  return facts.kind == PartKind::kToolResult && facts.textTokens >= kLeastPointTokens &&
         facts.callId != 0 && isCuttableResult(transcript, message, part);
}

/// The view shows the result word for word, and its print and its call's id are its own.
bool standsInFull(const Run& run, const PartRef& place) {
  const ViewSource source = run.source();
  const uint64_t print = resultPrint(run.transcript().part(place.message, place.part));
  const Call* call = run.units().answered(print);
  const PartFacts& facts = run.transcript().part(place.message, place.part);
  return call != nullptr && call == run.units().callOf(facts.callId) &&
         call->answerMessage == place.message && call->answerPart == place.part &&
         !source.folded(place.message) && !source.removed(place.message, place.part) &&
         source.editOf(place.message, place.part) == nullptr;
}

}  // namespace

void Arrivals::remember(const Run& run, const PartRef& place) {
  const uint64_t text = run.transcript().part(place.message, place.part).textHash;
  copies_.emplace(text, place.message, place.part);
}

PartRef Arrivals::firstCopy(const Run& run, uint64_t textHash) {
  auto copy = copies_.lower_bound({textHash, 0, 0});
  while (copy != copies_.end() && std::get<0>(*copy) == textHash) {
    const PartRef place{std::get<1>(*copy), std::get<2>(*copy)};
    if (standsInFull(run, place)) return place;
    copy = copies_.erase(copy);
  }
  return {};
}

std::vector<EditPlan> Arrivals::pointers(const Run& run, const ResultPolicy& policy,
                                         Family family) {
  std::vector<EditPlan> plans;
  const Transcript& transcript = run.transcript();
  Edit edit;
  edit.kind = EditKind::kPoint;
  for (uint32_t m = known_; m < transcript.size(); ++m) {
    for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
      if (!longEnough(transcript, m, p)) continue;
      const PartFacts& facts = transcript.part(m, p);
      const PartRef copy = m < from_ ? PartRef() : firstCopy(run, facts.textHash);
      const bool repeats = copy.message != kNone && copy.message < m && standsInFull(run, {m, p});
      const bool stays = run.units()[run.units().of(m)].pinned || isKept(run, policy, m, p);
      if (!repeats || stays) {
        remember(run, {m, p});
        continue;
      }
      EditPlan plan;
      plan.message = m;
      plan.part = p;
      plan.kind = EditKind::kPoint;
      plan.target = resultPrint(transcript.part(copy.message, copy.part));
      plan.tokens = placeholderTokens(edit, facts, 0, family);
      if (plan.tokens < facts.textTokens) plans.push_back(plan);
    }
  }
  known_ = transcript.size();
  return plans;
}

std::vector<EditPlan> Arrivals::cuts(const Run& run, const ResultPolicy& policy) const {
  std::vector<EditPlan> plans;
  if (policy.arrival == 0 || from_ >= run.transcript().size()) return plans;
  const uint32_t unit = std::max(run.units().of(from_), run.firstUnit());
  for (const TrimCandidate& candidate : cuttable(run, unit, policy, Reach::kUnread)) {
    if (candidate.message < from_ || candidate.shown <= policy.arrival) continue;
    std::optional<EditPlan> plan =
        planTrim(candidate, policy.arrival - policy.arrival / 3, policy.arrival / 3);
    if (plan) plans.push_back(*plan);
  }
  return plans;
}

}  // namespace epitome
