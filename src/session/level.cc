#include "session/level.h"

#include <algorithm>

namespace epitome {
namespace {

/// The envelope of the message that segments stand in, tokens.
constexpr int64_t kSegmentEnvelope = 5;
/// What the ledgers of all segments may take together.
constexpr int64_t kLedgerShare = 5;
/// The check lets a reply be this much longer than asked.
constexpr int64_t slack(int64_t tokens) { return tokens + tokens / 4; }
/// Prose of one segment: a twentieth of `roomOf` within these, tokens.
constexpr int64_t kLeastProse = 120;
constexpr int64_t kMostProse = 1'200;
/// Of what some segments hold, in all of them, in a merged one, and what a fold gets at the least
/// and at the most, bytes.
struct Ceiling {
  int64_t all;
  int64_t merged;
  int64_t least;
  int64_t most;

  int64_t left(int64_t used) const { return std::clamp(all - used, least, most); }
  int64_t afterMerge(int64_t used, int64_t old) const {
    return used - std::max<int64_t>(0, old - merged);
  }
};
constexpr Ceiling kWords{20'000, 8'000, 4'000, 20'000};
constexpr Ceiling kLedger{16'000, 8'000, 4'000, 10'000};
/// The host may give so much that segments have to do with the least.
constexpr int64_t kLeastSegments = 16'000;
constexpr int64_t kMostSegments = 44'000;

/// What a rewrite wants to leave, which segments are sized by. A host that wants as little as
/// possible to stay does not want summaries of three words.
int64_t roomOf(const Budget& budget) { return std::max(budget.target, budget.total / 8); }

uint32_t limitOf(int64_t amount) {
  return static_cast<uint32_t>(std::clamp<int64_t>(amount, 0, kMostSegmentLimit));
}

SegmentLimits limitsOf(const SegmentRoom& room, const UsedBytes& bytes, Family family) {
  SegmentLimits limits;
  limits.family = family;
  limits.proseTokens = limitOf(room.prose);
  limits.wordsTokens = limitOf(room.words);
  limits.wordsBytes = room.words > 0 ? limitOf(bytes.words) : 0;
  limits.ledgerTokens = limitOf(room.ledger);
  limits.ledgerBytes = limitOf(bytes.ledger);
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

int64_t bytesOfSegments(int64_t besides) {
  const int64_t left = static_cast<int64_t>(kMaxStateBytes) - kStateFrameBytes - besides;
  return std::clamp(left, kLeastSegments, kMostSegments);
}

SegmentLimits foldLimits(const SegmentRoom& room, const UsedBytes& used, Family family) {
  return limitsOf(room, {kWords.left(used.words), kLedger.left(used.ledger)}, family);
}

SegmentLimits mergeLimits(const SegmentRoom& room, Family family) {
  return limitsOf(room, {kWords.merged, kLedger.merged}, family);
}

UsedBytes usedAfterMerge(const UsedBytes& used, const UsedBytes& old) {
  return {kWords.afterMerge(used.words, old.words), kLedger.afterMerge(used.ledger, old.ledger)};
}

}  // namespace epitome
