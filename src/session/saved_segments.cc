#include "session/saved_segments.h"

#include <algorithm>
#include <utility>

#include "session/checked.h"
#include "summary/shape.h"
#include "text/json_escape.h"

namespace epitome {
namespace {

constexpr uint64_t kMostUse = 1'000'000'000;
constexpr uint64_t kMostPoints = 1'000'000;

/// [kind, subject, detail, source, first message, last message, times, failed]
void writeRow(JsonWriter& json, const LedgerRow& row) {
  json.beginArray();
  json.number(static_cast<int64_t>(row.kind));
  json.text(row.subject);
  json.text(row.detail);
  json.text(row.source);
  json.number(row.firstMessage);
  json.number(row.lastMessage);
  json.number(row.times);
  json.boolean(row.failed);
  json.endArray();
}

void writeWords(JsonWriter& json, const UserWords& words) {
  json.beginArray();
  json.number(words.message);
  json.text(words.text);
  json.boolean(words.cut);
  json.number(words.units);
  json.boolean(words.excerpts);
  json.boolean(words.answer);
  json.text(words.speaker);
  json.number(words.times);
  json.endArray();
}

void writeEdited(JsonWriter& json, const EditedText& edited) {
  json.beginArray();
  json.number(edited.firstMessage);
  json.number(edited.lastMessage);
  json.text(edited.text);
  json.endArray();
}

/// With the comma behind it.
template <typename Write>
int64_t bytesOf(Write&& write) {
  JsonWriter json;
  write(json);
  return static_cast<int64_t>(json.take().size()) + 1;
}

/// [message, text, points, request], one behind the other.
void writeSayings(JsonWriter& json, const char* key, const std::vector<Saying>& sayings) {
  json.beginArray(key);
  for (const Saying& saying : sayings) {
    json.number(saying.message);
    json.text(saying.text);
    json.number(saying.points);
    json.number(saying.request);
  }
  json.endArray();
}

std::vector<Saying> restoreSayings(Checked& checked, const JsonValue* json) {
  std::vector<Saying> sayings;
  const std::span<const JsonValue> list = checked.list(json);
  checked.demand(list.size() % 4 == 0);
  for (size_t i = 0; checked.good() && i < list.size(); i += 4) {
    sayings.push_back({checked.number32(&list[i]), std::string(checked.text(&list[i + 1])),
                       static_cast<uint32_t>(checked.number(&list[i + 2], kMostPoints)),
                       checked.number32(&list[i + 3])});
  }
  return sayings;
}

std::vector<Name> restoreNames(Checked& checked, const JsonValue* json) {
  std::vector<Name> names;
  const std::span<const JsonValue> list = checked.list(json);
  checked.demand(list.size() % 4 == 0);
  for (size_t i = 0; checked.good() && i < list.size(); i += 4) {
    names.push_back(
        {static_cast<IdentifierKind>(checked.number(&list[i], kIdentifierKindCount - 1)),
         std::string(checked.text(&list[i + 1])),
         static_cast<uint32_t>(checked.number(&list[i + 2], kMostUse)),
         checked.number32(&list[i + 3]), 0, ""});
  }
  return names;
}

void restoreSeries(Checked& checked, const JsonValue* json, std::vector<Name>& names) {
  const std::span<const JsonValue> list = checked.list(json);
  checked.demand(list.size() % 3 == 0 && (list.empty() || !names.empty()));
  for (size_t i = 0; checked.good() && i < list.size(); i += 3) {
    Name& name = names[checked.number(&list[i], names.size() - 1)];
    name.alike = checked.number32(&list[i + 1]);
    name.latest = checked.text(&list[i + 2]);
  }
}

std::vector<NameUse> restoreUses(Checked& checked, const JsonValue* json) {
  std::vector<NameUse> uses;
  const std::span<const JsonValue> list = checked.list(json);
  checked.demand(list.size() % 3 == 0);
  for (size_t i = 0; checked.good() && i < list.size(); i += 3) {
    uses.push_back({checked.number32(&list[i]),
                    static_cast<uint32_t>(checked.number(&list[i + 1], kMostUse)),
                    checked.number32(&list[i + 2])});
  }
  return uses;
}

LedgerRow restoreRow(Checked& checked, const JsonValue& json) {
  LedgerRow row;
  const JsonValue* fields = checked.row(&json, 8);
  if (fields == nullptr) return row;
  row.kind = static_cast<LedgerKind>(checked.number(&fields[0], kLedgerKindCount - 1));
  row.subject = checked.text(&fields[1]);
  row.detail = checked.text(&fields[2]);
  row.source = checked.text(&fields[3]);
  row.firstMessage = checked.number32(&fields[4]);
  row.lastMessage = checked.number32(&fields[5]);
  row.times = checked.number32(&fields[6]);
  row.failed = checked.boolean(&fields[7]);
  // It would be told by nothing, and no id binds what is not told.
  checked.demand(row.kind != LedgerKind::kCounted || row.source.empty());
  return row;
}

}  // namespace

void writeSegment(JsonWriter& json, const Segment& segment, bool withBlocks) {
  json.beginObject();
  json.hex("id", segment.id);
  json.hex("range", segment.range.hash);
  json.number("count", segment.range.count);
  json.hex("first", segment.range.first);
  json.hex("last", segment.range.last);
  json.number("rangeTokens", segment.rangeTokens);
  json.number("source", static_cast<int64_t>(segment.body.source));
  json.boolean("withdrawn", segment.withdrawn);
  json.boolean("tookRequest", segment.tookRequest);
  json.boolean("stopgap", segment.stopgap);
  json.hex("initial", segment.initial);
  if (const Replacement& replaced = segment.replaced; replaced.before != 0) {
    json.hex("before", replaced.before);
    json.number("seen", replaced.seen);
    json.number("order", replaced.order);
  }
  json.number("leaves", segment.body.leaves);
  json.beginArray("edited");
  for (const EditedText& edited : segment.body.edited) writeEdited(json, edited);
  json.endArray();
  if (!segment.body.recall.empty()) json.text("recall", segment.body.recall);
  json.text("prose", segment.body.prose);
  json.beginArray("words");
  for (const UserWords& words : segment.body.words) writeWords(json, words);
  json.endArray();
  json.number("leftOut", segment.body.wordsLeftOut);
  json.beginArray("ledger");
  for (const LedgerRow& row : segment.body.ledger) writeRow(json, row);
  json.endArray();
  json.number("ledgerLeftOut", segment.body.ledgerLeftOut);
  writeSayings(json, "said", segment.body.said);
  writeSayings(json, "printed", segment.body.printed);
  json.beginArray("names");
  for (const Name& name : segment.body.names) {
    json.number(static_cast<int64_t>(name.kind));
    json.text(name.text);
    json.number(name.use);
    json.number(name.message);
  }
  json.endArray();
  // Of names that stand for several: which of the names, how many, the latest.
  json.beginArray("series");
  for (size_t i = 0; i < segment.body.names.size(); ++i) {
    const Name& name = segment.body.names[i];
    if (name.alike == 0) continue;
    json.number(static_cast<int64_t>(i));
    json.number(name.alike);
    json.text(name.latest);
  }
  json.endArray();
  json.beginArray("again");
  for (const NameUse& use : segment.body.again) {
    json.number(use.key);
    json.number(use.use);
    json.number(use.message);
  }
  json.endArray();
  json.number("firstMessage", segment.body.firstMessage);
  json.number("lastMessage", segment.body.lastMessage);
  json.number("rounds", segment.body.rounds);
  json.number("rank", segment.body.rank);
  json.beginArray("held");
  for (const uint32_t offset : segment.held) json.number(offset);
  json.endArray();
  json.beginArray("blocks");
  const std::span<const Block> blocks(segment.blocks);
  for (const Block& block : withBlocks ? blocks : blocks.first(0)) {
    json.beginArray();
    json.text(block.name);
    json.text(block.text);
    json.boolean(block.ofAgent);
    json.endArray();
  }
  json.endArray();
  json.endObject();
}

int64_t savedBytes(const Segment& segment, bool withBlocks) {
  return bytesOf([&](JsonWriter& json) { writeSegment(json, segment, withBlocks); });
}

int64_t editedBytes(const SegmentBody& body) {
  int64_t bytes = 0;
  for (const EditedText& edited : body.edited) {
    bytes += bytesOf([&](JsonWriter& json) { writeEdited(json, edited); });
  }
  return bytes;
}

void fitInto(SegmentBody& body, int64_t bytes) {
  Segment segment;
  segment.body = std::move(body);
  int64_t over = savedBytes(segment) - editedBytes(segment.body) - bytes;
  body = std::move(segment.body);
  size_t end = body.prose.size();
  while (over > 0 && end > 0) over -= text::jsonBytesOf(body.prose[--end]);
  // Nothing is torn: the line that does not fit goes.
  if (end < body.prose.size()) end = end == 0 ? 0 : body.prose.rfind('\n', end - 1);
  body.prose.resize(end == std::string::npos ? 0 : end);
}

bool restoreSegment(const JsonValue& json, Decisions& decisions) {
  Checked checked;
  const uint64_t id = checked.hex(json.member("id"));
  RangePrint range;
  range.hash = checked.hex(json.member("range"));
  range.count = checked.number32(json.member("count"));
  range.first = checked.hex(json.member("first"));
  range.last = checked.hex(json.member("last"));
  const uint32_t rangeTokens = checked.number32(json.member("rangeTokens"));
  const bool withdrawn = checked.boolean(json.member("withdrawn"));
  const bool tookRequest = checked.boolean(json.member("tookRequest"));
  const bool stopgap = checked.boolean(json.member("stopgap"));
  const uint64_t initial = checked.hex(json.member("initial"));
  Replacement replaced;
  if (const JsonValue* before = json.member("before")) {
    replaced = {checked.hex(before), checked.number32(json.member("seen")),
                checked.number32(json.member("order"))};
  }
  SegmentBody body;
  body.leaves = checked.number32(json.member("leaves"));
  if (const JsonValue* recall = json.member("recall")) {
    body.recall = checked.text(recall);
    checked.demand(body.recall.size() <= kMostNameUnits && !hasLineBreak(body.recall));
  }
  body.source = static_cast<ProseSource>(checked.number(json.member("source"), 2));
  for (const JsonValue& entry : checked.list(json.member("edited"))) {
    const JsonValue* row = checked.row(&entry, 3);
    if (row == nullptr) return false;
    body.edited.push_back(
        {checked.number32(&row[0]), checked.number32(&row[1]), std::string(checked.text(&row[2]))});
  }
  body.prose = checked.text(json.member("prose"));
  for (const JsonValue& entry : checked.list(json.member("words"))) {
    const JsonValue* row = checked.row(&entry, 8);
    if (row == nullptr) return false;
    UserWords words;
    words.message = checked.number32(&row[0]);
    words.text = checked.text(&row[1]);
    words.cut = checked.boolean(&row[2]);
    words.units = checked.number32(&row[3]);
    words.excerpts = checked.boolean(&row[4]);
    words.answer = checked.boolean(&row[5]);
    words.speaker = checked.text(&row[6]);
    words.times = checked.number32(&row[7]);
    body.words.push_back(std::move(words));
  }
  body.wordsLeftOut = checked.number32(json.member("leftOut"));
  for (const JsonValue& entry : checked.list(json.member("ledger"))) {
    body.ledger.push_back(restoreRow(checked, entry));
  }
  body.ledgerLeftOut = checked.number32(json.member("ledgerLeftOut"));
  body.firstMessage = checked.number32(json.member("firstMessage"));
  body.lastMessage = checked.number32(json.member("lastMessage"));
  body.rounds = checked.number32(json.member("rounds"));
  body.said = restoreSayings(checked, json.member("said"));
  body.printed = restoreSayings(checked, json.member("printed"));
  body.names = restoreNames(checked, json.member("names"));
  restoreSeries(checked, json.member("series"), body.names);
  body.again = restoreUses(checked, json.member("again"));
  body.rank = static_cast<uint32_t>(checked.number(json.member("rank"), kMostRank));
  checked.demand(range.count > 0);
  std::vector<uint32_t> held;
  for (const JsonValue& entry : checked.list(json.member("held"))) {
    held.push_back(static_cast<uint32_t>(checked.number(&entry, range.count)));
    checked.demand(held.size() < 2 || held[held.size() - 2] < held.back());
  }
  std::vector<Block> blocks;
  for (const JsonValue& entry : checked.list(json.member("blocks"))) {
    const JsonValue* row = checked.row(&entry, 3);
    if (row == nullptr) return false;
    blocks.push_back(makeBlock(std::string(checked.text(&row[0])),
                               std::string(checked.text(&row[1])), decisions.family()));
    blocks.back().ofAgent = checked.boolean(&row[2]);
  }
  checked.demand(blocks.size() <= kMostBlocks + 2);
  if (!checked.good()) return false;
  Segment segment = makeSegment(range, std::move(body), rangeTokens, decisions.family());
  // The id binds range and text: a state that was tampered with or cut does not pass.
  if (segment.id != id) return false;
  segment.withdrawn = withdrawn;
  segment.tookRequest = tookRequest;
  segment.stopgap = stopgap;
  segment.initial = initial;
  segment.replaced = replaced;
  segment.held = std::move(held);
  segment.blocks = std::move(blocks);
  decisions.keep(std::move(segment));
  return true;
}

}  // namespace epitome
