/// Reads the newest calls on the agent's list and their results, and finds the list that holds: of
/// the newest call that its tool accepted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/todo_list.h"
#include "transcript/message.h"
#include "transcript/units.h"

namespace epitome {

/// A list longer than this is shortened, bytes of JSON text.
inline constexpr size_t kMostKeptBytes = 8'000;

/// An answered call of a tool for the agent's list.
struct PlanCall {
  PartRef call;
  PartRef result;
  /// The view shows it all the same.
  bool stays = false;

  bool operator==(const PlanCall&) const = default;
};

/// What stands behind the segments of the agent's list.
struct AgentPlan {
  /// A call of those that were read holds it; else what stood there goes on to.
  bool found = false;
  /// Empty where the view shows the call itself.
  FittedList list;
};

class PlanReader final : public MessageSink {
 public:
  /// Newest first.
  explicit PlanReader(std::vector<PlanCall> calls);

  /// The message that comes next.
  void at(uint32_t message) { at_ = {message, kNone}; }
  void beginMessage(Role, uint16_t) override {}
  void beginPart(PartKind kind, uint16_t flags, const MediaFacts& media) override;
  void fieldPiece(Field field, std::string_view utf8) override;
  void endMessage() override {}

  AgentPlan take();

 private:
  struct Read {
    std::string tool;
    std::string input;
    std::string result;
  };

  std::vector<PlanCall> calls_;
  std::vector<Read> reads_;
  PartRef at_;
  /// Of the part that passes by: where its name and its text go; null for any other.
  std::string* name_ = nullptr;
  std::string* text_ = nullptr;
};

}  // namespace epitome
