/// Reads the prose block by block: what has no span in it is copied.
#include "summary/strike.h"

#include <algorithm>
#include <vector>

#include "summary/characters.h"

namespace epitome {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

enum class LineKind : uint8_t { kBlank, kHeading, kFence, kCode, kTable, kItem, kText };

struct Line {
  size_t begin = 0;
  /// Behind the line break.
  size_t end = 0;
  /// Bytes of white space before it, and of the marker behind that.
  size_t indent = 0;
  size_t marker = 0;
  LineKind kind = LineKind::kText;
};

size_t spacesFrom(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

/// Bytes of a list's marker, the space and a check box behind it; 0: none.
size_t markerLength(std::string_view line) {
  size_t at = 0;
  if (line.empty()) return 0;
  if (line[0] == '-' || line[0] == '*' || line[0] == '+') {
    at = 1;
  } else {
    while (at < line.size() && at < 9 && isDigit(line[at])) ++at;
    if (at == 0 || at == line.size() || (line[at] != '.' && line[at] != ')')) return 0;
    ++at;
  }
  const size_t text = spacesFrom(line, at);
  if (text == at && at < line.size()) return 0;
  const std::string_view box = line.substr(text, 4);
  return box == "[ ] " || box == "[x] " || box == "[X] " ? text + 4 : text;
}

std::vector<Line> linesOf(std::string_view prose) {
  std::vector<Line> lines;
  // The mark that ends the running code block.
  std::string_view fence;
  for (size_t at = 0; at < prose.size();) {
    Line line;
    line.begin = at;
    line.end = std::min(prose.find('\n', at), prose.size() - 1) + 1;
    std::string_view text = prose.substr(at, line.end - at);
    while (!text.empty() && static_cast<uint8_t>(text.back()) <= ' ') text.remove_suffix(1);
    line.indent = spacesFrom(text, 0);
    text.remove_prefix(line.indent);
    const bool mark = text.starts_with("```") || text.starts_with("~~~");
    if (!fence.empty()) {
      const bool ends = text.starts_with(fence) && text.find_first_not_of(fence[0]) == text.npos;
      line.kind = ends ? LineKind::kFence : LineKind::kCode;
      if (ends) fence = {};
    } else if (mark) {
      line.kind = LineKind::kFence;
      fence = text.substr(0, std::min(text.find_first_not_of(text[0]), text.size()));
    } else if (text.empty()) {
      line.kind = LineKind::kBlank;
    } else if (text[0] == '#') {
      line.kind = LineKind::kHeading;
    } else if (text[0] == '|') {
      line.kind = LineKind::kTable;
    } else if (line.marker = markerLength(text); line.marker > 0) {
      line.kind = LineKind::kItem;
    }
    lines.push_back(line);
    at = line.end;
  }
  return lines;
}

bool isRule(std::string_view row) {
  return row.find('-') != row.npos && row.find_first_not_of("|-: \t\r\n") == row.npos;
}

/// Behind the sentence that `at` is in: its marks, what closes it and the white space.
size_t sentenceEnd(std::string_view text, size_t at) {
  while (at < text.size()) {
    const std::string_view wide = text.substr(at, 3);
    if (wide == "\u3002" || wide == "\uff01" || wide == "\uff1f") return at + 3;
    const char c = text[at++];
    if (c != '.' && c != '!' && c != '?') continue;
    size_t end = at;
    while (end < text.size() && std::string_view(".!?)\"'*_`]").find(text[end]) != text.npos) ++end;
    if (end == text.size()) return end;
    if (static_cast<uint8_t>(text[end]) > ' ') continue;
    while (end < text.size() && static_cast<uint8_t>(text[end]) <= ' ') ++end;
    return end;
  }
  return text.size();
}

/// Marks that stand an odd number of times in what goes.
std::string unpaired(std::string_view text) {
  size_t stars = 0;
  size_t ticks = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') ++ticks;
    if (text.substr(i).starts_with("**")) {
      ++stars;
      ++i;
    }
  }
  return std::string(stars % 2 == 1 ? "**" : "") + (ticks % 2 == 1 ? "`" : "");
}

std::string_view trimmedEnd(std::string_view text) {
  while (!text.empty() && static_cast<uint8_t>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

bool saysNothing(std::string_view text) {
  return text.find_first_not_of(" \t\r\n*_`~:;,.") == text.npos;
}

class Strike {
 public:
  Strike(std::string_view prose, std::span<const Invention> spans)
      : prose_(prose), spans_(spans), lines_(linesOf(prose)) {}

  std::string run() {
    for (size_t i = 0; i < lines_.size();) {
      size_t end = i + 1;
      const LineKind kind = lines_[i].kind;
      if (kind == LineKind::kText || kind == LineKind::kItem) {
        while (end < lines_.size() && lines_[end].kind == LineKind::kText) ++end;
      }
      const size_t from = lines_[i].begin;
      const size_t to = lines_[end - 1].end;
      if (next_ < spans_.size() && spans_[next_].begin < to) {
        block(i, end);
      } else {
        out_ += prose_.substr(from, to - from);
      }
      while (next_ < spans_.size() && spans_[next_].begin < to) ++next_;
      i = end;
    }
    return std::move(out_);
  }

 private:
  void block(size_t first, size_t end) {
    const Line& line = lines_[first];
    const size_t to = lines_[end - 1].end;
    switch (line.kind) {
      case LineKind::kCode:
        return;
      case LineKind::kTable: {
        const bool head =
            end < lines_.size() && lines_[end].kind == LineKind::kTable &&
            isRule(prose_.substr(lines_[end].begin, lines_[end].end - lines_[end].begin));
        if (head) elide(line.begin, to);
        return;
      }
      case LineKind::kBlank:
      case LineKind::kHeading:
      case LineKind::kFence:
        elide(line.begin, to);
        return;
      case LineKind::kItem:
      case LineKind::kText:
        sentences(first, end);
        return;
    }
  }

  /// The line with an ellipsis for each span.
  void elide(size_t from, size_t to) {
    for (size_t i = next_; i < spans_.size() && spans_[i].begin < to; ++i) {
      out_ += prose_.substr(from, static_cast<size_t>(spans_[i].begin) - from);
      out_ += kEllipsis;
      from = std::min(static_cast<size_t>(spans_[i].end), to);
    }
    out_ += prose_.substr(from, to - from);
  }

  void sentences(size_t first, size_t end) {
    const Line& line = lines_[first];
    const size_t from = line.begin + line.indent + line.marker;
    const size_t to = lines_[end - 1].end;
    const std::string_view text = prose_.substr(from, to - from);
    std::string kept;
    size_t span = next_;
    for (size_t at = 0; at < text.size();) {
      const size_t behind = sentenceEnd(text, at);
      while (span < spans_.size() && spans_[span].end <= from + at) ++span;
      const std::string_view sentence = text.substr(at, behind - at);
      const bool strike = span < spans_.size() && spans_[span].begin < from + behind;
      if (!strike) {
        kept += sentence;
      } else if (const std::string marks = unpaired(sentence); !marks.empty()) {
        // Marks that close stand behind a word, those that open before one.
        const bool closes = !unpaired(kept).empty();
        if (closes) kept.resize(trimmedEnd(kept).size());
        kept += marks;
        if (closes) kept += ' ';
      }
      at = behind;
    }
    if (saysNothing(kept)) {
      if (!hasChildren(first, end)) return;
      kept = kEllipsis;
    }
    out_ += prose_.substr(line.begin, from - line.begin);
    out_ += trimmedEnd(kept);
    if (text.ends_with('\n')) out_ += '\n';
  }

  bool hasChildren(size_t first, size_t end) const {
    if (lines_[first].kind != LineKind::kItem) return false;
    while (end < lines_.size() && lines_[end].kind == LineKind::kBlank) ++end;
    return end < lines_.size() && lines_[end].indent > lines_[first].indent;
  }

  std::string_view prose_;
  std::span<const Invention> spans_;
  std::vector<Line> lines_;
  /// First span that is not behind what was written.
  size_t next_ = 0;
  std::string out_;
};

}  // namespace

std::string struck(std::string_view prose, std::span<const Invention> spans) {
  return Strike(prose, spans).run();
}

}  // namespace epitome
