/// Counts the tokens of a text without a vocabulary, while it passes by. Decides nothing itself:
/// puts the counting of features and their weighing together.
#pragma once

#include <cstdint>
#include <string_view>

#include "tokens/estimate.h"
#include "tokens/family.h"
#include "tokens/features.h"

namespace epitome {

/// One text; the answers do not depend on how it was cut into pieces. Linear time, 1.5 KB of
/// memory.
class TextEstimator {
 public:
  explicit TextEstimator(Family family = Family::kO200k) : family_(family) {}
  void update(std::string_view utf8) { features_.update(utf8); }
  /// UTF-16 code units so far.
  uint64_t units() const { return features_.units(); }
  /// The likely number of tokens.
  uint32_t tokens() const { return tokens::estimateOf(features_.counts(), family_); }
  /// A number of tokens that a text rarely exceeds: once in a thousand. Never below `tokens`.
  uint32_t bound() const { return tokens::boundOf(features_.counts(), family_); }

 private:
  tokens::FeatureCounter features_;
  Family family_;
};

}  // namespace epitome
