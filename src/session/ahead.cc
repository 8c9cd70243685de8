/// Rewrites that are written beside the run: when one is begun, where it belongs, when it is taken
/// up again and when it is dropped.

#include <algorithm>
#include <optional>

#include "session/session.h"

namespace epitome {
namespace {

uint64_t printOf(std::span<const uint64_t> chain) {
  text::Hasher hasher;
  for (const uint64_t id : chain) hasher.update(id);
  return hasher.digest();
}

/// How far the segments reach with what a job would fold; nothing where the run does not go on from
/// where it was begun, or that has changed.
std::optional<Cover> reachOf(const Job& job, const Run& run) {
  // A saved state may say anything.
  const size_t segments = run.chain().size();
  if (job.plan.merged > segments || (job.plan.asOne && job.plan.merged != segments)) {
    return std::nullopt;
  }
  if (job.chain != printOf(run.chain())) return std::nullopt;
  std::optional<Cover> cover;
  for (const bool leaves : {true, false}) {
    if (!cover) cover = run.coverOf(run.cover(), job.range, leaves, run.foldLimit());
  }
  if (!cover || run.units()[run.units().of(cover->end - 1)].end != cover->end) return std::nullopt;
  return cover;
}

bool belongs(const Job& job, const Run& run) { return reachOf(job, run).has_value(); }

/// Tokens of a view at which a rewrite is begun.
int64_t softLevel(const Budget& budget, Amount at) {
  const int64_t asked =
      at.value > 0 ? at.of(budget.total) : budget.trigger - (budget.trigger - budget.target) / 4;
  return std::max(asked, budget.target);
}

}  // namespace

Job* Session::jobOf(const Slot& slot) {
  const auto found =
      std::ranges::find_if(jobs_, [&](const Job& job) { return belongs(job, *slot.run); });
  if (found == jobs_.end()) return nullptr;
  found->run = slot.id;
  return &*found;
}

PlanOutcome Session::planned(Slot& slot, const PlanRequest& request) {
  const Run& run = *slot.run;
  slot.ahead = false;
  const bool first = slot.passes == 0 && !request.manual;
  if (!first || (jobs_.empty() && !options_.background)) {
    return planRewrite(run, decisions_, request);
  }
  std::erase_if(jobs_, [&](const Job& job) {
    const std::optional<Cover> cover = reachOf(job, *slot.run);
    // A history that was cut back may have made a request the current one again.
    const bool kept = keptRequest(run, request.keptShare).size() > 0;
    const bool takes = cover && kept && run.coversRequest(*cover);
    return job.run == slot.id && (!cover || takes);
  });
  const Job* job = jobOf(slot);
  // Short of this every view can be sent as it is.
  const bool over = run.tokens() > request.budget.total;
  PlanOutcome outcome;
  if (job != nullptr) {
    if (!over && !slot.input.resume) return outcome;
    outcome.plan = planAgain(run, decisions_, request, job->plan, *reachOf(*job, run));
    outcome.inputTokens = job->inputTokens;
    outcome.reason = over ? RewriteReason::kBudget : RewriteReason::kAhead;
    slot.ahead = !over;
    return outcome;
  }
  const int64_t soft = softLevel(request.budget, options_.backgroundAt);
  if (!over && options_.background && run.tokens() > soft && request.asksModel) {
    PlanRequest early = request;
    early.budget.trigger = soft;
    outcome = planRewrite(run, decisions_, early);
    if (outcome.reason == RewriteReason::kTrigger && !outcome.plan.fold.empty() &&
        asksModel(run, outcome.plan)) {
      // Edits are made when it is taken up again: until then nothing changes.
      outcome.plan.edits.clear();
      outcome.reason = RewriteReason::kAhead;
      slot.ahead = true;
      return outcome;
    }
  }
  return planRewrite(run, decisions_, request);
}

std::expected<Next, ErrorCode> Session::postpone(uint32_t id) {
  const auto found = expect(id, Event::kPostpone);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (!slot.ahead) return std::unexpected(ErrorCode::kOutOfOrder);
  const std::unique_ptr<Rewrite> rewrite = std::move(slot.rewrite);
  const Run& run = *slot.run;
  Job* job = jobOf(slot);
  if (job == nullptr) {
    if (jobs_.size() == kMostJobs) jobs_.erase(jobs_.begin());
    const RewritePlan& plan = rewrite->plan;
    Job made;
    made.run = id;
    made.chain = printOf(run.chain());
    const Cover cover = coverOf(run, plan.fold);
    made.range = run.printOf(run.cover(), cover);
    const std::vector<MessageSpan> spans = run.spansOf(run.cover(), cover);
    made.firstMessage = run.numberOf(spans.front().begin);
    made.lastMessage = run.numberOf(spans.back().end - 1);
    made.plan = {plan.merged, plan.asOne, plan.fold.tokens, plan.mergeLimits, plan.foldLimits};
    made.inputTokens = rewrite->inputTokens;
    jobs_.push_back(std::move(made));
    job = &jobs_.back();
  }
  job->requests = rewrite->requests;
  // As if the step had not thought of it.
  slot.report = rewrite->before;
  slot.passes = 0;
  slot.run->phase = Phase::kSteady;
  return rest(slot, budgetOf(slot.input));
}

}  // namespace epitome
