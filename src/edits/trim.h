/// Shortening tool results to head and tail until there is room. Decides how much of each result
/// stays; refuses to know why room is needed, and never sees a text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edits/edit.h"

namespace epitome {

/// A tool result that may be shortened.
struct TrimCandidate {
  uint32_t message = 0;
  uint32_t part = 0;
  /// Of its text as the view shows it now, in tokens and in UTF-16 code units.
  uint32_t tokens = 0;
  uint32_t shown = 0;
  /// Of the whole text, UTF-16 code units.
  uint32_t units = 0;
  /// It has been cut before: what is shown has the marker in it.
  bool trimmed = false;
};

/// Lowers the largest candidates to one common size so that at least `need` tokens are freed, or as
/// many as `floorTokens` a result allows. Results at or below the common size stay whole. No
/// candidate grows. O(n log n).
std::vector<EditPlan> planTrims(std::span<const TrimCandidate> candidates, int64_t need,
                                uint32_t floorTokens);

/// The plan that leaves `head` and `tail` UTF-16 code units of a candidate; none where that is
/// hardly less than it has.
std::optional<EditPlan> planTrim(const TrimCandidate& candidate, uint32_t head, uint32_t tail);

}  // namespace epitome
