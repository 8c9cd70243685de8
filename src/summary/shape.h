/// Small cuts and joins that the summary's writers share. Decides how a text is shortened, put on
/// one line, indented; refuses to know what it means. Lengths are UTF-16 code units; every function
/// is linear and expects well-formed UTF-8 unless it says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"

namespace epitome {

/// Without white space at either end, Unicode's included.
std::string_view trimmed(std::string_view text);

/// Runs of white space and control characters become one space; none at the ends. Any bytes.
std::string oneLine(std::string_view text);

/// Bytes of the line break that starts at `at`, or 0: LF, CR, CRLF, NEL, U+2028, U+2029, form feed,
/// vertical tab. Any bytes.
uint32_t lineBreakBytes(std::string_view text, size_t at);
bool hasLineBreak(std::string_view text);

/// Appends `text` with every line after the first indented by two spaces, whatever the line break
/// (LF, CR, CRLF, NEL, U+2028, U+2029, form feed), and other control characters as spaces: no line
/// of it can start where the writer's own lines start.
void appendIndented(std::string& out, std::string_view text);

/// The text, or its beginning and an ellipsis.
std::string shortened(std::string_view text, uint64_t maxUnits);

/// The text, or its beginning and end around a line with an ellipsis, cut between lines where one
/// ends nearby.
std::string shortenedMiddle(std::string_view text, uint64_t maxUnits);

/// Byte length of a prefix of `text` that has at most `maxTokens` by the engine's counter and ends
/// between code points; the longest one when a longer prefix never has fewer tokens. Linear times
/// the logarithm of the text's length.
size_t prefixForTokens(std::string_view text, uint32_t maxTokens, Family family);

/// "message 3", "messages 3 to 5".
std::string messageRange(uint32_t first, uint32_t last);

/// Who speaks in a text; empty where the host names nobody. One line without brackets.
std::string speakerOf(const NotedPart& text);

/// The preview as one text, saying how much lies between its ends.
std::string textOf(const Preview& preview);

/// "[image/png, 1200 bytes, 640x480 pixels]", as far as it is known. One line.
std::string mediaLine(const NotedMedia& media);

/// The same of the images and files in a result, with a space before each; empty when it has none.
std::string attachedLines(const NotedPart& result);

/// Shares of `total` for texts of these lengths: each gets its length, or all that do not fit get
/// the same. Their sum is at most `total`.
std::vector<uint64_t> fairShares(std::span<const uint64_t> lengths, uint64_t total);

}  // namespace epitome
