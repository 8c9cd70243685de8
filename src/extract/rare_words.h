/// How unusual the words of a sentence are among others. Decides by counting; refuses to know what
/// words mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace epitome {

/// Of one sentence no more of its rare words count.
inline constexpr uint32_t kMostRare = 6;

/// Counts words by the texts that they occur in. Capitals make no difference; of scripts without
/// spaces two signs in a row count as a word. Linear.
class WordCounts {
 public:
  /// Adds one text.
  void add(std::string_view utf8);

  /// How many different words of `sentence`, which is part of a text that was added, no other text
  /// has.
  uint32_t rareIn(std::string_view sentence) const;

  /// The different words of `sentence` that at most `most` texts have, as keys, ascending.
  std::vector<uint64_t> seldomIn(std::string_view sentence, uint32_t most) const;

 private:
  struct Count {
    uint32_t texts = 0;
    uint32_t last = 0;
  };

  std::unordered_map<uint64_t, Count> counts_;
  uint32_t texts_ = 0;
};

}  // namespace epitome
