#include "edits/validate.h"

#include <algorithm>

namespace epitome {
namespace {

/// A change that leaves the part valid, whatever it is good for.
bool allowed(const Transcript& transcript, uint32_t message, const PartChange& change) {
  const PartFacts& part = transcript.part(message, change.part);
  switch (change.kind) {
    case ChangeKind::kAsIs:
      return false;
    case ChangeKind::kRemove:
      return true;
    case ChangeKind::kCut:
      return isCuttableResult(transcript, message, change.part) ||
             isCuttableInput(transcript, message, change.part);
    case ChangeKind::kReplace:
      return isClearableMedia(transcript, message, change.part) ||
             isClientResult(transcript, message, change.part);
    case ChangeKind::kMend:
      return (part.flags & kOpaque) == 0;
  }
  return false;
}

}  // namespace

ViewFault ViewValidator::check(const Transcript& transcript, const View& view) {
  *this = ViewValidator();
  for (const ViewItem& item : view.items) {
    const ViewFault fault = takeItem(transcript, view, item);
    if (fault != ViewFault::kNone) return fault;
  }
  return ViewFault::kNone;
}

ViewFault ViewValidator::extend(const Transcript& transcript, uint32_t begin, uint32_t end) {
  for (uint32_t m = begin; m < end; ++m) {
    const ViewFault fault = takeMessage(transcript, m, {});
    if (fault != ViewFault::kNone) return fault;
  }
  return ViewFault::kNone;
}

ViewFault ViewValidator::takeItem(const Transcript& transcript, const View& view,
                                  const ViewItem& item) {
  switch (item.op) {
    case ViewOp::kHost:
      return extend(transcript, item.message, item.message + item.count);
    case ViewOp::kEdited:
      return takeMessage(transcript, item.message, view.changesOf(item));
    case ViewOp::kSegments:
      if (segments_ || (started_ && !startsWithUser_) || !calls_.empty()) {
        return ViewFault::kMisplacedSegments;
      }
      segments_ = true;
      started_ = true;
      startsWithUser_ = true;
      return ViewFault::kNone;
    case ViewOp::kAborted:
    case ViewOp::kPick:
      return takeAnswers(transcript, item, view.changesOf(item));
  }
  return ViewFault::kDisorder;
}

ViewFault ViewValidator::takeMessage(const Transcript& transcript, uint32_t message,
                                     std::span<const PartChange> changes) {
  if (message < next_) return ViewFault::kDisorder;
  next_ = message + 1;
  const MessageFacts& facts = transcript[message];
  const bool assistant = facts.role == Role::kAssistant;
  const bool goesOn = facts.role == Role::kUser || (assistant && !inBlock_);
  inBlock_ = assistant;
  if (goesOn && waiting_ > 0) return ViewFault::kSplitCall;
  const bool asks = std::ranges::any_of(transcript.parts(message), holdsUserWords);
  if (facts.role != Role::kSystem && facts.role != Role::kOther) {
    if (!started_) startsWithUser_ = facts.role == Role::kUser || asks;
    started_ = true;
  }
  bool says = (facts.flags & kMessageFaulty) != 0;
  uint32_t nextChange = 0;
  uint32_t reasoningGone = 0;
  uint32_t reasoningLeft = 0;
  for (uint32_t p = 0; p < facts.partCount; ++p) {
    const PartFacts& part = transcript.part(message, p);
    while (nextChange < changes.size() && changes[nextChange].part < p) ++nextChange;
    const bool hasChange = nextChange < changes.size() && changes[nextChange].part == p;
    if (hasChange && !allowed(transcript, message, changes[nextChange])) {
      return ViewFault::kForbiddenEdit;
    }
    const bool gone = hasChange && changes[nextChange].kind == ChangeKind::kRemove;
    if (part.kind == PartKind::kReasoning) ++(gone ? reasoningGone : reasoningLeft);
    if (gone) continue;
    says |= !saysNothing(part);
    if (part.callId == 0) continue;
    if (part.kind == PartKind::kToolCall) {
      Waiting& calls = calls_[part.callId];
      if ((part.flags & kProviderExecuted) != 0) {
        ++calls.provider;
      } else {
        if (calls.client > 0) return ViewFault::kSecondAnswer;
        ++calls.client;
        ++waiting_;
      }
    } else if (part.kind == PartKind::kToolResult) {
      const ViewFault fault = takeResult(part);
      if (fault != ViewFault::kNone) return fault;
    }
  }
  if (asks && facts.role == Role::kTool && waiting_ > 0) return ViewFault::kSplitCall;
  if (!says) return ViewFault::kEmptyMessage;
  // A signature covers all that was thought before it.
  const bool torn = reasoningGone > 0 && reasoningLeft > 0;
  return torn ? ViewFault::kForbiddenEdit : ViewFault::kNone;
}

ViewFault ViewValidator::takeResult(const PartFacts& part) {
  const auto found = calls_.find(part.callId);
  if (found == calls_.end()) return ViewFault::kOrphanResult;
  Waiting& calls = found->second;
  if (calls.client > 0) {
    --calls.client;
    --waiting_;
  } else if (calls.provider > 0) {
    --calls.provider;
  } else {
    return ViewFault::kSecondAnswer;
  }
  return ViewFault::kNone;
}

ViewFault ViewValidator::takeAnswers(const Transcript& transcript, const ViewItem& item,
                                     std::span<const PartChange> changes) {
  if (changes.empty()) return ViewFault::kEmptyMessage;
  inBlock_ = false;
  for (const PartChange& change : changes) {
    const ViewFault fault = takeResult(transcript.part(item.message, change.part));
    if (fault != ViewFault::kNone) return fault;
  }
  return ViewFault::kNone;
}

}  // namespace epitome
