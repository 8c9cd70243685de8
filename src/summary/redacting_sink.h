/// Passes messages on with the secrets in their texts replaced: before anybody cuts a text, so that
/// no half of a secret is left that looks like none. Decides nothing about secrets
/// (summary/redact.h).
#pragma once

#include <string>
#include <string_view>

#include "summary/redact.h"
#include "transcript/message.h"

namespace epitome {

class RedactingSink final : public MessageSink {
 public:
  /// Both must outlive it.
  RedactingSink(MessageSink& next, const RedactionRules& rules) : next_(next), redactor_(rules) {}

  void beginMessage(Role role, uint16_t flags) override { next_.beginMessage(role, flags); }
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override {
    endText();
    next_.beginPart(kind, flags, media);
  }
  void attachment(const MediaFacts& media) override { next_.attachment(media); }
  void fieldPiece(Field field, std::string_view utf8) override {
    if (field != Field::kText) {
      next_.fieldPiece(field, utf8);
      return;
    }
    open_ = true;
    redactor_.update(utf8, clean_);
    passOn();
  }
  void endMessage() override {
    endText();
    next_.endMessage();
  }

 private:
  void passOn() {
    if (!clean_.empty()) next_.fieldPiece(Field::kText, clean_);
    clean_.clear();
  }
  void endText() {
    if (!open_) return;
    open_ = false;
    redactor_.finish(clean_);
    passOn();
  }

  MessageSink& next_;
  Redactor redactor_;
  std::string clean_;
  /// A text has begun.
  bool open_ = false;
};

}  // namespace epitome
