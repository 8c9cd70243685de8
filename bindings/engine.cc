#include "engine.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "redact/redact.h"
#include "summary/shape.h"
#include "text/hash.h"
#include "tokens/envelope.h"
#include "tokens/family.h"
#include "tokens/media.h"

namespace epitome {
namespace {

/// Of an agent's words in an event, UTF-16 code units.
constexpr uint64_t kMostToldUnits = 2'000;

int32_t failure(ErrorCode code) { return -static_cast<int32_t>(code); }

int32_t saturated(uint64_t tokens) {
  return static_cast<int32_t>(std::min<uint64_t>(tokens, std::numeric_limits<int32_t>::max()));
}

uint64_t sumOfParts(const Transcript& transcript, uint32_t PartFacts::* tokens) {
  uint64_t sum = 0;
  for (uint32_t m = 0; m < transcript.size(); ++m) {
    for (const PartFacts& part : transcript.parts(m)) sum += part.*tokens;
  }
  return sum;
}

int32_t answerOf(const std::expected<Next, ErrorCode>& next) {
  return next ? static_cast<int32_t>(*next) : failure(next.error());
}

}  // namespace

Engine::Slot* Engine::find(uint32_t session) {
  const auto found = sessions_.find(session);
  return found != sessions_.end() ? &found->second : nullptr;
}

std::string_view Engine::text(uint32_t length) const {
  const size_t within = std::min<size_t>(length, buffer_.size());
  return {reinterpret_cast<const char*>(buffer_.data()), within};
}

int32_t Engine::answer(std::string_view text) {
  output_.clear();
  output_.raw(text);
  return 0;
}

int32_t Engine::openSession(uint32_t length) {
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const auto options = parseOptions(text(length));
  if (!options) return failure(options.error());
  const uint32_t handle = nextSession_++;
  sessions_[handle].session = std::make_unique<Session>(*options);
  return static_cast<int32_t>(handle);
}

int32_t Engine::closeSession(uint32_t session) {
  return sessions_.erase(session) > 0 ? 0 : failure(ErrorCode::kUnknownHandle);
}

int32_t Engine::feedState(uint32_t session, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  if (slot->state.size() + length > kMostReadStateBytes) {
    slot->state = std::string();
    return failure(ErrorCode::kCapacity);
  }
  slot->state += text(length);
  return 0;
}

int32_t Engine::restoreSession(uint32_t session, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  std::string state = std::exchange(slot->state, std::string());
  state += text(length);
  const auto restored = slot->session->restore(state);
  return restored ? 0 : failure(restored.error());
}

int32_t Engine::snapshotSession(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return answer(slot->session->snapshot());
}

int32_t Engine::feed(uint32_t session, uint32_t run, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const std::span<const uint8_t> bytes = std::span<const uint8_t>(buffer_).first(length);
  if (run == 0) {
    const auto decoded = slot->intake.decode(bytes, slot->session->intake());
    return decoded ? 0 : failure(decoded.error());
  }
  const auto reader = run == kForText ? slot->session->textReader() : slot->session->reader(run);
  if (!reader) return failure(reader.error());
  const auto decoded = slot->reader.decode(bytes, **reader);
  return decoded ? 0 : failure(decoded.error());
}

int32_t Engine::stagedTokens(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const Transcript& staged = slot->session->staged();
  uint64_t tokens = sumOfParts(staged, &PartFacts::tokens);
  for (uint32_t m = 0; m < staged.size(); ++m) tokens += staged[m].envelope;
  return saturated(tokens);
}

int32_t Engine::stagedTextTokens(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return saturated(sumOfParts(slot->session->staged(), &PartFacts::textTokens));
}

int32_t Engine::dropStaged(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  slot->session->dropStaged();
  slot->intake.reset();
  return 0;
}

int32_t Engine::attach(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (slot->intake.inMessage()) return failure(ErrorCode::kOutOfOrder);
  const Attached attached = slot->session->attach();
  output_.clear();
  wire::encode(output_, attached);
  return static_cast<int32_t>(attached.run);
}

int32_t Engine::append(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (slot->intake.inMessage()) return failure(ErrorCode::kOutOfOrder);
  const auto appended = slot->session->append(run);
  return appended ? 0 : failure(appended.error());
}

int32_t Engine::sameMessage(uint32_t session, uint32_t run, uint32_t index) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto same = slot->session->same(run, index);
  return same ? static_cast<int32_t>(*same) : failure(same.error());
}

int32_t Engine::releaseRun(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  slot->session->release(run);
  return 0;
}

int32_t Engine::countBy(uint32_t session, uint32_t family, uint32_t media, uint32_t contextWindow,
                        uint32_t modelMaxOutput) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto rule = static_cast<MediaRule>(std::min(media, kMediaRuleCount - 1U));
  slot->session->countBy({choiceOf(family).family, rule});
  StepInput input;
  input.contextWindow = contextWindow;
  input.modelMaxOutput = modelMaxOutput;
  slot->session->limitUnseen(input);
  return 0;
}

int32_t Engine::step(uint32_t session, uint32_t run, uint32_t contextWindow,
                     uint32_t modelMaxOutput, uint32_t requestImages, uint32_t model,
                     uint32_t family, uint32_t billedInput, uint32_t billedOutput, double now,
                     uint32_t flags) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  StepInput input;
  input.contextWindow = contextWindow;
  input.modelMaxOutput = modelMaxOutput;
  input.requestImages = requestImages;
  input.model = model;
  input.family = choiceOf(family);
  input.billedInput = billedInput;
  input.billedOutput = billedOutput;
  input.manual = (flags & kManualStep) != 0;
  input.final = (flags & kFinalStep) != 0;
  input.resume = (flags & kResumingStep) != 0;
  input.billedLate = (flags & kBilledLate) != 0;
  input.billedBefore = (flags & kBilledBefore) != 0;
  input.keepsThoughts = (flags & kKeepsThoughts) != 0;
  input.manyAreSmall = (flags & kManyAreSmall) != 0;
  if ((flags & kStatedWindow) != 0) input.windowSource = WindowSource::kStated;
  if ((flags & kAssumedWindow) != 0) input.windowSource = WindowSource::kAssumed;
  // What is no time at all is no time.
  if (now > 0 && now < 9'007'199'254'740'992.0) input.now = static_cast<int64_t>(now);
  return answerOf(slot->session->step(run, input));
}

int32_t Engine::foldBefore(uint32_t session, uint32_t run, uint32_t message) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto set = slot->session->foldBefore(run, message);
  return set ? 0 : failure(set.error());
}

int32_t Engine::readList(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto messages = slot->session->toRead(run);
  if (!messages) return failure(messages.error());
  slot->reader.reset();
  output_.clear();
  output_.word(static_cast<uint32_t>(messages->size()));
  for (const uint32_t message : *messages) output_.word(message);
  return 0;
}

int32_t Engine::readDone(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return answerOf(slot->session->readDone(run));
}

int32_t Engine::pending(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto numbers = slot->session->pending(run);
  if (!numbers) return failure(numbers.error());
  output_.clear();
  output_.word(static_cast<uint32_t>(numbers->size()));
  for (const uint32_t number : *numbers) {
    const auto request = slot->session->request(run, number);
    output_.word(number);
    output_.fingerprint(idOf(**request));
  }
  return 0;
}

int32_t Engine::request(uint32_t session, uint32_t run, uint32_t number) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto request = slot->session->request(run, number);
  if (!request) return failure(request.error());
  output_.clear();
  wire::encode(output_, **request);
  return 0;
}

int32_t Engine::progress(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const Progress progress = slot->session->progress(run);
  output_.clear();
  output_.word(progress.done);
  output_.word(progress.total);
  return 0;
}

int32_t Engine::reply(uint32_t session, uint32_t run, uint32_t number, uint32_t length,
                      uint32_t finishReason, uint32_t inputTokens, uint32_t outputTokens) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const auto last = static_cast<uint32_t>(FinishReason::kOther);
  const auto finish = static_cast<FinishReason>(std::min(finishReason, last));
  const Bill bill{inputTokens, outputTokens};
  return answerOf(slot->session->reply(run, number, text(length), finish, bill));
}

int32_t Engine::blockRoom(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto room = slot->session->blockRoom(run);
  return room ? saturated(static_cast<uint64_t>(*room)) : failure(room.error());
}

int32_t Engine::offerBlocks(uint32_t session, uint32_t run, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const auto next = slot->session->offerBlocks(run, text(length));
  const std::vector<uint32_t> leftOut = slot->session->blocksLeftOut(run);
  output_.clear();
  output_.word(static_cast<uint32_t>(leftOut.size()));
  for (const uint32_t index : leftOut) output_.word(index);
  return answerOf(next);
}

int32_t Engine::records(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return answer(slot->session->recordsJson(run));
}

int32_t Engine::rewind(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto done = slot->session->rewind(run);
  return done ? int32_t{*done} : failure(done.error());
}

int32_t Engine::editRecord(uint32_t session, uint32_t run, uint32_t record, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const auto edited = slot->session->editRecord(run, record, text(length));
  if (!edited) return failure(edited.error());
  output_.clear();
  output_.word(static_cast<uint32_t>(std::clamp<int64_t>(edited->room, 0, INT32_MAX)));
  return static_cast<int32_t>(edited->outcome);
}

int32_t Engine::pin(uint32_t session, uint32_t length, uint32_t on) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const std::string_view pinned = text(length);
  return (on != 0 ? slot->session->pin(pinned) : slot->session->unpin(pinned)) ? 1 : 0;
}

int32_t Engine::pins(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return answer(slot->session->pinsJson());
}

int32_t Engine::giveUp(uint32_t session, uint32_t run, uint32_t number, uint32_t why) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto last = static_cast<uint32_t>(GiveUp::kAborted);
  return answerOf(slot->session->giveUp(run, number, static_cast<GiveUp>(std::min(why, last))));
}

int32_t Engine::lastVerdict(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return static_cast<int32_t>(slot->session->lastVerdict());
}

int32_t Engine::postpone(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  return answerOf(slot->session->postpone(run));
}

int32_t Engine::awaited(uint32_t session) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const std::span<const Job> rewrites = slot->session->awaited();
  output_.clear();
  output_.word(static_cast<uint32_t>(rewrites.size()));
  for (const Job& job : rewrites) {
    output_.word(job.firstMessage);
    output_.word(job.lastMessage);
    output_.word(job.late ? 1 : 0);
    output_.word(static_cast<uint32_t>(job.requests.size()));
    for (const uint64_t id : job.requests) output_.fingerprint(id);
  }
  return 0;
}

int32_t Engine::flushRequest(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto request = slot->session->flushRequest(run);
  if (!request) return failure(request.error());
  output_.clear();
  wire::encode(output_, **request);
  return 0;
}

int32_t Engine::flushed(uint32_t session, uint32_t run, uint32_t length) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const std::string reply = text::wellFormed(text(length));
  output_.clear();
  output_.word(isSilent(reply) ? 1 : 0);
  output_.text(shortened(slot->session->withoutSecrets(reply), kMostToldUnits));
  return answerOf(slot->session->flushed(run));
}

int32_t Engine::beginText(uint32_t session, uint32_t run, uint32_t last, uint32_t records) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  slot->reader.reset();
  const auto first = slot->session->beginText(run, last, records != 0);
  return first ? static_cast<int32_t>(*first) : failure(first.error());
}

int32_t Engine::endText(uint32_t session, uint32_t maxUnits) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto written = slot->session->endText(maxUnits);
  return written ? answer(*written) : failure(written.error());
}

int32_t Engine::view(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  const auto found = slot->session->run(run);
  if (!found) return failure(found.error());
  if ((*found)->fault() != ViewFault::kNone) return failure(ErrorCode::kInvalidView);
  output_.clear();
  wire::encode(output_, **found, slot->session->decisions());
  return 0;
}

int32_t Engine::report(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  return slot == nullptr ? failure(ErrorCode::kUnknownHandle)
                         : answer(slot->session->reportJson(run));
}

int32_t Engine::explain(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  return slot == nullptr ? failure(ErrorCode::kUnknownHandle)
                         : answer(slot->session->explainJson(run));
}

int32_t Engine::repairs(uint32_t session, uint32_t run) {
  Slot* slot = find(session);
  return slot == nullptr ? failure(ErrorCode::kUnknownHandle)
                         : answer(slot->session->repairsJson(run));
}

int32_t Engine::totals(uint32_t session) {
  Slot* slot = find(session);
  return slot == nullptr ? failure(ErrorCode::kUnknownHandle) : answer(slot->session->totalsJson());
}

int32_t Engine::budget(uint32_t session, uint32_t contextWindow, uint32_t modelMaxOutput) {
  Slot* slot = find(session);
  if (slot == nullptr) return failure(ErrorCode::kUnknownHandle);
  StepInput input;
  input.contextWindow = contextWindow;
  input.modelMaxOutput = modelMaxOutput;
  const Budget budget = slot->session->budgetOf(input);
  output_.clear();
  output_.word(static_cast<uint32_t>(budget.total));
  output_.word(static_cast<uint32_t>(budget.hostOverhead));
  return 0;
}

int32_t Engine::lookupModel(uint32_t length) {
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  output_.clear();
  output_.word(length == 0 ? 0 : static_cast<uint32_t>(text::hashOf(text(length))) | 1U);
  const FamilyChoice choice = familyOf(text(length));
  output_.word(numberOf(choice));
  output_.word(std::to_underlying(mediaRuleOf(text(length), choice.family)));
  return 0;
}

int32_t Engine::checkPattern(uint32_t length) {
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  const std::string_view given = text(length);
  const size_t line = std::min(given.find('\n'), given.size());
  const std::string_view pattern = given.substr(std::min(line + 1, given.size()));
  const auto added = RedactionRules().add(given.substr(0, line), pattern);
  if (added) return 1;
  answer(added.error());
  return 0;
}

int32_t Engine::redactedText(uint32_t length, uint32_t patterns) {
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  std::string_view left = text(length);
  const auto next = [&left] {
    const size_t end = std::min(left.find('\0'), left.size());
    const std::string_view taken = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    return taken;
  };
  RedactionRules rules;
  for (uint32_t i = 0; i < std::min<uint32_t>(patterns, RedactionRules::kMostOwn); ++i) {
    const std::string_view name = next();
    // One that is refused was told when the options were checked.
    static_cast<void>(rules.add(name, next()));
  }
  return answer(redacted(left, rules));
}

int32_t Engine::mediaRule(uint32_t length, uint32_t family) {
  if (length > buffer_.size()) return failure(ErrorCode::kCapacity);
  if (family >= kFamilies) return failure(ErrorCode::kInvalidOptions);
  return std::to_underlying(mediaRuleOf(text(length), static_cast<Family>(family)));
}

int32_t Engine::envelope(uint32_t family) {
  if (family >= kFamilies) return failure(ErrorCode::kInvalidOptions);
  const Envelope& envelope = envelopeOf(static_cast<Family>(family));
  output_.clear();
  for (const uint32_t tokens :
       {envelope.message, envelope.tool, envelope.tools, envelope.request}) {
    output_.word(tokens);
  }
  return 0;
}

int32_t Engine::abortedText() { return answer(kAbortedText); }

}  // namespace epitome
