/// What readers and tools put before each line of a file, and where lines begin and end in texts
/// that are escaped. Decides that alone; refuses to know what the line says.
#pragma once

#include <cstddef>
#include <string_view>

namespace epitome::redact {

/// Bytes before a line's own text: `   12\t` (`cat -n`), `12→`, `12: `, `12 |`, `src/a.pem:12:`
/// (`grep -n`), `+`, `> `, `# ` and spaces. 0 for none.
size_t linePrefix(std::string_view line);

/// Bytes of a line's end at the start of `text`: `\n`, `\r\n`, escaped ones too; 0 for none.
size_t lineBreak(std::string_view text);

/// The part of `text` behind its last line's break; `any`: there was one.
std::string_view lastLine(std::string_view text, bool& any);

/// Whether nothing but blanks is left of the line at the start of `text`.
bool lineEnds(std::string_view text);

}  // namespace epitome::redact
