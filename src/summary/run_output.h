/// What the output of a command says about how it went. Decides by the words of common shells and
/// test runners; refuses to know which command it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

/// Counts of a test run, summed over its parts.
struct TestCounts {
  uint32_t passed = 0;
  uint32_t failed = 0;
  bool known = false;

  bool operator==(const TestCounts&) const = default;
};

/// Reads an output that passes by in pieces, plain or as a JSON text. Linear; memory is O(1): of a
/// line 512 bytes are read.
class RunOutput {
 public:
  void update(std::string_view utf8);
  /// Call at the end.
  void finish();

  /// pytest, unittest, jest, vitest, mocha, Playwright, go test, cargo test, node:test, GoogleTest.
  TestCounts tests() const;
  /// The exit status that the first line, the last ones or a member of the JSON name; -1: none
  /// does.
  int32_t status() const;
  /// The first line that says something; the first error message (error_line.h). At most 240 bytes.
  const std::string& firstLine() const { return first_; }
  const std::string& error() const { return error_; }
  /// The last line that says something; empty where it is a row of what was asked for: JSON, or of
  /// many lines one that differs from the one before in numbers alone.
  const std::string& lastLine() const { return last_; }

 private:
  void line(std::string_view line);
  void readTests(std::string_view line);

  std::string line_;
  bool escape_ = false;
  /// Inside an escape sequence that colours a terminal.
  bool colour_ = false;
  uint32_t lines_ = 0;
  TestCounts summary_;
  /// Go's, by test and by package; GoogleTest and others that name each number in its own line.
  TestCounts goTests_;
  TestCounts goPackages_;
  int32_t status_ = -1;
  uint32_t statusLine_ = 0;
  bool statusSure_ = false;
  std::string first_;
  std::string last_;
  std::string beforeLast_;
  std::string error_;
};

}  // namespace epitome
