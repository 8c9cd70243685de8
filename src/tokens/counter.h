/// Estimates as the rest of the core asks for them: of whole texts, how far one may be off, and
/// what it is worth to another family. Decides nothing about how features are weighed.
#pragma once

#include <cstdint>
#include <string_view>

#include "tokens/family.h"
#include "tokens/media.h"

namespace epitome {

/// The likely number of tokens of a text.
uint32_t tokensOfText(std::string_view utf8, Family family);

/// How much more than `tokens` estimated ones a provider may count, whatever the texts: an eighth,
/// and the root of them for texts so short that errors do not even out. Those of different texts
/// do; those of one text of `largest` tokens among them may come to three tenths of it.
/// `TextEstimator::bound` knows a text, and says it closer.
int64_t safeMargin(int64_t tokens, int64_t largest = 0);

/// Tokens of agent text by one family for each by another, roughly.
double relativeTokens(Family family, Family other);

}  // namespace epitome
