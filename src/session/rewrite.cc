/// The course of one rewrite: what is read, what is recorded in the end.

#include <algorithm>
#include <map>

#include "session/level.h"
#include "session/prune.h"
#include "session/saved_segments.h"
#include "session/session.h"
#include "summary/within.h"

namespace epitome {
namespace {

/// What may stand beside a range in a request, and what a merge may read, tokens: as much as the
/// agent's own view may have, between what a prompt is worth and what a model reads well.
constexpr int64_t kLeastInputTokens = 1'334;
constexpr int64_t kMostInputTokens = 200'000;

/// `window` is that of the model that writes; 0 when unknown.
uint64_t inputTokensOf(const Budget& budget, uint32_t window) {
  const int64_t input = std::clamp(budget.total, kLeastInputTokens, kMostInputTokens);
  const int64_t room = window == 0 ? input : inputRoom(window);
  return static_cast<uint64_t>(std::min(input, room));
}

/// A cut that frees less than this, tokens, is not worth the prefix that it breaks.
constexpr uint32_t kLeastTrimGain = 16;

/// Messages behind a fold that tell what became of what was open in it.
constexpr uint32_t kMessagesAfter = 16;

/// What a prompt tells beside the range.
struct Context {
  bool opening = false;
  bool after = false;
};

/// Nothing of the message is cut, now or by the plan.
bool showsWhole(const Run& run, const RewritePlan& plan, uint32_t message) {
  for (uint32_t p = 0; p < run.transcript()[message].partCount; ++p) {
    if (run.source().editOf(message, p) != nullptr) return false;
  }
  return !std::ranges::binary_search(plan.edits, message, {}, &EditPlan::message);
}

/// Messages that the rewrite has to read, in transcript order.
std::vector<RangeReader::Entry> readingList(const Run& run, const RewritePlan& plan,
                                            const ResultPolicy& policy, const Context& context) {
  std::map<uint32_t, RangeReader::Entry> entries;
  const auto entry = [&](uint32_t message) -> RangeReader::Entry& {
    const auto [place, fresh] = entries.try_emplace(message);
    RangeReader::Entry& made = place->second;
    if (fresh) {
      made.message = message;
      made.number = run.numberOf(message);
    }
    return made;
  };
  if (!plan.fold.empty()) {
    const auto [begin, end] = messagesOf(run, plan.fold);
    const Cover cover = coverOf(run, plan.fold);
    if (context.opening) {
      const uint32_t opening = plan.fold.takesInitial ? 0 : run.foldBegin();
      const MessageSpan request = run.leftBy(cover);
      for (const auto& [from, to] : {MessageSpan{0, opening}, request}) {
        for (uint32_t m = from; m < to; ++m) {
          if (run.transcript()[m].role == Role::kUser) entry(m).opening = true;
        }
      }
    }
    for (const MessageSpan& span : run.spansOf(run.cover(), cover)) {
      for (uint32_t m = span.begin; m < span.end; ++m) {
        // What stays in the view needs no second telling.
        if (run.units()[run.units().of(m)].pinned) continue;
        RangeReader::Entry& own = entry(m);
        own.range = true;
        own.number = run.numberOf(m);
        // A result that came too late for its place belongs to its call all the same: it is noted
        // as if it stood at the edge of the range.
        for (const Call& call : run.units().callsOf(m)) {
          if (!call.moved) continue;
          RangeReader::Entry& late = entry(call.answerMessage);
          late.range = true;
          late.number = run.numberOf(std::clamp(call.answerMessage, begin, end - 1));
        }
      }
    }
  }
  const uint32_t size = run.transcript().size();
  const uint32_t tail = plan.fold.empty() ? size : messagesOf(run, plan.fold).end;
  for (uint32_t m = std::max(tail, size - std::min(size, kMessagesAfter)); m < size; ++m) {
    if (!context.after || entries.contains(m)) continue;
    entry(m).after = true;
  }
  for (uint32_t m = tail; m < size; ++m) {
    if (plan.fold.empty() || !showsWhole(run, plan, m)) continue;
    // A late result of the range goes with its call.
    RangeReader::Entry& made = entry(m);
    made.shows = !made.range;
  }
  for (const EditPlan& edit : plan.edits) {
    if (edit.kind == EditKind::kTrim) entry(edit.message).trim = true;
  }
  for (const PlanCall& call : plan.planCalls) {
    entry(call.call.message).plan = true;
    entry(call.result.message).plan = true;
  }
  std::vector<RangeReader::Entry> list;
  list.reserve(entries.size());
  for (auto& [message, made] : entries) {
    for (uint32_t p = 0; p < run.transcript()[message].partCount; ++p) {
      if (isAnswer(run, policy, message, p)) made.answers.push_back(p);
      if (isRecalled(run, policy, message, p)) made.recalled.push_back(p);
    }
    if (made.isKept() && made.trim) {
      RangeReader::Entry cut;
      cut.message = message;
      cut.trim = true;
      made.trim = false;
      list.push_back(std::move(cut));
    }
    list.push_back(std::move(made));
  }
  return list;
}

/// What a model is shown of the range that a fold takes, where it can read `room` tokens of it:
/// what people and the agent wrote comes first, the rest is for what tools were given and gave
/// back.
NotesLimits notesFor(const Run& run, const FoldChoice& fold, int64_t room) {
  std::vector<uint64_t> lengths;
  uint64_t units = 0;
  uint64_t words = 0;
  int64_t tokens = 0;
  for (const MessageSpan& span : run.spansOf(run.cover(), coverOf(run, fold))) {
    for (uint32_t m = span.begin; m < span.end; ++m) {
      for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
        const PartFacts& part = run.transcript().part(m, p);
        if (part.kind == PartKind::kReasoning || (part.flags & kOpaque) != 0) continue;
        units += part.units;
        tokens += part.textTokens;
        const bool tools = part.kind == PartKind::kToolCall || part.kind == PartKind::kToolResult;
        if (tools) lengths.push_back(part.units);
        if (!tools) words += part.units;
      }
    }
  }
  const auto readable = static_cast<uint64_t>(room) * units / std::max<int64_t>(tokens, 1);
  return limitsWithin(lengths, readable - std::min(readable, words));
}

/// Tokens of what a fold takes and the view shows all the same.
int64_t stayTokens(const Run& run, const RewritePlan& plan) {
  int64_t tokens = 0;
  for (const uint32_t message : plan.held) tokens += run.unitTokens()[run.units().of(message)];
  return tokens;
}

/// Of `whole`, whose newest segments with so many tokens were replaced: what a prompt cache had and
/// is written anew for that. The segments, or all behind them where nothing else was folded.
int64_t cacheTokensOf(const Run& whole, int64_t replaced, const FoldReport& fold) {
  if (fold.lastMessage > whole.newest()->body.lastMessage) return replaced;
  return whole.tokens() - (whole.openingTokens() + whole.segmentTokens() - replaced);
}

/// What stood behind the newest segment stands behind the merged one, when that takes its place.
void keepTail(const Run& run, const RewritePlan& plan, Segment& segment) {
  const Segment* newest = run.newest();
  if (newest == nullptr || plan.noBlocks) return;
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
  const uint32_t window = options_.summarizerWindow;
  const bool fits = window == 0 || window >= kLeastWindow;
  return fits && modelServes(run) && !plan.codeOnly;
}

void Session::beginReport(Slot& slot, RewriteReason reason, const Budget& budget) {
  Report& report = slot.report;
  const bool passing =
      report.reason == RewriteReason::kArrival || report.reason == RewriteReason::kEdit;
  if (report.reason != RewriteReason::kNone && (!passing || reason == RewriteReason::kArrival)) {
    return;
  }
  if (report.reason == RewriteReason::kNone) {
    const Run& shown = slot.whole ? *slot.whole : *slot.run;
    report.tokensBefore = billedTokens(shown);
    report.bytesBefore = shown.viewSize().bytes;
  }
  report.reason = reason;
  report.budget = budget;
  report.round = totals_.rounds();
}

void Session::beginRewrite(Slot& slot, PlanOutcome outcome, const Budget& budget) {
  Run& run = *slot.run;
  const bool arrival = outcome.reason == RewriteReason::kArrival;
  auto rewrite = std::make_unique<Rewrite>();
  rewrite->before = slot.report;
  beginReport(slot, outcome.reason, budget);
  if (!arrival) ++slot.passes;
  // The last level may follow itself: it merges what it folded.
  slot.nextLevel = arrival ? 0 : std::min(outcome.plan.level + 1, kLevels - 1);
  slot.rewrite = std::move(rewrite);
  slot.rewrite->plan = std::move(outcome.plan);
  slot.rewrite->inputTokens = outcome.inputTokens != 0
                                  ? outcome.inputTokens
                                  : inputTokensOf(slot.report.budget, options_.summarizerWindow);
  const RewritePlan& plan = slot.rewrite->plan;
  const bool asks = asksModel(run, plan);
  const bool shows = asks && !plan.fold.empty() && options_.policy.style.maxInput == 0;
  const NotesLimits limits =
      shows ? notesFor(run, plan.fold, roomForRange(summarizerWindow(slot))) : NotesLimits();
  slot.reader = std::make_unique<RangeReader>(
      // A request that may wait beside the run is the same whatever comes meanwhile.
      readingList(run, plan, options_.policy.results, {asks, asks && !options_.background}), plan,
      RangeReader::Terms{options_.family, options_.policy.extractors, asks, limits,
                         handleOf(run, options_.policy, 0)});
  if (plan.asOne) slot.reader->begin(bodiesOf(run, plan.merged));
  run.phase = Phase::kReading;
}

std::expected<std::vector<ToRead>, ErrorCode> Session::toRead(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->turn) {
    std::vector<ToRead> list;
    for (const uint32_t message : slot->turn->messages()) list.push_back({message});
    return list;
  }
  if (!slot->reader) return std::unexpected(ErrorCode::kOutOfOrder);
  return slot->reader->messages();
}

std::expected<MessageSink*, ErrorCode> Session::reader(uint32_t run) {
  const auto slot = expect(run, Event::kText);
  if (!slot) return std::unexpected(slot.error());
  if ((*slot)->turn) return (*slot)->turn.get();
  return (*slot)->reader.get();
}

bool Session::commitFolds(Slot& slot, Rewrite& rewrite) {
  Run& run = *slot.run;
  const RewritePlan& plan = rewrite.plan;
  pins_.takeBack(rewrite.said);
  bool changed = false;
  for (Task& task : rewrite.tasks) {
    fitInto(task.body, task.limits.bytes);
    FoldReport fold;
    fold.merge = task.merge;
    fold.tokensBefore = task.replacedTokens;
    fold.source = task.body.source;
    fold.codeReason = task.codeReason;
    fold.firstMessage = task.body.firstMessage;
    fold.lastMessage = task.body.lastMessage;
    fold.carried = static_cast<uint32_t>(task.body.words.size());
    fold.cut = static_cast<uint32_t>(std::ranges::count(task.body.words, true, &UserWords::cut));
    fold.leftOut = task.body.wordsLeftOut;
    fold.deeds = static_cast<uint32_t>(task.body.ledger.size());
    fold.deedsLeftOut = task.body.ledgerLeftOut;
    fold.names = static_cast<uint32_t>(task.body.names.size());
    fold.replies = task.replies;
    fold.inventionsStruck = task.inventionsStruck;
    fold.unread = task.unread;
    const bool joins = task.merge || task.asOne;
    RangePrint range = run.printOf(joins ? plan.merged : 0);
    uint32_t rangeTokens = joins ? 0 : task.replacedTokens;
    bool tookRequest = false;
    for (const uint64_t id : run.chain().last(joins ? plan.merged : 0)) {
      const Segment& segment = *decisions_.byId(id);
      rangeTokens += segment.rangeTokens;
      tookRequest = tookRequest || segment.tookRequest;
    }
    const uint32_t joined = range.count;
    const Cover cover = coverOf(run, plan.fold);
    std::vector<MessageSpan> spans = run.spansOf(run.cover(), cover);
    if (!task.merge) {
      const RangePrint added = run.printOf(run.cover(), cover);
      range = task.asOne ? join(range, added) : added;
      if (task.asOne) rangeTokens += rewrite.findings.notes.tokens;
      tookRequest = tookRequest || run.coversRequest(cover);
    }
    // All that is folded, in its order: so it is found again.
    const bool inOrder = task.asOne && !run.absent();
    if (inOrder) {
      range = run.printOf(run.start(), cover);
      spans = run.spansOf(run.start(), cover);
    }
    fold.took = !task.merge && plan.fold.takesInitial     ? Took::kInitial
                : !task.merge && run.coversRequest(cover) ? Took::kRequest
                                                          : Took::kNone;
    Segment segment = makeSegment(range, std::move(task.body), rangeTokens, options_.family);
    segment.tookRequest = tookRequest;
    segment.stopgap = !joins && isPassing(task.codeReason);
    if (segment.body.source == ProseSource::kModel) segment.initial = run.initialPrint();
    if (task.merge) {
      keepTail(run, plan, segment);
    } else {
      segment.blocks = blocksBehind(slot, rewrite);
      for (const uint32_t message : plan.held) {
        segment.held.push_back((inOrder ? 0 : joined) + Run::indexOf(spans, message));
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
    // What goes away behind it is no gain of its own: it would not be known again for one.
    const bool larger = !joins && segment.tokens >= fold.tokensBefore;
    const bool relieves = task.merge && plan.heavy;
    if (!relieves && (larger || added >= fold.tokensBefore)) continue;
    decisions_.keep(std::move(segment));
    if (!task.merge) run.fold(fold.id, cover);
    if (task.merge) run.merge(fold.id, plan.merged);
    if (task.asOne) run.replaceChain(fold.id);
    if (slot.whole && !task.merge) {
      const std::span<const uint64_t> before = slot.whole->chain();
      const size_t kept = run.chain().size() - 1;
      fold.replaced.assign(before.begin() + static_cast<ptrdiff_t>(kept), before.end());
      int64_t tokens = 0;
      for (const uint64_t id : fold.replaced) tokens += decisions_.byId(id)->tokens;
      fold.cacheTokens = cacheTokensOf(*slot.whole, tokens, fold);
    }
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
  edit.current = plan.current;
  if (plan.kind == EditKind::kClear) edit.handle = handleOf(run, options_.policy, plan.message);
  slot.report.edits.push_back({plan.kind, plan.message, plan.part, 0, edit.total});
  const EditKey key = keyOf(run.transcript(), plan.message, plan.part);
  const auto known = decisions_.edits().find(key);
  // The same result under the same id, once more: what stands for the one before it stays as it is.
  if (known != decisions_.edits().end() && known->second.kind == EditKind::kClear &&
      plan.kind == EditKind::kClear) {
    edit.handle = known->second.handle;
    edit.tokens = known->second.tokens;
  }
  decisions_.keep(key, std::move(edit));
}

void Session::reportStale(Slot& slot, std::span<const StaleRange> before) {
  const Run& run = *slot.run;
  const ViewSource source = run.source();
  for (uint32_t m = 0; m < run.transcript().size(); ++m) {
    if (!source.isStale(m) || source.folded(m) || contains(before, run.numberOf(m) - 1)) continue;
    for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
      const PartFacts& part = run.transcript().part(m, p);
      if (part.kind != PartKind::kReasoning || source.editOf(m, p) != nullptr) continue;
      slot.report.edits.push_back({EditKind::kDrop, m, p, 0, part.units});
    }
  }
}

bool Session::commitEdits(Slot& slot, Rewrite& rewrite) {
  Run& run = *slot.run;
  uint32_t first = kNone;
  const auto changes = [&](uint32_t message, uint32_t part) {
    first = std::min(first, run.reaches({message, part}));
  };
  for (const PointerChange& pointer : rewrite.plan.pointers) {
    const EditKey key = keyOf(run.transcript(), pointer.message, pointer.part);
    const auto known = decisions_.edits().find(key);
    if (known == decisions_.edits().end() || run.source().folded(pointer.message)) continue;
    // The fold that would have taken what it names may have been refused.
    const Call* named = run.units().answered(known->second.target);
    const bool lost = named == nullptr || !run.source().answers(*named);
    if (!lost) continue;
    if (pointer.target == 0) {
      decisions_.forget(key);
      slot.arrivals.remember(run, {pointer.message, pointer.part});
    } else {
      Edit edit = known->second;
      edit.target = pointer.target;
      decisions_.keep(key, std::move(edit));
    }
    changes(pointer.message, pointer.part);
  }
  uint32_t dropped = 0;
  std::map<EditKey, const FoundTrim*> found;
  for (const FoundTrim& trim : rewrite.trims) found.emplace(trim.key, &trim);
  for (const EditPlan& plan : rewrite.plan.edits) {
    if (plan.kind == EditKind::kDrop && (run.transcript()[plan.message].flags & kThinks) != 0) {
      dropped = std::max(dropped, plan.message + 1);
      continue;
    }
    if (plan.kind != EditKind::kTrim) {
      recordEdit(slot, plan);
      changes(plan.message, plan.part);
      continue;
    }
    const EditKey key = keyOf(run.transcript(), plan.message, plan.part);
    const auto trim = found.find(textKeyOf(run.transcript().part(plan.message, plan.part)));
    if (trim == found.end()) continue;
    Edit edit = trim->second->edit;
    const auto known = decisions_.edits().find(key);
    if (known != decisions_.edits().end() && known->second.kind == EditKind::kTrim) {
      const Edit& earlier = known->second;
      if (earlier.upTo < run.numberOf(plan.message)) {
        // The same result under the same id, once more: the one before it keeps its cut.
        edit = earlier;
      } else if (earlier.tokens < edit.tokens + kLeastTrimGain) {
        // Tokens may not grow, not against an earlier cut either.
        continue;
      }
    }
    // Nor may characters.
    if (edit.length() >= edit.total) continue;
    slot.report.edits.push_back(
        {EditKind::kTrim, plan.message, plan.part, edit.kept(), edit.total});
    edit.upTo = run.numberOf(plan.message);
    decisions_.keep(key, std::move(edit));
    changes(plan.message, plan.part);
  }
  // A chain may lose its oldest links alone.
  run.dropThoughts(0, dropped);
  run.changesFrom(first);
  return first != kNone || dropped > 0;
}

void Session::countRewrite(Slot& slot) {
  slot.run->countRewrite();
  // However many passes a step takes; an edit that it shows, too, is a part of its compaction.
  const bool edit = slot.report.reason == RewriteReason::kEdit;
  const auto count = edit ? &Totals::edits : &Totals::compactions;
  if (slot.counted != count) {
    if (slot.counted != nullptr) --(totals_.*slot.counted);
    ++(totals_.*count);
  }
  slot.counted = count;
  slot.report.round = totals_.rounds();
}

std::expected<Next, ErrorCode> Session::commit(Slot& slot) {
  const bool mayBeLate = options_.background && !slot.rewrite->plan.fold.empty();
  Job job = mayBeLate ? jobFrom(slot) : Job();
  const std::unique_ptr<Rewrite> rewrite = std::move(slot.rewrite);
  slot.run->phase = Phase::kSteady;
  totals_.summariesRequested += static_cast<uint32_t>(rewrite->requests.size());
  totals_.summariesAccepted += rewrite->accepted;
  // Taken up, it is over, whatever came of it.
  if (!rewrite->tasks.empty()) forgetJobs(slot.id);
  const std::vector<StaleRange> stale = slot.run->stale();
  const bool dropped = rewrite->plan.dropsTail && decisions_.dropTail(slot.run->newest());
  // Those that leave the view do so in its order, whenever they came into it.
  for (const uint64_t id : slot.run->chain()) decisions_.touch(id);
  const bool folds = commitFolds(slot, *rewrite);
  if (!folds) putBack(slot);
  slot.whole.reset();
  Run& run = *slot.run;
  if (options_.background && folds && run.newest()->stopgap) {
    if (slot.late) job = *std::exchange(slot.late, std::nullopt);
    job.late = true;
    keep(std::move(job));
  }
  slot.folded = slot.folded || folds;
  const bool folded = folds || dropped;
  const bool edited = commitEdits(slot, *rewrite);
  // Known segments may go on where a new one ends.
  const bool recalled = run.recall();
  if (dropped) run.changesFrom(0);
  if (folded || edited || recalled) {
    run.rebuild();
    reportStale(slot, stale);
    if (slot.passes > 0) countRewrite(slot);
  }
  remember(slot);
  decisions_.evict(mainline_.chain, chainsInUse(), bytesForSpares());
  return decide(slot);
}

}  // namespace epitome
