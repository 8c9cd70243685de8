#include "summary/findings.h"

#include <utility>

namespace epitome {
void takeIn(Voices& voices, const SegmentBody& body) {
  voices.say(Voice::kAssistant, body.prose);
  for (const EditedText& edited : body.edited) voices.say(Voice::kUser, edited.text);
  for (const UserWords& words : body.words) voices.say(Voice::kUser, words.text);
  // What is quoted there was a tool's.
  voices.say(Voice::kTool, writtenLedger(body.ledger, 0));
  for (const Saying& saying : body.printed) voices.say(Voice::kTool, saying.text);
  for (const Saying& saying : body.said) voices.say(Voice::kAssistant, saying.text);
}

void FindingsReader::begin(std::span<const SegmentBody* const> records) {
  for (const SegmentBody* record : records) {
    facts_->know(segmentText(*record));
    if (checks_) takeIn(voices_, *record);
  }
}

void FindingsReader::number(uint32_t position, bool opening) {
  position_ = position;
  context_ = opening;
  notes_.number(position, opening);
  ledger_.number(position);
}

void FindingsReader::after(uint32_t position) {
  position_ = position;
  context_ = true;
  notes_.after(position);
}

void FindingsReader::recalled() {
  if (!context_) ledger_.called("recall");
}

void FindingsReader::beginMessage(Role role, uint16_t flags) {
  role_ = role;
  notes_.beginMessage(role, flags);
  calls_ = false;
  // What is read beside the range depends on whether a model is asked; records must not.
  if (context_) return;
  sayings_.beginMessage(role, position_);
  ledger_.beginMessage(role, flags);
}

void FindingsReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  facts_->end();
  notes_.beginPart(kind, flags, media);
  // A prompt that shows what came after the range shows what was said there.
  if (checks_) voices_.begin(voiceOf(role_, kind, flags));
  if (context_) return;
  ledger_.beginPart(kind, flags, media);
  calls_ = calls_ || kind == PartKind::kToolCall;
  sayings_.begin(role_, kind, flags, position_);
  const bool json = kind == PartKind::kToolCall || (flags & kJson) != 0;
  facts_->begin(voiceOf(role_, kind, flags), position_, json);
}

void FindingsReader::fieldPiece(Field field, std::string_view utf8) {
  notes_.fieldPiece(field, utf8);
  if (checks_ && field == Field::kText) voices_.text(utf8);
  if (context_) return;
  ledger_.fieldPiece(field, utf8);
  if (field != Field::kText) return;
  facts_->text(utf8);
  sayings_.text(utf8);
}

void FindingsReader::endMessage() {
  notes_.endMessage();
  if (checks_) voices_.end();
  if (context_) return;
  facts_->end();
  ledger_.endMessage();
  sayings_.endMessage(calls_);
}

Findings FindingsReader::take() {
  Findings found{notes_.take(),          nullptr,
                 ledger_.take(),         sayings_.takeSaid(),
                 sayings_.takePrinted(), std::exchange(voices_, Voices())};
  found.facts = std::exchange(facts_, std::make_unique<Facts>());
  facts_->remembers(checks_);
  ledger_.names(facts_.get());
  return found;
}

}  // namespace epitome
