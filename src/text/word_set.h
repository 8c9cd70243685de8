/// Long lists of words that are asked for each word of a text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/characters.h"

namespace epitome::text {

/// Words with a space between them, of which only those with like first letters are looked at. Made
/// by the compiler, which deduces `Bytes`.
template <size_t Bytes>
class WordSet {
 public:
  consteval WordSet(const char (&list)[Bytes]) {
    const std::string_view all(list, Bytes - 1);
    size_t end = 0;
    for (size_t bucket = 0; bucket < kBuckets; ++bucket) {
      for (size_t at = 0; at < all.size(); ++at) {
        const size_t behind = std::min(all.find(' ', at), all.size());
        if (bucketOf(all[at]) == bucket) {
          while (at < behind) words_[end++] = all[at++];
          words_[end++] = ' ';
        }
        at = behind;
      }
      ends_[bucket] = static_cast<uint16_t>(end);
    }
  }

  constexpr bool has(std::string_view word) const {
    if (word.empty()) return false;
    const size_t bucket = bucketOf(word[0]);
    const size_t begin = bucket == 0 ? 0 : ends_[bucket - 1];
    return isOneOf(word, {words_.data() + begin, ends_[bucket] - begin});
  }

 private:
  static_assert(Bytes <= UINT16_MAX);
  static constexpr size_t kBuckets = 32;

  static constexpr size_t bucketOf(char first) { return static_cast<uint8_t>(first) % kBuckets; }

  /// By bucket, each with a space behind it.
  std::array<char, Bytes> words_{};
  std::array<uint16_t, kBuckets> ends_{};
};

/// FNV-1a of 32 bits, a byte at a time.
constexpr uint32_t kWordHashStart = 2'166'136'261U;
constexpr uint32_t hashedOn(uint32_t hash, char c) {
  return (hash ^ static_cast<uint8_t>(c)) * 16'777'619U;
}
constexpr uint32_t wordHash(std::string_view word) {
  uint32_t hash = kWordHashStart;
  for (const char c : word) hash = hashedOn(hash, c);
  return hash;
}

/// What lists say of their words, as bits. Filled by the compiler. The slot and half of the hash
/// tell a word well enough.
template <typename Bits>
class WordBits {
 public:
  /// `hashOf` is that by which they are looked up; its lowest bit tells nothing.
  template <typename HashOf>
  constexpr void add(std::string_view words, Bits bits, const HashOf& hashOf) {
    for (size_t at = 0; at < words.size();) {
      const size_t end = std::min(words.find(' ', at), words.size());
      const uint32_t hash = hashOf(words.substr(at, end - at));
      const uint32_t slot = slotOf(hash);
      halves_[slot] = static_cast<uint16_t>(hash >> 16);
      bits_[slot] = static_cast<Bits>(bits_[slot] | bits);
      at = end + 1;
    }
  }

  /// 0: in no list.
  constexpr Bits of(uint32_t hash) const { return bits_[slotOf(hash)]; }

 private:
  static constexpr uint32_t kSlots = 2'048;

  constexpr uint32_t slotOf(uint32_t hash) const {
    uint32_t slot = (hash >> 1) % kSlots;
    while (bits_[slot] != 0 && halves_[slot] != hash >> 16) slot = (slot + 1) % kSlots;
    return slot;
  }

  std::array<uint16_t, kSlots> halves_{};
  std::array<Bits, kSlots> bits_{};
};

}  // namespace epitome::text
