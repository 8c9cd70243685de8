#include "edits/view.h"

#include <algorithm>

#include "tokens/counter.h"

namespace epitome {
namespace {

/// Tokens of a part as the view shows it.
uint32_t partTokens(const PartFacts& part, const Trim* trim) {
  return trim == nullptr ? part.tokens : part.tokens - part.textTokens + trim->tokens;
}

void push(View& view, ViewOp op, uint32_t message, uint32_t firstChange) {
  ViewItem item;
  item.op = op;
  item.message = message;
  item.firstChange = firstChange;
  item.changeCount = static_cast<uint32_t>(view.changes.size()) - firstChange;
  view.items.push_back(item);
}

void pushHost(View& view, uint32_t message) {
  if (!view.items.empty()) {
    ViewItem& last = view.items.back();
    if (last.op == ViewOp::kHost && last.message + last.count == message) {
      ++last.count;
      return;
    }
  }
  push(view, ViewOp::kHost, message, static_cast<uint32_t>(view.changes.size()));
}

/// A message that would carry nothing to the model once its removed parts are gone.
bool hollow(const ViewSource& source, uint32_t message) {
  bool reasoning = false;
  bool removed = false;
  for (uint32_t p = 0; p < (*source.transcript)[message].partCount; ++p) {
    if (source.removed(message, p)) {
      removed = true;
    } else if (source.transcript->part(message, p).kind == PartKind::kReasoning) {
      reasoning = true;
    } else {
      return false;
    }
  }
  // Reasoning alone is left as the host has it, but never made by taking away what it led to.
  return !reasoning || removed;
}

uint32_t showMessage(const ViewSource& source, uint32_t message, View* view) {
  const Transcript& transcript = *source.transcript;
  const MessageFacts& facts = transcript[message];
  if ((facts.flags & kMessageFaulty) != 0) {
    if (view != nullptr) pushHost(*view, message);
    uint32_t tokens = facts.envelope;
    for (const PartFacts& part : transcript.parts(message)) tokens += part.tokens;
    return tokens;
  }
  if (hollow(source, message)) return 0;
  uint32_t tokens = facts.envelope;
  const uint32_t firstChange = view != nullptr ? static_cast<uint32_t>(view->changes.size()) : 0;
  for (uint32_t p = 0; p < facts.partCount; ++p) {
    if (source.removed(message, p)) {
      if (view != nullptr) view->changes.push_back({p, nullptr});
      continue;
    }
    const Trim* trim = source.trimOf(message, p);
    if (trim != nullptr && view != nullptr) view->changes.push_back({p, trim});
    tokens += partTokens(transcript.part(message, p), trim);
  }
  if (view != nullptr) {
    if (view->changes.size() == firstChange) {
      pushHost(*view, message);
    } else {
      push(*view, ViewOp::kEdited, message, firstChange);
    }
  }
  return tokens;
}

/// Results that the host has elsewhere or nowhere, behind the calls of messages [begin, end).
uint32_t showAnswers(const ViewSource& source, uint32_t begin, uint32_t end, View* view) {
  uint32_t tokens = 0;
  for (uint32_t m = begin; m < end; ++m) {
    const std::span<const Call> calls = source.units->callsOf(m);
    // Results that stand side by side in one message move together.
    PartRef last;
    for (const Call& call : calls) {
      if (!call.moved) continue;
      const bool together = call.answerMessage == last.message && call.answerPart > last.part;
      last = {call.answerMessage, call.answerPart};
      const Trim* trim = source.trimOf(last.message, last.part);
      tokens += partTokens(source.transcript->part(last.message, last.part), trim);
      if (view == nullptr) continue;
      view->changes.push_back({last.part, trim});
      if (together) {
        ++view->items.back().changeCount;
      } else {
        push(*view, ViewOp::kPick, last.message, static_cast<uint32_t>(view->changes.size()) - 1);
      }
    }
    const uint32_t firstChange = view != nullptr ? static_cast<uint32_t>(view->changes.size()) : 0;
    bool any = false;
    for (const Call& call : calls) {
      if (!call.aborted || call.providerExecuted) continue;
      any = true;
      tokens += source.transcript->part(m, call.part).nameTokens;
      tokens += source.abortedTokens;
      if (view != nullptr) view->changes.push_back({call.part, nullptr});
    }
    if (any && view != nullptr) push(*view, ViewOp::kAborted, m, firstChange);
  }
  return tokens;
}

uint32_t walkUnit(const ViewSource& source, uint32_t index, View* view) {
  const Unit& unit = (*source.units)[index];
  const bool cut = unit.begin >= source.foldBegin && unit.begin < source.foldEnd;
  const uint32_t begin = cut ? std::min(source.foldEnd, unit.end) : unit.begin;
  uint32_t tokens = 0;
  uint32_t blockBegin = begin;
  for (uint32_t m = begin; m < unit.end; ++m) {
    tokens += showMessage(source, m, view);
    if (m + 1 < unit.end) {
      const Role next = (*source.transcript)[m + 1].role;
      const bool goesOn =
          next == Role::kTool || (next == Role::kAssistant && (*source.transcript)[m].role == next);
      if (goesOn) continue;
    }
    tokens += showAnswers(source, blockBegin, m + 1, view);
    blockBegin = m + 1;
  }
  return tokens;
}

}  // namespace

void View::clear() {
  items.clear();
  changes.clear();
}

std::span<const PartChange> View::changesOf(const ViewItem& item) const {
  return std::span<const PartChange>(changes).subspan(item.firstChange, item.changeCount);
}

bool ViewSource::removed(uint32_t message, uint32_t part) const {
  if (units->fate(message, part) != PartFate::kShown) return true;
  const PartRef asked = units->asked(message, part);
  if (asked.message == kNone) return false;
  const bool folded = asked.message >= foldBegin && asked.message < foldEnd;
  return folded || removed(asked.message, asked.part);
}

const Trim* ViewSource::trimOf(uint32_t message, uint32_t part) const {
  if (trims->empty()) return nullptr;
  const PartFacts& facts = transcript->part(message, part);
  if (facts.kind != PartKind::kToolResult) return nullptr;
  const auto found = trims->find({facts.callId, facts.textHash});
  return found != trims->end() ? &found->second : nullptr;
}

uint32_t showUnit(const ViewSource& source, uint32_t unit, View& view) {
  return walkUnit(source, unit, &view);
}

uint32_t unitTokens(const ViewSource& source, uint32_t unit) {
  return walkUnit(source, unit, nullptr);
}

void repairsOf(const ViewSource& source, uint32_t index, std::vector<RepairNote>& out) {
  const Unit& unit = (*source.units)[index];
  for (uint32_t m = unit.begin; m < unit.end; ++m) {
    const MessageFacts& facts = (*source.transcript)[m];
    const bool empty = facts.partCount == 0 && (facts.flags & kMessageFaulty) == 0;
    if (empty) out.push_back({RepairKind::kEmptyMessage, m});
    for (uint32_t p = 0; p < facts.partCount; ++p) {
      switch (source.units->fate(m, p)) {
        case PartFate::kShown:
          break;
        case PartFate::kMoved:
          out.push_back({RepairKind::kLateResult, m});
          break;
        case PartFate::kOrphanResult:
          out.push_back({RepairKind::kOrphanResult, m});
          break;
        case PartFate::kDuplicateResult:
          out.push_back({RepairKind::kDuplicateResult, m});
          break;
        case PartFate::kOrphanApproval:
          out.push_back({RepairKind::kOrphanApproval, m});
          break;
        case PartFate::kProviderCall:
          out.push_back({RepairKind::kProviderCall, m});
          break;
        case PartFate::kEmptyText:
          out.push_back({RepairKind::kEmptyMessage, m});
          break;
      }
    }
    for (const Call& call : source.units->callsOf(m)) {
      if (call.aborted && !call.providerExecuted) out.push_back({RepairKind::kAbortedCall, m});
    }
  }
}

}  // namespace epitome
