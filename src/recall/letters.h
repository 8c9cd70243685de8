/// What a code point is to a search, and how it is compared. Decides which code points make words;
/// refuses to know words.
#pragma once

#include <cstdint>

namespace epitome::recall {

enum class Letter : uint8_t {
  /// Ends words: spaces, punctuation, symbols, what is not well-formed.
  kNone,
  kLower,
  kUpper,
  kDigit,
  /// A letter of a script without two cases whose words have spaces between them.
  kOther,
  /// A character of a script that writes without spaces.
  kDense,
  /// An accent that stands behind its letter.
  kMark,
};

/// A code point as it is compared: lower case, no accent, no width.
struct Folded {
  Letter letter = Letter::kNone;
  uint32_t code = 0;
};

Folded folded(uint32_t code);

}  // namespace epitome::recall
