/// Secrets in a text that passes by in pieces, each replaced by a short marker. Decides which
/// shapes, names and numbers are secrets; refuses to know where the text comes from and goes to.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redact/pattern.h"
#include "redact/place.h"

namespace epitome {

/// What counts as a secret by its shape: the known providers' keys and patterns of the host's own.
/// Immutable while a Redactor uses it; one serves any number of them.
class RedactionRules {
 public:
  static constexpr size_t kMostOwn = 64;
  /// Literal characters that a pattern of the host's own begins with, at the least.
  static constexpr size_t kLeastPrefix = 3;

  RedactionRules();

  /// Also replaces what matches `pattern` (see redact::Pattern) by `[redacted: name]`. An error
  /// says in English what is wrong: a name other than 1 to 40 of a-z, 0-9 and dashes, a pattern
  /// that is refused, more than kMostOwn patterns.
  std::expected<void, std::string> add(std::string_view name, std::string_view pattern);

  /// The secret whose shape begins at the place.
  std::optional<redact::Found> shapeAt(const redact::Place& place) const;

  /// What may be found at a character: bits of Look. kInWord: also amid a word.
  enum Look : uint8_t { kNothing = 0, kWord = 1, kInWord = 2, kNameEnd = 4 };
  uint8_t looksAt(char c) const { return looks_[static_cast<uint8_t>(c)]; }
  /// Whether a shape or another sign of a secret can begin with these two characters.
  bool canBegin(char first, char second) const {
    const auto next = static_cast<uint8_t>(second);
    return (pairs_[static_cast<uint8_t>(first)][next / 64] >> (next & 63U) & 1U) != 0;
  }

  /// Whether a shape can begin with these three, of which the first is a letter.
  bool canBegin(char first, char second, char third) const {
    const uint32_t slot = slotOf(first, second, third);
    return (triples_[slot / 64] >> (slot & 63U) & 1U) != 0;
  }

 private:
  static uint32_t slotOf(char first, char second, char third) {
    return (static_cast<uint8_t>(first) * 613U + static_cast<uint8_t>(second) * 8219U +
            static_cast<uint8_t>(third) * 53U) &
           0xFFFFU;
  }

  struct Shape {
    std::string kind;
    redact::Pattern pattern;
    uint8_t flags = 0;
    bool own = false;
    redact::CharSet second = {};
  };

  void insert(Shape shape);
  void addStart(char first, const redact::CharSet& second, const redact::CharSet& third);

  std::vector<Shape> shapes_;
  /// Shapes by the character that they begin with, in their order.
  std::array<std::vector<uint16_t>, 128> byFirst_;
  /// For each character, which may follow where a secret or its sign begins.
  std::array<std::array<uint64_t, 4>, 256> pairs_{};
  std::array<uint64_t, 1024> triples_{};
  std::array<uint8_t, 256> looks_{};
  size_t own_ = 0;
};

struct RedactionCount {
  std::string kind;
  uint64_t count = 0;
  bool operator==(const RedactionCount&) const = default;
};

/// Adds counts to others, both by kind in alphabetical order.
void addCounts(std::vector<RedactionCount>& counts, const std::vector<RedactionCount>& more);

/// Replaces secrets by `[redacted: kind]`. Linear in time; memory is O(1) beside the outcome, and
/// the outcome does not depend on how the text was cut into pieces. Bytes that are no secret stay
/// as they are, ill-formed UTF-8 too, but for colour codes inside of one. A text that was redacted
/// stays as it is. Of a piece, the last kilobyte is held back until more or the end comes; code
/// points are not split by that.
class Redactor {
 public:
  /// `rules` must outlive the redactor.
  explicit Redactor(const RedactionRules& rules);

  /// Appends to `out` what is decided.
  void update(std::string_view piece, std::string& out);
  /// At the end of the text: appends the rest and starts anew. Counts go on.
  void finish(std::string& out);

  /// Secrets replaced so far, by kind in the kinds' alphabetical order; none with zero.
  const std::vector<RedactionCount>& counts() const { return counts_; }

 private:
  enum class Mode : uint8_t { kPlain, kTail, kKeyBlock };
  /// A code that colours text: what is looked through has none.
  struct Code {
    size_t at = 0;
    std::string text;
  };

  void take(std::string_view raw, bool last);
  void process(size_t limit, std::string& out);
  void scan(size_t limit, std::string& out);
  void skipPlain(size_t limit);
  bool decideAt(std::string& out);
  std::optional<redact::Found> findAt(size_t at) const;
  std::optional<redact::Found> findSign(size_t at) const;
  std::optional<redact::Found> findBehind(size_t at, size_t skipped, bool line) const;
  size_t markerLength(size_t at) const;
  void replace(const redact::Found& found, std::string& out);
  void skipTail(size_t limit);
  void skipKeyBlock(size_t limit);
  void flush(std::string& out, bool codeToo);
  void drop();
  void forget();
  redact::Place around(size_t at) const;
  void count(std::string_view kind);

  const RedactionRules* rules_;
  std::string window_;
  /// The codes that stood in the window, and bytes that may be the start of one.
  std::vector<Code> codes_;
  std::string partOfCode_;
  /// Decided up to here.
  size_t at_ = 0;
  /// Decided, but not passed on, from here; codes too.
  size_t from_ = 0;
  size_t code_ = 0;
  /// End of the last marker: nothing looks back beyond it.
  size_t floor_ = 0;
  bool fromStart_ = true;
  Mode mode_ = Mode::kPlain;
  /// A secret that begins further on, at `awaitedAt_`: what is before it may hold others.
  std::optional<redact::Found> awaited_;
  size_t awaitedAt_ = 0;
  redact::CharSet tail_;
  bool keyRun_ = false;
  bool keyBegun_ = false;
  /// The last marker stands for an access key, whose secret may follow.
  bool afterAccessKey_ = false;
  std::vector<RedactionCount> counts_;
};

/// `text` with its secrets replaced, which `counts` gains. Without rules it stays as it is.
std::string redacted(std::string_view text, const RedactionRules* rules,
                     std::vector<RedactionCount>& counts);
/// `text` with its secrets replaced.
std::string redacted(std::string_view text, const RedactionRules& rules);

}  // namespace epitome
