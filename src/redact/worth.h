/// What a value is worth as a secret: made by chance, by people, or a stand-in. Decides by its
/// characters alone; refuses to know where it stands.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome::redact {

/// What a value can be, as bits: at most one of them is set.
enum Worth : uint16_t {
  kNoSecret = 0,
  /// Letters alone, `_`, `-` and `.`, three or more.
  kWord = 1,
  /// Such of eight or more.
  kLongWord = 2,
  /// Digits alone.
  kNumber = 4,
  /// A sign, or digits beside letters.
  kMixed = 8,
  /// Digits and letters, and it does not say how something is made (`sha256`).
  kTelling = 16,
  /// With digits, as chance has it; or a digest of 20 hexadecimal digits or more.
  kRandom = 32,
  /// With spaces.
  kPhrase = 64,
};

/// `literal`: it stands in quotes or a file of values, where code would not stand.
Worth worthOf(std::string_view value, bool literal);

/// Whether it can be a key as programs make them: `strictly` of 20 characters or more, all kinds.
bool canBeKey(std::string_view value, bool strictly);

/// Letters and digits that follow each other as chance has it, not as words do: one pair in `oneIn`
/// at least is seldom in words. Needs eight characters or more; a number is never random.
bool looksRandom(std::string_view text, uint32_t oneIn = 3);

/// The body of a key behind a literal that tells most already: a little chance is enough.
bool isKeyBody(std::string_view body);

/// A line of a key's base64: capitals, small letters, digits, by chance.
bool isKeyLine(std::string_view line);

/// What documentation shows in place of a key: crossed out, or called an example.
bool isExample(std::string_view text);

/// A number, in groups or not, that a payment card can have.
bool isCardNumber(std::string_view text);

/// A word of the 2,048 that seeds of wallets are spelled in; of other words one in five.
bool isSeedWord(std::string_view text);

bool holdsIgnoringCase(std::string_view text, std::string_view lowerCase);

}  // namespace epitome::redact
