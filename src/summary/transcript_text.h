/// A conversation as text for whoever reflects on it: the records of what is folded, then the
/// newest messages. Decides how much of each is shown; refuses to know what the text is for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"

namespace epitome {

/// Collects the newest messages as they pass by, as notes do; results and
/// inputs are short.
class TranscriptText final : public MessageSink {
 public:
  /// Places in the conversation, from 1, of the messages that will pass by.
  explicit TranscriptText(std::vector<uint32_t> numbers);

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override {
    notes_.beginPart(kind, flags, media);
  }
  void fieldPiece(Field field, std::string_view utf8) override { notes_.fieldPiece(field, utf8); }
  void endMessage() override { notes_.endMessage(); }

  /// `records` oldest first, then the messages: a call and its result take a line each, media one,
  /// reasoning and hidden fields none. At most `maxUnits` UTF-16 code units, of which the records
  /// get half at least. The text starts anew.
  std::string take(std::span<const std::string> records, uint64_t maxUnits);

 private:
  NotesReader notes_;
  std::vector<uint32_t> numbers_;
  size_t next_ = 0;
};

}  // namespace epitome
