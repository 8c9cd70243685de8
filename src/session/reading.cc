#include "session/reading.h"

#include <algorithm>
#include <utility>

#include "text/json_escape.h"
#include "transcript/transcript.h"

namespace epitome {

void TrimReader::beginMessage(Role, uint16_t) {
  part_ = 0;
  current_ = nullptr;
}

void TrimReader::beginPart(PartKind, uint16_t flags, const MediaFacts&) {
  closePart();
  const std::pair place(message_, part_++);
  const auto found = std::ranges::lower_bound(
      plans_, place, {}, [](const EditPlan& plan) { return std::pair(plan.message, plan.part); });
  if (found == plans_.end() || std::pair(found->message, found->part) != place ||
      found->kind != EditKind::kTrim) {
    return;
  }
  current_ = &*found;
  finder_ = text::CutFinder(current_->headUnits, current_->tailStartUnits, (flags & kJson) != 0);
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
  current_ = nullptr;
  const auto total = static_cast<uint32_t>(finder_.length());
  const auto headEnd = static_cast<uint32_t>(finder_.headEnd());
  const auto tailStart = std::max(headEnd, static_cast<uint32_t>(finder_.tailStart()));
  FoundTrim found;
  found.key = {hasCallId_ ? idFingerprint(callId_) : 0, textHash_.digest()};
  found.edit.total = total;
  found.edit.cut = headAndTail(headEnd, tailStart, total);
  found.edit.tokens = head_.tokens() + tail_.tokens() + tokensOfText(found.edit.cut.text, family_);
  // A text that changed since it was planned may have nothing left to lose.
  if (found.edit.tokens < whole_.tokens()) found_.push_back(std::move(found));
}

void TrimReader::endMessage() { closePart(); }

RangePass::RangePass(Terms terms, std::span<const SegmentBody* const> records)
    : terms_(std::move(terms)),
      findings_(terms_.extractors, terms_.checks),
      redacting_(findings_, terms_.redaction) {
  findings_.begin(records);
}

bool RangePass::plan(std::vector<Passage> passages) {
  const std::span read = std::span<const Passage>(passages_).first(next_);
  if (passages.size() < next_ || !std::ranges::equal(read, std::span(passages).first(next_))) {
    return false;
  }
  passages_ = std::move(passages);
  findings_.expect(static_cast<uint32_t>(passages_.size()));
  return true;
}

uint32_t RangePass::end() const {
  const bool none = passages_.empty() || passages_.back().opening;
  return none ? terms_.from : passages_.back().message + 1;
}

void RangePass::beginMessage(Role role, uint16_t flags) {
  inMessage_ = next_ < passages_.size();
  if (!inMessage_) return;
  const Passage& passage = passages_[next_];
  if (passage.after) {
    findings_.after(passage.number);
  } else {
    findings_.number(passage.number, passage.opening);
  }
  redacting_.beginMessage(role, flags);
}

void RangePass::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  if (inMessage_) redacting_.beginPart(kind, flags, media);
}

void RangePass::attachment(const MediaFacts& media) {
  if (inMessage_) redacting_.attachment(media);
}

void RangePass::fieldPiece(Field field, std::string_view utf8) {
  if (inMessage_) redacting_.fieldPiece(field, utf8);
}

void RangePass::endMessage() {
  if (!inMessage_) return;
  redacting_.endMessage();
  inMessage_ = false;
  ++next_;
}

std::vector<RangePass::Passage> openingPassages(const Run& run) {
  std::vector<RangePass::Passage> passages;
  for (uint32_t m = 0; m < run.foldBegin(); ++m) {
    if (run.transcript()[m].role != Role::kUser) continue;
    passages.push_back({m, run.numberOf(m), true, false});
  }
  return passages;
}

RangeReader::RangeReader(std::vector<Entry> entries, std::vector<EditPlan> edits,
                         std::unique_ptr<RangePass> pass, Family family,
                         const RedactionRules* redaction)
    : entries_(std::move(entries)), redaction_(redaction), pass_(std::move(pass)), trims_(family) {
  trims_.plan(std::move(edits));
}

std::vector<uint32_t> RangeReader::messages() const {
  std::vector<uint32_t> list;
  list.reserve(entries_.size());
  for (const Entry& entry : entries_) list.push_back(entry.message);
  return list;
}

std::string RangeReader::takeKept() { return redacted(kept_, redaction_, keptRedactions_); }

std::vector<RedactionCount> RangeReader::redactions() const {
  std::vector<RedactionCount> counts = pass_ ? pass_->redactions() : std::vector<RedactionCount>();
  addCounts(counts, keptRedactions_);
  return counts;
}

void RangeReader::beginMessage(Role role, uint16_t flags) {
  parts_ = 0;
  if (passes()) pass_->beginMessage(role, flags);
  if (trims()) {
    trims_.at(entries_[next_].message);
    trims_.beginMessage(role, flags);
  }
}

void RangeReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  if (passes()) pass_->beginPart(kind, flags, media);
  if (trims()) trims_.beginPart(kind, flags, media);
  ++parts_;
}

void RangeReader::attachment(const MediaFacts& media) {
  if (passes()) pass_->attachment(media);
}

void RangeReader::fieldPiece(Field field, std::string_view utf8) {
  if (passes()) pass_->fieldPiece(field, utf8);
  if (trims()) trims_.fieldPiece(field, utf8);
  if (next_ == entries_.size() || !entries_[next_].keeps || field != Field::kText) return;
  if (parts_ != entries_[next_].keptPart + 1) return;
  for (const char c : utf8) {
    keptBytes_ += text::jsonBytesOf(c);
    if (keptBytes_ > kMostKeptBytes) break;
    kept_ += c;
  }
}

void RangeReader::endMessage() {
  if (passes()) pass_->endMessage();
  if (trims()) trims_.endMessage();
  if (next_ < entries_.size()) ++next_;
}

}  // namespace epitome
