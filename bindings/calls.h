/// The functions behind calls.def, one for each. What they take says how a number is read: a Slot
/// or a Session is found by its handle, a text or Bytes are so many in the buffer. What they return
/// is the answer; a text, a list or what wire.h lays out is the output. engine.cc does both.
#pragma once

#include <algorithm>
#include <expected>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "engine.h"
#include "summary/shape.h"
#include "text/hash.h"
#include "tokens/envelope.h"
#include "tokens/family.h"
#include "tokens/media.h"

namespace epitome {

/// Of an agent's words in an event, UTF-16 code units.
inline constexpr uint64_t kMostToldUnits = 2'000;

inline int32_t saturated(uint64_t tokens) {
  return static_cast<int32_t>(std::min<uint64_t>(tokens, std::numeric_limits<int32_t>::max()));
}

/// The last value of an enumeration stands for all beyond it.
template <typename Enum>
Enum clamped(uint32_t number, Enum last) {
  return static_cast<Enum>(std::min(number, static_cast<uint32_t>(last)));
}

inline uint64_t sumOfParts(const Transcript& transcript, uint32_t PartFacts::* tokens) {
  uint64_t sum = 0;
  for (uint32_t m = 0; m < transcript.size(); ++m) {
    for (const PartFacts& part : transcript.parts(m)) sum += part.*tokens;
  }
  return sum;
}

inline StepInput inputOf(uint32_t contextWindow, uint32_t modelMaxOutput) {
  StepInput input;
  input.contextWindow = contextWindow;
  input.modelMaxOutput = modelMaxOutput;
  return input;
}

using Bytes = std::span<const uint8_t>;

struct Engine::Calls {
  Engine& engine;
  wire::Encoder& out;

  std::expected<uint32_t, ErrorCode> openSession(std::string_view json) {
    const auto options = parseOptions(json);
    if (!options) return std::unexpected(options.error());
    engine.sessions_.try_emplace(engine.nextSession_, *options);
    return engine.nextSession_++;
  }
  std::expected<void, ErrorCode> closeSession(uint32_t session) {
    if (engine.sessions_.erase(session) == 0) return std::unexpected(ErrorCode::kUnknownHandle);
    return {};
  }
  std::expected<void, ErrorCode> feedState(Slot& slot, std::string_view piece) {
    if (slot.state.size() + piece.size() > kMostReadStateBytes) {
      slot.state = std::string();
      return std::unexpected(ErrorCode::kCapacity);
    }
    slot.state += piece;
    return {};
  }
  auto restoreSession(Slot& slot, std::string_view last) {
    std::string state = std::exchange(slot.state, std::string());
    state += last;
    return slot.session.restore(state);
  }
  auto snapshotSession(Session& session) { return session.snapshot(); }
  auto meter(Session& session) { return session.meter(); }

  std::expected<void, ErrorCode> feed(Slot& slot, uint32_t run, Bytes records) {
    if (run == 0) return slot.intake.decode(records, slot.session.intake());
    const auto reader = run == kForText ? slot.session.textReader() : slot.session.reader(run);
    if (!reader) return std::unexpected(reader.error());
    return slot.reader.decode(records, **reader);
  }
  auto stagedTokens(Session& session) {
    const Transcript& staged = session.staged();
    uint64_t tokens = sumOfParts(staged, &PartFacts::tokens);
    for (uint32_t m = 0; m < staged.size(); ++m) tokens += staged[m].envelope;
    return saturated(tokens);
  }
  auto stagedTextTokens(Session& session) {
    return saturated(sumOfParts(session.staged(), &PartFacts::textTokens));
  }
  void dropStaged(Slot& slot) {
    slot.session.dropStaged();
    slot.intake.reset();
  }

  std::expected<uint32_t, ErrorCode> attach(Slot& slot) {
    if (slot.intake.inMessage()) return std::unexpected(ErrorCode::kOutOfOrder);
    const Attached attached = slot.session.attach();
    wire::encode(out, attached);
    return attached.run;
  }
  std::expected<void, ErrorCode> append(Slot& slot, uint32_t run) {
    if (slot.intake.inMessage()) return std::unexpected(ErrorCode::kOutOfOrder);
    return slot.session.append(run);
  }
  auto sameMessage(Session& session, uint32_t run, uint32_t index) {
    return session.same(run, index);
  }
  void releaseRun(Session& session, uint32_t run) { session.release(run); }

  void countBy(Session& session, uint32_t family, uint32_t media, uint32_t contextWindow,
               uint32_t modelMaxOutput) {
    const auto rule = static_cast<MediaRule>(std::min(media, kMediaRuleCount - 1U));
    session.countBy({choiceOf(family).family, rule});
    session.limitUnseen(inputOf(contextWindow, modelMaxOutput));
  }
  auto step(Session& session, uint32_t run, uint32_t contextWindow, uint32_t modelMaxOutput,
            uint32_t requestImages, uint32_t model, uint32_t family, uint32_t billedInput,
            uint32_t billedOutput, double now, uint32_t flags) {
    StepInput input = inputOf(contextWindow, modelMaxOutput);
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
    return session.step(run, input);
  }
  auto foldBefore(Session& session, uint32_t run, uint32_t message) {
    return session.foldBefore(run, message);
  }
  std::expected<void, ErrorCode> readList(Slot& slot, uint32_t run) {
    const auto messages = slot.session.toRead(run);
    if (!messages) return std::unexpected(messages.error());
    slot.reader.reset();
    out.word(static_cast<uint32_t>(messages->size()));
    for (const ToRead& one : *messages) {
      out.word(one.message);
      out.word(one.clean ? 1 : 0);
    }
    return {};
  }
  auto readDone(Session& session, uint32_t run) { return session.readDone(run); }
  std::expected<void, ErrorCode> pending(Session& session, uint32_t run) {
    const auto numbers = session.pending(run);
    if (!numbers) return std::unexpected(numbers.error());
    out.word(static_cast<uint32_t>(numbers->size()));
    for (const uint32_t number : *numbers) {
      out.word(number);
      out.fingerprint(idOf(**session.request(run, number)));
    }
    return {};
  }
  auto request(Session& session, uint32_t run, uint32_t number) {
    return session.request(run, number);
  }
  void progress(Session& session, uint32_t run) {
    const Progress progress = session.progress(run);
    out.word(progress.done);
    out.word(progress.total);
  }
  auto reply(Session& session, uint32_t run, uint32_t number, std::string_view text,
             uint32_t finishReason, uint32_t inputTokens, uint32_t outputTokens) {
    return session.reply(run, number, text, clamped(finishReason, FinishReason::kChecked),
                         {inputTokens, outputTokens});
  }
  std::expected<int32_t, ErrorCode> blockRoom(Session& session, uint32_t run) {
    const auto room = session.blockRoom(run);
    if (!room) return std::unexpected(room.error());
    return saturated(static_cast<uint64_t>(*room));
  }
  auto offerBlocks(Session& session, uint32_t run, std::string_view json) {
    const auto next = session.offerBlocks(run, json);
    out.words(session.blocksLeftOut(run));
    return next;
  }
  auto giveUp(Session& session, uint32_t run, uint32_t number, uint32_t why) {
    return session.giveUp(run, number, clamped(why, GiveUp::kAborted));
  }
  auto lastVerdict(Session& session) { return session.lastVerdict(); }
  auto postpone(Session& session, uint32_t run) { return session.postpone(run); }
  void awaited(Session& session) {
    const std::span<const Job> rewrites = session.awaited();
    out.word(static_cast<uint32_t>(rewrites.size()));
    for (const Job& job : rewrites) {
      out.word(job.firstMessage);
      out.word(job.lastMessage);
      out.word(job.late ? 1 : 0);
      out.word(static_cast<uint32_t>(job.requests.size()));
      for (const uint64_t id : job.requests) out.fingerprint(id);
    }
  }
  auto records(Session& session, uint32_t run) { return session.recordsJson(run); }
  auto rewind(Session& session, uint32_t run) { return session.rewind(run); }
  std::expected<EditOutcome, ErrorCode> editRecord(Session& session, uint32_t run, uint32_t record,
                                                   std::string_view text) {
    const auto edited = session.editRecord(run, record, text);
    if (!edited) return std::unexpected(edited.error());
    out.word(static_cast<uint32_t>(std::clamp<int64_t>(edited->room, 0, INT32_MAX)));
    return edited->outcome;
  }
  auto pin(Session& session, std::string_view pinned, uint32_t on) {
    return on != 0 ? session.pin(pinned) : session.unpin(pinned);
  }
  auto pins(Session& session) { return session.pinsJson(); }

  auto turnRequest(Session& session, uint32_t run) { return session.turnRequest(run); }
  auto instruct(Session& session, uint32_t run, std::string_view told) {
    return session.instruct(run, text::wellFormed(told));
  }
  auto turnDone(Session& session, uint32_t run, std::string_view told, uint32_t putsOff) {
    const std::string reply = text::wellFormed(told);
    out.word(isSilent(reply) ? 1 : 0);
    out.text(shortened(reply, kMostToldUnits));
    return session.turnDone(run, putsOff != 0);
  }

  auto beginText(Slot& slot, uint32_t run, uint32_t last, uint32_t records) {
    slot.reader.reset();
    return slot.session.beginText(run, last, records != 0);
  }
  auto endText(Session& session, uint32_t maxUnits) { return session.endText(maxUnits); }

  std::expected<void, ErrorCode> view(Session& session, uint32_t run) {
    const auto found = session.run(run);
    if (!found) return std::unexpected(found.error());
    if ((*found)->fault() != ViewFault::kNone) return std::unexpected(ErrorCode::kInvalidView);
    wire::encode(out, **found, session.decisions());
    return {};
  }
  auto report(Session& session, uint32_t run) { return session.reportJson(run); }
  auto explain(Session& session, uint32_t run) { return session.explainJson(run); }
  auto repairs(Session& session, uint32_t run) { return session.repairsJson(run); }
  auto totals(Session& session) { return session.totalsJson(); }
  void sizes(Session& session) {
    const Totals& totals = session.totals();
    for (const int64_t tokens : {totals.viewTokens, totals.hostOverhead, totals.budget}) {
      out.word(static_cast<uint32_t>(saturated(static_cast<uint64_t>(tokens))));
    }
  }
  void budget(Session& session, uint32_t contextWindow, uint32_t modelMaxOutput) {
    const Budget budget = session.budgetOf(inputOf(contextWindow, modelMaxOutput));
    out.word(static_cast<uint32_t>(budget.total));
    out.word(static_cast<uint32_t>(budget.hostOverhead));
  }

  void lookupModel(std::string_view id) {
    const FamilyChoice choice = familyOf(id);
    out.word(id.empty() ? 0 : static_cast<uint32_t>(text::hashOf(id)) | 1U);
    out.word(numberOf(choice));
    out.word(std::to_underlying(mediaRuleOf(id, choice.family)));
  }
  std::expected<MediaRule, ErrorCode> mediaRule(std::string_view id, uint32_t family) {
    if (family >= kFamilies) return std::unexpected(ErrorCode::kInvalidOptions);
    return mediaRuleOf(id, static_cast<Family>(family));
  }
  std::expected<void, ErrorCode> envelope(uint32_t family) {
    if (family >= kFamilies) return std::unexpected(ErrorCode::kInvalidOptions);
    const Envelope& envelope = envelopeOf(static_cast<Family>(family));
    out.word(envelope.message);
    out.word(envelope.tool);
    out.word(envelope.tools);
    out.word(envelope.request);
    return {};
  }
  auto abortedText() { return kAbortedText; }
};

}  // namespace epitome
