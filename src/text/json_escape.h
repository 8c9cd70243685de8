/// How a text stands inside a JSON string. Decides which bytes are escaped and how; refuses to know
/// what is well-formed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace epitome::text {

/// Appends `utf8` as it stands between the quotes; other bytes than ASCII as they are.
void appendJson(std::string& out, std::string_view utf8);

/// Bytes that a character of a text, and a whole text, takes there.
uint32_t jsonBytesOf(char c);
uint64_t jsonBytes(std::string_view utf8);

}  // namespace epitome::text
