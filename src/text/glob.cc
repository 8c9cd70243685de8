/// The text between stars is searched from left to right: the leftmost match of each leaves most to
/// the next. Each search is Knuth, Morris and Pratt's.
#include "text/glob.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace epitome::text {
namespace {

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (folded(a[i]) != folded(b[i])) return false;
  }
  return true;
}

/// Offset behind the first occurrence of `word`, which is not empty; npos when there is none.
size_t endOfFirst(std::string_view word, std::string_view text) {
  if (word.size() > text.size()) return std::string_view::npos;
  // Per prefix of the word, the length of the longest shorter prefix that it ends with.
  std::vector<uint32_t> border(word.size(), 0);
  const auto next = [&](uint32_t matched, char c) {
    while (matched > 0 && folded(word[matched]) != c) matched = border[matched - 1];
    return folded(word[matched]) == c ? matched + 1 : 0;
  };
  for (size_t i = 1; i < word.size(); ++i) border[i] = next(border[i - 1], folded(word[i]));
  uint32_t matched = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    matched = next(matched, folded(text[i]));
    if (matched == word.size()) return i + 1;
  }
  return std::string_view::npos;
}

}  // namespace

bool matchesGlob(std::string_view pattern, std::string_view name) {
  // Most patterns of a list are told apart by their last byte.
  if (!pattern.empty() && pattern.back() != '*' &&
      (name.empty() || folded(pattern.back()) != folded(name.back()))) {
    return false;
  }
  const size_t first = pattern.find('*');
  if (first == std::string_view::npos) return equal(pattern, name);
  const size_t last = pattern.rfind('*');
  const std::string_view head = pattern.substr(0, first);
  const std::string_view tail = pattern.substr(last + 1);
  if (name.size() < head.size() + tail.size()) return false;
  if (!equal(head, name.substr(0, head.size()))) return false;
  if (!equal(tail, name.substr(name.size() - tail.size()))) return false;
  std::string_view between = pattern.substr(first, last - first);
  std::string_view rest = name.substr(head.size(), name.size() - head.size() - tail.size());
  while (!between.empty()) {
    between.remove_prefix(1);
    const std::string_view word = between.substr(0, between.find('*'));
    between.remove_prefix(word.size());
    if (word.empty()) continue;
    const size_t end = endOfFirst(word, rest);
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end);
  }
  return true;
}

}  // namespace epitome::text
