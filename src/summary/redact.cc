/// The window that slides over the text, and the order in which secrets are looked for.
#include "summary/redact.h"

#include <algorithm>
#include <utility>

#include "summary/redact/assignments.h"
#include "summary/redact/provider_data.h"
#include "summary/redact/shapes.h"
#include "summary/redact/words.h"

namespace epitome {

using redact::CharSet;
using redact::Found;
using redact::kMarkerStart;
using redact::ProviderShape;
using redact::Surroundings;

namespace {

constexpr size_t kLongestKind = 40;
/// Bytes that enter the window at once.
constexpr size_t kStride = 8192;
constexpr std::string_view kAccessKey = "aws-access-key";

bool isKind(std::string_view name) {
  return !name.empty() && name.size() <= kLongestKind &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return redact::isLower(c) || redact::isDigit(c) || c == '-'; });
}

bool continuesCodePoint(char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; }

/// The literal in front tells most already, so a little chance is enough; but words stay.
bool isKeyBody(std::string_view body) {
  const redact::Makeup makeup = redact::makeupOf(body);
  return (makeup.digit || (makeup.upper && makeup.lower)) && redact::looksRandom(body, 5);
}

/// Letters and a sign of base64 stand right before: the start of a word is chance.
bool isAmidBase64(std::string_view behind) {
  return behind.size() > 1 && (behind.back() == '+' || behind.back() == '/') &&
         redact::isAlphanumeric(behind[behind.size() - 2]);
}

/// What belongs to a key that was just found: its secret, 40 characters of base64.
std::optional<Found> accessSecretAt(std::string_view ahead) {
  constexpr CharSet kBetween = redact::setOf(" \t\r\n,;:|\"'");
  constexpr CharSet kSecret = redact::alphanumericAnd("+/");
  const size_t from = std::min<size_t>(redact::runLength(ahead, kBetween), 5);
  const std::string_view secret =
      ahead.substr(from, redact::runLength(ahead.substr(from), kSecret));
  const redact::Makeup makeup = redact::makeupOf(secret);
  if (from == 0 || secret.size() != 40 || !makeup.upper || !makeup.lower || !makeup.digit ||
      !redact::looksRandom(secret)) {
    return std::nullopt;
  }
  return Found{.from = from, .to = from + secret.size(), .kind = "aws-secret-key"};
}

}  // namespace

RedactionRules::RedactionRules() {
  for (const char c : {'=', ':', '>', '-', '[', 'e'}) looks_[static_cast<uint8_t>(c)] = kOther;
  for (char c = '0'; c <= '9'; ++c) looks_[static_cast<uint8_t>(c)] = kOther;
  for (const ProviderShape& known : redact::kProviderShapes) {
    auto pattern = redact::parsePattern(known.pattern, 0);
    if (pattern) {
      insert({.kind = std::string(known.kind),
              .pattern = *std::move(pattern),
              .second = {},
              .flags = known.flags});
    }
  }
}

std::expected<void, std::string> RedactionRules::add(std::string_view name,
                                                     std::string_view pattern) {
  if (!isKind(name)) {
    return std::unexpected("a pattern's name must be 1 to 40 of a-z, 0-9 and dashes");
  }
  if (own_ == kMostOwn) {
    return std::unexpected("there are " + std::to_string(kMostOwn) + " patterns already");
  }
  auto parsed = redact::parsePattern(pattern, kLeastPrefix);
  if (!parsed) return std::unexpected(parsed.error());
  ++own_;
  insert({.kind = std::string(name),
          .pattern = *std::move(parsed),
          .second = {},
          .flags = ProviderShape::kAnyBody});
  return {};
}

void RedactionRules::insert(Shape shape) {
  const CharSet first = shape.pattern.first();
  const CharSet second = shape.pattern.second();
  for (char c = ' '; c <= '~'; ++c) {
    if (!first.has(c)) continue;
    const auto byte = static_cast<uint8_t>(c);
    byFirst_[byte].push_back(static_cast<uint16_t>(shapes_.size()));
    seconds_[byte].low |= second.low;
    seconds_[byte].high |= second.high;
    const bool inWord = !redact::isAlphanumeric(c) || (shape.flags & ProviderShape::kAnywhere) != 0;
    looks_[byte] = static_cast<uint8_t>(looks_[byte] | (inWord ? kShapeInWord : kShape));
  }
  shape.second = second;
  shapes_.push_back(std::move(shape));
}

std::optional<Found> RedactionRules::shapeAt(const Surroundings& place) const {
  const std::string_view ahead = place.ahead;
  if (ahead.empty() || static_cast<uint8_t>(ahead[0]) >= 128) return std::nullopt;
  const bool begins = place.wordBegins();
  const bool amidBase64 = isAmidBase64(place.behind);
  for (const uint16_t index : byFirst_[static_cast<uint8_t>(ahead[0])]) {
    const Shape& shape = shapes_[index];
    const bool inWord =
        !redact::isAlphanumeric(ahead[0]) || (shape.flags & ProviderShape::kAnywhere) != 0;
    if (!begins && !inWord) continue;
    if (ahead.size() < 2 || !shape.second.has(ahead[1])) continue;
    const size_t length = shape.pattern.match(ahead);
    if (length == 0) continue;
    // What a marker hides may have made the last class too long.
    if (!shape.pattern.open() && ahead.substr(length).starts_with(kMarkerStart)) continue;
    const size_t prefix = shape.pattern.prefix.size();
    const std::string_view body = ahead.substr(prefix, length - prefix);
    if (index < shapes_.size() - own_) {
      if (shape.pattern.open() && amidBase64 &&
          std::all_of(shape.pattern.prefix.begin(), shape.pattern.prefix.end(),
                      redact::isAlphanumeric)) {
        continue;
      }
      if (shape.pattern.stopsInWord(ahead, length)) continue;
      if (redact::isExample(body)) continue;
      if ((shape.flags & ProviderShape::kAnyBody) == 0 && !isKeyBody(body)) continue;
    }
    Found found{.from = 0, .to = length, .kind = shape.kind};
    if ((shape.flags & ProviderShape::kKeepPrefix) != 0) found.from = prefix;
    if (shape.pattern.open()) found.tail = shape.pattern.steps.back().set;
    return found;
  }
  return std::nullopt;
}

Redactor::Redactor(const RedactionRules& rules) : rules_(&rules) {}

void Redactor::update(std::string_view piece, std::string& out) {
  while (!piece.empty()) {
    const std::string_view part = piece.substr(0, kStride);
    piece.remove_prefix(part.size());
    window_.append(part);
    if (window_.size() < at_ + Surroundings::kAhead) continue;
    size_t limit = window_.size() - Surroundings::kAhead;
    for (int i = 0; i < 3 && limit > at_ && continuesCodePoint(window_[limit]); ++i) --limit;
    process(limit, out);
    forget();
  }
}

void Redactor::finish(std::string& out) {
  process(window_.size(), out);
  window_.clear();
  at_ = from_ = floor_ = 0;
  fromStart_ = true;
  mode_ = Mode::kPlain;
  afterAccessKey_ = false;
  awaited_.reset();
}

void Redactor::process(size_t limit, std::string& out) {
  while (at_ < limit) {
    switch (mode_) {
      case Mode::kPlain:
        scan(limit, out);
        break;
      case Mode::kTail:
        skipTail(limit);
        break;
      case Mode::kKeyBlock:
        skipKeyBlock(limit);
        break;
    }
  }
  flush(out);
}

void Redactor::scan(size_t limit, std::string& out) {
  while (at_ < limit) {
    const char c = window_[at_];
    const uint8_t looks = rules_->looksAt(c);
    // Most characters begin nothing: those must cost next to nothing.
    const bool nothing = looks == RedactionRules::kNothing ||
                         (looks == RedactionRules::kShape && !shapeMayBegin(at_));
    if (nothing && !awaited_ && !(afterAccessKey_ && at_ == floor_)) {
      ++at_;
      continue;
    }
    if (c == '[') {
      if (const size_t marker = markerLength(at_); marker > 0) {
        afterAccessKey_ =
            std::string_view(window_).substr(at_ + kMarkerStart.size()).starts_with(kAccessKey);
        at_ += marker;
        floor_ = at_;
        continue;
      }
    }
    if (decideAt(out)) return;
    ++at_;
  }
}

/// Replaces the secret that begins at `at_`, if one does.
bool Redactor::decideAt(std::string& out) {
  std::optional<Found> awaited;
  if (awaited_ && at_ >= awaitedAt_) {
    if (at_ == awaitedAt_) awaited = awaited_;
    awaited_.reset();
  }
  std::optional<Found> found;
  if (afterAccessKey_ && at_ == floor_) found = accessSecretAt(around(at_).ahead);
  if (!found) found = findAt(at_, rules_->looksAt(window_[at_]));
  const bool begins = found && found->from == 0;
  // A shape says more than a name, but must not leave half of the value.
  const bool whole = begins && (!awaited || found->to >= awaited->to || found->goesOn());
  if (begins && whole) {
    replace(*found, out);
    return true;
  }
  if (awaited) {
    replace(*awaited, out);
    return true;
  }
  if (found && !awaited_) {
    awaitedAt_ = at_ + found->from;
    found->to -= found->from;
    found->from = 0;
    awaited_ = found;
  }
  return false;
}

bool Redactor::shapeMayBegin(size_t at) const {
  if (at + 1 >= window_.size() || !rules_->canBegin(window_[at], window_[at + 1])) return false;
  return at == floor_ || !redact::isAlphanumeric(window_[at - 1]) || around(at).wordBegins();
}

std::optional<Found> Redactor::findAt(size_t at, uint8_t looks) const {
  using Rules = RedactionRules;
  const char c = window_[at];
  const char next = at + 1 < window_.size() ? window_[at + 1] : '\0';
  if ((looks & (Rules::kShape | Rules::kShapeInWord)) != 0 && rules_->canBegin(c, next)) {
    if (auto found = rules_->shapeAt(around(at))) return found;
  }
  if ((looks & Rules::kOther) == 0) return std::nullopt;
  switch (c) {
    case 'e':
      return next == 'y' ? redact::webTokenAt(around(at)) : std::nullopt;
    case '-':
      if (next == '-') {
        if (auto block = redact::keyBlockAt(around(at))) return block;
      }
      return next == '-' ? redact::flagAt(around(at)) : std::nullopt;
    case '=':
    case ':':
    case '>':
      return findSet(around(at));
    default:
      return at > floor_ && redact::isDigit(window_[at - 1]) ? std::nullopt
                                                             : redact::cardAt(around(at));
  }
}

std::optional<Found> Redactor::findSet(const Surroundings& place) {
  auto found = redact::assignedAt(place);
  if (!found && place.ahead[0] == ':') found = redact::addressPasswordAt(place);
  if (!found && place.ahead[0] == ':') found = redact::userPasswordAt(place);
  return found;
}

size_t Redactor::markerLength(size_t at) const {
  const std::string_view ahead = std::string_view(window_).substr(at);
  if (!ahead.starts_with(kMarkerStart)) return 0;
  const size_t close = ahead.substr(0, kMarkerStart.size() + kLongestKind + 1).find(']');
  if (close == std::string_view::npos) return 0;
  const std::string_view kind = ahead.substr(kMarkerStart.size(), close - kMarkerStart.size());
  return isKind(kind) ? close + 1 : 0;
}

void Redactor::replace(const Found& found, std::string& out) {
  const size_t end = at_ + found.to;
  flush(out);
  out.append(kMarkerStart).append(found.kind).append("]");
  count(found.kind);
  at_ = from_ = floor_ = end;
  afterAccessKey_ = found.kind == kAccessKey;
  tail_ = found.tail;
  keyRun_ = false;
  keyBegun_ = false;
  mode_ = found.keyBlock ? Mode::kKeyBlock : found.tail.empty() ? Mode::kPlain : Mode::kTail;
}

void Redactor::skipTail(size_t limit) {
  while (at_ < limit && tail_.has(window_[at_])) ++at_;
  if (at_ < limit) mode_ = Mode::kPlain;
  from_ = floor_ = at_;
}

void Redactor::skipKeyBlock(size_t limit) {
  while (at_ < limit) {
    if (keyRun_ && redact::kKeyBase64.has(window_[at_])) {
      ++at_;
      continue;
    }
    const redact::KeyBlockPart part = redact::keyBlockPart(around(at_).ahead, keyBegun_);
    at_ += part.length;
    if (part.ends) {
      mode_ = Mode::kPlain;
      break;
    }
    keyRun_ = part.base64;
    keyBegun_ = keyBegun_ || keyRun_;
  }
  from_ = floor_ = at_;
}

void Redactor::flush(std::string& out) {
  out.append(window_, from_, at_ - from_);
  from_ = at_;
}

void Redactor::forget() {
  if (at_ < kStride) return;
  const size_t gone = at_ - Surroundings::kBehind;
  window_.erase(0, gone);
  at_ -= gone;
  from_ -= gone;
  floor_ -= std::min(floor_, gone);
  awaitedAt_ -= std::min(awaitedAt_, gone);
  fromStart_ = false;
}

Surroundings Redactor::around(size_t at) const {
  const size_t behind = std::max(floor_, at - std::min(at, Surroundings::kBehind));
  const std::string_view window = window_;
  return {.behind = window.substr(behind, at - behind),
          .ahead = window.substr(at, Surroundings::kAhead),
          .fromStart = fromStart_ && behind == 0};
}

void Redactor::count(std::string_view kind) {
  const auto place = std::lower_bound(
      counts_.begin(), counts_.end(), kind,
      [](const RedactionCount& known, std::string_view sought) { return known.kind < sought; });
  if (place != counts_.end() && place->kind == kind) {
    ++place->count;
  } else {
    counts_.insert(place, {.kind = std::string(kind), .count = 1});
  }
}

void addCounts(std::vector<RedactionCount>& counts, const std::vector<RedactionCount>& more) {
  for (const RedactionCount& count : more) {
    const auto at = std::ranges::lower_bound(counts, count.kind, {}, &RedactionCount::kind);
    if (at != counts.end() && at->kind == count.kind) {
      at->count += count.count;
    } else {
      counts.insert(at, count);
    }
  }
}

std::string redacted(std::string_view text, const RedactionRules* rules,
                     std::vector<RedactionCount>& counts) {
  if (rules == nullptr) return std::string(text);
  Redactor redactor(*rules);
  std::string out;
  redactor.update(text, out);
  redactor.finish(out);
  addCounts(counts, redactor.counts());
  return out;
}

std::string redacted(std::string_view text, const RedactionRules& rules) {
  std::string out;
  out.reserve(text.size());
  Redactor redactor(rules);
  redactor.update(text, out);
  redactor.finish(out);
  return out;
}

}  // namespace epitome
