#include "summary/findings.h"

#include <utility>

namespace epitome {
namespace {

/// What an assistant passes to a tool is its own word: a list of what it is going to do.
Voice voiceOf(Role role, PartKind kind, uint16_t flags) {
  if (kind == PartKind::kToolResult) return Voice::kTool;
  const bool user = givesOrders(role) || (flags & kUserWords) != 0;
  if (user || kind == PartKind::kApprovalResponse) return Voice::kUser;
  return role == Role::kTool ? Voice::kTool : Voice::kAgent;
}

}  // namespace

void takeIn(Facts& facts, const SegmentBody& body) {
  const auto say = [&](Speaker speaker, uint32_t message, std::string_view text) {
    facts.begin(speaker, message);
    facts.text(text);
    facts.end();
  };
  say(Speaker::kAssistant, body.lastMessage, body.prose);
  for (const std::string& fact : body.facts) say(Speaker::kAssistant, body.lastMessage, fact);
  for (const std::string& fact : body.printed) say(Speaker::kTool, body.lastMessage, fact);
  for (const UserWords& words : body.words) say(Speaker::kUser, words.message, words.text);
  facts.know(writtenLedger(body.ledger, 0));
}

void takeIn(Voices& voices, const SegmentBody& body) {
  voices.say(Voice::kAgent, body.prose);
  for (const UserWords& words : body.words) voices.say(Voice::kUser, words.text);
  // What is quoted there was a tool's.
  voices.say(Voice::kTool, writtenLedger(body.ledger, 0));
  for (const std::string& fact : body.facts) voices.say(Voice::kTool, fact);
  for (const std::string& fact : body.printed) voices.say(Voice::kTool, fact);
}

void FindingsReader::begin(std::span<const SegmentBody* const> records) {
  for (const SegmentBody* record : records) {
    takeIn(*facts_, *record);
    takeIn(voices_, *record);
  }
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
  // A prompt that shows what came after the range shows what was said there.
  voices_.begin(voiceOf(role_, kind, flags));
  if (context_) return;
  ledger_.beginPart(kind, flags, media);
  facts_->begin(speakerOf(role_, kind, flags), position_);
}

void FindingsReader::fieldPiece(Field field, std::string_view utf8) {
  notes_.fieldPiece(field, utf8);
  if (field == Field::kText) voices_.text(utf8);
  if (context_) return;
  ledger_.fieldPiece(field, utf8);
  if (field == Field::kText) facts_->text(utf8);
}

void FindingsReader::endMessage() {
  notes_.endMessage();
  voices_.end();
  if (context_) return;
  ledger_.endMessage();
  facts_->end();
}

Findings FindingsReader::take() {
  return {notes_.take(), std::exchange(facts_, std::make_unique<Facts>()), ledger_.take(),
          std::exchange(voices_, Voices())};
}

}  // namespace epitome
