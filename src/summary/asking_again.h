/// The words in which a model is told what was wrong with its reply. Decides what it is told of
/// each fault; refuses to decide whether it is asked again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "summary/gate.h"
#include "summary/review.h"

namespace epitome {

/// What stands behind the first prompt. At most `quotedUnits` UTF-16 code units of the reply, and
/// all that is taken from it or from the data, are quoted. `review` is null for a reply that did
/// not get that far.
std::string askedAgain(std::string_view reply, GateVerdict verdict, const Review* review,
                       uint64_t quotedUnits);

}  // namespace epitome
