/// Shortening tool results to head and tail. Decides how much of each result stays; refuses to know
/// why room is needed, and never sees a text.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace epitome {

/// A recorded trim. Offsets and lengths in UTF-16 code units of the original text.
struct Trim {
  /// Fingerprints of the call id and of the exact original text: the trim holds for these only.
  uint64_t callId = 0;
  uint64_t textHash = 0;
  uint32_t headEnd = 0;
  uint32_t tailStart = 0;
  uint32_t total = 0;
  /// Of what stays, marker included.
  uint32_t tokens = 0;

  uint32_t kept() const { return headEnd + (total - tailStart); }
  bool operator==(const Trim&) const = default;
};

using TrimKey = std::pair<uint64_t, uint64_t>;
using TrimMap = std::map<TrimKey, Trim>;

/// The line between head and tail; states what is kept and what there was.
std::string trimMarker(uint32_t keptUnits, uint32_t totalUnits);

/// A tool result that may be shortened.
struct TrimCandidate {
  uint32_t message = 0;
  uint32_t part = 0;
  /// Of its text as the view shows it now.
  uint32_t tokens = 0;
  uint32_t units = 0;
};

/// How far a candidate is to be cut, before the cut is moved to a safe place.
struct TrimPlan {
  uint32_t message = 0;
  uint32_t part = 0;
  uint32_t headUnits = 0;
  uint32_t tailStartUnits = 0;
  /// Tokens of the shortened text at most.
  uint32_t tokens = 0;
};

/// Lowers the largest candidates to one common size so that at least `need` tokens are freed, or as
/// many as `floorTokens` a result allows. Results at or below the common size stay whole. No
/// candidate grows. O(n log n).
std::vector<TrimPlan> planTrims(std::span<const TrimCandidate> candidates, int64_t need,
                                uint32_t floorTokens);

}  // namespace epitome
