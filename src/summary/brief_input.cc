/// The names of arguments, by how much they tell.
#include "summary/brief_input.h"

#include <algorithm>
#include <span>

#include "summary/base64_runs.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

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

/// The member at the top of the input that says most: by its name, or because it is the only one.
JsonMember bestMember(const NotedPart& call) {
  JsonMember best;
  size_t members = 0;
  JsonMember member;
  for (JsonScan scan(call.text.head); scan.next(member);) {
    if (member.depth != 1) continue;
    ++members;
    if (!member.isString || member.value.empty()) continue;
    if (best.value.empty() || rankOf(member.name) > rankOf(best.name)) best = member;
  }
  return members == 1 || rankOf(best.name) > kUnknown ? best : JsonMember{};
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

}  // namespace epitome
