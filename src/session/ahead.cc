/// Rewrites that are written beside the run: when one is begun, where it belongs, when it is taken
/// up again and when it is dropped. And what becomes of a record that code had to write.

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

/// The newest segment is one that a model may write anew: its messages are here, and none of what
/// is kept as long as there is room for it.
bool endsInStopgap(const Run& run) {
  const Segment* newest = run.newest();
  if (newest == nullptr || run.absent() || !newest->stopgap || newest->tookRequest) return false;
  return run.cover().initial == run.coverBefore(run.chain().size() - 1).initial;
}

/// How far the segments but for the `aside` newest ones reach with what a job would fold; nothing
/// where the run does not go on from where it was begun, or that has changed.
std::optional<Cover> reachOf(const Job& job, const Run& run, size_t aside) {
  // A saved state may say anything.
  const std::span<const uint64_t> chain = run.chain().first(run.chain().size() - aside);
  const size_t segments = chain.size();
  if (job.plan.merged > segments || (job.plan.asOne && job.plan.merged != segments)) {
    return std::nullopt;
  }
  if (job.chain != printOf(chain)) return std::nullopt;
  const Cover from = run.coverBefore(segments);
  std::optional<Cover> cover;
  for (const bool leaves : {true, false}) {
    if (!cover) cover = run.coverOf(from, job.range, leaves, run.foldLimit());
  }
  if (!cover || run.units()[run.units().of(cover->end - 1)].end != cover->end) return std::nullopt;
  return cover;
}

std::optional<Cover> reachOf(const Job& job, const Run& run) {
  std::optional<Cover> cover = reachOf(job, run, 0);
  if (!cover && endsInStopgap(run)) cover = reachOf(job, run, 1);
  return cover;
}

/// Tokens of a view at which a rewrite is begun.
int64_t softLevel(const Budget& budget, Amount at) {
  const int64_t asked =
      at.value > 0 ? at.of(budget.total) : budget.trigger - (budget.trigger - budget.target) / 4;
  return std::max(asked, budget.target);
}

}  // namespace

Job* Session::jobOf(const Slot& slot) {
  const auto found =
      std::ranges::find_if(jobs_, [&](const Job& job) { return reachOf(job, *slot.run).has_value(); });
  if (found == jobs_.end()) return nullptr;
  found->run = slot.id;
  return &*found;
}

void Session::setAside(Slot& slot) {
  slot.whole = std::exchange(slot.run, std::make_unique<Run>(*slot.run));
  slot.run->setAside();
}

void Session::putBack(Slot& slot) {
  if (slot.whole) slot.run = std::move(slot.whole);
}

PlanOutcome Session::planned(Slot& slot, const PlanRequest& request) {
  slot.ahead = false;
  if (slot.passes > 0) return planRewrite(*slot.run, decisions_, request);
  if (!request.manual) {
    if (std::optional<PlanOutcome> taken = takenUp(slot, request)) return *std::move(taken);
  }
  PlanRequest due = request;
  PlanOutcome outcome;
  const int64_t soft = softLevel(request.budget, options_.backgroundAt);
  const int64_t tokens = slot.run->tokens();
  // Short of this every view can be sent as it is.
  const bool waits = options_.background && !request.manual && request.asksModel &&
                     tokens <= request.budget.total && tokens > soft;
  const auto isAhead = [&](const PlanOutcome& early) {
    return early.reason == RewriteReason::kTrigger && !early.plan.fold.empty() &&
           asksModel(*slot.run, early.plan);
  };
  if (waits) {
    due.budget.trigger = soft;
    outcome = planRewrite(*slot.run, decisions_, due);
    slot.ahead = isAhead(outcome);
  }
  if (!slot.ahead) {
    due = request;
    outcome = planRewrite(*slot.run, decisions_, due);
  }
  widen(slot, due, outcome);
  if (slot.ahead) {
    // Edits are made when it is taken up again: until then nothing changes.
    outcome.plan.edits.clear();
    outcome.reason = RewriteReason::kAhead;
  }
  return outcome;
}

std::optional<PlanOutcome> Session::takenUp(Slot& slot, const PlanRequest& request) {
  const Run& run = *slot.run;
  std::erase_if(jobs_, [&](const Job& job) {
    const std::optional<Cover> cover = reachOf(job, run);
    // A history that was cut back may have made a request the current one again.
    const bool kept = keptRequest(run, request.keptShare).size() > 0;
    const bool takes = cover && kept && run.coversRequest(*cover);
    return job.run == slot.id && (!cover || takes);
  });
  const Job* job = jobOf(slot);
  const bool over = run.tokens() > request.budget.total;
  const bool due = slot.input.resume || (over && job != nullptr && !job->late);
  if (job == nullptr || (job->late && !due)) return std::nullopt;
  PlanOutcome outcome;
  if (!due) return outcome;
  if (!reachOf(*job, run, 0)) setAside(slot);
  outcome.plan = planAgain(*slot.run, decisions_, request, job->plan, *reachOf(*job, *slot.run));
  outcome.inputTokens = job->inputTokens;
  outcome.reason = over ? RewriteReason::kBudget : RewriteReason::kAhead;
  slot.ahead = !over;
  return outcome;
}

void Session::widen(Slot& slot, const PlanRequest& request, PlanOutcome& outcome) {
  const Run& run = *slot.run;
  const RewritePlan& plan = outcome.plan;
  const bool folds = !plan.fold.empty() && plan.merged == 0 && asksModel(run, plan);
  if (!folds || !endsInStopgap(run)) return;
  const uint32_t end = coverOf(run, plan.fold).end;
  setAside(slot);
  PlanOutcome wider = planRewrite(*slot.run, decisions_, request);
  const bool serves = !wider.plan.fold.empty() && wider.plan.merged == 0 &&
                      wider.plan.level <= plan.level && asksModel(*slot.run, wider.plan) &&
                      coverOf(*slot.run, wider.plan.fold).end >= end;
  if (!serves) return putBack(slot);
  wider.reason = outcome.reason;
  outcome = std::move(wider);
}

Job Session::jobFrom(const Slot& slot) {
  const Run& run = *slot.run;
  const RewritePlan& plan = slot.rewrite->plan;
  const Cover cover = coverOf(run, plan.fold);
  const std::vector<MessageSpan> spans = run.spansOf(run.cover(), cover);
  Job job;
  job.run = slot.id;
  job.chain = printOf(run.chain());
  job.range = run.printOf(run.cover(), cover);
  job.firstMessage = run.numberOf(spans.front().begin);
  job.lastMessage = run.numberOf(spans.back().end - 1);
  job.plan = {plan.merged, plan.asOne, plan.fold.tokens, plan.mergeLimits, plan.foldLimits};
  job.inputTokens = slot.rewrite->inputTokens;
  job.requests = slot.rewrite->requests;
  return job;
}

void Session::keep(Job job) {
  std::erase_if(jobs_, [&job](const Job& known) { return known.run == job.run; });
  if (jobs_.size() == kMostJobs) jobs_.erase(jobs_.begin());
  jobs_.push_back(std::move(job));
}

std::expected<Next, ErrorCode> Session::postpone(uint32_t id) {
  const auto found = expect(id, Event::kPostpone);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (!slot.ahead) return std::unexpected(ErrorCode::kOutOfOrder);
  keep(jobFrom(slot));
  // As if the step had not thought of it.
  slot.report = slot.rewrite->before;
  slot.rewrite.reset();
  slot.passes = 0;
  if (slot.whole) {
    slot.whole->attemptedAt = slot.run->attemptedAt;
    slot.whole->attemptedFor = slot.run->attemptedFor;
  }
  putBack(slot);
  slot.run->phase = Phase::kSteady;
  return rest(slot, budgetOf(slot.input));
}

}  // namespace epitome
