#include "edits/fold.h"

#include <algorithm>

namespace epitome {

uint32_t protectedFrom(const FoldInput& input) {
  const Units& units = *input.units;
  uint32_t from = std::max(input.first, units.requestUnit());
  int64_t tokens = 0;
  uint32_t messages = 0;
  bool newest = input.keepNewest;
  while (from > input.first) {
    const uint32_t unit = from - 1;
    const int64_t size = input.tokens[unit];
    const bool within = tokens + size <= input.keepTokens || messages < input.keepMessages;
    if (!within && !newest) break;
    if (units[unit].kind == UnitKind::kAssistant) newest = false;
    tokens += size;
    messages += units[unit].end - units[unit].begin;
    from = unit;
  }
  return std::max(input.first, std::min({from, units.openUnit(), input.limit}));
}

FoldChoice chooseFold(const FoldInput& input) {
  const uint32_t limit = protectedFrom(input);
  FoldChoice choice{input.first, input.first, 0};
  int64_t left = input.fixedTokens;
  for (uint32_t u = input.first; u < input.units->size(); ++u) left += input.tokens[u];
  while (choice.end < limit && left > input.target) {
    left -= input.tokens[choice.end];
    choice.tokens += input.tokens[choice.end];
    ++choice.end;
  }
  return choice;
}

}  // namespace epitome
