/// Options and saved states as JSON text. Decides their fields, and checks all that is read before
/// it is used.

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "session/json_reader.h"
#include "session/json_writer.h"
#include "session/session.h"

namespace epitome {
namespace {

constexpr int kStateVersion = 2;
/// Entries of any list in a state; more than a real one ever has.
constexpr size_t kMaxEntries = 8'192;
constexpr uint64_t kMaxTotalTokens = 1ULL << 52U;

/// Reads values that must be there and of one kind. A value that is not answers as zero or empty,
/// and `good` tells at the end whether there was one.
class Checked {
 public:
  using Kind = JsonValue::Kind;

  bool good() const { return good_; }
  void demand(bool condition) { good_ = good_ && condition; }

  /// A whole number in [0, most].
  uint64_t number(const JsonValue* value, uint64_t most) {
    return is(value, Kind::kWhole) && fits(value->whole <= most) ? value->whole : 0;
  }

  uint32_t number32(const JsonValue* value) {
    return static_cast<uint32_t>(number(value, 0xFFFF'FFFE));
  }

  bool boolean(const JsonValue* value) { return is(value, Kind::kBoolean) && value->boolean; }

  /// An amount of tokens or a fraction of a budget.
  Amount amount(const JsonValue* value) {
    const bool isNumber =
        value != nullptr && (value->kind == Kind::kWhole || value->kind == Kind::kReal);
    return fits(isNumber && value->real > 0 && value->real < 1e15) ? Amount{value->real} : Amount{};
  }

  std::string_view text(const JsonValue* value) {
    return is(value, Kind::kText) ? std::string_view(value->text) : std::string_view();
  }

  /// A fingerprint.
  uint64_t hex(const JsonValue* value) {
    const std::string digits(text(value));
    uint64_t fingerprint = 0;
    const char* end = digits.c_str() + digits.size();
    const auto [stop, error] = std::from_chars(digits.c_str(), end, fingerprint, 16);
    demand(digits.size() == 16 && error == std::errc() && stop == end);
    return fingerprint;
  }

  std::span<const JsonValue> list(const JsonValue* value) {
    if (!is(value, Kind::kArray) || !fits(value->values.size() <= kMaxEntries)) return {};
    return value->values;
  }

  /// The elements of a list of known length; null when it has another.
  const JsonValue* row(const JsonValue* value, size_t length) {
    const std::span<const JsonValue> elements = list(value);
    return fits(elements.size() == length) ? elements.data() : nullptr;
  }

  std::vector<uint64_t> hexList(const JsonValue* value) {
    std::vector<uint64_t> fingerprints;
    for (const JsonValue& entry : list(value)) fingerprints.push_back(hex(&entry));
    return fingerprints;
  }

 private:
  bool fits(bool condition) {
    demand(condition);
    return condition;
  }
  bool is(const JsonValue* value, Kind kind) {
    return fits(value != nullptr && value->kind == kind);
  }

  bool good_ = true;
};

void writeHexList(JsonWriter& json, const char* key, std::span<const uint64_t> fingerprints) {
  json.beginArray(key);
  for (const uint64_t fingerprint : fingerprints) json.hex(fingerprint);
  json.endArray();
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
    json.endArray();
  }
  json.endArray();
  json.number("leftOut", segment.body.wordsLeftOut);
  json.number("firstMessage", segment.body.firstMessage);
  json.number("lastMessage", segment.body.lastMessage);
  json.number("rounds", segment.body.rounds);
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
    const JsonValue* row = checked.row(&entry, 4);
    if (row == nullptr) return false;
    UserWords words;
    words.message = checked.number32(&row[0]);
    words.text = checked.text(&row[1]);
    words.cut = checked.boolean(&row[2]);
    words.units = checked.number32(&row[3]);
    body.words.push_back(std::move(words));
  }
  body.wordsLeftOut = checked.number32(json.member("leftOut"));
  body.firstMessage = checked.number32(json.member("firstMessage"));
  body.lastMessage = checked.number32(json.member("lastMessage"));
  body.rounds = checked.number32(json.member("rounds"));
  checked.demand(range.count > 0);
  if (!checked.good()) return false;
  Segment segment = makeSegment(range, std::move(body), rangeTokens, decisions.family());
  // The id binds range and text: a state that was tampered with or cut does not pass.
  if (segment.id != id) return false;
  decisions.keep(std::move(segment));
  return true;
}

void writeTrim(JsonWriter& json, const Trim& trim) {
  json.beginArray();
  json.hex(trim.callId);
  json.hex(trim.textHash);
  json.number(trim.headEnd);
  json.number(trim.tailStart);
  json.number(trim.total);
  json.number(trim.tokens);
  json.endArray();
}

bool restoreTrim(const JsonValue& json, Decisions& decisions) {
  Checked checked;
  const JsonValue* row = checked.row(&json, 6);
  if (row == nullptr) return false;
  Trim trim;
  trim.callId = checked.hex(&row[0]);
  trim.textHash = checked.hex(&row[1]);
  trim.headEnd = checked.number32(&row[2]);
  trim.tailStart = checked.number32(&row[3]);
  trim.total = checked.number32(&row[4]);
  trim.tokens = checked.number32(&row[5]);
  checked.demand(trim.headEnd <= trim.tailStart && trim.tailStart <= trim.total);
  if (checked.good()) decisions.keep(trim);
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

/// Trims that a view shows.
std::vector<const Trim*> trimsShown(const Run& run) {
  std::vector<const Trim*> trims;
  for (const ViewItem& item : run.view().items) {
    for (const PartChange& change : run.view().changesOf(item)) {
      if (change.trim != nullptr) trims.push_back(change.trim);
    }
  }
  return trims;
}

}  // namespace

std::expected<SessionOptions, ErrorCode> parseOptions(std::string_view text) {
  const auto invalid = std::unexpected(ErrorCode::kInvalidOptions);
  const std::optional<JsonValue> json = parseJsonObject(text);
  if (!json) return invalid;
  SessionOptions options;
  Checked checked;
  for (size_t i = 0; i < json->names.size(); ++i) {
    const std::string& name = json->names[i];
    const JsonValue* value = &json->values[i];
    if (name == "trigger") {
      options.policy.trigger = checked.amount(value);
    } else if (name == "target") {
      options.policy.target = checked.amount(value);
    } else if (name == "userWords") {
      options.policy.userWords = checked.amount(value);
    } else if (name == "keepRecentTokens") {
      options.policy.keepRecentTokens = checked.amount(value);
    } else if (name == "keepRecentMessages") {
      options.policy.keepRecentMessages = checked.number32(value);
    } else if (name == "maxOutputTokens") {
      options.maxOutputTokens = checked.number32(value);
    } else if (name == "hostOverhead") {
      options.hostOverhead = checked.number32(value);
    } else if (name == "family") {
      options.family = static_cast<Family>(checked.number(value, kFamilies - 1));
    } else if (name == "media") {
      options.media = static_cast<MediaRule>(checked.number(value, kMediaRuleCount - 1));
    } else if (name == "calibration") {
      options.calibration = static_cast<CalibrationMethod>(
          checked.number(value, std::to_underlying(CalibrationMethod::kOff)));
    } else if (name == "summarizer") {
      options.summarizer = checked.boolean(value);
    } else {
      return invalid;
    }
  }
  if (!checked.good()) return invalid;
  return options;
}

std::string Session::snapshot() const {
  const Mainline mainline = mainlineNow();
  const Slot* main = find(mainRun_);
  const std::vector<const Trim*> shown =
      main != nullptr ? trimsShown(*main->run) : std::vector<const Trim*>();
  // Branches come after what the view needs, the most recent first, while there is room.
  std::vector<const Segment*> spare;
  for (const auto& [id, segment] : decisions_.segments()) {
    if (std::ranges::find(mainline.chain, id) == mainline.chain.end()) spare.push_back(&segment);
  }
  std::ranges::sort(spare, std::ranges::greater(), &Segment::used);

  size_t spares = std::min<size_t>(spare.size(), kSpareSegments);
  size_t tail = mainline.tail.size();
  size_t trims = shown.size();
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
    json.beginArray("trims");
    for (size_t i = shown.size() - trims; i < shown.size(); ++i) writeTrim(json, *shown[i]);
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
    json.endArray();
    json.endObject();
    std::string text = json.take();
    if (text.size() <= kMaxStateBytes || (spares == 0 && tail == 0 && trims == 0)) return text;
    // What can be done without goes first: other branches, then how far a suffix is recognised,
    // then the oldest trims.
    if (spares > 0) {
      spares /= 2;
    } else if (tail > 0) {
      tail /= 2;
    } else {
      trims /= 2;
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
  for (const JsonValue& entry : checked.list(json->member("trims"))) {
    if (!restoreTrim(entry, decisions)) return invalid;
  }
  Mainline mainline;
  mainline.chain = checked.hexList(json->member("chain"));
  mainline.first = checked.hex(json->member("first"));
  mainline.folded = checked.hexList(json->member("folded"));
  mainline.tail = checked.hexList(json->member("tail"));
  for (const uint64_t id : mainline.chain) checked.demand(decisions.byId(id) != nullptr);

  const JsonValue* row = checked.row(json->member("totals"), 5);
  if (row == nullptr) return invalid;
  Totals totals;
  totals.compactions = checked.number32(&row[0]);
  totals.summariesRequested = checked.number32(&row[1]);
  totals.summariesAccepted = checked.number32(&row[2]);
  totals.inputTokens = static_cast<int64_t>(checked.number(&row[3], kMaxTotalTokens));
  totals.outputTokens = static_cast<int64_t>(checked.number(&row[4], kMaxTotalTokens));

  std::vector<Billing::Model> models;
  for (const JsonValue& entry : checked.list(json->member("models"))) {
    const std::optional<Billing::Model> model = restoreModel(entry);
    if (!model.has_value() || models.size() == kBilledModels) return invalid;
    models.push_back(*model);
  }
  checked.demand(!models.empty());
  if (!checked.good()) return invalid;

  slots_.clear();
  recency_.clear();
  staged_.clear();
  decisions_ = std::move(decisions);
  mainline_ = std::move(mainline);
  mainRun_ = 0;
  totals_ = totals;
  billing_.recall(std::move(models));
  return {};
}

}  // namespace epitome
