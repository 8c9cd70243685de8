#include "text/sentences.h"

#include "text/utf.h"

namespace epitome::text {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

bool isAsciiMark(char c) { return c == '.' || c == '!' || c == '?'; }

/// Ideographic and full-width marks, and those of Devanagari and Arabic.
bool isMark(uint32_t code) {
  return code == 0x3002 || code == 0xFF01 || code == 0xFF1F || code == 0xFF61 || code == 0x0964 ||
         code == 0x061F || code == 0x06D4 || code == 0x2026;
}

bool needsSpace(uint32_t code) { return code == 0x2026; }

/// What closes a quotation or a parenthesis behind a mark.
bool closes(char c) {
  return c == '"' || c == '\'' || c == ')' || c == ']' || c == '*' || c == '`' || c == '_';
}

/// `12.` or `a.`: what stands before the point numbers an item.
bool isNumbering(std::string_view before) {
  if (before.empty() || before.size() > 3) return false;
  if (before.size() == 1) return true;
  for (const char c : before) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

/// Bytes of `text` up to where its first sentence ends.
size_t endOfFirst(std::string_view text) {
  size_t begin = 0;
  while (begin < text.size() && (isSpace(text[begin]) || text[begin] == '\n')) ++begin;
  for (size_t at = begin; at < text.size();) {
    const char c = text[at];
    if (c == '\n') return at;
    if (static_cast<uint8_t>(c) < 0x80) {
      ++at;
      if (!isAsciiMark(c)) continue;
      if (c == '.' && isNumbering(text.substr(begin, at - 1 - begin))) continue;
      while (at < text.size() && (isAsciiMark(text[at]) || closes(text[at]))) ++at;
      if (at == text.size() || isSpace(text[at]) || text[at] == '\n') return at;
      continue;
    }
    const uint32_t bytes = codePointBytes(text, at);
    const uint32_t code = bytes == 0 ? 0xFFFD : decoded(text.substr(at, bytes));
    at += bytes == 0 ? 1 : bytes;
    if (!isMark(code)) continue;
    if (!needsSpace(code) || at == text.size() || isSpace(text[at])) return at;
  }
  return text.size();
}

}  // namespace

bool Sentences::next(std::string_view& sentence) {
  while (!rest_.empty()) {
    const size_t end = endOfFirst(rest_);
    std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end);
    while (!found.empty() && (isSpace(found.front()) || found.front() == '\n')) {
      found.remove_prefix(1);
    }
    while (!found.empty() && (isSpace(found.back()) || found.back() == '\n'))
      found.remove_suffix(1);
    if (found.empty()) {
      if (!rest_.empty() && end == 0) rest_.remove_prefix(1);
      continue;
    }
    sentence = found;
    return true;
  }
  return false;
}

}  // namespace epitome::text
