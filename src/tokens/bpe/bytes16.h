/// Sixteen bytes at a time, in WebAssembly's SIMD or the machine's own. Decides how a mask of bytes
/// is made; refuses to know what it is made for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace epitome::bpe {

/// Compilers turn its element-wise operators into the target's vector instructions.
using Bytes16 = uint8_t __attribute__((vector_size(16)));

/// Sixteen bytes must be readable.
inline Bytes16 load16(const uint8_t* from) {
  Bytes16 bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

/// One bit for each byte whose highest bit is set, the first byte's lowest.
inline uint32_t highBits(Bytes16 bytes) {
#if defined(__wasm_simd128__)
  return wasm_i8x16_bitmask(reinterpret_cast<v128_t>(bytes));
#elif defined(__SSE2__)
  return static_cast<uint32_t>(_mm_movemask_epi8(reinterpret_cast<__m128i>(bytes)));
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < 16; ++i) bits |= static_cast<uint32_t>(bytes[i] >> 7) << i;
  return bits;
#endif
}

/// One bit for each byte from `first` to `last`.
inline uint32_t bitsInRange(Bytes16 bytes, uint8_t first, uint8_t last) {
  const Bytes16 offset = bytes - first;
  return highBits(reinterpret_cast<Bytes16>(offset <= static_cast<uint8_t>(last - first)));
}

/// Length of the run of set bits at bit `from`.
inline uint32_t runOf(uint32_t bits, uint32_t from) {
  return static_cast<uint32_t>(std::countr_one(bits >> from));
}

}  // namespace epitome::bpe
