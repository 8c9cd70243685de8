/// Who writes the prose of a rewrite, and what becomes of a reply.

#include <algorithm>

#include "session/session.h"
#include "summary/digest.h"

namespace epitome {
namespace {

/// Quoted data in a summary request: the window that the budget leaves, in UTF-16 code units at
/// three a token, so that a denser text still fits.
constexpr int64_t kUnitsPerInputToken = 3;
constexpr int64_t kLeastInputUnits = 4'000;
constexpr int64_t kMostInputUnits = 600'000;

/// Headings that a reply of some length has at the least, where its shape has any.
constexpr uint32_t kLeastHeadings = 2;

DigestReason reasonOf(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::kAccepted:
      return DigestReason::kNone;
    case GateVerdict::kEmpty:
      return DigestReason::kEmpty;
    case GateVerdict::kRefused:
      return DigestReason::kRefused;
    case GateVerdict::kTruncated:
      return DigestReason::kTruncated;
    case GateVerdict::kInflated:
      return DigestReason::kInflated;
    case GateVerdict::kTooShort:
      return DigestReason::kTooShort;
    case GateVerdict::kToolCall:
      return DigestReason::kToolCall;
    case GateVerdict::kEcho:
      return DigestReason::kEcho;
    case GateVerdict::kWrongLanguage:
      return DigestReason::kWrongLanguage;
    case GateVerdict::kInvented:
      return DigestReason::kInvented;
  }
  return DigestReason::kFailed;
}

DigestReason reasonOf(GiveUp why) {
  switch (why) {
    case GiveUp::kFailed:
      return DigestReason::kFailed;
    case GiveUp::kTimedOut:
      return DigestReason::kTimedOut;
    case GiveUp::kAborted:
      return DigestReason::kAborted;
  }
  return DigestReason::kFailed;
}

uint32_t headingsOf(const SummaryStyle& style, uint32_t proseTokens) {
  // A reply of a few lines needs none.
  constexpr uint32_t kFewTokens = 200;
  const Shape& shape = kShapes[static_cast<uint32_t>(style.shape)];
  return shape.headed && proseTokens >= kFewTokens ? kLeastHeadings : 0;
}

}  // namespace

const RedactionRules* Session::redaction() const {
  return options_.policy.redaction.on ? &redactionRules_ : nullptr;
}

std::vector<const SegmentBody*> Session::bodiesOf(const Run& run, uint32_t count) const {
  std::vector<const SegmentBody*> bodies;
  bodies.reserve(count);
  for (uint32_t i = 0; i < count; ++i) bodies.push_back(&decisions_.byId(run.chain()[i])->body);
  return bodies;
}

const Facts& Session::factsOf(const Slot& slot, const Task& task) const {
  return task.facts ? *task.facts : *slot.rewrite->findings.facts;
}

std::expected<Next, ErrorCode> Session::readDone(uint32_t id) {
  const auto found = expect(id, Event::kReadDone);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (!slot.reader->complete()) return std::unexpected(ErrorCode::kOutOfOrder);
  Rewrite& rewrite = *slot.rewrite;
  rewrite.findings = slot.reader->takeFindings();
  rewrite.trims = slot.reader->takeTrims();
  for (const EditKey& key : slot.reader->takeUncuttable()) decisions_.keepWhole(key);
  rewrite.agentPlan = slot.reader->takeKept();
  addCounts(slot.report.redactions, slot.reader->redactions());
  slot.reader.reset();
  const RewritePlan& plan = rewrite.plan;
  rewrite.findings.notes.tokens = static_cast<uint32_t>(plan.fold.tokens);
  const bool folds = plan.fold.begin != plan.fold.end;
  if (plan.merged > 0 && !(plan.asOne && folds)) rewrite.tasks.push_back(mergeTask(slot));
  if (folds) rewrite.tasks.push_back(foldTask(slot));
  return nextTask(slot);
}

Session::Task Session::mergeTask(const Slot& slot) const {
  const RewritePlan& plan = slot.rewrite->plan;
  const std::vector<const SegmentBody*> bodies = bodiesOf(*slot.run, plan.merged);
  Task task;
  task.merge = true;
  task.limits = plan.mergeLimits;
  task.facts = std::make_unique<Facts>();
  SegmentBody& body = task.body;
  body.words = carryWords(bodies, task.limits, body.wordsLeftOut);
  carryLedger({}, task.limits, body, bodies);
  body.firstMessage = bodies.front()->firstMessage;
  body.lastMessage = bodies.back()->lastMessage;
  body.rounds = 0;
  for (const SegmentBody* merged : bodies) {
    body.rounds += merged->rounds;
    takeIn(*task.facts, *merged);
  }
  for (uint32_t i = 0; i < plan.merged; ++i) {
    task.replacedTokens += decisions_.byId(slot.run->chain()[i])->tokens;
  }
  if (asksModel(plan)) {
    draft(slot, task, mergeRequest(bodies, requestLimits(slot, task), options_.policy.style),
          bodies);
  }
  return task;
}

Session::Task Session::foldTask(const Slot& slot) const {
  const Run& run = *slot.run;
  const RewritePlan& plan = slot.rewrite->plan;
  const Findings& findings = slot.rewrite->findings;
  Task task;
  task.asOne = plan.asOne;
  task.limits = plan.foldLimits;
  task.replacedTokens = findings.notes.tokens;
  std::vector<const SegmentBody*> before;
  if (plan.asOne) {
    before = bodiesOf(run, plan.merged);
    for (const uint64_t id : run.chain()) task.replacedTokens += decisions_.byId(id)->tokens;
  }
  SegmentBody& body = task.body;
  body.words = carryWords(findings.notes, task.limits, body.wordsLeftOut, before);
  carryLedger(findings.ledger, task.limits, body, before);
  body.firstMessage = run.numberOf(std::max(run.units()[plan.fold.begin].begin, run.foldEnd()));
  body.lastMessage = run.numberOf(run.units()[plan.fold.end - 1].end - 1);
  for (const SegmentBody* earlier : before) body.rounds += earlier->rounds;
  if (!before.empty()) body.firstMessage = before.front()->firstMessage;
  if (asksModel(plan)) {
    draft(slot, task,
          foldRequest(findings.notes, before, requestLimits(slot, task), options_.policy.style),
          before);
  }
  return task;
}

RequestLimits Session::requestLimits(const Slot& slot, const Task& task) const {
  RequestLimits limits;
  limits.inputUnits = static_cast<uint64_t>(std::clamp(
      slot.report.budget.total * kUnitsPerInputToken, kLeastInputUnits, kMostInputUnits));
  limits.proseTokens = task.limits.proseTokens;
  return limits;
}

void Session::draft(const Slot& slot, Task& task, SummaryRequest request,
                    std::span<const SegmentBody* const> records) const {
  // What the prompt itself says, numbers of messages above all, is not made up.
  (task.facts ? *task.facts : *slot.rewrite->findings.facts).know(request.prompt);
  DraftTerms terms;
  terms.gate.replacedTokens = task.replacedTokens;
  terms.gate.proseTokens = task.limits.proseTokens;
  terms.gate.family = options_.family;
  terms.review.factsTokens = task.limits.factsTokens;
  terms.review.headings = headingsOf(options_.policy.style, task.limits.proseTokens);
  terms.review.family = options_.family;
  terms.beside = besideProse(task.body);
  for (const SegmentBody* record : records) (terms.records += record->prose) += '\n';
  terms.asksAgain = options_.policy.style.asksAgain;
  task.drafting = Drafting(std::move(request), std::move(terms));
}

Next Session::nextTask(Slot& slot) {
  Rewrite& rewrite = *slot.rewrite;
  const bool asks = asksModel(rewrite.plan);
  for (rewrite.current = 0; rewrite.current < rewrite.tasks.size(); ++rewrite.current) {
    Task& task = rewrite.tasks[rewrite.current];
    if (task.done) continue;
    if (!asks) {
      writeDigest(slot, task, DigestReason::kNoSummarizer);
      continue;
    }
    ++totals_.summariesRequested;
    slot.run->phase = Phase::kAwaiting;
    return Next::kSummarize;
  }
  return commit(slot);
}

void Session::writeDigest(Slot& slot, Task& task, DigestReason reason) {
  task.digestReason = reason;
  const uint32_t tokens = task.limits.proseTokens;
  const Family family = options_.family;
  const Rewrite& rewrite = *slot.rewrite;
  const RangeNotes& notes = rewrite.findings.notes;
  std::string prose;
  if (task.merge) {
    prose = digestSegments(bodiesOf(*slot.run, rewrite.plan.merged), tokens, family);
  } else if (task.asOne) {
    prose = digestOnto(bodiesOf(*slot.run, rewrite.plan.merged), notes, tokens, family);
  } else {
    prose = digestRange(notes, tokens, family);
  }
  finishTask(slot, task, std::move(prose), ProseSource::kDigest);
}

void Session::finishTask(Slot& slot, Task& task, std::string prose, ProseSource source) {
  SegmentBody& body = task.body;
  body.prose = std::move(prose);
  // A control character says nothing and takes six bytes in the saved state.
  std::ranges::replace_if(
      body.prose, [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t'; },
      ' ');
  body.source = source;
  const Facts& facts = factsOf(slot, task);
  const std::string there = body.prose + "\n" + besideProse(body);
  const uint32_t tokens = task.limits.factsTokens;
  task.factsSought = static_cast<uint32_t>(facts.top(tokens, options_.family).size());
  for (Fact& fact : facts.missingFrom(there, tokens, options_.family)) {
    body.facts.push_back(std::move(fact.text));
  }
  task.done = true;
}

std::expected<const SummaryRequest*, ErrorCode> Session::request(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kAwaiting) return std::unexpected(ErrorCode::kOutOfOrder);
  return &slot->rewrite->tasks[slot->rewrite->current].drafting.request();
}

Next Session::take(Slot& slot, Task& task, DraftStep step, DigestReason otherwise) {
  if (step == DraftStep::kDone) {
    ++totals_.summariesAccepted;
    finishTask(slot, task, task.drafting.prose(), ProseSource::kModel);
  } else if (step == DraftStep::kRejected) {
    writeDigest(slot, task, otherwise);
  }
  if (step != DraftStep::kAgain) addCounts(slot.report.redactions, task.drafting.redactions());
  return nextTask(slot);
}

std::expected<Next, ErrorCode> Session::reply(uint32_t run, std::string_view text,
                                              FinishReason finish) {
  const auto found = expect(run, Event::kReply);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  Task& task = slot.rewrite->tasks[slot.rewrite->current];
  const DraftStep step = task.drafting.reply(text, finish, factsOf(slot, task), redaction());
  lastVerdict_ = task.drafting.verdict();
  return take(slot, task, step, reasonOf(lastVerdict_));
}

std::expected<Next, ErrorCode> Session::giveUp(uint32_t run, GiveUp why) {
  const auto found = expect(run, Event::kGiveUp);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  Task& task = slot.rewrite->tasks[slot.rewrite->current];
  return take(slot, task, task.drafting.giveUp(), reasonOf(why));
}

}  // namespace epitome
