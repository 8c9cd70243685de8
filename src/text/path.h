/// Paths and addresses in one spelling. Decides which spellings mean the same file; refuses to look
/// at any disk.
#pragma once

#include <string>
#include <string_view>

namespace epitome::text {

/// A path without `.` components, doubled or trailing slashes; backslashes are slashes behind a
/// drive letter; `file:///x` is /x. `..` stays: behind a symbolic link it means another folder. An
/// address has its scheme and host in lower case and no fragment, unless that is a path itself.
/// Linear.
std::string normalizedPath(std::string_view path);

}  // namespace epitome::text
