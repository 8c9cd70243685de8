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

}  // namespace epitome::text
