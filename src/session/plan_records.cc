#include "session/plan_records.h"

#include <algorithm>
#include <utility>

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

/// The units that begin in the span, [begin, end).
std::pair<uint32_t, uint32_t> unitsOf(const Run& run, const MessageSpan& span) {
  return {run.units().of(span.begin), run.units().of(span.end - 1) + 1};
}

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

/// The room of merged segments made smaller until they are a gain, if it can be.
SegmentRoom gaining(const Level& level, SegmentRoom room, int64_t before) {
  while (level.most(room) >= before && room.prose > kFloorProse) {
    room.prose = std::max(kFloorProse, room.prose * 3 / 4);
    room.words = room.words * 3 / 4;
    room.ledger = room.ledger * 3 / 4;
  }
  return room;
}

/// A host that asks for long prose gets as much as there is room for.
void setBytes(SegmentLimits& limits, int64_t bytes) {
  constexpr uint32_t kBytesPerToken = 4;
  limits.bytes = static_cast<uint32_t>(bytes);
  limits.proseTokens = std::min(limits.proseTokens, bytesOfProse(limits.bytes) / kBytesPerToken);
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
  if (!request.asOne) records.used = holdings.used;

  int64_t words = userTokens(run, first, end);
  int64_t range = tokensIn(run, first, end);
  for (const MessageSpan& span : request.beside) {
    const auto [from, to] = unitsOf(run, span);
    words += userTokens(run, from, to);
    range += tokensIn(run, from, to);
  }
  if (request.kept.size() > 0) {
    const auto [from, to] = unitsOf(run, request.kept);
    if (from >= first && from < end) {
      words -= userTokens(run, from, to);
      range -= tokensIn(run, from, to);
    }
  }
  const bool folds = end > first || !request.beside.empty();
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
  if (folds && request.likely) {
    const int64_t joined = request.asOne ? holdings.ledgerTokens : 0;
    SegmentRoom filled = room;
    filled.ledger = std::min(room.ledger, joined + kLedgerOfCall * callsIn(run, first, end));
    records.foldTokens = level.likely(filled);
  } else if (folds) {
    records.foldTokens = level.most(room);
  }

  // Merge the oldest half of the segments when they would outgrow their share, and as many as leave
  // room in the saved state.
  const int64_t most = request.bytes - bytesForFold(request.bytes);
  const bool heavy = holdings.bytes > most;
  uint32_t merged = 0;
  if (level.floor || request.asOne) {
    merged = count;
  } else if (count >= 2 && (records.tokens() > shareOfSegments(budget) || heavy)) {
    merged = std::max<uint32_t>(2, (count + 1) / 2);
  }
  if (merged == 0) return records;
  int64_t before = 0;
  Holdings old;
  for (uint32_t i = 0; i < merged; ++i) {
    const Segment& segment = *decisions.byId(chain[i]);
    before += segment.tokens;
    old += segment.holdings;
    const int64_t apart = holdings.bytes - old.bytes;
    if (i + 1 == merged && merged < count && apart > most - bytesForMerge(request.bytes)) ++merged;
  }
  // It says what two or more said; the smallest says as little as any.
  SegmentRoom joint{level.floor ? level.prose : 2 * level.prose,
                    std::min(level.words / 2, old.wordTokens),
                    std::min(level.ledger, old.ledgerTokens)};
  // What a model is asked for has to be a gain however long the reply is.
  if (heavy && !request.asOne) joint = gaining(level, joint, before);
  const int64_t after = request.asOne ? 0 : level.most(joint);
  if (after >= before && !heavy) return records;
  records.merged = merged;
  records.mergeLimits = mergeLimits(joint, request.family);
  records.keptTokens += after - before;
  if (request.asOne) {
    records.joined = before;
  } else {
    records.used = usedAfterMerge(records.used, old.used);
  }
  return records;
}

void limitBytes(const Run& run, const Decisions& decisions, int64_t all, RewritePlan& plan) {
  int64_t apart = 0;
  int64_t merged = 0;
  for (uint32_t i = 0; i < run.chain().size(); ++i) {
    (i < plan.merged ? merged : apart) += decisions.byId(run.chain()[i])->holdings.bytes;
  }
  // Loaded from a state that was larger, those that stay may leave nothing.
  const int64_t joint = std::min(merged, bytesForMerge(all));
  const int64_t left = std::max(all - apart - joint, bytesForFold(all) / 2);
  setBytes(plan.mergeLimits, joint);
  setBytes(plan.foldLimits, plan.asOne ? all - bytesForFold(all) : left);
  plan.heavy = apart + merged > all - bytesForFold(all);
}

}  // namespace epitome
