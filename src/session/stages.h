/// A range that is read in parts: what is asked about each, and the records that come of it.
/// Decides what stands for a part that the model did not write about; refuses to know when requests
/// are made, and what becomes of the records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "summary/check.h"
#include "summary/chunks.h"
#include "summary/request.h"
#include "summary/segment.h"

namespace epitome {

class Stages {
 public:
  /// Nothing is read in parts.
  Stages() = default;
  /// `inputTokens` is what the request that merges the records may quote: they share it.
  Stages(std::vector<RangePart> parts, uint64_t inputTokens, const CheckLimits& whole);

  uint32_t count() const { return static_cast<uint32_t>(parts_.size()); }
  SummaryRequest request(uint32_t part, const RangeNotes& notes, RequestLimits limits,
                         const SummaryStyle& style) const;
  /// Of a reply.
  CheckLimits limits(uint32_t part) const;

  /// Each part gets its record once: prose, or none.
  void take(uint32_t part, std::string prose);
  void giveUp(uint32_t part);
  /// Every part has its record.
  bool complete() const { return done_ == parts_.size(); }
  /// The model wrote at least one of them.
  bool written() const;
  /// Oldest first. Together they stand for one fold.
  std::vector<const SegmentBody*> records() const;

 private:
  void keep(uint32_t part, std::string prose, ProseSource source);

  std::vector<RangePart> parts_;
  std::vector<SegmentBody> records_;
  /// Of a part's record.
  CheckLimits limits_;
  size_t done_ = 0;
};

}  // namespace epitome
