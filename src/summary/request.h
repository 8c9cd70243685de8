/// Builds what the host's model is asked. Decides which prompt goes with which kind of request and
/// fills it; the prompts themselves are data (prompts.h, record_shapes.h). Refuses to know how a
/// model is called.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "summary/language.h"
#include "summary/notes.h"
#include "summary/segment.h"
#include "summary/style.h"

namespace epitome {

enum class RequestKind : uint8_t { kFold = 0, kMerge = 1 };

struct SummaryRequest {
  RequestKind kind = RequestKind::kFold;
  /// Instructions.
  std::string system;
  /// The quoted data and the task.
  std::string prompt;
  /// Ask the model for no more; the gate refuses what is longer than allowed.
  uint32_t maxOutputTokens = 0;
  /// That the record is to be written in: the users', unless the host's instructions speak of one.
  /// kUnknown: no language was asked for by name, and none is wrong.
  Language language = Language::kUnknown;
};

struct RequestLimits {
  /// What the prompt's quoted data may take, in UTF-16 code units.
  uint64_t inputUnits = 0;
  /// Target and ceiling of the reply.
  uint32_t proseTokens = 0;
};

/// Asks for the record of a range. `before` are records, oldest first, that the new one takes in:
/// the model is asked to bring them up to date; empty where the new one stands behind them. What
/// came after the range goes with it, so that nothing is called open that was done since.
SummaryRequest foldRequest(const RangeNotes& notes, std::span<const SegmentBody* const> before,
                           const RequestLimits& limits, const SummaryStyle& style);
/// Asks for one record out of several, oldest first.
SummaryRequest mergeRequest(std::span<const SegmentBody* const> segments,
                            const RequestLimits& limits, const SummaryStyle& style);

}  // namespace epitome
