/// What a rewrite writes: its records without their prose, and the prose where code writes it.

#include <algorithm>

#include "session/level.h"
#include "session/session.h"
#include "summary/digest.h"
#include "summary/within.h"

namespace epitome {
namespace {

/// Not where nobody was asked, nor where the host called it off.
bool blamesModel(DigestReason reason) {
  switch (reason) {
    case DigestReason::kNone:
    case DigestReason::kNoSummarizer:
    case DigestReason::kPaused:
    case DigestReason::kNotAsked:
    case DigestReason::kAborted:
      return false;
    default:
      return true;
  }
}

/// A model with a small window writes short.
SegmentLimits withinWindow(SegmentLimits limits, uint32_t window) {
  if (window > 0) limits.proseTokens = std::min(limits.proseTokens, window / kReplyShare);
  return limits;
}

}  // namespace

const RedactionRules* Session::redaction() const {
  if (!options_.policy.redaction.on) return nullptr;
  // Most sessions end before anything of theirs is written.
  if (!redactionRules_) {
    redactionRules_ = std::make_unique<RedactionRules>(options_.policy.redaction.rules());
  }
  return redactionRules_.get();
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
  if (slot.flush) {
    if (!slot.flush->complete()) return std::unexpected(ErrorCode::kOutOfOrder);
    return askForFlush(slot);
  }
  if (!slot.reader->complete()) return std::unexpected(ErrorCode::kOutOfOrder);
  Rewrite& rewrite = *slot.rewrite;
  rewrite.findings = slot.reader->takeFindings();
  rewrite.said = wordsIn(rewrite.findings.notes);
  for (const UserWords& words : rewrite.said) {
    rewrite.findings.toolOrders.saidByUser(words.text);
  }
  rewrite.trims = slot.reader->takeTrims();
  for (const EditKey& key : slot.reader->takeUncuttable()) decisions_.keepWhole(key);
  rewrite.agentPlan = slot.reader->takeKept();
  addCounts(slot.report.redactions, slot.reader->redactions());
  slot.reader.reset();
  const RewritePlan& plan = rewrite.plan;
  rewrite.findings.notes.tokens = static_cast<uint32_t>(plan.fold.tokens);
  const bool folds = !plan.fold.empty();
  if (plan.merged > 0 && !(plan.asOne && folds)) rewrite.tasks.push_back(mergeTask(slot));
  if (folds) rewrite.tasks.push_back(foldTask(slot));
  for (uint32_t i = 0; i < rewrite.tasks.size(); ++i) begin(slot, i);
  return proceed(slot);
}

Session::Task Session::mergeTask(const Slot& slot) const {
  const RewritePlan& plan = slot.rewrite->plan;
  const std::vector<const SegmentBody*> bodies = bodiesOf(*slot.run, plan.merged);
  Task task;
  task.merge = true;
  task.limits = withinWindow(plan.mergeLimits, options_.summarizerWindow);
  task.facts = std::make_unique<Facts>();
  SegmentBody& body = task.body;
  body.words = carryWords(bodies, task.limits, body.wordsLeftOut);
  carryLedger({}, task.limits, body, bodies);
  body.firstMessage = bodies.front()->firstMessage;
  body.lastMessage = bodies.back()->lastMessage;
  body.leaves = bodies.back()->leaves;
  body.rounds = 0;
  for (const SegmentBody* merged : bodies) {
    body.rounds += merged->rounds;
    takeIn(*task.facts, *merged);
    // What is quoted there was a tool's.
    task.toolOrders.update(writtenLedger(merged->ledger, 0));
    for (const std::string& fact : merged->facts) task.toolOrders.update(fact + "\n");
    for (const std::string& fact : merged->printed) task.toolOrders.update(fact + "\n");
  }
  task.toolOrders.finish();
  for (const UserWords& words : body.words) task.toolOrders.saidByUser(words.text);
  for (uint32_t i = 0; i < plan.merged; ++i) {
    task.replacedTokens += decisions_.byId(slot.run->chain()[i])->tokens;
  }
  return task;
}

Session::Task Session::foldTask(const Slot& slot) const {
  const Run& run = *slot.run;
  const RewritePlan& plan = slot.rewrite->plan;
  const Findings& findings = slot.rewrite->findings;
  Task task;
  task.asOne = plan.asOne;
  task.limits = withinWindow(plan.foldLimits, options_.summarizerWindow);
  task.replacedTokens = findings.notes.tokens;
  std::vector<const SegmentBody*> before;
  if (plan.asOne) {
    before = bodiesOf(run, plan.merged);
    for (const uint64_t id : run.chain()) task.replacedTokens += decisions_.byId(id)->tokens;
  }
  SegmentBody& body = task.body;
  body.words = carryWords(findings.notes, task.limits, body.wordsLeftOut, before);
  carryLedger(findings.ledger, task.limits, body, before);
  const Cover cover = coverOf(run, plan.fold);
  const MessageSpan range = messagesOf(run, plan.fold);
  const uint32_t first = run.spansOf(run.cover(), cover).front().begin;
  body.firstMessage = run.numberOf(range.size() > 0 ? range.begin : first);
  body.lastMessage = run.numberOf(range.end - 1);
  if (cover.leaves) body.leaves = run.numberOf(run.leftBy(cover).begin);
  for (const SegmentBody* earlier : before) body.rounds += earlier->rounds;
  if (!before.empty()) body.firstMessage = before.front()->firstMessage;
  return task;
}

void Session::writeDigest(Slot& slot, Task& task, DigestReason reason) {
  task.digestReason = reason;
  if (blamesModel(reason)) breaker_.failed(slot.run->newestWords());
  const auto tokens = static_cast<uint32_t>(digestTokens(task.limits.proseTokens));
  const Family family = options_.family;
  const Rewrite& rewrite = *slot.rewrite;
  const RangeNotes& notes = rewrite.findings.notes;
  std::string prose;
  if (task.merge || task.stages.fitInto(tokens)) {
    prose = digestSegments(takenIn(slot, task), tokens, family);
  } else if (task.asOne) {
    prose = digestOnto(bodiesOf(*slot.run, rewrite.plan.merged), notes, tokens, family);
  } else {
    prose = digestRange(notes, tokens, family);
  }
  FactGaps gaps =
      factsOf(slot, task).gapsIn(prose, besideProse(task.body), task.limits.factsTokens, family);
  finishTask(task, std::move(prose), ProseSource::kDigest, std::move(gaps));
}

void Session::finishTask(Task& task, std::string prose, ProseSource source, FactGaps gaps) {
  SegmentBody& body = task.body;
  body.prose = std::move(prose);
  // A control character says nothing and takes six bytes in the saved state.
  std::ranges::replace_if(
      body.prose, [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t'; },
      ' ');
  body.source = source;
  task.factsSought = gaps.sought;
  for (Fact& fact : gaps.missing) body.facts.push_back(std::move(fact.text));
  for (Fact& fact : gaps.printed) body.printed.push_back(std::move(fact.text));
}

}  // namespace epitome
