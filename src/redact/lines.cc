#include "redact/lines.h"

#include <algorithm>

#include "redact/chars.h"

namespace epitome::redact {
namespace {

constexpr size_t kLongestPath = 96;
constexpr size_t kMostDigits = 7;
constexpr std::string_view kBehindNumbers[] = {
    "\xe2\x86\x92", "\xe2\x94\x82", ":", "|", "\t", "\\t", "-", ")", "."};
constexpr CharSet kMarkStarts = setOf(">#/*+-|;");
constexpr std::string_view kMarks[] = {"> ", "# ", "// ", "* ", "+ ", "- ", "| ", "-- ", "; "};

size_t blanks(std::string_view text) { return runLength(text, kBlanks, 32); }

/// `12:`, `12 |`, `12  `; 0 for none.
size_t numberLength(std::string_view text) {
  const size_t digits = runLength(text, kDigits, kMostDigits);
  if (digits == 0) return 0;
  const size_t space = blanks(text.substr(digits));
  const size_t end = digits + space;
  for (const std::string_view sign : kBehindNumbers) {
    // The dash of `12-` stands close; apart it begins what the line says.
    if (text.substr(end).starts_with(sign) && (sign != "-" || space == 0)) return end + sign.size();
  }
  return space > 0 ? end : 0;
}

/// `path/to/file:12:` or with dashes; 0 for none.
size_t pathLength(std::string_view text) {
  constexpr CharSet kPath = alphanumericAnd("_./~@+-");
  const size_t run = runLength(text, kPath, kLongestPath);
  for (size_t at = 1; at <= run && at < text.size(); ++at) {
    const char sign = text[at];
    if (sign != ':' && sign != '-') continue;
    const size_t end = at + 1 + runLength(text.substr(at + 1), kDigits, kMostDigits);
    if (end > at + 1 && end < text.size() && text[end] == sign) return end + 1;
  }
  return 0;
}

}  // namespace

size_t linePrefix(std::string_view line) {
  size_t at = blanks(line);
  if (const size_t path = pathLength(line.substr(at)); path > 0) {
    at += path;
  } else {
    at += numberLength(line.substr(at));
  }
  at += blanks(line.substr(at));
  // Most lines have none.
  if (at == line.size() || !kMarkStarts.has(line[at])) return at;
  for (const std::string_view mark : kMarks) {
    if (!line.substr(at).starts_with(mark)) continue;
    at += mark.size();
    return at + blanks(line.substr(at));
  }
  return at;
}

size_t lineBreak(std::string_view text) {
  for (const std::string_view sign : {"\n", "\r\n", "\\n", "\\r\\n", "\\\\n", "\\\\r\\\\n"}) {
    if (text.starts_with(sign)) return sign.size();
  }
  return 0;
}

std::string_view lastLine(std::string_view text, bool& any) {
  const size_t real = text.rfind('\n');
  const size_t escaped = text.rfind("\\n");
  size_t begin = 0;
  if (real != std::string_view::npos) begin = real + 1;
  if (escaped != std::string_view::npos) begin = std::max(begin, escaped + 2);
  any = begin > 0;
  return text.substr(begin);
}

bool lineEnds(std::string_view text) {
  const std::string_view rest = text.substr(runLength(text, kBlanks));
  return rest.empty() || rest[0] == '\r' || lineBreak(rest) > 0;
}

}  // namespace epitome::redact
