#include "session/stages.h"

#include <algorithm>
#include <utility>

namespace epitome {
Stages::Stages(std::vector<RangePart> parts, uint64_t inputTokens, const CheckLimits& whole)
    : parts_(std::move(parts)), records_(parts_.size()), limits_(whole) {
  const uint64_t share = inputTokens / std::max<size_t>(parts_.size(), 1);
  limits_.proseTokens = static_cast<uint32_t>(std::min<uint64_t>(whole.proseTokens, share));
  for (size_t i = 0; i < parts_.size(); ++i) {
    records_[i].firstMessage = parts_[i].firstNumber;
    records_[i].lastMessage = parts_[i].lastNumber;
    records_[i].rounds = i + 1 == parts_.size() ? 1 : 0;
  }
}

SummaryRequest Stages::request(uint32_t part, const RangeNotes& notes, RequestLimits limits,
                               const SummaryStyle& style) const {
  limits.proseTokens = limits_.proseTokens;
  return partRequest(notes, parts_[part], part + 1, count(), limits, style);
}

CheckLimits Stages::limits(uint32_t part) const {
  CheckLimits limits = limits_;
  limits.replacedTokens =
      static_cast<uint32_t>(std::min<uint64_t>(parts_[part].tokens, UINT32_MAX));
  return limits;
}

void Stages::take(uint32_t part, std::string prose) {
  keep(part, std::move(prose), ProseSource::kModel);
}

void Stages::giveUp(uint32_t part) { keep(part, {}, ProseSource::kCode); }

void Stages::keep(uint32_t part, std::string prose, ProseSource source) {
  records_[part].prose = std::move(prose);
  records_[part].source = source;
  ++done_;
}

bool Stages::written() const {
  return std::ranges::any_of(records_, [](const SegmentBody& record) {
    return record.source == ProseSource::kModel && !record.prose.empty();
  });
}

std::vector<const SegmentBody*> Stages::records() const {
  std::vector<const SegmentBody*> records;
  records.reserve(records_.size());
  for (const SegmentBody& record : records_) records.push_back(&record);
  return records;
}

}  // namespace epitome
