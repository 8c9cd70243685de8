/// What stands for all that is folded: the room of a new record, and which of the older ones become
/// one. Decides their sizes before anything is read; refuses to choose what is folded.
///
/// Records are merged by rank, the lowest first, so that of n folds each message is told anew about
/// log2(n) times. Ranks never rise along the chain: those of the lowest ranks are the newest.
#pragma once

#include "session/level.h"
#include "session/plan.h"
#include "session/run.h"

namespace epitome {

/// Tokens, but for counts.
struct Records {
  /// Of the new record, and what that comes to; none where nothing may be folded.
  SegmentLimits foldLimits;
  int64_t foldTokens = 0;
  /// Of the older ones, with what some of them become.
  int64_t keptTokens = 0;
  /// So many of the newest become one.
  uint32_t merged = 0;
  SegmentLimits mergeLimits;
  /// Of older ones that the new record takes in.
  int64_t joined = 0;

  int64_t tokens() const { return keptTokens + foldTokens; }
};

struct RecordsRequest {
  const Level& level;
  const ResultPolicy& results;
  Family family = Family::kO200k;
  /// What all records may take of the saved state, bytes.
  int64_t bytes = 0;
  /// What they may take of the view.
  int64_t tokens = 0;
  /// The new record takes in all older ones.
  bool asOne = false;
  /// A likely size will do: what comes out larger is no harm.
  bool likely = false;
  /// Messages that go beside them, and messages that stay though they are among them.
  std::span<const MessageSpan> beside = {};
  MessageSpan kept = {};
};

/// When the units from the first that is not folded up to `end` are. Linear in their messages.
Records recordsFor(const Run& run, const Decisions& decisions, const RecordsRequest& request,
                   uint32_t end);

/// Sets what the plan's records may take of the saved state: of the bytes that all may take, what
/// those that stay leave.
void limitBytes(const Run& run, const Decisions& decisions, int64_t all, RewritePlan& plan);

}  // namespace epitome
