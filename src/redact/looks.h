/// What a piece of text looks like: made by chance, a stand-in for a secret, a piece of code.
/// Decides by its characters alone; refuses to know where it stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome::redact {

/// Letters and digits that follow each other as chance has it, not as words do: one pair in
/// `oneIn` at least is seldom in words. Needs eight characters or more; a number is never random.
bool looksRandom(std::string_view text, uint32_t oneIn = 3);

/// The body of a key behind a literal that tells most already: a little chance is enough.
bool isKeyBody(std::string_view body);

/// What documentation shows in place of a key: crossed out, or called an example.
bool isExample(std::string_view text);

/// Stands for a secret without being one: `<your-key>`, `xxxx`, `$TOKEN`, `process.env.X`, `****`,
/// `null`, a marker.
bool isPlaceholder(std::string_view text);

/// An expression or a name of a program: `getPassword()`, `config.password`, `args[1]`.
bool looksLikeCode(std::string_view text);

/// A file's or a folder's path, or an address.
bool looksLikePath(std::string_view text);

/// Says how something is made rather than what it is: `base64-encoded`, `8-character`, `sha256`.
bool looksTechnical(std::string_view text);

/// A digest or a number: hexadecimal digits alone, 20 or more; with dashes, a UUID.
bool isDigest(std::string_view text);

/// A word of the 2,048 that seeds of wallets are spelled in; of other words one in five.
bool isSeedWord(std::string_view text);

bool equalsIgnoringCase(std::string_view text, std::string_view lowerCase);
bool holdsIgnoringCase(std::string_view text, std::string_view lowerCase);

struct Makeup {
  bool upper = false;
  bool lower = false;
  bool digit = false;
  /// ASCII beside letters, digits, `_`, `.` and `-`.
  bool symbol = false;
  bool space = false;
  bool beyondAscii = false;
  bool letter() const { return upper || lower; }
  /// Not a word, not a number.
  bool mixed() const { return symbol || (digit && (letter() || beyondAscii)); }
  bool number() const { return digit && !letter() && !symbol && !beyondAscii; }
};
Makeup makeupOf(std::string_view text);

}  // namespace epitome::redact
