/// Estimates as the rest of the core asks for them: of whole texts, how far one may be off, and
/// what it is worth to another family. Decides nothing about how features are weighed.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tokens/family.h"
#include "tokens/media.h"

namespace epitome {

/// The likely number of tokens of a text.
uint32_t tokensOfText(std::string_view utf8, Family family);

/// How much more than `tokens` estimated ones a provider may count, whatever the texts: an eighth,
/// and the root of them for texts so short that errors do not even out. Those of different texts
/// do; those of one kind of text, `alike` tokens of them, may come to three tenths of that.
/// `TextEstimator::bound` knows a text, and says it closer.
int64_t safeMargin(int64_t tokens, int64_t alike = 0);

/// Texts by their kind, which is how many UTF-16 code units a token has: what an estimate is wrong
/// about in one text, rare words or dense data, it is wrong about in all that are like it.
class AlikeTexts {
 public:
  /// A part of `tokens` tokens, of which its text has `textTokens` in `units` code units.
  void add(uint32_t units, uint32_t textTokens, int64_t tokens);
  /// Tokens of the largest kind.
  int64_t most() const;

 private:
  /// Eighths of a code unit a token; the last is for all that is thinner.
  static constexpr size_t kKinds = 64;
  std::array<int64_t, kKinds> tokens_{};
};

/// Tokens of agent text by one family for each by another, roughly.
double relativeTokens(Family family, Family other);

}  // namespace epitome
