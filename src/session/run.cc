#include "session/run.h"

#include <algorithm>
#include <utility>

#include "text/hash.h"
#include "tokens/counter.h"

namespace epitome {

Run::Run(const Decisions& decisions, Transcript transcript)
    : decisions_(decisions), transcript_(std::move(transcript)) {
  units_.extend(transcript_);
  prints_.extend(transcript_);
  recall();
  rebuild();
}

Run::Run(const Decisions& decisions, Transcript transcript, std::span<const uint64_t> chain)
    : decisions_(decisions), transcript_(std::move(transcript)) {
  units_.extend(transcript_);
  prints_.extend(transcript_);
  foldBegin_ = foldEnd_ = units_.openingEnd();
  if (endOf(chain) != kNone) {
    for (const uint64_t id : chain) fold(id, foldEnd_ + decisions_.byId(id)->range.count);
    dropUseless();
  } else {
    recall();
  }
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
  const Segment* last = chain_.empty() ? nullptr : decisions_.byId(chain_.back());
  if (last != nullptr && last->body.lastMessage > foldEnd_) {
    missing_ = last->body.lastMessage - foldEnd_;
  }
  rebuild();
}

uint32_t Run::foldLimit() const {
  const uint32_t request = units_.requestUnit();
  const uint32_t begin = request < units_.size() ? units_[request].begin : transcript_.size();
  return std::min(begin, units_.openMessage());
}

bool Run::pays(const Segment& segment, uint32_t end) const {
  ViewSource shown = source();
  shown.foldEnd = shown.foldBegin;
  const uint32_t begin = end - segment.range.count;
  // The first segment comes with the message that holds them all.
  const int64_t cost =
      segment.tokens +
      (begin == foldBegin_ ? messageOverhead(Role::kUser, decisions_.family()) : 0);
  int64_t tokens = 0;
  for (uint32_t u = units_.of(begin); u < units_.size(); ++u) {
    if (units_[u].begin >= end || tokens > cost) break;
    if (!units_[u].pinned) tokens += epitome::unitTokens(shown, u);
  }
  return tokens > cost;
}

uint64_t Run::newestWords() const {
  for (uint32_t m = transcript_.size(); m > 0; --m) {
    const MessageFacts& message = transcript_[m - 1];
    const bool words = message.role == Role::kUser ||
                       std::ranges::any_of(transcript_.parts(m - 1), [](const PartFacts& part) {
                         return (part.flags & kUserWords) != 0;
                       });
    if (words) return text::combine(numberOf(m - 1), message.anchor);
  }
  return 0;
}

bool Run::recall() {
  if (chain_.empty() && !absent_) foldBegin_ = foldEnd_ = units_.openingEnd();
  // What must stay verbatim limits how far segments may reach, whoever made them.
  const uint32_t limit = foldLimit();
  uint32_t after = chain_.empty() ? 0 : lastNumberOf(*newest(), foldEnd_);
  bool found = false;
  while (const Segment* segment =
             decisions_.longestAt(transcript_, prints_, foldEnd_, limit, after)) {
    if (!pays(*segment, foldEnd_ + segment->range.count)) break;
    fold(segment->id, foldEnd_ + segment->range.count);
    after = lastNumberOf(*segment, foldEnd_);
    found = true;
  }
  return found;
}

uint32_t Run::lastNumberOf(const Segment& segment, uint32_t end) const {
  return std::min(segment.body.lastMessage, missing_ + end);
}

std::optional<Run::Known> Run::knownAhead() const {
  if (decisions_.segments().size() == chain_.size()) return std::nullopt;
  const uint32_t limit = foldLimit();
  const auto knownAt = [&](uint32_t message, uint32_t after) {
    return decisions_.longestAt(transcript_, prints_, message, limit, after);
  };
  for (uint32_t u = firstUnit() + 1; u < units_.size() && units_[u].begin < limit; ++u) {
    uint32_t end = units_[u].begin;
    int64_t tokens = 0;
    for (const Segment* segment = knownAt(end, numberOf(end) - 1); segment != nullptr;
         segment = knownAt(end, lastNumberOf(*segment, end))) {
      end += segment->range.count;
      tokens += segment->tokens;
    }
    if (tokens > 0)
      return Known{u, end < transcript_.size() ? units_.of(end) : units_.size(), tokens};
  }
  return std::nullopt;
}

bool Run::append(const Transcript& more) {
  const uint32_t before = transcript_.size();
  const uint32_t unitsBefore = units_.size();
  const bool pinnedBefore = unitsBefore > 0 && units_[unitsBefore - 1].pinned;
  transcript_.append(more, 0, more.size());
  const uint32_t openingBefore = units_.openingEnd();
  units_.extend(transcript_);
  prints_.extend(transcript_);
  if (chain_.empty() && !absent_) foldBegin_ = foldEnd_ = units_.openingEnd();
  if (more.size() == 0) return true;
  // With everything folded, new messages may still belong to the last unit.
  const bool apart = foldEnd_ < before || units_.of(before) >= unitsBefore;
  const Unit& last = units_[units_.of(before)];
  // What is pinned is shown without edits; what moves shows behind all that its unit has.
  const bool same =
      units_.of(before) >= unitsBefore || (last.pinned == pinnedBefore && !last.moved);
  // Where a view would be empty, the host has gone on with its own messages.
  const bool begun = !view_.items.empty();
  const bool plain = units_.firstChanged() == kNone && units_.plainExtension() && begun &&
                     openingBefore == units_.openingEnd() && apart && same && showsPlain(before);
  if (!plain) {
    dropUseless();
    rebuild();
    return false;
  }
  // The last unit before may have grown.
  const uint32_t grown = units_.of(before);
  if (grown < unitsBefore) tailTokens_ -= unitTokens_[grown];
  measure(grown, units_.size(), tailTokens_);
  if (!view_.items.empty() && view_.items.back().op == ViewOp::kHost &&
      view_.items.back().message + view_.items.back().count == before) {
    view_.items.back().count += more.size();
  } else {
    ViewItem item;
    item.message = before;
    item.count = more.size();
    view_.items.push_back(item);
  }
  inputs_ += inputsIn(before, transcript_.size());
  // Behind a fault there is nothing to go on from.
  if (fault_ == ViewFault::kNone) {
    fault_ = validator_.extend(transcript_, before, transcript_.size());
  }
  return true;
}

bool Run::showsPlain(uint32_t begin) const {
  const ViewSource shown = source();
  for (uint32_t m = begin; m < transcript_.size(); ++m) {
    for (uint32_t p = 0; p < transcript_[m].partCount; ++p) {
      if (shown.removed(m, p) || shown.editOf(m, p) != nullptr) return false;
      if (isMended(transcript_.part(m, p))) return false;
    }
  }
  return true;
}

uint32_t Run::firstUnit() const {
  return foldEnd_ < transcript_.size() ? units_.of(foldEnd_) : units_.size();
}

int64_t Run::largestTextIn(uint32_t unit) const {
  int64_t largest = 0;
  for (uint32_t m = units_[unit].begin; m < units_[unit].end; ++m) {
    for (const PartFacts& part : transcript_.parts(m)) {
      largest = std::max<int64_t>(largest, part.tokens);
    }
  }
  // An edit may have left less of it.
  return std::min<int64_t>(largest, unitTokens_[unit]);
}

Unbilled Run::unbilled(bool billed) const {
  if (!billed) return {.tokens = tokens(), .largestUnit = 0, .largestText = largestText_};
  Unbilled unbilled;
  for (uint32_t u = units_.size(); u > firstUnit() && units_[u - 1].end > billedMessages; --u) {
    unbilled.tokens += unitTokens_[u - 1];
    unbilled.largestUnit = std::max<int64_t>(unbilled.largestUnit, unitTokens_[u - 1]);
    unbilled.largestText = std::max(unbilled.largestText, largestTextIn(u - 1));
  }
  return unbilled;
}

Growth Run::growthFrom(uint32_t begin) const {
  Growth growth;
  growth.inputs = inputsIn(begin, transcript_.size());
  for (uint32_t m = begin; m < transcript_.size(); ++m) {
    int64_t tokens = transcript_[m].envelope;
    for (const PartFacts& part : transcript_.parts(m)) tokens += part.tokens;
    if (transcript_[m].role == Role::kAssistant) {
      growth.reply += tokens;
    } else {
      growth.input += tokens;
    }
  }
  return growth;
}

int64_t Run::inputsIn(uint32_t begin, uint32_t end) const {
  int64_t inputs = 0;
  for (uint32_t m = begin; m < end; ++m) {
    if (transcript_[m].role != Role::kAssistant) ++inputs;
  }
  return inputs;
}

void Run::countInputs() {
  inputs_ = 0;
  for (const ViewItem& item : view_.items) {
    if (item.op == ViewOp::kHost || item.op == ViewOp::kEdited) {
      inputs_ += inputsIn(item.message, item.message + item.count);
    } else {
      ++inputs_;
    }
  }
}

uint32_t Run::openingUnits() const {
  return foldBegin_ < transcript_.size() ? units_.of(foldBegin_) : units_.size();
}

void Run::measure(uint32_t beginUnit, uint32_t endUnit, int64_t& sum) {
  unitTokens_.resize(units_.size());
  for (uint32_t u = beginUnit; u < endUnit; ++u) {
    unitTokens_[u] = epitome::unitTokens(source(), u);
    sum += unitTokens_[u];
    largestText_ = std::max(largestText_, largestTextIn(u));
  }
}

std::span<const Block> Run::blocks() const {
  const Segment* segment = newest();
  return segment == nullptr ? std::span<const Block>() : std::span<const Block>(segment->blocks);
}

int64_t Run::growth() const {
  return steps_ == 0 ? 0 : std::max<int64_t>(0, tokensSinceRewrite()) / steps_;
}

void Run::countRewrite() {
  ++rewrites_;
  rewrittenAt_ = transcript_.size();
  tokensAtRewrite_ = tokens();
  steps_ = 0;
}

void Run::goOnFrom(const RewriteCount& count) {
  rewrites_ = count.rewrites;
  rewrittenAt_ = placeOf(count.messages);
  tokensAtRewrite_ = count.tokens;
  steps_ = count.steps;
}

void Run::goOnFrom(const StepTrace& trace) {
  bill = trace.bill;
  billedMessages = placeOf(trace.billedMessages);
  attemptedAt = placeOf(trace.attemptedAt);
  attemptedFor = trace.attemptedFor;
}

void Run::rebuild() {
  held_.clear();
  if (const Segment* segment = absent_ ? nullptr : newest(); segment != nullptr) {
    const uint32_t begin = foldEnd_ - std::min(segment->range.count, foldEnd_);
    for (const uint32_t offset : segment->held) held_.push_back(begin + offset);
  }
  blockTokens_ = 0;
  for (const Block& block : blocks()) blockTokens_ += block.tokens;
  openingTokens_ = stayingTokens_ = heldTokens_ = tailTokens_ = largestText_ = 0;
  measure(0, openingUnits(), openingTokens_);
  for (uint32_t u = openingUnits(); u < firstUnit(); ++u) {
    if (!source().stays(u)) continue;
    measure(u, u + 1, stayingTokens_);
    if (!units_[u].pinned) heldTokens_ += unitTokens_[u];
  }
  measure(firstUnit(), units_.size(), tailTokens_);
  segmentTokens_ = chain_.empty() ? 0 : messageOverhead(Role::kUser, decisions_.family());
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
  for (uint32_t u = opening; u < firstUnit(); ++u) {
    if (source().stays(u)) showUnit(source(), u, view_);
  }
  for (uint32_t u = firstUnit(); u < units_.size(); ++u) showUnit(source(), u, view_);
  countInputs();
  if (view_.items.empty()) {
    // No provider takes an empty array: the host's own messages go out.
    const Growth all = growthFrom(0);
    tailTokens_ = all.reply + all.input;
    inputs_ = all.inputs;
  }
  fault_ = validator_.check(transcript_, view_);
  viewChanged = true;
}

void Run::fold(uint64_t id, uint32_t foldEnd) {
  chain_.push_back(id);
  foldEnd_ = foldEnd;
  chainEnds_.push_back(foldEnd);
}

void Run::replaceChain(uint64_t id) {
  chain_.assign(1, id);
  chainEnds_.assign(1, foldEnd_);
}

void Run::dropUseless() {
  while (!absent_ && !chain_.empty() && !pays(*newest(), foldEnd_)) dropNewest();
}

void Run::dropNewest() {
  chain_.pop_back();
  chainEnds_.pop_back();
  foldEnd_ = chainEnds_.empty() ? foldBegin_ : chainEnds_.back();
}

void Run::unfold() {
  dropNewest();
  attemptedAt = 0;
  recall();
  rebuild();
}

uint32_t Run::endOf(std::span<const uint64_t> chain) const {
  if (absent_) return kNone;
  uint32_t end = foldBegin_;
  for (const uint64_t id : chain) {
    const Segment* segment = decisions_.byId(id);
    if (segment == nullptr || segment->range.count > transcript_.size() - end) return kNone;
    const uint32_t begin = std::exchange(end, end + segment->range.count);
    if (prints_.range(transcript_, begin, end) != segment->range) return kNone;
  }
  return end;
}

void Run::merge(uint64_t id, uint32_t merged) {
  const uint32_t end = chainEnds_.back();
  chain_.resize(chain_.size() - merged);
  chainEnds_.resize(chain_.size());
  chain_.push_back(id);
  chainEnds_.push_back(end);
}

}  // namespace epitome
