#include "session/json_writer.h"

#include "text/hash.h"
#include "text/json_escape.h"
#include "text/utf.h"

namespace epitome {
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
  begin(key);
  out_ += '"';
  text::appendJson(out_, text::wellFormed(utf8));
  out_ += '"';
}

void JsonWriter::texts(const char* key, std::span<const std::string> list) {
  beginArray(key);
  for (const std::string& utf8 : list) text(utf8);
  endArray();
}

void JsonWriter::hex(const char* key, uint64_t fingerprint) { text(key, text::hexOf(fingerprint)); }

}  // namespace epitome
