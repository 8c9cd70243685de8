#include "session/arrivals.h"

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

/// The view shows the result word for word, and its print is its own.
bool standsInFull(const Run& run, const PartRef& place) {
  const ViewSource source = run.source();
  const uint64_t print = resultPrint(run.transcript().part(place.message, place.part));
  const Call* call = run.units().answered(print);
  return call != nullptr && call->answerMessage == place.message &&
         call->answerPart == place.part && !source.folded(place.message) &&
         !source.removed(place.message, place.part) &&
         source.editOf(place.message, place.part) == nullptr;
}

}  // namespace

void Arrivals::remember(const Run& run, uint32_t message, uint32_t part) {
  const PartRef place{message, part};
  const auto [copy, added] =
      copies_.try_emplace(run.transcript().part(message, part).textHash, place);
  if (!added && !standsInFull(run, copy->second) && standsInFull(run, place)) copy->second = place;
}

void Arrivals::restored(const Run& run, uint32_t message, uint32_t part) {
  copies_.insert_or_assign(run.transcript().part(message, part).textHash, PartRef{message, part});
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
      const auto copy = m < from_ ? copies_.end() : copies_.find(facts.textHash);
      const bool repeats = copy != copies_.end() && copy->second.message < m &&
                           standsInFull(run, copy->second) && standsInFull(run, {m, p});
      const PartFacts* target =
          repeats ? &transcript.part(copy->second.message, copy->second.part) : nullptr;
      const bool stays = run.units()[run.units().of(m)].pinned || isKept(run, policy, m, p);
      if (!repeats || stays || target->callId == facts.callId) {
        remember(run, m, p);
        continue;
      }
      EditPlan plan;
      plan.message = m;
      plan.part = p;
      plan.kind = EditKind::kPoint;
      plan.target = resultPrint(*target);
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
    if (!plan) continue;
    plan->json = policy.json;
    plans.push_back(*plan);
  }
  return plans;
}

}  // namespace epitome
