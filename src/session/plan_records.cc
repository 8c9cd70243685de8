#include "session/plan_records.h"

#include <algorithm>
#include <span>
#include <utility>

#include "session/plan_parts.h"
#include "session/prune.h"

namespace epitome {
namespace {

/// Of a range, what its record may take at the most.
constexpr int64_t kRangePart = 4;
/// Of what several records take, what the one in their place may, in eighths.
constexpr int64_t kMergedEighths = 5;
/// Of a range, what its record takes as a rule; until there is one to go by.
constexpr int64_t kUsualPart = 12;
/// Of a record, what a model's prose may take.
constexpr int64_t kProsePart = 3;
/// Rows that are hardly worth a record, tokens.
constexpr int64_t kLeastRows = 40;

/// What stands around a message of the user that has several lines, and a line for what is no text:
/// a file; an answer to an approval or a question, with the call. Tokens.
constexpr int64_t kWordsFrame = 30;
constexpr int64_t kLineTokens = 80;

/// The units that begin in the span, [begin, end).
std::pair<uint32_t, uint32_t> unitsOf(const Run& run, const MessageSpan& span) {
  return {run.units().of(span.begin), run.units().of(span.end - 1) + 1};
}

/// At most, of the user's words and of what they said to approvals and questions.
int64_t userTokens(const Run& run, const ResultPolicy& policy, uint32_t begin, uint32_t end) {
  int64_t sum = 0;
  for (uint32_t u = begin; u < end; ++u) {
    const Unit& unit = run.units()[u];
    const bool said = unit.kind == UnitKind::kHost || unit.asks;
    for (uint32_t m = unit.begin; m < unit.end; ++m) {
      if (said) sum += kWordsFrame;
      for (uint32_t p = 0; p < run.transcript()[m].partCount; ++p) {
        const PartFacts& part = run.transcript().part(m, p);
        const bool answer = part.kind == PartKind::kApprovalResponse || isAnswer(run, policy, m, p);
        if (answer || (said && part.kind == PartKind::kMedia)) sum += kLineTokens;
        if (answer || (said && part.kind == PartKind::kText)) sum += part.textTokens;
      }
    }
  }
  return sum;
}

/// Prose and rows within `tokens` of a record, of which the user's words may have `words`.
SegmentRoom roomWithin(const Level& level, int64_t tokens, int64_t words) {
  if (level.floor) return {level.prose, kLeastRows, 0};
  SegmentRoom room;
  room.prose = std::clamp(tokens / kProsePart, kFloorProse, level.prose);
  room.rows = std::max({kLeastRows, words * 9 / 8, tokens - room.prose - level.frame});
  room.words = words;
  return room;
}

/// The newest records of the chain, with what they take and what they stand for.
struct Suffix {
  uint32_t count = 0;
  int64_t tokens = 0;
  int64_t rangeTokens = 0;
  int64_t bytes = 0;
  int64_t words = 0;
  bool written = false;

  void take(const Segment& segment) {
    ++count;
    tokens += segment.tokens - segment.editedTokens;
    rangeTokens += segment.rangeTokens;
    bytes += segment.bytes - segment.editedBytes;
    words += segment.wordTokens;
    written = written || !segment.body.prose.empty();
  }
};

/// What the record of a range of so many tokens takes if it is as short as those like it are.
int64_t foreseen(const Suffix& alike, int64_t range) {
  if (alike.rangeTokens == 0) return range / kUsualPart;
  return alike.tokens * range / alike.rangeTokens;
}

/// A host that asks for long prose gets as much as there is room for.
void setBytes(SegmentLimits& limits, int64_t bytes) {
  constexpr uint32_t kBytesPerToken = 4;
  limits.bytes = static_cast<uint32_t>(bytes);
  limits.proseTokens = std::min(limits.proseTokens, bytesOfProse(limits.bytes) / kBytesPerToken);
}

/// The same beside the user's own texts, which stay as they are.
Records recordsBeside(const Run& run, const Decisions& decisions, const RecordsRequest& request,
                      uint32_t end, int64_t edited) {
  const Level& level = request.level;
  const std::span<const uint64_t> chain = run.chain();
  const auto count = static_cast<uint32_t>(chain.size());
  const auto at = [&](uint32_t fromNewest) -> const Segment& {
    return *decisions.byId(chain[count - 1 - fromNewest]);
  };
  Suffix whole;
  for (uint32_t i = 0; i < count; ++i) whole.take(at(i));
  Suffix alike;
  while (alike.count < count && at(alike.count).body.rank == at(0).body.rank) {
    alike.take(at(alike.count));
  }

  Records records;
  records.keptTokens = run.segmentTokens() - edited;
  const int64_t all = request.tokens - edited;
  const uint32_t first = run.firstUnit();
  int64_t said = userTokens(run, request.results, first, end);
  int64_t range = tokensIn(run, first, end);
  for (const MessageSpan& span : request.beside) {
    const auto [from, to] = unitsOf(run, span);
    said += userTokens(run, request.results, from, to);
    range += tokensIn(run, from, to);
  }
  if (request.kept.size() > 0) {
    const auto [from, to] = unitsOf(run, request.kept);
    if (from >= first && from < end) {
      said -= userTokens(run, request.results, from, to);
      range -= tokensIn(run, from, to);
    }
  }
  // So much of what is left that the next one has room too.
  const int64_t left = (all - (request.asOne ? 0 : records.keptTokens)) * 2 / 3;
  const int64_t most = range / kRangePart + level.frame + (request.asOne ? whole.tokens : 0);
  // The user's words are carried as they are while their share holds them.
  const int64_t before = whole.words;
  const int64_t share =
      request.asOne ? level.words : std::max(level.words / 4, level.words - before);
  const int64_t words = std::min(share, said * 9 / 8 + (request.asOne ? before : 0));
  const SegmentRoom room = roomWithin(level, std::min(std::max(all / 4, left), most), words);
  records.foldLimits = limitsOf(room, request.family);
  if (end > first || !request.beside.empty()) {
    // Prose stands beside all that code selects for the same range.
    const int64_t beside = level.floor ? 0 : room.prose;
    records.foldTokens = level.most(room) + beside;
    if (request.likely) {
      const int64_t told = range + (request.asOne ? whole.rangeTokens : 0);
      const int64_t usual = std::max(level.frame + words, foreseen(alike, told));
      records.foldTokens = std::min(level.likely(room) + beside, usual);
    }
  }

  const int64_t mostBytes = request.bytes - bytesForFold(request.bytes);
  const bool heavy = whole.bytes > mostBytes;
  Suffix merged;
  int64_t after = 0;
  if (level.floor || request.asOne) {
    merged = whole;
    after = request.asOne ? 0 : level.most(roomWithin(level, 0, 0));
    // One heading is shorter than several, whatever it may take at the most.
    if (level.floor && merged.count > 1) after = std::min(after, merged.tokens * 15 / 16);
  } else if (count >= 2 && (records.tokens() > all || heavy)) {
    // The fewest of the lowest ranks that make room.
    for (uint32_t rank = 0; merged.count < count; ++rank) {
      while (merged.count < count && at(merged.count).body.rank <= rank)
        merged.take(at(merged.count));
      if (merged.count < 2) continue;
      after = merged.tokens * kMergedEighths / 8;
      const bool fits = records.tokens() - merged.tokens + after <= all;
      const bool light = whole.bytes - merged.bytes <= mostBytes - bytesForMerge(request.bytes);
      if (fits && (light || !heavy)) break;
    }
    const int64_t free = all - records.foldTokens - (records.keptTokens - merged.tokens);
    after = std::min(merged.tokens * 15 / 16, std::max(all / 3, free));
  }
  if (merged.count == 0) return records;
  SegmentRoom joint = roomWithin(level, after, std::min(merged.words, level.words));
  if (!level.floor) {
    joint.prose = merged.written ? std::clamp(after / 2, kFloorProse, 2 * level.prose) : 0;
    joint.rows =
        std::max({kLeastRows, joint.words * 9 / 8, after - joint.prose * 5 / 4 - level.frame});
    if (!request.asOne) after = level.most(joint);
  }
  if (after >= merged.tokens && !heavy) return records;
  records.merged = merged.count;
  records.mergeLimits = limitsOf(joint, request.family);
  records.keptTokens += after - merged.tokens;
  if (request.asOne) records.joined = merged.tokens;
  return records;
}

}  // namespace

Records recordsFor(const Run& run, const Decisions& decisions, const RecordsRequest& request,
                   uint32_t end) {
  int64_t edited = 0;
  for (const uint64_t id : run.chain()) edited += decisions.byId(id)->editedTokens;
  Records records = recordsBeside(run, decisions, request, end, edited);
  records.keptTokens += edited;
  return records;
}

void limitBytes(const Run& run, const Decisions& decisions, int64_t all, RewritePlan& plan) {
  int64_t apart = 0;
  int64_t merged = 0;
  const size_t count = run.chain().size();
  for (size_t i = 0; i < count; ++i) {
    const Segment& segment = *decisions.byId(run.chain()[i]);
    (i + plan.merged >= count ? merged : apart) += segment.bytes - segment.editedBytes;
  }
  // Loaded from a state that was larger, those that stay may leave nothing.
  const int64_t joint = std::min(merged * 5 / 4, bytesForMerge(all));
  const int64_t left = std::max(all - apart - joint, bytesForFold(all) / 2);
  setBytes(plan.mergeLimits, joint);
  setBytes(plan.foldLimits, plan.asOne ? all - bytesForFold(all) : left);
  plan.heavy = apart + merged > all - bytesForFold(all);
}

}  // namespace epitome
