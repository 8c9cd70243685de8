#include "redact/colours.h"

#include "redact/chars.h"

namespace epitome::redact {
namespace {

/// The escape character's length, 0 or kPartOfCode.
size_t escapeLength(std::string_view text) {
  if (text[0] == '\x1b') return 1;
  const size_t slashes = runLength(text, setOf("\\"), 5);
  if (slashes == 0 || slashes == 5) return 0;
  const std::string_view name = text.substr(slashes);
  for (const std::string_view known : {"u001b", "u001B", "x1b", "x1B", "033", "e"}) {
    if (name.starts_with(known)) return slashes + known.size();
    if (known.starts_with(name)) return kPartOfCode;
  }
  return 0;
}

}  // namespace

size_t codeLength(std::string_view text) {
  if (text.empty()) return kPartOfCode;
  const size_t escape = escapeLength(text);
  if (escape == 0 || escape == kPartOfCode) return escape;
  if (escape == text.size()) return kPartOfCode;
  if (text[escape] != '[') return 0;
  const size_t numbers = runLength(text.substr(escape + 1), setOf("0123456789;:"));
  const size_t end = escape + 1 + numbers;
  if (end >= kLongestCode) return 0;
  if (end == text.size()) return kPartOfCode;
  return text[end] == 'm' || text[end] == 'K' ? end + 1 : 0;
}

}  // namespace epitome::redact
