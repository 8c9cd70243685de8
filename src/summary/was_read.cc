/// What the range's names do not know is looked for in the request, letter by letter.
#include "summary/was_read.h"

#include <algorithm>
#include <string>

#include "text/characters.h"
#include "text/path.h"

namespace epitome {
namespace {

/// Searches of the whole request that one reply may cost.
constexpr size_t kMostSearches = 128;

/// Looks for whole words of a text.
class Search {
 public:
  explicit Search(std::string_view text) : text_(text) {}

  bool has(std::string_view word) {
    if (word.empty() || left_ == 0) return false;
    --left_;
    for (size_t at = text_.find(word); at != text_.npos; at = text_.find(word, at + 1)) {
      const size_t end = at + word.size();
      const bool starts = at == 0 || !isAlnum(text_[at - 1]) || !isAlnum(word.front());
      const bool ends = end == text_.size() || !isAlnum(text_[end]) || !isAlnum(word.back());
      if (starts && ends) return true;
    }
    return false;
  }

  /// Each folder and the file: a tree names them on lines of their own, `cd` apart from what
  /// follows.
  bool hasParts(std::string_view path) {
    bool any = false;
    while (!path.empty()) {
      const size_t slash = std::min(path.find('/'), path.size());
      const std::string_view part = path.substr(0, slash);
      path.remove_prefix(std::min(slash + 1, path.size()));
      if (part.empty() || part == "." || part == ".." || part == "~") continue;
      if (!has(part)) return false;
      any = true;
    }
    return any;
  }

 private:
  std::string_view text_;
  size_t left_ = kMostSearches;
};

/// Without what points into a file: `:12`, `:12-40`, `#L12`, `(12,3)`.
std::string_view withoutPlace(std::string_view path) {
  const size_t end = path.find_last_not_of("0123456789:,-()L#");
  const size_t from = end == path.npos ? path.npos : end + 1;
  if (from >= path.size() || std::string_view(":#(").find(path[from]) == path.npos) return path;
  return path.substr(0, from);
}

}  // namespace

std::vector<Span> WasRead::inventedIn(std::string_view prose) const {
  std::vector<Span> out;
  Search given(given_);
  for (const Invention& place : facts_.inventedIn(prose)) {
    std::string_view text = prose.substr(place.begin, place.end - place.begin);
    if (given.has(text)) continue;
    const bool named = place.kind == IdentifierKind::kPath || place.kind == IdentifierKind::kUrl;
    if (place.kind == IdentifierKind::kPath) text = withoutPlace(text);
    if (named && given.hasParts(text::normalizedPath(text))) continue;
    out.push_back({static_cast<size_t>(place.begin), static_cast<size_t>(place.end)});
  }
  return out;
}

}  // namespace epitome
