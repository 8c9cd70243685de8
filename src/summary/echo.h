/// Whether a reply is what the model was given, over again. Decides by whole lines; refuses to know
/// what a record looks like.
#pragma once

#include <string_view>

namespace epitome {

/// Most bytes of `reply` stand in long lines of `given` that are not lines of `records`. O(n log n)
/// in the lines of all three.
bool echoes(std::string_view reply, std::string_view given, std::string_view records);

}  // namespace epitome
