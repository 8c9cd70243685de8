/// What repeats cost: one character again and again, which vocabularies merge into tokens of two,
/// of sixteen, or not at all. Decides from which place on a character is one, and its price;
/// refuses to know how they are found.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "tokens/repeats_data.h"

namespace epitome::tokens {

/// How many of its like stand before a repeat; two before a line end.
inline constexpr uint32_t kSameBefore = 5;

/// Parts of a token that prices count in.
inline constexpr uint32_t kRepeatUnits = 128;

/// The price of one place.
struct RepeatPrice {
  uint32_t units = 0;
  /// How often it is halved: four bits a family, the first lowest.
  uint32_t halvings = 0;

  uint32_t ofFirst() const { return units >> (halvings & 15U); }
};

/// The price of a code point that is `bytes` bytes of UTF-8.
inline RepeatPrice repeatPriceOf(uint32_t codePoint, uint32_t bytes) {
  // No vocabulary takes more than four tokens for one of these.
  constexpr uint32_t kDearest = 4 * kRepeatUnits;
  if (codePoint < std::size(kAsciiHalvings)) return {kDearest, kAsciiHalvings[codePoint]};
  const auto* listed =
      std::find_if(std::begin(kListedHalvings), std::end(kListedHalvings),
                   [&](const ListedHalvings& one) { return one.codePoint == codePoint; });
  if (listed != std::end(kListedHalvings)) return {kDearest, listed->halvings};
  // Nearly all others cost between half a token and as many as they have bytes, which no price is
  // near to for all: five eighths of the bytes are never under half.
  return {bytes * (kRepeatUnits * 5 / 8), 0};
}

}  // namespace epitome::tokens
