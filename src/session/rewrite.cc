/// The course of one rewrite: what is read, who writes the prose, what is recorded in the end.

#include <algorithm>
#include <map>

#include "session/level.h"
#include "session/session.h"
#include "summary/digest.h"
#include "summary/within.h"

namespace epitome {
namespace {

/// Quoted data in a summary request: the window that the budget leaves, in UTF-16 code units at
/// three a token, so that a denser text still fits.
constexpr int64_t kUnitsPerInputToken = 3;
constexpr int64_t kLeastInputUnits = 4'000;
constexpr int64_t kMostInputUnits = 600'000;

/// A cut that frees less than this, tokens, is not worth the prefix that it breaks.
constexpr uint32_t kLeastTrimGain = 16;

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

/// Not where nobody was asked, nor where the host called it off.
bool blamesModel(DigestReason reason) {
  return reason != DigestReason::kNone && reason != DigestReason::kNoSummarizer &&
         reason != DigestReason::kPaused && reason != DigestReason::kAborted;
}

/// Messages that the rewrite has to read, in transcript order.
std::vector<RangeReader::Entry> readingList(const Run& run, const RewritePlan& plan, bool opening) {
  std::map<uint32_t, RangeReader::Entry> entries;
  const auto entry = [&](uint32_t message) -> RangeReader::Entry& {
    RangeReader::Entry& made = entries[message];
    made.message = message;
    made.number = run.numberOf(message);
    return made;
  };
  if (plan.fold.begin != plan.fold.end) {
    const uint32_t begin = std::max(run.units()[plan.fold.begin].begin, run.foldEnd());
    const uint32_t end = run.units()[plan.fold.end - 1].end;
    if (opening) {
      for (uint32_t m = 0; m < run.foldBegin(); ++m) {
        if (run.transcript()[m].role == Role::kUser) entry(m).opening = true;
      }
    }
    for (uint32_t m = begin; m < end; ++m) {
      // What stays in the view needs no second telling.
      if (run.units()[run.units().of(m)].pinned) continue;
      entry(m).range = true;
      // A result that came too late for its place belongs to its call all the same: it is noted as
      // if it stood at the edge of the range.
      for (const Call& call : run.units().callsOf(m)) {
        if (!call.moved) continue;
        RangeReader::Entry& late = entry(call.answerMessage);
        late.range = true;
        late.number = run.numberOf(std::clamp(call.answerMessage, begin, end - 1));
      }
    }
  }
  for (const EditPlan& edit : plan.edits) {
    if (edit.kind == EditKind::kTrim) entry(edit.message).trim = true;
  }
  if (plan.agentPlan.message != kNone) {
    RangeReader::Entry& planned = entry(plan.agentPlan.message);
    planned.keeps = true;
    planned.keptPart = plan.agentPlan.part;
  }
  std::vector<RangeReader::Entry> list;
  list.reserve(entries.size());
  for (const auto& [message, made] : entries) list.push_back(made);
  return list;
}

/// Tokens of what a fold takes and the view shows all the same.
int64_t stayTokens(const Run& run, const RewritePlan& plan) {
  int64_t tokens = 0;
  for (const uint32_t message : plan.held) tokens += run.unitTokens()[run.units().of(message)];
  return tokens;
}

/// What stood behind the newest segment stands behind the merged one, when that takes its place.
void keepTail(const Run& run, const RewritePlan& plan, Segment& segment) {
  const Segment* newest = run.newest();
  if (newest == nullptr || plan.noBlocks || plan.merged < run.chain().size()) return;
  segment.blocks = newest->blocks;
  for (const uint32_t offset : newest->held) {
    segment.held.push_back(segment.range.count - newest->range.count + offset);
  }
}

}  // namespace

bool Session::modelServes(const Run& run) const {
  return options_.summarizer && !(breaker_.tripped() && breaker_.open(run.newestWords()));
}

bool Session::asksModel(const Run& run, const RewritePlan& plan) const {
  return modelServes(run) && !plan.codeOnly;
}

void Session::beginReport(Slot& slot, RewriteReason reason, const Budget& budget) {
  Report& report = slot.report;
  if (report.reason != RewriteReason::kNone && report.reason != RewriteReason::kArrival) return;
  if (report.reason == RewriteReason::kNone) report.tokensBefore = billedTokens(*slot.run);
  if (reason != RewriteReason::kArrival) ++totals_.compactions;
  report.reason = reason;
  report.budget = budget;
  report.round = totals_.compactions;
}

void Session::beginRewrite(Slot& slot, PlanOutcome outcome, const Budget& budget) {
  Run& run = *slot.run;
  const bool arrival = outcome.reason == RewriteReason::kArrival;
  beginReport(slot, outcome.reason, budget);
  if (!arrival) ++slot.passes;
  // The last level may follow itself: it merges what it folded.
  slot.nextLevel = arrival ? 0 : std::min(outcome.plan.level + 1, kLevels - 1);
  slot.rewrite = std::make_unique<Rewrite>();
  slot.rewrite->plan = std::move(outcome.plan);
  const RewritePlan& plan = slot.rewrite->plan;
  slot.reader = std::make_unique<RangeReader>(readingList(run, plan, asksModel(run, plan)),
                                              plan.edits, options_.family);
  run.phase = Phase::kReading;
}

std::expected<std::vector<uint32_t>, ErrorCode> Session::toRead(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->flush) return slot->flush->messages();
  if (!slot->reader) return std::unexpected(ErrorCode::kOutOfOrder);
  return slot->reader->messages();
}

std::expected<MessageSink*, ErrorCode> Session::reader(uint32_t run) {
  const auto slot = expect(run, Event::kText);
  if (!slot) return std::unexpected(slot.error());
  if ((*slot)->flush) return (*slot)->clean.get();
  return (*slot)->reader.get();
}

std::vector<const SegmentBody*> Session::bodiesOf(const Run& run, uint32_t count) const {
  std::vector<const SegmentBody*> bodies;
  bodies.reserve(count);
  for (uint32_t i = 0; i < count; ++i) bodies.push_back(&decisions_.byId(run.chain()[i])->body);
  return bodies;
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
  Run& run = *slot.run;
  Rewrite& rewrite = *slot.rewrite;
  rewrite.notes = slot.reader->takeNotes();
  rewrite.trims = slot.reader->takeTrims();
  for (const EditKey& key : slot.reader->takeUncuttable()) decisions_.keepWhole(key);
  rewrite.agentPlan = slot.reader->takeKept();
  slot.reader.reset();
  rewrite.notes.tokens = static_cast<uint32_t>(rewrite.plan.fold.tokens);

  RequestLimits limits;
  limits.inputUnits = static_cast<uint64_t>(std::clamp(
      slot.report.budget.total * kUnitsPerInputToken, kLeastInputUnits, kMostInputUnits));
  const SummaryStyle& style = options_.policy.style;
  const auto asked = [&](const RequestLimits& wanted, const auto& make) {
    return requestWithin(options_.summarizerWindow, wanted, options_.family, make);
  };
  const bool asks = asksModel(run, rewrite.plan);
  const bool asOne = rewrite.plan.asOne && rewrite.plan.fold.begin != rewrite.plan.fold.end;
  if (rewrite.plan.merged > 0 && !asOne) {
    Task task;
    task.merge = true;
    task.limits = rewrite.plan.mergeLimits;
    const std::vector<const SegmentBody*> bodies = bodiesOf(run, rewrite.plan.merged);
    for (uint32_t i = 0; i < rewrite.plan.merged; ++i) {
      task.replacedTokens += decisions_.byId(run.chain()[i])->tokens;
    }
    limits.proseTokens = task.limits.proseTokens;
    if (asks) {
      task.request = asked(
          limits, [&](const RequestLimits& within) { return mergeRequest(bodies, within, style); });
    }
    rewrite.tasks.push_back(std::move(task));
  }
  if (rewrite.plan.fold.begin != rewrite.plan.fold.end) {
    Task task;
    task.limits = rewrite.plan.foldLimits;
    task.replacedTokens = rewrite.notes.tokens;
    limits.proseTokens = task.limits.proseTokens;
    task.asOne = asOne;
    std::vector<const SegmentBody*> before;
    if (asOne) {
      before = bodiesOf(run, rewrite.plan.merged);
      for (const uint64_t id : run.chain()) task.replacedTokens += decisions_.byId(id)->tokens;
    }
    if (asks) {
      task.request = asked(limits, [&](const RequestLimits& within) {
        return foldRequest(rewrite.notes, before, within, style);
      });
    }
    rewrite.tasks.push_back(std::move(task));
  }
  return nextTask(slot);
}

Next Session::nextTask(Slot& slot) {
  Rewrite& rewrite = *slot.rewrite;
  for (rewrite.current = 0; rewrite.current < rewrite.tasks.size(); ++rewrite.current) {
    Task& task = rewrite.tasks[rewrite.current];
    if (task.done) continue;
    if (!asksModel(*slot.run, rewrite.plan) || task.request.prompt.empty()) {
      const bool paused = options_.summarizer && !modelServes(*slot.run);
      writeDigest(slot, task, paused ? DigestReason::kPaused : DigestReason::kNoSummarizer);
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
  if (blamesModel(reason)) breaker_.failed(slot.run->newestWords());
  const uint32_t tokens = task.limits.proseTokens;
  const Family family = options_.family;
  const RangeNotes& notes = slot.rewrite->notes;
  std::string prose;
  if (task.merge) {
    prose = digestSegments(bodiesOf(*slot.run, slot.rewrite->plan.merged), tokens, family);
  } else if (task.asOne) {
    prose = digestOnto(bodiesOf(*slot.run, slot.rewrite->plan.merged), notes, tokens, family);
  } else {
    prose = digestRange(notes, tokens, family);
  }
  finishTask(slot, task, std::move(prose), ProseSource::kDigest);
}

void Session::finishTask(Slot& slot, Task& task, std::string prose, ProseSource source) {
  const Rewrite& rewrite = *slot.rewrite;
  SegmentBody& body = task.body;
  body.prose = std::move(prose);
  // A control character says nothing and takes six bytes in the saved state.
  std::ranges::replace_if(
      body.prose, [](char c) { return static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t'; },
      ' ');
  body.source = source;
  if (task.merge) {
    const std::vector<const SegmentBody*> bodies = bodiesOf(*slot.run, rewrite.plan.merged);
    body.words = carryWords(bodies, task.limits, body.wordsLeftOut);
    body.firstMessage = bodies.front()->firstMessage;
    body.lastMessage = bodies.back()->lastMessage;
    body.rounds = 0;
    for (const SegmentBody* merged : bodies) body.rounds += merged->rounds;
  } else {
    std::vector<const SegmentBody*> before;
    if (task.asOne) before = bodiesOf(*slot.run, rewrite.plan.merged);
    body.words = carryWords(rewrite.notes, task.limits, body.wordsLeftOut, before);
    const Run& run = *slot.run;
    const FoldChoice& fold = rewrite.plan.fold;
    body.firstMessage = run.numberOf(std::max(run.units()[fold.begin].begin, run.foldEnd()));
    body.lastMessage = run.numberOf(run.units()[fold.end - 1].end - 1);
    for (const SegmentBody* earlier : before) body.rounds += earlier->rounds;
    if (!before.empty()) body.firstMessage = before.front()->firstMessage;
  }
  task.done = true;
}

std::expected<const SummaryRequest*, ErrorCode> Session::request(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kAwaiting) return std::unexpected(ErrorCode::kOutOfOrder);
  return &slot->rewrite->tasks[slot->rewrite->current].request;
}

Progress Session::progress(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr || !slot->rewrite) return {};
  const std::vector<Task>& tasks = slot->rewrite->tasks;
  return {static_cast<uint32_t>(std::ranges::count(tasks, true, &Task::done)),
          static_cast<uint32_t>(tasks.size())};
}

std::expected<Next, ErrorCode> Session::reply(uint32_t run, std::string_view text,
                                              FinishReason finish) {
  const auto found = expect(run, Event::kReply);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  Task& task = slot.rewrite->tasks[slot.rewrite->current];
  const std::string tidy = tidyReply(text);
  GateLimits limits;
  limits.replacedTokens = task.replacedTokens;
  limits.proseTokens = task.limits.proseTokens;
  limits.family = options_.family;
  lastVerdict_ = judgeReply(tidy, finish, limits);
  if (lastVerdict_ == GateVerdict::kAccepted) {
    ++totals_.summariesAccepted;
    breaker_.succeeded();
    finishTask(slot, task, tidy, ProseSource::kModel);
  } else {
    writeDigest(slot, task, reasonOf(lastVerdict_));
  }
  return nextTask(slot);
}

std::expected<Next, ErrorCode> Session::giveUp(uint32_t run, GiveUp why) {
  const auto found = expect(run, Event::kGiveUp);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  writeDigest(slot, slot.rewrite->tasks[slot.rewrite->current], reasonOf(why));
  return nextTask(slot);
}

bool Session::commitFolds(Slot& slot, Rewrite& rewrite) {
  Run& run = *slot.run;
  const RewritePlan& plan = rewrite.plan;
  bool changed = false;
  for (Task& task : rewrite.tasks) {
    FoldReport fold;
    fold.merge = task.merge;
    fold.tokensBefore = task.replacedTokens;
    fold.source = task.body.source;
    fold.digestReason = task.digestReason;
    fold.firstMessage = task.body.firstMessage;
    fold.lastMessage = task.body.lastMessage;
    fold.carried = static_cast<uint32_t>(task.body.words.size());
    fold.cut = static_cast<uint32_t>(std::ranges::count(task.body.words, true, &UserWords::cut));
    fold.leftOut = task.body.wordsLeftOut;
    const bool joins = task.merge || task.asOne;
    RangePrint range;
    uint32_t rangeTokens = joins ? 0 : task.replacedTokens;
    for (uint32_t i = 0; joins && i < plan.merged; ++i) {
      const Segment& segment = *decisions_.byId(run.chain()[i]);
      range = join(range, segment.range);
      rangeTokens += segment.rangeTokens;
    }
    const uint32_t joined = range.count;
    const uint32_t foldEnd = task.merge ? 0 : run.units()[plan.fold.end - 1].end;
    if (!task.merge) {
      const RangePrint added = run.prints().range(run.transcript(), run.foldEnd(), foldEnd);
      range = task.asOne ? join(range, added) : added;
      if (task.asOne) rangeTokens += rewrite.notes.tokens;
    }
    Segment segment = makeSegment(range, std::move(task.body), rangeTokens, options_.family);
    if (task.merge) {
      keepTail(run, plan, segment);
    } else {
      segment.blocks = blocksBehind(slot, rewrite);
      for (const uint32_t message : plan.held) {
        segment.held.push_back(joined + message - run.foldEnd());
      }
    }
    fold.id = segment.id;
    fold.tokensAfter = segment.tokens;
    // What came back is larger than what it would replace: nothing is gained by it.
    int64_t added = segment.tokens;
    if (!task.merge) {
      added += tokensOf(segment.blocks) - run.blockTokens() + stayTokens(run, plan);
    }
    if (run.chain().empty()) added += messageOverhead(Role::kUser, options_.family);
    if (added >= fold.tokensBefore) continue;
    decisions_.keep(std::move(segment));
    if (!task.merge) run.fold(fold.id, foldEnd);
    if (task.merge) run.merge(fold.id, plan.merged);
    if (task.asOne) run.replaceChain(fold.id);
    slot.report.folds.push_back(fold);
    changed = true;
  }
  return changed;
}

void Session::recordEdit(Slot& slot, const EditPlan& plan) {
  const Run& run = *slot.run;
  Edit edit;
  edit.kind = plan.kind;
  edit.target = plan.target;
  edit.upTo = run.numberOf(plan.message);
  edit.total = run.transcript().part(plan.message, plan.part).units;
  edit.tokens = plan.tokens;
  slot.report.edits.push_back({plan.kind, plan.message, plan.part, 0, edit.total});
  decisions_.keep(keyOf(run.transcript(), plan.message, plan.part), std::move(edit));
}

bool Session::commitEdits(Slot& slot, Rewrite& rewrite) {
  const Run& run = *slot.run;
  bool changed = false;
  for (const PointerChange& pointer : rewrite.plan.pointers) {
    const EditKey key = keyOf(run.transcript(), pointer.message, pointer.part);
    const auto known = decisions_.edits().find(key);
    if (known == decisions_.edits().end() || run.source().folded(pointer.message)) continue;
    // The fold that would have taken what it names may have been refused.
    const Call* named = run.units().callOf(known->second.target);
    const bool lost = named == nullptr || run.source().folded(named->answerMessage);
    if (!lost) continue;
    if (pointer.target == 0) {
      decisions_.forget(key);
      slot.arrivals.restored(run, pointer.message, pointer.part);
    } else {
      Edit edit = known->second;
      edit.target = pointer.target;
      decisions_.keep(key, std::move(edit));
    }
    changed = true;
  }
  std::map<EditKey, const FoundTrim*> found;
  for (const FoundTrim& trim : rewrite.trims) found.emplace(trim.key, &trim);
  for (const EditPlan& plan : rewrite.plan.edits) {
    const EditKey key = keyOf(run.transcript(), plan.message, plan.part);
    const auto known = decisions_.edits().find(key);
    if (plan.kind != EditKind::kTrim) {
      recordEdit(slot, plan);
      changed = true;
      continue;
    }
    const auto trim = found.find(key);
    if (trim == found.end()) continue;
    Edit edit = trim->second->edit;
    // Neither characters nor tokens may grow, not against an earlier cut either.
    if (known != decisions_.edits().end() && known->second.kind == EditKind::kTrim &&
        known->second.upTo >= run.numberOf(plan.message) &&
        known->second.tokens < edit.tokens + kLeastTrimGain) {
      continue;
    }
    if (edit.length() >= edit.total) continue;
    slot.report.edits.push_back(
        {EditKind::kTrim, plan.message, plan.part, edit.kept(), edit.total});
    edit.upTo = run.numberOf(plan.message);
    decisions_.keep(key, std::move(edit));
    changed = true;
  }
  return changed;
}

Next Session::commit(Slot& slot) {
  Run& run = *slot.run;
  const std::unique_ptr<Rewrite> rewrite = std::move(slot.rewrite);
  run.phase = Phase::kSteady;
  const bool dropped = rewrite->plan.dropsTail && decisions_.dropTail(run.newest());
  const bool folds = commitFolds(slot, *rewrite);
  slot.folded = slot.folded || folds;
  const bool folded = folds || dropped;
  const bool edited = commitEdits(slot, *rewrite);
  // Known segments may go on where a new one ends.
  const bool recalled = run.recall();
  if (folded || edited || recalled) run.rebuild();
  if (slot.passes > 0) run.countRewrite();
  decisions_.evict(chainsInUse());
  remember(run);
  return decide(slot);
}

}  // namespace epitome
