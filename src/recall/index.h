/// A search over messages by BM25. Decides scores, order, what filters mean and what is found of a
/// message; refuses to keep texts, which whoever asks has.
///
/// A message's text is found by its passages of about 100 words each, so that a long output is
/// neither drowned by its length nor returned whole. A message counts by its best passage, and a
/// little by the others. The same messages in the same order give the same scores on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "recall/postings.h"
#include "recall/terms.h"

namespace epitome::recall {

struct MessageInfo {
  /// Place in the transcript, counted from 1.
  uint32_t position = 0;
  /// Compaction that archived it.
  uint32_t round = 0;
  /// Milliseconds since 1970.
  double at = 0;
  /// A number of the caller's, below 32.
  uint8_t role = 0;
};

/// What a search is limited to; all bounds are inclusive.
struct Filter {
  /// Bit N allows role N.
  uint32_t roles = 0xFFFF'FFFF;
  /// Key of a tool's name, by `toolKey`: parts of its calls and results alone.
  std::optional<uint32_t> tool;
  uint32_t firstPosition = 0;
  uint32_t lastPosition = 0xFFFF'FFFF;
  uint32_t firstRound = 0;
  uint32_t lastRound = 0xFFFF'FFFF;
  /// Milliseconds since 1970.
  double from = 0;
  double to = 1e300;
};

struct Hit {
  /// Number of the message, in the order in which they were added, from 0.
  uint32_t message = 0;
  /// Part of it, in the order in which they were begun, from 0.
  uint32_t part = 0;
  /// The passage in the part's text, UTF-16 code units.
  uint32_t from = 0;
  uint32_t to = 0;
  double score = 0;
};

/// A range of a text, UTF-16 code units.
struct Window {
  uint32_t from = 0;
  uint32_t to = 0;
};

/// A tool's name as a filter has it; 0 for a part that is none of a tool.
uint32_t toolKey(std::string_view name);

class Index {
 public:
  /// Most words of a message that it is found by.
  static constexpr uint32_t kMostWords = 1U << 18;

  explicit Index(size_t mostBytes) : mostBytes_(mostBytes) {}

  /// Begins the next message; false when the index is full and takes no more.
  bool beginMessage(const MessageInfo& info);
  /// Begins its next part: what `addText` adds belongs to it.
  void beginPart(uint32_t tool);
  /// Adds to the part's text. A word that goes on in the next piece counts as two.
  void addText(std::string_view utf8);
  /// The message is complete, and can be found.
  void endMessage();

  /// The best messages, the best first; of equal ones the newest. Linear in the lists of the
  /// query's terms and in the number of passages.
  std::vector<Hit> search(std::string_view query, const Filter& filter, uint32_t limit);

  /// The part of `utf8` that says the most about the query, of at most `mostUnits` UTF-16 code
  /// units, as offsets in these. Its ends may split a surrogate pair.
  Window excerpt(std::string_view query, std::string_view utf8, uint32_t mostUnits) const;

  uint32_t messages() const { return static_cast<uint32_t>(messages_.size()); }
  /// Of memory in use.
  size_t bytes() const;

 private:
  struct Passage {
    uint32_t message = 0;
    uint32_t part = 0;
    uint32_t from = 0;
    uint32_t to = 0;
    uint32_t tool = 0;
    uint32_t words = 0;
  };

  void openPassage(uint32_t from);
  void closePassage();
  /// The query's terms, each once, ascending.
  static std::vector<uint32_t> keysOf(std::string_view query);
  double rarity(uint32_t key) const;
  bool allows(const Filter& filter, const Passage& passage) const;

  size_t mostBytes_;
  std::vector<MessageInfo> messages_;
  std::vector<Passage> passages_;
  Postings postings_;
  /// Of all passages together.
  uint64_t words_ = 0;

  /// The passage under way; the first of a part begins with it.
  bool isFirst_ = true;
  bool isOpen_ = false;
  Passage open_;
  std::vector<uint32_t> keys_;
  bool hasPart_ = false;
  uint32_t part_ = 0;
  uint32_t tool_ = 0;
  /// Length of the part's text so far, UTF-16 code units.
  uint32_t units_ = 0;
  uint32_t wordsOfMessage_ = 0;
  std::vector<Term> terms_;
};

}  // namespace epitome::recall
