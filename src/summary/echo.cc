#include "summary/echo.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "summary/shape.h"
#include "text/hash.h"

namespace epitome {
namespace {

/// Shorter lines are headings and phrases that any record has.
constexpr size_t kLongLine = 32;
/// A shorter reply may be a quotation.
constexpr size_t kLeastBytes = 200;
constexpr size_t kMostPercent = 60;

template <typename Visit>
void forEachLongLine(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (line.size() >= kLongLine) visit(line);
    if (end == text.npos) return;
    text.remove_prefix(end + 1);
  }
}

/// Ascending.
std::vector<uint64_t> linesOf(std::string_view text) {
  std::vector<uint64_t> lines;
  forEachLongLine(text, [&](std::string_view line) { lines.push_back(text::hashOf(line)); });
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

bool echoes(std::string_view reply, std::string_view given, std::string_view records) {
  if (reply.size() < kLeastBytes || given.empty()) return false;
  const std::vector<uint64_t> source = linesOf(given);
  const std::vector<uint64_t> allowed = linesOf(records);
  size_t copied = 0;
  forEachLongLine(reply, [&](std::string_view line) {
    const uint64_t print = text::hashOf(line);
    if (std::ranges::binary_search(source, print) && !std::ranges::binary_search(allowed, print))
      copied += line.size();
  });
  return copied * 100 > reply.size() * kMostPercent;
}

}  // namespace epitome
