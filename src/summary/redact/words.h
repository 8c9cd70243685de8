/// What a piece of text looks like: made by chance, a stand-in for a secret, a piece of code.
/// Decides by its characters alone; refuses to know where it stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome::redact {

/// Letters and digits that follow each other as chance has it, not as words do: one pair in
/// `oneIn` at least is seldom in words. Needs eight characters or more; a number is never random.
bool looksRandom(std::string_view text, uint32_t oneIn = 3);

/// What documentation shows in place of a key: crossed out, or called an example.
bool isExample(std::string_view text);

/// Stands for a secret without being one: `<your-key>`, `xxxx`, `$TOKEN`, `process.env.X`, `****`,
/// `null`, a marker.
bool isPlaceholder(std::string_view text);

/// An expression or a name of a program: `getPassword()`, `config.password`, `args[1]`.
bool looksLikeCode(std::string_view text);

/// A file's or a folder's path, or an address.
bool looksLikePath(std::string_view text);

/// A digest or a number: hexadecimal digits alone, 20 or more; with dashes, a UUID.
bool isHex(std::string_view text);
bool isUuid(std::string_view text);

struct Makeup {
  bool upper = false;
  bool lower = false;
  bool digit = false;
  /// Beside letters, digits, `_`, `.` and `-`; bytes beyond ASCII too.
  bool symbol = false;
  bool space = false;
  bool letter() const { return upper || lower; }
};
Makeup makeupOf(std::string_view text);

}  // namespace epitome::redact
