/// What a rewrite asks of a model, and what becomes of the replies.

#include <algorithm>
#include <utility>

#include "session/session.h"

namespace epitome {
namespace {

/// What the quoted data of a request may take, tokens: the window that the budget leaves. Between
/// what a prompt is worth and what a model reads well.
constexpr int64_t kLeastInputTokens = 1'334;
constexpr int64_t kMostInputTokens = 200'000;
/// What stands beside a range is cut by its length: at three UTF-16 code units a token, so that a
/// denser text still fits.
constexpr uint64_t kUnitsPerInputToken = 3;

uint64_t inputTokens(const Budget& budget) {
  return static_cast<uint64_t>(std::clamp(budget.total, kLeastInputTokens, kMostInputTokens));
}

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

}  // namespace

std::vector<const SegmentBody*> Session::takenIn(const Slot& slot, const Task& task) const {
  std::vector<const SegmentBody*> bodies;
  if (task.merge || task.asOne) bodies = bodiesOf(*slot.run, slot.rewrite->plan.merged);
  const std::vector<const SegmentBody*> parts = task.stages.records();
  bodies.insert(bodies.end(), parts.begin(), parts.end());
  return bodies;
}

RequestLimits Session::requestLimits(const Slot& slot, const Task& task) const {
  return {inputTokens(slot.report.budget) * kUnitsPerInputToken, task.limits.proseTokens};
}

void Session::ask(Slot& slot, Ask made) {
  ++totals_.summariesRequested;
  slot.rewrite->asks.push_back(std::move(made));
}

void Session::begin(Slot& slot, uint32_t index) {
  Rewrite& rewrite = *slot.rewrite;
  Task& task = rewrite.tasks[index];
  if (!asksModel(rewrite.plan)) {
    writeDigest(slot, task, DigestReason::kNoSummarizer);
    return;
  }
  const SummaryStyle& style = options_.policy.style;
  const RequestLimits limits = requestLimits(slot, task);
  Ask made;
  made.task = index;
  made.limits = {task.replacedTokens, task.limits.proseTokens, options_.family};
  const std::vector<const SegmentBody*> before = takenIn(slot, task);
  if (task.merge) {
    made.request = mergeRequest(before, limits, style);
    ask(slot, std::move(made));
    return;
  }
  const uint64_t input = inputTokens(slot.report.budget);
  const uint64_t room = roomForRange(rewrite.notes, before, limits, input, options_.family);
  std::vector<RangePart> parts = partsOf(rewrite.notes, room, options_.family);
  if (parts.size() <= 1) {
    const RangePart whole = parts.empty() ? RangePart() : std::move(parts.front());
    made.request = foldRequest(rewrite.notes, whole, before, limits, style);
    ask(slot, std::move(made));
    return;
  }
  task.stages = Stages(std::move(parts), room, made.limits);
  for (uint32_t i = 0; i < task.stages.count(); ++i) {
    made.part = i;
    made.request = task.stages.request(i, rewrite.notes, limits, style);
    made.limits = task.stages.limits(i);
    ask(slot, made);
  }
}

Next Session::proceed(Slot& slot) {
  if (std::ranges::none_of(slot.rewrite->asks, &Ask::waits)) return commit(slot);
  slot.run->phase = Phase::kAwaiting;
  return Next::kSummarize;
}

Next Session::settle(Slot& slot, uint32_t number, std::string prose, DigestReason reason) {
  Ask& answered = slot.rewrite->asks[number];
  answered.waits = false;
  answered.request = {};
  // Another request may follow, and move this one.
  const uint32_t part = answered.part;
  const uint32_t index = answered.task;
  Task& task = slot.rewrite->tasks[index];
  const bool written = reason == DigestReason::kNone;
  if (part == kNone) {
    if (written) {
      finishTask(slot, task, std::move(prose), ProseSource::kModel);
    } else {
      writeDigest(slot, task, reason);
    }
    return proceed(slot);
  }
  if (written) {
    task.stages.take(part, std::move(prose));
  } else {
    task.stages.giveUp(part, slot.rewrite->notes);
  }
  if (!task.stages.complete()) return proceed(slot);
  if (!task.stages.written()) {
    writeDigest(slot, task, reason);
    return proceed(slot);
  }
  Ask merge;
  merge.task = index;
  merge.limits = {task.replacedTokens, task.limits.proseTokens, options_.family};
  merge.request =
      mergeRequest(takenIn(slot, task), requestLimits(slot, task), options_.policy.style);
  ask(slot, std::move(merge));
  return proceed(slot);
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
  return &asked->request;
}

std::expected<Next, ErrorCode> Session::reply(uint32_t run, uint32_t number, std::string_view text,
                                              FinishReason finish) {
  const auto found = expect(run, Event::kReply);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  const Ask* asked = waiting(slot, number);
  if (asked == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  std::string tidy = tidyReply(text);
  lastVerdict_ = judgeReply(tidy, finish, asked->limits);
  if (lastVerdict_ == GateVerdict::kAccepted) ++totals_.summariesAccepted;
  return settle(slot, number, std::move(tidy), reasonOf(lastVerdict_));
}

std::expected<Next, ErrorCode> Session::giveUp(uint32_t run, uint32_t number, GiveUp why) {
  const auto found = expect(run, Event::kGiveUp);
  if (!found) return std::unexpected(found.error());
  if (waiting(**found, number) == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  return settle(**found, number, {}, reasonOf(why));
}

}  // namespace epitome
