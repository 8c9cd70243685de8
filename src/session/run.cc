#include "session/run.h"

#include <algorithm>
#include <numeric>

#include "edits/fold.h"
#include "tokens/counter.h"

namespace epitome {

Run::Run(const Decisions& decisions, Transcript transcript)
    : decisions_(decisions), transcript_(std::move(transcript)) {
  units_.extend(transcript_);
  prints_.extend(transcript_);
  findChain();
  rebuild();
}

Run::Run(const Decisions& decisions, Transcript transcript, std::vector<uint64_t> chain,
         uint32_t foldBegin, uint32_t foldEnd)
    : decisions_(decisions),
      transcript_(std::move(transcript)),
      chain_(std::move(chain)),
      foldBegin_(foldBegin),
      foldEnd_(foldEnd),
      absent_(true) {
  units_.extend(transcript_);
  prints_.extend(transcript_);
  chainEnds_.assign(chain_.size(), foldEnd_);
  rebuild();
}

void Run::findChain() {
  chain_.clear();
  chainEnds_.clear();
  foldBegin_ = foldEnd_ = units_.openingEnd();
  // What must stay verbatim limits how far segments may reach, whoever made them.
  FoldInput input;
  input.units = &units_;
  std::vector<uint32_t> ones(units_.size(), 1);
  input.tokens = ones;
  input.first = foldEnd_ < transcript_.size() ? units_.of(foldEnd_) : units_.size();
  input.keepNewest = false;
  const uint32_t firstKept = protectedFrom(input);
  const uint32_t limit =
      firstKept < units_.size() ? units_[firstKept].begin : transcript_.size();
  while (true) {
    const Segment* segment = decisions_.longestAt(transcript_, prints_, foldEnd_, limit);
    if (segment == nullptr) break;
    const uint32_t end = foldEnd_ + segment->range.count;
    // A history that was cut or regrouped may now have a unit across the segment's end.
    if (end < transcript_.size() && units_[units_.of(end)].begin != end) break;
    foldEnd_ = end;
    chain_.push_back(segment->id);
    chainEnds_.push_back(foldEnd_);
  }
}

bool Run::append(const Transcript& more) {
  const uint32_t before = transcript_.size();
  const uint32_t unitsBefore = units_.size();
  transcript_.append(more, 0, more.size());
  const uint32_t openingBefore = units_.openingEnd();
  units_.extend(transcript_);
  prints_.extend(transcript_);
  if (chain_.empty() && !absent_) foldBegin_ = foldEnd_ = units_.openingEnd();
  const bool plain = units_.firstChanged() == kNone && units_.plainExtension() && before > 0 &&
                     openingBefore == units_.openingEnd();
  if (!plain) {
    rebuild();
    return false;
  }
  // The last unit before may have grown.
  measure(unitsBefore > 0 ? unitsBefore - 1 : 0);
  ViewItem item;
  item.message = before;
  item.count = transcript_.size() - before;
  if (!view_.items.empty() && view_.items.back().op == ViewOp::kHost &&
      view_.items.back().message + view_.items.back().count == before) {
    view_.items.back().count += item.count;
  } else if (item.count > 0) {
    view_.items.push_back(item);
  }
  fault_ = validator_.extend(transcript_, before, transcript_.size());
  return true;
}

uint32_t Run::firstUnit() const {
  return foldEnd_ < transcript_.size() ? units_.of(foldEnd_) : units_.size();
}

uint32_t Run::openingUnits() const {
  return foldBegin_ < transcript_.size() ? units_.of(foldBegin_) : units_.size();
}

bool Run::edited() const {
  return view_.items.size() > 1 ||
         (view_.items.size() == 1 && view_.items[0].op != ViewOp::kHost) ||
         (view_.items.size() == 1 && view_.items[0].count != transcript_.size()) ||
         (view_.items.empty() && transcript_.size() > 0);
}

void Run::measure(uint32_t fromUnit) {
  const uint32_t first = firstUnit();
  const uint32_t opening = openingUnits();
  const auto shown = [&](uint32_t unit) -> int64_t* {
    if (unit < opening) return &openingTokens_;
    return unit >= first ? &tailTokens_ : nullptr;
  };
  for (uint32_t u = fromUnit; u < unitTokens_.size(); ++u) {
    if (int64_t* sum = shown(u)) *sum -= unitTokens_[u];
  }
  unitTokens_.resize(units_.size());
  for (uint32_t u = fromUnit; u < units_.size(); ++u) {
    unitTokens_[u] = epitome::unitTokens(source(), u);
    if (int64_t* sum = shown(u)) *sum += unitTokens_[u];
  }
}

void Run::rebuild() {
  openingTokens_ = tailTokens_ = 0;
  unitTokens_.clear();
  measure(0);
  segmentTokens_ = chain_.empty() ? 0 : kTokensPerMessage;
  for (const uint64_t id : chain_) {
    const Segment* segment = decisions_.byId(id);
    if (segment != nullptr) segmentTokens_ += segment->tokens;
  }
  makeView();
}

void Run::makeView() {
  view_.clear();
  const uint32_t opening = openingUnits();
  for (uint32_t u = 0; u < opening; ++u) showUnit(source(), u, view_);
  if (!chain_.empty()) {
    ViewItem item;
    item.op = ViewOp::kSegments;
    item.firstChange = static_cast<uint32_t>(view_.changes.size());
    view_.items.push_back(item);
  }
  for (uint32_t u = firstUnit(); u < units_.size(); ++u) showUnit(source(), u, view_);
  fault_ = validator_.check(transcript_, view_);
  viewChanged = true;
}

void Run::fold(uint64_t id, uint32_t foldEnd) {
  chain_.push_back(id);
  foldEnd_ = foldEnd;
  chainEnds_.push_back(foldEnd);
}

void Run::merge(uint64_t id, uint32_t merged) {
  const uint32_t end = chainEnds_[merged - 1];
  chain_.erase(chain_.begin(), chain_.begin() + merged);
  chainEnds_.erase(chainEnds_.begin(), chainEnds_.begin() + merged);
  chain_.insert(chain_.begin(), id);
  chainEnds_.insert(chainEnds_.begin(), end);
}

}  // namespace epitome
