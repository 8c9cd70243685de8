/// Results that no model has seen yet: repeats of what the view shows already, and those longer
/// than the policy lets in. They may change without breaking a cached prefix.
#pragma once

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "edits/trim.h"
#include "session/policy.h"
#include "session/run.h"

namespace epitome {

class Arrivals {
 public:
  /// Messages before `from` were sent before.
  explicit Arrivals(uint32_t from = 0) : from_(from) {}

  /// Pointers of newcomers to the first copy that the view shows in full. O(log n) a newcomer, once
  /// O(n log n) for what was there before.
  std::vector<EditPlan> pointers(const Run& run, const ResultPolicy& policy, Family family);
  /// Cuts of newcomers that are longer than the policy lets in.
  std::vector<EditPlan> cuts(const Run& run, const ResultPolicy& policy) const;
  /// A long result stands in full, for the first time or again.
  void remember(const Run& run, const PartRef& place);
  /// All that the run has now was looked at.
  void passed(const Run& run) { from_ = run.transcript().size(); }

 private:
  /// The oldest copy that the view shows in full; no message where there is none. What it passes by
  /// it forgets.
  PartRef firstCopy(const Run& run, uint64_t textHash);

  /// Fingerprint of a text, message, part.
  using Copy = std::tuple<uint64_t, uint32_t, uint32_t>;

  uint32_t from_;
  /// Where the texts of long results stood in full; the first of a text may be gone by now.
  std::set<Copy> copies_;
  /// Messages that `copies_` knows.
  uint32_t known_ = 0;
};

}  // namespace epitome
