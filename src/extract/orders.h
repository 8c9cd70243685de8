/// Orders to the agent within what a tool printed. Decides by their form: who is addressed, in
/// about ten languages, and marks that only hosts and providers set; refuses to know what they ask
/// for. A false alarm costs a line of output.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

enum class Order : uint8_t {
  kNone,
  /// The line speaks to its reader, as hints of programs do, too.
  kAddresses,
  /// It poses as somebody else's words, or wants instructions forgotten.
  kPoses,
};

/// Linear.
Order orderOf(std::string_view line);

}  // namespace epitome
