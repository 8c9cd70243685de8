/// Which units a fold takes: what is protected, and where the cut falls.
#pragma once

#include <cstdint>
#include <span>

#include "transcript/units.h"

namespace epitome {

struct FoldInput {
  const Units* units = nullptr;
  /// Tokens of each unit as the view shows it, indexed like the units.
  std::span<const uint32_t> tokens;
  /// First unit that is neither opening nor folded yet.
  uint32_t first = 0;
  /// No fold reaches beyond it.
  uint32_t limit = kNone;
  /// Tokens of everything before it, with room for the segment that the fold would add.
  int64_t fixedTokens = 0;
  /// The cut falls as early as leaves the view within this.
  int64_t target = 0;
  /// A view of this many tokens will do where the next unit would take it below half of the target.
  int64_t enough = 0;
  int64_t keepTokens = 0;
  uint32_t keepMessages = 0;
  /// Of the terms that are set the one that keeps least holds, not the one that keeps most.
  bool keepLeast = false;
  /// Tokens that the view gains when a unit is folded, beside what goes with it: a repeat of what
  /// it held has to be told in full. Indexed like the units, or empty.
  std::span<const int64_t> gains;
  /// The newest unit stays even when it is larger than `keepTokens`.
  bool keepNewest = true;
  /// Messages that stay whatever is folded.
  MessageSpan kept = {};
};

/// Units [begin, end), but for those that stay all the same, and what an earlier fold left.
struct FoldChoice {
  uint32_t begin = 0;
  uint32_t end = 0;
  int64_t tokens = 0;
  /// A request that stands behind the segments goes as well, and so do the initial messages.
  bool takesLeft = false;
  bool takesInitial = false;
  /// The current request is passed over.
  bool leaves = false;

  bool empty() const { return begin == end && !takesLeft && !takesInitial; }
};

/// First unit that no fold may take: latest request, open units, and the newest units up to the
/// limits.
uint32_t protectedFrom(const FoldInput& input);

FoldChoice chooseFold(const FoldInput& input);

}  // namespace epitome
