#include "session/reading.h"

#include <algorithm>

#include "transcript/transcript.h"

namespace epitome {
namespace {

/// Longest text, in bytes, whose shortened copy gets a fingerprint.
constexpr size_t kMostKept = 1U << 20U;

}  // namespace

void TrimReader::beginMessage(Role, uint16_t) {
  part_ = 0;
  current_ = nullptr;
}

void TrimReader::beginPart(PartKind, uint16_t flags, const MediaFacts&) {
  closePart();
  const auto found = std::ranges::find_if(
      plans_, [&](const TrimPlan& plan) { return plan.message == message_ && plan.part == part_; });
  ++part_;
  if (found == plans_.end()) return;
  current_ = &*found;
  finder_ = text::CutFinder(current_->headUnits, current_->tailStartUnits, (flags & kJson) != 0);
  callId_ = text::Hasher();
  textHash_ = text::Hasher();
  hasCallId_ = false;
  kept_.clear();
  keeps_ = true;
}

void TrimReader::fieldPiece(Field field, std::string_view utf8) {
  if (current_ == nullptr) return;
  if (field == Field::kCallId) {
    callId_.update(utf8);
    hasCallId_ = true;
  }
  if (field != Field::kText) return;
  finder_.update(utf8);
  textHash_.update(utf8);
  keeps_ = keeps_ && kept_.size() + utf8.size() <= kMostKept;
  if (keeps_) kept_.append(utf8);
}

void TrimReader::closePart() {
  if (current_ == nullptr) return;
  current_ = nullptr;
  Trim trim;
  trim.callId = hasCallId_ ? idFingerprint(callId_) : 0;
  trim.textHash = textHash_.digest();
  trim.headEnd = static_cast<uint32_t>(finder_.headEnd());
  trim.tailStart = static_cast<uint32_t>(finder_.tailStart());
  trim.total = static_cast<uint32_t>(finder_.length());
  if (trim.tailStart < trim.headEnd) trim.tailStart = trim.headEnd;
  if (keeps_) {
    std::string copy = kept_.substr(0, text::prefixBytes(kept_, trim.headEnd));
    copy += trimMarker(trim.kept(), trim.total);
    copy += kept_.substr(text::suffixStart(kept_, trim.total - trim.tailStart));
    trim.copyHash = text::hashOf(copy);
  }
  kept_.clear();
  found_.push_back(trim);
}

void TrimReader::endMessage() { closePart(); }

RangeReader::RangeReader(std::vector<Entry> entries, std::vector<TrimPlan> trims)
    : entries_(std::move(entries)) {
  notes_.expect(static_cast<uint32_t>(
      std::ranges::count_if(entries_, [](const Entry& entry) { return entry.range; })));
  trims_.plan(std::move(trims));
}

std::vector<uint32_t> RangeReader::messages() const {
  std::vector<uint32_t> list;
  list.reserve(entries_.size());
  for (const Entry& entry : entries_) list.push_back(entry.message);
  return list;
}

bool RangeReader::toNotes() const {
  return next_ < entries_.size() && (entries_[next_].range || entries_[next_].opening);
}

bool RangeReader::toTrims() const { return next_ < entries_.size() && entries_[next_].trim; }

void RangeReader::beginMessage(Role role, uint16_t flags) {
  if (toNotes()) {
    notes_.number(entries_[next_].number, entries_[next_].opening);
    notes_.beginMessage(role, flags);
  }
  if (toTrims()) {
    trims_.at(entries_[next_].message);
    trims_.beginMessage(role, flags);
  }
}

void RangeReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  if (toNotes()) notes_.beginPart(kind, flags, media);
  if (toTrims()) trims_.beginPart(kind, flags, media);
}

void RangeReader::fieldPiece(Field field, std::string_view utf8) {
  if (toNotes()) notes_.fieldPiece(field, utf8);
  if (toTrims()) trims_.fieldPiece(field, utf8);
}

void RangeReader::endMessage() {
  if (toNotes()) notes_.endMessage();
  if (toTrims()) trims_.endMessage();
  if (next_ < entries_.size()) ++next_;
}

}  // namespace epitome
