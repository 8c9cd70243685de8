#include "tokens/bpe/scan.h"

#include "tokens/bpe/bytes16.h"
#include "tokens/bpe/char_class.h"

namespace epitome::bpe {
namespace {

using enum CharClass;

constexpr ClassSet kLetters = setOf(kUpper, kLower, kLetter);
constexpr ClassSet kCaseless = setOf(kLetter, kMark);
constexpr ClassSet kUppers = kCaseless | setOf(kUpper);
constexpr ClassSet kLowers = kCaseless | setOf(kLower);
constexpr ClassSet kSpaces = setOf(kSpace, kNewline);
/// [^\s\p{L}\p{N}]
constexpr ClassSet kSigns = setOf(kOther, kMark);
/// [^\r\n\p{L}\p{N}]
constexpr ClassSet kLeads = kSigns | setOf(kSpace);

/// A text that is read forwards from any offset, and remembers whether its end mattered.
struct Source {
  const uint8_t* text;
  size_t size;
  bool final;
  bool starved = false;

  Char at(size_t offset) {
    const Char found = charAt(text + offset, size - offset);
    if (found.bytes != 0) return found;
    if (!final) starved = true;
    // A text that ends inside a code point is ill-formed there.
    if (final && offset < size) return {kOther, 1};
    return found;
  }
  CharClass classAt(size_t offset) { return at(offset).cls; }

  /// An ASCII byte, or 0 where there is none.
  uint8_t byteAt(size_t offset) {
    if (offset < size) return text[offset];
    if (!final) starved = true;
    return 0;
  }

  /// The offset behind the run of `set` at `offset`.
  size_t skip(size_t offset, ClassSet set) {
    for (;;) {
      const Char next = at(offset);
      if (!isIn(next.cls, set)) return offset;
      offset += next.bytes;
    }
  }
};

/// Bytes of (?i:'s|'t|'re|'ve|'m|'ll|'d) at `offset`, 0 without one. Case folds as Unicode says:
/// U+017F is an s.
size_t contraction(Source& source, size_t offset) {
  if (source.byteAt(offset) != '\'') return 0;
  const uint8_t first = source.byteAt(offset + 1);
  switch (first | 0x20) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return first < 0x80 ? 2 : 0;
    case 'r':
    case 'v':
      return (source.byteAt(offset + 2) | 0x20) == 'e' ? 3 : 0;
    case 'l':
      return (source.byteAt(offset + 2) | 0x20) == 'l' ? 3 : 0;
    default:
      break;
  }
  if (first == 0xC5 && source.byteAt(offset + 2) == 0xBF) return 3;
  return 0;
}

/// The word of o200k without its optional first sign and its contraction.
struct CasedWord {
  size_t end = 0;
  /// [upper or caseless]* [lower or caseless]+, which is tried first, and not [upper]+.
  bool lower = false;
  bool matched = false;
};

CasedWord casedWord(Source& source, size_t start) {
  size_t offset = start;
  size_t behindCaseless = 0;
  Char next = source.at(offset);
  while (isIn(next.cls, kUppers)) {
    offset += next.bytes;
    if (next.cls != kUpper) behindCaseless = offset;
    next = source.at(offset);
  }
  if (next.cls == kLower) return {source.skip(offset, kLowers), true, true};
  // No lower-case letter follows: the last caseless one stands for it, and what came behind it is
  // another piece.
  if (behindCaseless != 0) return {behindCaseless, true, true};
  return {offset, false, offset > start};
}

size_t o200kWord(Source& source) {
  const Char first = source.at(0);
  if (!isIn(first.cls, kLeads | kLetters)) return 0;
  CasedWord word;
  if (isIn(first.cls, kLeads)) word = casedWord(source, first.bytes);
  // A mark can be the sign before a word or begin one: the better alternative wins, then the sign.
  if (!word.lower && isIn(first.cls, kUppers | kLowers)) word = casedWord(source, 0);
  if (!word.matched) return 0;
  return word.end + contraction(source, word.end);
}

size_t cl100kWord(Source& source) {
  if (const size_t bytes = contraction(source, 0); bytes != 0) return bytes;
  const Char first = source.at(0);
  if (isIn(first.cls, kLetters)) return source.skip(first.bytes, kLetters);
  if (!isIn(first.cls, kLeads)) return 0;
  const size_t end = source.skip(first.bytes, kLetters);
  return end > first.bytes ? end : 0;
}

/// \p{N}{1,3}
size_t number(Source& source) {
  size_t offset = 0;
  for (uint32_t digits = 0; digits < 3; ++digits) {
    const Char next = source.at(offset);
    if (next.cls != kNumber) break;
    offset += next.bytes;
  }
  return offset;
}

/// ` ?[^\s\p{L}\p{N}]+[\r\n]*`, and with `slashes` `[\r\n/]*`.
size_t signs(Source& source, bool slashes) {
  const size_t start = source.byteAt(0) == ' ' ? 1 : 0;
  size_t offset = source.skip(start, kSigns);
  if (offset == start) return 0;
  for (;;) {
    const uint8_t byte = source.byteAt(offset);
    if (byte != '\n' && byte != '\r' && !(slashes && byte == '/')) return offset;
    ++offset;
  }
}

/// `\s*[\r\n]+|\s+(?!\S)|\s+`
size_t spaces(Source& source) {
  size_t offset = 0;
  size_t last = 0;
  size_t behindNewline = 0;
  for (;;) {
    const Char next = source.at(offset);
    if (!isIn(next.cls, kSpaces)) {
      if (behindNewline != 0) return behindNewline;
      // The last space belongs to what follows, unless it is the only one.
      return next.cls == kEnd || last == 0 ? offset : last;
    }
    last = offset;
    offset += next.bytes;
    if (next.cls == kNewline) behindNewline = offset;
  }
}

size_t byRule(PreTokenizer kind, Source& source) {
  const bool o200k = kind == PreTokenizer::kO200k;
  if (const size_t bytes = o200k ? o200kWord(source) : cl100kWord(source); bytes != 0) return bytes;
  if (const size_t bytes = number(source); bytes != 0) return bytes;
  if (const size_t bytes = signs(source, o200k); bytes != 0) return bytes;
  return spaces(source);
}

/// What the short cuts read at once, and how far behind a piece they look: at "'re".
constexpr size_t kGlance = 16;
constexpr size_t kLookahead = 3;

/// A word of ASCII letters from `start` (0, or 1 behind a sign) that ends within a glance; 0 when
/// it takes the rules to tell.
template <PreTokenizer kind>
size_t asciiWord(const uint8_t* text, uint32_t start) {
  const Bytes16 glance = load16(text);
  const uint32_t lower = bitsInRange(glance, 'a', 'z');
  uint32_t end = start;
  if constexpr (kind == PreTokenizer::kO200k) {
    const uint32_t upper = bitsInRange(glance, 'A', 'Z');
    end += runOf(upper, end);
    if (end < kGlance) end += runOf(lower, end);
  } else {
    end += runOf(lower | bitsInRange(glance, 'A', 'Z'), end);
  }
  // What is not ASCII may be a letter or a mark.
  if (end >= kGlance || text[end] >= 0x80) return 0;
  if (kind == PreTokenizer::kO200k && text[end] == '\'') {
    Source source{text, kGlance + kLookahead, false};
    end += static_cast<uint32_t>(contraction(source, end));
  }
  return end;
}

/// A piece of ASCII that ends within a glance; 0 when it takes the rules to tell. A glance and the
/// lookahead behind it must be there.
template <PreTokenizer kind>
size_t asciiPiece(const uint8_t* text) {
  const CharClass first = kByteClass[text[0]];
  if (isIn(first, kLetters)) return asciiWord<kind>(text, 0);
  const CharClass second = kByteClass[text[1]];
  if (isIn(first, kLeads)) {
    if (isIn(second, kLetters)) {
      // "'s" comes before words.
      if (kind == PreTokenizer::kCl100k && text[0] == '\'') return 0;
      return asciiWord<kind>(text, 1);
    }
    if (second == kEnd) return 0;
    if (first == kOther || (second == kOther && text[0] == ' ')) {
      size_t end = 1;
      while (end < kGlance && kByteClass[text[end]] == kOther) ++end;
      // Behind the signs a line's end, and what ends the run or joins it, takes the rules to tell.
      const CharClass next = end < kGlance ? kByteClass[text[end]] : kEnd;
      return next == kNewline || next == kEnd ? 0 : end;
    }
  }
  if (isIn(first, kSpaces)) {
    size_t end = 0;
    size_t behindNewline = 0;
    CharClass next = first;
    while (isIn(next, kSpaces)) {
      ++end;
      if (next == kNewline) behindNewline = end;
      if (end == kGlance) return 0;
      next = kByteClass[text[end]];
    }
    if (next == kEnd) return 0;
    return behindNewline != 0 ? behindNewline : end == 1 ? 1 : end - 1;
  }
  if (first == kNumber) {
    if (second == kEnd) return 0;
    if (second != kNumber) return 1;
    const CharClass third = kByteClass[text[2]];
    return third == kEnd ? 0 : third == kNumber ? 3 : 2;
  }
  return 0;
}

}  // namespace

size_t pieceBytes(PreTokenizer kind, const uint8_t* text, size_t size, bool final) {
  if (size >= kGlance + kLookahead) {
    const size_t bytes = kind == PreTokenizer::kO200k ? asciiPiece<PreTokenizer::kO200k>(text)
                                                      : asciiPiece<PreTokenizer::kCl100k>(text);
    if (bytes != 0) return bytes;
  }
  return pieceBytesByRule(kind, text, size, final);
}

size_t pieceBytesByRule(PreTokenizer kind, const uint8_t* text, size_t size, bool final) {
  Source source{text, size, final};
  const size_t bytes = byRule(kind, source);
  return source.starved ? 0 : bytes;
}

}  // namespace epitome::bpe
