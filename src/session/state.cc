/// Saved states as JSON text. Decides their fields, and checks all that is read before
/// it is used.

#include <algorithm>
#include <bit>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "session/checked.h"
#include "session/json_reader.h"
#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {
namespace {

constexpr int kStateVersion = 4;
constexpr uint64_t kMaxMillis = 1ULL << 53U;
constexpr uint64_t kMaxTotalTokens = 1ULL << 52U;

void writeHexList(JsonWriter& json, const char* key, std::span<const uint64_t> fingerprints) {
  json.beginArray(key);
  for (const uint64_t fingerprint : fingerprints) json.hex(fingerprint);
  json.endArray();
}

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

void writeSegment(JsonWriter& json, const Segment& segment) {
  json.beginObject();
  json.hex("id", segment.id);
  json.hex("range", segment.range.hash);
  json.number("count", segment.range.count);
  json.hex("first", segment.range.first);
  json.hex("last", segment.range.last);
  json.number("rangeTokens", segment.rangeTokens);
  json.number("source", static_cast<int64_t>(segment.body.source));
  json.text("prose", segment.body.prose);
  json.beginArray("words");
  for (const UserWords& words : segment.body.words) {
    json.beginArray();
    json.number(words.message);
    json.text(words.text);
    json.boolean(words.cut);
    json.number(words.units);
    json.boolean(words.excerpts);
    json.boolean(words.approval);
    json.endArray();
  }
  json.endArray();
  json.number("leftOut", segment.body.wordsLeftOut);
  json.beginArray("ledger");
  for (const LedgerRow& row : segment.body.ledger) writeRow(json, row);
  json.endArray();
  json.number("ledgerLeftOut", segment.body.ledgerLeftOut);
  json.beginArray("facts");
  for (const std::string& fact : segment.body.facts) json.text(fact);
  json.endArray();
  json.number("firstMessage", segment.body.firstMessage);
  json.number("lastMessage", segment.body.lastMessage);
  json.number("rounds", segment.body.rounds);
  json.beginArray("held");
  for (const uint32_t offset : segment.held) json.number(offset);
  json.endArray();
  json.beginArray("blocks");
  for (const Block& block : segment.blocks) {
    json.beginArray();
    json.text(block.name);
    json.text(block.text);
    json.boolean(block.ofAgent);
    json.endArray();
  }
  json.endArray();
  json.endObject();
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
  SegmentBody body;
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
  for (const JsonValue& entry : checked.list(json.member("facts"))) {
    body.facts.emplace_back(checked.text(&entry));
  }
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
  segment.held = std::move(held);
  segment.blocks = std::move(blocks);
  decisions.keep(std::move(segment));
  return true;
}

/// [kind, owner, content, up to, total, tokens], then what only some kinds have: there may be
/// hundreds.
void writeEdit(JsonWriter& json, const EditKey& key, const Edit& edit) {
  json.beginArray();
  json.number(static_cast<int64_t>(edit.kind));
  json.hex(key.owner);
  json.hex(key.content);
  json.number(edit.upTo);
  json.number(edit.total);
  json.number(edit.tokens);
  if (edit.namesAnother()) json.hex(edit.target);
  if (edit.kind == EditKind::kTrim) json.boolean(edit.json);
  for (const TextCut& cut : edit.cuts) {
    json.number(cut.from);
    json.number(cut.to);
    // The words of a plain cut follow from its place.
    if (edit.json) json.text(cut.text);
  }
  json.endArray();
}

/// Longer words of a cut are not ours.
constexpr size_t kMaxCutText = 256;
constexpr size_t kMaxCuts = 64;

/// The cuts of a trim, from its JSON flag on.
bool restoreCuts(Checked& checked, std::span<const JsonValue> row, Edit& edit) {
  checked.demand(!row.empty());
  if (!checked.good()) return false;
  edit.json = checked.boolean(&row[0]);
  row = row.subspan(1);
  const size_t width = edit.json ? 3 : 2;
  const size_t cuts = row.size() / width;
  checked.demand(row.size() == cuts * width && cuts > 0 && cuts <= (edit.json ? kMaxCuts : 1));
  if (!checked.good()) return false;
  uint32_t at = 0;
  for (size_t i = 0; i < row.size(); i += width) {
    TextCut cut{checked.number32(&row[i]), checked.number32(&row[i + 1]), ""};
    checked.demand(cut.from >= at && cut.from <= cut.to && cut.to <= edit.total);
    if (!checked.good()) return false;
    if (edit.json) {
      cut.text = checked.text(&row[i + 2]);
      checked.demand(cut.text.size() <= kMaxCutText);
    } else {
      cut = headAndTail(cut.from, cut.to, edit.total);
    }
    at = cut.to;
    edit.cuts.push_back(std::move(cut));
  }
  return checked.good();
}

bool restoreEdit(const JsonValue& json, Decisions& decisions) {
  constexpr size_t kFields = 6;
  Checked checked;
  const std::span<const JsonValue> row = checked.list(&json);
  checked.demand(row.size() >= kFields);
  if (!checked.good()) return false;
  Edit edit;
  edit.kind = static_cast<EditKind>(checked.number(&row[0], kEditKinds - 1));
  const EditKey key{checked.hex(&row[1]), checked.hex(&row[2])};
  edit.upTo = checked.number32(&row[3]);
  edit.total = checked.number32(&row[4]);
  edit.tokens = checked.number32(&row[5]);
  const std::span<const JsonValue> rest = row.subspan(kFields);
  if (edit.kind == EditKind::kTrim) {
    if (!restoreCuts(checked, rest, edit)) return false;
  } else {
    checked.demand(rest.size() == (edit.namesAnother() ? 1U : 0U));
    if (checked.good() && edit.namesAnother()) edit.target = checked.hex(&rest[0]);
  }
  if (checked.good()) decisions.keep(key, std::move(edit));
  return checked.good();
}

/// Doubles travel as their bits: a session that goes on elsewhere learns the very same.
void writeModel(JsonWriter& json, const Billing::Model& model) {
  const Calibration::Memory& memory = model.calibration.memory();
  json.beginArray();
  json.number(model.id);
  json.number(memory.samples);
  for (const double value : {memory.slope, memory.perMessage, memory.slopeVariance,
                             memory.covariance, memory.perMessageVariance}) {
    json.hex(std::bit_cast<uint64_t>(value));
  }
  json.boolean(model.billed);
  json.number(std::max<int64_t>(0, model.rest));
  json.number(std::max<int64_t>(0, -model.rest));
  json.number(model.estimate);
  json.endArray();
}

std::optional<Billing::Model> restoreModel(const JsonValue& json) {
  Checked checked;
  const JsonValue* row = checked.row(&json, 11);
  if (row == nullptr) return std::nullopt;
  Billing::Model model;
  model.id = static_cast<uint32_t>(checked.number(&row[0], UINT32_MAX));
  Calibration::Memory memory;
  memory.samples = checked.number32(&row[1]);
  memory.slope = std::bit_cast<double>(checked.hex(&row[2]));
  memory.perMessage = std::bit_cast<double>(checked.hex(&row[3]));
  memory.slopeVariance = std::bit_cast<double>(checked.hex(&row[4]));
  memory.covariance = std::bit_cast<double>(checked.hex(&row[5]));
  memory.perMessageVariance = std::bit_cast<double>(checked.hex(&row[6]));
  model.billed = checked.boolean(&row[7]);
  model.rest = int64_t{checked.number32(&row[8])} - int64_t{checked.number32(&row[9])};
  model.estimate = checked.number32(&row[10]);
  if (!checked.good() || !model.calibration.recall(memory)) return std::nullopt;
  return model;
}

/// Of a postponed rewrite's limits; bytes have the same ceiling.
constexpr uint64_t kMostJobTokens = 1'000'000;

void writeLimits(JsonWriter& json, const SegmentLimits& limits) {
  for (const uint32_t limit : {limits.proseTokens, limits.wordsTokens, limits.wordsBytes,
                               limits.ledgerTokens, limits.ledgerBytes, limits.factsTokens}) {
    json.number(limit);
  }
}

SegmentLimits restoreLimits(Checked& checked, const JsonValue* row, Family family) {
  SegmentLimits limits;
  for (uint32_t* limit : {&limits.proseTokens, &limits.wordsTokens, &limits.wordsBytes,
                          &limits.ledgerTokens, &limits.ledgerBytes, &limits.factsTokens}) {
    *limit = static_cast<uint32_t>(checked.number(row++, kMostJobTokens));
  }
  limits.family = family;
  return limits;
}

void writeJob(JsonWriter& json, const Job& job) {
  json.beginArray();
  json.hex(job.chain);
  json.hex(job.range.hash);
  json.hex(job.range.first);
  json.hex(job.range.last);
  json.number(job.plan.messages);
  json.number(job.plan.merged);
  json.boolean(job.plan.asOne);
  json.number(job.plan.tokens);
  json.number(static_cast<int64_t>(job.inputTokens));
  writeLimits(json, job.plan.mergeLimits);
  writeLimits(json, job.plan.foldLimits);
  for (const uint64_t id : job.requests) json.hex(id);
  json.endArray();
}

bool restoreJob(const JsonValue& entry, Family family, std::vector<Job>& jobs) {
  constexpr size_t kFields = 21;
  Checked checked;
  const std::span<const JsonValue> row = checked.list(&entry);
  checked.demand(row.size() > kFields && jobs.size() < kMostJobs);
  if (!checked.good()) return false;
  Job job;
  job.chain = checked.hex(&row[0]);
  job.plan.messages = checked.number32(&row[4]);
  job.range = {checked.hex(&row[1]), job.plan.messages, checked.hex(&row[2]), checked.hex(&row[3])};
  job.plan.merged = checked.number32(&row[5]);
  job.plan.asOne = checked.boolean(&row[6]);
  job.plan.tokens = checked.number32(&row[7]);
  job.inputTokens = checked.number(&row[8], kMostJobTokens);
  job.plan.mergeLimits = restoreLimits(checked, &row[9], family);
  job.plan.foldLimits = restoreLimits(checked, &row[15], family);
  for (const JsonValue& id : row.subspan(kFields)) job.requests.push_back(checked.hex(&id));
  jobs.push_back(std::move(job));
  return checked.good();
}

/// Edits in force in what a view shows, also of what they hide wholly; in its order.
std::vector<std::pair<EditKey, const Edit*>> editsShown(const Run& run) {
  std::vector<std::pair<EditKey, const Edit*>> edits;
  const ViewSource source = run.source();
  for (uint32_t m = 0; m < run.transcript().size(); ++m) {
    const bool folded = source.folded(m);
    for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
      // A late result shows with its call.
      const PartRef call = run.units().asked(m, p);
      if (folded && (call.message == kNone || source.folded(call.message))) continue;
      const Edit* edit = source.editOf(m, p);
      if (edit != nullptr) edits.emplace_back(keyOf(run.transcript(), m, p), edit);
    }
  }
  return edits;
}

}  // namespace

std::string Session::snapshot() const {
  const Mainline mainline = mainlineNow();
  const Slot* main = find(mainRun_);
  const std::vector<std::pair<EditKey, const Edit*>> shown =
      main != nullptr ? editsShown(*main->run) : std::vector<std::pair<EditKey, const Edit*>>();
  // Branches come after what the view needs, the most recent first, while there is room.
  std::vector<const Segment*> spare;
  for (const auto& [id, segment] : decisions_.segments()) {
    if (std::ranges::find(mainline.chain, id) == mainline.chain.end()) spare.push_back(&segment);
  }
  std::ranges::sort(spare, std::ranges::greater(), &Segment::used);

  size_t spares = std::min<size_t>(spare.size(), kSpareSegments);
  size_t tail = mainline.tail.size();
  size_t edits = shown.size();
  while (true) {
    JsonWriter json;
    json.beginObject();
    json.number("epitome", kStateVersion);
    json.beginArray("segments");
    for (const uint64_t id : mainline.chain) writeSegment(json, *decisions_.byId(id));
    for (size_t i = 0; i < spares; ++i) writeSegment(json, *spare[i]);
    json.endArray();
    writeHexList(json, "chain", mainline.chain);
    json.hex("first", mainline.first);
    writeHexList(json, "folded", mainline.folded);
    writeHexList(json, "tail", std::span(mainline.tail).first(tail));
    json.number("tailCount", mainline.tailCount);
    json.beginArray("edits");
    for (size_t i = shown.size() - edits; i < shown.size(); ++i) {
      writeEdit(json, shown[i].first, *shown[i].second);
    }
    json.endArray();
    if (!jobs_.empty()) {
      json.beginArray("jobs");
      for (const Job& job : jobs_) writeJob(json, job);
      json.endArray();
    }
    json.beginArray("pins");
    for (const std::string& pin : pins_.all()) json.text(pin);
    json.endArray();
    json.beginArray("models");
    for (const Billing::Model& model : billing_.models()) writeModel(json, model);
    json.endArray();
    json.beginArray("totals");
    json.number(totals_.compactions);
    json.number(totals_.summariesRequested);
    json.number(totals_.summariesAccepted);
    json.number(totals_.inputTokens);
    json.number(totals_.outputTokens);
    json.number(sentAt_);
    json.endArray();
    json.boolean("flushed", flushed_);
    json.beginArray("breaker");
    json.number(breaker_.memory().failures);
    json.hex(breaker_.memory().words);
    json.endArray();
    json.endObject();
    std::string text = json.take();
    if (text.size() <= kMaxStateBytes || (spares == 0 && tail == 0 && edits == 0)) return text;
    // What can be done without goes first: other branches, then how far a suffix is recognised,
    // then the oldest edits.
    if (spares > 0) {
      spares /= 2;
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

  Decisions decisions(options_.family);
  // The last is the least recent.
  for (const JsonValue& entry : std::views::reverse(checked.list(json->member("segments")))) {
    if (!restoreSegment(entry, decisions)) return invalid;
  }
  for (const JsonValue& entry : checked.list(json->member("edits"))) {
    if (!restoreEdit(entry, decisions)) return invalid;
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
  for (const uint64_t id : mainline.chain) checked.demand(decisions.byId(id) != nullptr);

  const JsonValue* row = checked.row(json->member("totals"), 6);
  if (row == nullptr) return invalid;
  Totals totals;
  totals.compactions = checked.number32(&row[0]);
  totals.summariesRequested = checked.number32(&row[1]);
  totals.summariesAccepted = checked.number32(&row[2]);
  totals.inputTokens = static_cast<int64_t>(checked.number(&row[3], kMaxTotalTokens));
  totals.outputTokens = static_cast<int64_t>(checked.number(&row[4], kMaxTotalTokens));

  const auto sentAt = static_cast<int64_t>(checked.number(&row[5], kMaxMillis));

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
      if (!restoreJob(entry, options_.family, jobs)) return invalid;
    }
  }
  if (!checked.good()) return invalid;

  slots_.clear();
  jobs_ = std::move(jobs);
  recency_.clear();
  staged_.clear();
  decisions_ = std::move(decisions);
  pins_ = std::move(pins);
  mainline_ = std::move(mainline);
  mainRun_ = 0;
  totals_ = totals;
  sentAt_ = sentAt;
  flushed_ = flushed;
  breaker_.recall(breaker);
  text_ = {};
  billing_.recall(std::move(models));
  return {};
}

}  // namespace epitome
