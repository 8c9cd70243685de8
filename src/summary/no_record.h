/// Replies that are well-formed text and yet no record, told by their structure.
#pragma once

#include <string_view>

#include "summary/voices.h"

namespace epitome {

/// It asks back, promises, or is the conversation as it might go on. A record may begin with a
/// greeting, end with a question, quote a turn and tell what is planned: it is one as long as a
/// third of it reports something of the range or quotes what the model was given. Linear, times
/// what was said.
bool goesOn(std::string_view reply, const Voices& range, std::string_view given);

}  // namespace epitome
