/// The classing of bytes, twice: sixteen at a time, and one by one as its oracle.
#include "tokens/block.h"

#include <array>

#include "tokens/bytes16.h"

namespace epitome::tokens {
namespace {

using simd::Bytes16;

/// Spread the trigrams of English and of code evenly enough; found by trial.
constexpr uint16_t kFirst = 1089;
constexpr uint16_t kSecond = 231;
constexpr uint16_t kMask = kTrigrams - 1;

constexpr uint8_t kEscape = 0x1B;

bool within(uint8_t byte, uint8_t low, uint8_t high) { return byte >= low && byte <= high; }

}  // namespace

uint32_t trigramOf(uint32_t code2, uint32_t code1, uint32_t code) {
  return (code2 * kFirst + code1 * kSecond + code) & kMask;
}

Block readBlockByByte(const uint8_t* bytes, Before& before, uint16_t* trigrams) {
  Block block;
  for (uint32_t i = 0; i < kBlockBytes; ++i) {
    const uint64_t bit = uint64_t{1} << i;
    const uint8_t byte = bytes[i];
    const bool upper = within(byte, 'A', 'Z');
    const bool lower = within(byte, 'a', 'z');
    if (upper || lower) block.letter |= bit;
    if (upper) block.upper |= bit;
    if (within(byte, '0', '9')) block.digit |= bit;
    if (byte == ' ') block.space |= bit;
    if (byte == '\n') block.newline |= bit;
    const bool blank = byte == '\t' || byte == '\r';
    if (blank) block.blank |= bit;
    if (byte < ' ' && !blank && byte != '\n' && byte != kEscape) block.control |= bit;
    if (byte >= 0x80) block.high |= bit;
    if (byte == '"') block.quote |= bit;
    if (byte == '\'') block.apostrophe |= bit;
    if (byte == '/') block.slash |= bit;
    if (byte == '.') block.dot |= bit;
    if (byte == '_') block.underscore |= bit;
    if (byte == before.byte) block.same |= bit;
    const uint8_t code = upper || lower ? byte & 31U : 0;
    const uint8_t code1 = upper && before.lower ? 0 : before.code;
    const uint8_t code2 = code1 == 0 ? 0 : before.code2;
    trigrams[i] = static_cast<uint16_t>(trigramOf(code2, code1, code));
    before = {.byte = byte, .code = code, .code2 = code1, .lower = lower};
  }
  return block;
}

namespace {

/// Classes the bytes `low`, which are below a space: most blocks have none but line ends.
void classLow(const uint8_t* bytes, uint64_t low, Block& block) {
  uint64_t escape = 0;
  for (uint32_t at = 0; at < kBlockBytes; at += 16) {
    const Bytes16 text = simd::load(bytes + at);
    const Bytes16 blank =
        simd::equal(text, simd::splat('\t')) | simd::equal(text, simd::splat('\r'));
    block.blank |= simd::highBits(blank) << at;
    escape |= simd::highBits(simd::equal(text, simd::splat(kEscape))) << at;
  }
  block.control = low & ~(block.newline | block.blank | escape);
}

}  // namespace

Block readBlock(const uint8_t* bytes, Before& before, uint16_t* trigrams) {
  Block block;
  // Only the last lane of these is ever looked at, and only by its predecessors.
  Bytes16 lastCodes = simd::splat(before.code);
  Bytes16 lastCodes1 = simd::splat(before.code2);
  Bytes16 lastLower = simd::splat(before.lower ? 0xFF : 0);
  Bytes16 lastText = simd::splat(before.byte);
  uint64_t small = 0;
  uint64_t low = 0;
  for (uint32_t part = 0; part < 4; ++part) {
    const uint32_t at = part * 16;
    const Bytes16 text = simd::load(bytes + at);
    const Bytes16 small16 = simd::equal(text & simd::splat(0x20), simd::splat(0x20));
    const Bytes16 letter =
        simd::below((text | simd::splat(0x20)) - simd::splat('a'), simd::splat(26));
    const Bytes16 lower = letter & small16;
    const Bytes16 codes = letter & text & simd::splat(31);
    // The borders of camelCase: a capital after a small letter.
    const Bytes16 border = simd::without(simd::predecessors(lastLower, lower) & letter, small16);
    const Bytes16 codes1 = simd::without(simd::predecessors(lastCodes, codes), border);
    const Bytes16 codes2 =
        simd::without(simd::predecessors(lastCodes1, codes1), simd::equal(codes1, simd::splat(0)));
    simd::storeMixed(trigrams + at, codes2, kFirst, codes1, kSecond, codes, kMask);

    block.letter |= simd::highBits(letter) << at;
    small |= simd::highBits(lower) << at;
    block.digit |= simd::highBits(simd::below(text - simd::splat('0'), simd::splat(10))) << at;
    block.space |= simd::highBits(simd::equal(text, simd::splat(' '))) << at;
    block.newline |= simd::highBits(simd::equal(text, simd::splat('\n'))) << at;
    low |= simd::highBits(simd::below(text, simd::splat(' '))) << at;
    block.high |= simd::highBits(text) << at;
    block.quote |= simd::highBits(simd::equal(text, simd::splat('"'))) << at;
    block.apostrophe |= simd::highBits(simd::equal(text, simd::splat('\''))) << at;
    block.slash |= simd::highBits(simd::equal(text, simd::splat('/'))) << at;
    block.dot |= simd::highBits(simd::equal(text, simd::splat('.'))) << at;
    block.underscore |= simd::highBits(simd::equal(text, simd::splat('_'))) << at;
    block.same |= simd::highBits(simd::equal(text, simd::predecessors(lastText, text))) << at;
    lastText = text;
    lastCodes = codes;
    lastCodes1 = codes1;
    lastLower = lower;
  }
  block.upper = block.letter & ~small;
  if (low != block.newline) classLow(bytes, low, block);

  // The last letters, read again: cheaper than taking single lanes out of the vectors.
  Before next{.byte = bytes[63]};
  const bool lastIsLetter = (block.letter >> 63U) != 0;
  next.lower = (small >> 63U) != 0;
  next.code = lastIsLetter ? bytes[63] & 31U : 0;
  const bool joined =
      (block.letter >> 62U & 1U) != 0 && !((block.upper >> 63U) != 0 && (small >> 62U & 1U) != 0);
  next.code2 = joined ? bytes[62] & 31U : 0;
  before = next;
  return block;
}

}  // namespace epitome::tokens
