#include "session/saved_segments.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "session/checked.h"
#include "text/json_escape.h"

namespace epitome {
namespace {

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
  json.boolean(words.approval);
  json.endArray();
}

/// With the comma behind it.
template <typename Write>
int64_t bytesOf(Write&& write) {
  JsonWriter json;
  write(json);
  return static_cast<int64_t>(json.take().size()) + 1;
}

int64_t bytesOf(const LedgerRow& row) {
  return bytesOf([&](JsonWriter& json) { writeRow(json, row); });
}

int64_t bytesOf(const UserWords& words) {
  return bytesOf([&](JsonWriter& json) { writeWords(json, words); });
}

int64_t bytesOf(const std::string& fact) {
  return bytesOf([&](JsonWriter& json) { json.text(fact); });
}

/// Takes entries of a list off until `over` bytes are gone; how many.
template <typename Entries>
size_t dropped(const Entries& entries, int64_t& over) {
  size_t count = 0;
  for (const auto& entry : entries) {
    if (over <= 0) break;
    over -= bytesOf(entry);
    ++count;
  }
  return count;
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
  if (segment.tookRequest) json.boolean("tookRequest", true);
  if (segment.body.leaves > 0) json.number("leaves", segment.body.leaves);
  json.text("prose", segment.body.prose);
  json.beginArray("words");
  for (const UserWords& words : segment.body.words) writeWords(json, words);
  json.endArray();
  json.number("leftOut", segment.body.wordsLeftOut);
  json.beginArray("ledger");
  for (const LedgerRow& row : segment.body.ledger) writeRow(json, row);
  json.endArray();
  json.number("ledgerLeftOut", segment.body.ledgerLeftOut);
  json.texts("facts", segment.body.facts);
  json.texts("printed", segment.body.printed);
  json.number("firstMessage", segment.body.firstMessage);
  json.number("lastMessage", segment.body.lastMessage);
  json.number("rounds", segment.body.rounds);
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

int64_t savedBytes(std::span<const LedgerRow> rows) {
  int64_t bytes = 0;
  for (const LedgerRow& row : rows) bytes += bytesOf(row);
  return bytes;
}

void fitInto(SegmentBody& body, int64_t bytes, Family family) {
  Segment segment;
  segment.body = std::move(body);
  int64_t over = savedBytes(segment) - bytes;
  body = std::move(segment.body);
  // The weightiest facts come first, of the ledger the oldest rows.
  const auto shorten = [&](std::vector<std::string>& facts) {
    facts.resize(facts.size() - dropped(std::views::reverse(facts), over));
  };
  shorten(body.printed);
  const size_t rows = dropped(body.ledger, over);
  body.ledger.erase(body.ledger.begin(), body.ledger.begin() + static_cast<ptrdiff_t>(rows));
  body.ledgerLeftOut += static_cast<uint32_t>(rows);
  shorten(body.facts);
  if (over <= 0) return;
  int64_t words = 0;
  for (const UserWords& one : body.words) words += bytesOf(one);
  WordsLimits limits{UINT32_MAX, static_cast<uint32_t>(std::max<int64_t>(0, words - over)), family};
  body.words = chooseWords(body.words, limits, body.wordsLeftOut);
  for (const UserWords& one : body.words) words -= bytesOf(one);
  over -= words;
  size_t end = body.prose.size();
  while (over > 0 && end > 0) over -= text::jsonBytesOf(body.prose[--end]);
  while (end > 0 && (static_cast<uint8_t>(body.prose[end]) & 0xC0) == 0x80) --end;
  body.prose.resize(end);
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
  // Earlier versions kept no request.
  const JsonValue* took = json.member("tookRequest");
  const bool tookRequest = took != nullptr && checked.boolean(took);
  SegmentBody body;
  if (json.member("leaves") != nullptr) body.leaves = checked.number32(json.member("leaves"));
  body.source = static_cast<ProseSource>(checked.number(json.member("source"), 1));
  body.prose = checked.text(json.member("prose"));
  for (const JsonValue& entry : checked.list(json.member("words"))) {
    const JsonValue* row = checked.row(&entry, 6);
    if (row == nullptr) return false;
    UserWords words;
    words.message = checked.number32(&row[0]);
    words.text = checked.text(&row[1]);
    words.cut = checked.boolean(&row[2]);
    words.units = checked.number32(&row[3]);
    words.excerpts = checked.boolean(&row[4]);
    words.approval = checked.boolean(&row[5]);
    body.words.push_back(std::move(words));
  }
  body.wordsLeftOut = checked.number32(json.member("leftOut"));
  for (const JsonValue& entry : checked.list(json.member("ledger"))) {
    body.ledger.push_back(restoreRow(checked, entry));
  }
  body.ledgerLeftOut = checked.number32(json.member("ledgerLeftOut"));
  body.facts = checked.textList(json.member("facts"));
  body.printed = checked.textList(json.member("printed"));
  body.firstMessage = checked.number32(json.member("firstMessage"));
  body.lastMessage = checked.number32(json.member("lastMessage"));
  body.rounds = checked.number32(json.member("rounds"));
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
  segment.held = std::move(held);
  segment.blocks = std::move(blocks);
  decisions.keep(std::move(segment));
  return true;
}

}  // namespace epitome
