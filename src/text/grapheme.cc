/// A range search for each code point outside the common scripts.
#include "text/grapheme.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "text/grapheme_data.h"
#include "text/utf.h"

namespace epitome::text {
namespace {

/// In the order of bindings/vocabulary/grapheme.mjs.
enum Joining : uint32_t {
  kNothing = 0,
  /// Marks, and what closes a syllable of Hangul: belongs to what is before it.
  kBefore = 1,
  /// Prefixed signs, and what opens a syllable of Hangul.
  kAfter = 2,
  /// A mark that joins the consonants on both its sides.
  kLinker = 3,
};

constexpr uint32_t kJoiner = 0x200D;
constexpr uint32_t kReplacement = 0xFFFD;

bool isFlagLetter(uint32_t code) { return code >= 0x1F1E6 && code <= 0x1F1FF; }

uint32_t joiningOf(uint32_t code) {
  const auto behind =
      std::upper_bound(std::begin(kJoiningRanges), std::end(kJoiningRanges), code,
                       [](uint32_t wanted, uint32_t range) { return wanted < range >> 11; });
  if (behind == std::begin(kJoiningRanges)) return kNothing;
  const uint32_t range = *(behind - 1);
  return code - (range >> 11) < (range >> 2 & 0x1FF) ? range & 3 : kNothing;
}

/// By first byte, so that whole blocks are plain; the generator of the table makes sure.
bool isPlainLead(uint8_t lead) {
  if (lead < 0x80) return lead != '\r';
  if (lead < 0xE0) return (lead >= 0xC2 && lead <= 0xCB) || (lead >= 0xCE && lead <= 0xD1);
  return (lead >= 0xE4 && lead <= 0xE9) || lead == 0xEB || lead == 0xEC;
}

bool isPlain(uint32_t code) {
  if (code < 0x80) return isPlainLead(static_cast<uint8_t>(code));
  if (code > 0xFFFF) return false;
  return isPlainLead(static_cast<uint8_t>(code < 0x800 ? 0xC0 | code >> 6 : 0xE0 | code >> 12));
}

/// Bytes of the plain code point at the start of a text; 0 when there is another.
size_t plainBytes(std::string_view utf8) {
  const auto lead = static_cast<uint8_t>(utf8.front());
  if (!isPlainLead(lead)) return 0;
  return lead < 0x80 ? 1 : codePointBytes(utf8, 0);
}

/// Bytes of ASCII without carriage returns at the start, whole words of them.
size_t asciiWords(std::string_view utf8) {
  constexpr uint64_t kOnes = 0x0101010101010101ULL;
  size_t at = 0;
  for (uint64_t word = 0; utf8.size() - at >= sizeof word; at += sizeof word) {
    std::memcpy(&word, utf8.data() + at, sizeof word);
    // A byte that is zero, or above 0x80, shows in the upper bits.
    const uint64_t others = word ^ kOnes * '\r';
    if (((word | ((others - kOnes) & ~others)) & kOnes * 0x80) != 0) break;
  }
  return at;
}

/// The code point that begins at `at`, and its bytes; an ill-formed byte reads as U+FFFD.
uint32_t codePointAt(std::string_view utf8, size_t at, size_t& bytes) {
  const uint32_t length = codePointBytes(utf8, at);
  bytes = std::max(1U, length);
  return length == 0 ? kReplacement : decoded(utf8.substr(at, length));
}

/// A safe cut at or before `at`, from which the cuts behind it can be told: between two plain code
/// points, or where so many have been passed that there is one before `at` whatever they are.
size_t contextStart(std::string_view utf8, size_t at) {
  bool plainBehind = false;
  for (uint32_t left = 2 * GraphemeBreaks::kLongest; left > 0 && at > 0; --left) {
    const size_t before = at - codePointBytesBefore(utf8, at);
    const bool plainBefore = plainBytes(utf8.substr(before, at - before)) > 0;
    if (plainBefore && plainBehind) return at;
    plainBehind = plainBefore;
    at = before;
  }
  return at;
}

/// The last safe cut in [from, limit], and the first one from `limit` on.
struct Around {
  size_t before = 0;
  size_t behind = 0;
};

Around safeAround(std::string_view utf8, size_t limit) {
  size_t at = contextStart(utf8, limit);
  Around around{at, utf8.size()};
  GraphemeBreaks breaks;
  for (size_t bytes = 0; at < utf8.size(); at += bytes) {
    if (!breaks.next(codePointAt(utf8, at, bytes))) continue;
    if (at <= limit) around.before = at;
    if (at < limit) continue;
    around.behind = at;
    break;
  }
  return around;
}

}  // namespace

bool GraphemeBreaks::cut(bool joined) {
  const bool safe = start_ || !joined || length_ >= kLongest;
  length_ = safe ? 1 : length_ + 1;
  start_ = false;
  return safe;
}

bool GraphemeBreaks::next(uint32_t code) {
  const bool plain = isPlain(code);
  const uint32_t joining = plain ? kNothing : joiningOf(code);
  const bool joiner = code == kJoiner;
  const bool flag = isFlagLetter(code);
  const bool mark = joining == kBefore || joining == kLinker || joiner;
  const bool joined = afterReturn_
                          ? code == '\n'
                          : mark || joinsNext_ || (linking_ && !plain) || (halfFlag_ && flag);
  afterReturn_ = code == '\r';
  joinsNext_ = joiner || joining == kAfter;
  linking_ = joining == kLinker || (linking_ && mark);
  halfFlag_ = flag && !halfFlag_;
  return cut(joined);
}

bool GraphemeBreaks::nextPlain(std::string_view run) {
  const bool safe = cut(afterReturn_ ? run.front() == '\n' : joinsNext_);
  if (plainBytes(run) < run.size()) length_ = 1;
  afterReturn_ = joinsNext_ = linking_ = halfFlag_ = false;
  return safe;
}

size_t plainRun(std::string_view utf8) {
  size_t at = 0;
  while (at < utf8.size()) {
    at += asciiWords(utf8.substr(at));
    if (at == utf8.size()) break;
    const size_t bytes = plainBytes(utf8.substr(at));
    if (bytes == 0) break;
    at += bytes;
  }
  return at;
}

size_t graphemePrefix(std::string_view utf8, uint64_t maxUnits) {
  const size_t limit = prefixBytes(utf8, maxUnits);
  return limit == utf8.size() ? limit : safeAround(utf8, limit).before;
}

size_t graphemeSuffix(std::string_view utf8, uint64_t maxUnits) {
  const size_t limit = suffixStart(utf8, maxUnits);
  return limit == 0 ? limit : safeAround(utf8, limit).behind;
}

}  // namespace epitome::text
