#include "session/level.h"

#include <algorithm>

namespace epitome {
namespace {

/// The envelope of the message that segments stand in, tokens.
constexpr int64_t kSegmentEnvelope = 5;
/// What the ledgers of all segments may take together.
constexpr int64_t kLedgerShare = 5;
/// The gate lets a reply be this much longer than asked.
constexpr int64_t slack(int64_t tokens) { return tokens + tokens / 4; }
/// Prose of one segment: a twentieth of `roomOf` within these, tokens.
constexpr int64_t kLeastProse = 120;
constexpr int64_t kMostProse = 1'200;
/// Ceilings that keep the saved state small in any script, bytes: the user's words of all segments,
/// of merged ones, and the least that a fold gets.
constexpr int64_t kWordsBytes = 20'000;
constexpr int64_t kMergedWordsBytes = 8'000;
constexpr int64_t kLeastWordsBytes = 4'000;
/// Of one segment's ledger.
constexpr uint32_t kLedgerBytes = 10'000;

/// What a rewrite wants to leave, which segments are sized by. A host that wants as little as
/// possible to stay does not want summaries of three words.
int64_t roomOf(const Budget& budget) { return std::max(budget.target, budget.total / 8); }

uint32_t limitOf(int64_t amount) {
  return static_cast<uint32_t>(std::clamp<int64_t>(amount, 0, kMostSegmentLimit));
}

SegmentLimits limitsOf(const SegmentRoom& room, int64_t bytes, Family family) {
  SegmentLimits limits;
  limits.family = family;
  limits.proseTokens = limitOf(room.prose);
  limits.wordsTokens = limitOf(room.words);
  limits.wordsBytes = room.words > 0 ? limitOf(bytes) : 0;
  limits.ledgerTokens = limitOf(room.ledger);
  limits.ledgerBytes = kLedgerBytes;
  limits.factsTokens = limitOf(room.facts());
  return limits;
}

}  // namespace

int64_t Level::most(const SegmentRoom& room) const {
  const int64_t prose = floor ? room.prose : slack(room.prose);
  return frame + prose + room.words + room.ledger + room.facts();
}

int64_t Level::likely(const SegmentRoom& room) const {
  return frame + digestTokens(room.prose) + room.words + room.ledger + room.facts();
}

Level levelOf(uint32_t level, const Budget& budget, const Policy& policy, Family family,
              bool crowded) {
  const int64_t room = roomOf(budget);
  const int64_t ours = std::clamp(room / 20, kLeastProse, kMostProse);
  const int64_t asked = std::min(policy.summaryTokens.of(budget.total), budget.total / 8);
  const int64_t wanted = asked > 0 ? std::max(kFloorProse, asked) : ours;
  const int64_t prose = policy.enabled ? wanted : kFloorProse;
  const bool floor = level + 1 == kLevels;
  const int64_t frame = kSegmentEnvelope + frameTokens(family, floor);
  const int64_t words = std::min(budget.userWords, room / 4);
  const int64_t ledger = room / kLedgerShare;
  if (crowded && level == 0) {
    // Down to three quarters, so that not every new message asks for a rewrite.
    return {0,      std::max(1U, policy.mostMessages * 3 / 4) - 1,
            0,      true,
            prose,  words,
            ledger, 256,
            false,  frame};
  }
  switch (level) {
    case 0:
      return {budget.keepRecentTokens,
              budget.keepRecentMessages,
              budget.keepRecentTurns,
              true,
              prose,
              words,
              ledger,
              256,
              floor,
              frame};
    case 1:
    case 2:
      return {0,
              0,
              0,
              level == 1,
              policy.enabled ? std::max(kLeastProse, prose / 2) : prose,
              words / 2,
              ledger / 2,
              128,
              floor,
              frame};
    default:
      return {0, 0, 0, false, kFloorProse, 0, 0, 32, floor, frame};
  }
}

int64_t shareOfSegments(const Budget& budget) { return roomOf(budget) / 3; }

SegmentLimits foldLimits(const SegmentRoom& room, int64_t usedBytes, Family family) {
  return limitsOf(room, std::max(kLeastWordsBytes, kWordsBytes - usedBytes), family);
}

SegmentLimits mergeLimits(const SegmentRoom& room, Family family) {
  return limitsOf(room, kMergedWordsBytes, family);
}

int64_t freedBytes(int64_t wordBytes) {
  return std::max<int64_t>(0, wordBytes - kMergedWordsBytes);
}

}  // namespace epitome
