/// Which messages are never split from one another, and what a provider would refuse in the host's
/// own transcript. Decides units, answers, and the repairs a view needs; refuses to know budgets,
/// folds and texts.
///
/// A unit is one user or system message, or an assistant message with the tool messages that follow
/// it. Neighbouring assistant messages belong together while a call of theirs waits for its result,
/// and so does everything between a provider-executed call and a result in a later message, and
/// between a request for approval and its response. Within a unit, assistant messages and the tool
/// messages right behind them are a block: providers want the answers there. A result that does not
/// stand in its call's block is moved there (late), a second one is dropped (duplicate), and so is
/// one without a call (orphan).
///
/// A client's call waits for its result as long as nothing but tool and system messages stands
/// behind its block. A word of the user or another block of the assistant ends that: no provider
/// takes the call unanswered from there on, and the view answers it as aborted. So does the result
/// of a call in a later message of its block. A call that only its provider could answer goes with
/// the next user message. Other calls that still wait at the end are legal and left alone. A
/// request for approval shows with its call, and a response with its request when no user or system
/// message came between.
///
/// A block shows one call and one result an id, as most providers want it. Of calls, that is the
/// first, or one that stands nearer to the results where a message of it says more. Of results, it
/// is the first that tells something, and of two in their place the longer; where calls of one id
/// ask for different things, results are theirs in order.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "text/hash.h"
#include "transcript/transcript.h"

namespace epitome {

inline constexpr uint32_t kNone = 0xFFFF'FFFF;

/// What becomes of a part in the view before any edit.
enum class PartFate : uint8_t {
  kShown = 0,
  /// A result that is shown behind its call instead.
  kMoved,
  kOrphanResult,
  kDuplicateResult,
  kOrphanApproval,
  /// A provider-executed call that never got its result: only its provider could answer it.
  kProviderCall,
  /// Another call of its block shows under its id.
  kRepeatedCall,
  /// A text of white space, or reasoning that is all there is to its message: without a signature,
  /// or one that leads nowhere.
  kSaysNothing,
};

enum class UnitKind : uint8_t {
  /// A user, system or unknown message.
  kHost = 0,
  kAssistant = 1,
  /// Tool messages that follow no assistant message.
  kStray = 2,
};

/// Messages [begin, end) of a transcript.
struct MessageSpan {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const { return end - begin; }
  bool holds(uint32_t message) const { return message >= begin && message < end; }
  bool operator==(const MessageSpan&) const = default;
};

/// Messages [begin, end) of the transcript.
struct Unit {
  uint32_t begin = 0;
  uint32_t end = 0;
  UnitKind kind = UnitKind::kHost;
  Role role = Role::kOther;
  /// Client calls that wait for a result.
  uint32_t openCalls = 0;
  /// It ends with words of the user in a tool message.
  bool asks = false;
  /// A result of it is shown elsewhere than the host has it.
  bool moved = false;
  /// A message of it is `kPinned`, `kPriority`.
  bool pinned = false;
  bool priority = false;
};

/// A part of a message; no part when `message` is kNone.
struct PartRef {
  uint32_t message = kNone;
  uint32_t part = 0;

  bool operator==(const PartRef&) const = default;
};

/// One call of an assistant message.
struct Call {
  uint64_t id = 0;
  uint32_t message = 0;
  uint32_t part = 0;
  /// Where its result is: kNone while there is none.
  uint32_t answerMessage = kNone;
  uint32_t answerPart = 0;
  bool providerExecuted = false;
  /// The result is shown behind the call though the host has it elsewhere.
  bool moved = false;
  /// The conversation went on before any result came.
  bool aborted = false;
  /// The next call of its block with the same id; kNone when there is none.
  uint32_t repeat = kNone;
};

/// Fingerprint of a result: of its call and its text.
inline uint64_t resultPrint(const PartFacts& result) {
  return text::combine(result.callId, result.textHash);
}

class Units {
 public:
  /// Takes in the messages that the transcript has got since the last call.
  void extend(const Transcript& transcript);

  uint32_t size() const { return static_cast<uint32_t>(units_.size()); }
  const Unit& operator[](uint32_t unit) const { return units_[unit]; }
  /// Index of the unit that holds a message.
  uint32_t of(uint32_t message) const;

  PartFate fate(uint32_t message, uint32_t part) const;
  /// What a part makes no sense without: the call of a result or of a request for approval, the
  /// request of a response.
  PartRef asked(uint32_t message, uint32_t part) const;
  /// Calls of an assistant message, in the order of its parts.
  std::span<const Call> callsOf(uint32_t message) const;
  /// The newest call with an id; null when there is none.
  const Call* callOf(uint64_t id) const;
  /// The oldest call whose result has this print: the same one whatever comes later, though hosts
  /// use ids again. Null when there is none.
  const Call* answered(uint64_t print) const;

  /// The unit's calls wait for results and nothing of the conversation came after it.
  bool open(uint32_t unit) const;
  /// That unit, and the first message of it with such a call; kNone when nothing is open.
  uint32_t openUnit() const;
  uint32_t openMessage() const;
  /// The newest user messages that begin before `message`, with what the host put between them and
  /// no assistant message among them; empty when there are none.
  MessageSpan requestBefore(uint32_t message) const;
  /// The current request: the newest of all, however far the assistant has got with it.
  MessageSpan currentRequest() const { return requestBefore(seen_); }
  /// First unit of the latest request, the user messages that no assistant message has answered yet
  /// and what the host put between them; size() when there is none.
  uint32_t requestUnit() const;

  /// The newest unit that a user wrote: what the assistant thought before it is finished. 0 when
  /// there is none.
  uint32_t turnUnit() const { return turnUnit_; }

  /// The user has been asked to allow a call, and has not answered.
  bool awaitsApproval() const { return !approvals_.empty(); }

  /// First message whose appearance the last `extend` changed though it was known before; kNone
  /// when only new messages were added.
  uint32_t firstChanged() const { return firstChanged_; }
  /// The new messages of the last `extend` show exactly as the host has them.
  bool plainExtension() const { return plain_; }

  /// Behind the last system or user message before the first assistant message.
  uint32_t openingEnd() const { return openingEnd_; }
  /// Leading system messages.
  uint32_t systemEnd() const { return systemEnd_; }

 private:
  void takeAssistant(const Transcript& transcript, uint32_t message);
  void takeTool(const Transcript& transcript, uint32_t message);
  void takeHost(const Transcript& transcript, uint32_t message);
  /// Makes one unit of `from` and all that follow it.
  void mergeFrom(uint32_t from);
  void answer(const Transcript& transcript, uint32_t call, uint32_t message, uint32_t part,
              bool moved);
  /// The call waits again.
  void takeBack(uint32_t call);
  /// No result is expected for the call any more.
  void abort(uint32_t call);
  /// The same for all of them that have none, and forgets the list.
  void abortAll(std::vector<uint32_t>& calls);
  /// Those of the block that stand in messages before `answered`, one of whose calls has its
  /// result.
  void endPassedCalls(uint32_t answered);
  /// Another call shows in its stead, which has no result.
  void retire(uint32_t call);
  /// Results with its id are for the call from now on, or for the one of its block that shows.
  /// `brings`: its message says more than the block, and may show instead.
  void name(const Transcript& transcript, uint32_t call, bool brings);
  /// A client call under an id that the current block has.
  bool inBlock(const PartFacts& part) const;
  /// The call of a request for approval gave way to another with its id.
  bool repeated(PartRef request) const;
  /// Takes out what the assistant's last messages before `end` thought when the turn ends in
  /// thoughts: an aborted reply. Its provider refuses such a thought without what it led to, and
  /// nothing is left of the message for another one.
  void leaveThoughts(const Transcript& transcript, uint32_t end);
  void setFate(uint32_t message, uint32_t part, PartFate fate);
  void changed(uint32_t message);

  std::vector<Unit> units_;
  /// User messages between two assistant messages; `requestBefore` tells what belongs to them.
  std::vector<MessageSpan> requests_;
  bool requestGoesOn_ = false;
  /// Fates of all parts, indexed like the transcript's parts: first index of each message, then one
  /// byte a part.
  std::vector<uint32_t> fateBegin_;
  std::vector<PartFate> fates_;
  std::vector<PartRef> asked_;
  std::vector<Call> calls_;
  std::vector<uint32_t> callBegin_;
  /// What an id stands for: of the calls of one block the one that shows, the one that the next
  /// result belongs to, and the newest. Looked up, never iterated.
  struct Named {
    uint32_t shown = 0;
    uint32_t next = 0;
    uint32_t newest = 0;
  };
  std::map<uint64_t, Named> callById_;
  /// Calls by the prints of their results. Looked up, never iterated.
  std::map<uint64_t, uint32_t> answered_;
  /// Requests for approval since the last user or system message that have no response yet.
  std::map<uint64_t, PartRef> approvals_;
  /// Results that came before any call with their id.
  std::map<uint64_t, std::pair<uint32_t, uint32_t>> early_;
  /// Client calls of the last block, and provider-executed ones since the last user message: those
  /// without a result are aborted by what comes next.
  std::vector<uint32_t> clientCalls_;
  /// Of these, so many at the front wait no more.
  size_t passed_ = 0;
  std::vector<uint32_t> providerCalls_;
  /// Newest unit of an assistant or user message; kNone before the first.
  uint32_t lastConversation_ = kNone;
  uint32_t turnUnit_ = 0;
  /// First message of the current block.
  uint32_t blockBegin_ = 0;
  uint32_t seen_ = 0;
  uint32_t known_ = 0;
  uint32_t firstChanged_ = kNone;
  bool plain_ = true;
  bool opening_ = true;
  bool leading_ = true;
  uint32_t openingEnd_ = 0;
  uint32_t systemEnd_ = 0;
};

}  // namespace epitome
