/// Sixteen bytes at a time: the few operations that reading text needs. In WebAssembly each is an
/// instruction or two of SIMD128; elsewhere plain loops say what they mean, so that the same
/// algorithm can be tested natively. Refuses to know what the bytes stand for.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace epitome::simd {

#ifdef __wasm_simd128__

struct Bytes16 {
  v128_t lanes;
};

inline Bytes16 load(const uint8_t* from) { return {wasm_v128_load(from)}; }
inline Bytes16 splat(uint8_t value) { return {wasm_u8x16_splat(value)}; }
inline Bytes16 operator&(Bytes16 a, Bytes16 b) { return {wasm_v128_and(a.lanes, b.lanes)}; }
inline Bytes16 operator|(Bytes16 a, Bytes16 b) { return {wasm_v128_or(a.lanes, b.lanes)}; }
inline Bytes16 operator+(Bytes16 a, Bytes16 b) { return {wasm_i8x16_add(a.lanes, b.lanes)}; }
inline Bytes16 operator-(Bytes16 a, Bytes16 b) { return {wasm_i8x16_sub(a.lanes, b.lanes)}; }
/// 0xFF where equal, else 0.
inline Bytes16 equal(Bytes16 a, Bytes16 b) { return {wasm_i8x16_eq(a.lanes, b.lanes)}; }
/// 0xFF where a < b as unsigned numbers, else 0.
inline Bytes16 below(Bytes16 a, Bytes16 b) { return {wasm_u8x16_lt(a.lanes, b.lanes)}; }
/// `a` where `b` is zero.
inline Bytes16 without(Bytes16 a, Bytes16 b) { return {wasm_v128_andnot(a.lanes, b.lanes)}; }
/// The highest bit of each byte, the first byte's lowest.
inline uint64_t highBits(Bytes16 a) { return wasm_i8x16_bitmask(a.lanes); }
/// Each byte's predecessor; the first one's is the last of `before`.
inline Bytes16 predecessors(Bytes16 before, Bytes16 a) {
  return {wasm_i8x16_shuffle(before.lanes, a.lanes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
                             27, 28, 29, 30)};
}

/// Stores first * a + second * b + c of each lane, modulo 65536 and masked, as 16-bit numbers.
inline void storeMixed(uint16_t* to, Bytes16 a, uint16_t first, Bytes16 b, uint16_t second,
                       Bytes16 c, uint16_t mask) {
  const v128_t low = wasm_i16x8_add(
      wasm_i16x8_add(
          wasm_i16x8_mul(wasm_u16x8_extend_low_u8x16(a.lanes), wasm_i16x8_splat(first)),
          wasm_i16x8_mul(wasm_u16x8_extend_low_u8x16(b.lanes), wasm_i16x8_splat(second))),
      wasm_u16x8_extend_low_u8x16(c.lanes));
  const v128_t high = wasm_i16x8_add(
      wasm_i16x8_add(
          wasm_i16x8_mul(wasm_u16x8_extend_high_u8x16(a.lanes), wasm_i16x8_splat(first)),
          wasm_i16x8_mul(wasm_u16x8_extend_high_u8x16(b.lanes), wasm_i16x8_splat(second))),
      wasm_u16x8_extend_high_u8x16(c.lanes));
  wasm_v128_store(to, wasm_v128_and(low, wasm_u16x8_splat(mask)));
  wasm_v128_store(to + 8, wasm_v128_and(high, wasm_u16x8_splat(mask)));
}

#else

struct Bytes16 {
  std::array<uint8_t, 16> lanes;
};

template <typename Operation>
Bytes16 eachLane(Bytes16 a, Bytes16 b, Operation operation) {
  Bytes16 out;
  for (size_t i = 0; i < 16; ++i) {
    out.lanes[i] = static_cast<uint8_t>(operation(a.lanes[i], b.lanes[i]));
  }
  return out;
}

inline Bytes16 load(const uint8_t* from) {
  Bytes16 out;
  std::memcpy(out.lanes.data(), from, 16);
  return out;
}
inline Bytes16 splat(uint8_t value) {
  Bytes16 out;
  out.lanes.fill(value);
  return out;
}
inline Bytes16 operator&(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x & y; });
}
inline Bytes16 operator|(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x | y; });
}
inline Bytes16 operator+(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x + y; });
}
inline Bytes16 operator-(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x - y; });
}
inline Bytes16 equal(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x == y ? 0xFF : 0; });
}
inline Bytes16 below(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x < y ? 0xFF : 0; });
}
inline Bytes16 without(Bytes16 a, Bytes16 b) {
  return eachLane(a, b, [](uint32_t x, uint32_t y) { return x & ~y; });
}
inline uint64_t highBits(Bytes16 a) {
  uint64_t out = 0;
  for (size_t i = 0; i < 16; ++i) out |= static_cast<uint64_t>(a.lanes[i] >> 7U) << i;
  return out;
}
inline Bytes16 predecessors(Bytes16 before, Bytes16 a) {
  Bytes16 out;
  out.lanes[0] = before.lanes[15];
  for (size_t i = 1; i < 16; ++i) out.lanes[i] = a.lanes[i - 1];
  return out;
}
inline void storeMixed(uint16_t* to, Bytes16 a, uint16_t first, Bytes16 b, uint16_t second,
                       Bytes16 c, uint16_t mask) {
  for (size_t i = 0; i < 16; ++i) {
    to[i] = static_cast<uint16_t>(
        (uint32_t{a.lanes[i]} * first + uint32_t{b.lanes[i]} * second + c.lanes[i]) & mask);
  }
}

#endif

}  // namespace epitome::simd
