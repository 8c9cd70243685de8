/// Sixty-four bytes of text as bit masks, one for each class of character, bit i for byte i; and
/// for each byte the place of its letter trigram in the table of hard words. Decides how bytes are
/// classed; refuses to know what is counted.
#pragma once

#include <cstdint>

namespace epitome::tokens {

inline constexpr uint32_t kBlockBytes = 64;
/// Places in the table of letter trigrams.
inline constexpr uint32_t kTrigrams = 4096;

struct Block {
  /// ASCII letters, and those of them that are capital.
  uint64_t letter = 0;
  uint64_t upper = 0;
  uint64_t digit = 0;
  uint64_t space = 0;
  /// 0x0A.
  uint64_t newline = 0;
  /// 0x09, 0x0D.
  uint64_t blank = 0;
  /// The other control characters below 0x20, except for escape, which terminals write as a mark.
  uint64_t control = 0;
  /// 0x80 and above.
  uint64_t high = 0;
  /// The marks that words are joined by and quoted with; part of `other`.
  uint64_t quote = 0;
  uint64_t apostrophe = 0;
  uint64_t slash = 0;
  uint64_t dot = 0;
  uint64_t underscore = 0;
  /// Equal to the byte before.
  uint64_t same = 0;
  /// The other bytes: ASCII punctuation, escape and delete.
  uint64_t other() const { return ~(letter | digit | space | newline | blank | control | high); }

  bool operator==(const Block&) const = default;
};

/// What the end of a block leaves for the next: the bytes before it, and their letters.
struct Before {
  /// The last byte, and its letter code (0 for anything but a letter).
  uint8_t byte = 0;
  uint8_t code = 0;
  /// The code of the letter before the last byte in the same word, or 0.
  uint8_t code2 = 0;
  /// The last byte is a lower-case letter.
  bool lower = false;

  bool operator==(const Before&) const = default;
};

/// A word's letters without case, 1 to 26; a camelCase border ends a word. The trigram of a byte is
/// the code of its own letter and of the two letters before it in the same word, where any other
/// byte has code 0, so that a word's first two letters and its end have trigrams too.
uint32_t trigramOf(uint32_t code2, uint32_t code1, uint32_t code);

/// Reads the 64 bytes at `bytes`; `trigrams` has room for 64. Moves `before` on. Both give the
/// same.
Block readBlock(const uint8_t* bytes, Before& before, uint16_t* trigrams);
Block readBlockByByte(const uint8_t* bytes, Before& before, uint16_t* trigrams);

}  // namespace epitome::tokens
