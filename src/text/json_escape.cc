#include "text/json_escape.h"

namespace epitome::text {
namespace {

/// The letter behind the backslash where JSON has a short escape; 0 where it has none.
char shortEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

/// A control character, which JSON does not let stand.
bool isControl(char c) { return static_cast<uint8_t>(c) < 0x20; }

}  // namespace

void appendJson(std::string& out, std::string_view utf8) {
  static constexpr char kDigits[] = "0123456789abcdef";
  for (const char c : utf8) {
    if (const char letter = shortEscape(c); letter != 0) {
      out += '\\';
      out += letter;
    } else if (isControl(c)) {
      out += "\\u00";
      out += kDigits[static_cast<uint8_t>(c) >> 4U];
      out += kDigits[static_cast<uint8_t>(c) & 15U];
    } else {
      out += c;
    }
  }
}

uint32_t jsonBytesOf(char c) {
  if (shortEscape(c) != 0) return 2;
  return isControl(c) ? 6 : 1;
}

uint64_t jsonBytes(std::string_view utf8) {
  uint64_t bytes = 0;
  for (const char c : utf8) bytes += jsonBytesOf(c);
  return bytes;
}

}  // namespace epitome::text
