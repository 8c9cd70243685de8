/// Options and saved states as JSON text: the only place that reads JSON from outside. Everything
/// is checked before it is used; depth is bounded while parsing.

#include <algorithm>
#include <charconv>
#include <optional>

#include <nlohmann/json.hpp>

#include "session/session.h"

namespace epitome {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kStateVersion = 1;
constexpr int kMaxDepth = 12;
/// Entries of any list in a state; more than a real one ever has.
constexpr size_t kMaxEntries = 8'192;

std::optional<Json> parse(std::string_view text) {
  const Json::parser_callback_t bounded = [](int depth, Json::parse_event_t, Json&) {
    return depth <= kMaxDepth;
  };
  Json json = Json::parse(text.data(), text.data() + text.size(), bounded, false);
  if (json.is_discarded() || !json.is_object()) return std::nullopt;
  return json;
}

const Json* member(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found != object.end() ? &*found : nullptr;
}

/// A whole number in [0, most].
std::optional<uint64_t> number(const Json* json, uint64_t most) {
  if (json == nullptr || !json->is_number_integer()) return std::nullopt;
  if (json->is_number_unsigned()) {
    const uint64_t value = json->get<uint64_t>();
    return value <= most ? std::optional(value) : std::nullopt;
  }
  const int64_t value = json->get<int64_t>();
  if (value < 0 || static_cast<uint64_t>(value) > most) return std::nullopt;
  return static_cast<uint64_t>(value);
}

std::optional<uint32_t> number32(const Json* json) {
  const std::optional<uint64_t> value = number(json, 0xFFFF'FFFE);
  return value ? std::optional(static_cast<uint32_t>(*value)) : std::nullopt;
}

std::optional<uint64_t> hex(const Json* json) {
  if (json == nullptr || !json->is_string()) return std::nullopt;
  const std::string& text = *json->get_ptr<const std::string*>();
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, 16);
  if (text.size() != 16 || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

const std::string* string(const Json* json) {
  return json != nullptr ? json->get_ptr<const std::string*>() : nullptr;
}

std::optional<std::vector<uint64_t>> hexList(const Json* json) {
  if (json == nullptr || !json->is_array() || json->size() > kMaxEntries) return std::nullopt;
  std::vector<uint64_t> list;
  for (const Json& entry : *json) {
    const std::optional<uint64_t> value = hex(&entry);
    if (!value) return std::nullopt;
    list.push_back(*value);
  }
  return list;
}

Json hexList(const std::vector<uint64_t>& values) {
  Json list = Json::array();
  for (const uint64_t value : values) list.push_back(text::hexOf(value));
  return list;
}

Json segmentJson(const Segment& segment) {
  Json words = Json::array();
  for (const UserWords& word : segment.body.words) {
    words.push_back({word.message, word.text, word.cut, word.units});
  }
  return {{"id", text::hexOf(segment.id)},
          {"range", text::hexOf(segment.range.hash)},
          {"count", segment.range.count},
          {"first", text::hexOf(segment.range.first)},
          {"last", text::hexOf(segment.range.last)},
          {"rangeTokens", segment.rangeTokens},
          {"source", static_cast<uint32_t>(segment.body.source)},
          {"prose", segment.body.prose},
          {"words", words},
          {"leftOut", segment.body.wordsLeftOut},
          {"firstMessage", segment.body.firstMessage},
          {"lastMessage", segment.body.lastMessage},
          {"rounds", segment.body.rounds}};
}

struct SavedSegment {
  uint64_t id = 0;
  RangePrint range;
  uint32_t rangeTokens = 0;
  SegmentBody body;
};

std::optional<SavedSegment> segmentOf(const Json& json) {
  SavedSegment saved;
  const auto id = hex(member(json, "id"));
  const auto range = hex(member(json, "range"));
  const auto first = hex(member(json, "first"));
  const auto last = hex(member(json, "last"));
  const auto count = number32(member(json, "count"));
  const auto rangeTokens = number32(member(json, "rangeTokens"));
  const auto source = number(member(json, "source"), 1);
  const auto leftOut = number32(member(json, "leftOut"));
  const auto firstMessage = number32(member(json, "firstMessage"));
  const auto lastMessage = number32(member(json, "lastMessage"));
  const auto rounds = number32(member(json, "rounds"));
  const std::string* prose = string(member(json, "prose"));
  const Json* words = member(json, "words");
  if (!id || !range || !first || !last || !count || !rangeTokens || !source || !leftOut ||
      !firstMessage || !lastMessage || !rounds || prose == nullptr || words == nullptr ||
      !words->is_array() || words->size() > kMaxEntries || *count == 0) {
    return std::nullopt;
  }
  saved.id = *id;
  saved.range = {*range, *count, *first, *last};
  saved.rangeTokens = *rangeTokens;
  saved.body.source = static_cast<ProseSource>(*source);
  saved.body.prose = *prose;
  saved.body.wordsLeftOut = *leftOut;
  saved.body.firstMessage = *firstMessage;
  saved.body.lastMessage = *lastMessage;
  saved.body.rounds = *rounds;
  for (const Json& word : *words) {
    if (!word.is_array() || word.size() != 4) return std::nullopt;
    const auto message = number32(&word.at(0));
    const std::string* text = string(&word.at(1));
    const auto units = number32(&word.at(3));
    if (!message || text == nullptr || !word.at(2).is_boolean() || !units) return std::nullopt;
    UserWords carried;
    carried.message = *message;
    carried.text = *text;
    carried.cut = word.at(2).get<bool>();
    carried.units = *units;
    saved.body.words.push_back(std::move(carried));
  }
  return saved;
}

std::optional<Trim> trimOf(const Json& json) {
  if (!json.is_array() || json.size() != 6) return std::nullopt;
  const auto callId = hex(&json.at(0));
  const auto textHash = hex(&json.at(1));
  const auto copyHash = hex(&json.at(2));
  const auto headEnd = number32(&json.at(3));
  const auto tailStart = number32(&json.at(4));
  const auto total = number32(&json.at(5));
  if (!callId || !textHash || !copyHash || !headEnd || !tailStart || !total) return std::nullopt;
  if (*headEnd > *tailStart || *tailStart > *total) return std::nullopt;
  Trim trim;
  trim.callId = *callId;
  trim.textHash = *textHash;
  trim.copyHash = *copyHash;
  trim.headEnd = *headEnd;
  trim.tailStart = *tailStart;
  trim.total = *total;
  return trim;
}

Json trimJson(const Trim& trim) {
  return {text::hexOf(trim.callId),
          text::hexOf(trim.textHash),
          text::hexOf(trim.copyHash),
          trim.headEnd,
          trim.tailStart,
          trim.total};
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

bool amount(const Json& json, Amount& out) {
  if (!json.is_number()) return false;
  out.value = json.get<double>();
  return out.value > 0 && out.value < 1e15;
}

}  // namespace

std::expected<SessionOptions, ErrorCode> parseOptions(std::string_view text) {
  const std::optional<Json> json = parse(text);
  const auto invalid = std::unexpected(ErrorCode::kInvalidOptions);
  if (!json) return invalid;
  SessionOptions options;
  for (const auto& [name, value] : json->items()) {
    bool good = false;
    if (name == "trigger") {
      good = amount(value, options.policy.trigger);
    } else if (name == "target") {
      good = amount(value, options.policy.target);
    } else if (name == "userWords") {
      good = amount(value, options.policy.userWords);
    } else if (name == "keepRecentTokens") {
      good = amount(value, options.policy.keepRecentTokens);
    } else if (name == "keepRecentMessages") {
      const auto count = number32(&value);
      good = count.has_value();
      options.policy.keepRecentMessages = count.value_or(0);
    } else if (name == "maxOutputTokens") {
      const auto tokens = number32(&value);
      good = tokens.has_value();
      options.maxOutputTokens = tokens.value_or(0);
    } else if (name == "hostOverhead") {
      const auto tokens = number32(&value);
      good = tokens.has_value();
      options.hostOverhead = tokens.value_or(0);
    } else if (name == "summarizer") {
      good = value.is_boolean();
      options.summarizer = good && value.get<bool>();
    }
    if (!good) return invalid;
  }
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
    Json json = {{"epitome", kStateVersion}};
    json["segments"] = Json::array();
    for (const uint64_t id : mainline.chain) {
      json["segments"].push_back(segmentJson(*decisions_.byId(id)));
    }
    for (size_t i = 0; i < spares; ++i) json["segments"].push_back(segmentJson(*spare[i]));
    json["chain"] = hexList(mainline.chain);
    json["first"] = text::hexOf(mainline.first);
    json["folded"] = hexList(mainline.folded);
    json["tail"] = hexList(std::vector<Anchor>(mainline.tail.begin(),
                                               mainline.tail.begin() + static_cast<int64_t>(tail)));
    json["trims"] = Json::array();
    for (size_t i = shown.size() - trims; i < shown.size(); ++i) {
      json["trims"].push_back(trimJson(*shown[i]));
    }
    if (observedOverhead_ >= 0) json["overhead"] = observedOverhead_;
    json["totals"] = {totals_.compactions, totals_.summariesRequested, totals_.summariesAccepted,
                      totals_.inputTokens, totals_.outputTokens};
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
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
  const std::optional<Json> json = parse(text);
  if (!json) return invalid;
  const auto version = number(member(*json, "epitome"), 1'000'000);
  if (!version) return invalid;
  if (*version != kStateVersion) return std::unexpected(ErrorCode::kUnsupportedState);

  const Json* segments = member(*json, "segments");
  const Json* trims = member(*json, "trims");
  const auto chain = hexList(member(*json, "chain"));
  const auto first = hex(member(*json, "first"));
  const auto folded = hexList(member(*json, "folded"));
  const auto tail = hexList(member(*json, "tail"));
  const Json* totals = member(*json, "totals");
  if (segments == nullptr || !segments->is_array() || segments->size() > kMaxEntries ||
      trims == nullptr || !trims->is_array() || trims->size() > kMaxEntries || !chain || !first ||
      !folded || !tail || totals == nullptr || !totals->is_array() || totals->size() != 5) {
    return invalid;
  }
  Decisions decisions;
  // The last is the least recent.
  for (size_t i = segments->size(); i-- > 0;) {
    std::optional<SavedSegment> saved = segmentOf(segments->at(i));
    if (!saved) return invalid;
    Segment segment = makeSegment(saved->range, std::move(saved->body), saved->rangeTokens);
    // The id binds range and text: a state that was tampered with or cut does not pass.
    if (segment.id != saved->id) return invalid;
    decisions.keep(std::move(segment));
  }
  for (const Json& entry : *trims) {
    const std::optional<Trim> trim = trimOf(entry);
    if (!trim) return invalid;
    decisions.keep(*trim);
  }
  for (const uint64_t id : *chain) {
    if (decisions.byId(id) == nullptr) return invalid;
  }
  Totals restored;
  const auto compactions = number32(&totals->at(0));
  const auto requested = number32(&totals->at(1));
  const auto accepted = number32(&totals->at(2));
  const auto input = number(&totals->at(3), 1ULL << 52U);
  const auto output = number(&totals->at(4), 1ULL << 52U);
  if (!compactions || !requested || !accepted || !input || !output) return invalid;
  restored.compactions = *compactions;
  restored.summariesRequested = *requested;
  restored.summariesAccepted = *accepted;
  restored.inputTokens = static_cast<int64_t>(*input);
  restored.outputTokens = static_cast<int64_t>(*output);

  int64_t overhead = -1;
  if (const Json* saved = member(*json, "overhead")) {
    const auto tokens = number32(saved);
    if (!tokens) return invalid;
    overhead = *tokens;
  }
  slots_.clear();
  recency_.clear();
  staged_.clear();
  decisions_ = std::move(decisions);
  mainline_ = {*chain, *first, *folded, *tail};
  mainRun_ = 0;
  totals_ = restored;
  observedOverhead_ = overhead;
  return {};
}

}  // namespace epitome
