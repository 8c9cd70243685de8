/// What a code point is to the pre-tokenisers. Decides the classes and looks them up; refuses to
/// know what they are cut by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tokens/bpe/unicode_data.h"

namespace epitome::bpe {

/// The order is that of bindings/vocabulary/unicode.mjs. `kEnd` is no code point: a text's end.
enum class CharClass : uint8_t {
  kOther = 0,    // punctuation, symbols, controls, unassigned
  kNewline = 1,  // U+000A and U+000D
  kSpace = 2,    // other White_Space
  kNumber = 3,   // \p{N}
  kUpper = 4,    // \p{Lu} and \p{Lt}
  kLower = 5,    // \p{Ll}
  kLetter = 6,   // \p{Lm} and \p{Lo}: letters without case
  kMark = 7,     // \p{M}
  kEnd = 8,
};

constexpr CharClass classOf(uint32_t codePoint) {
  if (codePoint >= kClassLimit) {
    const bool selector = codePoint >= 0xE0100 && codePoint <= 0xE01EF;
    return selector ? CharClass::kMark : CharClass::kOther;
  }
  const uint32_t block = codePoint >> 7;
  const uint32_t number = (kClassBlocks[block >> 3] >> (8 * (block & 7))) & 0xFF;
  const uint64_t word = kClassNibbles[number * 8 + ((codePoint >> 4) & 7)];
  return static_cast<CharClass>((word >> (4 * (codePoint & 15))) & 0xF);
}

/// Classes of ASCII, and `kEnd` where a byte says nothing by itself.
constexpr std::array<CharClass, 256> kByteClass = [] {
  std::array<CharClass, 256> classes{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    classes[byte] = byte < 0x80 ? classOf(byte) : CharClass::kEnd;
  }
  return classes;
}();

/// A set of classes, one bit each.
using ClassSet = uint32_t;

constexpr ClassSet setOf(CharClass value) { return 1U << static_cast<uint32_t>(value); }
template <typename... Rest>
constexpr ClassSet setOf(CharClass first, Rest... rest) {
  return setOf(first) | setOf(rest...);
}
constexpr bool isIn(CharClass value, ClassSet set) {
  return ((set >> static_cast<uint32_t>(value)) & 1) != 0;
}

/// A code point of a UTF-8 text. Ill-formed bytes are `kOther`, one at a time.
struct Char {
  CharClass cls = CharClass::kEnd;
  /// 0 when the text ends inside the code point or before it.
  uint32_t bytes = 0;
};

/// The code point at `text`, of which `size` bytes are there.
inline Char charAt(const uint8_t* text, size_t size) {
  if (size == 0) return {};
  const uint32_t lead = text[0];
  if (lead < 0x80) return {kByteClass[lead], 1};
  const uint32_t bytes = lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
  if (bytes == 1) return {CharClass::kOther, 1};
  uint32_t codePoint = lead & (0x7FU >> bytes);
  for (uint32_t i = 1; i < bytes; ++i) {
    if (i >= size) return {};
    const uint32_t next = text[i];
    if ((next & 0xC0) != 0x80) return {CharClass::kOther, 1};
    codePoint = codePoint << 6 | (next & 0x3F);
  }
  return {classOf(codePoint), bytes};
}

}  // namespace epitome::bpe
