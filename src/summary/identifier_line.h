/// What the words of one line are. Decides where a word begins and ends, and splits those that are
/// nothing once more; refuses to know where the line came from.
#pragma once

#include <cstdint>
#include <string_view>

#include "summary/identifiers.h"

namespace epitome {

/// Longest word that can be an identifier, bytes.
inline constexpr size_t kMostWordBytes = 1024;

/// A character that no word holds, whatever its kind.
constexpr bool isWordBorder(char c) {
  return static_cast<uint8_t>(c) <= ' ' || c == '\x7F' ||
         std::string_view("\"'`<>|{}[]();,=!?&^*+%\\").find(c) != std::string_view::npos;
}

/// The identifiers of a line whose first byte is at `offset` of its text. Linear for words of
/// bounded length.
void findInLine(std::string_view line, uint64_t offset, IdentifierSink& sink);

}  // namespace epitome
