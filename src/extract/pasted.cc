#include "extract/pasted.h"

#include <algorithm>
#include <string>
#include <utility>

#include "extract/sayings.h"
#include "summary/pattern.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/hash.h"
#include "text/markdown.h"
#include "text/sentences.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostLooks = 8'192;
/// Of a line that may be a sentence, bytes; in the middle of a long text it is held so long.
constexpr size_t kLongLine = 1'000;
constexpr size_t kMostLine = 4'096;
/// Of a sentence that is kept out of the middle.
constexpr size_t kMostSentence = 600;
/// Without a space in it, this long is data.
constexpr size_t kMostWord = 60;
/// One byte of so many is a sign of data, not of a sentence.
constexpr size_t kSignShare = 8;
constexpr size_t kLongSignShare = 30;
constexpr uint32_t kLeastSigns = 2;
constexpr std::string_view kEllipsisLine = "\u2026\n";

/// Signs that sentences do without. A comma or a point is one where nothing but a letter or a digit
/// follows.
bool isSign(std::string_view line, size_t at) {
  static constexpr std::string_view kSigns = "{}[]<>=|\\/\"_#@$%^&*+~;\t`";
  if (kSigns.find(line[at]) != kSigns.npos) return true;
  const bool joined = at + 1 < line.size() && isAlnum(line[at + 1]);
  return joined && (line[at] == ',' || line[at] == '.' || line[at] == ':' || line[at] == '-' ||
                    line[at] == '(');
}

struct Look {
  /// Of a line's signs, with its words and numbers as one each.
  uint64_t print = 0;
  uint32_t signs = 0;
};

Look lookOf(std::string_view line) {
  Look look;
  std::string fixed;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == ' ') continue;
    const char kind = isDigit(c) ? '0' : isLetter(c) || !isAscii(c) ? 'a' : c;
    const bool same = (kind == '0' || kind == 'a') && fixed.ends_with(kind);
    if (!same) fixed += kind;
    look.signs += isSign(line, at) ? 1 : 0;
  }
  look.print = text::hashOf(fixed) ^ 1;
  return look;
}

bool isData(std::string_view line, uint32_t signs) {
  if (line.size() > kMostWord && line.find(' ') == line.npos &&
      std::ranges::all_of(line, isAscii)) {
    return true;
  }
  return signs >= kLeastSigns && signs * kSignShare >= line.size();
}

/// Of one long line, what lies between the first and the last bracket.
std::string_view dataIn(std::string_view line) {
  const size_t begin = line.find_first_of("{[<");
  const size_t end = line.find_last_of("}]>");
  if (begin == line.npos || end == line.npos || end < begin) return {};
  const std::string_view found = line.substr(begin, end + 1 - begin);
  if (found.size() < kLongLine) return {};
  size_t signs = 0;
  for (size_t at = 0; at < found.size(); ++at) signs += isSign(found, at) ? 1 : 0;
  return signs * kLongSignShare >= found.size() ? found : std::string_view();
}

/// Passes on the lines of a text, without the break.
template <typename Take>
void forLines(std::string_view text, Take&& take) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void LineLooks::add(std::string_view line) {
  const auto count = [this](uint64_t print) {
    if (counts_.size() < kMostLooks || counts_.contains(print)) ++counts_[print];
  };
  const Look look = lookOf(line);
  count(patternOf(line).print);
  if (look.signs >= kLeastSigns) count(look.print);
  if (isProgramText(line) || isData(line, look.signs)) ++data_;
}

bool LineLooks::isRow(std::string_view line) const {
  const auto many = [this](uint64_t print) {
    const auto found = counts_.find(print);
    return found != counts_.end() && found->second >= kRows;
  };
  if (many(patternOf(line).print)) return true;
  const Look look = lookOf(line);
  const bool row = (look.signs >= kLeastSigns && many(look.print)) ||
                   (data_ >= kRows && (isProgramText(line) || isData(line, look.signs)));
  return row && !worthOfWords(line).instructs;
}

Pasted::Pasted(std::string_view text) {
  LineLooks looks;
  size_t fences = 0;
  forLines(text, [&](std::string_view line) {
    const std::string_view bare = trimmed(line);
    fences += text::isFence(bare) ? 1 : 0;
    if (!bare.empty() && bare.size() <= kMostLine) looks.add(bare);
  });
  // A fence that nothing closes opens nothing.
  size_t paired = fences / 2 * 2;
  bool fenced = false;
  forLines(text, [&](std::string_view line) {
    const std::string_view bare = trimmed(line);
    if (bare.empty()) return;
    const bool fence = text::isFence(bare);
    if (fence && paired > 0) {
      --paired;
      fenced = !fenced;
    }
    if (fence || fenced) {
      add(bare);
    } else if (bare.size() > kLongLine) {
      const std::string_view data = dataIn(bare);
      const bool word = bare.find(' ') == bare.npos && std::ranges::all_of(bare, isAscii);
      if (word || !data.empty()) add(word ? bare : data);
    } else if (looks.isRow(bare)) {
      add(bare);
    }
  });
}

void Pasted::add(std::string_view stretch) {
  stretches_.push_back({stretch.data(), stretch.data() + stretch.size()});
}

bool Pasted::holds(std::string_view piece) const {
  const auto next = std::ranges::upper_bound(stretches_, piece.data(), {}, &Stretch::begin);
  return next != stretches_.begin() && piece.data() < std::prev(next)->end;
}

void LongText::update(std::string_view utf8) {
  end_ += utf8;
  if (end_.size() <= 2 * mostEnd_ + kMostLine) return;
  pass();
}

void LongText::pass() {
  if (end_.size() <= mostEnd_) return;
  // The end begins with a line where one begins nearby.
  size_t bytes = end_.size() - mostEnd_;
  const size_t lineBreak = end_.rfind('\n', bytes);
  if (lineBreak != end_.npos && bytes - lineBreak < mostEnd_ / 8) bytes = lineBreak + 1;
  while (bytes > 0 && (static_cast<uint8_t>(end_[bytes]) & 0xC0) == 0x80) --bytes;
  std::string_view rest = std::string_view(end_).substr(0, bytes);
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view piece = rest.substr(0, end);
    if (open_.size() + piece.size() > kMostLine) {
      tooLong_ = true;
      open_.clear();
    } else if (!tooLong_) {
      open_ += piece;
    }
    if (end == rest.npos) break;
    line(open_);
    open_.clear();
    tooLong_ = false;
    rest.remove_prefix(end + 1);
  }
  end_.erase(0, bytes);
}

void LongText::line(std::string_view line) {
  const std::string_view bare = trimmed(line);
  if (bare.empty()) return;
  if (text::isFence(bare)) fenced_ = !fenced_;
  looks_.add(bare);
  if (fenced_ || text::isFence(bare) || looks_.isRow(bare) || isProgramText(bare)) return;
  text::Sentences sentences(bare);
  std::string_view found;
  while (sentences.next(found)) {
    if (found.size() > kMostSentence) continue;
    const uint64_t points = worthOfWords(found).points;
    kept_.push_back({text::wellFormed(found), points * points * 1'000 / (found.size() + 8)});
    keptBytes_ += kept_.back().text.size() + kEllipsisLine.size() + 1;
  }
  if (keptBytes_ > 2 * mostMiddle_) keepBest(mostMiddle_);
}

void LongText::keepBest(size_t bytes) {
  std::vector<size_t> order(kept_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [this](size_t a, size_t b) { return kept_[a].worth > kept_[b].worth; });
  std::vector<bool> stays(kept_.size(), false);
  keptBytes_ = 0;
  for (const size_t i : order) {
    const size_t cost = kept_[i].text.size() + kEllipsisLine.size() + 1;
    if (keptBytes_ + cost > bytes) break;
    keptBytes_ += cost;
    stays[i] = true;
  }
  size_t at = 0;
  std::erase_if(kept_, [&](const Kept&) { return !stays[at++]; });
}

std::string LongText::take() {
  pass();
  if (!open_.empty() && !tooLong_) line(open_);
  keepBest(mostMiddle_);
  std::string out;
  if (begunFenced_) out += "```\n";
  for (const Kept& one : kept_) out.append(kEllipsisLine).append(one.text).append("\n");
  out += kEllipsisLine;
  if (fenced_) out += "```\n";
  text::appendWellFormed(out, end_);
  return out;
}

}  // namespace epitome
