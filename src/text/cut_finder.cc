/// Every offset inside a plain run is safe; all else is looked at code point by code point.
#include "text/cut_finder.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome::text {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

}  // namespace

CutFinder::CutFinder(uint64_t headUnits, uint64_t tailStartUnits, bool json)
    : headUnits_(headUnits), tailStartUnits_(tailStartUnits), json_(json) {
  boundary(0);
}

void CutFinder::boundary(uint64_t at) {
  if (at <= headUnits_) headEnd_ = at;
  if (!tailFound_ && at >= tailStartUnits_) {
    tailFound_ = true;
    tailStart_ = at;
  }
}

/// Each code point of `run` is one unit long and joins no other of them.
void CutFinder::plain(std::string_view run) {
  if (breaks_.nextPlain(run)) boundary(position_);
  const uint64_t first = position_ + 1;
  position_ += utf16Length(run);
  const uint64_t last = position_ - 1;
  if (first > last) return;
  boundary(std::clamp(tailStartUnits_, first, last));
  if (first <= headUnits_) headEnd_ = std::min(last, headUnits_);
}

void CutFinder::codePoint(uint32_t code, uint64_t at) {
  if (breaks_.next(code)) boundary(at);
}

/// What holds no escape.
void CutFinder::text(std::string_view run) {
  while (!run.empty()) {
    size_t bytes = plainRun(run);
    if (bytes > 0) {
      plain(run.substr(0, bytes));
    } else {
      bytes = codePointBytes(run, 0);
      codePoint(bytes == 0 ? kReplacement : decoded(run.substr(0, bytes)), position_);
      position_ += bytes == 4 ? 2 : 1;
      bytes = std::max<size_t>(bytes, 1);
    }
    run.remove_prefix(bytes);
  }
}

void CutFinder::endHalf() {
  if (half_ == 0) return;
  half_ = 0;
  codePoint(kReplacement, halfAt_);
}

/// `unit` is the code unit that the escape stands for.
void CutFinder::endEscape(uint32_t unit) {
  escape_ = Escape::kNone;
  if (half_ != 0 && isLowSurrogate(unit)) {
    const uint32_t code = pairOf(half_, unit);
    half_ = 0;
    codePoint(code, halfAt_);
    return;
  }
  endHalf();
  if (isHighSurrogate(unit)) {
    half_ = unit;
    halfAt_ = escapeAt_;
  } else {
    codePoint(unit, escapeAt_);
  }
}

void CutFinder::update(std::string_view piece) {
  if (!json_) {
    text(piece);
    return;
  }
  while (!piece.empty()) {
    const char c = piece.front();
    switch (escape_) {
      case Escape::kNone: {
        if (c == '\\') {
          escape_ = Escape::kBackslash;
          escapeAt_ = position_++;
          piece.remove_prefix(1);
          break;
        }
        endHalf();
        const size_t run = std::min(piece.find('\\'), piece.size());
        text(piece.substr(0, run));
        piece.remove_prefix(run);
        break;
      }
      case Escape::kBackslash: {
        if (c == 'u') {
          escape_ = Escape::kHex;
          hexLeft_ = 4;
          hexValue_ = 0;
          ++position_;
          piece.remove_prefix(1);
          break;
        }
        const uint32_t bytes = codePointBytes(piece, 0);
        position_ += bytes == 4 ? 2 : 1;
        piece.remove_prefix(bytes == 0 ? 1 : bytes);
        endEscape(c == 'n' ? '\n' : c == 'r' ? '\r' : ' ');
        break;
      }
      case Escape::kHex: {
        const uint32_t digit = hexDigit(c);
        if (digit > 15) {
          // Not JSON: the broken escape ends before this character.
          endEscape(kReplacement);
          break;
        }
        hexValue_ = hexValue_ << 4 | digit;
        ++position_;
        piece.remove_prefix(1);
        if (--hexLeft_ == 0) endEscape(hexValue_);
        break;
      }
    }
  }
}

}  // namespace epitome::text
