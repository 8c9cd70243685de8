/// Follows the structure and writes what the caps allow.
#include "summary/preview_json.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
/// Longest name that is shown whole, UTF-16 code units.
constexpr uint64_t kNameUnits = 80;
/// Longest number.
constexpr uint64_t kScalarUnits = 40;
/// What the note in a cut string takes at most: a shorter rest is shown instead.
constexpr uint64_t kNoteUnits = 12;

std::string more(uint64_t count) { return "\u2026" + std::to_string(count) + " more"; }

}  // namespace

void JsonOutline::put(std::string_view text) {
  if (!fits()) return;
  out_ += text;
  units_ += text::utf16Length(text);
}

/// Whether the value that begins is shown.
bool JsonOutline::beginValue() {
  if (hiddenAt_ != kShown) return false;
  Level& top = levels_[depth_];
  if (depth_ > 0 && top.array) {
    ++top.count;
    top.skips = top.count > caps_.elements;
    if (!top.skips && top.count > 1) put(",");
  }
  return !top.skips;
}

void JsonOutline::open(bool array, uint64_t) {
  if (hiddenAt_ == kShown) {
    if (!beginValue()) {
      hiddenAt_ = depth_;
    } else if (depth_ >= caps_.depth) {
      put(array ? "[\u2026]" : "{\u2026}");
      hiddenAt_ = depth_;
    } else {
      put(array ? "[" : "{");
    }
  }
  ++depth_;
  levels_[depth_] = {array, false, 0};
}

void JsonOutline::close(uint64_t) {
  const Level level = levels_[depth_];
  --depth_;
  if (hiddenAt_ != kShown) {
    if (hiddenAt_ == depth_) hiddenAt_ = kShown;
    return;
  }
  const uint64_t cap = level.array ? caps_.elements : caps_.members;
  if (level.count > cap) put("," + more(level.count - cap));
  put(level.array ? "]" : "}");
}

void JsonOutline::beginString(bool name, uint64_t) {
  name_ = name;
  if (name && hiddenAt_ == kShown) {
    Level& top = levels_[depth_];
    ++top.count;
    top.skips = top.count > caps_.members;
    if (!top.skips && top.count > 1) put(",");
  }
  muted_ = name ? hiddenAt_ != kShown || levels_[depth_].skips : !beginValue();
  // A text that is one string is shown like any other text.
  const uint64_t most = name ? kNameUnits : depth_ == 0 ? maxUnits_ - 16 : caps_.string;
  headMost_ = most - most / 3;
  tailMost_ = most / 3 + kNoteUnits;
  headUnits_ = stringUnits_ = 0;
  high_ = 0;
  head_.clear();
  tail_.clear();
}

void JsonOutline::keep(std::string_view text) {
  stringUnits_ += text::utf16Length(text);
  if (headUnits_ < headMost_ && tail_.empty()) {
    const text::Reach reach = text::reach(text, headMost_ - headUnits_);
    head_ += text.substr(0, reach.bytes);
    headUnits_ += reach.units;
    text.remove_prefix(reach.bytes);
  }
  if (text.empty()) return;
  // Only the end can stay.
  tail_ += text.substr(text::suffixStart(text, tailMost_));
  if (tail_.size() > 6 * tailMost_) tail_.erase(0, text::suffixStart(tail_, tailMost_));
}

void JsonOutline::plain(std::string_view run, uint64_t) {
  if (muted_) return;
  keep(run);
}

void JsonOutline::escape(uint32_t unit, uint64_t, uint32_t) {
  if (muted_) return;
  if (text::isHighSurrogate(unit)) {
    high_ = unit;
    return;
  }
  uint32_t code = unit;
  if (text::isLowSurrogate(unit)) code = high_ != 0 ? text::pairOf(high_, unit) : 0xFFFD;
  high_ = 0;
  std::string written;
  if (code == '\n') {
    written = "\\n";
  } else if (code == '"' || code == '\\') {
    written = {'\\', static_cast<char>(code)};
  } else {
    text::appendCodePoint(written, code < 0x20 ? ' ' : code);
  }
  keep(written);
}

void JsonOutline::endString(uint64_t) {
  if (muted_) return;
  size_t start = 0;
  const uint64_t rest = stringUnits_ - headUnits_;
  if (rest > tailMost_) {
    start = text::suffixStart(tail_, tailMost_ - kNoteUnits);
    // Not between a backslash and what it escapes.
    size_t slashes = 0;
    while (slashes < start && tail_[start - slashes - 1] == '\\') ++slashes;
    start += slashes % 2;
  }
  const std::string_view tail = std::string_view(tail_).substr(std::min(start, tail_.size()));
  std::string_view head = head_;
  size_t slashes = 0;
  while (slashes < head.size() && head[head.size() - slashes - 1] == '\\') ++slashes;
  if (start > 0 && slashes % 2 == 1) head.remove_suffix(1);
  put("\"");
  put(head);
  if (start > 0) {
    put(more(stringUnits_ - text::utf16Length(head) - text::utf16Length(tail)));
    put(kEllipsis);
  }
  put(tail);
  put(name_ ? "\":" : "\"");
}

void JsonOutline::beginScalar(uint64_t) {
  muted_ = !beginValue();
  stringUnits_ = 0;
}

void JsonOutline::scalar(std::string_view piece) {
  if (muted_) return;
  // Digits and letters: a byte each.
  const uint64_t room = kScalarUnits - std::min(kScalarUnits, stringUnits_);
  stringUnits_ += piece.size();
  put(piece.substr(0, room));
}

}  // namespace epitome
