/// Reads names and strings out of a JSON text that may be cut anywhere. Decides a tolerant, linear
/// scan without a tree; refuses to judge whether the text is valid.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

/// A member of an object whose value is a string, or the name alone when it is not.
struct JsonMember {
  /// As written, escapes included.
  std::string_view name;
  /// As written between the quotes, escapes included; empty unless `isString`.
  std::string_view value;
  bool isString = false;
  /// The text ended inside the string.
  bool cut = false;
  /// Objects and arrays around it: 1 at the top of an object.
  uint32_t depth = 0;
};

class JsonScan {
 public:
  explicit JsonScan(std::string_view json) : json_(json) {}

  /// The next member in the order of the text; false at the end.
  bool next(JsonMember& member);

 private:
  std::string_view readString(bool& closed);
  void skipSpace();

  std::string_view json_;
  size_t at_ = 0;
  uint32_t depth_ = 0;
};

/// The string that a JSON string's inside stands for, well-formed; a cut or broken escape at the
/// end is left out, a lone surrogate becomes U+FFFD.
std::string unescaped(std::string_view raw);

}  // namespace epitome
