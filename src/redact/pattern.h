/// Shapes of secrets, written in a small language. Decides what a pattern means and which ones are
/// refused; refuses to know whose secrets they are.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "redact/chars.h"

namespace epitome::redact {

/// A literal, then classes and single characters, each as often as its range says:
///
///     acme_[A-Za-z0-9]{24,}    key-[0-9a-f]{32}    SG.[A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}
///
/// `[a-z0-9_-]` is one of these characters; `{n}`, `{n,m}`, `{n,}` and `+` say how many; `\` takes
/// the next character as it is; every other character, the point too, stands for itself. Each class
/// takes as many characters as it can and gives none back, so matching is linear.
struct Pattern {
  /// Longest match that is looked for, ASCII characters; a last class without an upper end goes on.
  static constexpr uint32_t kLongest = 768;
  static constexpr uint32_t kTelling = 64;
  static constexpr uint32_t kUnbounded = UINT32_MAX;

  struct Step {
    CharSet set;
    uint32_t least = 1;
    uint32_t most = 1;
  };

  std::string prefix;
  std::vector<Step> steps;

  /// Bytes at the start of `ahead` that match, 0 for none. What follows is not in the last class,
  /// but where that has no upper end: of such a one, only kTelling characters more than needed are
  /// looked at. `orPart`: also a match that the end of `ahead`, or points in place of its rest, cut
  /// short behind that many characters after the literal; 0 for none such.
  size_t match(std::string_view ahead, size_t orPart = 0) const;
  /// A letter or digit follows the match of `length` that does not belong to it.
  bool stopsInWord(std::string_view ahead, size_t length) const;
  /// Goes on as long as its last class does.
  bool open() const { return !steps.empty() && steps.back().most == kUnbounded; }
  /// What a match can have as its first character (0), its second, its third.
  CharSet at(size_t index) const;
};

/// The pattern, or what is wrong with it, in English. Refused: fewer than `leastPrefix` literal
/// characters in front; characters that are not printable ASCII, and `[`, which markers begin with;
/// negated classes; a class without an upper end anywhere but at the end; one of varying length
/// before a step that could take its characters; more than kLongest characters.
std::expected<Pattern, std::string> parsePattern(std::string_view text, size_t leastPrefix);

}  // namespace epitome::redact
