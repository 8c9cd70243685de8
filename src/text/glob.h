/// Names against patterns with `*`. Decides what matches; refuses to know what is named.
#pragma once

#include <string_view>

namespace epitome::text {

/// Whether the whole of `name` matches `pattern`, where `*` stands for any run of bytes, an empty
/// one too, and ASCII letters match in either case. Linear in both together.
bool matchesGlob(std::string_view pattern, std::string_view name);

}  // namespace epitome::text
