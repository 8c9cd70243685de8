#include "redact/redacting_sink.h"

namespace epitome {

RedactingSink::RedactingSink(MessageSink& next, const RedactionRules* rules) : next_(next) {
  if (rules != nullptr) redactor_.emplace(*rules);
}

void RedactingSink::beginMessage(Role role, uint16_t flags) { next_.beginMessage(role, flags); }

void RedactingSink::beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) {
  endText();
  next_.beginPart(kind, flags, media);
}

void RedactingSink::fieldPiece(Field field, std::string_view utf8) {
  if (inText_ && field != field_) endText();
  if (!redactor_ || (field != Field::kText && field != Field::kToolName)) {
    next_.fieldPiece(field, utf8);
    return;
  }
  field_ = field;
  inText_ = true;
  out_.clear();
  redactor_->update(utf8, out_);
  if (!out_.empty()) next_.fieldPiece(field, out_);
}

void RedactingSink::endText() {
  if (!inText_ || !redactor_) return;
  inText_ = false;
  out_.clear();
  redactor_->finish(out_);
  if (!out_.empty()) next_.fieldPiece(field_, out_);
}

void RedactingSink::endMessage() {
  endText();
  next_.endMessage();
}

std::vector<RedactionCount> RedactingSink::counts() const {
  return redactor_ ? redactor_->counts() : std::vector<RedactionCount>();
}

}  // namespace epitome
