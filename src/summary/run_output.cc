/// Line by line; a JSON text's lines end with `\n` as it is written.
#include "summary/run_output.h"

#include <algorithm>

#include "summary/error_line.h"
#include "summary/pattern.h"
#include "text/characters.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kLineBytes = 512;
constexpr size_t kKeptBytes = 240;
/// Of a line that holds an exit status and no more.
constexpr size_t kStatusLine = 40;
/// More lines of which the last two differ in numbers alone are a table or a log.
constexpr uint32_t kRows = 20;
/// Lines at the end of an output among which its status stands.
constexpr uint32_t kLastLines = 4;

std::string_view trimmedLine(std::string_view line) {
  while (!line.empty() && static_cast<uint8_t>(line.front()) <= ' ') line.remove_prefix(1);
  while (!line.empty() && static_cast<uint8_t>(line.back()) <= ' ') line.remove_suffix(1);
  return line;
}

/// There is a letter or a digit in it, of any script.
bool hasWord(std::string_view line) {
  for (size_t at = 0; at < line.size();) {
    if (isAlnum(line[at])) return true;
    const CodePoint point = codePointAt(line, at);
    if (isLatinLetter(point.code) || isForeignLetter(point.code)) return true;
    at += std::max(point.bytes, 1U);
  }
  return false;
}

/// Not cut inside a code point.
std::string_view kept(std::string_view text) {
  size_t bytes = std::min(text.size(), kKeptBytes);
  while (bytes > 0 && bytes < text.size() && (static_cast<uint8_t>(text[bytes]) & 0xC0) == 0x80) {
    --bytes;
  }
  return text.substr(0, bytes);
}

/// A number of up to seven digits at `at`, and what is behind it.
bool numberAt(std::string_view line, size_t at, uint32_t& value, size_t& end) {
  end = at;
  value = 0;
  while (end < line.size() && isDigit(line[end]) && end - at < 8) {
    value = value * 10 + static_cast<uint32_t>(line[end++] - '0');
  }
  return end > at && end - at < 8;
}

/// Adds each "12 passed", "1 failed", "2 errors" of a summary; true when there was one.
bool addCounts(std::string_view line, TestCounts& counts) {
  bool any = false;
  for (size_t at = 0; at < line.size();) {
    if (!isDigit(line[at]) || (at > 0 && (isAlnum(line[at - 1]) || line[at - 1] == '.'))) {
      ++at;
      continue;
    }
    uint32_t value = 0;
    size_t end = at;
    const bool number = numberAt(line, at, value, end);
    at = std::max(end, at + 1);
    if (!number || end >= line.size() || line[end] != ' ') continue;
    size_t word = end + 1;
    while (word < line.size() && isLetter(line[word])) ++word;
    const std::string_view what = line.substr(end + 1, word - end - 1);
    if (isOneOf(what, "passed passing pass")) {
      counts.passed += value;
      any = true;
    } else if (isOneOf(what, "failed failing fail errors error failures failure")) {
      counts.failed += value;
      any = true;
    }
  }
  counts.known = counts.known || any;
  return any;
}

/// The number behind `name=`.
uint32_t assigned(std::string_view line, std::string_view name) {
  const size_t at = line.find(name);
  uint32_t value = 0;
  size_t end = 0;
  return at != line.npos && numberAt(line, at + name.size(), value, end) ? value : 0;
}

/// The number behind words like "exit code" in a line; -1: none. `sure`: a member of JSON or a tag.
int32_t statusIn(std::string_view line, bool& sure) {
  // Most lines have none of them.
  if (line.find("xit") == line.npos && line.find("return") == line.npos) return -1;
  constexpr std::string_view kWords[] = {"exit", "returncode", "return code", "Exit", "Exited"};
  for (const std::string_view word : kWords) {
    for (size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
      size_t end = at + word.size();
      const size_t limit = std::min(line.size(), end + 20);
      constexpr std::string_view kBetween = " edwithcostuCS_:=\">";
      while (end < limit && kBetween.find(line[end]) != kBetween.npos) ++end;
      uint32_t value = 0;
      size_t behind = 0;
      const bool border = at == 0 || !isAlnum(line[at - 1]);
      if (!border || end == at + word.size() || !numberAt(line, end, value, behind)) continue;
      if (value > 255 || (behind < line.size() && isAlnum(line[behind]))) continue;
      const char before = at == 0 ? ' ' : line[at - 1];
      sure = before == '"' || before == '<';
      return static_cast<int32_t>(value);
    }
  }
  return -1;
}

}  // namespace

void RunOutput::update(std::string_view utf8) {
  for (const char c : utf8) {
    if (colour_) {
      colour_ = !isLetter(c);
      continue;
    }
    if (c == '\x1B') {
      colour_ = true;
      continue;
    }
    const bool ends = c == '\n' || c == '\r' || (escape_ && c == 'n');
    if (escape_ && ends && !line_.empty() && line_.back() == '\\') line_.pop_back();
    escape_ = !escape_ && c == '\\';
    if (ends) {
      line(line_);
      line_.clear();
    } else if (line_.size() < kLineBytes) {
      line_ += c;
    }
  }
}

void RunOutput::finish() {
  if (!line_.empty()) line(line_);
  line_.clear();
  last_ = text::wellFormed(last_);
  const bool row = lines_ > kRows && patternOf(last_).print == patternOf(beforeLast_).print;
  const bool json = last_.starts_with('{') || last_.starts_with("[{") || last_.starts_with("[\"");
  if (row || json) last_.clear();
}

void RunOutput::line(std::string_view raw) {
  const std::string_view line = trimmedLine(raw);
  if (line.empty()) return;
  ++lines_;
  bool sure = false;
  const int32_t status = statusIn(line, sure);
  // A line that says only how it ended says nothing.
  const bool says = (status < 0 || line.size() > kStatusLine) && hasWord(line);
  if (first_.empty() && says) first_ = text::wellFormed(kept(line));
  // Well-formed at the end alone: there may be many lines.
  if (says) {
    beforeLast_.swap(last_);
    last_ = kept(line);
  }
  size_t begin = 0;
  size_t end = 0;
  if (error_.empty() && says && findError(line, begin, end)) {
    error_ = text::wellFormed(kept(line.substr(begin, end - begin)));
  }
  if (status >= 0) {
    const bool first = lines_ == 1;
    if (sure || first || !statusSure_) {
      status_ = status;
      statusLine_ = lines_;
      statusSure_ = sure || first;
    }
  }
  // The first line of a JSON text begins with the member that it is in.
  const size_t member =
      lines_ == 1 && (line[0] == '{' || line[0] == '"') ? line.rfind(":\"") : line.npos;
  readTests(member == line.npos ? line : line.substr(member + 2));
}

void RunOutput::readTests(std::string_view line) {
  if (line.empty()) return;
  const auto begins = [&](std::string_view with) { return line.starts_with(with); };
  // go test
  if (begins("--- PASS: ") || begins("--- FAIL: ")) {
    goTests_.known = true;
    ++(line[4] == 'P' ? goTests_.passed : goTests_.failed);
    return;
  }
  if (begins("ok  \t") || begins("ok      ") || begins("FAIL\t")) {
    goPackages_.known = true;
    ++(line[0] == 'o' ? goPackages_.passed : goPackages_.failed);
    return;
  }
  uint32_t value = 0;
  size_t end = 0;
  // GoogleTest
  for (const std::string_view mark : {"[  PASSED  ] ", "[  FAILED  ] "}) {
    if (!begins(mark)) continue;
    if (!numberAt(line, mark.size(), value, end) || !line.substr(end).starts_with(" test")) return;
    summary_.known = true;
    (mark[3] == 'P' ? summary_.passed : summary_.failed) += value;
    return;
  }
  // node:test
  for (const std::string_view mark : {"# pass ", "# fail ", "\u2139 pass ", "\u2139 fail "}) {
    if (!begins(mark) || !numberAt(line, mark.size(), value, end) || end != line.size()) continue;
    summary_.known = true;
    (mark.find("pass") != mark.npos ? summary_.passed : summary_.failed) += value;
    return;
  }
  // unittest
  if (begins("Ran ") && numberAt(line, 4, value, end) && line.substr(end).starts_with(" test")) {
    summary_.known = true;
    summary_.passed += value;
    return;
  }
  if (begins("FAILED (") && line.ends_with(')')) {
    const uint32_t failed = assigned(line, "failures=") + assigned(line, "errors=");
    summary_.failed += failed;
    summary_.passed -= std::min(summary_.passed, failed);
    return;
  }
  // Playwright: a line for each, "2 failed", "31 passed (22.0s)".
  const bool counts =
      isDigit(line[0]) && std::ranges::count(line.substr(0, line.find(" (")), ' ') == 1;
  const bool rule = begins("=") && line.ends_with('=');
  const bool brief = isDigit(line[0]) && line.ends_with('s') && line.find(" in ") != line.npos;
  const bool mocha =
      isDigit(line[0]) && (line.find(" passing") != line.npos || line.ends_with(" failing"));
  const bool jest = begins("Tests:") || begins("Tests ");
  if (counts || rule || brief || mocha || jest || begins("test result:")) addCounts(line, summary_);
}

TestCounts RunOutput::tests() const {
  if (summary_.known) return summary_;
  return goTests_.known ? goTests_ : goPackages_;
}

int32_t RunOutput::status() const {
  return statusSure_ || (status_ >= 0 && statusLine_ + kLastLines > lines_) ? status_ : -1;
}

}  // namespace epitome
