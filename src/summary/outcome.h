/// What a tool's result says of its call. Structure decides before words: the error flag of the
/// host's dialect, an exit status, members such as `success` and `error`; then the first sentences.
/// What says neither has no outcome: nothing is claimed of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "summary/members.h"
#include "summary/run_output.h"

namespace epitome {

enum class Outcome : uint8_t { kUnsaid, kDone, kFailed };

/// What a call is for, which says how its result is to be read.
enum class Aim : uint8_t {
  /// To change something: the result tells how that went.
  kActs,
  /// To see something: the result is what was asked for, whatever it tells of.
  kLooks,
  /// To run a command, which may do either.
  kRuns,
};

struct Asked {
  Aim aim = Aim::kActs;
  /// Its name; of what runs the command.
  std::string_view tool;
  /// An exit status of 1 is an answer: nothing was found, or there is a difference.
  bool asks = false;
};

/// Reads one result that passes by in pieces, without the headings that a harness puts before it.
/// Linear; memory is O(1).
class ResultReader {
 public:
  void update(std::string_view utf8);
  /// Call at the end. `failed` is the error flag of the host's dialect.
  void finish(bool failed);

  Outcome outcome(const Asked& asked) const;
  /// In its own words how the call went, one line; empty where it says nothing for a reader.
  std::string words() const;
  /// The last line that says that the command's work was undone or left out; empty where none does.
  /// `sure`: all of it.
  std::string undone(std::string_view command, bool& sure) const;
  /// Nothing stands in it.
  bool empty() const { return bytes_ == 0; }
  const RunOutput& run() const { return run_; }

 private:
  void take(std::string_view utf8);
  Outcome ofStatus(const Asked& asked) const;

  RunOutput run_;
  MembersReader members_;
  /// The line that the result begins with, while it may be a heading.
  std::string opening_;
  bool begun_ = false;
  std::string head_;
  std::string tail_;
  uint64_t bytes_ = 0;
  bool more_ = false;
  bool failed_ = false;
};

/// What the members of a result say.
Outcome outcomeOfMembers(const std::vector<Member>& members, const Asked& asked);

/// What the first sentences of a text say, of which `more` stands behind `head`.
Outcome outcomeOfWords(std::string_view head, bool more, const Asked& asked);

/// The line says that what a command was to do did not come about, or was undone: not where the
/// command asks for just that.
bool tellsUndone(std::string_view line, std::string_view command, bool& sure);

}  // namespace epitome
