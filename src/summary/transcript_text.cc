#include "summary/transcript_text.h"

#include <algorithm>
#include <utility>

#include "summary/render.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// UTF-16 code units.
NotesLimits limits() {
  NotesLimits limits;
  limits.resultHead = 300;
  limits.resultTail = 100;
  limits.inputHead = 200;
  limits.inputTail = 50;
  limits.textHead = 1'500;
  limits.textTail = 500;
  limits.userUnits = 24'000;
  return limits;
}

void toOneLine(Preview& text) {
  text.head = oneLine(textOf(text));
  text.tail.clear();
  text.units = text::utf16Length(text.head);
}

}  // namespace

TranscriptText::TranscriptText(std::vector<uint32_t> numbers)
    : notes_(limits()), numbers_(std::move(numbers)) {}

void TranscriptText::beginMessage(Role role, uint16_t flags) {
  if (next_ < numbers_.size()) notes_.number(numbers_[next_++], false);
  notes_.beginMessage(role, flags);
}

std::string TranscriptText::take(std::span<const std::string> records, uint64_t maxUnits) {
  RangeNotes notes = notes_.take();
  for (NotedMessage& message : notes.messages) {
    for (NotedPart& part : message.parts) {
      const bool ofTool = part.kind == PartKind::kToolCall || part.kind == PartKind::kToolResult;
      if (ofTool) toOneLine(part.text);
    }
  }
  std::string before;
  for (const std::string& record : records) {
    if (!before.empty()) before += "\n\n";
    before += trimmed(record);
  }
  const uint64_t beforeUnits = text::utf16Length(before);
  std::string newest = renderRange(notes, maxUnits - std::min(beforeUnits, maxUnits / 2));
  const uint64_t left = maxUnits - text::utf16Length(newest);
  constexpr std::string_view kGap = "\n\n";
  if (beforeUnits > 0 && left > kGap.size()) {
    before = shortenedMiddle(before, left - kGap.size());
    if (!newest.empty()) before += kGap;
    newest.insert(0, before);
  }
  return newest;
}

}  // namespace epitome
