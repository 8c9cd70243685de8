#include "session/level.h"

#include <algorithm>

namespace epitome {
namespace {

/// The envelope of the message that segments stand in, tokens.
constexpr int64_t kSegmentEnvelope = 5;
/// The check lets a reply be this much longer than asked.
constexpr int64_t slack(int64_t tokens) { return tokens + tokens / 4; }
/// Prose of one segment: a twentieth of `roomOf` within these, tokens.
constexpr int64_t kLeastProse = 120;
constexpr int64_t kMostProse = 1'200;
/// Of a saved state what is kept for edits beside segments. The host may give so much that segments
/// have to do with a quarter.
constexpr int64_t kEditBytes = 8'500;

/// What a rewrite wants to leave, which segments are sized by. A host that wants as little as
/// possible to stay does not want summaries of three words.
int64_t roomOf(const Budget& budget) { return std::max(budget.target, budget.total / 8); }

uint32_t limitOf(int64_t amount) {
  return static_cast<uint32_t>(std::clamp<int64_t>(amount, 0, kMostSegmentLimit));
}

}  // namespace

int64_t Level::most(const SegmentRoom& room) const {
  return frame + (floor ? room.prose : slack(room.prose)) + room.rows;
}

int64_t Level::likely(const SegmentRoom& room) const {
  return frame + room.prose * 2 / 3 + room.rows;
}

Level levelOf(uint32_t level, const Budget& budget, const Policy& policy, Family family,
              bool crowded) {
  const int64_t room = roomOf(budget);
  const int64_t ours = std::clamp(room / 20, kLeastProse, kMostProse);
  const int64_t asked = std::min(policy.summaryTokens.of(budget.total), budget.total / 8);
  const int64_t wanted = asked > 0 ? std::max(kFloorProse, asked) : ours;
  const int64_t prose = policy.enabled ? wanted : kFloorProse;
  const int64_t less = policy.enabled ? std::max(kLeastProse, prose / 2) : prose;
  const bool floor = level + 1 == kLevels;
  const int64_t frame = kSegmentEnvelope + frameTokens(family, floor, policy.recall);
  const int64_t words = std::min(budget.userWords, room / 4);
  if (crowded && level == 0) {
    // Down to three quarters, so that not every new message asks for a rewrite.
    return {0,    std::max(1U, policy.mostMessages * 3 / 4) - 1, true, prose, words, 256, false,
            frame};
  }
  switch (level) {
    case 0:
      return {budget.keepRecentTokens,
              budget.keepRecentMessages,
              true,
              prose,
              words,
              256,
              floor,
              frame};
    case 1:
    case 2:
    case kUnsureLevel:
      return {0, 0, level == 1, less, words, 128, floor, frame};
    default:
      return {0, 0, false, kFloorProse, 0, 32, floor, frame};
  }
}

int64_t shareOfSegments(const Budget& budget) { return roomOf(budget) * 11 / 20; }

int64_t bytesOfSegments(int64_t all, int64_t besides) {
  const int64_t most = all - kStateFrameBytes - kEditBytes;
  const int64_t left = all - kStateFrameBytes - besides;
  return std::clamp(left, std::min(all / 4, most), most);
}

SegmentLimits limitsOf(const SegmentRoom& room, Family family) {
  SegmentLimits limits;
  limits.family = family;
  limits.proseTokens = limitOf(room.prose);
  limits.rowsTokens = limitOf(room.rows);
  limits.wordsTokens = limitOf(std::min(room.words, room.rows));
  return limits;
}

}  // namespace epitome
