/// The round and the final avalanche follow the published shape of xxHash64's 8-byte step: one
/// multiply on the critical path per word, every step a bijection of the state. 64-bit multiplies
/// only, since WebAssembly has no wide one.
#include "text/hash.h"

#include <bit>
#include <cstring>

namespace epitome::text {
namespace {

// Odd constants with no structure, from the same publication.
constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87ULL;
constexpr uint64_t kPrime2 = 0xC2B2AE3D27D4EB4FULL;
constexpr uint64_t kPrime3 = 0x165667B19E3779F9ULL;
constexpr uint64_t kPrime4 = 0x85EBCA77C2B2AE63ULL;
constexpr uint64_t kPrime5 = 0x27D4EB2F165667C5ULL;

uint64_t absorb(uint64_t state, uint64_t word) {
  state ^= std::rotl(word * kPrime2, 31) * kPrime1;
  return std::rotl(state, 27) * kPrime1 + kPrime4;
}

uint64_t avalanche(uint64_t value) {
  value ^= value >> 33;
  value *= kPrime2;
  value ^= value >> 29;
  value *= kPrime3;
  value ^= value >> 32;
  return value;
}

uint64_t littleEndianWord(const char* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

}  // namespace

Hasher::Hasher(uint64_t seed) : state_(avalanche(seed + kPrime5)) {}

void Hasher::update(std::string_view bytes) {
  const char* p = bytes.data();
  const char* const end = p + bytes.size();
  length_ += bytes.size();
  while (pendingBytes_ != 0 && p < end) {
    pending_ |= static_cast<uint64_t>(static_cast<uint8_t>(*p++)) << (8 * pendingBytes_);
    if (++pendingBytes_ == 8) {
      state_ = absorb(state_, pending_);
      pending_ = 0;
      pendingBytes_ = 0;
    }
  }
  uint64_t state = state_;
  for (; end - p >= 8; p += 8) state = absorb(state, littleEndianWord(p));
  state_ = state;
  for (; p < end; ++p) {
    pending_ |= static_cast<uint64_t>(static_cast<uint8_t>(*p)) << (8 * pendingBytes_++);
  }
}

void Hasher::update(uint64_t value) {
  length_ += 8;
  if (pendingBytes_ == 0) {
    state_ = absorb(state_, value);
    return;
  }
  const uint32_t shift = 8 * pendingBytes_;
  state_ = absorb(state_, pending_ | value << shift);
  pending_ = value >> (64 - shift);
}

uint64_t Hasher::digest() const {
  uint64_t state = state_;
  if (pendingBytes_ != 0) state = absorb(state, pending_);
  // The length tells a short last word from one that ends in zero bytes.
  return avalanche(state ^ length_ * kPrime5);
}

uint64_t hashOf(std::string_view bytes, uint64_t seed) {
  Hasher hasher(seed);
  hasher.update(bytes);
  return hasher.digest();
}

uint64_t combine(uint64_t a, uint64_t b) { return avalanche(absorb(absorb(kPrime5, a), b)); }

std::string hexOf(uint64_t fingerprint) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex(16, '0');
  for (size_t i = 0; i < 16; ++i) hex[15 - i] = kDigits[(fingerprint >> (4 * i)) & 15U];
  return hex;
}

}  // namespace epitome::text
