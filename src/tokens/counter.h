/// How many tokens a text, a message and a media part cost. Decides the arithmetic of the baseline
/// counter; refuses to know where a text came from and what a budget is. A better counter replaces
/// the bodies of this file's functions and nothing else: callers feed pieces and read tokens.
#pragma once

#include <cstdint>
#include <string_view>

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
  void update(std::string_view utf8);
  /// UTF-16 code units so far.
  uint64_t units() const { return units_; }
  uint32_t tokens() const;

 private:
  uint64_t units_ = 0;
};

/// Tokens of a text whose length in UTF-16 code units is known.
uint32_t tokensOfUnits(uint64_t units);

uint32_t tokensOfText(std::string_view utf8);

uint32_t tokensOfMedia(const MediaFacts& media, std::string_view mediaType);

}  // namespace epitome
