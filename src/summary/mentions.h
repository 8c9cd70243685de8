/// What the inputs of tool calls name: files, addresses, and the argument that says most. Decides
/// which names of arguments carry them; refuses to know what a tool does.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"

namespace epitome {

/// The argument of a call that says most (a path, a command, the only string there is), else the
/// input as it is. One line, at most `maxUnits` UTF-16 code units.
std::string briefInput(const NotedPart& call, uint64_t maxUnits);

/// The same, shorter: of a path its last component.
std::string briefestInput(const NotedPart& call, uint64_t maxUnits);

/// The files and addresses that calls name, each at its latest mention.
class Mentions {
 public:
  void read(const NotedPart& call);
  std::vector<std::string> latestFirst() const;

 private:
  void readCommand(std::string_view command);
  void add(std::string path);

  uint64_t time_ = 0;
  std::map<std::string, uint64_t> latest_;
  std::map<uint64_t, std::string> byTime_;
};

}  // namespace epitome
