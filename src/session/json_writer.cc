#include "session/json_writer.h"

#include "text/hash.h"
#include "text/utf.h"

namespace epitome {
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

}  // namespace

/// Everything before a value: whether it is the first is told by what was written last.
void JsonWriter::begin(const char* key) {
  if (!out_.empty() && out_.back() != '{' && out_.back() != '[') out_ += ',';
  if (key == nullptr) return;
  out_ += '"';
  out_ += key;
  out_ += "\":";
}

void JsonWriter::open(const char* key, char bracket) {
  begin(key);
  out_ += bracket;
}

void JsonWriter::number(const char* key, int64_t value) {
  begin(key);
  out_ += std::to_string(value);
}

void JsonWriter::boolean(const char* key, bool value) {
  begin(key);
  out_ += value ? "true" : "false";
}

void JsonWriter::text(const char* key, std::string_view utf8) {
  static constexpr char kDigits[] = "0123456789abcdef";
  begin(key);
  out_ += '"';
  for (const char c : text::wellFormed(utf8)) {
    const auto code = static_cast<uint8_t>(c);
    if (const char letter = shortEscape(c); letter != 0) {
      out_ += '\\';
      out_ += letter;
    } else if (code < 0x20) {
      out_ += "\\u00";
      out_ += kDigits[code >> 4U];
      out_ += kDigits[code & 15U];
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

void JsonWriter::texts(const char* key, std::span<const std::string> list) {
  beginArray(key);
  for (const std::string& utf8 : list) text(utf8);
  endArray();
}

void JsonWriter::hex(const char* key, uint64_t fingerprint) { text(key, text::hexOf(fingerprint)); }

}  // namespace epitome
