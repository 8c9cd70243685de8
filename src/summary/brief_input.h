/// The argument of a tool call that says most. Decides which names of arguments do; refuses to know
/// what a tool does.
#pragma once

#include <cstdint>
#include <string>

#include "summary/notes.h"

namespace epitome {

/// The argument of a call that says most (a path, a command, the only string there is), else the
/// input as it is. One line, at most `maxUnits` UTF-16 code units.
std::string briefInput(const NotedPart& call, uint64_t maxUnits);

/// The same, shorter: of a path its last component.
std::string briefestInput(const NotedPart& call, uint64_t maxUnits);

}  // namespace epitome
