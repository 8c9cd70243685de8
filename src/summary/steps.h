/// What happened in a range, message by message, as lines. Decides what a line says of a message
/// and of a tool call; refuses to know how many lines there is room for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "summary/exchange.h"
#include "summary/notes.h"

namespace epitome {

/// One message. The user's are not steps.
struct Step {
  uint32_t message = 0;
  /// What the assistant said to end its turn: no calls in it, and the user's turn behind it. On one
  /// line, as far as the notes hold it; empty in all other steps.
  std::string report;
  /// The sentence that says most, where it concludes something; else empty.
  std::string finding;
  /// A line each for the sentence that says most and for its calls, each call with its outcome;
  /// equal calls are one line with their number.
  std::string full;
  /// All of it in one line, what was said first.
  std::string brief;
  /// Both in UTF-16 code units, line breaks included.
  uint64_t fullUnits = 0;
  uint64_t briefUnits = 0;
};

class Steps {
 public:
  /// The notes must outlive the object.
  explicit Steps(std::span<const NotedMessage> messages);

  /// Oldest first.
  const std::vector<Step>& steps() const { return steps_; }
  /// Position of the user's last message, counted from 1; 0: there is none.
  uint32_t latestRequest() const { return latestRequest_; }
  /// The assistant's last text on one line, as far as the notes hold it; empty when there is none
  /// or its step says it whole.
  const std::string& lastText() const { return lastText_; }
  /// Of the boxes that the assistant drew last, those that are open, in one line.
  const std::string& openBoxes() const { return openBoxes_; }

 private:
  struct Call {
    std::string name;
    std::string input;
    std::string briefest;
    std::string outcome;
    bool failed = false;
    uint32_t times = 1;
  };
  void readMessage(uint32_t index);
  void readText(const NotedMessage& message, const NotedPart& part);
  void readCall(PartRef at);
  void readOther(PartRef at);
  void addStep(uint32_t index);
  bool endsTurn(uint32_t index) const;

  std::span<const NotedMessage> messages_;
  Exchanges exchanges_;
  std::vector<Step> steps_;
  uint32_t latestRequest_ = 0;
  std::string lastText_;
  std::string openBoxes_;

  // Of the running message.
  std::vector<std::string> sentences_;
  std::string finding_;
  std::vector<Call> calls_;
};

}  // namespace epitome
