/// What a host set, as numbers. Decides defaults and ranges; refuses to know JavaScript, where
/// names are checked and messages are written.
#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "budget/budget.h"
#include "session/policy.h"
#include "tokens/calibration.h"
#include "tokens/family.h"
#include "tokens/media.h"
#include "transcript/cost.h"

namespace epitome {

enum class ErrorCode : int32_t {
  kInvalidOptions = 1,
  kInvalidState = 2,
  kUnsupportedState = 3,
  kMalformedInput = 4,
  kUnknownHandle = 5,
  kOutOfOrder = 6,
  kCapacity = 7,
  /// The validator refused a view.
  kInvalidView = 8,
};

struct SessionOptions {
  BudgetPolicy budget;
  Policy policy;
  /// Largest output that the host allows, tokens; 0 when it did not say.
  uint32_t maxOutputTokens = 0;
  /// System prompt and tools, tokens; negative when the host did not give them.
  int64_t hostOverhead = -1;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// What images and files are priced by.
  MediaRule media = MediaRule::kCommon;
  Rates rates() const { return {family, media}; }
  CalibrationMethod calibration = CalibrationMethod::kLeastSquares;
  /// A model writes prose; otherwise code does.
  bool summarizer = false;
  /// Summaries are written beside the run, begun when a view has grown to `backgroundAt`; unset: a
  /// quarter of the way from the trigger down to the target.
  bool background = false;
  Amount backgroundAt{0};
  /// Window of the model that writes summaries, tokens; 0 when unknown.
  uint32_t summarizerWindow = 0;
  /// The host wants to have what goes saved before it does.
  bool flush = false;
  /// The host wants to be told of a fold before it is made, and may put it off.
  bool announces = false;
  /// The host gives blocks that stand behind the segments.
  bool blocks = false;
};

/// Reads options from JSON text; src/session/options.cc names the fields,
/// js/options/core-options.ts writes them. Unknown names, wrong types and values out of range are
/// kInvalidOptions.
std::expected<SessionOptions, ErrorCode> parseOptions(std::string_view json);

}  // namespace epitome
