/// Which code points can be merged by themselves before anything else. Decides when that changes
/// nothing; refuses to know how the rest is merged.
///
/// Merging goes by rank, so in principle half a character can merge with its neighbour first. That
/// takes a token that crosses from one character into another and begins or ends inside one; a
/// vocabulary has some hundreds. Where no such token can lie, characters merge on their own, and
/// most of the look-ups in scripts beyond ASCII need not be made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tokens/bpe/vocabulary.h"

namespace epitome::bpe {

/// What a code point's bytes merge into.
enum class Shape : uint8_t {
  kUnknown = 0,
  kToken = 1,     // one token
  kPairByte = 2,  // a token of two bytes, and a byte
  kBytePair = 3,  // a byte, and a token of two bytes
  kBytes = 4,     // its bytes
};

struct Character {
  Shape shape = Shape::kUnknown;
  /// The token, or that of the pair.
  Token token = 0;
};

class Characters {
 public:
  explicit Characters(const Vocabulary& vocabulary);

  /// False when no token that begins or ends inside a character can lie across the border between
  /// two: the last byte of one, the first of the other and the byte behind that (0 where there is
  /// none, or the first is ASCII).
  bool mayCross(uint8_t before, uint8_t first, uint8_t second) const {
    const uint32_t bit = border(before, first, second);
    return ((borders_[bit >> 6] >> (bit & 63)) & 1) != 0;
  }

  /// Of `bytes` bytes, 2 or 3, that are a well-formed code point.
  Character at(const uint8_t* text, uint32_t bytes);

 private:
  static constexpr uint32_t kCodePoints = 1U << 16;
  static constexpr uint32_t kTokenBits = 18;

  static uint32_t border(uint32_t before, uint32_t first, uint32_t second) {
    return ((before << 8 | first) * 0x9E37U ^ second * 0x0101U) & 0xFFFF;
  }
  void addBorders(const uint8_t* bytes, size_t size);
  Character merge(const uint8_t* text, uint32_t bytes) const;

  const Vocabulary& vocabulary_;
  std::array<uint64_t, 1024> borders_{};
  /// By code point, filled as they occur: shape above token.
  std::unique_ptr<uint32_t[]> known_;
};

}  // namespace epitome::bpe
