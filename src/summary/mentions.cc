/// The names of arguments, and what in a command line looks like a path.
#include "summary/mentions.h"

#include <algorithm>
#include <span>
#include <utility>

#include "summary/base64_runs.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Longest name of a file or address that is listed, UTF-16 code units.
constexpr uint64_t kPathUnits = 160;

constexpr std::string_view kPathNames[] = {"path",         "file",      "filePath",  "filename",
                                           "fileName",     "file_path", "file_name", "filepath",
                                           "absolutePath", "url",       "uri"};
constexpr std::string_view kCommandNames[] = {"command", "cmd"};
constexpr std::string_view kOtherNames[] = {"query", "pattern", "regex", "prompt", "name", "id"};

/// How much an argument of this name tells; 0 for an unknown one.
enum Rank : uint8_t { kUnknown = 0, kOther = 1, kCommand = 2, kPath = 3 };

Rank rankOf(std::string_view name) {
  const auto isOneOf = [name](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (isOneOf(kPathNames)) return kPath;
  if (isOneOf(kCommandNames)) return kCommand;
  return isOneOf(kOtherNames) ? kOther : kUnknown;
}

/// Where the members go on in the end of a JSON text whose middle is missing: behind the first
/// string that ends there. Quotes inside a string are escaped, so `",` is never content.
std::string_view membersOfTail(std::string_view tail) {
  for (size_t at = tail.find("\","); at != std::string_view::npos; at = tail.find("\",", at + 1)) {
    if (at == 0 || tail[at - 1] != '\\') return tail.substr(at + 2);
  }
  return {};
}

/// Calls `use` with each member of a call's input that was kept.
template <typename Use>
void forEachMember(const NotedPart& call, Use&& use) {
  JsonMember member;
  for (JsonScan scan(call.text.head); scan.next(member);) use(member);
  for (JsonScan scan(membersOfTail(call.text.tail)); scan.next(member);) {
    ++member.depth;
    use(member);
  }
}

/// The member at the top of the input that says most: by its name, or because it is the only one.
JsonMember bestMember(const NotedPart& call) {
  JsonMember best;
  size_t members = 0;
  forEachMember(call, [&](const JsonMember& member) {
    if (member.depth != 1) return;
    ++members;
    if (!member.isString || member.value.empty()) return;
    if (best.value.empty() || rankOf(member.name) > rankOf(best.name)) best = member;
  });
  return members == 1 || rankOf(best.name) > kUnknown ? best : JsonMember{};
}

/// A word of a command line that names a file or an address: a slash inside or a short extension,
/// and none of the characters of shell syntax.
bool looksLikePath(std::string_view word) {
  if (word.size() < 3 || word.size() > kPathUnits || word.front() == '-') return false;
  if (word.find_first_of("{}()[]<>|&;$*?!=,`'\"\\^%~#@ \t\r\n") != std::string_view::npos) {
    return false;
  }
  // A device, or the beginning of a substitution.
  if (word.starts_with("/dev/") || word.starts_with("s/") || word.starts_with("y/")) return false;
  const size_t slash = word.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? word : word.substr(slash + 1);
  const size_t dot = last.rfind('.');
  const auto isLetter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  const bool extension =
      dot != std::string_view::npos && dot > 0 && last.size() - dot >= 2 &&
      last.size() - dot <= 6 &&
      std::any_of(last.begin() + static_cast<ptrdiff_t>(dot), last.end(), isLetter);
  return extension || (slash != std::string_view::npos && slash > 0 && !last.empty());
}

}  // namespace

std::string briefInput(const NotedPart& call, uint64_t maxUnits) {
  const JsonMember best = bestMember(call);
  const std::string brief = best.value.empty() ? call.text.head : unescaped(best.value);
  return shortened(oneLine(withoutBase64(brief)), maxUnits);
}

std::string briefestInput(const NotedPart& call, uint64_t maxUnits) {
  const JsonMember best = bestMember(call);
  if (rankOf(best.name) != kPath || best.value.find("://") != std::string_view::npos) {
    return briefInput(call, maxUnits);
  }
  const std::string path = oneLine(unescaped(best.value));
  const size_t slash = path.find_last_of("/\\", path.size() < 2 ? 0 : path.size() - 2);
  return shortened(slash == std::string::npos ? path : path.substr(slash + 1), maxUnits);
}

void Mentions::read(const NotedPart& call) {
  forEachMember(call, [this](const JsonMember& member) {
    if (!member.isString || member.cut) return;
    const Rank rank = rankOf(member.name);
    if (rank == kPath) {
      add(oneLine(unescaped(member.value)));
    } else if (rank == kCommand) {
      readCommand(unescaped(member.value));
    }
  });
}

void Mentions::readCommand(std::string_view command) {
  size_t at = 0;
  while (at < command.size()) {
    const size_t end = std::min(command.find_first_of(" \t\r\n\"'`();|&<>,", at), command.size());
    const std::string_view word = command.substr(at, end - at);
    if (looksLikePath(word)) add(std::string(word));
    at = end + 1;
  }
}

void Mentions::add(std::string path) {
  if (path.empty() || text::utf16Length(path) > kPathUnits) return;
  const auto known = latest_.find(path);
  if (known != latest_.end()) byTime_.erase(known->second);
  byTime_.emplace(time_, path);
  latest_.insert_or_assign(std::move(path), time_);
  ++time_;
}

std::vector<std::string> Mentions::latestFirst() const {
  std::vector<std::string> out;
  for (auto at = byTime_.rbegin(); at != byTime_.rend(); ++at) out.push_back(at->second);
  return out;
}

}  // namespace epitome
