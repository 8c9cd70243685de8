/// Secrets beside a name that announces them. Decides what is a name's value and whether it can be
/// a secret; refuses to know providers.
#pragma once

#include <optional>

#include "summary/redact/surroundings.h"

namespace epitome::redact {

/// At `=`, `:` or `>`: `password=x`, `"token": "x"`, `Authorization: Bearer x`, `<password>x<`.
std::optional<Found> assignedAt(const Surroundings& place);

/// At the first of the dashes: `--password x`, `"--token", "x"`.
std::optional<Found> flagAt(const Surroundings& place);

/// At the `:` between name and password: `curl -u name:x`.
std::optional<Found> userPasswordAt(const Surroundings& place);

/// At the `:` between name and password of an address: `scheme://name:x@host`.
std::optional<Found> addressPasswordAt(const Surroundings& place);

}  // namespace epitome::redact
