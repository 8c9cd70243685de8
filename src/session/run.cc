#include "session/run.h"

#include <algorithm>
#include <utility>

#include "text/hash.h"
#include "text/json_escape.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Around a segment or a block: a part, its id, and its share of the message.
constexpr int64_t kTextBytes = 160;

/// Rare words, numbers, scripts of which little is known: fewer UTF-16 code units a token than
/// prose and code have, 3.5.
bool isDense(const PartFacts& part) { return uint64_t{part.units} * 2 < uint64_t{part.tokens} * 7; }

}  // namespace

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
  reachTo(start());
  if (coverOf(chain)) {
    for (const uint64_t id : chain) {
      const Segment& segment = *decisions_.byId(id);
      const bool leaves = segment.body.leaves > 0;
      fold(id, *coverOf(cover_, segment.range, leaves, transcript_.size()));
    }
    dropUseless();
  } else {
    recall();
  }
  rebuild();
}

Run::Run(const Decisions& decisions, Transcript transcript, std::vector<uint64_t> chain,
         uint32_t foldBegin, const Cover& cover)
    : decisions_(decisions),
      transcript_(std::move(transcript)),
      chain_(std::move(chain)),
      foldBegin_(foldBegin),
      cover_(cover),
      absent_(true) {
  units_.extend(transcript_);
  prints_.extend(transcript_);
  covers_.assign(chain_.size(), cover_);
  const Segment* last = chain_.empty() ? nullptr : decisions_.byId(chain_.back());
  if (last != nullptr && last->body.lastMessage > cover_.end) {
    missing_ = last->body.lastMessage - cover_.end;
  }
  if (!chain_.empty()) chainChanged();
  rebuild();
}

void Run::reachTo(const Cover& cover) {
  cover_ = cover;
  if (!absent_) foldBegin_ = cover.initial ? units_.systemEnd() : units_.openingEnd();
}

MessageSpan Run::requestBefore(uint32_t message) const {
  const MessageSpan request = units_.requestBefore(message);
  if (!absent_) return request;
  // What stood between the initial messages and those behind the segments is not here.
  return {std::max(request.begin, foldBegin_), std::max(request.end, foldBegin_)};
}

MessageSpan Run::leftBy(const Cover& cover) const {
  if (!cover.leaves) return {};
  const MessageSpan request = requestBefore(cover.end);
  // Where what stood behind it is not here, the next request may follow at once.
  return {request.begin, std::min(request.end, std::max(request.begin, cover.end))};
}

std::vector<MessageSpan> Run::spansOf(const Cover& from, const Cover& to) const {
  std::vector<MessageSpan> spans;
  const auto add = [&](uint32_t begin, uint32_t end) {
    if (begin < end) spans.push_back({begin, end});
  };
  const MessageSpan earlier = leftBy(from);
  const MessageSpan later = leftBy(to);
  if (to.initial && !from.initial) add(units_.systemEnd(), units_.openingEnd());
  if (earlier != later) add(earlier.begin, earlier.end);
  const bool amid = later.size() > 0 && later.begin >= from.end;
  add(from.end, amid ? later.begin : to.end);
  if (amid) add(later.end, to.end);
  return spans;
}

RangePrint Run::printOf(const Cover& from, const Cover& to) const {
  RangePrint print;
  for (const MessageSpan& span : spansOf(from, to)) {
    print = join(print, prints_.range(transcript_, span.begin, span.end));
  }
  return print;
}

RangePrint Run::printOf(uint32_t newest) const {
  const size_t first = chain_.size() - newest;
  if (!absent_ && newest > 0) return printOf(coverBefore(first), covers_.back());
  RangePrint print;
  for (size_t i = first; i < chain_.size(); ++i) {
    print = join(print, decisions_.byId(chain_[i])->range);
  }
  return print;
}

uint64_t Run::initialPrint() const {
  if (absent_) return newest() != nullptr ? newest()->initial : 0;
  return prints_.range(transcript_, units_.systemEnd(), units_.openingEnd()).hash;
}

uint32_t Run::messageAt(std::span<const MessageSpan> spans, uint32_t index) {
  for (const MessageSpan& span : spans) {
    if (index < span.size()) return span.begin + index;
    index -= span.size();
  }
  return kNone;
}

uint32_t Run::indexOf(std::span<const MessageSpan> spans, uint32_t message) {
  uint32_t before = 0;
  for (const MessageSpan& span : spans) {
    if (span.holds(message)) return before + message - span.begin;
    before += span.size();
  }
  return kNone;
}

bool Run::coversRequest(const Cover& cover) const {
  const MessageSpan request = currentRequest();
  if (absent_ || request.size() == 0) return false;
  return isInitial(request) ? cover.initial : request.begin < cover.end && !cover.leaves;
}

bool Run::mayBegin(const Cover& from, Anchor first) const {
  const auto begins = [&](uint32_t message) {
    return message < transcript_.size() && transcript_[message].anchor == first;
  };
  const MessageSpan next = requestBefore(from.end + 1);
  return begins(from.end) || (next.begin == from.end && begins(next.end)) ||
         (from.leaves && begins(requestBefore(from.end).begin)) ||
         (!from.initial && begins(units_.systemEnd()));
}

std::optional<Cover> Run::coverOf(const Cover& from, const RangePrint& range, bool leaves,
                                  uint32_t limit) const {
  if (range.count == 0 || !mayBegin(from, range.first)) return std::nullopt;
  const MessageSpan left = leftBy(from);
  const uint32_t opening = units_.openingEnd() - units_.systemEnd();
  const auto reached = [&](uint32_t before, uint32_t passed, bool initial) {
    Cover to{from.end, leaves, from.initial || initial};
    if (before > range.count || range.count - before > limit - std::min(limit, from.end)) {
      return std::optional<Cover>();
    }
    to.end += range.count - before + passed;
    const bool fits = to.end <= limit && printOf(from, to) == range;
    return fits ? std::optional(to) : std::nullopt;
  };
  for (const bool initial : {false, true}) {
    if (initial && (absent_ || from.initial || opening == 0)) break;
    const uint32_t more = initial ? opening : 0;
    // What was left goes with them.
    if (!leaves) {
      if (const auto to = reached(more + left.size(), 0, initial)) return to;
      continue;
    }
    // It stays, or another one that is amid them.
    if (left.size() > 0) {
      if (const auto to = reached(more, 0, initial)) return to;
    }
    const uint32_t before = more + left.size();
    const MessageSpan amid = requestBefore(from.end + range.count - std::min(range.count, before));
    if (amid.size() == 0 || amid.begin < from.end) continue;
    if (const auto to = reached(before, amid.size(), initial)) return to;
  }
  return std::nullopt;
}

uint32_t Run::foldLimit() const {
  const uint32_t request = units_.requestUnit();
  const uint32_t begin = request < units_.size() ? units_[request].begin : transcript_.size();
  return std::min(begin, units_.openMessage());
}

bool Run::pays(const Segment& segment, const Cover& from, const Cover& to) const {
  ViewSource shown = source();
  shown.foldEnd = shown.foldBegin;
  // What edits took from the range since it was paid for is no reason to pay for it again.
  static const EditMap kNoEdits;
  shown.edits = &kNoEdits;
  shown.stale = {};
  // The first segment comes with the message that holds them all.
  const int64_t cost =
      segment.tokens + (from == start() ? messageOverhead(Role::kUser, decisions_.family()) : 0);
  int64_t tokens = 0;
  for (const MessageSpan& span : spansOf(from, to)) {
    for (uint32_t u = units_.of(span.begin); u < units_.size(); ++u) {
      if (units_[u].begin >= span.end || tokens > cost) break;
      if (!units_[u].pinned) tokens += epitome::unitTokens(shown, u);
    }
  }
  return tokens > cost;
}

uint64_t Run::newestWords() const {
  for (uint32_t m = transcript_.size(); m > 0; --m) {
    const MessageFacts& message = transcript_[m - 1];
    const bool words = message.role == Role::kUser ||
                       std::ranges::any_of(transcript_.parts(m - 1), holdsUserWords);
    if (words) return text::combine(numberOf(m - 1), message.anchor);
  }
  return 0;
}

const Segment* Run::knownBehind(const Cover& from, uint32_t after, Cover& to) const {
  // What must stay verbatim limits how far segments may reach, whoever made them.
  const uint32_t limit = foldLimit();
  const Segment* best = nullptr;
  for (const auto& [id, segment] : decisions_.segments()) {
    if (segment.withdrawn || segment.body.lastMessage < after || !belongs(segment)) continue;
    if (best != nullptr &&
        std::pair(best->range.count, best->used) >= std::pair(segment.range.count, segment.used)) {
      continue;
    }
    const bool leaves = segment.body.leaves > 0;
    const std::optional<Cover> reached = coverOf(from, segment.range, leaves, limit);
    if (!reached || (segment.body.lastMessage == after && reached->end != from.end)) continue;
    if (coversRequest(*reached) && !segment.tookRequest) continue;
    best = &segment;
    to = *reached;
  }
  return best;
}

bool Run::recall() {
  if (chain_.empty() && !absent_) reachTo(start());
  uint32_t after = chain_.empty() ? 0 : lastNumberOf(*newest(), cover_.end);
  bool found = false;
  Cover to;
  while (const Segment* segment = knownBehind(cover_, after, to)) {
    if (!pays(*segment, cover_, to)) break;
    fold(segment->id, to);
    after = lastNumberOf(*segment, cover_.end);
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
  for (uint32_t u = firstUnit() + 1; u < units_.size() && units_[u].begin < limit; ++u) {
    Cover from{.end = units_[u].begin, .initial = cover_.initial};
    uint32_t after = numberOf(from.end) - 1;
    int64_t tokens = 0;
    Cover to;
    while (const Segment* segment = knownBehind(from, after, to)) {
      tokens += segment->tokens;
      after = lastNumberOf(*segment, to.end);
      from = to;
    }
    if (tokens > 0) {
      const bool all = from.end >= transcript_.size();
      return Known{u, all ? units_.size() : units_.of(from.end), tokens};
    }
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
  if (chain_.empty() && !absent_) reachTo(start());
  if (more.size() == 0) return true;
  // With everything folded, new messages may still belong to the last unit.
  const bool apart = cover_.end < before || units_.of(before) >= unitsBefore;
  const Unit& last = units_[units_.of(before)];
  // What is pinned is shown without edits; what moves shows behind all that its unit has.
  const bool same =
      units_.of(before) >= unitsBefore || (last.pinned == pinnedBefore && !last.moved);
  // Where a view would be empty, the host has gone on with its own messages.
  const bool begun = !view_.items.empty();
  const bool plain = units_.firstChanged() == kNone && units_.plainExtension() && begun &&
                     openingBefore == units_.openingEnd() && apart && same &&
                     firstAltered(before) == kNone;
  if (!plain) {
    const uint32_t changed = units_.firstChanged();
    if (changed != kNone) {
      // An answer that comes or goes stands behind what led to its call.
      const std::span<const PartFacts> parts = transcript_.parts(changed);
      bool whole = true;
      for (uint32_t p = 0; p < parts.size(); ++p) {
        whole = whole && units_.fate(changed, p) == PartFate::kShown;
      }
      changesFrom(whole ? changed + 1 : changed);
    }
    changesFrom(firstAltered(before));
    if (last.pinned != pinnedBefore) changesFrom(last.begin);
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
  viewSize_ += sizeOf(transcript_, before, transcript_.size());
  // Behind a fault there is nothing to go on from.
  if (fault_ == ViewFault::kNone) {
    fault_ = validator_.extend(transcript_, before, transcript_.size());
  }
  return true;
}

uint32_t Run::firstAltered(uint32_t begin) const {
  const ViewSource shown = source();
  uint32_t first = kNone;
  for (uint32_t m = begin; m < transcript_.size(); ++m) {
    for (uint32_t p = 0; p < transcript_[m].partCount; ++p) {
      const bool plain = !shown.removed(m, p) && shown.editOf(m, p) == nullptr &&
                         !isMended(transcript_.part(m, p));
      if (plain) continue;
      first = std::min(first, reaches({m, p}));
      // What follows reaches no further, and each look goes to the end of the message.
      if ((transcript_[m].flags & kThinks) != 0) break;
    }
    const bool answered = std::ranges::any_of(units_.callsOf(m), &Call::aborted);
    if (answered) first = std::min(first, m + 1);
  }
  return first;
}

uint32_t Run::firstUnit() const {
  return cover_.end < transcript_.size() ? units_.of(cover_.end) : units_.size();
}

int64_t Run::largestTextIn(uint32_t unit) const {
  int64_t largest = 0;
  int64_t dense = 0;
  for (uint32_t m = units_[unit].begin; m < units_[unit].end; ++m) {
    for (const PartFacts& part : transcript_.parts(m)) {
      if (part.kind == PartKind::kToolResult && isDense(part)) dense += part.tokens;
      largest = std::max<int64_t>({largest, part.tokens, dense});
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

void Run::measureView() {
  // Where a view would be empty, the host's own messages go out.
  viewSize_ =
      view_.items.empty() ? sizeOf(transcript_, 0, transcript_.size()) : sizeOf(transcript_, view_);
  const auto add = [&](std::string_view text) {
    viewSize_.bytes += kTextBytes + static_cast<int64_t>(text::jsonBytes(text));
  };
  for (const uint64_t id : chain_) {
    if (const Segment* segment = decisions_.byId(id); segment != nullptr) add(segment->text);
  }
  for (const Block& block : blocks()) add(block.text);
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
  const auto& [before, steps] = sinceRewrite_;
  return steps == 0 ? 0 : std::max<int64_t>(0, tokens() - before) / steps;
}

void Run::goOnFrom(const StepTrace& trace) {
  bill = trace.bill;
  billedMessages = placeOf(trace.billedMessages);
  attemptedAt = placeOf(trace.attemptedAt);
  attemptedFor = trace.attemptedFor;
}

std::vector<StaleRange> Run::stale() const {
  std::vector<StaleRange> stale = stale_;
  for (StaleRange& range : stale) {
    range.begin += range.begin == 0 ? 0 : missing_;
    range.end += missing_;
  }
  return stale;
}

void Run::goOnFrom(std::span<const StaleRange> stale) {
  const std::vector<StaleRange> before = std::exchange(stale_, {});
  for (const StaleRange& range : stale) {
    const uint32_t begin = range.begin == 0 ? 0 : placeOf(range.begin);
    const uint32_t end = placeOf(range.end);
    if (begin < end) stale_.push_back({begin, end});
  }
  if (stale_ != before) rebuild();
}

void Run::dropThoughts(uint32_t begin, uint32_t end) {
  if (begin >= end) return;
  StaleRange joined{begin, end};
  const auto touches = [&joined](const StaleRange& range) {
    if (range.end < joined.begin || range.begin > joined.end) return false;
    joined = {std::min(range.begin, joined.begin), std::max(range.end, joined.end)};
    return true;
  };
  std::erase_if(stale_, touches);
  stale_.insert(std::ranges::upper_bound(stale_, begin, {}, &StaleRange::begin), joined);
  if (stale_.size() <= kMostStale) return;
  stale_.pop_back();
  stale_.back().end = transcript_.size();
}

bool Run::changesFrom(uint32_t first) {
  for (uint32_t m = first; m < transcript_.size(); ++m) {
    if ((transcript_[m].flags & kThinks) == 0 || contains(stale_, m)) continue;
    // The turn in progress is taken without thinking, not with the beginning of it.
    const uint32_t turn = units_.turnUnit();
    if (turn < units_.size()) first = std::min(first, units_[turn].begin);
    dropThoughts(first, transcript_.size());
    return true;
  }
  return false;
}

uint32_t Run::reaches(const PartRef& part) const {
  if (units_.fate(part.message, part.part) == PartFate::kMoved) {
    return units_.asked(part.message, part.part).message + 1;
  }
  if ((transcript_[part.message].flags & kThinks) == 0) return part.message + 1;
  // What was thought in front of the part stands.
  const std::span<const PartFacts> behind = transcript_.parts(part.message).subspan(part.part);
  const bool thinks = std::ranges::count(behind, PartKind::kReasoning, &PartFacts::kind) > 0;
  return thinks ? part.message : part.message + 1;
}

void Run::rebuild() {
  held_.clear();
  if (const Segment* segment = absent_ ? nullptr : newest(); segment != nullptr) {
    const std::vector<MessageSpan> spans = spansOf(coverBefore(chain_.size() - 1), cover_);
    for (const uint32_t index : segment->held) {
      const uint32_t message = messageAt(spans, index);
      if (message != kNone) held_.push_back(message);
    }
  }
  blockTokens_ = 0;
  for (const Block& block : blocks()) blockTokens_ += block.tokens;
  openingTokens_ = stayingTokens_ = heldTokens_ = leftTokens_ = tailTokens_ = largestText_ = 0;
  measure(0, openingUnits(), openingTokens_);
  for (uint32_t u = openingUnits(); u < firstUnit(); ++u) {
    if (!source().stays(u)) continue;
    measure(u, u + 1, stayingTokens_);
    if (units_[u].pinned) continue;
    (source().left.holds(units_[u].begin) ? leftTokens_ : heldTokens_) += unitTokens_[u];
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
  measureView();
  fault_ = validator_.check(transcript_, view_);
  viewChanged = true;
}

void Run::fold(uint64_t id, const Cover& cover) {
  chain_.push_back(id);
  covers_.push_back(cover);
  reachTo(cover);
  chainChanged();
}

void Run::replaceChain(uint64_t id) {
  chain_.assign(1, id);
  covers_.assign(1, cover_);
  chainChanged();
}

bool Run::exchange(uint64_t other, uint64_t id) {
  const auto place = std::ranges::find(chain_, other);
  if (place == chain_.end()) return false;
  *place = id;
  chainChanged();
  attemptedAt = 0;
  rebuild();
  return true;
}

bool Run::paysAt(size_t place, const Segment& segment) const {
  if (absent_) return segment.tokens < segment.rangeTokens;
  return pays(segment, coverBefore(place), covers_[place]);
}

void Run::dropUseless() {
  while (!absent_ && !chain_.empty() && !pays(*newest(), coverBefore(chain_.size() - 1), cover_)) {
    dropNewest();
  }
}

void Run::dropNewest() {
  chain_.pop_back();
  covers_.pop_back();
  reachTo(coverBefore(chain_.size()));
  chainChanged();
}

void Run::setAside(size_t count) {
  const std::vector<StaleRange> stale = stale_;
  for (; count > 0; --count) dropNewest();
  stale_ = stale;
  rebuild();
}

void Run::unfold() {
  dropNewest();
  attemptedAt = 0;
  recall();
  rebuild();
}

std::optional<Cover> Run::coverOf(std::span<const uint64_t> chain) const {
  if (absent_) return std::nullopt;
  std::optional<Cover> cover = start();
  for (const uint64_t id : chain) {
    const Segment* segment = decisions_.byId(id);
    if (segment == nullptr || !belongs(*segment)) return std::nullopt;
    cover = coverOf(*cover, segment->range, segment->body.leaves > 0, transcript_.size());
    if (!cover || (coversRequest(*cover) && !segment->tookRequest)) return std::nullopt;
  }
  return cover;
}

void Run::merge(uint64_t id, uint32_t merged) {
  const Cover cover = covers_.back();
  chain_.resize(chain_.size() - merged);
  covers_.resize(chain_.size());
  chain_.push_back(id);
  covers_.push_back(cover);
  chainChanged();
}

}  // namespace epitome
