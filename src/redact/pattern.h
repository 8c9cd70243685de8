/// Shapes of secrets, written in a small language, and the one matcher. Decides what a pattern
/// means and which ones are refused; refuses to know whose secrets they are.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "redact/chars.h"

namespace epitome::redact {

class Pattern;
/// Patterns that others call by a letter.
using Parts = std::array<Pattern, 26>;

/// What can be seen of a text, and what a match marks in it.
struct Sight {
  std::string_view text;
  const Parts* parts = nullptr;
  /// Behind the last of these bytes a match may be cut short by the text's end or by points.
  size_t mayBeCut = SIZE_MAX;
  /// The match looked behind the text's end.
  bool beyond = false;
  size_t from = std::string_view::npos;
  size_t to = std::string_view::npos;

  bool isIn(size_t at, const CharSet& set) {
    if (at < text.size()) return set.has(text[at]);
    beyond = true;
    return false;
  }
};

/// Classes and single characters, each as often as its range says:
///
///     acme_[A-Za-z0-9]{24,}    key-[0-9a-f]{32}    SG.[A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}
///
/// `[a-z0-9_-]` is one of these characters; `{n}`, `{n,m}`, `{n,}` and `+` say how many; `\` takes
/// the next character as it is; every other character, the point too, stands for itself. Each class
/// takes as many characters as it can and gives none back, so matching is linear.
///
/// Rules of our own say more: `(a|b)` the first that fits, never the next one; `?` and `*`; `&a`
/// and
/// `!a` what must or must not follow; `<a>` marks the secret; `[^a]`; `\w` letters and digits, `\d`
/// digits, `\h` lower-case hexadecimal digits, `\s` spaces and line ends, `\p` what signs beyond
/// ASCII begin with, `\u` all beyond it, `\c` spaces and control characters, `\e` escape; `%A` the
/// part of that letter, `%q` a string in quotes, whose inside is marked, `%w` a word of a wallet's
/// seed.
class Pattern {
 public:
  /// Longest match of a host's pattern, ASCII characters; a last class without an upper end goes
  /// on.
  static constexpr uint32_t kLongest = 768;
  static constexpr size_t kNone = std::string_view::npos;
  /// Of a last class without an upper end, characters more than needed that are looked at.
  static constexpr uint32_t kTelling = 64;

  /// Where the match that begins at `at` ends, or kNone.
  size_t match(Sight& sight, size_t at) const { return run(sight, 0, ops_.size(), at); }
  bool empty() const { return ops_.empty(); }
  /// The class at the end that goes on without an upper end, or null; a pattern of it alone.
  const CharSet* open() const;
  Pattern rest() const;
  /// The class that ends the pattern could have taken `c` too.
  bool endsAmid(char c) const;
  /// What the first characters are in, by their index from 0 on; all where that is not known.
  CharSet first(size_t index) const;

  /// A host's pattern, its literal start moved into `prefix`; or what is wrong with it, in English.
  /// Refused: fewer than `leastPrefix` literal characters in front; characters that are not
  /// printable ASCII, and `[`, which markers begin with; negated classes; a class without an upper
  /// end anywhere but at the end; one of varying length before a step that could take its
  /// characters; more than kLongest characters.
  static std::expected<Pattern, std::string> ofHost(std::string_view text, size_t leastPrefix,
                                                    std::string& prefix);
  /// A pattern of our own.
  static std::expected<Pattern, std::string> ofRule(std::string_view text);

 private:
  friend struct PatternReader;
  enum class Kind : uint8_t {
    kSet,
    kGroup,
    kBranch,
    kAnd,
    kNot,
    kOpen,
    kClose,
    kPart,
    kQuoted,
    kSeed
  };
  struct Op {
    Kind kind = Kind::kSet;
    /// Of a set its index, of a part its letter's.
    uint16_t index = 0;
    uint32_t least = 1;
    uint32_t most = 1;
    /// The op behind it and what it holds.
    uint32_t next = 0;
    /// Of a set: what follows belongs to it as long as it fits.
    bool open = false;
  };

  size_t run(Sight& sight, size_t op, size_t end, size_t at) const;
  size_t choose(Sight& sight, const Op& group, size_t op, size_t at) const;
  size_t repeat(Sight& sight, size_t op, size_t at) const;
  /// Why a host cannot have it behind a literal of that length; empty for nothing.
  std::string faultOf(size_t prefix) const;

  std::vector<Op> ops_;
  std::vector<CharSet> sets_;
};

}  // namespace epitome::redact
