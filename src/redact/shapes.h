/// Secrets that a pattern cannot say: signed tokens, addresses with passwords, words of commands,
/// lines of password files, seeds of wallets. Decides their shapes; refuses to know names beside
/// them.
#pragma once

#include <optional>

#include "redact/place.h"

namespace epitome::redact {

/// At `eyJ`: a JSON Web Token, signed or encrypted, or one whose header was cut off.
std::optional<Found> webTokenAt(const Place& place);

/// At the `:` of `scheme://name:x@host` or `scheme://x@host`, where a name alone is a token.
std::optional<Found> addressAt(const Place& place);

/// At the `:` between name and password: `curl -u name:x`.
std::optional<Found> userPasswordAt(const Place& place);

/// At the dash of a flag that takes a password after the commands that know it so: `mysql -px`.
std::optional<Found> commandAt(const Place& place);

/// At a line's start, of whose bytes `prefix` number it: `host:5432:database:user:x`.
std::optional<Found> passwordLineAt(const Place& place, size_t prefix);

/// 12 to 24 words, behind `from` bytes, that spell the seed of a wallet.
std::optional<Found> seedAt(const Place& place, size_t from);

}  // namespace epitome::redact
