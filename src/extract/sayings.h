/// Sentences and lines worth keeping: what the assistant concluded, what tools reported. Decides by
/// what a sentence names and does how much it says; refuses to know how many there is room for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extract/failures.h"
#include "transcript/message.h"

namespace epitome {

/// One of them, whole. One line of well-formed UTF-8, at most 400 bytes.
struct Saying {
  /// Counted from 1.
  uint32_t message = 0;
  std::string text;
  /// How much it says.
  uint32_t points = 0;
  /// The user message that it answers, where it is how a turn ended; otherwise 0.
  uint32_t request = 0;

  bool operator==(const Saying&) const = default;
};

/// What a line that tells of a failure has beside its own points: more than any other has.
inline constexpr uint32_t kFailurePoints = 128;

/// Reads a range as it passes by, oldest message first. Linear; memory is bounded by 512 sayings of
/// each and two texts of 64 KB; of longer ones failures are read to their end.
class SayingsReader {
 public:
  /// A message begins, whether or not it is of the range. One that is not the next, and one of the
  /// user, end a turn.
  void beginMessage(Role role, uint32_t message);
  void begin(Role role, PartKind kind, uint16_t flags, uint32_t message);
  void text(std::string_view utf8);
  /// The part ends.
  void end();
  /// The message ends; in one that `calls` tools the assistant goes on.
  void endMessage(bool calls);

  /// What the assistant said, oldest first, and what tools did. The reader starts anew.
  std::vector<Saying> takeSaid();
  std::vector<Saying> takePrinted();

 private:
  enum class Place : uint8_t { kNone, kAssistant, kTool };

  void readSentences();
  void readLines();
  /// The last words of a turn are told, however little they name.
  void endTurn();
  /// Of a whole result, whatever its length.
  void readFailures();

  Place place_ = Place::kNone;
  bool json_ = false;
  uint32_t message_ = 0;
  std::string text_;
  std::vector<Saying> said_;
  std::vector<Saying> printed_;
  FailureReader failures_;
  /// Lines by their patterns: what comes again with other numbers says little.
  std::map<uint64_t, uint32_t> shapes_;
  /// Of `said_`, where the running message begins.
  size_t saidBefore_ = 0;
  /// The newest message that began, and the newest of the user.
  uint32_t newest_ = 0;
  uint32_t request_ = 0;
  /// What the assistant said since its last call, in one message.
  std::string ending_;
  uint32_t endingMessage_ = 0;
};

/// What a sentence of a user says.
struct WordsWorth {
  /// The more limits, names and numbers, the more points.
  uint32_t points = 0;
  /// It says how things are to be, not what is the case: no figure of the day is in it.
  bool instructs = false;
};
WordsWorth worthOfWords(std::string_view sentence);

/// A result that tells that the user refused the call, as harnesses put it. The words that it
/// quotes are a tool's, whatever it says.
bool toldAsRefused(std::string_view result);

/// It is a line of a program or of its output rather than a sentence.
bool isProgramText(std::string_view line);

/// Without the marks of lists, headings and emphasis around it.
std::string_view bareSentence(std::string_view sentence);

}  // namespace epitome
