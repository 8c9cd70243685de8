/// Numbers as JSON writes them. Decides which double is meant, the same everywhere and without the
/// long way round of a C library; refuses to know where the number stands.
#pragma once

#include <string_view>

namespace epitome::text {

/// The double nearest to a number of JSON, ties to even, where it has at most 19 digits and is
/// between 1e-9 and 1e19; beyond that, near it.
double decimalOf(std::string_view number);

}  // namespace epitome::text
