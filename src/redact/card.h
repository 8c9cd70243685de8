/// Numbers of payment cards. Decides what is one; refuses to know what stands beside it but digits.
#pragma once

#include <optional>

#include "redact/place.h"

namespace epitome::redact {

/// At a digit: 13 to 19 digits, in one run or in groups as cards print them, that begin as an
/// issuer's numbers do and end with the right check digit.
std::optional<Found> cardAt(const Place& place);

}  // namespace epitome::redact
