#include "session/session.h"

#include <algorithm>
#include <utility>

#include "tokens/counter.h"

namespace epitome {
namespace {

/// Of a request's bytes, what texts may have whatever images and files take.
constexpr int64_t kLeastTexts = 8;

}  // namespace

Session::Slot* Session::find(uint32_t run) {
  const auto found = slots_.find(run);
  return found != slots_.end() ? &found->second : nullptr;
}

const Session::Slot* Session::find(uint32_t run) const {
  const auto found = slots_.find(run);
  return found != slots_.end() ? &found->second : nullptr;
}

void Session::countBy(const Rates& rates) {
  if (counted_) return;
  options_.family = rates.family;
  options_.media = rates.media;
  decisions_ = Decisions(rates.family);
  intake_.countBy(rates);
}

void Session::limitUnseen(const StepInput& input) {
  intake_.limitUnseen(static_cast<uint32_t>(budgetOf(input).total / 4));
}

std::expected<Session::Slot*, ErrorCode> Session::expect(uint32_t run, Event event) {
  Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (!legal(slot->run->phase, event)) return std::unexpected(ErrorCode::kOutOfOrder);
  return slot;
}

std::expected<const Run*, ErrorCode> Session::run(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  return slot->run.get();
}

void Session::touch(uint32_t run) {
  std::erase(recency_, run);
  recency_.push_back(run);
}

void Session::release(uint32_t run) {
  if (Slot* slot = find(run); slot != nullptr && run == mainRun_) remember(*slot);
  slots_.erase(run);
  std::erase(recency_, run);
  for (Job& job : jobs_) job.run = job.run == run ? 0 : job.run;
}

uint32_t Session::open(std::unique_ptr<Run> run) {
  while (recency_.size() >= kMaxRuns) release(recency_.front());
  const uint32_t id = nextRun_++;
  slots_[id].id = id;
  slots_[id].run = std::move(run);
  touch(id);
  return id;
}

std::expected<void, ErrorCode> Session::append(uint32_t run) {
  const auto slot = expect(run, Event::kAppend);
  if (!slot) return std::unexpected(slot.error());
  (*slot)->run->append(staged_);
  staged_.clear();
  touch(run);
  return {};
}

std::expected<bool, ErrorCode> Session::same(uint32_t run, uint32_t index) {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  const bool equal = staged_.size() == 1 && index < slot->run->transcript().size() &&
                     Transcript::same(slot->run->transcript(), index, staged_, 0);
  staged_.clear();
  return equal;
}

std::vector<uint64_t> Session::chainsInUse() const {
  std::vector<uint64_t> ids = mainline_.chain;
  for (const auto& [id, slot] : slots_) {
    ids.insert(ids.end(), slot.run->chain().begin(), slot.run->chain().end());
  }
  return ids;
}

std::string Session::reportJson(uint32_t run) const {
  const Slot* slot = find(run);
  return slot != nullptr && !slot->report.empty()
             ? reportText(slot->report, *slot->run, billing_.current().calibration)
             : "";
}

std::string Session::explainJson(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return "";
  // What the last step said holds until there is more to say.
  const Run& known = *slot->run;
  const bool sent = known.sent.messages > 0 && known.sent.messages == known.transcript().size() &&
                    slot->report.budget.contextWindow > 0;
  Explained explained;
  explained.budget = sent ? slot->report.budget : budgetOf(slot->input);
  explained.viewTokens = sent ? slot->report.tokensAfter : billedTokens(known);
  explained.reckoning = slot->report.reckoning;
  explained.prices = options_.policy.prices;
  return explanationText(known, decisions_, explained, billing_.current().calibration);
}

std::string Session::repairsJson(uint32_t run) const {
  const Slot* slot = find(run);
  return slot != nullptr ? repairsText(*slot->run) : "";
}

std::string Session::totalsJson() const { return totalsText(totals_); }

Budget Session::budgetOf(const StepInput& input) const {
  BudgetInput budget;
  budget.contextWindow = input.contextWindow;
  budget.modelMaxOutput = input.modelMaxOutput;
  budget.maxOutputTokens = options_.maxOutputTokens;
  budget.requestImages = input.requestImages;
  budget.manyAreSmall = input.manyAreSmall;
  budget.configuredOverhead = options_.hostOverhead;
  budget.observedOverhead = billing_.overhead(billTerms(input.contextWindow));
  return makeBudget(options_.budget, budget);
}

BillTerms Session::billTerms(int64_t window, WindowSource source) const {
  return {window, options_.hostOverhead, options_.budget.assumedOverhead, source};
}

StepInput Session::withWindow(StepInput input) const {
  if (input.windowSource == WindowSource::kAssumed) {
    input.contextWindow =
        static_cast<uint32_t>(billing_.windowOf(input.model, input.contextWindow));
  }
  return input;
}

PricedView Session::pricedView(const Run& run) const {
  const Billing::Model& model = billing_.current();
  PricedView view;
  view.tokens = run.tokens();
  view.inputs = run.inputs();
  if (run.sent.messages > 0) view.growth = run.growthFrom(run.sent.messages);
  // Before the first bill there is nothing to tell new from known by.
  view.unbilled = run.unbilled(model.billed);
  return view;
}

int64_t Session::billedTokens(const Run& run) const {
  return billing_.priceOf(pricedView(run), run.bill).total();
}

Budget Session::carefulBudget(const Run& run, const Budget& budget) const {
  return billing_.inEstimates(budget, pricedView(run), run.bill);
}

int64_t Session::keptShare(const Budget& budget) const {
  const int64_t half = budget.total / 2;
  const int64_t billed = billing_.current().calibration.billed(half, 0);
  return billed > half ? half * half / billed : half;
}

void Session::takeUsage(Slot& slot, const StepInput& input) {
  totals_.inputTokens += input.billedInput;
  totals_.outputTokens += input.billedOutput;
  totals_.judged = {};
  Bill now = input.billedBefore ? Bill() : Bill{input.billedInput, input.billedOutput};
  if (input.billedLate && sender_ != slot.id) slot.run->bill = Bill();
  if (Slot* sender = input.billedLate ? find(sender_) : &slot; sender != nullptr) {
    Run& run = *sender->run;
    if (now.input > 0 && run.sent.messages > 0 && billing_.learns()) {
      const bool same = run.sent.model == input.model;
      const int64_t window = same ? int64_t{withWindow(input).contextWindow} : 0;
      totals_.judged =
          billing_.take(run.sent, run.bill, now, billTerms(window, input.windowSource));
      if (totals_.judged.fault == BillFault::kNone) {
        run.billedMessages = run.sent.messages;
      } else {
        now = Bill();
      }
    }
    run.bill = billing_.learns() ? now : Bill();
  }
  billing_.use(input.model, relativeTokens(input.family.family, options_.family));
}

std::expected<void, ErrorCode> Session::foldBefore(uint32_t run, uint32_t message) {
  const auto found = expect(run, Event::kStep);
  if (!found) return std::unexpected(found.error());
  (*found)->foldBefore = message;
  return {};
}

std::expected<Next, ErrorCode> Session::step(uint32_t run, const StepInput& input) {
  const auto found = expect(run, Event::kStep);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  takeUsage(slot, input);
  slot.input = withWindow(input);
  slot.input.foldBefore = std::exchange(slot.foldBefore, kNone);
  totals_.provenWindow =
      input.windowSource == WindowSource::kAssumed ? billing_.current().window : 0;
  slot.report = Report();
  slot.blocks.reset();
  slot.unanswered = CodeReason::kNone;
  slot.late.reset();
  slot.folded = false;
  slot.counted = nullptr;
  slot.announced = false;
  slot.putsOff = false;
  slot.instructions.clear();
  slot.passes = 0;
  slot.nextLevel = 0;
  if (run != mainRun_) turnTo(run);
  reportEdited(slot);
  return decide(slot);
}

bool Session::cacheIsCold(const StepInput& input) const {
  const int64_t lifetime = options_.policy.cacheLifetime;
  return lifetime > 0 && sentAt_ > 0 && input.now - sentAt_ > lifetime;
}

bool Session::takeArrivals(Slot& slot, const Budget& budget) {
  Run& run = *slot.run;
  const ResultPolicy& results = options_.policy.results;
  if (results.repeats) {
    const std::vector<EditPlan> pointers = slot.arrivals.pointers(run, results, options_.family);
    if (!pointers.empty()) beginReport(slot, RewriteReason::kArrival, budget);
    const std::vector<StaleRange> stale = run.stale();
    for (const EditPlan& plan : pointers) {
      recordEdit(slot, plan);
      run.changesFrom(run.reaches({plan.message, plan.part}));
    }
    if (!pointers.empty()) run.rebuild();
    if (run.stale() != stale) reportStale(slot, stale);
  }
  PlanOutcome arrivals;
  arrivals.plan.edits = slot.arrivals.cuts(run, results);
  slot.arrivals.passed(run);
  if (arrivals.plan.edits.empty()) return false;
  const uint32_t first = run.firstUnit();
  arrivals.plan.fold = {.begin = first, .end = first};
  arrivals.reason = RewriteReason::kArrival;
  beginRewrite(slot, std::move(arrivals), budget);
  return true;
}

void Session::lighten(Slot& slot, const Budget& budget, const RequestLimit& most,
                      MediaReach reach) {
  Run& run = *slot.run;
  const std::vector<EditPlan> edits =
      planLightening(run, options_.policy, options_.family, budget.total, most, reach);
  if (edits.empty()) return;
  const bool heavy = !most.holdsBytes(run.viewSize());
  beginReport(slot,
              slot.input.manual ? RewriteReason::kManual
              : heavy           ? RewriteReason::kBytes
                                : RewriteReason::kImages,
              budget);
  const std::vector<StaleRange> stale = run.stale();
  for (const EditPlan& edit : edits) {
    recordEdit(slot, edit);
    run.changesFrom(run.reaches({edit.message, edit.part}));
  }
  run.rebuild();
  reportStale(slot, stale);
  countRewrite(slot);
}

Budget Session::withinBytes(const Run& run, const Budget& budget) const {
  const ViewSize& view = run.viewSize();
  const int64_t texts = view.bytes - view.mediaBytes;
  // Where texts take little, nothing is gained by less of them.
  const int64_t room =
      std::max(budget.requestBytes - view.mediaBytes, budget.requestBytes / kLeastTexts);
  return texts <= room ? budget : scaledTo(budget, billedTokens(run) * room / texts);
}

std::expected<Next, ErrorCode> Session::decide(Slot& slot) {
  Run& run = *slot.run;
  const Budget budget = budgetOf(slot.input);
  if (slot.passes == 0 && takeArrivals(slot, budget)) return Next::kRead;
  const bool first = slot.passes == 0;
  const RequestLimit limit = limitOf(budget);
  if (first && !limit.holds(run.viewSize())) {
    lighten(slot, budget, limit.restingFor(run.viewSize()), MediaReach::kOld);
  }
  const Budget tight = withinBytes(run, budget);
  const bool fresh = run.transcript().size() != run.attemptedAt || tight.total < run.attemptedFor;
  const Budget careful = carefulBudget(run, tight);
  if (first && fresh && run.tokens() > careful.trigger && run.recall()) run.rebuild();
  const bool over = run.tokens() > careful.total;
  const bool asked = slot.input.manual || slot.input.resume;
  stateBytes_ = careful.stateBytes - kMarkBytes;
  if (!slot.putsOff && slot.passes < kMaxPasses && (first ? fresh || asked : over)) {
    PlanRequest request;
    request.budget = careful;
    request.policy = &options_.policy;
    request.family = options_.family;
    request.manual = slot.input.manual && first;
    const uint32_t before = slot.input.foldBefore;
    if (request.manual && before < run.transcript().size()) {
      request.foldBefore = run.units().of(before);
    }
    request.settled = !slot.input.final && !run.units().awaitsApproval();
    request.asksModel = modelServes(run);
    request.cold = cacheIsCold(slot.input);
    request.keepsThoughts = slot.input.keepsThoughts;
    request.keptShare = keptShare(tight);
    request.blockTokens = blockTokens(slot);
    request.segmentBytes = bytesOfSegments(stateBytes_, hostBytes(slot));
    request.fromLevel = slot.nextLevel;
    PlanOutcome outcome = planned(slot, request);
    if (beginTurn(slot, request, outcome, !over && limit.holds(run.viewSize()))) return Next::kRead;
    const bool begins = slot.ahead && jobOf(slot) == nullptr;
    if (!begins && asksForBlocks(slot, outcome.plan)) {
      putBack(slot);
      slot.run->phase = Phase::kAsking;
      return Next::kBlocks;
    }
    slot.run->attemptedAt = run.transcript().size();
    slot.run->attemptedFor = tight.total;
    slot.report.reckoning = outcome.reckoning;
    if (outcome.reason == RewriteReason::kBudget && tight.total < budget.total) {
      outcome.reason = RewriteReason::kBytes;
    }
    if (outcome.reason != RewriteReason::kNone) {
      beginRewrite(slot, std::move(outcome), budget);
      return Next::kRead;
    }
    if (request.manual && slot.input.foldBefore == kNone)
      lighten(slot, budget, {.bytes = 0}, MediaReach::kOld);
  }
  if (!limit.holds(run.viewSize())) lighten(slot, budget, limit, MediaReach::kAll);
  return rest(slot, budget);
}

std::expected<Next, ErrorCode> Session::rest(Slot& slot, const Budget& budget) {
  Run& run = *slot.run;
  // Not even what is appended to it may be sent.
  if (run.fault() != ViewFault::kNone) return std::unexpected(ErrorCode::kInvalidView);
  // A state that is saved now has none that another step would drop.
  dropLost(slot);
  slot.report.budget = budget;
  slot.report.tokensAfter = billedTokens(run);
  slot.report.cannotFit =
      slot.report.tokensAfter > budget.total || !limitOf(budget).holds(run.viewSize());
  // Only a host that has named prices is told of it.
  if (options_.policy.prices.known() && slot.report.reckoning.outlook.view == 0) {
    Outlook outlook;
    outlook.view = run.tokens();
    outlook.trigger = carefulBudget(run, budget).trigger;
    outlook.growth = run.growth();
    outlook.cold = cacheIsCold(slot.input);
    slot.report.reckoning = reckon(outlook, options_.policy.prices);
  }
  totals_.viewTokens = slot.report.tokensAfter;
  totals_.budget = budget.total;
  totals_.hostOverhead = budget.hostOverhead;
  totals_.warn = budget.warn;
  send(slot);
  const bool changed = run.viewChanged;
  run.viewChanged = false;
  return changed ? Next::kView : Next::kUnchanged;
}

void Session::send(Slot& slot) {
  Run& run = *slot.run;
  if (slot.folded) flushed_ = false;
  if (slot.input.now > 0) sentAt_ = slot.input.now;
  run.countStep();
  sender_ = slot.id;
  SentView sent;
  sent.tokens = run.tokens();
  sent.inputs = run.inputs();
  sent.messages = run.transcript().size();
  sent.model = slot.input.model;
  if (run.sent.messages > 0 && run.sent.model == sent.model) {
    // However the view came about: what it has beyond the last one is what was added.
    const Growth growth = run.growthFrom(run.sent.messages);
    sent.goesOn = sent.tokens == run.sent.tokens + growth.reply + growth.input &&
                  sent.inputs == run.sent.inputs + growth.inputs;
    if (sent.goesOn) sent.growth = growth;
  }
  run.sent = sent;
}

}  // namespace epitome
