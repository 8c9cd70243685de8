/// Which rewrite a view needs. Decides level, ranges, edits and the room that new segments get;
/// refuses to read a text and to change anything.
///
/// The rungs of session/prune.h come first, and a fold only where they do not bring the view to
/// rest (budget.h). While it fits, a fold waits that would leave it above its trigger, and nothing
/// is cut that the policy does not ask for but units that are too large to keep. What each level
/// takes says level.h. A level is tried when the one before leaves the view over its budget, but a
/// view that lacks only room for low estimates never loses the user's words for it. Where none
/// makes it fit, the results that the model waits for keep a quarter of the budget, and a fold has
/// to free what any other has to.
#pragma once

#include <cstdint>
#include <vector>

#include "budget/budget.h"
#include "edits/fold.h"
#include "session/economy.h"
#include "session/plan_reader.h"
#include "session/pointers.h"
#include "session/policy.h"
#include "session/run.h"
#include "summary/segment.h"

namespace epitome {

struct RewritePlan {
  uint32_t level = 0;
  /// Oldest segments to merge into one; 0 for none.
  uint32_t merged = 0;
  /// Units to fold; none when begin == end.
  FoldChoice fold;
  /// The merged segments and the fold become one segment.
  bool asOne = false;
  /// One a part at most, by message and part.
  std::vector<EditPlan> edits;
  std::vector<PointerChange> pointers;
  /// First messages of folded units that stay in the view until the next fold.
  std::vector<uint32_t> held;
  SegmentLimits mergeLimits;
  SegmentLimits foldLimits;
  /// The segments are merged since a saved state would have no room for them.
  bool heavy = false;
  /// No model is asked.
  bool codeOnly = false;
  /// The newest calls on the agent's list, newest first: which of them holds, their texts tell.
  std::vector<PlanCall> planCalls;
  /// Neither plan nor host's blocks have room, nor what is held behind the newest segment.
  bool noBlocks = false;
  /// There is something of them to go.
  bool dropsTail = false;
  /// Tokens of the view afterwards: at most, but for the quoting of the user's words, where it is
  /// over its budget; else about.
  int64_t tokensAfter = 0;

  bool empty() const { return merged == 0 && fold.empty() && edits.empty() && !dropsTail; }
};

/// Of a plan what says which messages become which segments, whatever follows them.
struct RangePlan {
  uint32_t merged = 0;
  bool asOne = false;
  /// Of the messages to fold, when that was decided.
  int64_t tokens = 0;
  SegmentLimits mergeLimits;
  SegmentLimits foldLimits;
};

enum class RewriteReason : uint8_t {
  kNone = 0,
  kTrigger = 1,
  kBudget = 2,
  kManual = 3,
  /// Results that are longer than the policy lets in.
  kArrival = 4,
  /// What can be freed pays for the rewrite already.
  kEconomy = 5,
  /// Its prose was written before the view had to shrink.
  kAhead = 6,
  /// The request has too many bytes.
  kBytes = 7,
  /// The request has more images than its provider takes.
  kImages = 8,
  /// The user has written a record anew.
  kEdit = 9,
};

struct PlanRequest {
  Budget budget;
  const Policy* policy = nullptr;
  /// The host asked for it: fold whatever is not protected.
  bool manual = false;
  /// But nothing from this unit on, and whatever is before it of the newest messages, too.
  uint32_t foldBefore = kNone;
  /// Nothing forbids a rewrite that can wait: no approval is pending, no final answer is due.
  bool settled = true;
  /// A model writes summaries.
  bool asksModel = false;
  /// The provider's cache has expired, as far as is known.
  bool cold = false;
  /// What the initial messages and the current request may take together for both to stay.
  int64_t keptShare = 0;
  /// Of the blocks that a fold puts behind the segments.
  int64_t blockTokens = 0;
  /// What all segments may take of the saved state, bytes.
  int64_t segmentBytes = 0;
  /// What tokens are counted by.
  Family family = Family::kO200k;
  /// The model wants back what it thought in turns with calls.
  bool keepsThoughts = false;
  /// Levels below this were tried in this step already.
  uint32_t fromLevel = 0;
  /// No level makes the view fit: what goes is worth a record, and what the model waits for stays.
  bool overflows = false;
};

/// Of those that a fold takes, what lies behind all that is folded already.
MessageSpan messagesOf(const Run& run, const FoldChoice& fold);
/// How far the segments reach with it.
Cover coverOf(const Run& run, const FoldChoice& fold);

struct PlanOutcome {
  RewriteReason reason = RewriteReason::kNone;
  RewritePlan plan;
  /// What was weighed; of interest where prices are known.
  Reckoning reckoning;
  /// What a request may quote, tokens; 0: as much as the budget leaves.
  uint64_t inputTokens = 0;
};

/// Pure: the same run and request give the same plan. O(n log n) in the parts of the view.
PlanOutcome planRewrite(const Run& run, const Decisions& decisions, const PlanRequest& request);

/// The plan of a range that was decided on before, as the run is now. `cover` has to end with a
/// unit of the run that may be folded.
RewritePlan planAgain(const Run& run, const Decisions& decisions, const PlanRequest& request,
                      const RangePlan& range, const Cover& cover);

/// The current request, where it stays whatever is folded; empty where it does not, or where it is
/// one with the initial messages.
MessageSpan keptRequest(const Run& run, int64_t share);

/// Least that a rewrite has to free while the view still fits, tokens.
int64_t minimumGain(const Budget& budget, const Pace& pace);

}  // namespace epitome
