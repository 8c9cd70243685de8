#include "edits/view.h"

#include <algorithm>

#include "tokens/counter.h"

namespace epitome {
namespace {

/// Tokens of a part as the view shows it.
uint32_t partTokens(const PartFacts& part, const Edit* edit) {
  if (edit == nullptr) return part.tokens;
  // No edit makes a part larger, whatever a saved state says of it.
  const uint32_t gone = tokensReplaced(edit->kind, part);
  return part.tokens - gone + std::min(edit->tokens, gone);
}

/// Of a message's own braces and names, and of a placeholder with the part around it.
constexpr int64_t kMessageBytes = 60;
constexpr int64_t kPlaceholderBytes = 400;

/// Adds a part as the view shows it; `edit` may be null.
void addPart(const Transcript& transcript, const PartRef& place, const Edit* edit, ViewSize& size) {
  const PartFacts& part = transcript.part(place.message, place.part);
  const int64_t rest = int64_t{part.bytes} - part.mediaBytes;
  if (edit == nullptr) {
    size.bytes += part.bytes;
    if (isClearableMedia(transcript, place.message, place.part)) size.mediaBytes += part.mediaBytes;
    size.images += part.images;
    size.largeImages += part.largeImages;
  } else if (edit->kind == EditKind::kTrim) {
    const int64_t units = std::max<int64_t>(1, part.units);
    size.bytes += kPlaceholderBytes + rest * std::min<int64_t>(edit->length(), units) / units;
  } else {
    size.bytes += kPlaceholderBytes + (edit->kind == EditKind::kMedia ? rest : 0);
  }
}

/// What becomes of a part that the view shows; `edit` may be null.
ChangeKind changeOf(const PartFacts& part, const Edit* edit) {
  if (edit == nullptr) return isMended(part) ? ChangeKind::kMend : ChangeKind::kAsIs;
  switch (edit->kind) {
    case EditKind::kTrim:
      return ChangeKind::kCut;
    case EditKind::kDrop:
      return ChangeKind::kRemove;
    case EditKind::kClear:
    case EditKind::kPoint:
    case EditKind::kOutdated:
    case EditKind::kMedia:
      break;
  }
  return ChangeKind::kReplace;
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
  // Signed reasoning alone is left as the host has it, but never made by taking away what it led
  // to.
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
    const Edit* edit = nullptr;
    ChangeKind change = ChangeKind::kAsIs;
    if (source.removed(message, p)) {
      change = ChangeKind::kRemove;
    } else {
      const PartFacts& part = transcript.part(message, p);
      edit = source.editOf(message, p);
      change = changeOf(part, edit);
      tokens += partTokens(part, edit);
    }
    if (change != ChangeKind::kAsIs && view != nullptr) {
      view->changes.push_back({p, change, edit});
    }
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
      const PartFacts& part = source.transcript->part(last.message, last.part);
      const Edit* edit = source.editOf(last.message, last.part);
      tokens += partTokens(part, edit);
      if (view == nullptr) continue;
      view->changes.push_back({last.part, changeOf(part, edit), edit});
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
      if (view != nullptr) view->changes.push_back({call.part, ChangeKind::kAsIs, nullptr});
    }
    if (any && view != nullptr) push(*view, ViewOp::kAborted, m, firstChange);
  }
  return tokens;
}

/// A block so far.
struct Block {
  /// A call has its result elsewhere, or nowhere; one has it behind the block, or waits.
  bool mends = false;
  bool waits = false;
  bool thinks = false;

  void add(const ViewSource& source, uint32_t message) {
    thinks |= ((*source.transcript)[message].flags & kThinks) != 0;
    for (const Call& call : source.units->callsOf(message)) {
      if (call.providerExecuted || source.removed(message, call.part)) continue;
      (call.aborted || call.moved ? mends : waits) = true;
    }
  }

  /// Whether its answers stand before `next`: some providers want them right behind their calls.
  /// Not where what goes on would lose the thought that it begins with.
  bool endsBefore(const MessageFacts& next) const {
    return mends && !waits && (!thinks || (next.flags & kThinks) != 0);
  }
};

uint32_t walkUnit(const ViewSource& source, uint32_t index, View* view) {
  const Unit& unit = (*source.units)[index];
  const bool cut = source.folded(unit.begin);
  const uint32_t begin = cut ? std::min(source.foldEnd, unit.end) : unit.begin;
  uint32_t tokens = 0;
  uint32_t blockBegin = begin;
  Block block;
  for (uint32_t m = begin; m < unit.end; ++m) {
    tokens += showMessage(source, m, view);
    block.add(source, m);
    if (m + 1 < unit.end) {
      const Role role = (*source.transcript)[m].role;
      const bool goesOn = role == Role::kAssistant && (*source.transcript)[m + 1].role == role;
      if (goesOn && !block.endsBefore((*source.transcript)[m + 1])) continue;
    }
    tokens += showAnswers(source, blockBegin, m + 1, view);
    blockBegin = m + 1;
    block = {};
  }
  return tokens;
}

}  // namespace

bool contains(std::span<const StaleRange> ranges, uint32_t message) {
  return std::ranges::any_of(ranges, [message](const StaleRange& range) {
    return message >= range.begin && message < range.end;
  });
}

void View::clear() {
  items.clear();
  changes.clear();
}

std::span<const PartChange> View::changesOf(const ViewItem& item) const {
  return std::span<const PartChange>(changes).subspan(item.firstChange, item.changeCount);
}

bool ViewSource::folded(uint32_t message) const {
  return message >= foldBegin && message < foldEnd && !stays(units->of(message));
}

bool ViewSource::stays(uint32_t unit) const {
  const Unit& shown = (*units)[unit];
  return shown.pinned || left.holds(shown.begin) || std::ranges::binary_search(held, shown.begin);
}

bool ViewSource::answers(const Call& call) const {
  return !folded(call.message) && (call.moved || !folded(call.answerMessage));
}

bool ViewSource::removed(uint32_t message, uint32_t part) const {
  if (units->fate(message, part) != PartFate::kShown) return true;
  const bool reasoning = transcript->part(message, part).kind == PartKind::kReasoning;
  if (reasoning && (isStale(message) || editOf(message, part) != nullptr)) return true;
  const PartRef asked = units->asked(message, part);
  if (asked.message == kNone) return false;
  return folded(asked.message) || removed(asked.message, asked.part);
}

const Edit* ViewSource::editOf(uint32_t message, uint32_t part) const {
  const PartKind kind = transcript->part(message, part).kind;
  const bool editable =
      kind == PartKind::kToolResult || kind == PartKind::kReasoning || kind == PartKind::kMedia;
  if (edits->empty() || !editable) return nullptr;
  const auto found = edits->find(keyOf(*transcript, message, part));
  if (found == edits->end()) return nullptr;
  const Edit& edit = found->second;
  if (numberOf(message) > edit.upTo || !fits(edit.kind, *transcript, message, part)) {
    return nullptr;
  }
  if ((*units)[units->of(message)].pinned && !edit.current) return nullptr;
  // A history that was cut back may be in a turn again that was finished, or its request be the
  // current one again.
  if (kind == PartKind::kMedia && !edit.current && units->currentRequest().holds(message)) {
    return nullptr;
  }
  if (edit.kind == EditKind::kDrop && units->of(message) >= units->turnUnit()) return nullptr;
  if (!edit.namesAnother()) return &edit;
  // A chain of pointers would lead nowhere once its last one is folded.
  const Call* target = units->answered(edit.target);
  if (target == nullptr || !answers(*target)) return nullptr;
  const uint64_t told = transcript->part(target->answerMessage, target->answerPart).textHash;
  const bool itself = target->answerMessage == message && target->answerPart == part;
  // A saved state may name any result.
  const bool other = told != transcript->part(message, part).textHash;
  if (itself || (edit.kind == EditKind::kPoint && other)) return nullptr;
  const auto next = edits->find(keyOf(*transcript, target->answerMessage, target->answerPart));
  const bool leadsOn = next != edits->end() && next->second.kind != EditKind::kTrim &&
                       next->second.kind != EditKind::kMedia;
  return leadsOn ? nullptr : &edit;
}

void ViewSize::operator+=(const ViewSize& other) {
  bytes += other.bytes;
  mediaBytes += other.mediaBytes;
  images += other.images;
  largeImages += other.largeImages;
}

ViewSize sizeOf(const Transcript& transcript, uint32_t begin, uint32_t end) {
  ViewSize size;
  for (uint32_t m = begin; m < end; ++m) {
    size.bytes += kMessageBytes;
    for (uint32_t p = 0; p < transcript[m].partCount; ++p) {
      addPart(transcript, {m, p}, nullptr, size);
    }
  }
  return size;
}

ViewSize sizeOf(const Transcript& transcript, const View& view) {
  ViewSize size;
  for (const ViewItem& item : view.items) {
    const std::span<const PartChange> changes = view.changesOf(item);
    if (item.op == ViewOp::kSegments) continue;
    if (item.op == ViewOp::kHost) {
      size += sizeOf(transcript, item.message, item.message + item.count);
      continue;
    }
    size.bytes += kMessageBytes;
    if (item.op == ViewOp::kAborted) {
      size.bytes += kPlaceholderBytes * static_cast<int64_t>(changes.size());
      continue;
    }
    auto change = changes.begin();
    for (uint32_t p = 0; p < transcript[item.message].partCount; ++p) {
      const bool named = change != changes.end() && change->part == p;
      const bool shown = named ? change->kind != ChangeKind::kRemove : item.op == ViewOp::kEdited;
      if (shown) addPart(transcript, {item.message, p}, named ? change->edit : nullptr, size);
      if (named) ++change;
    }
  }
  return size;
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
    bool empty = facts.partCount == 0 && (facts.flags & kMessageFaulty) == 0;
    for (uint32_t p = 0; p < facts.partCount; ++p) {
      const PartFacts& part = source.transcript->part(m, p);
      if (isMended(part)) {
        if ((part.flags & kIllFormed) != 0) out.push_back({RepairKind::kIllFormedText, m});
        if ((part.flags & kInvalidInput) != 0) out.push_back({RepairKind::kInvalidInput, m});
      }
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
        case PartFate::kRepeatedCall:
          out.push_back({RepairKind::kRepeatedCall, m});
          break;
        case PartFate::kSaysNothing:
          empty = true;
          break;
      }
    }
    if (empty) out.push_back({RepairKind::kEmptyMessage, m});
    for (const Call& call : source.units->callsOf(m)) {
      if (call.aborted && !call.providerExecuted) out.push_back({RepairKind::kAbortedCall, m});
    }
  }
}

}  // namespace epitome
