/// What a command line of a POSIX shell surely does to files, and whether that is all. Decides by
/// redirections and the names of a few commands; refuses to run or expand anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

enum class ShellAccess : uint8_t { kReads, kWrites, kDeletes, kMoves, kCreates };

struct ShellFile {
  std::string path;
  ShellAccess access = ShellAccess::kReads;
  /// Of what it reads, as `10-59`; empty: all. Of what it moves, where to.
  std::string detail;

  bool operator==(const ShellFile&) const = default;
};

struct ShellLine {
  /// In the order of the line, eight at most. Names with variables, globs and devices are left out,
  /// and so is what is read through a pipe.
  std::vector<ShellFile> files;
  /// `files` say all that it did: every command of it searches, lists, shows, waits, or does just
  /// what they say.
  bool told = false;
  /// Exit status 1 is an answer: nothing was found, or there is a difference.
  bool asks = false;
};

/// Linear.
ShellLine readShellLine(std::string_view command);

}  // namespace epitome
