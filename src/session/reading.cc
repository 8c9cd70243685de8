#include "session/reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/json_cut.h"
#include "transcript/transcript.h"

namespace epitome {

void TrimReader::beginMessage(Role, uint16_t) {
  part_ = 0;
  current_ = nullptr;
}

void TrimReader::beginPart(PartKind kind, uint16_t, const MediaFacts&) {
  closePart();
  const std::pair place(message_, part_++);
  const auto found = std::ranges::lower_bound(
      plans_, place, {}, [](const EditPlan& plan) { return std::pair(plan.message, plan.part); });
  if (found == plans_.end() || std::pair(found->message, found->part) != place ||
      found->kind != EditKind::kTrim) {
    return;
  }
  current_ = &*found;
  input_ = kind == PartKind::kToolCall;
  json_.clear();
  finder_ = text::SafeCut(current_->headUnits, current_->tailStartUnits);
  callId_ = text::Hasher();
  textHash_ = text::Hasher();
  hasCallId_ = false;
  whole_ = head_ = tail_ = TextEstimator(family_);
}

void TrimReader::fieldPiece(Field field, std::string_view utf8) {
  if (current_ == nullptr) return;
  if (field == Field::kCallId) {
    callId_.update(utf8);
    hasCallId_ = true;
  }
  if (field != Field::kText) return;
  if (input_) json_ += utf8;
  // Where the planned cuts are: the safe ones only ever keep less.
  const uint64_t before = whole_.units();
  const auto upTo = [&](uint64_t units) {
    return units > before ? text::prefixBytes(utf8, units - before) : 0;
  };
  head_.update(utf8.substr(0, upTo(current_->headUnits)));
  tail_.update(utf8.substr(upTo(current_->tailStartUnits)));
  whole_.update(utf8);
  finder_.update(utf8);
  textHash_.update(utf8);
}

void TrimReader::closePart() {
  if (current_ == nullptr) return;
  if (input_) return closeInput();
  current_ = nullptr;
  const auto total = static_cast<uint32_t>(finder_.length());
  const auto headEnd = static_cast<uint32_t>(finder_.headEnd());
  const auto tailStart = std::max(headEnd, static_cast<uint32_t>(finder_.tailStart()));
  FoundTrim found;
  found.key = {hasCallId_ ? idFingerprint(callId_) : 0, textHash_.digest()};
  found.edit.total = total;
  found.edit.handle = firstHandle_ == 0 ? 0 : firstHandle_ + message_;
  found.edit.cut = headAndTail(headEnd, tailStart, total, found.edit.handle);
  found.edit.tokens = head_.tokens() + tail_.tokens() + tokensOfText(found.edit.cut.text, family_);
  keep(std::move(found));
}

/// The planned lengths say how much may stay; where the cut is, the JSON says.
void TrimReader::closeInput() {
  const EditPlan& plan = *std::exchange(current_, nullptr);
  const std::optional<text::JsonCut> place = text::jsonCut(json_, plan.stay());
  if (!place) return;
  FoundTrim found;
  found.key =
      textKeyOf(PartKind::kToolCall, hasCallId_ ? idFingerprint(callId_) : 0, textHash_.digest());
  Edit& edit = found.edit;
  edit.total = static_cast<uint32_t>(whole_.units());
  edit.handle = firstHandle_ == 0 ? 0 : firstHandle_ + message_;
  edit.input = true;
  edit.closing = place->closing;
  const std::string_view json = json_;
  const std::string_view head = json.substr(0, place->from);
  const std::string_view tail = json.substr(place->to);
  const auto from = static_cast<uint32_t>(text::utf16Length(head));
  const auto to = edit.total - static_cast<uint32_t>(text::utf16Length(tail));
  edit.cut = inputCut(from, to, edit.total, edit.handle, edit.closing);
  edit.tokens = tokensOfText(head, family_) + tokensOfText(tail, family_) +
                tokensOfText(edit.cut.text, family_);
  keep(std::move(found));
}

void TrimReader::keep(FoundTrim found) {
  // A text that changed since it was planned may have nothing left to lose.
  if (found.edit.tokens < whole_.tokens()) found_.push_back(std::move(found));
}

void TrimReader::endMessage() { closePart(); }

RangeReader::RangeReader(std::vector<Entry> entries, const RewritePlan& plan, const Terms& terms)
    : entries_(std::move(entries)),
      findings_(terms.extractors, terms.checks, terms.limits),
      trims_(terms.family, terms.firstHandle),
      plans_(plan.planCalls) {
  findings_.expect(static_cast<uint32_t>(
      std::ranges::count_if(entries_, [](const Entry& entry) { return entry.range; })));
  trims_.plan(plan.edits);
}

std::vector<ToRead> RangeReader::messages() const {
  std::vector<ToRead> list;
  list.reserve(entries_.size());
  for (const Entry& entry : entries_) list.push_back({entry.message, entry.isKept()});
  return list;
}

void RangeReader::begin(std::span<const SegmentBody* const> records) { findings_.begin(records); }

bool RangeReader::toFindings() const {
  if (next_ == entries_.size()) return false;
  const Entry& entry = entries_[next_];
  return entry.range || entry.opening || entry.after;
}

bool RangeReader::toTrims() const { return next_ < entries_.size() && entries_[next_].trim; }

bool RangeReader::shows() const { return next_ < entries_.size() && entries_[next_].shows; }
bool RangeReader::toPlans() const { return next_ < entries_.size() && entries_[next_].plan; }

void RangeReader::beginMessage(Role role, uint16_t flags) {
  parts_ = 0;
  if (toFindings()) {
    const Entry& entry = entries_[next_];
    if (entry.after) {
      findings_.after(entry.number);
    } else {
      findings_.number(entry.number, entry.opening);
    }
    findings_.beginMessage(role, flags);
  }
  if (toTrims()) {
    trims_.at(entries_[next_].message);
    trims_.beginMessage(role, flags);
  }
  if (toPlans()) plans_.at(entries_[next_].message);
}

void RangeReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  if (next_ < entries_.size() && std::ranges::binary_search(entries_[next_].answers, parts_)) {
    flags |= kUserWords;
  }
  recalled_ =
      next_ < entries_.size() && std::ranges::binary_search(entries_[next_].recalled, parts_);
  if (recalled_ && kind == PartKind::kToolCall && toFindings()) findings_.recalled();
  if (toFindings() && !recalled_) findings_.beginPart(kind, flags, media);
  if (toTrims()) trims_.beginPart(kind, flags, media);
  showing_.finish();
  if (toPlans()) plans_.beginPart(kind, flags, media);
  ++parts_;
}

void RangeReader::attachment(const MediaFacts& media) {
  if (toFindings() && !recalled_) findings_.attachment(media);
}

void RangeReader::fieldPiece(Field field, std::string_view utf8) {
  if (toFindings() && !recalled_) findings_.fieldPiece(field, utf8);
  if (toTrims()) trims_.fieldPiece(field, utf8);
  if (shows() && field == Field::kText) showing_.update(utf8);
  if (toPlans()) plans_.fieldPiece(field, utf8);
}

void RangeReader::endMessage() {
  if (toFindings()) findings_.endMessage();
  if (toTrims()) trims_.endMessage();
  showing_.finish();
  if (next_ < entries_.size()) ++next_;
}

}  // namespace epitome
