/// The engine as numbers: handles, lengths and codes in, codes out; texts and tables travel through
/// one buffer. Every handle is checked. Emscripten is not needed here, so fuzzing can run it
/// natively.
///
/// Every function answers 0 or more, or minus an ErrorCode. `length` is the number of bytes that
/// the caller has written into the buffer. What a function has to tell beyond its number is in the
/// output until the next call.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"
#include "wire.h"

namespace epitome {

/// Longer strings cross in pieces: memory stays small whatever arrives.
inline constexpr uint32_t kBufferBytes = 131'072;

enum StepFlag : uint32_t {
  kManualStep = 1,
  kFinalStep = 2,
  kResumingStep = 4,
  kBilledLate = 8,
  kKeepsThoughts = 16,
  /// The host set the window, or nobody did.
  kStatedWindow = 32,
  kAssumedWindow = 64,
  /// As in `StepInput`.
  kManyAreSmall = 128,
  kBilledBefore = 256,
};

/// In the place of a run: messages for a text that `beginText` began.
inline constexpr uint32_t kForText = UINT32_MAX;

class Engine {
 public:
  Engine() : buffer_(kBufferBytes) {}

  std::span<uint8_t> buffer() { return buffer_; }
  std::span<const uint8_t> output() const { return output_.bytes(); }

  /// Options as JSON text in the buffer. Answers a session handle.
  int32_t openSession(uint32_t length);
  int32_t closeSession(uint32_t session);
  /// A piece of a saved state that is longer than the buffer; others follow. kCapacity for one that
  /// no session has saved.
  int32_t feedState(uint32_t session, uint32_t length);
  /// The last piece of a saved state, a JSON text, in the buffer: all of it, where none came
  /// before.
  int32_t restoreSession(uint32_t session, uint32_t length);
  /// Output: the state as JSON text.
  int32_t snapshotSession(uint32_t session);

  /// Records in the buffer: new messages with `run` 0, those of a text with kForText, else texts
  /// that the run wants to read.
  int32_t feed(uint32_t session, uint32_t run, uint32_t length);
  /// Tokens of the messages fed and not yet taken.
  int32_t stagedTokens(uint32_t session);
  /// The same, of their texts alone.
  int32_t stagedTextTokens(uint32_t session);
  int32_t dropStaged(uint32_t session);

  /// Output: how the staged array was matched. Answers the run's number.
  int32_t attach(uint32_t session);
  int32_t append(uint32_t session, uint32_t run);
  /// 1 when the one staged message equals the run's message `index`.
  int32_t sameMessage(uint32_t session, uint32_t run, uint32_t index);
  int32_t releaseRun(uint32_t session, uint32_t run);

  /// What the session counts by from now on, `family` and `media` as `lookupModel` tells them; of
  /// no effect once an array was attached, here or in the session that its state is of. Media of
  /// unknown size are held against the window of the step that they come in with.
  int32_t countBy(uint32_t session, uint32_t family, uint32_t media, uint32_t contextWindow,
                  uint32_t modelMaxOutput);
  /// The next step of the run, a manual one, folds what stands before this message, and nothing
  /// else.
  int32_t foldBefore(uint32_t session, uint32_t run, uint32_t message);
  /// Answers a Next. Token counts; 0 where unknown. `requestImages`: 0 for any number. `model` and
  /// `family` as `lookupModel` tells them; `now` in milliseconds, 0 where the host does not say;
  /// `flags` a set of StepFlag.
  int32_t step(uint32_t session, uint32_t run, uint32_t contextWindow, uint32_t modelMaxOutput,
               uint32_t requestImages, uint32_t model, uint32_t family, uint32_t billedInput,
               uint32_t billedOutput, double now, uint32_t flags);
  /// Output: [n, n x message index].
  int32_t readList(uint32_t session, uint32_t run);
  int32_t readDone(uint32_t session, uint32_t run);
  /// Output: [n, n x (number, id low, id high)], the summary requests that wait for a reply. An id
  /// stands for what is asked: the same request has it at another time, too.
  int32_t pending(uint32_t session, uint32_t run);
  /// Output: the summary request of that number.
  int32_t request(uint32_t session, uint32_t run, uint32_t number);
  /// Output: [done, total], records of the rewrite under way; [0, 0] when there is none.
  int32_t progress(uint32_t session, uint32_t run);
  /// The reply to it in the buffer. Answers a Next; the verdict is `lastVerdict`.
  /// The tokens are those of the call that wrote it; 0 where unknown, or given before.
  int32_t reply(uint32_t session, uint32_t run, uint32_t number, uint32_t length,
                uint32_t finishReason, uint32_t inputTokens, uint32_t outputTokens);
  /// Answers the tokens that the texts of the blocks asked for may have together, as estimated.
  int32_t blockRoom(uint32_t session, uint32_t run);
  /// The host's blocks as JSON text in the buffer. Output: [n, n x index], those that had no room.
  /// Answers a Next.
  int32_t offerBlocks(uint32_t session, uint32_t run, uint32_t length);
  int32_t giveUp(uint32_t session, uint32_t run, uint32_t number, uint32_t why);
  int32_t lastVerdict(uint32_t session);
  /// The step goes on without the replies. Answers a Next.
  int32_t postpone(uint32_t session, uint32_t run);
  /// Output: [rewrites, then of each: first message, last message, 1 where it is late, n, n x
  /// (id low, id high)], the requests that have to be answered for postponed rewrites to be taken
  /// up.
  int32_t awaited(uint32_t session);
  /// Output: the records kept of a run's messages, as a JSON array.
  int32_t records(uint32_t session, uint32_t run);
  /// Answers 1 where a record was taken back, 0 where there is none to take back.
  int32_t rewind(uint32_t session, uint32_t run);
  /// The text in the buffer takes the place of the view's record `record`, counted from the oldest.
  /// Output: [room], where it has none. Answers an EditOutcome.
  int32_t editRecord(uint32_t session, uint32_t run, uint32_t record, uint32_t length);
  /// Pins the text in the buffer, or takes it off (`on` is 0). Answers 1 where that changed what is
  /// pinned.
  int32_t pin(uint32_t session, uint32_t length, uint32_t on);
  /// Output: what is pinned as a JSON array of texts.
  int32_t pins(uint32_t session);

  /// Output: the request for a flush.
  int32_t flushRequest(uint32_t session, uint32_t run);
  /// What the agent replied in the buffer. Output: [silent, the reply as it may be told]. Answers a
  /// Next.
  int32_t flushed(uint32_t session, uint32_t run, uint32_t length);

  /// Answers the first of the messages to feed as kForText; `records` is 1 where the view's records
  /// come before them.
  int32_t beginText(uint32_t session, uint32_t run, uint32_t last, uint32_t records);
  /// Output: the text, at most so many UTF-16 code units.
  int32_t endText(uint32_t session, uint32_t maxUnits);

  /// Output: the view.
  int32_t view(uint32_t session, uint32_t run);
  /// Output: JSON texts; empty where there is nothing to tell.
  int32_t report(uint32_t session, uint32_t run);
  int32_t explain(uint32_t session, uint32_t run);
  int32_t repairs(uint32_t session, uint32_t run);
  int32_t totals(uint32_t session);
  /// Output: [total, overhead], tokens: what messages may have in a window by the session's
  /// options.
  int32_t budget(uint32_t session, uint32_t contextWindow, uint32_t modelMaxOutput);

  /// A model id in the buffer. Output: [model, family, media], `model` being a fingerprint of the
  /// id and `family` a choice of one as `numberOf` tells it.
  int32_t lookupModel(uint32_t length);
  /// A name, a line break and a pattern in the buffer. Answers 1 where redaction can use them;
  /// otherwise the output says in English what is wrong.
  int32_t checkPattern(uint32_t length);
  /// A text in the buffer, and before it the host's own patterns: names and patterns, each ended by
  /// a zero byte, `patterns` of each. Output: the text without secrets.
  int32_t redactedText(uint32_t length, uint32_t patterns);
  /// A model id in the buffer. Answers the rule that its images and files are priced by, and its
  /// family's for an id that no rule names.
  int32_t mediaRule(uint32_t length, uint32_t family);
  /// Output: [message, tool, tools, request], tokens of a family's envelopes.
  int32_t envelope(uint32_t family);
  /// Output: the text that answers an aborted call.
  int32_t abortedText();

 private:
  struct Slot {
    std::unique_ptr<Session> session;
    /// The pieces of a saved state so far.
    std::string state;
    wire::Decoder intake;
    wire::Decoder reader;
  };

  Slot* find(uint32_t session);
  std::string_view text(uint32_t length) const;
  int32_t answer(std::string_view text);

  std::vector<uint8_t> buffer_;
  wire::Encoder output_;
  std::map<uint32_t, Slot> sessions_;
  uint32_t nextSession_ = 1;
};

}  // namespace epitome
