/// Which line says that something went wrong. Decides by the words of compilers, runtimes and test
/// runners; refuses to know whether it still does.
#pragma once

#include <cstddef>
#include <string_view>

namespace epitome {

/// The first message of that kind in a line: bytes [begin, end), from the name of the error on, at
/// most 240 bytes. Lines that look like code have none. Linear.
bool findError(std::string_view line, size_t& begin, size_t& end);

}  // namespace epitome
