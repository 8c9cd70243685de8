/// What a rewrite writes: its records without their prose, and the prose where code writes it.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "extract/markers.h"
#include "session/level.h"
#include "session/session.h"
#include "summary/selection.h"
#include "summary/within.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Not where nobody was asked, nor where the host called it off.
bool blamesModel(CodeReason reason) {
  switch (reason) {
    case CodeReason::kNone:
    case CodeReason::kNoSummarizer:
    case CodeReason::kPaused:
    case CodeReason::kNotAsked:
    case CodeReason::kAborted:
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

/// Without what a message that stays in the view says, word for word. The initial messages do not
/// say again what was taken back since.
std::vector<UserWords> besideView(const Run& run, const RewritePlan& plan,
                                  std::vector<UserWords> words) {
  const Transcript& transcript = run.transcript();
  std::map<uint32_t, uint64_t> hashes;
  std::set<uint64_t> before;
  std::set<uint64_t> behind;
  const uint32_t opening = plan.fold.takesInitial ? 0 : run.foldBegin();
  const uint32_t tail = messagesOf(run, plan.fold).end;
  const MessageSpan kept = run.leftBy(coverOf(run, plan.fold));
  for (uint32_t m = 0; m < transcript.size(); ++m) {
    if (transcript[m].role != Role::kUser || transcript[m].partCount != 1) continue;
    const uint64_t hash = transcript.part(m, 0).textHash;
    hashes.emplace(run.numberOf(m), hash);
    if (m < opening) before.insert(hash);
    if (m >= tail || kept.holds(m)) behind.insert(hash);
  }
  std::erase_if(words, [&](const UserWords& one) {
    const auto own = hashes.find(one.message);
    if (own == hashes.end() || one.answer) return false;
    const uint64_t hash = own->second;
    if ((markersOf(one.text) & kTakesBack) != 0) before.clear();
    return before.contains(hash) || behind.contains(hash);
  });
  return words;
}

}  // namespace

std::vector<const SegmentBody*> Session::bodiesOf(const Run& run, uint32_t count) const {
  std::vector<const SegmentBody*> bodies;
  bodies.reserve(count);
  for (const uint64_t id : run.chain().last(count)) bodies.push_back(&decisions_.byId(id)->body);
  return bodies;
}

void Session::tellBeside(const Run& run, uint32_t merged, IdentifierSet& told) const {
  for (const uint64_t id : run.chain().first(run.chain().size() - merged)) {
    told.add(decisions_.byId(id)->text);
  }
}

const Facts& Session::factsOf(const Slot& slot, const Task& task) const {
  return task.facts ? *task.facts : *slot.rewrite->findings.facts;
}

std::expected<Next, ErrorCode> Session::readDone(uint32_t id) {
  const auto found = expect(id, Event::kReadDone);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (slot.turn) {
    if (!slot.turn->complete()) return std::unexpected(ErrorCode::kOutOfOrder);
    return askForTurn(slot);
  }
  if (!slot.reader->complete()) return std::unexpected(ErrorCode::kOutOfOrder);
  Rewrite& rewrite = *slot.rewrite;
  rewrite.findings = slot.reader->takeFindings();
  rewrite.said = wordsIn(rewrite.findings.notes);
  rewrite.trims = slot.reader->takeTrims();
  rewrite.agentPlan = slot.reader->takePlan();
  IdentifierSet told = slot.reader->takeShown();
  slot.reader.reset();
  const RewritePlan& plan = rewrite.plan;
  rewrite.findings.notes.tokens = static_cast<uint32_t>(plan.fold.tokens);
  const bool folds = !plan.fold.empty();
  tellBeside(*slot.run, plan.merged, told);
  if (plan.merged > 0 && !(plan.asOne && folds)) {
    rewrite.tasks.push_back(mergeTask(slot, told));
    told.add(besideProse(rewrite.tasks.back().body));
  }
  if (folds) rewrite.tasks.push_back(foldTask(slot, std::move(told)));
  for (uint32_t i = 0; i < rewrite.tasks.size(); ++i) begin(slot, i);
  return proceed(slot);
}

Session::Task Session::mergeTask(const Slot& slot, const IdentifierSet& told) const {
  const RewritePlan& plan = slot.rewrite->plan;
  const std::vector<const SegmentBody*> bodies = bodiesOf(*slot.run, plan.merged);
  Task task;
  task.merge = true;
  task.limits = withinWindow(plan.mergeLimits, options_.summarizerWindow);
  task.facts = std::make_unique<Facts>();
  task.candidates = joined(bodies);
  task.told = told;
  SegmentBody& body = task.body;
  body.firstMessage = bodies.front()->firstMessage;
  body.lastMessage = bodies.back()->lastMessage;
  body.leaves = bodies.back()->leaves;
  body.recall = options_.policy.recall;
  body.rounds = 0;
  for (const SegmentBody* merged : bodies) {
    body.rounds += merged->rounds;
    body.rank = std::max(body.rank, std::min(merged->rank + 1, kMostRank));
    body.edited.insert(body.edited.end(), merged->edited.begin(), merged->edited.end());
    task.facts->know(segmentText(*merged));
    takeIn(task.voices, *merged);
  }
  select(body, task.candidates, task.limits, task.told);
  for (const uint64_t id : slot.run->chain().last(plan.merged)) {
    task.replacedTokens += decisions_.byId(id)->tokens;
  }
  return task;
}

Session::Task Session::foldTask(const Slot& slot, IdentifierSet told) const {
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
  const Cover cover = coverOf(run, plan.fold);
  const MessageSpan range = messagesOf(run, plan.fold);
  // What goes besides, from before older records, is no part of the range that it tells.
  const bool first = run.chain().empty() || plan.asOne || range.size() == 0;
  const uint32_t begin = first ? run.spansOf(run.cover(), cover).front().begin : range.begin;
  body.firstMessage = run.numberOf(begin);
  body.lastMessage = run.numberOf(range.end - 1);
  if (cover.leaves) body.leaves = run.numberOf(run.leftBy(cover).begin);
  body.recall = options_.policy.recall;
  for (const SegmentBody* earlier : before) {
    body.rounds += earlier->rounds;
    body.edited.insert(body.edited.end(), earlier->edited.begin(), earlier->edited.end());
  }
  if (!before.empty()) {
    body.firstMessage = std::min(body.firstMessage, before.front()->firstMessage);
  }
  Candidates found;
  found.words = besideView(run, plan, slot.rewrite->said);
  found.wordsLeftOut = findings.notes.userMessagesLeftOut;
  found.ledger = findings.ledger;
  found.said = findings.said;
  found.printed = findings.printed;
  found.names = findings.facts->names();
  found.now = body.lastMessage;
  task.candidates = joined(before, std::move(found));
  task.told = std::move(told);
  select(body, task.candidates, task.limits, task.told);
  return task;
}

void Session::writeByCode(Slot& slot, Task& task, CodeReason reason) {
  task.codeReason = reason;
  // Once for each call.
  const bool told =
      slot.unanswered != CodeReason::kNone && !asksModel(*slot.run, slot.rewrite->plan);
  if (blamesModel(reason) && !told) breaker_.failed(slot.run->newestWords());
  const std::vector<const SegmentBody*> earlier = takenIn(slot, task);
  finishTask(task, linesOf(earlier, task.limits.proseTokens, options_.family), ProseSource::kCode);
}

void Session::finishTask(Task& task, std::string prose, ProseSource source) {
  SegmentBody& body = task.body;
  body.prose = std::move(prose);
  // A control character says nothing and takes six bytes in the saved state.
  std::ranges::replace_if(
      body.prose, [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t'; },
      ' ');
  body.source = source;
  if (task.limits.rowsTokens == 0) return;
  // What the prose leaves is for what code selects. That of a range takes no room of it: a model
  // tells the range as a whole, and what is lost of it beside that would not be lost without one.
  const bool beside = source == ProseSource::kModel && !task.merge;
  SegmentLimits limits = task.limits;
  const uint32_t taken = beside ? 0 : tokensOfText(body.prose, limits.family);
  limits.rowsTokens += limits.proseTokens - std::min(limits.proseTokens, taken);
  select(body, task.candidates, limits, task.told);
}

}  // namespace epitome
