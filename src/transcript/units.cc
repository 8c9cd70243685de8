#include "transcript/units.h"

#include <algorithm>

namespace epitome {
namespace {

/// A result that holds something and is no failure.
bool tells(const PartFacts& result) {
  return (result.flags & (kError | kDenied | kFaulty)) == 0 && (!result.blank || result.media > 0);
}

bool sameInput(const Transcript& transcript, const Call& a, const Call& b) {
  const PartFacts& one = transcript.part(a.message, a.part);
  const PartFacts& other = transcript.part(b.message, b.part);
  return one.textHash == other.textHash && one.nameTokens == other.nameTokens;
}

}  // namespace

void Units::changed(uint32_t message) {
  if (message < known_) {
    firstChanged_ = std::min(firstChanged_, message);
  } else {
    plain_ = false;
  }
}

void Units::setFate(uint32_t message, uint32_t part, PartFate fate) {
  fates_[fateBegin_[message] + part] = fate;
  changed(message);
}

PartFate Units::fate(uint32_t message, uint32_t part) const {
  return fates_[fateBegin_[message] + part];
}

PartRef Units::asked(uint32_t message, uint32_t part) const {
  return asked_[fateBegin_[message] + part];
}

uint32_t Units::of(uint32_t message) const {
  const auto after = std::ranges::upper_bound(units_, message, {}, &Unit::begin);
  return static_cast<uint32_t>(after - units_.begin()) - 1;
}

std::span<const Call> Units::callsOf(uint32_t message) const {
  const uint32_t begin = callBegin_[message];
  const uint32_t end =
      message + 1 < seen_ ? callBegin_[message + 1] : static_cast<uint32_t>(calls_.size());
  return std::span<const Call>(calls_).subspan(begin, end - begin);
}

const Call* Units::callOf(uint64_t id) const {
  const auto found = callById_.find(id);
  return found != callById_.end() ? &calls_[found->second.shown] : nullptr;
}

const Call* Units::answered(uint64_t print) const {
  const auto found = answered_.find(print);
  if (found == answered_.end() || calls_[found->second].answerMessage == kNone) return nullptr;
  return &calls_[found->second];
}

bool Units::open(uint32_t unit) const {
  return units_[unit].openCalls > 0 && unit == lastConversation_;
}

uint32_t Units::openUnit() const {
  return lastConversation_ != kNone && open(lastConversation_) ? lastConversation_ : kNone;
}

uint32_t Units::openMessage() const {
  const uint32_t unit = openUnit();
  if (unit == kNone) return kNone;
  for (uint32_t m = units_[unit].begin; m < units_[unit].end; ++m) {
    for (const Call& call : callsOf(m)) {
      if (call.answerMessage == kNone && !call.providerExecuted) return m;
    }
  }
  return kNone;
}

MessageSpan Units::requestBefore(uint32_t message) const {
  const auto after = std::ranges::lower_bound(requests_, message, {}, &MessageSpan::begin);
  return after == requests_.begin() ? MessageSpan() : *(after - 1);
}

uint32_t Units::requestUnit() const {
  uint32_t request = size();
  for (uint32_t u = size(); u > 0; --u) {
    const Unit& unit = units_[u - 1];
    if (unit.role == Role::kUser || unit.asks) request = u - 1;
    if (unit.kind == UnitKind::kAssistant) break;
  }
  return request;
}

void Units::extend(const Transcript& transcript) {
  known_ = seen_;
  firstChanged_ = kNone;
  plain_ = true;
  for (; seen_ < transcript.size(); ++seen_) {
    const uint32_t message = seen_;
    fateBegin_.push_back(static_cast<uint32_t>(fates_.size()));
    fates_.resize(fates_.size() + transcript[message].partCount, PartFate::kShown);
    asked_.resize(fates_.size());
    callBegin_.push_back(static_cast<uint32_t>(calls_.size()));
    const Role role = transcript[message].role;
    if (role != Role::kSystem) leading_ = false;
    if (leading_) systemEnd_ = message + 1;
    if (role == Role::kAssistant) opening_ = false;
    if (opening_ && role != Role::kTool) openingEnd_ = message + 1;
    switch (role) {
      case Role::kAssistant:
        takeAssistant(transcript, message);
        break;
      case Role::kTool:
        takeTool(transcript, message);
        break;
      case Role::kSystem:
      case Role::kUser:
      case Role::kOther:
        takeHost(transcript, message);
        break;
    }
    units_.back().pinned |= (transcript[message].flags & kPinned) != 0;
    units_.back().priority |= (transcript[message].flags & kPriority) != 0;
    // A message without any part that shows would reach the provider as empty content.
    const std::span<const PartFacts> parts = transcript.parts(message);
    if ((transcript[message].flags & kMessageFaulty) != 0) continue;
    if (parts.empty()) plain_ = false;
    const bool nothing = std::ranges::all_of(parts, saysNothing);
    for (uint32_t p = 0; p < parts.size(); ++p) {
      if (nothing || isBlankText(parts[p])) setFate(message, p, PartFate::kSaysNothing);
    }
  }
}

void Units::endPassedCalls(uint32_t answered) {
  for (; passed_ < clientCalls_.size(); ++passed_) {
    const Call& call = calls_[clientCalls_[passed_]];
    if (call.message >= answered) return;
    abort(clientCalls_[passed_]);
  }
}

void Units::leaveThoughts(const Transcript& transcript, uint32_t end) {
  for (uint32_t m = end; m > 0 && transcript[m - 1].role == Role::kAssistant; --m) {
    const std::span<const PartFacts> parts = transcript.parts(m - 1);
    const bool faulty = (transcript[m - 1].flags & kMessageFaulty) != 0;
    if (faulty || !std::ranges::all_of(parts, leadsNowhere)) return;
    for (uint32_t p = 0; p < parts.size(); ++p) {
      if (fate(m - 1, p) == PartFate::kShown) setFate(m - 1, p, PartFate::kSaysNothing);
    }
  }
}

void Units::takeHost(const Transcript& transcript, uint32_t message) {
  leaveThoughts(transcript, message);
  Unit unit;
  unit.begin = message;
  unit.end = message + 1;
  unit.role = transcript[message].role;
  units_.push_back(unit);
  blockBegin_ = message + 1;
  approvals_.clear();
  if (unit.role != Role::kUser) return;
  lastConversation_ = size() - 1;
  turnUnit_ = lastConversation_;
  if (!requestGoesOn_) requests_.push_back({message, message});
  requestGoesOn_ = true;
  requests_.back().end = message + 1;
  abortAll(clientCalls_);
  abortAll(providerCalls_);
}

void Units::abort(uint32_t index) {
  Call& call = calls_[index];
  if (call.answerMessage != kNone || call.aborted) return;
  if (fate(call.message, call.part) == PartFate::kRepeatedCall) return;
  call.aborted = true;
  if (call.providerExecuted) return setFate(call.message, call.part, PartFate::kProviderCall);
  --units_[of(call.message)].openCalls;
  changed(call.message);
}

void Units::abortAll(std::vector<uint32_t>& calls) {
  for (const uint32_t index : calls) abort(index);
  calls.clear();
  passed_ = 0;
}

void Units::answer(const Transcript& transcript, uint32_t index, uint32_t message, uint32_t part,
                   bool moved) {
  Call& call = calls_[index];
  const uint64_t print = resultPrint(transcript.part(message, part));
  // A result that was taken back has left its print.
  if (answered(print) == nullptr) answered_.insert_or_assign(print, index);
  call.answerMessage = message;
  call.answerPart = part;
  call.moved = moved;
  asked_[fateBegin_[message] + part] = {call.message, call.part};
  if (call.aborted || fate(call.message, call.part) == PartFate::kRepeatedCall) {
    // The result has come after all: the repair goes.
    call.aborted = false;
    setFate(call.message, call.part, PartFate::kShown);
  } else if (!call.providerExecuted) {
    --units_[of(call.message)].openCalls;
  }
  if (!moved) return;
  units_[of(call.message)].moved = true;
  changed(call.message);
}

void Units::takeBack(uint32_t index) {
  Call& call = calls_[index];
  setFate(call.answerMessage, call.answerPart, PartFate::kDuplicateResult);
  asked_[fateBegin_[call.answerMessage] + call.answerPart] = {};
  changed(call.message);
  if (!call.providerExecuted) ++units_[of(call.message)].openCalls;
  call.answerMessage = kNone;
  call.moved = false;
}

void Units::retire(uint32_t index) {
  Call& call = calls_[index];
  if (!call.aborted) --units_[of(call.message)].openCalls;
  call.aborted = false;
  setFate(call.message, call.part, PartFate::kRepeatedCall);
}

void Units::name(const Transcript& transcript, uint32_t index, bool brings) {
  const Call& call = calls_[index];
  const auto [known, first] = callById_.try_emplace(call.id, Named{index, index, index});
  if (first) return;
  Named& named = known->second;
  const Call& shown = calls_[named.shown];
  const bool provider = call.providerExecuted;
  const bool done = shown.answerMessage != kNone;
  if (calls_[named.newest].message < blockBegin_ || shown.providerExecuted != provider ||
      (provider && !done && shown.message != call.message)) {
    if (shown.message != call.message) abort(named.shown);
    named = {index, index, index};
    return;
  }
  calls_[named.newest].repeat = index;
  named.newest = index;
  const bool newer = brings && !done && !provider && shown.message < call.message &&
                     sameInput(transcript, shown, call);
  if (!newer) return setFate(call.message, call.part, PartFate::kRepeatedCall);
  retire(named.shown);
  named.shown = index;
}

bool Units::repeated(PartRef request) const {
  const PartRef call = asked(request.message, request.part);
  return fate(call.message, call.part) == PartFate::kRepeatedCall;
}

bool Units::inBlock(const PartFacts& part) const {
  if (part.kind != PartKind::kToolCall || (part.flags & kProviderExecuted) != 0) return false;
  const auto found = callById_.find(part.callId);
  return found != callById_.end() && calls_[found->second.newest].message >= blockBegin_;
}

void Units::mergeFrom(uint32_t from) {
  if (size() > from + 1) changed(units_[from].begin);
  while (size() > from + 1) {
    units_[from].openCalls += units_.back().openCalls;
    units_[from].end = std::max(units_[from].end, units_.back().end);
    units_[from].asks = units_.back().asks;
    units_[from].moved |= units_.back().moved;
    units_[from].pinned |= units_.back().pinned;
    units_[from].priority |= units_.back().priority;
    units_.pop_back();
  }
  lastConversation_ = from;
  turnUnit_ = std::min(turnUnit_, from);
}

void Units::takeAssistant(const Transcript& transcript, uint32_t message) {
  const std::span<const PartFacts> parts = transcript.parts(message);
  requestGoesOn_ = false;
  const bool joins = !units_.empty() && units_.back().kind == UnitKind::kAssistant &&
                     units_.back().openCalls > 0 &&
                     transcript[message - 1].role == Role::kAssistant;
  if (!joins) {
    abortAll(clientCalls_);
    Unit unit;
    unit.begin = message;
    unit.kind = UnitKind::kAssistant;
    unit.role = Role::kAssistant;
    units_.push_back(unit);
  }
  lastConversation_ = size() - 1;
  units_.back().end = message + 1;
  units_.back().asks = false;
  if (message > blockBegin_ && transcript[message - 1].role != Role::kAssistant) {
    blockBegin_ = message;
  }

  const auto sealed = [&](uint32_t at) {
    return std::ranges::any_of(transcript.parts(at),
                               [](const PartFacts& part) { return (part.flags & kOpaque) != 0; });
  };
  // Calls stand next to their results where what led to them may stay behind.
  const bool mayMove = message == 0 || !sealed(message - 1) || sealed(message);
  const bool brings = mayMove && std::ranges::any_of(parts, [&](const PartFacts& part) {
                        return !isBlankText(part) && part.kind != PartKind::kReasoning &&
                               part.kind != PartKind::kApprovalRequest && !inBlock(part);
                      });
  for (uint32_t p = 0; p < parts.size(); ++p) {
    const PartFacts& part = parts[p];
    if (part.kind == PartKind::kToolCall && part.callId != 0) {
      Call call;
      call.id = part.callId;
      call.message = message;
      call.part = p;
      call.providerExecuted = (part.flags & kProviderExecuted) != 0;
      const uint32_t index = static_cast<uint32_t>(calls_.size());
      calls_.push_back(call);
      name(transcript, index, brings);
      if (fate(message, p) == PartFate::kRepeatedCall) continue;
      (call.providerExecuted ? providerCalls_ : clientCalls_).push_back(index);
      if (!call.providerExecuted) ++units_.back().openCalls;
      const auto early = early_.find(part.callId);
      if (early != early_.end() && !call.providerExecuted) {
        const auto [earlyMessage, earlyPart] = early->second;
        early_.erase(early);
        setFate(earlyMessage, earlyPart, PartFate::kMoved);
        answer(transcript, index, earlyMessage, earlyPart, true);
      }
    } else if (part.kind == PartKind::kToolResult && part.callId != 0) {
      const auto named = callById_.find(part.callId);
      if (named == callById_.end()) {
        setFate(message, p, PartFate::kOrphanResult);
        continue;
      }
      const uint32_t index = named->second.shown;
      if (calls_[index].answerMessage != kNone) {
        setFate(message, p, PartFate::kDuplicateResult);
        continue;
      }
      // Behind a user message it cannot be moved to its call, which is gone or answered.
      if (calls_[index].aborted) {
        setFate(message, p, PartFate::kOrphanResult);
        continue;
      }
      // A provider may answer in a later message of its own: both stay where they are, together.
      mergeFrom(of(calls_[index].message));
      answer(transcript, index, message, p, false);
    } else if (part.kind == PartKind::kApprovalRequest && part.callId != 0) {
      const auto found = callById_.find(part.callId);
      const auto before = approvals_.find(part.approvalId);
      const bool again = before != approvals_.end() && !repeated(before->second);
      if (again || found == callById_.end() ||
          of(calls_[found->second.shown].message) + 1 != size()) {
        setFate(message, p, PartFate::kOrphanApproval);
        continue;
      }
      const Call& call = calls_[found->second.shown];
      asked_[fateBegin_[message] + p] = {call.message, call.part};
      approvals_.insert_or_assign(part.approvalId, PartRef{message, p});
    }
  }
}

void Units::takeTool(const Transcript& transcript, uint32_t message) {
  const bool joins = !units_.empty() && units_.back().kind != UnitKind::kHost;
  if (!joins) {
    Unit unit;
    unit.begin = message;
    unit.kind = UnitKind::kStray;
    unit.role = Role::kTool;
    units_.push_back(unit);
  }
  units_.back().end = message + 1;

  const std::span<const PartFacts> parts = transcript.parts(message);
  units_.back().asks = std::ranges::any_of(parts, holdsUserWords);
  if (units_.back().asks) turnUnit_ = size() - 1;
  for (uint32_t p = 0; p < parts.size(); ++p) {
    const PartFacts& part = parts[p];
    if (part.kind == PartKind::kToolResult && part.callId != 0) {
      const auto known = callById_.find(part.callId);
      if (known == callById_.end()) {
        setFate(message, p, PartFate::kOrphanResult);
        early_.try_emplace(part.callId, message, p);
        continue;
      }
      Named& named = known->second;
      const uint32_t own = named.next;
      if (calls_[own].repeat != kNone) named.next = calls_[own].repeat;
      const Call& call = calls_[named.shown];
      const bool moved = of(call.message) + 1 != size() || call.message < blockBegin_;
      if (call.answerMessage != kNone) {
        const bool same = sameInput(transcript, call, calls_[own]);
        // A result before its call was a guess that one in its place disproves.
        const bool guess = !moved && call.answerMessage < call.message;
        const PartFacts& first = transcript.part(call.answerMessage, call.answerPart);
        const bool longer = !moved && !call.moved && same && tells(part) == tells(first) &&
                            part.units > first.units;
        const bool better = longer || (tells(part) && !tells(first));
        if (call.providerExecuted || !(guess || better)) {
          setFate(message, p, PartFate::kDuplicateResult);
          continue;
        }
        takeBack(named.shown);
        if (!same) {
          retire(named.shown);
          named.shown = own;
        }
      }
      const uint32_t index = named.shown;
      if (moved) setFate(message, p, PartFate::kMoved);
      answer(transcript, index, message, p, moved);
      if (!moved && !awaitsApproval()) endPassedCalls(calls_[index].message);
    } else if (part.kind == PartKind::kApprovalResponse) {
      const auto found = approvals_.find(part.approvalId);
      if (found == approvals_.end()) {
        setFate(message, p, PartFate::kOrphanApproval);
        continue;
      }
      asked_[fateBegin_[message] + p] = found->second;
      mergeFrom(of(found->second.message));
      approvals_.erase(found);
    }
  }
  if (!units_.back().asks) return;
  // What answers calls stands before the user's words, and no provider waits behind them.
  abortAll(clientCalls_);
  blockBegin_ = message + 1;
}

}  // namespace epitome
