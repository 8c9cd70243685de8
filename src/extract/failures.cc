#include "extract/failures.h"

#include <algorithm>
#include <utility>

#include "summary/error_line.h"
#include "summary/pattern.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Bytes of a line that is looked at, and of what is kept of it.
constexpr size_t kMostLineBytes = 2'048;
constexpr size_t kMostBytes = 400;
constexpr size_t kMostKinds = 16;
/// Lines of one kind that are told.
constexpr size_t kRare = 2;
constexpr size_t kNone = std::string_view::npos;

/// Alone they say so, written like this.
constexpr std::string_view kLoud =
    "ERROR FATAL PANIC CRITICAL SEVERE EMERG ALERT FAILED FAILURE Traceback OOMKilled Killed "
    "CrashLoopBackOff ImagePullBackOff ErrImagePull FailedScheduling FailedMount Evicted SIGKILL "
    "SIGSEGV SIGABRT segfault";

/// In any letters, between words.
constexpr std::string_view kPhrases[] = {
    "npm err!",          "panic:",       "segmentation fault", "assertion failed",
    "build failure",     "build failed", "core dumped",        "out of memory",
    "fatal error",       "bus error",    "stack overflow",     "unhandled exception",
    "uncaught exception"};

/// Levels of logs that are written in small letters.
constexpr std::string_view kLevels = "error fatal panic critical crit severe emerg alert err";
constexpr std::string_view kLevelNames = "level severity lvl loglevel log_level levelname";
constexpr std::string_view kStatusNames =
    "status statuscode status_code http_status httpstatus code responsecode response_code";
/// The value behind the `:` or `=` that follows at `at`; empty where there is none.
std::string_view valueAt(std::string_view line, size_t at) {
  size_t sign = line.find_first_not_of("\"' \\", at);
  if (sign == kNone || (line[sign] != ':' && line[sign] != '=')) return {};
  sign = line.find_first_not_of("\"' \\", sign + 1);
  if (sign == kNone) return {};
  const std::string_view rest = line.substr(sign);
  return rest.substr(0,
                     static_cast<size_t>(std::ranges::find_if_not(rest, isAlnum) - rest.begin()));
}

bool isServerError(std::string_view value) {
  return value.size() == 3 && value[0] == '5' && isDigit(value[1]) && isDigit(value[2]);
}

/// `exit code 137`, `exited with status 2`, `exitCode: 1`: not 0.
bool tellsExit(std::string_view low) {
  for (const std::string_view lead : {"exit code", "exit status", "exited with code",
                                      "exited with status", "exit_code", "exitcode"}) {
    const size_t at = low.find(lead);
    if (at == kNone) continue;
    const size_t value = low.find_first_not_of("\"': =\\", at + lead.size());
    if (value != kNone && isDigit(low[value]) && low[value] != '0') return true;
  }
  return false;
}

/// `"GET / HTTP/1.1" 502`.
bool tellsRequest(std::string_view line) {
  const size_t at = line.find(" HTTP/");
  if (at == kNone) return false;
  const size_t quote = line.find_first_of("\" ", at + 6);
  if (quote == kNone) return false;
  const size_t status = line.find_first_not_of("\" \\", quote);
  return status != kNone && isServerError(line.substr(status, 3)) &&
         (status + 3 == line.size() || !isDigit(line[status + 3]));
}

/// What a listing puts before its lines: `12\t`, `12:`, `12 |`, `file.ts:12:`, `file.ts-12-`.
std::string_view withoutNumber(std::string_view line) {
  size_t at = 0;
  while (at < line.size() && isDigit(line[at])) ++at;
  if (at == 0 || at > 7) return line;
  const size_t text = line.find_first_not_of(" \t:|", at);
  return text == at || text == kNone ? line : line.substr(text);
}

/// A statement or a comment of a program that names errors.
bool isSource(std::string_view line) {
  static constexpr std::string_view kStarts[] = {
      "//",      "/*",     "* ",      "#include", "import ", "from ", "export ",  "const ",
      "let ",    "var ",   "return",  "def ",     "class ",  "func ", "if (",     "if ",
      "throw ",  "raise ", "public ", "catch",    "except",  "case ", "} ",       "+++",
      "---",     "@@",     "+",       "- ",       "try",     "else",  "private ", "enum ",
      "static ", "async ", "fn ",     "pub "};
  if (line.ends_with(';') || (line.ends_with('{') && !line.starts_with('{'))) return true;
  if (line.find("=>") != kNone || line.find("() {") != kNone) return true;
  return std::ranges::any_of(kStarts,
                             [line](std::string_view start) { return line.starts_with(start); });
}

/// Around the place of the failure where the line is long.
std::string excerptOf(std::string_view line) {
  std::string whole = oneLine(text::wellFormed(line));
  for (uint64_t units = kMostBytes; whole.size() > kMostBytes; units = units * 3 / 4) {
    whole = oneLine(shortenedMiddle(line, units));
  }
  return whole;
}

}  // namespace

bool tellsFailure(std::string_view whole) {
  const std::string_view line = withoutNumber(trimmed(whole));
  if (line.size() < 4 || isSource(line)) return false;
  const std::string low = lowered(line);
  for (const std::string_view phrase : kPhrases) {
    if (low.find(phrase) != kNone) return true;
  }
  if (tellsExit(low) || tellsRequest(line)) return true;
  for (size_t at = 0; at < line.size();) {
    if (!isLetter(line[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < line.size() && (isAlnum(line[end]) || line[end] == '_')) ++end;
    const std::string_view word = line.substr(at, end - at);
    const std::string_view small = std::string_view(low).substr(at, end - at);
    const std::string_view value = valueAt(line, end);
    // `FAILED: 0`.
    const bool none = value == "0" || value == "null";
    if ((isUpper(word[0]) || word.ends_with("fault")) && !none && isOneOf(word, kLoud)) return true;
    const bool bracketed = at > 0 && line[at - 1] == '[' && end < line.size() && line[end] == ']';
    if (bracketed && isOneOf(small, kLevels)) return true;
    if (!value.empty() && isOneOf(small, kLevelNames) && isOneOf(lowered(value), kLevels)) {
      return true;
    }
    if (isServerError(value) && isOneOf(small, kStatusNames)) return true;
    at = end;
  }
  size_t begin = 0;
  size_t end = 0;
  return findError(line, begin, end);
}

void FailureReader::text(std::string_view utf8) {
  for (size_t at = 0; at < utf8.size(); ++at) {
    const char c = utf8[at];
    // Lines within a text of JSON, and its rows.
    const bool escaped = c == 'n' && last_ == '\\';
    const bool row = c == ',' && last_ == '}';
    if (escaped && line_.ends_with('\\')) line_.pop_back();
    last_ = c;
    if (c == '\n' || escaped || row) {
      endLine();
    } else if (line_.size() < kMostLineBytes) {
      line_ += c;
    }
  }
}

void FailureReader::endLine() {
  const std::string line = std::exchange(line_, {});
  if (!tellsFailure(line)) return;
  const uint64_t pattern = patternOf(line).print;
  auto kind = std::ranges::find(kinds_, pattern, &Kind::pattern);
  if (kind == kinds_.end()) {
    // The first ones tell the cause, the last ones the outcome.
    if (kinds_.size() == kMostKinds) kinds_.erase(kinds_.begin() + kMostKinds / 2);
    kind = kinds_.insert(kinds_.end(), {pattern, 0, {}});
  }
  ++kind->times;
  if (kind->lines.size() < kRare) kind->lines.push_back(excerptOf(line));
}

std::vector<std::string> FailureReader::take() {
  endLine();
  std::vector<std::string> all;
  for (Kind& kind : kinds_) {
    if (kind.times > kRare) kind.lines.resize(1);
    for (std::string& line : kind.lines) all.push_back(std::move(line));
  }
  kinds_.clear();
  return all;
}

}  // namespace epitome
