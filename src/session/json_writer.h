/// JSON text, written piece by piece. Decides commas, escapes and how numbers look; refuses to know
/// what is told, and trusts its caller to close what it opens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace epitome {

/// A key names a member of the open object; without one the value is an element of the open array,
/// or the whole text. Keys are written as they are: they must need no escapes.
class JsonWriter {
 public:
  void beginObject(const char* key = nullptr) { open(key, '{'); }
  void endObject() { out_ += '}'; }
  void beginArray(const char* key = nullptr) { open(key, '['); }
  void endArray() { out_ += ']'; }

  void number(const char* key, int64_t value);
  void number(int64_t value) { number(nullptr, value); }
  void boolean(const char* key, bool value);
  void boolean(bool value) { boolean(nullptr, value); }
  /// Ill-formed bytes become U+FFFD.
  void text(const char* key, std::string_view utf8);
  void text(std::string_view utf8) { text(nullptr, utf8); }
  /// An array of texts.
  void texts(const char* key, std::span<const std::string> list);
  void texts(std::span<const std::string> list) { texts(nullptr, list); }
  /// A fingerprint as text: JSON's numbers do not hold 64 bits.
  void hex(const char* key, uint64_t fingerprint);
  void hex(uint64_t fingerprint) { hex(nullptr, fingerprint); }

  std::string take() { return std::move(out_); }

 private:
  void begin(const char* key);
  void open(const char* key, char bracket);

  std::string out_;
};

}  // namespace epitome
