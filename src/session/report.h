/// What a host is told: one report for each step that rewrote, the explanation of a view, totals.
/// Field names of their JSON are the public ones of js/types/reports.ts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget/budget.h"
#include "edits/view.h"
#include "session/billing.h"
#include "session/decisions.h"
#include "session/plan.h"
#include "session/run.h"
#include "tokens/calibration.h"

namespace epitome {

/// Why code wrote a prose. The names travel in events.
enum class CodeReason : uint8_t {
  kNone = 0,
  kNoSummarizer,
  kFailed,
  kTimedOut,
  kAborted,
  kEmpty,
  kRefused,
  kTruncated,
  kInflated,
  kTooShort,
  kToolCall,
  kEcho,
  kWrongLanguage,
  kInvented,
  kNoRecord,
  kRepetitive,
  /// It has failed too often.
  kPaused,
  /// There is a model, but no use for it: compaction is switched off, the segment has no room for
  /// its words, or its window none for the range.
  kNotAsked,
};

/// The next call may have a reply.
constexpr bool isPassing(CodeReason reason) {
  return reason == CodeReason::kFailed || reason == CodeReason::kTimedOut ||
         reason == CodeReason::kAborted;
}

/// Of what a fold took because there was no room for it to stay.
enum class Took : uint8_t { kNone = 0, kInitial = 1, kRequest = 2 };

struct FoldReport {
  uint64_t id = 0;
  bool merge = false;
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  uint32_t tokensBefore = 0;
  uint32_t tokensAfter = 0;
  ProseSource source = ProseSource::kCode;
  CodeReason codeReason = CodeReason::kNone;
  uint32_t carried = 0;
  uint32_t cut = 0;
  uint32_t leftOut = 0;
  uint32_t deeds = 0;
  uint32_t deedsLeftOut = 0;
  uint32_t names = 0;
  /// Replies that the model gave; 0: none was asked for, or none came.
  uint32_t replies = 0;
  /// Names that occurred nowhere and left with their sentences.
  uint32_t inventionsStruck = 0;
  /// Where the model was asked: what it was not shown.
  Unread unread;
  Took took = Took::kNone;
  /// The stopgaps, or the record, that it stands in place of, and the tokens that a prompt cache is
  /// written anew for because of that.
  std::vector<uint64_t> replaced;
  int64_t cacheTokens = 0;
};

struct EditReport {
  EditKind kind = EditKind::kTrim;
  /// Counted from 0.
  uint32_t message = 0;
  uint32_t part = 0;
  /// Of the part, UTF-16 code units.
  uint32_t kept = 0;
  uint32_t total = 0;
};

struct Report {
  uint32_t round = 0;
  RewriteReason reason = RewriteReason::kNone;
  /// Of the view, as billed.
  int64_t tokensBefore = 0;
  int64_t tokensAfter = 0;
  int64_t bytesBefore = 0;
  Budget budget;
  std::vector<FoldReport> folds;
  std::vector<EditReport> edits;
  Reckoning reckoning;
  /// The smallest valid view is still over the budget.
  bool cannotFit = false;

  bool empty() const { return reason == RewriteReason::kNone && !cannotFit; }
};

/// Cumulative over a session.
struct Totals {
  uint32_t compactions = 0;
  /// Rewrites that did nothing but show a text of the user's in place of a record.
  uint32_t edits = 0;
  uint32_t summariesRequested = 0;
  uint32_t summariesAccepted = 0;
  int64_t inputTokens = 0;
  int64_t outputTokens = 0;
  /// Of the calls that wrote summaries.
  int64_t summaryInputTokens = 0;
  int64_t summaryOutputTokens = 0;
  /// Of the last step.
  int64_t viewTokens = 0;
  int64_t budget = 0;
  int64_t hostOverhead = 0;
  /// What hosts want to be told at; 0: nothing.
  int64_t warn = 0;
  /// What bills prove of the model's window, where it was assumed; 0: nothing.
  int64_t provenWindow = 0;
  /// The bill that came with the last step.
  Judged judged;

  /// Rewrites of both kinds: what rounds are numbered by.
  uint32_t rounds() const { return compactions + edits; }
};

/// Hosts are told tokens as a provider bills them: `calibration` makes them of estimates.
std::string reportText(const Report& report, const Run& run, const Calibration& calibration);
/// What an explanation tells beside the run.
struct Explained {
  Budget budget;
  /// As billed.
  int64_t viewTokens = 0;
  /// Of the last step; told where prices are known.
  Reckoning reckoning;
  Prices prices;
};
std::string explanationText(const Run& run, const Decisions& decisions, const Explained& explained,
                            const Calibration& calibration);
std::string totalsText(const Totals& totals);
/// The repairs that the current view shows.
std::string repairsText(const Run& run);

}  // namespace epitome
