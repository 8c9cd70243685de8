/// Secrets beside a name that announces them. Decides what links a name to its value and whether
/// the value can be a secret; refuses to know providers.
#pragma once

#include <optional>

#include "redact/place.h"

namespace epitome::redact {

/// Right behind a name: `password=x`, `"token": "x"`, `Authorization: Bearer x`, `<password>x<`,
/// `--password x`, `the password is x`, `IDENTIFIED BY 'x'`, `define('TOKEN', 'x')`.
std::optional<Found> namedAt(const Place& place);

}  // namespace epitome::redact
