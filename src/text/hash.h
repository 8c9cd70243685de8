/// Fingerprints of bytes: 64 bits, the same on every machine, streaming. Decides the function;
/// refuses to know what is hashed. Not cryptographic: it tells texts apart, it proves nothing
/// against an adversary who looks for collisions in texts of his own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace epitome::text {

/// Streaming 64-bit hash. The digest depends on the bytes alone, never on how they were cut into
/// pieces. Two inputs of equal length that differ in one aligned 8-byte word have different
/// digests.
class Hasher {
 public:
  explicit Hasher(uint64_t seed = 0);
  void update(std::string_view bytes);
  /// The value's eight bytes, lowest first.
  void update(uint64_t value);
  uint64_t digest() const;

 private:
  uint64_t state_;
  /// Bytes so far.
  uint64_t length_ = 0;
  /// Up to seven bytes that do not fill a word yet, lowest first.
  uint64_t pending_ = 0;
  uint32_t pendingBytes_ = 0;
};

uint64_t hashOf(std::string_view bytes, uint64_t seed = 0);

/// A fingerprint as sixteen lower-case hexadecimal digits.
std::string hexOf(uint64_t fingerprint);

/// Order-sensitive mix of two fingerprints.
uint64_t combine(uint64_t a, uint64_t b);

}  // namespace epitome::text
