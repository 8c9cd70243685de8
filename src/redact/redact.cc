/// The window that slides over the text.
#include "redact/redact.h"

#include <algorithm>
#include <utility>

namespace epitome {

using redact::Found;
using redact::kMarkerStart;
using redact::Pattern;
using redact::Place;
using redact::Sight;

namespace {

/// Bytes that enter the window at once.
constexpr size_t kStride = 8192;
/// Bytes that must be in the window behind what a place sees: whether a marker begins there.
constexpr size_t kSeen = Place::kAhead + kMarkerStart.size();
constexpr size_t kLongestMarker = kMarkerStart.size() + 41;
/// Longest code, bytes, and codes at one place; more of them are text.
constexpr size_t kLongestCode = 40;
constexpr size_t kMostCodes = 4;

bool continuesCodePoint(char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; }

}  // namespace

Redactor::Redactor(const RedactionRules& rules) : rules_(&rules) {}

void Redactor::update(std::string_view piece, std::string& out) {
  while (!piece.empty()) {
    take(piece.substr(0, kStride), false);
    piece.remove_prefix(std::min(kStride, piece.size()));
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
  std::vector<RedactionCount> counts = std::move(counts_);
  *this = Redactor(*rules_);
  counts_ = std::move(counts);
}

/// Takes codes out of what comes, into the window.
void Redactor::take(std::string_view piece, bool last) {
  raw_.append(piece);
  size_t at = 0;
  while (at < raw_.size()) {
    const size_t next = std::min(raw_.find_first_of("\x1b\\", at), raw_.size());
    window_.append(raw_, at, next - at);
    at = next;
    if (at == raw_.size() || (!last && at + kLongestCode > raw_.size())) break;
    const size_t length = rules_->codeLength(std::string_view(raw_).substr(at, kLongestCode));
    const bool many =
        codes_.size() >= kMostCodes && codes_[codes_.size() - kMostCodes].at == window_.size();
    if (length == 0 || many) {
      window_ += raw_[at++];
    } else {
      codes_.push_back({.at = window_.size(), .text = raw_.substr(at, length)});
      at += length;
    }
  }
  raw_.erase(0, at);
}

void Redactor::process(size_t limit, std::string& out) {
  while (at_ < limit) {
    if (tail_ != nullptr) {
      skipTail(limit, out);
      continue;
    }
    skipPlain(limit);
    if (at_ == limit) break;
    if (const size_t marker = markerLength(); marker > 0) {
      floor_ = at_ += marker;
    } else if (!decideAt(out)) {
      ++at_;
    }
  }
  if (tail_ == nullptr) flush(out, false);
}

/// Most bytes begin nothing: those must cost next to nothing.
void Redactor::skipPlain(size_t limit) {
  if (!awaited_.empty()) limit = std::min(limit, awaited_.front().from);
  const size_t end = std::min(limit, std::max(window_.size(), size_t{2}) - 2);
  const char* const text = window_.data();
  while (at_ < end && !rules_->mayBegin(text + at_)) ++at_;
}

/// Replaces the secret that begins at `at_`, if one does.
bool Redactor::decideAt(std::string& out) {
  std::vector<Found> further;
  std::optional<Found> found = rules_->findAt(place(), further);
  for (Found& one : further) {
    one.from += at_;
    one.to += at_;
    await(one);
  }
  if (found) found->to += at_;
  if (found) found->from = at_;
  if (!awaited_.empty() && awaited_.front().from == at_) {
    // A shape says more than a name, but must not leave half of the value.
    if (!found || (found->to < awaited_.front().to && found->tail == nullptr)) {
      found = awaited_.front();
    }
  }
  if (found) replace(*found, out);
  return found.has_value();
}

void Redactor::await(Found found) {
  const auto after = [](const Found& one, const Found& other) { return one.from < other.from; };
  awaited_.insert(std::ranges::upper_bound(awaited_, found, after), found);
}

void Redactor::replace(Found found, std::string& out) {
  if (!found.kind.empty()) {
    flush(out, true);
    out.append(kMarkerStart).append(found.kind).append("]");
    count(found.kind);
  }
  secret_ = !found.kind.empty();
  tail_ = found.tail;
  at_ = found.to;
  if (secret_) drop();
}

void Redactor::skipTail(size_t limit, std::string& out) {
  (void)out;
  while (at_ < limit) {
    Sight sight = rules_->sightOf(place().ahead);
    const size_t length = tail_->match(sight, 0);
    const bool fits = length != Pattern::kNone && length > 0;
    if (fits) at_ += length;
    if (!fits || sight.from != Pattern::kNone) {
      tail_ = nullptr;
      break;
    }
  }
  if (secret_) drop();
}

/// Passes on what is decided; of the codes at its end, only if `codeToo`.
void Redactor::flush(std::string& out, bool codeToo) {
  if (at_ < from_) return;
  for (; code_ < codes_.size() && codes_[code_].at < at_ + (codeToo ? 1 : 0); ++code_) {
    const Code& code = codes_[code_];
    out.append(window_, from_, code.at - from_).append(code.text);
    from_ = code.at;
  }
  out.append(window_, from_, at_ - from_);
  from_ = at_;
}

/// Leaves out what belongs to a secret, and what awaited ones have in it and behind.
void Redactor::drop() {
  while (!awaited_.empty() && awaited_.front().from <= at_) {
    const Found next = awaited_.front();
    if (next.from == at_ && next.to > at_) break;
    awaited_.erase(awaited_.begin());
    if (next.to <= at_) continue;
    at_ = next.to;
    tail_ = next.tail;
  }
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
  from_ -= std::min(from_, gone);
  floor_ -= std::min(floor_, gone);
  wall_ -= std::min(wall_, gone);
  for (Found& found : awaited_) {
    found.from -= gone;
    found.to -= gone;
  }
}

Place Redactor::place() {
  const std::string_view window = window_;
  const size_t begin = std::max(floor_, at_ - std::min(at_, Place::kBehind));
  const size_t end = std::min(at_ + Place::kAhead, window.size());
  if (wall_ <= at_ || (!walled_ && wall_ < end)) {
    wall_ = window.find(kMarkerStart, walled_ ? at_ + 1 : std::max(at_ + 1, wall_));
    walled_ = wall_ != std::string_view::npos;
    if (!walled_) wall_ = window.size() - std::min(window.size(), kMarkerStart.size());
  }
  const bool near = walled_ && wall_ < end;
  return {.behind = window.substr(begin, at_ - begin),
          .ahead = window.substr(at_, (near ? wall_ : end) - at_),
          .walled = near};
}

size_t Redactor::markerLength() const {
  const std::string_view ahead = std::string_view(window_).substr(at_, kLongestMarker);
  if (!ahead.starts_with(kMarkerStart)) return 0;
  const size_t close = std::min(ahead.find(']'), ahead.size());
  return close < ahead.size() &&
                 isKind(ahead.substr(kMarkerStart.size(), close - kMarkerStart.size()))
             ? close + 1
             : 0;
}

void Redactor::count(std::string_view kind) {
  addCounts(counts_, {{.kind = std::string(kind), .count = 1}});
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
  std::vector<RedactionCount> uncounted;
  return redacted(text, &rules, uncounted);
}

}  // namespace epitome
