/// What a range names, how often and by whom, what a name is worth, and what a reply may not
/// invent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/voice.h"
#include "summary/identifier_set.h"
#include "summary/identifiers.h"
#include "text/json_values.h"

namespace epitome {

/// What one message adds to the use of a name that it has. What an agent passes to its tools it
/// needs again more often than what it tells, and what only a tool printed hardly ever: of the
/// names that agents went on to use in recorded and generated sessions, a list ranked by these
/// holds 5 to 25 of 100 more than one ranked by plain counts.
///
/// It counts less in a crowd: names that a text tells by the hundred are needed less often than the
/// only one of another. `crowd` is how many the text tells.
uint32_t useBy(Voice voice, uint64_t crowd);

/// Something named. Texts are one line of well-formed UTF-8.
struct Name {
  IdentifierKind kind = IdentifierKind::kPath;
  std::string text;
  /// Sixteenths.
  uint32_t use = 0;
  /// Latest message that has it, counted from 1.
  uint32_t message = 0;
  /// Where the name stands for several that only tools printed and that differ in a number, an id
  /// or a time: how many there are at the least, and the latest of them; 0 for a single name.
  uint32_t alike = 0;
  std::string latest = {};

  bool operator==(const Name&) const = default;
};

/// As a record tells it.
std::string toldName(const Name& name);

/// Worth of a use that lies back: what is older than a few steps fades with the root of its age.
uint64_t worthOf(uint64_t use, uint32_t message, uint32_t now);

/// An identifier of a prose that occurs nowhere in what was read: bytes [begin, end) of the prose.
struct Invention {
  IdentifierKind kind = IdentifierKind::kPath;
  uint64_t begin = 0;
  uint64_t end = 0;

  bool operator==(const Invention&) const = default;
};

/// Collects names while texts pass by, oldest first. Memory is bounded: 4,096 names, of which the
/// least used leave, and the set of what occurred. Names that only tools printed and that differ in
/// a number, an id or a time are one name from the eighth on, so that rows of a log push out
/// nothing else. Linear in the texts, and n log n in names.
class Facts final : private IdentifierSink, private text::JsonValues {
 public:
  static constexpr size_t kMostNames = 4096;

  /// A text of the message with this number (from 1) begins, or goes on after another one ended.
  /// `json`: what its values name counts, the names of their members do not.
  void begin(Voice voice, uint32_t message, bool json);
  /// A piece of it, UTF-8.
  void text(std::string_view piece);
  void end();
  /// A whole value that the message passes to a tool: a city, a status, a code. At most 48 bytes.
  void value(std::string_view utf8, uint32_t message);

  /// Without it nothing can be said of inventions, and texts are read faster.
  void remembers(bool on) { remembers_ = on; }
  /// A text whose identifiers occurred, though none of them is a name of the range: an earlier
  /// summary.
  void know(std::string_view utf8) { read_.add(utf8); }

  /// In the order of their texts' fingerprints.
  std::vector<Name> names() const;
  /// Paths, addresses, hashes, versions and sure numbers of a prose that occur nowhere in what was
  /// read. Ascending and disjoint. A path counts as read when its folder is and the rest of it was
  /// named by itself, as listings do: two halves of other paths are no path.
  std::vector<Invention> inventedIn(std::string_view prose) const;
  /// The text names for sure something that was read.
  bool wasNamed(std::string_view text) const;

 private:
  struct Candidate {
    IdentifierKind kind = IdentifierKind::kPath;
    std::string text;
    /// Sixteenths.
    uint32_t use = 0;
    uint32_t message = 0;
    /// Bit set of those who named it in that message.
    uint8_t voices = 0;
    bool onlyTools = true;
    uint32_t alike = 0;
    std::string latest;
  };

  void identifier(const Identifier& found) override;
  void open(bool) override {}
  void close() override {}
  void piece(bool name, std::string_view utf8) override;
  void end(bool name) override;
  /// The key of what the name is told as. True where the message had not said it by this voice.
  std::pair<uint64_t, bool> add(IdentifierKind kind, std::string_view text, Voice voice,
                                uint32_t message);
  /// The key of its series, or its own where there are too few such names.
  uint64_t seriesOf(IdentifierKind kind, std::string_view text, uint64_t key);
  /// Gives those that the running text names their use.
  void settle();
  void evict();

  IdentifierReader reader_{*this};
  IdentifierSet read_;
  /// By fingerprint.
  std::map<uint64_t, Candidate> candidates_;
  /// By pattern the keys of names that only tools printed, while they are few.
  std::map<uint64_t, std::vector<uint64_t>> alike_;
  /// Those of series.
  KeySet members_;
  /// What the running text names so far, and the keys of those that have no use from it yet.
  uint64_t crowd_ = 0;
  std::vector<uint64_t> named_;
  Voice voice_ = Voice::kTool;
  uint32_t message_ = 0;
  bool remembers_ = true;
  bool json_ = false;
  /// Nothing of the text has come yet.
  bool begins_ = false;
  text::JsonStream stream_;
  /// Of the running member.
  std::string member_;
};

}  // namespace epitome
