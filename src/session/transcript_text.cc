/// Texts of a run for hosts that reflect on it: which messages they show, which records.

#include "summary/transcript_text.h"

#include <algorithm>

#include "session/session.h"

namespace epitome {

std::expected<uint32_t, ErrorCode> Session::beginText(uint32_t id, uint32_t last, bool records) {
  const Slot* slot = find(id);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  const Run& run = *slot->run;
  const uint32_t size = run.transcript().size();
  uint32_t first = size - std::min(last, size);
  // What a record tells is not told twice, and what it leaves is told.
  if (records && !run.chain().empty()) {
    const MessageSpan left = run.left();
    const bool shown = left.size() > 0 && left.begin >= first;
    first = std::max(first, shown ? left.begin : std::min(run.foldEnd(), size));
  }
  text_ = {};
  text_.run = id;
  text_.records = records;
  std::vector<uint32_t> numbers;
  for (uint32_t m = first; m < size; ++m) numbers.push_back(run.numberOf(m));
  text_.writer = std::make_unique<TranscriptText>(std::move(numbers));
  return first;
}

std::expected<MessageSink*, ErrorCode> Session::textReader() {
  if (!text_.writer) return std::unexpected(ErrorCode::kOutOfOrder);
  return text_.writer.get();
}

std::expected<std::string, ErrorCode> Session::endText(uint32_t maxUnits) {
  const Slot* slot = text_.writer ? find(text_.run) : nullptr;
  if (slot == nullptr) return std::unexpected(ErrorCode::kOutOfOrder);
  std::vector<std::string> records;
  if (text_.records) {
    for (const uint64_t id : slot->run->chain()) {
      records.push_back(decisions_.byId(id)->text);
    }
  }
  std::string text = text_.writer->take(records, maxUnits);
  text_ = {};
  return text;
}

}  // namespace epitome
