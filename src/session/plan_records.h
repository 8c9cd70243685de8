/// What stands for all that is folded: the room of a new record, and which of the older ones become
/// one. Decides their sizes before anything is read; refuses to choose what is folded.
#pragma once

#include "session/level.h"
#include "session/run.h"

namespace epitome {

/// Tokens, but for counts.
struct Records {
  /// Of the new record, and what that comes to; none where nothing may be folded.
  SegmentRoom room;
  int64_t foldTokens = 0;
  /// Of the older ones, with what some of them become.
  int64_t keptTokens = 0;
  /// So many of the oldest become one.
  uint32_t merged = 0;
  SegmentLimits mergeLimits;
  /// Of older ones that the new record takes in.
  int64_t joined = 0;
  /// Bytes of the user's words in those that stay.
  int64_t usedBytes = 0;

  int64_t tokens() const { return keptTokens + foldTokens; }
};

struct RecordsRequest {
  const Level& level;
  Family family = Family::kO200k;
  /// The new record takes in all older ones.
  bool asOne = false;
  /// A likely size will do: what comes out larger is no harm.
  bool likely = false;
};

/// When the units from the first that is not folded up to `end` are. Linear in their messages.
Records recordsFor(const Run& run, const Decisions& decisions, const Budget& budget,
                   const RecordsRequest& request, uint32_t end);

}  // namespace epitome
