/// What the range's names do not know is looked for in the request, letter by letter.
#include "summary/was_read.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "summary/identifier_set.h"
#include "text/characters.h"
#include "text/path.h"

namespace epitome {
namespace {

/// Searches of the whole request that one reply may cost.
constexpr size_t kMostSearches = 128;

/// Those that say something.
std::vector<std::string_view> partsOf(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (!part.empty() && part != "." && part != ".." && part != "~") out.push_back(part);
  }
  return out;
}

/// Looks for whole words of a text.
class Search {
 public:
  explicit Search(std::string_view text) : text_(text) {}

  bool has(std::string_view word) {
    if (word.empty() || left_ == 0) return false;
    --left_;
    for (size_t at = text_.find(word); at != text_.npos; at = text_.find(word, at + 1)) {
      if (startsWord(at) && endsWord(at + word.size())) return true;
    }
    return false;
  }

  /// Whether pieces of the text make the path: a folder, and what was named apart from it. A tree
  /// names each on a line of its own, `cd` apart from what follows. Halves of two other paths do
  /// not: what follows a folder stands at the start of a name.
  bool hasPieces(std::string_view path) {
    const std::vector<std::string_view> parts = partsOf(path);
    size_t reached = 0;
    for (size_t i = 0; i <= reached && i < parts.size(); ++i) {
      if (left_ == 0) return false;
      --left_;
      reached = std::max(reached, reachOf(parts, i));
    }
    return reached > 0 && reached == parts.size();
  }

 private:
  /// The parts from `first` on that follow each other somewhere: the number of the one behind them.
  size_t reachOf(std::span<const std::string_view> parts, size_t first) const {
    size_t reached = 0;
    const std::string_view word = parts[first];
    for (size_t at = text_.find(word); at != text_.npos && reached < parts.size();
         at = text_.find(word, at + 1)) {
      if (first == 0 ? !startsWord(at) : !startsName(at)) continue;
      size_t part = first;
      for (size_t here = at; part < parts.size(); ++part) {
        if (part > first) {
          const size_t behind = std::min(text_.find_first_not_of("/\\", here), text_.size());
          if (behind == here) break;
          here = behind;
        }
        if (!text_.substr(here).starts_with(parts[part])) break;
        here += parts[part].size();
        if (!endsWord(here)) break;
      }
      reached = std::max(reached, part);
    }
    return reached;
  }

  bool startsWord(size_t at) const {
    return at == 0 || !isAlnum(text_[at - 1]) || !isAlnum(text_[at]);
  }
  bool endsWord(size_t end) const {
    return end == text_.size() || !isAlnum(text_[end]) || !isAlnum(text_[end - 1]);
  }
  /// Nothing but `/`, `./`, `../`, `~/` or the `a/` and `b/` of a diff stands before it.
  bool startsName(size_t at) const {
    const std::string_view before = text_.substr(0, at);
    if (before.ends_with("a/") || before.ends_with("b/")) {
      if (!inName(before.substr(0, at - 2))) return true;
    }
    return !inName(before.substr(0, before.find_last_not_of("/\\.~") + 1));
  }
  static bool inName(std::string_view before) {
    constexpr AsciiSet kSigns("_-@+/");
    return !before.empty() &&
           (isAlnum(before.back()) || !isAscii(before.back()) || kSigns.has(before.back()));
  }

  std::string_view text_;
  size_t left_ = kMostSearches;
};

/// Without what points into a file: `:12`, `:12-40`, `#L12`, `(12,3)`.
std::string_view withoutPlace(std::string_view path) {
  const size_t end = path.find_last_not_of("0123456789:,-()L#");
  const size_t from = end == path.npos ? path.npos : end + 1;
  constexpr AsciiSet kPlaceSigns(":#(");
  if (from >= path.size() || !kPlaceSigns.has(path[from])) return path;
  return path.substr(0, from);
}

}  // namespace

std::vector<Span> WasRead::inventedIn(std::string_view prose) const {
  std::vector<Span> out;
  Search given(given_);
  // In another spelling; made where a name is not found in its own.
  std::optional<IdentifierSet> named;
  for (const Invention& place : facts_.inventedIn(prose)) {
    std::string_view text = prose.substr(place.begin, place.end - place.begin);
    if (given.has(text)) continue;
    if (!named) named.emplace().add(given_);
    if (named->has(place.kind, text)) continue;
    const bool parted = place.kind == IdentifierKind::kPath || place.kind == IdentifierKind::kUrl;
    if (place.kind == IdentifierKind::kPath) text = withoutPlace(text);
    if (parted && given.hasPieces(text::normalizedPath(text))) continue;
    out.push_back({static_cast<size_t>(place.begin), static_cast<size_t>(place.end)});
  }
  return out;
}

}  // namespace epitome
