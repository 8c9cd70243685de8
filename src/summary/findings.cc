#include "summary/findings.h"

#include <utility>

#include "summary/review.h"

namespace epitome {

void FindingsReader::begin(std::span<const SegmentBody* const> records) {
  for (const SegmentBody* record : records) takeIn(*facts_, *record, language_);
}

void FindingsReader::number(uint32_t position, bool opening) {
  position_ = position;
  opening_ = opening;
  notes_.number(position, opening);
  ledger_.number(position);
}

void FindingsReader::beginMessage(Role role, uint16_t flags) {
  role_ = role;
  notes_.beginMessage(role, flags);
  if (!opening_) ledger_.beginMessage(role, flags);
}

void FindingsReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  notes_.beginPart(kind, flags, media);
  said_ = kind == PartKind::kText && (role_ == Role::kUser || (flags & kUserWords) != 0);
  if (opening_) return;
  ledger_.beginPart(kind, flags, media);
  facts_->begin(speakerOf(role_, kind, flags), position_);
}

void FindingsReader::fieldPiece(Field field, std::string_view utf8) {
  notes_.fieldPiece(field, utf8);
  if (said_ && field == Field::kText) {
    language_.update(utf8);
    spoke_ = true;
  }
  if (opening_) return;
  ledger_.fieldPiece(field, utf8);
  if (field == Field::kText) facts_->text(utf8);
}

void FindingsReader::endMessage() {
  notes_.endMessage();
  if (spoke_) language_.finish();
  spoke_ = false;
  if (opening_) return;
  ledger_.endMessage();
  facts_->end();
}

Findings FindingsReader::take() {
  return {notes_.take(), std::exchange(facts_, std::make_unique<Facts>()), ledger_.take(),
          std::exchange(language_, LanguageReader()).language()};
}

}  // namespace epitome
