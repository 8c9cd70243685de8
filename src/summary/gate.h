/// Decides whether a model's reply may replace a range. Refuses to know what is done with a reply
/// that may not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "summary/language.h"
#include "tokens/family.h"

namespace epitome {

enum class GateVerdict : uint8_t {
  kAccepted = 0,
  /// Nothing but white space and markup.
  kEmpty = 1,
  /// The model declined, or the provider filtered.
  kRefused = 2,
  /// The finish reason says that the reply ends early.
  kTruncated = 3,
  /// Not smaller than what it would replace, or over its ceiling.
  kInflated = 4,
  /// Too short to stand for the range.
  kTooShort = 5,
  /// A tool call instead of text.
  kToolCall = 6,
  /// Most of it is copied from what was asked.
  kEcho = 7,
  /// Surely another language than the one asked for.
  kWrongLanguage = 8,
  /// Without what it made up too little of it is left.
  kInvented = 9,
};

/// Why the model stopped, in the AI SDK's words; anything else is kOther.
enum class FinishReason : uint8_t {
  kStop = 0,
  kLength = 1,
  kContentFilter = 2,
  kToolCalls = 3,
  kError = 4,
  kOther = 5,
};

struct GateLimits {
  /// Tokens of what the reply would replace.
  uint32_t replacedTokens = 0;
  /// Ceiling of the reply, tokens. A reply may exceed it by a quarter: models count differently.
  uint32_t proseTokens = 0;
  /// The same as JSON text, bytes.
  uint64_t proseBytes = UINT64_MAX;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// What the model was given: a reply that copies most of its lines is no record. What records
  /// among it say may be said again.
  std::string_view given = {};
  std::string_view records = {};
  /// That it was asked to be written in.
  Language language = Language::kUnknown;
};

/// Judges the reply as `tidyReply` leaves it. Linear in the reply's length. `reply` is UTF-8, well
/// formed or not.
///
/// The lines: `kInflated` from `replacedTokens` tokens on, above 1.25 times `proseTokens`, or above
/// `proseBytes`.
/// `kTooShort` below min(50, replacedTokens / 40, proseTokens / 2) tokens, a token being four bytes
/// here: UTF-8 is longest where a character says most, so one line serves all languages. `kRefused`
/// when it opens with a phrase of refusal and is short (800 bytes; 2,000 without a heading or
/// list). `kEcho` when most of its bytes stand in lines that were given.
/// `kWrongLanguage` when it is surely in another language than the one asked for.
GateVerdict judgeReply(std::string_view reply, FinishReason finish, const GateLimits& limits);

/// The reply as it is stored: well-formed; a block of reasoning before it, surrounding white space
/// and a code fence around the whole removed.
std::string tidyReply(std::string_view reply);

}  // namespace epitome
