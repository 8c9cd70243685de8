/// Line by line for the blocks, mark by mark inside them.
#include "text/markdown.h"

#include <algorithm>

#include "text/characters.h"

namespace epitome::text {
namespace {

constexpr AsciiSet kMarks(".!?");
/// Behind a mark.
constexpr AsciiSet kClosing(".!?)\"'*_`");

bool isSpace(char c) { return static_cast<uint8_t>(c) <= ' '; }

size_t spacesFrom(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

/// Bytes of a list's marker, the space and a check box behind it; 0: none.
size_t markerLength(std::string_view line) {
  size_t at = 0;
  if (line.starts_with('-') || line.starts_with('*') || line.starts_with('+')) {
    at = 1;
  } else {
    while (at < line.size() && at < 9 && line[at] >= '0' && line[at] <= '9') ++at;
    if (at == 0 || at == line.size() || (line[at] != '.' && line[at] != ')')) return 0;
    ++at;
  }
  const size_t words = spacesFrom(line, at);
  if (words == at && at < line.size()) return 0;
  const std::string_view box = line.substr(words, 4);
  return box == "[ ] " || box == "[x] " || box == "[X] " ? words + 4 : words;
}

/// "e.g." and the like: short, with a point inside.
bool isAbbreviation(std::string_view text, size_t point) {
  size_t begin = point;
  while (begin > 0 && !isSpace(text[begin - 1]) && point - begin < 5) --begin;
  const std::string_view word = text.substr(begin, point - begin);
  return word.size() < 5 && word.find('.') != word.npos;
}

}  // namespace

size_t sentenceEnd(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (!isAscii(text[at])) {
      const std::string_view wide = text.substr(at, 3);
      if (wide == "\u3002" || wide == "\uff01" || wide == "\uff1f") return at + 3;
    }
    const char c = text[at++];
    if (!kMarks.has(c)) continue;
    size_t end = at;
    while (end < text.size() && kClosing.has(text[end])) ++end;
    if (end < text.size() && !isSpace(text[end])) continue;
    if (c == '.' && end == at && isAbbreviation(text, at - 1)) continue;
    while (end < text.size() && isSpace(text[end])) ++end;
    return end;
  }
  return text.size();
}

std::vector<Piece> piecesOf(std::string_view markdown) {
  std::vector<Piece> pieces;
  std::string_view fence;
  uint32_t block = 0;
  // Of the running paragraph or item: what lies between is split when it ends.
  size_t open = markdown.size();
  size_t words = 0;
  const auto close = [&](size_t to) {
    if (open == markdown.size()) return;
    const std::string_view text = markdown.substr(0, to);
    for (size_t at = words, begin = open; begin < to;) {
      const size_t end = std::max(sentenceEnd(text, at), at + 1);
      pieces.push_back({begin, std::min(end, to), at, block, false, false});
      begin = at = end;
    }
    ++block;
    open = markdown.size();
  };
  for (size_t at = 0; at < markdown.size();) {
    const size_t end = std::min(markdown.find('\n', at), markdown.size() - 1) + 1;
    const size_t first = at + spacesFrom(markdown.substr(at, end - at), 0);
    std::string_view line = markdown.substr(first, end - first);
    while (!line.empty() && isSpace(line.back())) line.remove_suffix(1);
    const bool mark = isFence(line);
    const bool closing =
        !fence.empty() && line.starts_with(fence) && line.find_first_not_of(fence[0]) == line.npos;
    const bool border = fence.empty() ? mark : closing;
    const bool alone = border || !fence.empty() || line.empty() || line[0] == '#' || line[0] == '|';
    const size_t marker = alone ? 0 : markerLength(line);
    if (alone || marker > 0) close(at);
    if (alone) {
      pieces.push_back({at, end, first, block++, fence.empty() && line.starts_with('#'), border});
    } else if (open == markdown.size()) {
      open = at;
      words = first + marker;
    }
    if (closing) {
      fence = {};
    } else if (border) {
      fence = line.substr(0, std::min(line.find_first_not_of(line[0]), line.size()));
    }
    at = end;
  }
  close(markdown.size());
  return pieces;
}

std::string without(std::string_view markdown, const std::vector<Piece>& pieces,
                    const std::vector<bool>& out) {
  std::string kept;
  for (size_t i = 0; i < pieces.size();) {
    size_t next = i;
    while (next < pieces.size() && pieces[next].block == pieces[i].block) ++next;
    const Piece& first = pieces[i];
    const size_t end = pieces[next - 1].end;
    const auto goes = [&](size_t k) { return out[k] && !pieces[k].fence; };
    size_t left = 0;
    for (size_t k = i; k < next; ++k) left += goes(k) ? 0 : 1;
    if (left == next - i) {
      kept += markdown.substr(first.begin, end - first.begin);
    } else if (left > 0) {
      kept += markdown.substr(first.begin, first.words - first.begin);
      for (size_t k = i; k < next; ++k) {
        if (!goes(k)) kept += markdown.substr(pieces[k].words, pieces[k].end - pieces[k].words);
      }
      while (!kept.empty() && isSpace(kept.back())) kept.pop_back();
      if (markdown[end - 1] == '\n') kept += '\n';
    }
    i = next;
  }
  return kept;
}

}  // namespace epitome::text
