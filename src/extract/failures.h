/// Lines of a tool's output that tell of a failure, however long the output is. Decides by the
/// words of loggers, runtimes, build tools and clusters, and by the status of requests; refuses to
/// know whether the failure still stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

/// The line tells of an error, a crash or a request that failed. A line of a program's source does
/// not, whatever it names. Linear.
bool tellsFailure(std::string_view line);

/// Reads one output as it passes by, in lines; rows of JSON are lines, too. Linear; holds one line
/// and 16 kinds of failures.
class FailureReader {
 public:
  void text(std::string_view utf8);
  /// The output ends. Its failures in their order, one line each of at most 400 bytes: of those
  /// that differ in numbers, ids and times one or two, and where there are more the first.
  std::vector<std::string> take();

 private:
  struct Kind {
    uint64_t pattern = 0;
    uint32_t times = 0;
    std::vector<std::string> lines;
  };

  void endLine();

  std::string line_;
  /// The byte before, kept or not.
  char last_ = 0;
  std::vector<Kind> kinds_;
};

}  // namespace epitome
