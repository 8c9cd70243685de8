/// What a rewrite asks of a model, and what becomes of the replies.

#include <algorithm>
#include <utility>

#include "session/level.h"
#include "session/session.h"
#include "summary/within.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// What stands beside a range is cut by its length: at three UTF-16 code units a token, so that a
/// denser text still fits.
constexpr uint64_t kUnitsPerInputToken = 3;
/// A shorter reply needs no headings.
constexpr uint32_t kHeadedTokens = 200;

CodeReason reasonOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccepted:
    case Verdict::kMended:
    case Verdict::kNoHeadings:
      return CodeReason::kNone;
    case Verdict::kEmpty:
      return CodeReason::kEmpty;
    case Verdict::kRefused:
      return CodeReason::kRefused;
    case Verdict::kTruncated:
      return CodeReason::kTruncated;
    case Verdict::kInflated:
      return CodeReason::kInflated;
    case Verdict::kTooShort:
      return CodeReason::kTooShort;
    case Verdict::kToolCall:
      return CodeReason::kToolCall;
    case Verdict::kEcho:
      return CodeReason::kEcho;
    case Verdict::kWrongLanguage:
      return CodeReason::kWrongLanguage;
    case Verdict::kInvented:
      return CodeReason::kInvented;
    case Verdict::kNoRecord:
      return CodeReason::kNoRecord;
    case Verdict::kRepetitive:
      return CodeReason::kRepetitive;
  }
  return CodeReason::kFailed;
}

CodeReason reasonOf(GiveUp why) {
  switch (why) {
    case GiveUp::kFailed:
      return CodeReason::kFailed;
    case GiveUp::kTimedOut:
      return CodeReason::kTimedOut;
    case GiveUp::kAborted:
      return CodeReason::kAborted;
  }
  return CodeReason::kFailed;
}

}  // namespace

std::vector<const SegmentBody*> Session::takenIn(const Slot& slot, const Task& task) const {
  std::vector<const SegmentBody*> bodies;
  if (task.merge || task.asOne) bodies = bodiesOf(*slot.run, slot.rewrite->plan.merged);
  const std::vector<const SegmentBody*> parts = task.stages.records();
  bodies.insert(bodies.end(), parts.begin(), parts.end());
  return bodies;
}

RequestLimits Session::requestLimits(const Slot& slot, const Task& task) const {
  return {slot.rewrite->inputTokens * kUnitsPerInputToken, task.limits.proseTokens};
}

SummaryStyle Session::styleOf(const Slot& slot) const {
  SummaryStyle style = options_.policy.style;
  if (!style.instructions.empty() && !slot.instructions.empty()) style.instructions += '\n';
  style.instructions += slot.instructions;
  return style;
}

DraftTerms Session::termsOf(const Slot& slot, const Task& task) const {
  DraftTerms terms;
  terms.limits.replacedTokens = task.replacedTokens;
  terms.limits.proseTokens = task.limits.proseTokens;
  terms.limits.proseBytes = bytesOfProse(task.limits.bytes);
  terms.limits.family = options_.family;
  const Shape& shape = kShapes[static_cast<size_t>(options_.policy.style.shape)];
  if (task.limits.proseTokens >= kHeadedTokens) terms.limits.headings = shape.leastHeadings;
  for (const SegmentBody* record : takenIn(slot, task)) (terms.records += record->prose) += '\n';
  return terms;
}

uint32_t Session::summarizerWindow(const Slot& slot) const {
  if (options_.summarizerWindow > 0) return options_.summarizerWindow;
  return std::max(slot.input.contextWindow, kLeastWindow);
}

int64_t Session::leftBy(const Slot& slot, const SummaryRequest& request) const {
  const int64_t input = int64_t{tokensOfText(request.system, options_.family)} +
                        tokensOfText(request.prompt, options_.family);
  return leftOf(summarizerWindow(slot), input, request.maxOutputTokens);
}

void Session::ask(Slot& slot, uint32_t index, uint32_t part, SummaryRequest request,
                  DraftTerms terms, int64_t left) {
  terms.quotedUnits = quotedUnits(left);
  // The guess at a window that nobody knows forbids nothing.
  const bool fits = options_.summarizerWindow == 0 || left >= kAgainTokens + kLeastQuotedUnits;
  terms.asksAgain = options_.policy.style.asksAgain && fits;
  slot.rewrite->requests.push_back(idOf(request));
  slot.rewrite->asks.push_back({index, part, Draft(std::move(request), std::move(terms)), true});
}

void Session::begin(Slot& slot, uint32_t index) {
  Rewrite& rewrite = *slot.rewrite;
  Task& task = rewrite.tasks[index];
  // Of records without prose there is nothing to merge but rows.
  const bool silent =
      task.merge && std::ranges::all_of(takenIn(slot, task),
                                        [](const auto* record) { return record->prose.empty(); });
  if (silent && options_.summarizer) return writeByCode(slot, task, CodeReason::kNotAsked);
  if (!asksModel(*slot.run, rewrite.plan)) {
    CodeReason reason = modelServes(*slot.run) ? CodeReason::kNotAsked : CodeReason::kPaused;
    if (slot.unanswered != CodeReason::kNone) reason = slot.unanswered;
    writeByCode(slot, task, options_.summarizer ? reason : CodeReason::kNoSummarizer);
    return;
  }
  const SummaryStyle style = styleOf(slot);
  const RequestLimits limits = requestLimits(slot, task);
  const std::vector<const SegmentBody*> before = takenIn(slot, task);
  DraftTerms terms = termsOf(slot, task);
  if (task.merge) {
    SummaryRequest merge = mergeRequest(before, limits, style);
    const int64_t left = leftBy(slot, merge);
    ask(slot, index, kNone, std::move(merge), std::move(terms), left);
    return;
  }
  const RangeNotes& notes = rewrite.findings.notes;
  // Where what stands beside the range is too dense, the range has its share all the same.
  const int64_t most = leftBy(slot, foldRequest(notes, RangePart(), before, limits, style));
  const uint64_t room = std::max<int64_t>(most, static_cast<int64_t>(rewrite.inputTokens / 4));
  const auto left = [most](uint64_t tokens) {
    return most - countedAtMost(static_cast<int64_t>(tokens));
  };
  std::vector<RangePart> parts;
  Unread torn;
  if (style.maxInput > 0) {
    parts.push_back(cutRange(notes, style.maxInput, room - room / 6, options_.family));
  } else {
    parts = partsOf(notes, room, options_.family, torn);
  }
  task.unread = unreadOf(notes, parts);
  task.unread.words += torn.words;
  task.unread.tools += torn.tools;
  // What an earlier range left comes along with this one.
  if (!parts.empty() && !slot.run->chain().empty()) {
    const uint32_t begin = slot.run->numberOf(messagesOf(*slot.run, rewrite.plan.fold).begin);
    uint32_t& number = parts.front().firstNumber;
    number = std::min(std::max(number, begin), parts.front().lastNumber);
  }
  if (parts.size() <= 1) {
    const RangePart whole = parts.empty() ? RangePart() : std::move(parts.front());
    ask(slot, index, kNone, foldRequest(notes, whole, before, limits, style), std::move(terms),
        left(whole.tokens));
    return;
  }
  task.stages = Stages(std::move(parts), room, terms.limits);
  terms.records.clear();
  for (uint32_t i = 0; i < task.stages.count(); ++i) {
    terms.limits = task.stages.limits(i);
    ask(slot, index, i, task.stages.request(i, notes, limits, style), terms,
        left(terms.limits.replacedTokens));
  }
}

std::expected<Next, ErrorCode> Session::proceed(Slot& slot) {
  if (std::ranges::none_of(slot.rewrite->asks, &Ask::waits)) {
    if (slot.whole) {
      for (const Task& task : slot.rewrite->tasks) {
        if (task.codeReason != CodeReason::kNone) return withoutReply(slot, task.codeReason);
      }
    }
    return commit(slot);
  }
  slot.run->phase = Phase::kAwaiting;
  return slot.ahead ? Next::kPrepare : Next::kSummarize;
}

std::expected<Next, ErrorCode> Session::take(Slot& slot, uint32_t number, DraftStep step,
                                             CodeReason otherwise) {
  if (step == DraftStep::kAgain) {
    slot.rewrite->requests.push_back(idOf(slot.rewrite->asks[number].draft.request()));
    return slot.ahead ? Next::kPrepare : Next::kSummarize;
  }
  Ask& waited = slot.rewrite->asks[number];
  waited.waits = false;
  // What follows may add requests.
  const Ask asked = std::move(waited);
  const bool written = step == DraftStep::kDone;
  if (written) {
    ++slot.rewrite->accepted;
    breaker_.succeeded();
  }
  slot.rewrite->tasks[asked.task].replies += asked.draft.replies();
  if (asked.part == kNone) {
    takeRecord(slot, asked, written, otherwise);
  } else {
    takePart(slot, asked, written, otherwise);
  }
  return proceed(slot);
}

void Session::takeRecord(Slot& slot, const Ask& asked, bool written, CodeReason otherwise) {
  Task& task = slot.rewrite->tasks[asked.task];
  if (!written) return writeByCode(slot, task, otherwise);
  const CheckedReply& stands = asked.draft.last();
  task.inventionsStruck = static_cast<uint32_t>(stands.inventions.size()) + stands.toolOrders;
  finishTask(task, stands.prose, ProseSource::kModel);
}

void Session::takePart(Slot& slot, const Ask& asked, bool written, CodeReason otherwise) {
  Task& task = slot.rewrite->tasks[asked.task];
  if (written) {
    task.stages.take(asked.part, asked.draft.last().prose);
  } else {
    task.stages.giveUp(asked.part);
  }
  if (!task.stages.complete()) return;
  if (!task.stages.written()) return writeByCode(slot, task, otherwise);
  SummaryRequest merge = mergeRequest(takenIn(slot, task), requestLimits(slot, task), styleOf(slot),
                                      slot.rewrite->findings.notes.language);
  const int64_t left = leftBy(slot, merge);
  ask(slot, asked.task, kNone, std::move(merge), termsOf(slot, task), left);
}

Progress Session::progress(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr || !slot->rewrite) return {};
  Progress progress;
  for (const Ask& asked : slot->rewrite->asks) {
    progress.total += 2;
    // A first reply that was not good enough is half of the work.
    if (asked.waits) {
      progress.done += std::min(asked.draft.replies(), 1U);
    } else {
      progress.done += 2;
    }
  }
  // The parts of a range are merged by one more.
  for (const Task& task : slot->rewrite->tasks) {
    if (task.stages.count() > 0 && !task.stages.complete()) progress.total += 2;
  }
  return progress;
}

std::expected<std::vector<uint32_t>, ErrorCode> Session::pending(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kAwaiting) return std::unexpected(ErrorCode::kOutOfOrder);
  const std::vector<Ask>& asks = slot->rewrite->asks;
  std::vector<uint32_t> numbers;
  for (uint32_t i = 0; i < asks.size(); ++i) {
    if (asks[i].waits) numbers.push_back(i);
  }
  return numbers;
}

const Session::Ask* Session::waiting(const Slot& slot, uint32_t number) {
  if (slot.run->phase != Phase::kAwaiting || number >= slot.rewrite->asks.size()) return nullptr;
  const Ask& asked = slot.rewrite->asks[number];
  return asked.waits ? &asked : nullptr;
}

std::expected<const SummaryRequest*, ErrorCode> Session::request(uint32_t run,
                                                                 uint32_t number) const {
  const Slot* slot = find(run);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  const Ask* asked = waiting(*slot, number);
  if (asked == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  return &asked->draft.request();
}

std::expected<Next, ErrorCode> Session::reply(uint32_t run, uint32_t number, std::string_view text,
                                              FinishReason finish, const Bill& bill) {
  const auto found = expect(run, Event::kReply);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (waiting(slot, number) == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  totals_.summaryInputTokens += bill.input;
  totals_.summaryOutputTokens += bill.output;
  Ask& asked = slot.rewrite->asks[number];
  const Facts& facts = factsOf(slot, slot.rewrite->tasks[asked.task]);
  const Task& task = slot.rewrite->tasks[asked.task];
  const Voices& voices = task.merge ? task.voices : slot.rewrite->findings.voices;
  const DraftStep step = asked.draft.reply(text, finish, facts, voices);
  lastVerdict_ = asked.draft.last().verdict;
  return take(slot, number, step, reasonOf(lastVerdict_));
}

std::expected<Next, ErrorCode> Session::giveUp(uint32_t run, uint32_t number, GiveUp why) {
  const auto found = expect(run, Event::kGiveUp);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (waiting(slot, number) == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  return take(slot, number, DraftStep::kRejected, reasonOf(why));
}

}  // namespace epitome
