/// Cuts and joins of text.
#include "summary/shape.h"

#include <algorithm>

#include "text/characters.h"
#include "text/safe_cut.h"
#include "text/sort.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kGap = "\n\u2026\n";
constexpr uint64_t kGapUnits = 3;
constexpr uint64_t kSpeakerUnits = 60;
/// How far a cut may move to fall between two lines.
constexpr size_t kSnapBytes = 80;

/// Bytes of the white space that starts at `at`, or 0.
uint32_t spaceBytes(std::string_view text, size_t at) {
  const auto byteAt = [text](size_t i) {
    return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
  };
  const uint8_t first = byteAt(at);
  if (first <= 0x20 || first == 0x7F) return 1;
  const uint8_t second = byteAt(at + 1);
  // NEL and the no-break space; C1 controls with them.
  if (first == 0xC2 && second >= 0x80 && second <= 0xA0) return 2;
  const uint8_t third = byteAt(at + 2);
  // U+2000 to U+200B, the line and paragraph separators, U+202F, U+205F, U+3000, U+FEFF.
  if (first == 0xE2 && second == 0x80 &&
      ((third >= 0x80 && third <= 0x8B) || third == 0xA8 || third == 0xA9 || third == 0xAF)) {
    return 3;
  }
  if (first == 0xE2 && second == 0x81 && third == 0x9F) return 3;
  if (first == 0xE3 && second == 0x80 && third == 0x80) return 3;
  if (first == 0xEF && second == 0xBB && third == 0xBF) return 3;
  return 0;
}

}  // namespace

uint32_t lineBreakBytes(std::string_view text, size_t at) {
  switch (static_cast<uint8_t>(text[at])) {
    case '\r':
      return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    case '\n':
    case '\v':
    case '\f':
      return 1;
    case 0xC2:
      return text.substr(at, 2) == "\u0085" ? 2 : 0;
    case 0xE2:
      return text.substr(at, 3) == "\u2028" || text.substr(at, 3) == "\u2029" ? 3 : 0;
    default:
      return 0;
  }
}

bool hasLineBreak(std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    if (lineBreakBytes(text, at) > 0) return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const uint32_t bytes = spaceBytes(text, 0);
    if (bytes == 0) break;
    text.remove_prefix(std::min<size_t>(bytes, text.size()));
  }
  while (!text.empty()) {
    uint32_t found = 0;
    for (const uint32_t bytes : {1U, 2U, 3U}) {
      if (bytes <= text.size() && spaceBytes(text, text.size() - bytes) == bytes) found = bytes;
    }
    if (found == 0) break;
    text.remove_suffix(found);
  }
  return text;
}

std::string oneLine(std::string_view text) {
  std::string out;
  bool space = false;
  size_t at = 0;
  while (at < text.size()) {
    if (const uint32_t bytes = spaceBytes(text, at); bytes != 0) {
      space = true;
      at += bytes;
      continue;
    }
    if (space && !out.empty()) out += ' ';
    space = false;
    const size_t begin = at;
    while (at < text.size() && spaceBytes(text, at) == 0) {
      at += std::max<uint32_t>(1, text::codePointBytes(text, at));
    }
    text::appendWellFormed(out, text.substr(begin, at - begin));
  }
  return out;
}

void appendIndented(std::string& out, std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    if (const uint32_t bytes = lineBreakBytes(text, at); bytes != 0) {
      out += "\n  ";
      at += bytes;
      continue;
    }
    const uint8_t c = static_cast<uint8_t>(text[at]);
    out += (c < 0x20 && c != '\t') || c == 0x7F ? ' ' : text[at];
    ++at;
  }
}

std::string shortened(std::string_view text, uint64_t maxUnits) {
  const text::Reach whole = text::reach(text, maxUnits);
  if (whole.bytes == text.size()) return std::string(text);
  if (maxUnits == 0) return {};
  std::string out(text.substr(0, text::safePrefix(text, maxUnits - 1)));
  out += kEllipsis;
  return out;
}

std::string messageRange(uint32_t first, uint32_t last) {
  if (first == last) return "message " + std::to_string(first);
  return "messages " + std::to_string(first) + " to " + std::to_string(last);
}

std::string speakerOf(const NotedPart& text) {
  std::string name = shortened(oneLine(text.toolName), kSpeakerUnits);
  constexpr AsciiSet kFraming("[](){}<>:\"");
  std::erase_if(name, [&](char c) { return kFraming.has(c); });
  return name;
}

std::string shortenedMiddle(std::string_view text, uint64_t maxUnits) {
  if (text::reach(text, maxUnits).bytes == text.size()) return std::string(text);
  if (maxUnits < 8 * kGapUnits) return shortened(text, maxUnits);
  const uint64_t room = maxUnits - kGapUnits;
  std::string_view head = text.substr(0, text::safePrefix(text, room * 2 / 5));
  std::string_view tail = text.substr(text::safeSuffix(text, room - room * 2 / 5));
  const size_t lineEnd = head.rfind('\n');
  if (lineEnd != std::string_view::npos &&
      head.size() - lineEnd <= std::min(kSnapBytes, head.size() / 4)) {
    head = head.substr(0, lineEnd);
  }
  const size_t lineStart = tail.find('\n');
  if (lineStart < std::min(kSnapBytes, tail.size() / 4)) tail = tail.substr(lineStart + 1);
  // Where the text was cut before, one gap tells of both.
  const std::string_view gapBefore = kGap.substr(0, kGap.size() - 1);
  const std::string_view gapBehind = kGap.substr(1);
  while (head.ends_with(gapBefore)) head.remove_suffix(gapBefore.size());
  while (tail.starts_with(gapBehind)) tail.remove_prefix(gapBehind.size());
  std::string out(head);
  out += kGap;
  out += tail;
  return out;
}

size_t prefixForTokens(std::string_view text, uint32_t maxTokens, Family family) {
  if (tokensOfText(text, family) <= maxTokens) return text.size();
  uint64_t fits = 0;
  uint64_t over = text::utf16Length(text);
  size_t bytes = 0;
  while (over - fits > 1) {
    const uint64_t middle = fits + (over - fits) / 2;
    const size_t candidate = text::prefixBytes(text, middle);
    if (tokensOfText(text.substr(0, candidate), family) <= maxTokens) {
      fits = middle;
      bytes = candidate;
    } else {
      over = middle;
    }
  }
  return bytes;
}

std::string textOf(const Preview& preview) {
  const uint64_t shown = preview.shown();
  if (shown >= preview.units) return preview.head + preview.tail;
  std::string out = preview.head;
  out += " [\u2026 " + std::to_string(preview.units - shown) + " characters omitted \u2026] ";
  out += preview.tail;
  return out;
}

std::string mediaLine(const NotedMedia& media) {
  const MediaFacts& facts = media.facts;
  const std::string type = oneLine(media.type);
  std::string out = "[" + (type.empty() ? "file" : type);
  if (facts.byteLength != 0) out += ", " + std::to_string(facts.byteLength) + " bytes";
  if (facts.widthPixels != 0 && facts.heightPixels != 0) {
    out += ", " + std::to_string(facts.widthPixels) + "x" + std::to_string(facts.heightPixels) +
           " pixels";
  }
  return out + "]";
}

std::string attachedLines(const NotedPart& result) {
  std::string out;
  for (const NotedMedia& media : result.attached) out += " " + mediaLine(media);
  const size_t more = result.attachedCount - result.attached.size();
  if (more > 0) out += " [" + std::to_string(more) + " more images or files]";
  return out;
}

std::vector<uint64_t> fairShares(std::span<const uint64_t> lengths, uint64_t total) {
  std::vector<uint64_t> sorted(lengths.begin(), lengths.end());
  sortBy(sorted);
  uint64_t left = total;
  uint64_t cap = UINT64_MAX;
  for (size_t i = 0; i < sorted.size(); ++i) {
    const uint64_t even = left / (sorted.size() - i);
    if (sorted[i] > even) {
      cap = even;
      break;
    }
    left -= sorted[i];
  }
  std::vector<uint64_t> shares;
  shares.reserve(lengths.size());
  for (const uint64_t length : lengths) shares.push_back(std::min(length, cap));
  return shares;
}

}  // namespace epitome
