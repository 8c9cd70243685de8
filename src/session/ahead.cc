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

/// How far the segments but for the `aside` newest ones reach with what a job would fold; nothing
/// where the run does not go on from where it was begun, or that has changed.
std::optional<Cover> coverOf(const Job& job, const Run& run, size_t aside) {
  // A saved state may say anything.
  const std::span<const uint64_t> chain = run.chain().first(run.chain().size() - aside);
  const size_t segments = chain.size();
  if (job.plan.merged > segments || (job.plan.asOne && job.plan.merged != segments)) {
    return std::nullopt;
  }
  if (job.chain != printOf(chain)) return std::nullopt;
  const Cover from = run.coverBefore(segments);
  std::optional<Cover> cover;
  // A fold ends before a request that it would leave last, so what fits both ways leaves none.
  for (const bool leaves : {false, true}) {
    if (!cover) cover = run.coverOf(from, job.range, leaves, run.foldLimit());
  }
  if (!cover || run.units()[run.units().of(cover->end - 1)].end != cover->end) return std::nullopt;
  return cover;
}

/// Tokens of a view at which a rewrite is begun.
int64_t softLevel(const Budget& budget, Amount at) {
  const int64_t asked =
      at.value > 0 ? at.of(budget.total) : budget.trigger - (budget.trigger - budget.target) / 4;
  return std::max(asked, budget.target);
}

}  // namespace

size_t Session::stopgaps(const Run& run) const {
  if (run.absent()) return 0;
  const std::span<const uint64_t> chain = run.chain();
  size_t count = 0;
  while (count < chain.size()) {
    const size_t at = chain.size() - 1 - count;
    const Segment& segment = *decisions_.byId(chain[at]);
    // What is kept as long as there is room for it has had none.
    const bool plain = !segment.tookRequest && run.cover().initial == run.coverBefore(at).initial;
    if (!segment.stopgap || !plain) break;
    ++count;
  }
  return count;
}

std::optional<Session::Reach> Session::reachOf(const Job& job, const Run& run) const {
  const size_t most = stopgaps(run);
  for (size_t aside = 0; aside <= most; ++aside) {
    if (const std::optional<Cover> cover = coverOf(job, run, aside)) return Reach{*cover, aside};
  }
  return std::nullopt;
}

Job* Session::jobOf(const Slot& slot) {
  const auto found = std::ranges::find_if(
      jobs_, [&](const Job& job) { return reachOf(job, *slot.run).has_value(); });
  if (found == jobs_.end()) return nullptr;
  found->run = slot.id;
  return &*found;
}

void Session::exchange(Slot& slot, uint64_t other, uint64_t id) {
  std::vector<std::optional<Reach>> reaches;
  reaches.reserve(jobs_.size());
  for (const Job& job : jobs_) reaches.push_back(reachOf(job, *slot.run));
  if (!slot.run->exchange(other, id)) return;
  const std::span<const uint64_t> chain = slot.run->chain();
  for (size_t i = 0; i < jobs_.size(); ++i) {
    if (reaches[i]) jobs_[i].chain = printOf(chain.first(chain.size() - reaches[i]->aside));
  }
}

void Session::setAside(Slot& slot, size_t count) {
  if (count == 0) return;
  slot.whole = std::exchange(slot.run, std::make_unique<Run>(*slot.run));
  slot.run->setAside(count);
}

void Session::putBack(Slot& slot) {
  if (slot.whole) slot.run = std::move(slot.whole);
}

PlanOutcome Session::planned(Slot& slot, const PlanRequest& request) {
  const bool wasAhead = std::exchange(slot.ahead, false);
  slot.takesUp = false;
  if (slot.passes > 0) return planRewrite(*slot.run, decisions_, request);
  PlanRequest early = request;
  early.budget.trigger = softLevel(request.budget, options_.backgroundAt);
  PlanOutcome outcome;
  if (slot.unanswered != CodeReason::kNone) {
    outcome = planRewrite(*slot.run, decisions_, wasAhead ? early : request);
    outcome.plan.codeOnly = true;
    const bool ahead = wasAhead && outcome.reason == RewriteReason::kTrigger;
    if (ahead) outcome.reason = RewriteReason::kAhead;
    return outcome;
  }
  if (!request.manual) {
    if (std::optional<PlanOutcome> taken = takenUp(slot, request)) return *std::move(taken);
  }
  const int64_t tokens = slot.run->tokens();
  // Short of this every view can be sent as it is.
  const bool waits = options_.background && !request.manual && request.asksModel &&
                     tokens <= request.budget.total && tokens > early.budget.trigger;
  if (waits) {
    outcome = planRewrite(*slot.run, decisions_, early);
    slot.ahead = outcome.reason == RewriteReason::kTrigger && !outcome.plan.fold.empty() &&
                 asksModel(*slot.run, outcome.plan);
  }
  if (!slot.ahead) outcome = planRewrite(*slot.run, decisions_, request);
  widen(slot, slot.ahead ? early : request, outcome);
  if (slot.ahead) {
    // Edits are made when it is taken up again: until then nothing changes.
    outcome.plan.edits.clear();
    outcome.reason = RewriteReason::kAhead;
  }
  return outcome;
}

void Session::dropLost(const Slot& slot) {
  std::erase_if(jobs_, [&](const Job& job) {
    return job.run == slot.id && !reachOf(job, *slot.run).has_value();
  });
}

std::optional<PlanOutcome> Session::takenUp(Slot& slot, const PlanRequest& request) {
  const Run& run = *slot.run;
  dropLost(slot);
  // A history that was cut back may have made a request the current one again.
  const bool kept = keptRequest(run, request.keptShare).size() > 0;
  std::erase_if(jobs_, [&](const Job& job) {
    return kept && job.run == slot.id && run.coversRequest(reachOf(job, run)->cover);
  });
  const Job* job = jobOf(slot);
  const bool over = run.tokens() > request.budget.total;
  const bool due = slot.input.resume || (over && job != nullptr && !job->late);
  if (job == nullptr || (job->late && !due)) return std::nullopt;
  PlanOutcome outcome;
  if (!due) return outcome;
  const Reach reach = *reachOf(*job, run);
  setAside(slot, reach.aside);
  slot.takesUp = true;
  slot.instructions = job->instructions;
  outcome.plan = planAgain(*slot.run, decisions_, request, job->plan, reach.cover);
  outcome.inputTokens = job->inputTokens;
  outcome.reason = over ? RewriteReason::kBudget : RewriteReason::kAhead;
  slot.ahead = !over;
  return outcome;
}

void Session::widen(Slot& slot, const PlanRequest& request, PlanOutcome& outcome) {
  const Run& run = *slot.run;
  const RewritePlan& plan = outcome.plan;
  // At a harder level room is too short to tell more.
  const bool folds = plan.fold.begin < plan.fold.end && plan.merged == 0 && plan.level == 0;
  const size_t count = folds && asksModel(run, plan) ? stopgaps(run) : 0;
  if (count == 0) return;
  const Cover cover = coverOf(run, plan.fold);
  RangePlan range{0, plan.asOne, plan.fold.tokens, plan.mergeLimits, plan.foldLimits};
  for (const uint64_t id : run.chain().last(count)) {
    const Segment& segment = *decisions_.byId(id);
    range.tokens += segment.rangeTokens;
    range.foldLimits.rowsTokens += segment.tokens;
    range.foldLimits.wordsTokens += static_cast<uint32_t>(segment.wordTokens);
  }
  setAside(slot, count);
  RewritePlan wider = planAgain(*slot.run, decisions_, request, range, cover);
  wider.edits = plan.edits;
  outcome.plan = std::move(wider);
}

std::expected<Next, ErrorCode> Session::withoutReply(Slot& slot, CodeReason reason) {
  if (options_.background && isPassing(reason)) slot.late = jobFrom(slot);
  const Job* known = jobOf(slot);
  const bool late = known != nullptr && known->late;
  forgetJobs(slot.id);
  totals_.summariesRequested += static_cast<uint32_t>(slot.rewrite->requests.size());
  totals_.summariesAccepted += slot.rewrite->accepted;
  slot.report = slot.rewrite->before;
  slot.rewrite.reset();
  putBack(slot);
  slot.run->phase = Phase::kSteady;
  // The records stand, and nothing else was due.
  if (late) return rest(slot, budgetOf(slot.input));
  slot.passes = 0;
  slot.nextLevel = 0;
  slot.unanswered = reason;
  return decide(slot);
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
  job.instructions = slot.instructions;
  job.requests = slot.rewrite->requests;
  return job;
}

void Session::forgetJobs(uint32_t run) {
  std::erase_if(jobs_, [run](const Job& job) { return job.run == run; });
}

void Session::keep(Job job) {
  forgetJobs(job.run);
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
