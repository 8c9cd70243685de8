/// Looks at each word once: what it is called, and what stands right behind it.
#include "summary/error_line.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/characters.h"

namespace epitome {
namespace {

/// Bytes.
constexpr size_t kMostBytes = 240;
constexpr size_t kLeastBytes = 8;
constexpr size_t kMostWord = 60;

/// Its last letters are those of a word that may announce an error. Most words' are not.
bool endsLikeError(std::string_view word) {
  if (word.size() < 3) return false;
  uint32_t last = 0;
  for (const char c : word.substr(word.size() - 3)) {
    last = last << 8U | static_cast<uint8_t>(lowered(c));
  }
  constexpr auto code = [](std::string_view end) {
    return static_cast<uint32_t>(end[0]) << 16U | static_cast<uint32_t>(end[1]) << 8U |
           static_cast<uint32_t>(end[2]);
  };
  return last == code("ror") || last == code("ion") || last == code("led") || last == code("ure") ||
         last == code("tal") || last == code("nic") || last == code("ail") || last == code("err");
}

/// Whether the word [at, end) of the line announces an error.
bool announces(std::string_view line, size_t at, size_t end) {
  const std::string_view word = line.substr(at, end - at);
  if (word.size() > kMostWord || line.size() - end < kLeastBytes) return false;
  if (!endsLikeError(word)) return false;
  const bool loud = isOneOf(word, "FAILED FAIL ERROR FATAL PANIC ERR");
  std::array<char, kMostWord> letters;
  std::ranges::transform(word, letters.begin(), [](char c) { return lowered(c); });
  const std::string_view low(letters.data(), word.size());
  const bool named = low.ends_with("error") || low.ends_with("exception") ||
                     isOneOf(low, "failed failure fatal panic fail");
  if (!named && !loud) return false;
  std::string_view rest = line.substr(end);
  if (loud && at == 0 && rest.starts_with(' ')) return true;
  if (rest.starts_with('"')) rest.remove_prefix(1);
  if (rest.starts_with('[')) return rest.substr(0, 16).find("]:") != std::string_view::npos;
  // error TS2322: ...
  if (rest.starts_with(' ') && isUpper(rest[1])) {
    size_t code = 1;
    while (code < rest.size() && (isUpper(rest[code]) || isDigit(rest[code]))) ++code;
    if (code > 3 && isDigit(rest[code - 1])) rest.remove_prefix(code);
  }
  if (!rest.starts_with(": ") && !rest.starts_with(":\"")) return false;
  rest.remove_prefix(2);
  if (rest.starts_with('"') || rest.starts_with(',')) return false;
  // How many failed: `FAILED: 0 of 12 checks`.
  const bool counts = !low.ends_with("error") && !low.ends_with("exception");
  if (counts && rest.starts_with("0 ")) return false;
  return rest.size() >= 20 || std::count(rest.begin(), rest.end(), ' ') >= 2;
}

}  // namespace

bool findError(std::string_view line, size_t& begin, size_t& end) {
  while (!line.empty() && static_cast<uint8_t>(line.back()) <= ' ') line.remove_suffix(1);
  // Code rather than what it prints.
  constexpr AsciiSet kCodeEnds(";{,(\\");
  if (line.empty() || kCodeEnds.has(line.back())) return false;
  for (size_t at = 0; at < line.size();) {
    if (!isLetter(line[at])) {
      ++at;
      continue;
    }
    size_t behind = at;
    while (behind < line.size() && isAlnum(line[behind])) ++behind;
    if (!announces(line, at, behind)) {
      at = behind;
      continue;
    }
    begin = at;
    while (begin > 0 &&
           (isAlnum(line[begin - 1]) || line[begin - 1] == '.' || line[begin - 1] == '_')) {
      --begin;
    }
    // In JSON the line ends with an escape.
    line = line.substr(
        0, std::min({line.find("\\n", behind), line.find("\\\"", behind), line.size()}));
    end = std::min(line.size(), begin + kMostBytes);
    while (end > behind && end < line.size() && (static_cast<uint8_t>(line[end]) & 0xC0) == 0x80) {
      --end;
    }
    return true;
  }
  return false;
}

}  // namespace epitome
