#include "session/plan_records.h"

#include <algorithm>

#include "session/plan_parts.h"

namespace epitome {
namespace {

/// The ledger of a range is smaller than this part of it.
constexpr int64_t kLedgerDivisor = 8;
/// What a call adds to it, tokens: several calls share a row, and many give none.
constexpr int64_t kLedgerOfCall = 8;

/// A line in the words' share for what is no text: a file; an answer to an approval, with the call.
constexpr int64_t kLineTokens = 80;

/// What joins the parts of a message, tokens.
constexpr int64_t kJoints = 8;

/// A new segment's part of what all may take: what others left, but never nothing.
int64_t whatIsLeft(int64_t all, int64_t used) { return std::max(all / 4, all - used); }

/// At most, of the user's words and of what they said to approvals.
int64_t userTokens(const Run& run, uint32_t begin, uint32_t end) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) {
    const Unit& unit = run.units()[u];
    const bool said = unit.kind == UnitKind::kHost || unit.asks;
    for (uint32_t m = unit.begin; m < unit.end; ++m) {
      if (said) sum += kJoints;
      for (const PartFacts& part : run.transcript().parts(m)) {
        const bool approval = part.kind == PartKind::kApprovalResponse;
        if (approval || (said && part.kind == PartKind::kMedia)) sum += kLineTokens;
        if (approval || (said && part.kind == PartKind::kText)) sum += part.textTokens;
      }
    }
  }
  return sum;
}

int64_t callsIn(const Run& run, uint32_t begin, uint32_t end) {
  int64_t calls = 0;
  for (uint32_t u = begin; u < end; ++u) {
    for (uint32_t m = run.units()[u].begin; m < run.units()[u].end; ++m) {
      calls += static_cast<int64_t>(run.units().callsOf(m).size());
    }
  }
  return calls;
}

}  // namespace

Records recordsFor(const Run& run, const Decisions& decisions, const Budget& budget,
                   const RecordsRequest& request, uint32_t end) {
  const Level& level = request.level;
  const std::span<const uint64_t> chain = run.chain();
  const uint32_t count = static_cast<uint32_t>(chain.size());
  const uint32_t first = run.firstUnit();
  Holdings holdings;
  for (const uint64_t id : chain) holdings += decisions.byId(id)->holdings;
  Records records;
  records.keptTokens = run.segmentTokens();
  records.usedBytes = request.asOne ? 0 : holdings.wordBytes;

  const int64_t words = userTokens(run, first, end);
  const int64_t range = tokensIn(run, first, end);
  const int64_t ledger = range / kLedgerDivisor;
  SegmentRoom& room = records.room;
  // A short range needs no long prose: what stands for it has to be smaller than it.
  room.prose = std::clamp(range / 4, kFloorProse, level.prose);
  if (request.asOne) {
    room.words = std::min(level.words, holdings.wordTokens + words);
    room.ledger = std::min(level.ledger, holdings.ledgerTokens + ledger);
  } else {
    room.words = std::min(whatIsLeft(level.words, holdings.wordTokens), words);
    room.ledger = std::min(whatIsLeft(level.ledger, holdings.ledgerTokens), ledger);
  }
  if (end > first && request.likely) {
    const int64_t joined = request.asOne ? holdings.ledgerTokens : 0;
    SegmentRoom filled = room;
    filled.ledger = std::min(room.ledger, joined + kLedgerOfCall * callsIn(run, first, end));
    records.foldTokens = level.likely(filled);
  } else if (end > first) {
    records.foldTokens = level.most(room);
  }

  // Merge the oldest half of the segments when they would outgrow their share.
  uint32_t merged = 0;
  if (level.floor || request.asOne) {
    merged = count;
  } else if (count >= 2 &&
             (records.tokens() > shareOfSegments(budget) || holdings.textBytes > kSegmentsBytes)) {
    merged = std::max<uint32_t>(2, (count + 1) / 2);
  }
  if (merged == 0) return records;
  int64_t before = 0;
  Holdings old;
  for (uint32_t i = 0; i < merged; ++i) {
    const Segment& segment = *decisions.byId(chain[i]);
    before += segment.tokens;
    old += segment.holdings;
  }
  // It says what two or more said; the smallest says as little as any.
  const SegmentRoom joint{level.floor ? level.prose : 2 * level.prose,
                          std::min(level.words / 2, old.wordTokens),
                          std::min(level.ledger, old.ledgerTokens)};
  // What a model is asked for has to be a gain however long the reply is.
  const int64_t most = request.asOne ? 0 : level.most(joint);
  if (most >= before) return records;
  records.merged = merged;
  records.mergeLimits = mergeLimits(joint, request.family);
  records.keptTokens += most - before;
  if (request.asOne) {
    records.joined = before;
  } else {
    records.usedBytes -= freedBytes(old.wordBytes);
  }
  return records;
}

}  // namespace epitome
