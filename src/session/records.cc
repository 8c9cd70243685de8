/// What a host may look at and take back of the records that stand in a view. Decides which records
/// belong to a run; refuses to judge them.

#include <algorithm>
#include <optional>
#include <tuple>

#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {
namespace {

/// The record stands for messages that the run has where the record says.
bool standsFor(const Run& run, const Segment& segment) {
  if (std::ranges::find(run.chain(), segment.id) != run.chain().end()) return true;
  const uint32_t missing = run.numberOf(0) - 1;
  const uint32_t last = segment.body.lastMessage;
  if (last < missing + 1 || last - missing > run.transcript().size()) return false;
  const uint32_t end = last - missing;
  // Where it begins is not told: its first message may be a request that others left.
  for (uint32_t begin = 0; begin <= end; ++begin) {
    for (const bool leaves : {false, true}) {
      const Cover from{.end = begin, .leaves = leaves};
      const std::optional<Cover> cover =
          run.coverOf(from, segment.range, segment.body.leaves > 0, end);
      if (cover && cover->end == end) return true;
    }
  }
  return false;
}

}  // namespace

std::string Session::recordsJson(uint32_t id) const {
  const Slot* slot = find(id);
  if (slot == nullptr) return "";
  const Run& run = *slot->run;
  std::vector<const Segment*> records;
  for (const auto& [key, segment] : decisions_.segments()) {
    if (standsFor(run, segment)) records.push_back(&segment);
  }
  const auto place = [](const Segment* record) {
    return std::tuple(record->body.lastMessage, record->used, record->id);
  };
  std::ranges::sort(records, {}, place);
  const Calibration& calibration = billing_.current().calibration;
  JsonWriter json;
  json.beginArray();
  for (const Segment* record : records) {
    const SegmentBody& body = record->body;
    json.beginObject();
    json.hex("id", record->id);
    json.boolean("inView", std::ranges::find(run.chain(), record->id) != run.chain().end());
    json.boolean("withdrawn", record->withdrawn);
    json.number("firstMessage", body.firstMessage);
    json.number("lastMessage", body.lastMessage);
    json.number("rounds", body.rounds);
    json.text("source", nameOf(body.source));
    json.number("tokens", calibration.billed(record->tokens, 0));
    json.number("replacedTokens", calibration.billed(record->rangeTokens, 0));
    json.text("text", record->text);
    json.beginArray("words");
    for (const UserWords& words : body.words) {
      json.beginObject();
      json.number("message", words.message);
      json.text("text", words.text);
      json.boolean("cut", words.cut);
      json.endObject();
    }
    json.endArray();
    json.endObject();
  }
  json.endArray();
  return json.take();
}

std::expected<bool, ErrorCode> Session::rewind(uint32_t id) {
  const auto found = expect(id, Event::kStep);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  Run& run = *slot.run;
  if (run.absent() || run.chain().empty()) return false;
  decisions_.withdraw(run.chain().back());
  run.unfold();
  turnTo(id);
  return true;
}

}  // namespace epitome
