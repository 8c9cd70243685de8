/// Results that no model has seen yet: repeats of what the view shows already, and those longer
/// than the policy lets in. Decides what may still change without breaking a cached prefix; refuses
/// to change anything.
#pragma once

#include <cstdint>
#include <map>
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
  /// A copy that pointed at another one stands in full again.
  void restored(const Run& run, uint32_t message, uint32_t part);
  /// All that the run has now was looked at.
  void passed(const Run& run) { from_ = run.transcript().size(); }

 private:
  void remember(const Run& run, uint32_t message, uint32_t part);

  uint32_t from_;
  /// Where the text of a long result stood first, by its fingerprint. It may be gone by now.
  std::map<uint64_t, PartRef> copies_;
  /// Messages that `copies_` knows.
  uint32_t known_ = 0;
};

}  // namespace epitome
