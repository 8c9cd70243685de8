/// The window that slides over the text, and the order in which secrets are looked for.
#include "redact/redact.h"

#include <algorithm>
#include <utility>

#include "redact/card.h"
#include "redact/colours.h"
#include "redact/key_block.h"
#include "redact/lines.h"
#include "redact/looks.h"
#include "redact/named.h"
#include "redact/names.h"
#include "redact/providers.h"
#include "redact/shapes.h"

namespace epitome {

using redact::CharSet;
using redact::Found;
using redact::kMarkerStart;
using redact::Place;
using redact::ProviderShape;

namespace {

constexpr size_t kLongestKind = 40;
/// Bytes that enter the window at once.
constexpr size_t kStride = 8192;
/// Bytes that a place may lie behind the one that leads to it.
constexpr size_t kSkipped = 4;
/// Codes at one place; more of them are text.
constexpr size_t kMostCodes = 4;
/// What is left of a key that was cut off counts from so many characters on.
constexpr size_t kLeastPart = 12;
constexpr std::string_view kAccessKey = "aws-access-key";

bool isKind(std::string_view name) {
  return !name.empty() && name.size() <= kLongestKind &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return isLower(c) || isDigit(c) || c == '-'; });
}

bool continuesCodePoint(char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; }

/// Letters and a sign of base64 stand right before: the start of a word is chance.
bool isAmidBase64(std::string_view behind) {
  return behind.size() > 1 && (behind.back() == '+' || behind.back() == '/') &&
         isAlnum(behind[behind.size() - 2]);
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
  for (size_t byte = 0; byte < looks_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    // Of a character beyond ASCII, only the first byte.
    if (byte >= 0xC0 || !redact::inName(c)) looks_[byte] = kNameEnd;
    if (isAlnum(c)) looks_[byte] = kWord;
  }
  CharSet lower;
  lower.addRange('a', 'z');
  CharSet any;
  any.addRange('\0', '\x7f');
  const std::pair<std::string_view, CharSet> signs[] = {{"[", redact::setOf("r")},
                                                        {"=\"'", lower},
                                                        {":\n", any},
                                                        {"-", redact::setOf("-paPw")},
                                                        {"e", redact::setOf("y")},
                                                        {"P", redact::setOf("r")},
                                                        {"\\", redact::setOf("n")},
                                                        {"0123456789", redact::kDigits}};
  for (const auto& [characters, next] : signs) {
    for (const char c : characters) {
      addStart(c, next, any);
    }
  }
  for (const ProviderShape& known : redact::kProviderShapes) {
    const auto body = redact::parsePattern(known.body, 0);
    for (size_t at = 0; body && at <= known.prefixes.size();) {
      const size_t end = std::min(known.prefixes.find('|', at), known.prefixes.size());
      redact::Pattern pattern = *body;
      pattern.prefix.insert(0, known.prefixes.substr(at, end - at));
      insert(
          {.kind = std::string(known.kind), .pattern = std::move(pattern), .flags = known.flags});
      at = end + 1;
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
          .flags = ProviderShape::kAnyBody,
          .own = true});
  return {};
}

void RedactionRules::addStart(char first, const CharSet& second, const CharSet& third) {
  auto& row = pairs_[static_cast<uint8_t>(first)];
  row[0] |= second.bits[0];
  row[1] |= second.bits[1];
  if (!isLetter(first)) return;
  for (uint32_t pair = 0; pair < 128 * 128; ++pair) {
    const char next = static_cast<char>(pair / 128);
    const char last = static_cast<char>(pair % 128);
    if (!second.has(next)) pair |= 127U;
    if (!second.has(next) || !third.has(last)) continue;
    const uint32_t slot = slotOf(first, next, last);
    triples_[slot / 64] |= uint64_t{1} << (slot & 63U);
  }
}

void RedactionRules::insert(Shape shape) {
  const CharSet first = shape.pattern.at(0);
  const CharSet second = shape.pattern.at(1);
  for (char c = ' '; c <= '~'; ++c) {
    if (!first.has(c)) continue;
    const auto byte = static_cast<uint8_t>(c);
    byFirst_[byte].push_back(static_cast<uint16_t>(shapes_.size()));
    addStart(c, second, shape.pattern.at(2));
    if ((shape.flags & ProviderShape::kAnywhere) != 0) looks_[byte] |= kInWord;
  }
  shape.second = second;
  shapes_.push_back(std::move(shape));
}

std::optional<Found> RedactionRules::shapeAt(const Place& place) const {
  const std::string_view ahead = place.ahead;
  if (ahead.size() < 2 || redact::isBeyondAscii(ahead[0])) return std::nullopt;
  const std::vector<uint16_t>& shapes = byFirst_[static_cast<uint8_t>(ahead[0])];
  if (shapes.empty()) return std::nullopt;
  const bool begins = place.wordBegins();
  for (const uint16_t index : shapes) {
    const Shape& shape = shapes_[index];
    const redact::Pattern& pattern = shape.pattern;
    const bool inWord = !isAlnum(ahead[0]) || (shape.flags & ProviderShape::kAnywhere) != 0;
    if ((!begins && !inWord) || !shape.second.has(ahead[1])) continue;
    const size_t prefix = pattern.prefix.size();
    const size_t length = pattern.match(ahead, shape.own || prefix < 3 ? 0 : kLeastPart);
    if (length == 0) continue;
    // What a marker hides may have made the last class too long.
    if (!pattern.open() && ahead.substr(length).starts_with(kMarkerStart)) continue;
    const std::string_view body = ahead.substr(prefix, length - prefix);
    if (!shape.own) {
      if (pattern.open() && isAmidBase64(place.behind) &&
          redact::runLength(pattern.prefix, redact::alphanumericAnd("")) == prefix) {
        continue;
      }
      if (pattern.stopsInWord(ahead, length) || redact::isExample(body)) continue;
      if ((shape.flags & ProviderShape::kAnyBody) == 0 && !redact::isKeyBody(body)) continue;
    }
    Found found{.from = 0, .to = length, .kind = shape.kind};
    if ((shape.flags & ProviderShape::kKeepPrefix) != 0) found.from = prefix;
    if (pattern.open()) found.tail = pattern.steps.back().set;
    return found;
  }
  return std::nullopt;
}

Redactor::Redactor(const RedactionRules& rules) : rules_(&rules) {}

void Redactor::update(std::string_view piece, std::string& out) {
  while (!piece.empty()) {
    const std::string_view part = piece.substr(0, kStride);
    piece.remove_prefix(part.size());
    take(part, false);
    constexpr size_t kSeen = Place::kAhead + kSkipped;
    if (window_.size() < at_ + kSeen) continue;
    size_t limit = window_.size() - kSeen;
    for (int i = 0; i < 3 && limit > at_ && continuesCodePoint(window_[limit]); ++i) --limit;
    process(limit, out);
    forget();
  }
}

void Redactor::finish(std::string& out) {
  take({}, true);
  process(window_.size(), out);
  flush(out, true);
  window_.clear();
  codes_.clear();
  at_ = from_ = floor_ = code_ = 0;
  fromStart_ = true;
  mode_ = Mode::kPlain;
  afterAccessKey_ = false;
  awaited_.reset();
}

/// Takes codes out of what comes, into the window.
void Redactor::take(std::string_view raw, bool last) {
  std::string joined;
  if (!partOfCode_.empty()) {
    joined = std::exchange(partOfCode_, {}).append(raw);
    raw = joined;
  }
  size_t escape = raw.find('\x1b');
  for (size_t at = 0; at < raw.size();) {
    const size_t next = std::min({raw.find('\\', at), escape, raw.size()});
    window_.append(raw, at, next - at);
    at = next;
    if (at == raw.size()) break;
    size_t length = redact::codeLength(raw.substr(at));
    if (length == redact::kPartOfCode && !last) {
      partOfCode_ = raw.substr(at);
      return;
    }
    const bool many =
        codes_.size() >= kMostCodes && codes_[codes_.size() - kMostCodes].at == window_.size();
    if (length == 0 || length == redact::kPartOfCode || many) {
      // Of many backslashes each one could begin a code.
      window_ += raw[at++];
    } else {
      codes_.push_back({.at = window_.size(), .text = std::string(raw.substr(at, length))});
      at += length;
    }
    if (escape < at) escape = raw.find('\x1b', at);
  }
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
  if (mode_ == Mode::kPlain) flush(out, false);
}

void Redactor::scan(size_t limit, std::string& out) {
  while (at_ < limit) {
    if (!awaited_ && at_ != floor_) {
      skipPlain(limit);
      if (at_ == limit) return;
    }
    const size_t marker = window_[at_] == '[' ? markerLength(at_) : 0;
    if (marker > 0) {
      afterAccessKey_ =
          std::string_view(window_).substr(at_ + kMarkerStart.size()).starts_with(kAccessKey);
      at_ += marker;
      floor_ = at_;
      continue;
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
  if (!found) found = findAt(at_);
  const bool begins = found && found->from == 0;
  // A shape says more than a name, but must not leave half of the value.
  const bool whole = begins && (!awaited || found->to >= awaited->to || found->goesOn());
  if (whole) {
    replace(*found, out);
    return true;
  }
  if (awaited) {
    replace(*awaited, out);
    return true;
  }
  if (!found || begins) return false;
  const size_t from = at_ + found->from;
  const size_t to = at_ + found->to;
  // The nearer one of two, with what the other has behind it: a text that holds the marker of the
  // farther one would show the nearer one next time.
  if (awaited_ && from >= awaitedAt_) return false;
  const size_t end = awaited_ && to > awaitedAt_ ? std::max(to, awaitedAt_ + awaited_->to) : to;
  awaited_ = found;
  awaited_->from = 0;
  awaited_->to = end - from;
  awaitedAt_ = from;
  return false;
}

/// Most characters begin nothing: those must cost next to nothing. Not at the floor.
void Redactor::skipPlain(size_t limit) {
  using Rules = RedactionRules;
  const char* const text = window_.data();
  const Rules& rules = *rules_;
  size_t at = at_;
  // Up to there, an escape may end amid what looks like a word.
  size_t escape = at + 6;
  bool amid = isAlnum(text[at - 1]);
  for (; at < limit; ++at) {
    const char c = text[at];
    const uint8_t looks = rules.looksAt(c);
    const bool behindWord = amid;
    amid = (looks & Rules::kWord) != 0;
    // Behind the window's end is a zero byte.
    if (amid) {
      if (behindWord && looks == Rules::kWord && at >= escape) continue;
      if (!rules.canBegin(c, text[at + 1])) continue;
      if (!isLetter(c) || rules.canBegin(c, text[at + 1], text[at + 2])) break;
      continue;
    }
    if (c == '\\' || c == '%') escape = at + 7;
    if (rules.canBegin(c, text[at + 1])) break;
    if ((looks & Rules::kNameEnd) == 0) continue;
    if (!behindWord && !redact::isBeyondAscii(text[at - 1])) continue;
    size_t end = at;
    while (end > floor_ && end + 3 > at && isDigit(text[end - 1])) --end;
    if (end >= floor_ + 2 &&
        redact::mayEndName(end >= floor_ + 3 ? text[end - 3] : '_', text[end - 2], text[end - 1])) {
      break;
    }
  }
  at_ = at;
}

std::optional<Found> Redactor::findAt(size_t at) const {
  const char next = at + 1 < window_.size() ? window_[at + 1] : '\0';
  const uint8_t looks = rules_->looksAt(window_[at]);
  std::optional<Found> found;
  if (rules_->canBegin(window_[at], next)) found = rules_->shapeAt(around(at));
  if (!found) found = findSign(at);
  if (!found && (looks & RedactionRules::kNameEnd) != 0) found = redact::namedAt(around(at));
  if (!found && at == 0 && fromStart_) found = findBehind(0, 0, true);
  return found;
}

std::optional<Found> Redactor::findSign(size_t at) const {
  const char next = at + 1 < window_.size() ? window_[at + 1] : '\0';
  switch (window_[at]) {
    case 'e':
      return next == 'y' ? redact::webTokenAt(around(at)) : std::nullopt;
    case 'P':
      return next == 'r' && around(at).wordBegins() ? redact::keyBlockAt(around(at)) : std::nullopt;
    case '-':
      return next == '-' ? redact::keyBlockAt(around(at)) : redact::commandAt(around(at));
    case '\n':
      return findBehind(at, 1, true);
    case '\\':
      return next == 'n' ? findBehind(at, 2, true) : std::nullopt;
    case '"':
    case '\'':
    case '=':
      return isLower(next) ? findBehind(at, 1, false) : std::nullopt;
    case ':': {
      const bool apart = redact::isSpace(next);
      auto found = apart ? std::nullopt : redact::addressAt(around(at));
      if (!found && !apart) found = redact::userPasswordAt(around(at));
      return found ? found : findBehind(at, next == ' ' ? 2 : 1, false);
    }
    default:
      if (!isDigit(window_[at])) return std::nullopt;
      return at > floor_ && isDigit(window_[at - 1]) ? std::nullopt : redact::cardAt(around(at));
  }
}

/// What begins right behind a sign, at a `line`'s start or not.
std::optional<Found> Redactor::findBehind(size_t at, size_t skipped, bool line) const {
  if (at + skipped >= window_.size()) return std::nullopt;
  const Place place = around(at + skipped);
  const size_t prefix = line ? redact::linePrefix(place.ahead) : 0;
  if (prefix == place.ahead.size() || !isAlnum(place.ahead[prefix])) return std::nullopt;
  auto found = redact::seedAt(place, prefix);
  if (!found && line) found = redact::keyLinesAt(place, prefix);
  if (!found && line) found = redact::passwordLineAt(place, prefix);
  if (found) {
    found->from += skipped;
    found->to += skipped;
  }
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
  flush(out, true);
  out.append(kMarkerStart).append(found.kind).append("]");
  count(found.kind);
  afterAccessKey_ = found.kind == kAccessKey;
  tail_ = found.tail;
  keyRun_ = false;
  keyBegun_ = found.keyBegun;
  mode_ = found.keyBlock ? Mode::kKeyBlock : found.tail.empty() ? Mode::kPlain : Mode::kTail;
  at_ = end;
  drop();
}

void Redactor::skipTail(size_t limit) {
  while (at_ < limit && tail_.has(window_[at_])) ++at_;
  if (at_ < limit) mode_ = Mode::kPlain;
  drop();
}

void Redactor::skipKeyBlock(size_t limit) {
  while (at_ < limit) {
    if (keyRun_ && redact::kBase64.has(window_[at_])) {
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
  drop();
}

/// Passes on what is decided; of the codes at its end, only if `codeToo`.
void Redactor::flush(std::string& out, bool codeToo) {
  for (; code_ < codes_.size() && codes_[code_].at < at_ + (codeToo ? 1 : 0); ++code_) {
    const Code& code = codes_[code_];
    out.append(window_, from_, code.at - from_).append(code.text);
    from_ = code.at;
  }
  out.append(window_, from_, at_ - from_);
  from_ = at_;
}

/// Leaves out what belongs to a secret.
void Redactor::drop() {
  from_ = floor_ = at_;
  while (code_ < codes_.size() && codes_[code_].at < at_) ++code_;
}

void Redactor::forget() {
  if (at_ < kStride) return;
  const size_t gone = at_ - Place::kBehind;
  window_.erase(0, gone);
  codes_.erase(codes_.begin(), codes_.begin() + static_cast<ptrdiff_t>(code_));
  code_ = 0;
  for (Code& code : codes_) code.at -= gone;
  at_ -= gone;
  from_ -= gone;
  floor_ -= std::min(floor_, gone);
  awaitedAt_ -= std::min(awaitedAt_, gone);
  fromStart_ = false;
}

Place Redactor::around(size_t at) const {
  const size_t behind = std::max(floor_, at - std::min(at, Place::kBehind));
  const std::string_view window = window_;
  return {.behind = window.substr(behind, at - behind),
          .ahead = window.substr(at, Place::kAhead),
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
