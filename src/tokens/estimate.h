/// From counted features to tokens. Decides the arithmetic: integers, so that every machine gets
/// the same answer; refuses to know where the weights come from (weights_data.h says it).
#pragma once

#include <cstdint>

#include "tokens/family.h"
#include "tokens/features.h"

namespace epitome::tokens {

/// The likely number of tokens; saturates.
uint32_t estimateOf(const Counts& counts, Family family);

/// A number of tokens that a text rarely exceeds; never below the estimate.
uint32_t boundOf(const Counts& counts, Family family);

}  // namespace epitome::tokens
