/// Where sentences end, and the pieces of a Markdown text that can be left out one by one: the
/// sentences of a paragraph or list item, a heading, the row of a table, a line of code. Decides
/// where a piece begins and ends; refuses to know why one is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome::text {

/// Behind the sentence that `at` is in: its marks, what closes it and the white space. A line break
/// alone ends none. Linear.
size_t sentenceEnd(std::string_view text, size_t at);

/// The line begins or ends a block of code.
inline bool isFence(std::string_view line) {
  return line.starts_with("```") || line.starts_with("~~~");
}

struct Piece {
  /// Bytes [begin, end), white space behind it included. Pieces cover the text in their order.
  size_t begin = 0;
  size_t end = 0;
  /// Where the words begin: behind indentation, a list's marker and a check box.
  size_t words = 0;
  /// Pieces of one paragraph or list item have the same; ascending.
  uint32_t block = 0;
  bool heading = false;
  /// The border of a block of code: it stays.
  bool fence = false;
};

/// Linear.
std::vector<Piece> piecesOf(std::string_view markdown);

/// The text without the pieces whose place in `out` is true. A block of which nothing is left goes
/// whole, its marker too. What stays is what it was, byte for byte, but for white space at the end
/// of a block.
std::string without(std::string_view markdown, const std::vector<Piece>& pieces,
                    const std::vector<bool>& out);

}  // namespace epitome::text
