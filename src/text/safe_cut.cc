#include "text/safe_cut.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "text/characters.h"
#include "text/utf.h"

namespace epitome::text {
namespace {

constexpr uint32_t kJoiner = 0x200D;
constexpr uint32_t kEsc = 0x1B;

struct Range {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// What belongs to the character before it, in the scripts that most people write; some neighbours
/// are taken in.
constexpr Range kMarks[] = {
    {0x300, 0x36F},     {0x483, 0x489},   {0x591, 0x5C7},    {0x610, 0x61A},   {0x64B, 0x65F},
    {0x670, 0x670},     {0x6D6, 0x6ED},   {0x711, 0x711},    {0x730, 0x74A},   {0x7A6, 0x7B0},
    {0x7EB, 0x7F3},     {0xA70, 0xA71},   {0xAFA, 0xAFF},    {0xDCF, 0xDDF},   {0xE31, 0xE3A},
    {0xE47, 0xE4E},     {0xEB1, 0xEBC},   {0xEC8, 0xECE},    {0xF71, 0xFBC},   {0x102B, 0x103E},
    {0x1056, 0x1059},   {0x1160, 0x11FF}, {0x135D, 0x135F},  {0x17B4, 0x17D3}, {0x180B, 0x180F},
    {0x1AB0, 0x1AFF},   {0x1DC0, 0x1DFF}, {0x200C, kJoiner}, {0x20D0, 0x20FF}, {0x302A, 0x302F},
    {0x3099, 0x309A},   {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},  {0xFF9E, 0xFF9F}, {0x1F3FB, 0x1F3FF},
    {0xE0020, 0xE01EF},
};

bool isMark(uint32_t code) {
  // From Devanagari to Sinhala all blocks have theirs at the same places.
  const uint32_t place = code % 0x80;
  if (code >= 0x900 && code < 0xE00 &&
      (place < 4 || (place >= 0x3A && place < 0x50) || (place > 0x50 && place < 0x58) ||
       place == 0x62 || place == 0x63)) {
    return true;
  }
  const Range* range = std::ranges::lower_bound(kMarks, code, {}, &Range::last);
  return range != std::end(kMarks) && range->first <= code;
}

/// The last safe byte offset up to `limit`, and the first one from there on.
std::pair<size_t, size_t> safeAround(std::string_view utf8, size_t limit) {
  size_t from = limit;
  for (uint32_t i = 0; i < 2 * SafeCut::kLongest && from > 0; ++i) {
    from -= codePointBytesBefore(utf8, from);
  }
  const std::string_view around = utf8.substr(from, limit - from + 4 * (SafeCut::kLongest + 1));
  const uint64_t units = utf16Length(around.substr(0, limit - from));
  SafeCut cut(units, units);
  cut.update(around);
  return {from + prefixBytes(around, cut.headEnd()), from + prefixBytes(around, cut.tailStart())};
}

}  // namespace

/// Whether `code` belongs to an escape that has begun.
bool SafeCut::isEscaped(uint32_t code) {
  const Escape escape = std::exchange(escape_, Escape::kNone);
  switch (escape) {
    case Escape::kNone:
      return false;
    case Escape::kBackslash:
      hex_ = 1;
      if (code == 'u') escape_ = Escape::kHex;
      return true;
    case Escape::kHex: {
      const uint32_t digit = code < 0x80 ? hexDigit(static_cast<char>(code)) : 16;
      if (digit > 15) return false;
      hex_ = hex_ << 4 | digit;
      if (hex_ < 0x10000) escape_ = Escape::kHex;
      if (hex_ == (0x10000 | kEsc)) escape_ = Escape::kTerminal;
      halfPair_ = isHighSurrogate(hex_ - 0x10000);
      return true;
    }
    case Escape::kTerminal:
      if (code == '[') escape_ = Escape::kColour;
      return code == '[';
    case Escape::kColour:
      if (code >= ' ' && code < '@') escape_ = Escape::kColour;
      return code >= ' ' && code < 0x7F;
  }
  return false;
}

/// Whether `code` can't be parted from what is before it.
bool SafeCut::joins(uint32_t code) {
  const bool escaped = isEscaped(code);
  const bool flag = code >= 0x1F1E6 && code <= 0x1F1FF;
  const bool joined = escaped || (code >= 0x300 && isMark(code)) || before_ == kJoiner ||
                      (flag && halfFlag_) || (code == '\n' && before_ == '\r') ||
                      (code == '\\' && halfPair_);
  if (!escaped && code == '\\') escape_ = Escape::kBackslash;
  if (!escaped && code == kEsc) escape_ = Escape::kTerminal;
  if (!escaped) halfPair_ = false;
  halfFlag_ = flag && !halfFlag_;
  before_ = code;
  return joined;
}

void SafeCut::update(std::string_view piece) {
  for (size_t at = 0; at < piece.size();) {
    const CodePoint next = codePointAt(piece, at);
    const bool safe = !joins(next.code) || since_ >= kLongest;
    since_ = safe ? 1 : since_ + 1;
    if (safe && position_ <= headUnits_) headEnd_ = position_;
    if (safe && position_ >= tailStartUnits_ && !std::exchange(tailFound_, true)) {
      tailStart_ = position_;
    }
    position_ += next.bytes == 4 ? 2 : 1;
    at += next.bytes;
  }
}

size_t safePrefix(std::string_view utf8, uint64_t maxUnits) {
  const size_t limit = prefixBytes(utf8, maxUnits);
  return limit == utf8.size() ? limit : safeAround(utf8, limit).first;
}

size_t safeSuffix(std::string_view utf8, uint64_t maxUnits) {
  const size_t limit = suffixStart(utf8, maxUnits);
  return limit == 0 ? limit : safeAround(utf8, limit).second;
}

}  // namespace epitome::text
