/// Builds what the host's model is asked. Decides which prompt goes with which kind of request and
/// fills it; the prompts themselves are data (prompts.h, record_shapes.h). Refuses to know how a
/// model is called.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "summary/chunks.h"
#include "summary/language.h"
#include "summary/notes.h"
#include "summary/segment.h"
#include "summary/style.h"

namespace epitome {

/// A range, records in a row, or a part of a range that is too long for one request.
enum class RequestKind : uint8_t { kFold = 0, kMerge = 1, kPart = 2 };

struct SummaryRequest {
  RequestKind kind = RequestKind::kFold;
  /// Instructions.
  std::string system;
  /// The quoted data and the task.
  std::string prompt;
  /// Ask the model for no more; the check refuses what is longer than allowed.
  uint32_t maxOutputTokens = 0;
  /// 1, and 2 where the first reply was not accepted.
  uint32_t attempt = 1;
  /// What is read, counted from 1: a range or a part of one without the records that it brings up
  /// to date, or all that the records of a merge stand for.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  /// That the record is to be written in: the users', unless the host's instructions speak of one.
  /// kUnknown: no language was asked for by name, and none is wrong.
  Language language = Language::kUnknown;
};

/// The same for the same request, and hardly ever for another.
uint64_t idOf(const SummaryRequest& request);

struct RequestLimits {
  /// What the prompt's quoted data may take, in UTF-16 code units. A range's text is ready made;
  /// what stands beside it gets shares of this.
  uint64_t inputUnits = 0;
  /// Target and ceiling of the reply.
  uint32_t proseTokens = 0;
};

/// Asks for the record of a range that one request can hold. `before` are records, oldest first,
/// that the new one takes in: the model is asked to bring them up to date; empty where the new one
/// stands behind them. What came after the range goes with it, so that nothing is called open that
/// was done since.
SummaryRequest foldRequest(const RangeNotes& notes, const RangePart& range,
                           std::span<const SegmentBody* const> before, const RequestLimits& limits,
                           const SummaryStyle& style);
/// Asks for the record of part `number`, counted from 1, of `count`. The records of all of them are
/// merged by one more request; `notes` are those of the whole range.
SummaryRequest partRequest(const RangeNotes& notes, const RangePart& part, uint32_t number,
                           uint32_t count, const RequestLimits& limits, const SummaryStyle& style);
/// Asks for one record out of several, oldest first, in the language of the user's words in them
/// where no other is given.
SummaryRequest mergeRequest(std::span<const SegmentBody* const> segments,
                            const RequestLimits& limits, const SummaryStyle& style,
                            Language language = Language::kUnknown);

}  // namespace epitome
