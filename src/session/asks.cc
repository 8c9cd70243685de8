/// What a rewrite asks of a model, and what becomes of the replies.

#include <algorithm>
#include <utility>

#include "session/level.h"
#include "session/session.h"
#include "summary/within.h"

namespace epitome {
namespace {

/// What stands beside a range is cut by its length: at three UTF-16 code units a token, so that a
/// denser text still fits.
constexpr uint64_t kUnitsPerInputToken = 3;

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

DraftTerms Session::termsOf(const Slot& slot, const Task& task) const {
  DraftTerms terms;
  terms.gate.replacedTokens = task.replacedTokens;
  terms.gate.proseTokens = task.limits.proseTokens;
  terms.gate.proseBytes = bytesOfProse(task.limits.bytes);
  terms.gate.family = options_.family;
  terms.review.factsTokens = task.limits.factsTokens;
  terms.review.headings = headingsOf(options_.policy.style, task.limits.proseTokens);
  terms.review.family = options_.family;
  terms.beside = besideProse(task.body);
  for (const SegmentBody* record : takenIn(slot, task)) (terms.records += record->prose) += '\n';
  terms.asksAgain = options_.policy.style.asksAgain;
  terms.quotedUnits = quotedUnits(options_.summarizerWindow);
  return terms;
}

void Session::ask(Slot& slot, uint32_t index, uint32_t part, SummaryRequest request,
                  DraftTerms terms) {
  const Task& task = slot.rewrite->tasks[index];
  // What the prompt itself says, numbers of messages above all, is not made up.
  (task.facts ? *task.facts : *slot.rewrite->findings.facts).know(request.prompt);
  slot.rewrite->requests.push_back(idOf(request));
  slot.rewrite->asks.push_back({index, part, Drafting(std::move(request), std::move(terms)), true});
}

void Session::begin(Slot& slot, uint32_t index) {
  Rewrite& rewrite = *slot.rewrite;
  Task& task = rewrite.tasks[index];
  if (!asksModel(*slot.run, rewrite.plan)) {
    const DigestReason silent =
        modelServes(*slot.run) ? DigestReason::kNotAsked : DigestReason::kPaused;
    writeDigest(slot, task, options_.summarizer ? silent : DigestReason::kNoSummarizer);
    return;
  }
  const SummaryStyle& style = options_.policy.style;
  const RequestLimits limits = requestLimits(slot, task);
  const std::vector<const SegmentBody*> before = takenIn(slot, task);
  DraftTerms terms = termsOf(slot, task);
  if (task.merge) {
    ask(slot, index, kNone, mergeRequest(before, limits, style), std::move(terms));
    return;
  }
  const RangeNotes& notes = rewrite.findings.notes;
  const uint64_t room =
      roomForRange(notes, before, limits, slot.rewrite->inputTokens, options_.family);
  std::vector<RangePart> parts;
  if (style.maxInput > 0) {
    parts.push_back(cutRange(notes, style.maxInput, room, options_.family));
  } else {
    parts = partsOf(notes, room, options_.family);
  }
  // What an earlier range left comes along with this one.
  if (!parts.empty()) {
    const uint32_t begin = slot.run->numberOf(messagesOf(*slot.run, rewrite.plan.fold).begin);
    uint32_t& number = parts.front().firstNumber;
    number = std::min(std::max(number, begin), parts.front().lastNumber);
  }
  if (parts.size() <= 1) {
    const RangePart whole = parts.empty() ? RangePart() : std::move(parts.front());
    ask(slot, index, kNone, foldRequest(notes, whole, before, limits, style), std::move(terms));
    return;
  }
  task.stages = Stages(std::move(parts), room, terms.gate);
  // What a part has to say of the facts of the whole range, nobody knows.
  terms.review.factsTokens = 0;
  terms.beside.clear();
  terms.records.clear();
  for (uint32_t i = 0; i < task.stages.count(); ++i) {
    terms.gate = task.stages.limits(i);
    terms.review.headings = headingsOf(style, terms.gate.proseTokens);
    ask(slot, index, i, task.stages.request(i, notes, limits, style), terms);
  }
}

std::expected<Next, ErrorCode> Session::proceed(Slot& slot) {
  if (std::ranges::none_of(slot.rewrite->asks, &Ask::waits)) return commit(slot);
  slot.run->phase = Phase::kAwaiting;
  return slot.ahead ? Next::kPrepare : Next::kSummarize;
}

std::expected<Next, ErrorCode> Session::take(Slot& slot, uint32_t number, DraftStep step,
                                             DigestReason otherwise) {
  if (step == DraftStep::kAgain) {
    slot.rewrite->requests.push_back(idOf(slot.rewrite->asks[number].drafting.request()));
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
  addCounts(slot.report.redactions, asked.drafting.redactions());
  slot.rewrite->tasks[asked.task].replies += asked.drafting.replies();
  if (asked.part == kNone) {
    takeRecord(slot, asked, written, otherwise);
  } else {
    takePart(slot, asked, written, otherwise);
  }
  return proceed(slot);
}

void Session::takeRecord(Slot& slot, const Ask& asked, bool written, DigestReason otherwise) {
  Task& task = slot.rewrite->tasks[asked.task];
  if (!written) return writeDigest(slot, task, otherwise);
  const Review& review = asked.drafting.review();
  task.inventionsStruck = static_cast<uint32_t>(review.inventions.size()) + review.toolOrders;
  finishTask(task, asked.drafting.prose(), ProseSource::kModel, review.facts);
}

void Session::takePart(Slot& slot, const Ask& asked, bool written, DigestReason otherwise) {
  Task& task = slot.rewrite->tasks[asked.task];
  if (written) {
    task.stages.take(asked.part, asked.drafting.prose());
  } else {
    task.stages.giveUp(asked.part, slot.rewrite->findings.notes);
  }
  if (!task.stages.complete()) return;
  if (!task.stages.written()) return writeDigest(slot, task, otherwise);
  ask(slot, asked.task, kNone,
      mergeRequest(takenIn(slot, task), requestLimits(slot, task), options_.policy.style,
                   slot.rewrite->findings.notes.language),
      termsOf(slot, task));
}

Progress Session::progress(uint32_t run) const {
  const Slot* slot = find(run);
  if (slot == nullptr || !slot->rewrite) return {};
  const std::vector<Ask>& asks = slot->rewrite->asks;
  const auto all = static_cast<uint32_t>(asks.size());
  const auto open = static_cast<uint32_t>(std::ranges::count(asks, true, &Ask::waits));
  // The parts of a range are merged by one more.
  const auto merges =
      static_cast<uint32_t>(std::ranges::count_if(slot->rewrite->tasks, [](const Task& task) {
        return task.stages.count() > 0 && !task.stages.complete();
      }));
  return {all - open, all + merges};
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
  return &asked->drafting.request();
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
  const ToolOrders& orders = task.merge ? task.toolOrders : slot.rewrite->findings.toolOrders;
  const DraftStep step = asked.drafting.reply(text, finish, facts, redaction(), &orders);
  lastVerdict_ = asked.drafting.verdict();
  return take(slot, number, step, reasonOf(lastVerdict_));
}

std::expected<Next, ErrorCode> Session::giveUp(uint32_t run, uint32_t number, GiveUp why) {
  const auto found = expect(run, Event::kGiveUp);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  if (waiting(slot, number) == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  return take(slot, number, slot.rewrite->asks[number].drafting.giveUp(), reasonOf(why));
}

}  // namespace epitome
