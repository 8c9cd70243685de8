/// The reading of UTF-8, fast where it is ASCII and exact everywhere.
#include "text/utf.h"

#include <algorithm>
#include <cstring>

namespace epitome::text {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080ULL;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

uint64_t wordAt(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

uint8_t byteOf(char c) { return static_cast<uint8_t>(c); }
bool isAscii(char c) { return byteOf(c) < 0x80; }
bool isContinuation(char c) { return (byteOf(c) & 0xC0) == 0x80; }

/// Number of ASCII bytes from `at` on, before `end`.
size_t asciiRun(const char* at, const char* end) {
  const char* p = at;
  while (end - p >= 32) {
    const uint64_t any = wordAt(p) | wordAt(p + 8) | wordAt(p + 16) | wordAt(p + 24);
    if ((any & kHighBits) != 0) break;
    p += 32;
  }
  while (end - p >= 8 && (wordAt(p) & kHighBits) == 0) p += 8;
  while (p < end && isAscii(*p)) ++p;
  return static_cast<size_t>(p - at);
}

/// Unicode 15, table 3-7: the second byte's range depends on the first.
uint32_t sequenceBytes(const char* p, const char* end) {
  const uint8_t lead = byteOf(*p);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4 || end - p < 2) return 0;
  const uint8_t second = byteOf(p[1]);
  if (lead < 0xE0) return (second & 0xC0) == 0x80 ? 2 : 0;
  if (lead < 0xF0) {
    const uint8_t low = lead == 0xE0 ? 0xA0 : 0x80;
    const uint8_t high = lead == 0xED ? 0x9F : 0xBF;
    return end - p >= 3 && second >= low && second <= high && isContinuation(p[2]) ? 3 : 0;
  }
  const uint8_t low = lead == 0xF0 ? 0x90 : 0x80;
  const uint8_t high = lead == 0xF4 ? 0x8F : 0xBF;
  return end - p >= 4 && second >= low && second <= high && isContinuation(p[2]) &&
                 isContinuation(p[3])
             ? 4
             : 0;
}

/// Bytes of the code point, or of the ill-formed byte, that ends at `end`.
uint32_t lastSequenceBytes(const char* begin, const char* end) {
  for (uint32_t back = 1; back <= 4 && end - begin >= static_cast<ptrdiff_t>(back); ++back) {
    const char* p = end - back;
    if (isContinuation(*p)) continue;
    return sequenceBytes(p, end) == back ? back : 1;
  }
  return 1;
}

}  // namespace

uint32_t codePointBytes(std::string_view utf8, size_t at) {
  return sequenceBytes(utf8.data() + at, utf8.data() + utf8.size());
}

uint32_t codePointBytesBefore(std::string_view utf8, size_t at) {
  const std::string_view before = utf8.substr(0, at);
  return lastSequenceBytes(before.data(), before.data() + before.size());
}

uint32_t decoded(std::string_view sequence) {
  if (sequence.size() == 1) return byteOf(sequence[0]);
  uint32_t code = byteOf(sequence[0]) & ((1U << (7 - sequence.size())) - 1);
  for (size_t i = 1; i < sequence.size(); ++i) code = code << 6 | (byteOf(sequence[i]) & 0x3F);
  return code;
}

Reach reach(std::string_view utf8, uint64_t maxUnits) {
  const char* p = utf8.data();
  const char* const end = p + utf8.size();
  uint64_t units = 0;
  while (p < end && units < maxUnits) {
    const uint64_t room = maxUnits - units;
    const bool allFits = room >= static_cast<uint64_t>(end - p);
    const size_t ascii = asciiRun(p, allFits ? end : p + room);
    p += ascii;
    units += ascii;
    while (p < end && units < maxUnits && !isAscii(*p)) {
      const uint32_t bytes = sequenceBytes(p, end);
      const uint32_t width = bytes == 4 ? 2 : 1;
      if (units + width > maxUnits) return {static_cast<size_t>(p - utf8.data()), units};
      p += bytes == 0 ? 1 : bytes;
      units += width;
    }
  }
  return {static_cast<size_t>(p - utf8.data()), units};
}

uint64_t utf16Length(std::string_view utf8) { return reach(utf8, UINT64_MAX).units; }

bool isBlank(std::string_view utf8) {
  for (size_t at = 0; at < utf8.size();) {
    const uint32_t bytes = codePointBytes(utf8, at);
    const uint32_t code = bytes > 0 ? decoded(utf8.substr(at, bytes)) : 0xFFFD;
    const bool space = (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x20) ||
                       code == 0x85 || code == 0xA0 || code == 0x1680 ||
                       (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
                       code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFEFF;
    if (!space) return false;
    at += bytes;
  }
  return true;
}

size_t prefixBytes(std::string_view utf8, uint64_t maxUnits) { return reach(utf8, maxUnits).bytes; }

size_t suffixStart(std::string_view utf8, uint64_t maxUnits) {
  const char* const begin = utf8.data();
  const char* p = begin + utf8.size();
  uint64_t room = maxUnits;
  while (p > begin && room > 0) {
    while (p - begin >= 8 && room >= 8 && (wordAt(p - 8) & kHighBits) == 0) {
      p -= 8;
      room -= 8;
    }
    if (p == begin || room == 0) break;
    const uint32_t bytes = lastSequenceBytes(begin, p);
    const uint32_t width = bytes == 4 ? 2 : 1;
    if (width > room) break;
    p -= bytes;
    room -= width;
  }
  return static_cast<size_t>(p - begin);
}

void appendWellFormed(std::string& out, std::string_view utf8) {
  const char* p = utf8.data();
  const char* const end = p + utf8.size();
  const char* from = p;
  while (p < end) {
    p += asciiRun(p, end);
    if (p == end) break;
    const uint32_t bytes = sequenceBytes(p, end);
    if (bytes != 0) {
      p += bytes;
      continue;
    }
    out.append(from, p);
    out.append(kReplacement);
    from = ++p;
  }
  out.append(from, end);
}

std::string wellFormed(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  appendWellFormed(out, utf8);
  return out;
}

void appendCodePoint(std::string& out, uint32_t code) {
  const auto add = [&out](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

}  // namespace epitome::text
