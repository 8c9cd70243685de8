/// Whether a reply declines to write a record. Decides by how its clauses begin and by whether the
/// rest tells anything of what was read; refuses to know why a model declines.
#pragma once

#include <string_view>

#include "summary/facts.h"
#include "summary/voices.h"

namespace epitome {

/// A clause declines, in whatever form, and no other one tells of the range: none names what was
/// read or says what a sentence of the user or the agent says. A long reply never does. Linear in
/// the reply, times the sentences where a clause declines.
bool isRefusal(std::string_view reply, const Facts& facts, const Voices& voices);

}  // namespace epitome
