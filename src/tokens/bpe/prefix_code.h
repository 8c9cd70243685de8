/// The numbers of a packed vocabulary: bits, the lowest first, and codes of which none begins
/// another. bindings/vocabulary/prefix-code.mjs writes what this reads. Decides how codes are told
/// and looked up; refuses to know what their symbols mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace epitome::bpe {

/// Reads bits. Past the end it reads zeros; `overran` tells.
class BitReader {
 public:
  explicit BitReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  /// At most 24 bits, which stay to be read.
  uint32_t peek(uint32_t count) const {
    uint32_t word = 0;
    const size_t from = at_ >> 3;
    for (size_t i = 0; i < 4 && from + i < bytes_.size(); ++i) {
      word |= uint32_t{bytes_[from + i]} << (8 * i);
    }
    return word >> (at_ & 7) & ((1U << count) - 1);
  }
  void skip(uint32_t count) { at_ += count; }
  uint32_t read(uint32_t count) {
    const uint32_t value = peek(count);
    skip(count);
    return value;
  }

  /// Bits that were read.
  size_t at() const { return at_; }
  bool overran() const { return (at_ + 7) / 8 > bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

/// No code is longer, in bits.
constexpr uint32_t kLongestCode = 15;
/// An entry of a table has its code's length in its lowest bits.
constexpr uint32_t kLengthBits = 4;

/// Fills a table of 2^`bits` entries, which the next `bits` bits of a text are looked up in.
/// `lengths`: of each symbol's code, 0 for none. `entries`: what is found for each, with the length
/// left out. False when these are no lengths of a complete code. Without any code all is zero.
bool makeTable(std::span<const uint8_t> lengths, std::span<const uint32_t> entries, uint32_t bits,
               uint32_t* table);

/// Reads numbers below `kLevels` that are often zero or alike, such as lengths of codes. False when
/// they cannot be read.
constexpr uint32_t kLevels = 19;
bool readLevels(BitReader& reader, std::span<uint8_t> levels);

}  // namespace epitome::bpe
