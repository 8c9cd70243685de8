/// Which files a command line of a POSIX shell surely writes or deletes. Decides by redirections
/// and the names of a few commands; refuses to run or expand anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

struct ShellFile {
  std::string path;
  bool deleted = false;

  bool operator==(const ShellFile&) const = default;
};

/// In the order of the line, eight at most. Names with variables, globs and devices are left out;
/// what follows a line with a here-document is not read. Linear.
std::vector<ShellFile> shellFiles(std::string_view command);

}  // namespace epitome
