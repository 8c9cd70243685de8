/// Fingerprints of ranges of messages that can be joined: a segment's range is recognised by its
/// fingerprint, and the fingerprint of two neighbouring ranges follows from theirs alone. Decides
/// that arithmetic; refuses to know what a range is used for.
#pragma once

#include <cstdint>
#include <vector>

#include "transcript/transcript.h"

namespace epitome {

struct RangePrint {
  uint64_t hash = 0;
  uint32_t count = 0;
  Anchor first = 0;
  Anchor last = 0;

  bool operator==(const RangePrint&) const = default;
};

/// The fingerprint of `a` followed by `b`.
RangePrint join(const RangePrint& a, const RangePrint& b);

/// Answers for any range of a growing list of anchors in O(log n).
class PrefixPrints {
 public:
  void extend(const Transcript& transcript);
  RangePrint range(const Transcript& transcript, uint32_t begin, uint32_t end) const;

 private:
  /// prefix_[i] covers messages [0, i).
  std::vector<uint64_t> prefix_{0};
};

}  // namespace epitome
