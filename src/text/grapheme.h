/// Where a text may be cut between two code points without splitting what a reader sees as one
/// character. Decides that after Unicode's rules for grapheme clusters (UAX 29), on the safe side:
/// cuts that the rules allow may be refused; refuses to know what a cut is for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace epitome::text {

/// Reads a text code point by code point. Memory is O(1).
class GraphemeBreaks {
 public:
  /// So many code points after the last safe cut any cut is safe: nobody reads such a cluster, and
  /// one of a million marks must not carry a cut along.
  static constexpr uint32_t kLongest = 64;

  /// Whether a cut right before `code`, the next code point of the text, is safe. At the start of a
  /// text it is.
  bool next(uint32_t code);

  /// The same for the first code point of a run of plain ones (plainRun), which the text goes on
  /// with. Cuts between the code points of the run are safe.
  bool nextPlain(std::string_view run);

 private:
  bool cut(bool joined);

  bool start_ = true;
  /// What stands right before joins whatever follows.
  bool joinsNext_ = false;
  bool afterReturn_ = false;
  /// A mark that links consonants stands there, and only marks since.
  bool linking_ = false;
  /// An odd number of flag letters stands right before.
  bool halfFlag_ = false;
  /// Code points since the last safe cut.
  uint32_t length_ = 0;
};

/// Bytes at the start of `utf8` that are code points which join neither what is before nor what is
/// behind them, but for what `GraphemeBreaks` remembers: most of what people write without marks. A
/// carriage return is none.
size_t plainRun(std::string_view utf8);

/// Length in bytes of the longest prefix with at most `maxUnits` UTF-16 code units that ends at a
/// safe cut. Looks back no further than twice kLongest code points from there, so a run of more
/// flags than that may be cut amid one.
size_t graphemePrefix(std::string_view utf8, uint64_t maxUnits);

/// Byte offset where the longest suffix with at most `maxUnits` UTF-16 code units starts, at a safe
/// cut.
size_t graphemeSuffix(std::string_view utf8, uint64_t maxUnits);

}  // namespace epitome::text
