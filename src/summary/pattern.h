/// What texts have in common that differ in a number, an id or a time only. Decides which parts of
/// a text vary; refuses to know how many such texts there are.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

struct Pattern {
  /// A fingerprint of what does not vary.
  uint64_t print = 0;
  /// There are numbers or ids in it.
  bool varies = false;
};

/// Digits vary, and of a word with digits all of it where it looks like an id: hexadecimal, or
/// letters with digits between them. Linear.
Pattern patternOf(std::string_view text);

}  // namespace epitome
