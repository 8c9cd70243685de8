/// Messages on their way to what writes of them, without their secrets. Decides which of a part's
/// texts are looked through; refuses to know what a secret is (redact.h) and who reads on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redact/redact.h"
#include "transcript/message.h"

namespace epitome {

/// Passes everything on to `next`, texts and tool names redacted; ids and media types as they are.
class RedactingSink final : public MessageSink {
 public:
  /// Without rules texts pass as they are. Both must outlive the sink.
  RedactingSink(MessageSink& next, const RedactionRules* rules);

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void attachment(const MediaFacts& media) override { next_.attachment(media); }
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  /// Secrets replaced so far.
  std::vector<RedactionCount> counts() const;

 private:
  void endText();

  MessageSink& next_;
  std::optional<Redactor> redactor_;
  std::string out_;
  Field field_ = Field::kText;
  bool inText_ = false;
};

}  // namespace epitome
