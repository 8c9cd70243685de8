/// One transcript as it is now: its facts, what of it is folded, and the view that follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edits/validate.h"
#include "edits/view.h"
#include "session/billing.h"
#include "session/decisions.h"
#include "session/machine.h"
#include "tokens/counter.h"
#include "transcript/fingerprint.h"
#include "transcript/units.h"

namespace epitome {

/// Tokens of the view behind its last rewrite, and steps since.
struct SinceRewrite {
  int64_t tokens = 0;
  uint32_t steps = 0;
};

/// What a step leaves to the next one. Messages are counted over the conversation.
struct StepTrace {
  /// Of the view before the one that was handed out last.
  Bill bill;
  uint32_t billedMessages = 0;
  uint32_t attemptedAt = 0;
  int64_t attemptedFor = 0;
};

/// Ranges of stale reasoning; where there are more, all behind the last but one goes.
inline constexpr size_t kMostStale = 16;

/// How far segments reach: they stand for the messages before `end`.
struct Cover {
  uint32_t end = 0;
  /// But for the newest request that begins before it.
  bool leaves = false;
  /// And for the initial messages.
  bool initial = false;

  bool operator==(const Cover&) const = default;
};

class Run {
 public:
  /// A whole transcript: segments are found by the ranges they stand for.
  Run(const Decisions& decisions, Transcript transcript);
  /// The same, showing the segments of `chain` and no others where they stand for its messages.
  Run(const Decisions& decisions, Transcript transcript, std::span<const uint64_t> chain);
  /// A transcript whose folded part the host left out: `chain` stands before the end of `cover`,
  /// and messages from `foldBegin` up to there, if any, belong to it.
  Run(const Decisions& decisions, Transcript transcript, std::vector<uint64_t> chain,
      uint32_t foldBegin, const Cover& cover);

  /// Takes new messages in. True when the view is the last one with them behind it.
  bool append(const Transcript& more);

  /// Extends the chain by segments that are known already: a host that came back to a branch has
  /// paid for them. True when there were any; the view is then to be made anew.
  bool recall();
  /// The first known segments that stand for messages behind the fold but not right behind it:
  /// what they cover need not be read again.
  struct Known {
    uint32_t beginUnit = 0;
    uint32_t endUnit = 0;
    /// Of the segments.
    int64_t tokens = 0;
  };
  std::optional<Known> knownAhead() const;
  /// Makes the view anew from chain and decisions.
  void rebuild();
  /// Puts `id` behind the chain, which reaches as far as `cover` then; or in the place of the
  /// `merged` newest segments.
  void fold(uint64_t id, const Cover& cover);
  void merge(uint64_t id, uint32_t merged);
  /// `id` stands for all that is folded.
  void replaceChain(uint64_t id);
  /// `id` takes the place of another segment of the chain, and stands for the same messages. False
  /// where that is not in it.
  bool exchange(uint64_t other, uint64_t id);
  /// The newest segment goes; where others are known for what it stood for, they come.
  void unfold();
  /// The newest segments go, and their messages show as they would have without them.
  void setAside(size_t count);
  /// The segments stand for messages of the transcript, one behind the other from the first that
  /// can be folded on: how far; nothing where they do not.
  std::optional<Cover> coverOf(std::span<const uint64_t> chain) const;
  /// The same of messages behind those of `from`, by their print, where they end by `limit`; with a
  /// request that is left, or without one.
  std::optional<Cover> coverOf(const Cover& from, const RangePrint& range, bool leaves,
                               uint32_t limit) const;
  /// Print of the messages that `to` has beyond `from`; of those of so many of the newest segments.
  RangePrint printOf(const Cover& from, const Cover& to) const;
  RangePrint printOf(uint32_t newest) const;
  /// These messages, oldest first; the one with an index among them, and the reverse.
  std::vector<MessageSpan> spansOf(const Cover& from, const Cover& to) const;
  static uint32_t messageAt(std::span<const MessageSpan> spans, uint32_t index);
  static uint32_t indexOf(std::span<const MessageSpan> spans, uint32_t message);
  /// Print of the initial messages, or of those that the newest segment was written behind where
  /// they are not in the transcript.
  uint64_t initialPrint() const;
  /// The segment was written behind these initial messages, or without a look at any.
  bool belongs(const Segment& segment) const {
    return absent_ || segment.initial == 0 || segment.initial == initialPrint();
  }
  /// A segment in the place of one of the chain would be smaller than what it takes out of the
  /// view.
  bool paysAt(size_t place, const Segment& segment) const;
  /// Segments that reach so far stand for the current request.
  bool coversRequest(const Cover& cover) const;

  const Transcript& transcript() const { return transcript_; }
  const Units& units() const { return units_; }
  const PrefixPrints& prints() const { return prints_; }
  const View& view() const { return view_; }
  ViewSource source() const {
    return {&transcript_, &units_, &decisions_.edits(), foldBegin_,     cover_.end, missing_,
            held_,        left(),  leftNumber(),        abortedTokens_, stale_};
  }

  /// Segments in the view, oldest first.
  std::span<const uint64_t> chain() const { return chain_; }
  uint32_t foldBegin() const { return foldBegin_; }
  uint32_t foldEnd() const { return cover_.end; }
  /// Where the chain begins, how far it reaches, and the request that it leaves.
  Cover start() const { return {.end = absent_ ? foldBegin_ : units_.openingEnd()}; }
  const Cover& cover() const { return cover_; }
  /// How far the segments before one of the chain reach.
  Cover coverBefore(size_t segment) const { return segment == 0 ? start() : covers_[segment - 1]; }
  MessageSpan requestBefore(uint32_t message) const;
  MessageSpan currentRequest() const { return requestBefore(transcript_.size()); }
  bool isInitial(const MessageSpan& request) const { return request.begin < start().end; }
  MessageSpan left() const { return leftBy(cover_); }
  MessageSpan leftBy(const Cover& cover) const;
  /// The folded messages are not in the transcript.
  bool absent() const { return absent_; }
  /// Messages of the conversation that the host left out.
  uint32_t missing() const { return missing_; }
  /// A message's place in the conversation (ViewSource).
  uint32_t numberOf(uint32_t message) const {
    return missing_ == 0 ? message + 1 : source().numberOf(message);
  }
  /// First unit that reaches behind the fold, and the number of units before it that the view
  /// shows.
  uint32_t firstUnit() const;
  uint32_t openingUnits() const;
  /// As shown; of folded units whatever was counted last.
  std::span<const uint32_t> unitTokens() const { return unitTokens_; }

  /// Tokens of the view.
  int64_t tokens() const {
    return openingTokens_ + segmentTokens_ + blockTokens_ + stayingTokens_ + tailTokens_;
  }
  /// Of folded units that show all the same; of those among them that the newest segment holds, and
  /// of the request that it leaves.
  int64_t stayingTokens() const { return stayingTokens_; }
  int64_t leftTokens() const { return leftTokens_; }
  /// Of the blocks behind the segments, and the blocks.
  int64_t blockTokens() const { return blockTokens_; }
  std::span<const Block> blocks() const;
  /// The segment that they belong to; null when nothing is folded.
  const Segment* newest() const {
    return chain_.empty() ? nullptr : decisions_.byId(chain_.back());
  }
  int64_t heldTokens() const { return heldTokens_; }
  /// Messages behind the fold.
  uint32_t tailMessages() const { return transcript_.size() - cover_.end; }
  /// Tokens a step on average, since the last rewrite.
  int64_t growth() const;
  /// A step is about to be sent.
  void countStep() { ++sinceRewrite_.steps; }
  /// The view was rewritten for another reason than that it no longer holds.
  void countRewrite() { sinceRewrite_ = {tokens(), 0}; }
  /// For a run that goes on from this one.
  const SinceRewrite& sinceRewrite() const { return sinceRewrite_; }
  void goOnFrom(const SinceRewrite& since) { sinceRewrite_ = since; }
  /// Whose reasoning is bound to a view that is no more; counted over the conversation, ascending.
  /// What is added behind a rewrite was thought in view of it, and stays.
  std::vector<StaleRange> stale() const;
  void goOnFrom(std::span<const StaleRange> stale);
  /// Bound reasoning of messages [begin, end) leaves. It is a chain beside the prefix that it
  /// covers, which may lose its oldest or its newest links: `begin` is 0, or `end` the end.
  void dropThoughts(uint32_t begin, uint32_t end);
  /// The view is about to change from message `first` on. True when reasoning leaves for it.
  bool changesFrom(uint32_t first);
  /// First message with reasoning that may stand behind the part, where it shows otherwise: a late
  /// result stands behind its call.
  uint32_t reaches(const PartRef& part) const;
  /// The same for all that shows otherwise than the host has it from `begin` on: repairs, edits,
  /// late results; kNone where nothing does.
  uint32_t firstAltered(uint32_t begin) const;
  /// What the last step leaves to the next one, in a run that goes on from this one or in a saved
  /// state.
  StepTrace trace() const {
    // Where it ends amid what is folded says nothing, and is not known of messages left out.
    return {bill, missing_ + std::max(billedMessages, cover_.end), missing_ + attemptedAt,
            attemptedFor};
  }
  void goOnFrom(const StepTrace& trace);
  /// Of the units that no bill has covered yet; without `billed`, of all that is shown.
  Unbilled unbilled(bool billed) const;
  /// Messages of the view that the model did not write.
  int64_t inputs() const { return inputs_; }
  const ViewSize& viewSize() const { return viewSize_; }
  /// What the transcript has from message `begin` on.
  Growth growthFrom(uint32_t begin) const;
  int64_t openingTokens() const { return openingTokens_; }
  int64_t segmentTokens() const { return segmentTokens_; }
  int64_t tailTokens() const { return tailTokens_; }
  ViewFault fault() const { return fault_; }

  /// First message that no segment may reach: the latest request, or a call that waits.
  uint32_t foldLimit() const;
  /// Stands for the newest words of the user and their place; 0 while there are none.
  uint64_t newestWords() const;

  Phase phase = Phase::kSteady;
  /// The view was made anew since it was last handed out.
  bool viewChanged = false;
  /// The view that the driver handed out last, and its bill.
  SentView sent;
  /// The view that a bill to come is for; without messages where some came since.
  SentView awaitingBill() const { return sent.messages == transcript_.size() ? sent : SentView(); }
  Bill bill;
  /// Messages that a provider has billed for.
  uint32_t billedMessages = 0;
  /// Messages and budget (tokens) at the last attempt to rewrite: without new messages or a smaller
  /// budget there is no second attempt.
  uint32_t attemptedAt = 0;
  int64_t attemptedFor = 0;

 private:
  /// What the model reads first after the opening is another text: all that stands behind it was
  /// thought in view of the last one.
  void chainChanged() { stale_ = {{0, transcript_.size()}}; }
  /// A segment for what `to` has beyond `from` is smaller than what it takes out of the view: that
  /// may have become less, where a host clears results or pins.
  bool pays(const Segment& segment, const Cover& from, const Cover& to) const;
  /// The longest known segment behind `from`, of several the most recent; it goes beyond the
  /// message numbered `after`: a host that uses call ids again has ranges that look alike, and
  /// those before it are spoken for. None where it stands for the current request and that had
  /// room.
  const Segment* knownBehind(const Cover& from, uint32_t after, Cover& to) const;
  void reachTo(const Cover& cover);
  /// A range that begins with the anchor may come behind `from`.
  bool mayBegin(const Cover& from, Anchor first) const;
  /// Number of the last message that a segment which ends at `end` stands for. Its own may be
  /// larger, from before the history was altered.
  uint32_t lastNumberOf(const Segment& segment, uint32_t end) const;
  void dropNewest();
  /// Segments at the end that do not pay any more.
  void dropUseless();
  void measure(uint32_t beginUnit, uint32_t endUnit, int64_t& sum);
  /// Tokens of the largest text of a unit, as far as the view shows it. Results whose estimate is
  /// less sure count as one: they came at once, so that they are of one kind and err alike.
  int64_t largestTextIn(uint32_t unit) const;
  void makeView();
  /// Messages of [begin, end) that the model did not write.
  int64_t inputsIn(uint32_t begin, uint32_t end) const;
  void countInputs();
  void measureView();

  const Decisions& decisions_;
  uint32_t abortedTokens_ = tokensOfText(kAbortedText, decisions_.family()) +
                            partOverhead(PartKind::kToolResult, decisions_.family());
  Transcript transcript_;
  Units units_;
  PrefixPrints prints_;
  std::vector<uint32_t> unitTokens_;
  std::vector<uint64_t> chain_;
  /// Of the transcript, where `count` messages of the conversation are told.
  uint32_t placeOf(uint32_t count) const {
    return std::min(count - std::min(count, missing_), transcript_.size());
  }

  /// The number of a request that is all the transcript has of what is folded; 0: it has more.
  uint32_t leftNumber() const {
    const bool alone = absent_ && left() == MessageSpan{foldBegin_, cover_.end};
    return alone && newest() != nullptr ? newest()->body.leaves : 0;
  }

  /// How far the chain reaches with each.
  std::vector<Cover> covers_;
  uint32_t foldBegin_ = 0;
  Cover cover_;
  std::vector<StaleRange> stale_;
  /// Folded messages that are not in the transcript.
  uint32_t missing_ = 0;
  View view_;
  ViewValidator validator_;
  std::vector<uint32_t> held_;
  int64_t openingTokens_ = 0;
  int64_t segmentTokens_ = 0;
  int64_t blockTokens_ = 0;
  int64_t stayingTokens_ = 0;
  int64_t heldTokens_ = 0;
  int64_t leftTokens_ = 0;
  SinceRewrite sinceRewrite_;
  bool absent_ = false;
  ViewFault fault_ = ViewFault::kNone;
  int64_t tailTokens_ = 0;
  /// Of all that the view shows of the transcript.
  int64_t largestText_ = 0;
  int64_t inputs_ = 0;
  ViewSize viewSize_;
};

}  // namespace epitome
