/// Which sentence of a text says most to somebody who has to go on: a cause, a decision, what is
/// left, rather than what is about to be looked at. Decides by the words of such sentences; refuses
/// to know who wrote them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

struct TellingSentence {
  /// On one line.
  std::string text;
  /// It concludes something; others only say what happens.
  bool concludes = false;
};

/// The first of the most telling ones; empty for a text without any. In languages whose phrases
/// it does not know, the first sentence. Linear.
TellingSentence tellingSentence(std::string_view text);

/// The text without its code fences and what stands in them.
std::string withoutFences(std::string_view text);

/// Lines with an open box ("- [ ] write the docs"), each on one line without the box.
std::string openBoxes(std::string_view text, uint64_t maxUnits);

}  // namespace epitome
