#include "tokens/bpe/prefix_code.h"

#include <algorithm>
#include <bit>
#include <memory>

namespace epitome::bpe {
namespace {

/// Behind the levels: a few zeros, and many; how many at least, and by how many bits more is said.
constexpr uint32_t kFewZeros = kLevels;
constexpr uint32_t kLeastFew = 2;
constexpr uint32_t kFewBits = 3;
constexpr uint32_t kManyZeros = kFewZeros + 1;
constexpr uint32_t kLeastMany = kLeastFew + (1U << kFewBits);
constexpr uint32_t kManyBits = 7;
constexpr uint32_t kLevelSymbols = kManyZeros + 1;
/// The longest code of one of these.
constexpr uint32_t kLevelCode = 8;

}  // namespace

bool makeTable(std::span<const uint8_t> lengths, std::span<const uint32_t> entries, uint32_t bits,
               uint32_t* table) {
  // By length, where its symbols begin in their order.
  uint32_t begins[kLongestCode + 2] = {};
  for (const uint8_t length : lengths) {
    if (length > bits) return false;
    if (length > 0) ++begins[length + 1];
  }
  // Each end of the tree must be a symbol: else a text could say what means nothing.
  uint32_t open = 1;
  for (uint32_t length = 1; length <= bits; ++length) {
    const uint32_t symbols = begins[length + 1];
    open = 2 * open;
    if (symbols > open) return false;
    open -= symbols;
    begins[length + 1] += begins[length];
  }
  const uint32_t symbols = begins[bits + 1];
  if (symbols == 0) {
    std::fill_n(table, size_t{1} << bits, 0);
    return true;
  }
  if (open != 0) return false;

  const auto order = std::make_unique_for_overwrite<uint32_t[]>(symbols);
  uint32_t next[kLongestCode + 1];
  std::copy_n(begins, bits + 1, next);
  for (size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    if (lengths[symbol] > 0) order[next[lengths[symbol]]++] = static_cast<uint32_t>(symbol);
  }

  // A table for codes of one bit less stands twice in the next: a code's first bit is the lowest.
  uint32_t code = 0;
  for (uint32_t length = 1; length <= bits; ++length) {
    const uint32_t half = 1U << (length - 1);
    std::copy_n(table, half, table + half);
    for (uint32_t at = begins[length]; at < begins[length + 1]; ++at) {
      table[code] = entries[order[at]] | length;
      // The next code: one more, counted from the last bit on.
      const uint32_t carry = std::bit_floor(code ^ (2 * half - 1));
      code = (code & (carry - 1)) | carry;
    }
  }
  return true;
}

bool readLevels(BitReader& reader, std::span<uint8_t> levels) {
  uint8_t lengths[kLevelSymbols];
  uint32_t entries[kLevelSymbols];
  uint32_t table[1U << kLevelCode];
  for (uint32_t symbol = 0; symbol < kLevelSymbols; ++symbol) {
    lengths[symbol] = static_cast<uint8_t>(reader.read(kLengthBits));
    entries[symbol] = symbol << kLengthBits;
  }
  if (!makeTable(lengths, entries, kLevelCode, table)) return false;
  for (size_t at = 0; at < levels.size();) {
    const uint32_t entry = table[reader.peek(kLevelCode)];
    reader.skip(entry & ((1U << kLengthBits) - 1));
    const uint32_t symbol = entry >> kLengthBits;
    uint32_t zeros = 0;
    if (symbol < kLevels) {
      levels[at++] = static_cast<uint8_t>(symbol);
    } else if (symbol == kFewZeros) {
      zeros = kLeastFew + reader.read(kFewBits);
    } else {
      zeros = kLeastMany + reader.read(kManyBits);
    }
    if (zeros > levels.size() - at) return false;
    std::fill_n(levels.begin() + static_cast<std::ptrdiff_t>(at), zeros, 0);
    at += zeros;
  }
  return !reader.overran();
}

}  // namespace epitome::bpe
