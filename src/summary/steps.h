/// What happened in a range, message by message, as lines. Decides what a line says of a message
/// and of a tool call; refuses to know how many lines there is room for.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "summary/exchange.h"
#include "summary/mentions.h"
#include "summary/notes.h"

namespace epitome {

/// One message. The user's are not steps.
struct Step {
  /// A line each for its first sentence and for its calls, each call with its outcome; equal calls
  /// are one line with their number.
  std::string full;
  /// All of it in one line, the calls first.
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
  /// "read 12 (1 failed)", most used first.
  std::vector<std::string> tools() const;
  /// Latest first.
  std::vector<std::string> files() const { return mentions_.latestFirst(); }
  /// The assistant's last text on one line, as far as the notes hold it; empty when there is none
  /// or its step says it whole.
  const std::string& lastText() const { return lastText_; }

 private:
  struct Call {
    std::string name;
    std::string input;
    std::string briefest;
    std::string outcome;
    bool failed = false;
    uint32_t times = 1;
  };
  struct Tally {
    uint32_t calls = 0;
    uint32_t failed = 0;
  };

  void readMessage(uint32_t index);
  void readText(const NotedMessage& message, const NotedPart& part);
  void readCall(PartRef at);
  void readOther(PartRef at);
  void addStep(uint32_t number);

  std::span<const NotedMessage> messages_;
  Exchanges exchanges_;
  std::vector<Step> steps_;
  std::map<std::string, Tally> tally_;
  Mentions mentions_;
  std::string lastText_;

  // Of the running message.
  std::vector<std::string> sentences_;
  std::vector<Call> calls_;
};

}  // namespace epitome
