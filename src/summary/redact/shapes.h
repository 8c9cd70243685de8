/// Secrets that a pattern cannot say: card numbers, signed tokens, blocks of private keys. Decides
/// their shapes; refuses to know names beside them.
#pragma once

#include <optional>
#include <string_view>

#include "summary/redact/surroundings.h"

namespace epitome::redact {

/// At a digit: 13 to 19 digits, in one run or in groups as cards print them, that begin as an
/// issuer's numbers do and end with the right check digit.
std::optional<Found> cardAt(const Surroundings& place);

/// At `eyJ`: a JSON Web Token, header and claims in base64url.
std::optional<Found> webTokenAt(const Surroundings& place);

/// At the first dash of `-----BEGIN`: a PEM, OpenSSH or PGP private key whose body follows.
std::optional<Found> keyBlockAt(const Surroundings& place);

/// How a block of a key goes on.
struct KeyBlockPart {
  /// Bytes of `ahead` that belong to it.
  size_t length = 0;
  bool ends = false;
  /// It ends with base64, that may go on.
  bool base64 = false;
};

/// At the end of what was taken, which is no longer base64. `begun`: base64 was taken.
KeyBlockPart keyBlockPart(std::string_view ahead, bool begun);

/// What the base64 of a key is made of.
constexpr CharSet kKeyBase64 = alphanumericAnd("+/=");

}  // namespace epitome::redact
