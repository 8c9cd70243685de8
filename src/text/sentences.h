/// Where a sentence ends. Decides by marks of punctuation and line breaks in any script; refuses to
/// know what a sentence says.
#pragma once

#include <cstddef>
#include <string_view>

namespace epitome::text {

/// Takes sentences off a text one after another. Linear. A sentence ends behind `.`, `!`, `?` and
/// their like before white space, behind those of scripts without spaces anywhere, and at a line
/// break. A point behind a number or a single letter at a line's beginning numbers an item.
class Sentences {
 public:
  explicit Sentences(std::string_view text) : rest_(text) {}

  /// The next one without white space around it, never empty. False at the end.
  bool next(std::string_view& sentence);

 private:
  std::string_view rest_;
};

}  // namespace epitome::text
