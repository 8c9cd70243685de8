/// What texts, messages and media cost. Decides prices that no text tells, and how far an estimate
/// may be off; refuses to know where a text came from and what a budget is.
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

/// The likely number of tokens of a text.
uint32_t tokensOfText(std::string_view utf8, Family family);

/// How much more than `tokens` estimated ones a provider counts at most, but for once in a thousand
/// texts.
int64_t safeMargin(int64_t tokens, Family family);

/// Tokens of agent text by one family for each by another, roughly.
double relativeTokens(Family family, Family other);

uint32_t tokensOfMedia(const MediaFacts& media, std::string_view mediaType);

}  // namespace epitome
