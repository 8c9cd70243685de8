/// What the words of one line are. Decides where a word begins and ends, and splits those that are
/// nothing once more; refuses to know where the line came from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "summary/identifiers.h"

namespace epitome {

/// Longest word that can be an identifier, bytes.
inline constexpr size_t kMostWordBytes = 1024;

/// By character: every one of a text is looked up.
inline constexpr std::array<bool, 256> kWordBorders = [] {
  std::array<bool, 256> borders{};
  for (size_t c = 0; c <= ' '; ++c) borders[c] = true;
  for (const char c : std::string_view("\x7F\"'`<>|{}[]();,=!?&^*+%\\")) {
    borders[static_cast<uint8_t>(c)] = true;
  }
  return borders;
}();

/// A character that no word holds, whatever its kind.
constexpr bool isWordBorder(char c) { return kWordBorders[static_cast<uint8_t>(c)]; }

/// The identifiers of a line whose first byte is at `offset` of its text. Linear for words of
/// bounded length.
void findInLine(std::string_view line, uint64_t offset, IdentifierSink& sink);

}  // namespace epitome
