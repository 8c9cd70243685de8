/// Results that point at a copy of theirs, and what a fold of that copy does to them: the newest
/// one is told in full again, the others point at it. Decides sizes and new targets; refuses to
/// decide what is folded.
#pragma once

#include <cstdint>
#include <vector>

#include "session/run.h"

namespace epitome {

/// Results that point at one copy.
struct PointerGroup {
  uint32_t targetUnit = 0;
  struct Pointer {
    uint32_t unit;
    uint32_t message;
    uint32_t part;
    /// Tokens more that it takes in full.
    int64_t more;
  };
  /// Oldest first.
  std::vector<Pointer> pointers;
};

/// A pointer whose target is about to be folded.
struct PointerChange {
  uint32_t message = 0;
  uint32_t part = 0;
  /// Print of the result that it names from now on; 0: it is told in full again itself.
  uint64_t target = 0;
};

/// All that the view shows. O(n log n) in its parts.
std::vector<PointerGroup> pointerGroups(const Run& run);

/// By unit, tokens that the view gains when the unit is folded: the newest copy in full, until that
/// is folded itself. Empty when there are no pointers.
std::vector<int64_t> gainsOf(const Run& run, const std::vector<PointerGroup>& groups);

/// What becomes of the pointers when the units before `end` are folded, and the tokens it takes.
std::vector<PointerChange> redirect(const Run& run, const std::vector<PointerGroup>& groups,
                                    uint32_t end);
int64_t restoredTokens(const Run& run, const std::vector<PointerGroup>& groups, uint32_t end);

}  // namespace epitome
