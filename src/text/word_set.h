/// Long lists of words that are asked for each word of a text.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::text {

/// Words with a space between them, found in constant time. Made by the compiler; `Bytes` is
/// deduced.
template <size_t Bytes>
class WordSet {
 public:
  consteval WordSet(const char (&words)[Bytes]) : words_(words, Bytes - 1) {
    for (size_t at = 0; at < words_.size();) {
      const std::string_view word = wordAt(at);
      starts_[slotOf(word)] = static_cast<uint16_t>(at + 1);
      at += word.size() + 1;
    }
  }

  constexpr bool has(std::string_view word) const {
    return !word.empty() && starts_[slotOf(word)] != 0;
  }

 private:
  static_assert(Bytes < UINT16_MAX);
  /// Never full: a word and its space are two bytes or more.
  static constexpr size_t kSlots = std::bit_ceil(Bytes / 2 + 1);

  constexpr std::string_view wordAt(size_t at) const {
    return words_.substr(at, words_.find(' ', at) - at);
  }
  /// Of the word, or the free one where it would be.
  constexpr size_t slotOf(std::string_view word) const {
    uint32_t hash = 2'166'136'261U;
    for (const char c : word) hash = (hash ^ static_cast<uint8_t>(c)) * 16'777'619U;
    size_t slot = (hash ^ hash >> 15) % kSlots;
    while (starts_[slot] != 0 && wordAt(starts_[slot] - 1U) != word) slot = (slot + 1) % kSlots;
    return slot;
  }

  std::string_view words_;
  /// Offsets of words, counted from 1; 0 is a free slot.
  std::array<uint16_t, kSlots> starts_{};
};

}  // namespace epitome::text
