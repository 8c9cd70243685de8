#include "summary/findings.h"

#include <utility>

#include "summary/review.h"

namespace epitome {

void FindingsReader::begin(std::span<const SegmentBody* const> records) {
  for (const SegmentBody* record : records) takeIn(*facts_, *record);
}

void FindingsReader::number(uint32_t position, bool opening) {
  position_ = position;
  context_ = opening;
  notes_.number(position, opening);
  ledger_.number(position);
}

void FindingsReader::after(uint32_t position) {
  context_ = true;
  notes_.after(position);
}

void FindingsReader::beginMessage(Role role, uint16_t flags) {
  role_ = role;
  notes_.beginMessage(role, flags);
  if (!context_) ledger_.beginMessage(role, flags);
}

void FindingsReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  notes_.beginPart(kind, flags, media);
  // A prompt that shows what came after the range shows what tools said there.
  if (fromTool_) toolOrders_.finish();
  fromTool_ = kind == PartKind::kToolResult;
  if (context_) return;
  ledger_.beginPart(kind, flags, media);
  facts_->begin(speakerOf(role_, kind, flags), position_);
}

void FindingsReader::fieldPiece(Field field, std::string_view utf8) {
  notes_.fieldPiece(field, utf8);
  if (fromTool_ && field == Field::kText) toolOrders_.update(utf8);
  if (context_) return;
  ledger_.fieldPiece(field, utf8);
  if (field == Field::kText) facts_->text(utf8);
}

void FindingsReader::endMessage() {
  notes_.endMessage();
  if (fromTool_) toolOrders_.finish();
  fromTool_ = false;
  if (context_) return;
  ledger_.endMessage();
  facts_->end();
}

Findings FindingsReader::take() {
  return {notes_.take(), std::exchange(facts_, std::make_unique<Facts>()), ledger_.take(),
          std::exchange(toolOrders_, ToolOrders())};
}

}  // namespace epitome
