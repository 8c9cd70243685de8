/// Blocks of private keys, whole, numbered, or a part of one. Decides where they begin and how far
/// they go; refuses to know any other secret.
#pragma once

#include <optional>
#include <string_view>

#include "redact/place.h"

namespace epitome::redact {

/// At the first dash of `-----BEGIN`, or the `P` of `Private-Lines:`: a PEM, OpenSSH, PGP or PuTTY
/// private key whose body follows.
std::optional<Found> keyBlockAt(const Place& place);

/// At a line's start, whose text begins behind `from` bytes: lines of base64 as keys are broken
/// into, that no header in sight explains; or the last of a key before its footer.
std::optional<Found> keyLinesAt(const Place& place, size_t from);

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

}  // namespace epitome::redact
