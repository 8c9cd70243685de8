/// How many tokens a text, a message and a media part cost. Decides the arithmetic of the baseline
/// counter; refuses to know where a text came from and what a budget is. A better counter replaces
/// the bodies of this file's functions and nothing else: callers feed pieces and read tokens.
#pragma once

#include <cstdint>
#include <string_view>

#include "tokens/family.h"
#include "tokens/media.h"

namespace epitome {

/// Tokens that wrap every message in a provider's chat format.
inline constexpr uint32_t kTokensPerMessage = 4;
/// Tokens of an image or file until the provider's own rules are known: the most that an image
/// costs on the common vision models.
inline constexpr uint32_t kTokensPerMedia = 1600;

/// Counts one text while it passes by in pieces: ceil(UTF-16 length / 4).
class TextCounter {
 public:
  explicit TextCounter(Family family = Family::kO200k) : family_(family) {}
  void update(std::string_view utf8);
  /// UTF-16 code units so far.
  uint64_t units() const { return units_; }
  uint32_t tokens() const;
  Family family() const { return family_; }

 private:
  Family family_;
  uint64_t units_ = 0;
};

uint32_t tokensOfText(std::string_view utf8, Family family);

/// How much more than `tokens` estimated tokens a provider bills at most, but for once in a
/// thousand times.
int64_t safeMargin(int64_t tokens);

/// Tokens of agent text by one family for each by another, roughly.
double relativeTokens(Family family, Family other);

uint32_t tokensOfMedia(const MediaFacts& media, std::string_view mediaType);

}  // namespace epitome
