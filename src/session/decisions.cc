#include "session/decisions.h"

#include <algorithm>
#include <functional>

#include "session/saved_segments.h"
#include "text/hash.h"
#include "text/json_escape.h"
#include "text/sort.h"
#include "tokens/counter.h"

namespace epitome {

Segment makeSegment(const RangePrint& range, SegmentBody body, uint32_t rangeTokens,
                    Family family) {
  Segment segment;
  segment.range = range;
  segment.body = std::move(body);
  segment.text = segmentText(segment.body);
  segment.textHash = text::hashOf(segment.text);
  segment.tokens = tokensOfText(segment.text, family);
  segment.rangeTokens = rangeTokens;
  segment.wordTokens = static_cast<int64_t>(tokensOfWords(segment.body.words, family));
  segment.id = text::combine(text::combine(range.hash, range.count), segment.textHash) | 1U;
  segment.bytes = savedBytes(segment);
  segment.editedTokens = tokensOfText(editedText(segment.body), family);
  segment.editedBytes = editedBytes(segment.body);
  return segment;
}

void Decisions::keep(Segment segment) {
  segment.used = ++clock_;
  const uint64_t id = segment.id;
  segments_.insert_or_assign(id, std::move(segment));
}

const Segment* Decisions::byId(uint64_t id) const {
  const auto found = segments_.find(id);
  return found != segments_.end() ? &found->second : nullptr;
}

const Segment* Decisions::byTextHash(uint64_t textHash) const {
  for (const auto& [id, segment] : segments_) {
    if (segment.textHash == textHash) return &segment;
  }
  return nullptr;
}

const Segment* Decisions::edited(const Segment* segment) const {
  if (segment == nullptr) return nullptr;
  const Segment* newest = segment;
  for (const auto& [id, other] : segments_) {
    const bool written = other.body.source == ProseSource::kUser && !other.withdrawn;
    if (written && other.range == segment->range && other.used > newest->used) newest = &other;
  }
  return newest;
}

const Segment* Decisions::byBlockHash(uint64_t textHash) const {
  for (const auto& [id, segment] : segments_) {
    if (std::ranges::find(segment.blocks, textHash, &Block::textHash) != segment.blocks.end()) {
      return &segment;
    }
  }
  return nullptr;
}

bool Decisions::dropTail(const Segment* segment) {
  if (segment == nullptr || (segment->blocks.empty() && segment->held.empty())) return false;
  Segment& known = segments_.at(segment->id);
  known.blocks.clear();
  known.held.clear();
  return true;
}

void Decisions::touch(uint64_t id) {
  const auto found = segments_.find(id);
  if (found != segments_.end()) found->second.used = ++clock_;
}

void Decisions::withdraw(uint64_t id) {
  const auto found = segments_.find(id);
  if (found != segments_.end()) found->second.withdrawn = true;
}

void Decisions::evict(std::span<const uint64_t> shown, std::span<const uint64_t> inUse,
                      int64_t bytes) {
  std::vector<Segment*> spare;
  for (auto& [id, segment] : segments_) {
    if (std::ranges::find(shown, id) != shown.end()) {
      segment.unsaved = false;
    } else {
      spare.push_back(&segment);
    }
  }
  sortBy(spare, [](const Segment* a, const Segment* b) { return a->used > b->used; });
  size_t spares = 0;
  size_t spareBytes = 0;
  for (size_t i = 0; i < spare.size(); ++i) {
    Segment& segment = *spare[i];
    bytes -= segment.unsaved ? 0 : segment.bytes;
    segment.unsaved = segment.unsaved || i >= kSpareSegments || bytes < 0;
    if (std::ranges::find(inUse, segment.id) != inUse.end()) continue;
    ++spares;
    spareBytes += segment.text.size();
    if (spares > kSpareSegments || spareBytes > kSpareBytes) segments_.erase(uint64_t{segment.id});
  }
}

void Decisions::keep(const EditKey& key, Edit edit) {
  edits_.insert_or_assign(key, std::move(edit));
}

}  // namespace epitome
