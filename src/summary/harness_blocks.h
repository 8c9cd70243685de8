/// Blocks that a harness puts into messages of the user: `<system-reminder>`,
/// `<environment_details>` and their like. Decides by the tag's name whose they are; refuses to
/// know what stands in them.
#pragma once

#include <string>
#include <string_view>

namespace epitome {

/// The text without them. A block begins a line outside code, and is closed; its name is in small
/// letters and tells of the application. What else has tags (HTML, a user's own sections, data)
/// stays as it is. Linear.
std::string withoutHarnessBlocks(std::string_view text);

}  // namespace epitome
