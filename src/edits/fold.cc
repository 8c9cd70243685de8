#include "edits/fold.h"

#include <algorithm>

namespace epitome {

namespace {

/// What the newest units hold, all told.
struct Kept {
  int64_t tokens = 0;
  uint32_t messages = 0;
};

bool within(const FoldInput& input, const Kept& kept, int64_t size) {
  const bool tokens = kept.tokens + size <= input.keepTokens;
  const bool messages = kept.messages < input.keepMessages;
  if (!input.keepLeast) return tokens || messages;
  return (tokens || input.keepTokens == 0) && (messages || input.keepMessages == 0);
}

}  // namespace

uint32_t protectedFrom(const FoldInput& input) {
  const Units& units = *input.units;
  uint32_t from = std::max(input.first, units.requestUnit());
  Kept kept;
  bool newest = input.keepNewest;
  while (from > input.first) {
    const uint32_t unit = from - 1;
    const bool stays = input.kept.holds(units[unit].begin);
    const int64_t size = stays ? 0 : input.tokens[unit];
    if (!within(input, kept, size) && !newest) break;
    if (units[unit].kind == UnitKind::kAssistant) newest = false;
    kept.tokens += size;
    if (!stays) kept.messages += units[unit].end - units[unit].begin;
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
    const Unit& unit = units[choice.end];
    const int64_t size = unit.pinned || input.kept.holds(unit.begin) ? 0 : input.tokens[choice.end];
    // What is that large is worth more than the room that it takes.
    if (left <= input.enough && left - size < input.target / 2) break;
    left -= size;
    if (!input.gains.empty()) left += input.gains[choice.end];
    choice.tokens += size;
    ++choice.end;
  }
  // Nothing is passed over that a fold may end before.
  while (choice.end > choice.begin && input.kept.holds(units[choice.end - 1].begin)) --choice.end;
  choice.leaves = choice.end > choice.begin && input.kept.size() > 0 &&
                  input.kept.begin < units[choice.end - 1].begin;
  return choice;
}

}  // namespace epitome
