/// How far a rewrite goes at each level, and how much room it gives to prose, to the user's words
/// and to all segments together.
#pragma once

#include <algorithm>
#include <cstdint>

#include "session/policy.h"
#include "summary/segment.h"

namespace epitome {

/// 0 keeps what the policy keeps and aims at the target. 1 may take all but the newest unit, as far
/// as it has to; 2 may take that one as well, where no model waits for its results or it is too
/// large (`waitingUnit`). 3 is 2, and the budget has no room for low estimates (`unsure`). The last
/// level leaves the least that is valid: the shortest record, and results cut to their marker.
inline constexpr uint32_t kLevels = 5;
inline constexpr uint32_t kUnsureLevel = 3;

/// A one-line digest, tokens.
inline constexpr int64_t kFloorProse = 24;

/// What a segment may take of what, tokens: of a model's prose, and of what code selects. Where no
/// model writes, code has both.
struct SegmentRoom {
  int64_t prose = 0;
  int64_t rows = 0;
  /// Of the rows what the user's words have before others.
  int64_t words = 0;
};

/// Tokens, but for counts.
struct Level {
  int64_t keepTokens;
  uint32_t keepMessages;
  bool keepNewest;
  int64_t prose;
  /// What the user's words may have of all segments.
  int64_t words;
  uint32_t trimFloor;
  bool floor;
  /// What a segment has besides.
  int64_t frame;

  /// Tokens of a segment at most, and where its prose is as long as most replies are. Whether a
  /// model will write it makes no difference: one that fails leaves the view that none would have
  /// left.
  int64_t most(const SegmentRoom& room) const;
  int64_t likely(const SegmentRoom& room) const;
};

/// `crowded`: there are more messages than the policy wants.
Level levelOf(uint32_t level, const Budget& budget, const Policy& policy, Family family,
              bool crowded);

/// What all segments together may take before some of them are merged.
int64_t shareOfSegments(const Budget& budget);

/// Of a saved state what the driver adds, to tell which state it grew from
/// (`js/session/lineage.ts`).
inline constexpr int64_t kMarkBytes = 96;
/// And what is neither a segment nor given by the host: fingerprints, bills, edits.
inline constexpr int64_t kStateFrameBytes = 13'000;

/// What all segments together may take of a saved state of `all` bytes, where the host's pins and
/// what stands behind the segments take `besides`.
int64_t bytesOfSegments(int64_t all, int64_t besides);
/// Of these what is kept free for a new segment, and what merged ones may take.
constexpr int64_t bytesForFold(int64_t all) { return all * 3 / 10; }
constexpr int64_t bytesForMerge(int64_t all) { return all * 4 / 10; }

/// Of a segment's bytes what its prose may take.
constexpr uint32_t bytesOfProse(uint32_t bytes) { return bytes / 4 * 3; }

SegmentLimits limitsOf(const SegmentRoom& room, Family family);

}  // namespace epitome
