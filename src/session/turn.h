/// The host's turn before messages are folded: its agent gets one chance to save what it wants to
/// keep (the memory flush), and each fold is announced to a host that may want to put it off.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "summary/facts.h"

namespace epitome {

/// Room for the facts of a request, tokens.
inline constexpr uint32_t kFlushFactTokens = 600;

struct TurnRequest {
  /// Messages that the next fold would take, ascending, counted from 0.
  std::vector<uint32_t> messages;
  /// What they are, by the engine's counter.
  int64_t tokens = 0;
  /// The weightiest first.
  std::vector<Name> facts;
  /// The user message of the agent's turn.
  std::string prompt;
  /// The agent is to save what it wants to keep.
  bool flushes = false;
  /// The fold is made now, unless the host puts it off.
  bool announces = false;
  /// It can be put off: the view can be sent as it is.
  bool fits = false;
};

/// Reads the messages of a request for their facts.
class TurnReader final : public MessageSink {
 public:
  /// Of a request that knows all but facts and prompt. `firstNumber` is the place in the
  /// conversation, from 1, of the transcript's message 0.
  TurnReader(TurnRequest request, uint32_t firstNumber);

  const std::vector<uint32_t>& messages() const { return request_.messages; }
  /// All of them have passed by.
  bool complete() const { return next_ == request_.messages.size(); }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  TurnRequest take(Family family);

 private:
  void endText();

  TurnRequest request_;
  uint32_t firstNumber_;
  size_t next_ = 0;
  Role role_ = Role::kOther;
  bool reads_ = false;
  Facts facts_;
};

/// The reply of the agent's turn is for nobody.
bool isSilent(std::string_view reply);

}  // namespace epitome
