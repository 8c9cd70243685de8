/// Thoughts first: what is around the whole is around what is left.
#include "summary/tidy.h"

#include <algorithm>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/markdown.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Tags that models think in.
constexpr std::string_view kThoughts =
    "think thinking thought thoughts reasoning reflection analysis scratchpad antthinking "
    "seed:think";
/// Tags that they put an answer in.
constexpr std::string_view kAnswers = "summary record answer output response final final_answer";
/// Of gpt-oss, where its template was not read.
constexpr std::string_view kFinalChannel = "<|channel|>final<|message|>";
constexpr size_t kLongestName = 16;
constexpr size_t kLongestTag = 80;
/// How far around a tag its line is looked at.
constexpr size_t kLookAround = 400;
/// Kimi's.
constexpr std::string_view kLeftTriangle = "\u25c1";
constexpr std::string_view kRightTriangle = "\u25b7";

std::string_view nextLine(std::string_view& rest) {
  const size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// Bytes [begin, end) of a text.
struct Tag {
  size_t begin = 0;
  size_t end = 0;
  bool closes = false;
  std::string name;
};

/// `<name …>`, `[NAME]`, `\u25c1name\u25b7`, or with a slash before the name.
bool tagAt(std::string_view text, size_t at, Tag& tag) {
  size_t pos = at;
  std::string_view close;
  if (text[pos] == '<' || text[pos] == '[') {
    close = text[pos] == '<' ? ">" : "]";
    ++pos;
  } else if (text.substr(pos).starts_with(kLeftTriangle)) {
    close = kRightTriangle;
    pos += kLeftTriangle.size();
  } else {
    return false;
  }
  tag.begin = at;
  tag.closes = pos < text.size() && text[pos] == '/';
  if (tag.closes) ++pos;
  const size_t name = pos;
  while (pos < text.size() && pos - name < kLongestName &&
         (isLetter(text[pos]) || text[pos] == '_' || text[pos] == ':')) {
    ++pos;
  }
  const std::string_view written = text.substr(name, pos - name);
  // In brackets it is a link elsewhere.
  if (close == "]" && std::ranges::any_of(written, isLower)) return false;
  tag.name = lowered(written);
  if (close == ">" && pos < text.size() && text[pos] == ' ') {
    pos = std::min(text.substr(0, at + kLongestTag).find_first_of(">\n", pos), text.size());
  }
  if (!text.substr(pos).starts_with(close)) return false;
  tag.end = pos + close.size();
  return true;
}

/// What a sentence speaks of, code quotes or a list's item mentions is no border.
bool isBorder(std::string_view text, const Tag& tag) {
  std::string_view before = text.substr(0, tag.begin);
  before.remove_prefix(before.size() - std::min(before.size(), kLookAround));
  before.remove_prefix(before.rfind('\n') + 1);
  std::string_view after = text.substr(tag.end, kLookAround);
  after = after.substr(0, after.find('\n'));
  if (trimmed(before).empty()) return before.size() < kLookAround;
  if (!tag.closes) return false;
  constexpr std::string_view kQuotes = "`\"'";
  if (kQuotes.find(before.back()) != kQuotes.npos) return false;
  if (!after.empty() && kQuotes.find(after.front()) != kQuotes.npos) return false;
  if (before.back() != ' ') return true;
  constexpr std::string_view kItems = "-*+>|";
  return trimmed(after).empty() && kItems.find(trimmed(before).front()) == kItems.npos;
}

/// The next border of thoughts from `at` on, outside of blocks of code.
bool nextBorder(std::string_view text, size_t at, bool& fenced, Tag& tag) {
  for (; at < text.size(); ++at) {
    if ((at == 0 || text[at - 1] == '\n') && text::isFence(text.substr(at))) {
      fenced = !fenced;
    }
    const char c = text[at];
    if (fenced || (c != '<' && c != '[' && c != kLeftTriangle[0])) continue;
    if (tagAt(text, at, tag) && isOneOf(tag.name, kThoughts) && isBorder(text, tag)) return true;
  }
  return false;
}

/// Without the thoughts that some models write before their answer: blocks, all before an end that
/// has no beginning, all behind a beginning at the start that has no end.
std::string withoutThoughts(std::string_view text) {
  const size_t channel = text.rfind(kFinalChannel);
  if (channel != text.npos) {
    text = text.substr(channel + kFinalChannel.size());
    text = text.substr(0, std::min(text.find("<|"), text.size()));
  }
  std::string out;
  size_t kept = 0;
  bool fenced = false;
  Tag open;
  bool inside = false;
  Tag tag;
  for (size_t at = 0; nextBorder(text, at, fenced, tag); at = tag.end) {
    if (inside && !tag.closes) continue;
    if (!tag.closes) {
      open = tag;
      inside = true;
      continue;
    }
    if (inside) {
      out += text.substr(kept, open.begin - kept);
    } else {
      out.clear();
    }
    inside = false;
    kept = tag.end;
  }
  const bool endless =
      inside && trimmed(out + std::string(text.substr(kept, open.begin - kept))).empty();
  if (!endless) return out += text.substr(kept);
  const size_t answer = text.find("\n<summary>", open.end);
  return answer == text.npos ? std::string() : std::string(text.substr(answer));
}

/// The inside of a tag around the whole text, or the text.
std::string_view withoutTag(std::string_view text) {
  Tag open;
  if (text.empty() || !tagAt(text, 0, open) || open.closes || !isOneOf(open.name, kAnswers)) {
    return text;
  }
  const size_t last = text.rfind("</");
  Tag close;
  if (last == text.npos || !tagAt(text, last, close) || close.name != open.name ||
      close.end != text.size()) {
    return text;
  }
  return trimmed(text.substr(open.end, close.begin - open.end));
}

/// Length of the fence (``` or longer, or ~~~) that starts the line, or 0.
size_t fenceOf(std::string_view line) {
  const size_t length = std::min(line.find_first_not_of(line.substr(0, 1)), line.size());
  return length >= 3 && (line[0] == '`' || line[0] == '~') ? length : 0;
}

/// The inside of a fence around the whole text, or the text. Two fenced blocks in a row are not one
/// around everything: there the first fence inside closes, it does not open.
std::string_view withoutFence(std::string_view text) {
  std::string_view rest = text;
  const std::string_view firstLine = trimmed(nextLine(rest));
  const size_t fence = fenceOf(firstLine);
  const size_t lastBreak = text.rfind('\n');
  if (fence == 0 || lastBreak == text.npos) return text;
  const std::string_view lastLine = trimmed(text.substr(lastBreak));
  if (lastLine.substr(0, fence) != firstLine.substr(0, fence) ||
      fenceOf(lastLine) != lastLine.size()) {
    return text;
  }
  const bool document = isOneOf(trimmed(firstLine.substr(fence)), "markdown md text txt");
  const size_t start = text.size() - rest.size();
  const std::string_view inside =
      start <= lastBreak ? text.substr(start, lastBreak - start) : std::string_view();
  for (rest = inside; !document && !rest.empty();) {
    const std::string_view line = trimmed(nextLine(rest));
    const size_t inner = fenceOf(line);
    if (inner < fence || line[0] != firstLine[0]) continue;
    if (inner == line.size()) return text;
    break;
  }
  return inside;
}

}  // namespace

std::string tidyReply(std::string_view reply) {
  const std::string left = withoutThoughts(text::wellFormed(reply));
  return std::string(trimmed(withoutFence(withoutTag(trimmed(left)))));
}

}  // namespace epitome
