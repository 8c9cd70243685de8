/// The memory flush: before messages are folded, the agent gets one chance to save what it wants to
/// keep. Decides what its host is told about them; refuses to know how a turn is run and what a
/// memory is.
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

struct FlushRequest {
  /// Messages that the next fold would take, ascending, counted from 0.
  std::vector<uint32_t> messages;
  /// What they are, by the engine's counter.
  int64_t tokens = 0;
  /// The weightiest first.
  std::vector<Name> facts;
  /// The user message of the agent's turn.
  std::string prompt;
};

/// Reads the messages of a request for their facts.
class FlushReader final : public MessageSink {
 public:
  /// `firstNumber` is the place in the conversation, from 1, of the transcript's message 0.
  FlushReader(std::vector<uint32_t> messages, int64_t tokens, uint32_t firstNumber);

  const std::vector<uint32_t>& messages() const { return request_.messages; }
  /// All of them have passed by.
  bool complete() const { return next_ == request_.messages.size(); }

  void beginMessage(Role role, uint16_t flags) override;
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override;

  FlushRequest take(Family family);

 private:
  void endText();

  FlushRequest request_;
  uint32_t firstNumber_;
  size_t next_ = 0;
  Role role_ = Role::kOther;
  bool reads_ = false;
  Facts facts_;
};

/// The reply of the agent's turn is for nobody.
bool isSilent(std::string_view reply);

}  // namespace epitome
