/// Reads a range into bounded memory: previews are taken while the text passes, and what is kept
/// shrinks by the ladder that `NotesLimits::totalUnits` describes.
#include "summary/notes.h"

#include <algorithm>
#include <utility>

#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Units that stand for the memory of a part's and a message's fixed fields.
constexpr uint64_t kPartCost = 64;
constexpr uint64_t kMessageCost = 16;
/// Units that stay of a user message when newer ones need the room.
constexpr uint64_t kOldWordsUnits = 200;
/// The most that is quoted of one input or result: longer ones are dumps.
constexpr uint64_t kMaxToolUnits = 100'000;
/// After six halvings a result keeps 7 and 3 units: less says nothing. The agent's texts are halved
/// behind them, and keep 18 and 6 at the end.
constexpr uint32_t kMaxToolLevel = 6;
constexpr uint32_t kMaxLevel = kMaxToolLevel + 14;
/// Bytes.
constexpr size_t kMaxIdBytes = 128;
constexpr size_t kMaxNameBytes = 96;
/// Images and files of one result.
constexpr size_t kMostAttached = 4;
constexpr size_t kMaxContextParts = 64;
constexpr size_t kMaxOpeningMessages = 16;
constexpr uint32_t kMaxReserve = 4096;
/// Of a part behind the range, UTF-16 code units.
constexpr uint64_t kAfterHead = 240;
constexpr uint64_t kAfterTail = 80;

uint64_t costOf(const NotedPart& part) {
  return kPartCost + part.callId.size() + part.approvalId.size() + part.toolName.size() +
         part.media.type.size() + part.attached.size() * kPartCost + part.text.shown();
}

uint64_t costOf(const NotedMessage& message) {
  uint64_t cost = kMessageCost;
  for (const NotedPart& part : message.parts) cost += costOf(part);
  return cost;
}

/// Largest length <= `maxBytes` at which `text` is not cut inside a code point.
size_t clippedBytes(std::string_view text, size_t maxBytes) {
  if (text.size() <= maxBytes) return text.size();
  size_t bytes = maxBytes;
  while (bytes > 0 && (static_cast<uint8_t>(text[bytes]) & 0xC0) == 0x80) --bytes;
  return bytes;
}

void appendClipped(std::string& out, std::string_view piece, size_t maxBytes) {
  const size_t room = maxBytes - std::min(maxBytes, out.size());
  text::appendWellFormed(out, piece.substr(0, clippedBytes(piece, room)));
}

/// The preview that reading with `head` and `tail` would have left, provided that it was read with
/// at least as much; of a selection its beginning.
void trim(Preview& preview, uint64_t head, uint64_t tail) {
  const text::Reach kept = text::reach(preview.head, head);
  if (preview.whole()) {
    if (preview.units - kept.units <= tail) return;
    preview.tail = preview.head.substr(text::suffixStart(preview.head, tail));
  } else {
    preview.tail.erase(0, text::suffixStart(preview.tail, tail));
  }
  preview.head.resize(kept.bytes);
  preview.head.shrink_to_fit();
  preview.tail.shrink_to_fit();
}

bool isText(const NotedPart& part) { return part.kind == PartKind::kText; }

void add(Unread& unread, const NotedPart& part, uint64_t units) {
  if ((part.flags & kOpaque) != 0) return;
  (isText(part) ? unread.words : unread.tools) += units;
}

}  // namespace

bool Preview::whole() const { return tail.empty() && text::utf16Length(head) == units; }

uint64_t Preview::shown() const { return text::utf16Length(head) + text::utf16Length(tail); }

NotesLimits limitsWithin(std::span<const uint64_t> lengths, uint64_t room) {
  NotesLimits limits;
  limits.totalUnits *= 4;
  limits.textHead *= 4;
  limits.textTail *= 4;
  limits.userUnits *= 4;
  uint64_t most = 0;
  for (const uint64_t share : fairShares(lengths, room)) most = std::max(most, share);
  most = std::min(most, kMaxToolUnits);
  const auto widen = [most](uint32_t& head, uint32_t& tail) {
    const uint64_t usual = uint64_t{head} + tail;
    if (most <= usual) return;
    head = static_cast<uint32_t>(most * head / usual);
    tail = static_cast<uint32_t>(most) - head;
  };
  widen(limits.resultHead, limits.resultTail);
  widen(limits.inputHead, limits.inputTail);
  return limits;
}

NotesReader::NotesReader(NotesLimits limits) : limits_(limits), openingLeft_(limits.openingUnits) {}

void NotesReader::expect(uint32_t messages) {
  notes_.messages.reserve(std::min(messages, kMaxReserve));
}

void NotesReader::number(uint32_t position, bool opening) {
  if (inMessage_) endMessage();
  position_ = position;
  place_ = opening ? Place::kOpening : Place::kRange;
}

void NotesReader::after(uint32_t position) {
  number(position, false);
  place_ = Place::kAfter;
}

void NotesReader::beginMessage(Role role, uint16_t) {
  if (inMessage_) endMessage();
  inMessage_ = true;
  message_ = NotedMessage{};
  message_.number = position_;
  message_.role = role;
  // One message may not crowd out all others.
  wordsLeft_ = std::min<uint64_t>(limits_.userUnits, limits_.totalUnits / 4);
}

void NotesReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  if (!inMessage_) return;
  closePart();
  if (kind == PartKind::kReasoning) return;
  inPart_ = true;
  part_ = NotedPart{};
  part_.kind = kind;
  part_.flags = flags;
  part_.media.facts = media;
  const bool text = kind == PartKind::kText;
  userWords_ = (text && givesOrders(message_.role)) ||
               ((text || kind == PartKind::kToolResult) && (flags & kUserWords) != 0);
  usersOwn_ = userWords_ && text && message_.role != Role::kSystem;
  // Parts are as good as lines.
  if (usersOwn_) language_.update("\n");
  if (place_ == Place::kOpening) {
    span_ = {isText(part_) ? openingLeft_ : 0, 0};
  } else if (place_ == Place::kAfter) {
    const Span usual = spanOf(part_);
    span_ = {std::min(usual.head, kAfterHead), std::min(usual.tail, kAfterTail)};
  } else if (userWords_) {
    // What is said with a long paste stands before it, behind it or in a part of its own.
    const uint64_t most = wordsLeft_ - wordsLeft_ / 8;
    span_ = {most - most / 4, most / 4};
  } else {
    span_ = spanOf(part_);
  }
  headUnits_ = 0;
  headFull_ = false;
  pendingTail_.clear();
  idRest_ = text::Hasher();
  idCut_ = false;
}

void NotesReader::attachment(const MediaFacts& media) {
  if (!inPart_ || part_.kind != PartKind::kToolResult || (part_.flags & kHasMedia) == 0) return;
  ++part_.attachedCount;
  if (part_.attached.size() < kMostAttached) part_.attached.push_back({"", media});
}

NotesReader::Span NotesReader::spanOf(const NotedPart& part) const {
  if ((part.flags & kOpaque) != 0) return {};
  const uint32_t level = std::min(level_, kMaxToolLevel);
  switch (part.kind) {
    case PartKind::kText:
      return {limits_.textHead >> (level_ - level), limits_.textTail >> (level_ - level)};
    case PartKind::kToolResult:
      return {limits_.resultHead >> level, limits_.resultTail >> level};
    case PartKind::kToolCall:
    case PartKind::kMedia:
    case PartKind::kApprovalRequest:
    case PartKind::kApprovalResponse:
      return {limits_.inputHead >> level, limits_.inputTail >> level};
    case PartKind::kReasoning:
    case PartKind::kCustom:
      return {};
  }
  return {};
}

void NotesReader::fieldPiece(Field field, std::string_view utf8) {
  if (!inPart_) return;
  switch (field) {
    case Field::kCallId:
      keepId(utf8);
      break;
    case Field::kToolName:
      appendClipped(part_.toolName, utf8, kMaxNameBytes);
      break;
    case Field::kMediaType:
      if (part_.attachedCount <= part_.attached.size()) {
        appendClipped((part_.attached.empty() ? part_.media : part_.attached.back()).type, utf8,
                      kMaxNameBytes);
      }
      break;
    case Field::kText:
      if (usersOwn_) language_.update(utf8);
      if (userWords_) {
        keep(utf8);
      } else {
        runs_.update(utf8, [this](std::string_view span) { keep(span); });
      }
      break;
    case Field::kApprovalId:
      appendClipped(part_.approvalId, utf8, kMaxIdBytes);
      break;
  }
}

void NotesReader::keepId(std::string_view piece) {
  if (!idCut_) {
    const size_t room = kMaxIdBytes - std::min(kMaxIdBytes, part_.callId.size());
    const size_t bytes = clippedBytes(piece, room);
    text::appendWellFormed(part_.callId, piece.substr(0, bytes));
    piece.remove_prefix(bytes);
    idCut_ = !piece.empty();
  }
  idRest_.update(piece);
}

void NotesReader::keep(std::string_view text) {
  part_.text.units += text::utf16Length(text);
  if (!headFull_) {
    const text::Reach head = text::reach(text, span_.head - headUnits_);
    text::appendWellFormed(part_.text.head, text.substr(0, head.bytes));
    headUnits_ += head.units;
    text.remove_prefix(head.bytes);
    headFull_ = !text.empty();
  }
  if (text.empty() || span_.tail == 0) return;
  const size_t start = text::suffixStart(text, span_.tail);
  if (start > 0) {
    pendingTail_.assign(text.substr(start));
    return;
  }
  pendingTail_.append(text);
  // A unit is at most three bytes; twice that keeps the erasures few.
  if (pendingTail_.size() > 6 * span_.tail) {
    pendingTail_.erase(0, text::suffixStart(pendingTail_, span_.tail));
  }
}

void NotesReader::closePart() {
  if (!inPart_) return;
  inPart_ = false;
  runs_.finish([this](std::string_view span) { keep(span); });
  if (idCut_) part_.callId += '~' + text::hexOf(idRest_.digest());
  closePreview();
  if (place_ == Place::kRange) {
    addPart();
  } else {
    addContextPart();
  }
}

void NotesReader::closePreview() {
  Preview& preview = part_.text;
  const uint64_t rest = preview.units - headUnits_;
  if (rest <= span_.tail) {
    text::appendWellFormed(preview.head, pendingTail_);
  } else {
    const size_t start = text::suffixStart(pendingTail_, span_.tail);
    text::appendWellFormed(preview.tail, std::string_view(pendingTail_).substr(start));
  }
  preview.head.shrink_to_fit();
}

void NotesReader::addContextPart() {
  if (message_.parts.size() >= kMaxContextParts) {
    ++message_.partsLeftOut;
    return;
  }
  if (place_ == Place::kOpening) openingLeft_ -= std::min(openingLeft_, headUnits_);
  message_.parts.push_back(std::move(part_));
}

void NotesReader::addPart() {
  const uint64_t units = part_.text.units;
  if (userWords_) wordsLeft_ -= std::min(wordsLeft_, std::min(units, span_.head + span_.tail));
  const bool words = userWords_;
  const uint64_t cost = costOf(part_);
  message_.parts.push_back(std::move(part_));
  if (fits(cost, givesOrders(message_.role))) return;
  // Halving may have shortened it since.
  const uint64_t left = costOf(message_.parts.back());
  cost_ -= left;
  if (givesOrders(message_.role)) userCost_ -= left;
  add(notes_.leftOut, message_.parts.back(), units);
  message_.parts.pop_back();
  ++message_.partsLeftOut;
  if (!words) return;
  // The words that stay must not pass for the whole message.
  const auto last = std::find_if(message_.parts.rbegin(), message_.parts.rend(), isText);
  if (last != message_.parts.rend()) last->text.units += units;
}

void NotesReader::endMessage() {
  if (!inMessage_) return;
  closePart();
  if (message_.role == Role::kUser || usersOwn_) language_.finish();
  usersOwn_ = false;
  if (place_ == Place::kAfter) {
    endAfter();
    return;
  }
  if (place_ == Place::kOpening) {
    inMessage_ = false;
    if (notes_.opening.size() < kMaxOpeningMessages) notes_.opening.push_back(std::move(message_));
    return;
  }
  const bool user = givesOrders(message_.role);
  const bool held = fits(kMessageCost, user);
  inMessage_ = false;
  if (held) {
    message_.parts.shrink_to_fit();
    notes_.messages.push_back(std::move(message_));
    return;
  }
  const uint64_t left = costOf(message_);
  cost_ -= left;
  if (user) userCost_ -= left;
  if (user) ++notes_.userMessagesLeftOut;
  for (const NotedPart& part : message_.parts) add(notes_.leftOut, part, part.text.units);
}

void NotesReader::endAfter() {
  inMessage_ = false;
  std::vector<NotedMessage>& after = notes_.after;
  afterCost_ += costOf(message_);
  after.push_back(std::move(message_));
  // The newest stay. Each takes some of the room, so that there are never many.
  while (afterCost_ > limits_.afterUnits && !after.empty()) {
    afterCost_ -= costOf(after.front());
    after.erase(after.begin());
  }
}

/// Books `cost` and makes room for it; false when there is none to make.
bool NotesReader::fits(uint64_t cost, bool user) {
  cost_ += cost;
  if (user) userCost_ += cost;
  while (cost_ > limits_.totalUnits) {
    if (level_ < kMaxToolLevel && halveLimits()) continue;
    if (!shortenOldWords() && !halveLimits() && !evictOldest()) return false;
  }
  return true;
}

bool NotesReader::shortenOldWords() {
  if (userCost_ <= limits_.totalUnits / 2) return false;
  // Well below the line, so that the next pass over the messages is far away.
  const uint64_t enough = limits_.totalUnits * 3 / 8;
  bool changed = false;
  for (NotedMessage& message : notes_.messages) {
    if (userCost_ <= enough) break;
    if (!givesOrders(message.role)) continue;
    uint64_t room = kOldWordsUnits;
    for (NotedPart& part : message.parts) {
      if (!isText(part)) continue;
      const uint64_t before = costOf(part);
      trim(part.text, room - room / 4, room / 4);
      room -= part.text.shown();
      const uint64_t after = costOf(part);
      cost_ -= before - after;
      userCost_ -= before - after;
      changed = changed || after < before;
    }
  }
  return changed;
}

bool NotesReader::halveLimits() {
  if (level_ == kMaxLevel) return false;
  ++level_;
  const auto shorten = [this](NotedMessage& message) {
    for (NotedPart& part : message.parts) {
      if ((givesOrders(message.role) && isText(part)) || (part.flags & kUserWords) != 0) continue;
      const uint64_t before = costOf(part);
      const Span span = spanOf(part);
      trim(part.text, span.head, span.tail);
      const uint64_t saved = before - costOf(part);
      cost_ -= saved;
      if (givesOrders(message.role)) userCost_ -= saved;
    }
  };
  for (NotedMessage& message : notes_.messages) shorten(message);
  if (inMessage_) shorten(message_);
  return true;
}

bool NotesReader::evictOldest() {
  size_t first = 0;
  uint64_t protectedCost = 0;
  for (; first < notes_.messages.size(); ++first) {
    protectedCost += costOf(notes_.messages[first]);
    if (protectedCost > limits_.totalUnits / 8) break;
  }
  // A quarter at a time: each message is passed over a bounded number of times.
  uint64_t excess = cost_ - limits_.totalUnits / 4 * 3;
  const size_t before = notes_.messages.size();
  evict(first, false, excess);
  evict(first, true, excess);
  return notes_.messages.size() < before;
}

/// Drops messages from `first` on, oldest first, until `excess` is gone.
void NotesReader::evict(size_t first, bool users, uint64_t& excess) {
  std::vector<NotedMessage>& messages = notes_.messages;
  size_t kept = first;
  for (size_t i = first; i < messages.size(); ++i) {
    if (excess > 0 && (givesOrders(messages[i].role)) == users) {
      const uint64_t cost = costOf(messages[i]);
      excess -= std::min(excess, cost);
      cost_ -= cost;
      for (const NotedPart& part : messages[i].parts) add(notes_.leftOut, part, part.text.units);
      if (users) {
        userCost_ -= cost;
        ++notes_.userMessagesLeftOut;
      }
      continue;
    }
    if (kept != i) messages[kept] = std::move(messages[i]);
    ++kept;
  }
  if (kept < messages.size())
    messages.erase(messages.begin() + static_cast<ptrdiff_t>(kept), messages.end());
}

RangeNotes NotesReader::take() {
  if (inMessage_) endMessage();
  RangeNotes notes = std::move(notes_);
  notes.language = language_.language();
  *this = NotesReader(limits_);
  return notes;
}

}  // namespace epitome
