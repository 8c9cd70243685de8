#include "edits/fold.h"

#include <algorithm>

namespace epitome {

namespace {

/// What the newest units hold, all told.
struct Kept {
  int64_t tokens = 0;
  uint32_t messages = 0;
  uint32_t turns = 0;
};

bool within(const FoldInput& input, const Kept& kept, int64_t size) {
  const bool tokens = kept.tokens + size <= input.keepTokens;
  const bool messages = kept.messages < input.keepMessages;
  const bool turns = kept.turns < input.keepTurns;
  if (!input.keepLeast) return tokens || messages || turns;
  return (tokens || input.keepTokens == 0) && (messages || input.keepMessages == 0) &&
         (turns || input.keepTurns == 0);
}

}  // namespace

uint32_t protectedFrom(const FoldInput& input) {
  const Units& units = *input.units;
  uint32_t from = std::max(input.first, units.requestUnit());
  Kept kept;
  bool newest = input.keepNewest;
  bool large = false;
  int64_t beside = 0;
  while (from > input.first) {
    const uint32_t unit = from - 1;
    const int64_t size = input.tokens[unit];
    // One that takes all the room for what is kept leaves no step that led to it.
    const bool bare = large && beside < input.keepBeside && beside + size <= 2 * input.keepBeside;
    if (!within(input, kept, size) && !newest && !bare) break;
    if (!newest) beside += size;
    large = large || (newest && size > input.keepTokens);
    if (units[unit].kind == UnitKind::kAssistant) newest = false;
    if (units[unit].role == Role::kUser) ++kept.turns;
    kept.tokens += size;
    kept.messages += units[unit].end - units[unit].begin;
    from = unit;
  }
  return std::max(input.first, std::min({from, units.openUnit(), input.limit}));
}

FoldChoice chooseFold(const FoldInput& input) {
  const uint32_t limit = protectedFrom(input);
  const Units& units = *input.units;
  FoldChoice choice{input.first, input.first, 0};
  int64_t left = input.fixedTokens;
  for (uint32_t u = input.first; u < units.size(); ++u) left += input.tokens[u];
  while (choice.end < limit && left > input.target) {
    // What stays all the same frees nothing.
    const int64_t size = units[choice.end].pinned ? 0 : input.tokens[choice.end];
    // What is that large is worth more than the room that it takes; and where the target falls
    // within a unit, the nearer end of it will do.
    const bool nearer = left - input.target <= input.target - (left - size);
    if (left <= input.enough && (nearer || left - size < input.target / 2)) break;
    left -= size;
    if (!input.gains.empty()) left += input.gains[choice.end];
    choice.tokens += size;
    ++choice.end;
  }
  return choice;
}

}  // namespace epitome
