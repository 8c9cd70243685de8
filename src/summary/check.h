/// The check of a model's reply: whether it may stand for a range, and what becomes of it. Decides
/// by rule, for cause alone; refuses to know how a model is called and what the prose is for.
/// Names, paths and quotations of what was read always may stand, and nothing is asked for that
/// code carries beside the prose.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/language.h"
#include "summary/voices.h"
#include "summary/was_read.h"
#include "tokens/family.h"

namespace epitome {

/// What a reply is found to be. The values are those of events: only append.
enum class Verdict : uint8_t {
  kAccepted = 0,
  /// Nothing but white space and markup.
  kEmpty = 1,
  /// The model declined, or the provider filtered.
  kRefused = 2,
  /// The finish reason says that the reply ends early.
  kTruncated = 3,
  /// Not smaller than what it would replace, or over its ceiling.
  kInflated = 4,
  /// It says less than a range that holds so much needs, or nothing of it.
  kTooShort = 5,
  /// A tool call instead of text.
  kToolCall = 6,
  /// Most of it is copied from what was asked, as it stands there.
  kEcho = 7,
  /// Surely another language than the one asked for.
  kWrongLanguage = 8,
  /// Without what may not stand too little of it is left.
  kInvented = 9,
  /// It may stand without some sentences: names that occur nowhere, orders that only a tool gave.
  kMended = 10,
  /// It may stand, but its form asks for headings and it has hardly any.
  kNoHeadings = 11,
  /// A question, a promise, or the conversation as it might go on.
  kNoRecord = 12,
  /// The same again and again.
  kRepetitive = 13,
};
inline constexpr uint32_t kVerdicts = 14;

enum class Action : uint8_t { kAccept, kMend, kAskAgain, kRefuse };

/// One for each verdict. Where asking again is over, a reply stands if there is a prose that may,
/// and is refused otherwise.
Action actionOf(Verdict verdict);
/// What a model is told of its fault; empty where there is nothing to tell.
std::string_view faultOf(Verdict verdict);

/// Why the model stopped, in the AI SDK's words; anything else is kOther.
enum class FinishReason : uint8_t {
  kStop = 0,
  kLength = 1,
  kContentFilter = 2,
  kToolCalls = 3,
  kError = 4,
  kOther = 5,
  /// Of no call: the reply was checked when it was written, by another release perhaps. All that
  /// can be wrong with it is its size.
  kChecked = 6,
};

struct CheckLimits {
  /// Tokens of what the reply would replace.
  uint32_t replacedTokens = 0;
  /// Ceiling of the reply, tokens. A reply may exceed it by a quarter: models count differently.
  uint32_t proseTokens = 0;
  /// The same as JSON text, bytes.
  uint64_t proseBytes = UINT64_MAX;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// Headings that a reply has which is not asked for again.
  uint32_t headings = 0;
  /// That it was asked to be written in.
  Language language = Language::kUnknown;
};

/// What a reply is held against.
struct Evidence {
  const Facts& facts;
  const Voices& voices;
  /// The request's text. What records in it say may be said again.
  std::string_view given;
  std::string_view records;
};

struct CheckedReply {
  Verdict verdict = Verdict::kEmpty;
  /// What may stand; empty where nothing may.
  std::string prose;
  /// Names that occur nowhere, each once.
  std::vector<std::string> inventions;
  /// Sentences that passed on an order of a tool.
  uint32_t toolOrders = 0;
};

/// Judges the reply as `tidyReply` leaves it. Linear in the texts.
///
/// The lines: `kInflated` from `replacedTokens` tokens on, above 1.25 times `proseTokens`, or above
/// `proseBytes`. `kTooShort` below a token for every four sentences of user and agent, at most 40,
/// a fortieth of the range and half of the ceiling, a token being four bytes here: UTF-8 is longest
/// where a character says most, so one line serves all languages; and up to 40 tokens where no
/// words are those of the range.
CheckedReply checkReply(std::string_view reply, FinishReason finish, const CheckLimits& limits,
                        const Evidence& evidence);

}  // namespace epitome
