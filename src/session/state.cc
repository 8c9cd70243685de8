/// Saved states as JSON text: what is saved when not everything has room, and the check of all that
/// is read. The fields of segments and rows are told in saved_segments.h and saved_rows.h.

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include "session/checked.h"
#include "session/json_reader.h"
#include "session/json_writer.h"
#include "session/saved_rows.h"
#include "session/saved_segments.h"
#include "session/session.h"
#include "text/sort.h"

namespace epitome {
namespace {

constexpr int kStateVersion = 17;
constexpr uint64_t kMaxMillis = 1ULL << 53U;
constexpr uint64_t kMaxTotalTokens = 1ULL << 52U;

void writeHexList(JsonWriter& json, const char* key, std::span<const uint64_t> fingerprints) {
  json.beginArray(key);
  for (const uint64_t fingerprint : fingerprints) json.hex(fingerprint);
  json.endArray();
}

using EditRows = std::vector<std::pair<EditKey, const Edit*>>;

EditRows rowsOf(std::span<const EditKey> keys, const EditMap& edits) {
  EditRows rows;
  for (const EditKey& key : keys) {
    const auto edit = edits.find(key);
    if (edit != edits.end()) rows.emplace_back(key, &edit->second);
  }
  return rows;
}

void writeLast(JsonWriter& json, const char* key, const EditRows& rows, size_t count) {
  json.beginArray(key);
  for (size_t i = rows.size() - count; i < rows.size(); ++i) {
    writeEdit(json, rows[i].first, *rows[i].second);
  }
  json.endArray();
}

void writeRange(JsonWriter& json, const char* key, const RangePrint& range) {
  json.beginArray(key);
  json.hex(range.hash);
  json.number(range.count);
  json.hex(range.first);
  json.hex(range.last);
  json.endArray();
}

RangePrint readRange(Checked& checked, const JsonValue* json) {
  const JsonValue* row = checked.row(json, 4);
  if (row == nullptr) return {};
  return {checked.hex(&row[0]), checked.number32(&row[1]), checked.hex(&row[2]),
          checked.hex(&row[3])};
}

/// What the next step learns from the bill of the last one, and whether it tries again.
void writeTrace(JsonWriter& json, const SentView& sent, const StepTrace& trace) {
  json.beginArray("trace");
  json.boolean(sent.goesOn);
  json.number(sent.growth.reply);
  json.number(sent.growth.input);
  json.number(sent.growth.inputs);
  json.number(trace.bill.input);
  json.number(trace.bill.output);
  json.number(trace.billedMessages);
  json.number(trace.attemptedAt);
  json.number(trace.attemptedFor);
  json.endArray();
}

void readTrace(Checked& checked, const JsonValue* json, SentView& sent, StepTrace& trace) {
  const JsonValue* row = checked.row(json, 9);
  if (row == nullptr) return;
  const auto tokens = [&](uint32_t field) {
    return static_cast<int64_t>(checked.number(&row[field], kMaxTotalTokens));
  };
  sent.goesOn = checked.boolean(&row[0]);
  sent.growth = {tokens(1), tokens(2), tokens(3)};
  trace.bill = {tokens(4), tokens(5)};
  trace.billedMessages = checked.number32(&row[6]);
  trace.attemptedAt = checked.number32(&row[7]);
  trace.attemptedFor = tokens(8);
}

}  // namespace

int64_t Session::bytesForSpares() const {
  int64_t used = kStateFrameBytes + std::ssize(pinsJson());
  for (const uint64_t id : mainline_.chain) {
    used += savedBytes(*decisions_.byId(id), id == mainline_.chain.back());
  }
  JsonWriter json;
  for (const auto& [key, edit] : rowsOf(mainline_.edits, decisions_.edits())) {
    writeEdit(json, key, *edit);
  }
  return stateBytes_ - used - std::ssize(json.take());
}

/// What changes at every step.
void Session::writeMeter(JsonWriter& json, const Mainline& mainline, size_t tail) const {
  json.hex("first", mainline.first);
  writeHexList(json, "tail", std::span(mainline.tail).first(tail));
  json.number("tailCount", mainline.tailCount);
  json.number("left", mainline.left);
  json.beginArray("rates");
  if (counted_) {
    json.number(static_cast<int64_t>(options_.family));
    json.number(static_cast<int64_t>(options_.media));
  }
  json.endArray();
  json.beginArray("sinceRewrite");
  json.number(mainline.sinceRewrite.tokens);
  json.number(mainline.sinceRewrite.steps);
  json.endArray();
  json.beginArray("sent");
  if (mainline.sent.messages > 0) {
    json.number(mainline.sent.tokens);
    json.number(mainline.sent.inputs);
    json.number(mainline.sent.model);
  }
  json.endArray();
  writeTrace(json, mainline.sent, mainline.trace);
  json.beginArray("models");
  for (const Billing::Model& model : billing_.models()) writeModel(json, model);
  json.endArray();
  json.beginArray("totals");
  json.number(totals_.compactions);
  json.number(totals_.summariesRequested);
  json.number(totals_.summariesAccepted);
  json.number(totals_.inputTokens);
  json.number(totals_.outputTokens);
  json.number(totals_.summaryInputTokens);
  json.number(totals_.summaryOutputTokens);
  json.number(sentAt_);
  json.number(totals_.viewTokens);
  json.number(totals_.budget);
  json.number(totals_.hostOverhead);
  json.number(totals_.warn);
  json.endArray();
  json.number("editRounds", totals_.edits);
  json.boolean("flushed", flushed_);
  json.beginArray("breaker");
  json.number(breaker_.memory().failures);
  json.hex(breaker_.memory().words);
  json.endArray();
}

std::string Session::meter() const {
  const Mainline mainline = mainlineNow();
  JsonWriter json;
  json.beginObject();
  writeMeter(json, mainline, mainline.tail.size());
  json.endObject();
  return json.take();
}

std::string Session::snapshot() const {
  const Mainline mainline = mainlineNow();
  // What one conversation has forgotten is gone for the other as well.
  const EditRows beside = rowsOf(mainline.beside, decisions_.edits());
  const EditRows own = rowsOf(mainline.edits, decisions_.edits());
  // Branches come after what the view needs, the most recent first, while there is room.
  std::vector<const Segment*> spare;
  for (const auto& [id, segment] : decisions_.segments()) {
    const bool shown = std::ranges::find(mainline.chain, id) != mainline.chain.end();
    if (!shown && !segment.unsaved) spare.push_back(&segment);
  }
  sortBy(spare, [](const Segment* a, const Segment* b) { return a->used > b->used; });

  bool olderBlocks = true;
  size_t spares = std::min<size_t>(spare.size(), kSpareSegments);
  size_t tail = mainline.tail.size();
  size_t edits = beside.size() + own.size();
  while (true) {
    JsonWriter json;
    json.beginObject();
    json.number("epitome", kStateVersion);
    json.beginArray("segments");
    for (const uint64_t id : mainline.chain) {
      writeSegment(json, *decisions_.byId(id), olderBlocks || id == mainline.chain.back());
    }
    for (size_t i = 0; i < spares; ++i) writeSegment(json, *spare[i]);
    json.endArray();
    writeHexList(json, "chain", mainline.chain);
    writeHexList(json, "folded", mainline.folded);
    json.beginArray("stale");
    for (const StaleRange& range : mainline.stale) {
      json.number(range.begin);
      json.number(range.end);
    }
    json.endArray();
    if (mainline.opening.count > 0) writeRange(json, "opening", mainline.opening);
    writeLast(json, "beside", beside, edits - std::min(edits, own.size()));
    writeLast(json, "edits", own, std::min(edits, own.size()));
    if (!jobs_.empty()) {
      json.beginArray("jobs");
      for (const Job& job : jobs_) writeJob(json, job);
      json.endArray();
    }
    json.texts("pins", pins_.all());
    writeMeter(json, mainline, tail);
    json.endObject();
    std::string text = json.take();
    if (std::ssize(text) <= stateBytes_ || (spares == 0 && tail == 0 && edits == 0)) return text;
    // What can be done without goes first: other branches, the blocks behind records that others
    // stand behind, then how far a suffix is recognised, then the oldest edits, those of the other
    // conversation before one's own.
    if (spares > 0) {
      spares /= 2;
    } else if (olderBlocks) {
      olderBlocks = false;
    } else if (tail > 0) {
      tail /= 2;
    } else {
      edits /= 2;
    }
  }
}

std::expected<void, ErrorCode> Session::restore(std::string_view text) {
  const auto invalid = std::unexpected(ErrorCode::kInvalidState);
  const std::optional<JsonValue> json = parseJsonObject(text);
  if (!json) return invalid;
  Checked checked;
  const uint64_t version = checked.number(json->member("epitome"), 1'000'000);
  if (!checked.good()) return invalid;
  if (version != kStateVersion) return std::unexpected(ErrorCode::kUnsupportedState);
  const auto size = static_cast<int64_t>(std::min<size_t>(text.size(), kMostStateBytes));
  stateBytes_ = std::max(stateBytes_, size);

  // Nothing was counted where there are none.
  Rates rates = options_.rates();
  const bool counted = !checked.list(json->member("rates")).empty();
  if (counted) {
    const JsonValue* saved = checked.row(json->member("rates"), 2);
    if (saved == nullptr) return invalid;
    rates.family = static_cast<Family>(checked.number(&saved[0], kFamilies - 1));
    rates.media = static_cast<MediaRule>(checked.number(&saved[1], kMediaRuleCount - 1));
  }

  Decisions decisions(rates.family);
  // The last is the least recent.
  for (const JsonValue& entry : std::views::reverse(checked.list(json->member("segments")))) {
    if (!restoreSegment(entry, decisions)) return invalid;
  }
  Pins pins;
  for (const JsonValue& entry : checked.list(json->member("pins"))) {
    checked.demand(pins.add(checked.text(&entry)));
  }
  Mainline mainline;
  mainline.chain = checked.hexList(json->member("chain"));
  mainline.first = checked.hex(json->member("first"));
  mainline.folded = checked.hexList(json->member("folded"));
  mainline.tail = checked.hexList(json->member("tail"));
  mainline.tailCount = checked.number32(json->member("tailCount"));
  mainline.left = checked.number32(json->member("left"));
  const JsonValue* since = checked.row(json->member("sinceRewrite"), 2);
  if (since == nullptr) return invalid;
  mainline.sinceRewrite = {static_cast<int64_t>(checked.number(&since[0], kMaxTotalTokens)),
                           checked.number32(&since[1])};
  const std::span<const JsonValue> stale = checked.list(json->member("stale"));
  checked.demand(stale.size() % 2 == 0 && stale.size() <= 2 * kMostStale);
  for (size_t i = 0; i + 1 < stale.size(); i += 2) {
    mainline.stale.push_back({checked.number32(&stale[i]), checked.number32(&stale[i + 1])});
  }
  if (!checked.list(json->member("sent")).empty()) {
    const JsonValue* sent = checked.row(json->member("sent"), 3);
    if (sent == nullptr) return invalid;
    mainline.sent.tokens = static_cast<int64_t>(checked.number(&sent[0], kMaxTotalTokens));
    mainline.sent.inputs = checked.number32(&sent[1]);
    mainline.sent.model = checked.word(&sent[2]);
    // How many there were is told when the conversation comes back.
    mainline.sent.messages = 1;
  }
  std::set<uint64_t> shown;
  for (const uint64_t id : mainline.chain) {
    checked.demand(decisions.byId(id) != nullptr && shown.insert(id).second);
    decisions.touch(id);
  }
  if (const JsonValue* opening = json->member("opening"); opening != nullptr) {
    mainline.opening = readRange(checked, opening);
  }
  readTrace(checked, json->member("trace"), mainline.sent, mainline.trace);
  for (const auto& [name, keys] :
       {std::pair("beside", &mainline.beside), std::pair("edits", &mainline.edits)}) {
    for (const JsonValue& entry : checked.list(json->member(name))) {
      const std::optional<EditKey> key = restoreEdit(entry, decisions);
      if (!key) return invalid;
      keys->push_back(*key);
    }
  }

  const JsonValue* row = checked.row(json->member("totals"), 12);
  if (row == nullptr) return invalid;
  Totals totals;
  totals.compactions = checked.number32(&row[0]);
  totals.summariesRequested = checked.number32(&row[1]);
  totals.summariesAccepted = checked.number32(&row[2]);
  totals.inputTokens = static_cast<int64_t>(checked.number(&row[3], kMaxTotalTokens));
  totals.outputTokens = static_cast<int64_t>(checked.number(&row[4], kMaxTotalTokens));
  totals.summaryInputTokens = static_cast<int64_t>(checked.number(&row[5], kMaxTotalTokens));
  totals.summaryOutputTokens = static_cast<int64_t>(checked.number(&row[6], kMaxTotalTokens));

  const auto sentAt = static_cast<int64_t>(checked.number(&row[7], kMaxMillis));
  totals.viewTokens = static_cast<int64_t>(checked.number(&row[8], kMaxTotalTokens));
  totals.budget = static_cast<int64_t>(checked.number(&row[9], kMaxTotalTokens));
  totals.hostOverhead = static_cast<int64_t>(checked.number(&row[10], kMaxTotalTokens));
  totals.warn = static_cast<int64_t>(checked.number(&row[11], kMaxTotalTokens));

  // A state of before has none.
  if (const JsonValue* edits = json->member("editRounds"); edits != nullptr) {
    totals.edits = checked.number32(edits);
  }
  const bool flushed = checked.boolean(json->member("flushed"));
  const JsonValue* failed = checked.row(json->member("breaker"), 2);
  if (failed == nullptr) return invalid;
  const Breaker::Memory breaker{static_cast<uint32_t>(checked.number(&failed[0], kFailuresInARow)),
                                checked.hex(&failed[1])};

  std::vector<Billing::Model> models;
  for (const JsonValue& entry : checked.list(json->member("models"))) {
    const std::optional<Billing::Model> model = restoreModel(entry);
    if (!model.has_value() || models.size() == kBilledModels) return invalid;
    models.push_back(*model);
  }
  checked.demand(!models.empty());
  std::vector<Job> jobs;
  if (const JsonValue* list = json->member("jobs"); list != nullptr) {
    for (const JsonValue& entry : checked.list(list)) {
      if (!restoreJob(entry, rates.family, jobs)) return invalid;
    }
  }
  if (!checked.good()) return invalid;

  slots_.clear();
  jobs_ = std::move(jobs);
  edited_.clear();
  recency_.clear();
  staged_.clear();
  counted_ = false;
  countBy(rates);
  counted_ = counted;
  decisions_ = std::move(decisions);
  pins_ = std::move(pins);
  mainline_ = std::move(mainline);
  mainRun_ = 0;
  sender_ = 0;
  totals_ = totals;
  sentAt_ = sentAt;
  flushed_ = flushed;
  breaker_.recall(breaker);
  text_ = {};
  billing_.recall(std::move(models));
  return {};
}

}  // namespace epitome
