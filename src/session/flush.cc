#include "session/flush.h"

#include <algorithm>

#include "session/plan_parts.h"
#include "session/session.h"
#include "summary/boundary.h"
#include "summary/flush_prompt.h"
#include "summary/selection.h"

namespace epitome {
namespace {

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string promptFor(const std::vector<Name>& facts) {
  std::string prompt(prompts::kFlush);
  if (facts.empty()) return prompt;
  std::string list;
  for (const Name& fact : facts) (list += "- ") += fact.text + '\n';
  const std::string mark = markFor(list);
  (prompt += "\n\n") += prompts::kFlushFacts;
  return prompt + "\n\n" + mark + '\n' + list + mark;
}

}  // namespace

FlushReader::FlushReader(std::vector<uint32_t> messages, int64_t tokens, uint32_t firstNumber)
    : firstNumber_(firstNumber) {
  request_.messages = std::move(messages);
  request_.tokens = tokens;
}

void FlushReader::beginMessage(Role role, uint16_t) {
  role_ = role;
  reads_ = false;
}

void FlushReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts&) {
  endText();
  const bool says =
      kind == PartKind::kText || kind == PartKind::kToolCall || kind == PartKind::kToolResult;
  reads_ = says && (flags & kOpaque) == 0 && next_ < request_.messages.size();
  if (!reads_) return;
  facts_.begin(voiceOf(role_, kind, flags), firstNumber_ + request_.messages[next_],
               kind == PartKind::kToolCall || (flags & kJson) != 0);
}

void FlushReader::fieldPiece(Field field, std::string_view utf8) {
  if (reads_ && field == Field::kText) facts_.text(utf8);
}

void FlushReader::endText() {
  if (reads_) facts_.end();
  reads_ = false;
}

void FlushReader::endMessage() {
  endText();
  if (next_ < request_.messages.size()) ++next_;
}

FlushRequest FlushReader::take(Family family) {
  request_.facts = bestNames(facts_.names(), kFlushFactTokens, family);
  request_.prompt = promptFor(request_.facts);
  return std::move(request_);
}

bool isSilent(std::string_view reply) {
  return !std::ranges::search(reply, prompts::kSilentToken, {}, upper).empty();
}

FoldChoice Session::foldToFlush(const Run& run, PlanRequest request,
                                const FoldChoice& planned) const {
  // A call that waits for an approval is no place for a turn in between.
  if (!options_.flush || flushed_ || !options_.policy.enabled || run.units().awaitsApproval()) {
    return {};
  }
  if (!planned.empty()) return planned;
  if (run.tokens() <= request.budget.flush || !request.settled) return {};
  // Whatever is not protected, as if the fold were due now.
  request.manual = true;
  return planLevel(run, decisions_, request, 0, run.knownAhead()).fold;
}

void Session::beginFlush(Slot& slot, const FoldChoice& fold) {
  Run& run = *slot.run;
  std::vector<uint32_t> messages;
  for (const MessageSpan& span : run.spansOf(run.cover(), coverOf(run, fold))) {
    for (uint32_t m = span.begin; m < span.end; ++m) {
      if (!run.units()[run.units().of(m)].pinned) messages.push_back(m);
    }
  }
  slot.flush = std::make_unique<FlushReader>(std::move(messages), fold.tokens, run.numberOf(0));
  run.phase = Phase::kReading;
}

Next Session::askForFlush(Slot& slot) {
  slot.flushRequest = slot.flush->take(options_.family);
  slot.flush.reset();
  slot.run->phase = Phase::kFlushing;
  // From here on the cycle has had its turn, whatever becomes of it.
  flushed_ = true;
  return Next::kFlush;
}

std::expected<const FlushRequest*, ErrorCode> Session::flushRequest(uint32_t id) const {
  const Slot* slot = find(id);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kFlushing) return std::unexpected(ErrorCode::kOutOfOrder);
  return &slot->flushRequest;
}

std::expected<Next, ErrorCode> Session::flushed(uint32_t id) {
  const auto found = expect(id, Event::kFlushed);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  slot.run->phase = Phase::kSteady;
  slot.flushRequest = {};
  return decide(slot);
}

}  // namespace epitome
