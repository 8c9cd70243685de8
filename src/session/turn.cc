#include "session/turn.h"

#include <algorithm>

#include "session/plan_parts.h"
#include "session/session.h"
#include "summary/boundary.h"
#include "summary/flush_prompt.h"
#include "summary/selection.h"
#include "summary/shape.h"

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

TurnReader::TurnReader(TurnRequest request, uint32_t firstNumber)
    : request_(std::move(request)), firstNumber_(firstNumber) {}

void TurnReader::beginMessage(Role role, uint16_t) {
  role_ = role;
  reads_ = false;
}

void TurnReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts&) {
  endText();
  const bool says =
      kind == PartKind::kText || kind == PartKind::kToolCall || kind == PartKind::kToolResult;
  reads_ = says && (flags & kOpaque) == 0 && next_ < request_.messages.size();
  if (!reads_) return;
  facts_.begin(voiceOf(role_, kind, flags), firstNumber_ + request_.messages[next_],
               kind == PartKind::kToolCall || (flags & kJson) != 0);
}

void TurnReader::fieldPiece(Field field, std::string_view utf8) {
  if (reads_ && field == Field::kText) facts_.text(utf8);
}

void TurnReader::endText() {
  if (reads_) facts_.end();
  reads_ = false;
}

void TurnReader::endMessage() {
  endText();
  if (next_ < request_.messages.size()) ++next_;
}

TurnRequest TurnReader::take(Family family) {
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

bool Session::beginTurn(Slot& slot, const PlanRequest& request, const PlanOutcome& planned,
                        bool fits) {
  const FoldChoice& fold = planned.plan.fold;
  const bool begins = slot.ahead && !slot.takesUp;
  const FoldChoice leaving = begins ? FoldChoice() : foldToFlush(*slot.run, request, fold);
  TurnRequest turn;
  turn.flushes = !leaving.empty();
  turn.announces = options_.announces && !slot.announced && !slot.takesUp && !fold.empty();
  turn.fits = fits;
  if (!turn.flushes && !turn.announces) return false;
  const FoldChoice& told = turn.announces ? fold : leaving;
  turn.tokens = told.tokens;
  const Run& run = *slot.run;
  for (const MessageSpan& span : run.spansOf(run.cover(), coverOf(run, told))) {
    for (uint32_t m = span.begin; m < span.end; ++m) {
      if (!run.units()[run.units().of(m)].pinned) turn.messages.push_back(m);
    }
  }
  slot.turn = std::make_unique<TurnReader>(std::move(turn), run.missing() + 1);
  putBack(slot);
  slot.run->phase = Phase::kReading;
  return true;
}

Next Session::askForTurn(Slot& slot) {
  slot.turnRequest = slot.turn->take(options_.family);
  slot.turn.reset();
  slot.run->phase = Phase::kTurn;
  // From here on the cycle has had its turn, and so has the fold, whatever becomes of it.
  flushed_ = flushed_ || slot.turnRequest.flushes;
  slot.announced = slot.announced || slot.turnRequest.announces;
  return Next::kTurn;
}

std::expected<const TurnRequest*, ErrorCode> Session::turnRequest(uint32_t id) const {
  const Slot* slot = find(id);
  if (slot == nullptr) return std::unexpected(ErrorCode::kUnknownHandle);
  if (slot->run->phase != Phase::kTurn) return std::unexpected(ErrorCode::kOutOfOrder);
  return &slot->turnRequest;
}

std::expected<void, ErrorCode> Session::instruct(uint32_t id, std::string_view utf8) {
  const auto found = expect(id, Event::kTurnDone);
  if (!found) return std::unexpected(found.error());
  (*found)->instructions = shortened(utf8, kMostTurnInstructionUnits);
  return {};
}

std::expected<Next, ErrorCode> Session::turnDone(uint32_t id, bool putsOff) {
  const auto found = expect(id, Event::kTurnDone);
  if (!found) return std::unexpected(found.error());
  Slot& slot = **found;
  slot.run->phase = Phase::kSteady;
  slot.putsOff = putsOff && slot.turnRequest.announces && slot.turnRequest.fits;
  slot.turnRequest = {};
  return decide(slot);
}

}  // namespace epitome
