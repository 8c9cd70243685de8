/// The square root in integers: the same on every machine, without a mathematics library.
#pragma once

#include <cstdint>

namespace epitome::tokens {

/// Rounded down.
constexpr uint64_t rootOf(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 31U; bit != 0; bit >>= 1U) {
    if ((root + bit) * (root + bit) <= square) root += bit;
  }
  return root;
}

}  // namespace epitome::tokens
