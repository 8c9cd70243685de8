/// Which rewrite a view needs. Decides level, ranges, trims and the room that new segments get;
/// refuses to read a text and to change anything.
///
/// Levels, each taking what the one before protected: 0 keeps the newest units and aims at the
/// target; 1 keeps only the newest unit; 2 keeps only what may never go, writes the shortest digest
/// and cuts results to their marker. A level is tried when the one before leaves the view over its
/// budget.
#pragma once

#include <cstdint>
#include <vector>

#include "budget/budget.h"
#include "edits/fold.h"
#include "session/run.h"
#include "summary/segment.h"

namespace epitome {

inline constexpr uint32_t kLevels = 3;

struct RewritePlan {
  uint32_t level = 0;
  /// Oldest segments to merge into one; 0 for none.
  uint32_t merged = 0;
  /// Units to fold; none when begin == end.
  FoldChoice fold;
  std::vector<TrimPlan> trims;
  SegmentLimits mergeLimits;
  SegmentLimits foldLimits;
  /// No model is asked.
  bool codeOnly = false;
  /// Tokens of the view afterwards, at most, but for the quoting of the user's words.
  int64_t tokensAfter = 0;

  bool empty() const { return merged == 0 && fold.begin == fold.end && trims.empty(); }
};

enum class RewriteReason : uint8_t { kNone = 0, kTrigger = 1, kBudget = 2, kManual = 3 };

struct PlanRequest {
  Budget budget;
  /// The host asked for it: fold whatever is not protected.
  bool manual = false;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// Levels below this were tried in this step already.
  uint32_t fromLevel = 0;
};

struct PlanOutcome {
  RewriteReason reason = RewriteReason::kNone;
  RewritePlan plan;
};

/// Pure: the same run and request give the same plan. O(units in the view).
PlanOutcome planRewrite(const Run& run, const Decisions& decisions, const PlanRequest& request);

/// Least that a rewrite has to free while the view still fits, tokens.
int64_t minimumGain(const Budget& budget);

}  // namespace epitome
