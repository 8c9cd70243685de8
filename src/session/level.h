/// How far a rewrite goes at each level, and how much room it gives to what. Decides sizes of
/// prose, of the user's words and of all segments together; refuses to know which messages they
/// come from.
#pragma once

#include <cstdint>

#include "session/policy.h"
#include "summary/segment.h"

namespace epitome {

inline constexpr uint32_t kLevels = 3;

/// Tokens, but for counts.
struct Level {
  int64_t keepTokens;
  uint32_t keepMessages;
  uint32_t keepTurns;
  bool keepNewest;
  int64_t prose;
  int64_t words;
  uint32_t trimFloor;
  bool floor;
  /// What a segment has besides prose and words.
  int64_t frame;

  /// Most tokens of a segment.
  int64_t room(int64_t proseTokens, int64_t wordsTokens) const;
};

Level levelOf(uint32_t level, const Budget& budget, const Policy& policy, Family family);

/// What all segments together may take before the oldest half of them is merged.
int64_t shareOfSegments(const Budget& budget);
/// The same in bytes: the saved state has a ceiling in any script.
inline constexpr int64_t kSegmentsBytes = 24'000;

/// A one-line digest.
inline constexpr int64_t kFloorProse = 24;

SegmentLimits foldLimits(int64_t prose, int64_t words, int64_t usedBytes, Family family);
SegmentLimits mergeLimits(int64_t prose, int64_t words, Family family);
/// Bytes of the user's words that a merge frees at least.
int64_t freedBytes(int64_t wordBytes);

}  // namespace epitome
