#include "summary/harness_blocks.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/markdown.h"

namespace epitome {
namespace {

/// Names as they are.
constexpr std::string_view kNames[] = {
    "context",     "reminder",    "environment",    "user_info",      "user-info",
    "git_status",  "open_tabs",   "current_time",   "project_layout", "caveat",
    "bash-stdout", "bash-stderr", "additional_data"};
/// And parts of longer ones.
constexpr std::string_view kParts[] = {
    "system", "reminder", "reminders", "environment",  "ide",     "editor",   "workspace",  "hook",
    "stdout", "stderr",   "caveat",    "notification", "harness", "metadata", "diagnostics"};
constexpr size_t kMostNameBytes = 64;
/// An opening tag with its attributes.
constexpr size_t kMostTagBytes = 400;
constexpr size_t kMostOpen = 8;

bool isSeparator(char c) { return c == '-' || c == '_'; }

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool isHarness(std::string_view name) {
  if (has(kNames, name)) return true;
  if (std::ranges::none_of(name, isSeparator)) return false;
  while (!name.empty()) {
    const auto end = static_cast<size_t>(std::ranges::find_if(name, isSeparator) - name.begin());
    if (has(kParts, name.substr(0, end))) return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

/// The name of the tag that a line opens with; empty where it opens with none.
std::string_view nameOf(std::string_view line) {
  if (!line.starts_with('<')) return {};
  line.remove_prefix(1);
  const std::string_view start = line.substr(0, kMostNameBytes);
  const auto end = std::ranges::find_if(
      start, [](char c) { return !(c >= 'a' && c <= 'z') && !isDigit(c) && !isSeparator(c); });
  const auto size = static_cast<size_t>(end - start.begin());
  const bool ends = size < line.size() && (line[size] == '>' || line[size] == ' ');
  const size_t close = line.substr(0, kMostTagBytes).find('>');
  if (!ends || close == line.npos || line[close - 1] == '/') return {};
  return line.substr(0, size);
}

}  // namespace

std::string withoutHarnessBlocks(std::string_view text) {
  std::string out;
  // Closing tags that are not in the rest: each is looked for once, and a few at most.
  std::set<std::string_view> open;
  bool fenced = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, end - at);
    const std::string_view bare = trimmed(line);
    if (text::isFence(bare)) fenced = !fenced;
    const std::string_view name = fenced ? std::string_view() : nameOf(bare);
    if (open.size() < kMostOpen && isHarness(name) && !open.contains(name)) {
      const std::string closing = "</" + std::string(name) + ">";
      const size_t close = text.find(closing, at);
      if (close != text.npos) {
        at = close + closing.size();
        continue;
      }
      open.insert(name);
    }
    out += line;
    at = end;
  }
  return out;
}

}  // namespace epitome
