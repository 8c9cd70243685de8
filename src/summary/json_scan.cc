/// A scan from quote to quote.
#include "summary/json_scan.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome {
namespace {

/// Value of four hexadecimal digits at `at`; false when they are not there.
bool readHex(std::string_view raw, size_t at, uint32_t& value) {
  if (at + 4 > raw.size()) return false;
  value = 0;
  for (size_t i = at; i < at + 4; ++i) {
    const uint32_t digit = text::hexDigit(raw[i]);
    if (digit > 15) return false;
    value = value << 4 | digit;
  }
  return true;
}

constexpr uint32_t kReplacement = 0xFFFD;

/// Reads the digits of a \u escape at `at` and of the one that completes a pair; moves `at` behind
/// them. False when the digits are cut or broken.
bool readEscapedCodePoint(std::string_view raw, size_t& at, uint32_t& code) {
  if (!readHex(raw, at, code)) return false;
  at += 4;
  if (!text::isHighSurrogate(code) && !text::isLowSurrogate(code)) return true;
  uint32_t low = 0;
  if (text::isHighSurrogate(code) && raw.substr(at, 2) == "\\u" && readHex(raw, at + 2, low) &&
      text::isLowSurrogate(low)) {
    at += 6;
    code = text::pairOf(code, low);
  } else {
    code = kReplacement;
  }
  return true;
}

}  // namespace

void JsonScan::skipSpace() {
  while (at_ < json_.size()) {
    const char c = json_[at_];
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
    ++at_;
  }
}

/// `at_` is on the opening quote.
std::string_view JsonScan::readString(bool& closed) {
  const size_t start = ++at_;
  while (at_ < json_.size() && json_[at_] != '"') at_ += json_[at_] == '\\' ? 2 : 1;
  closed = at_ < json_.size();
  at_ = std::min(at_, json_.size());
  const std::string_view inside = json_.substr(start, at_ - start);
  if (closed) ++at_;
  return inside;
}

bool JsonScan::next(JsonMember& member) {
  while (at_ < json_.size()) {
    const char c = json_[at_];
    if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      depth_ -= depth_ > 0 ? 1 : 0;
    }
    if (c != '"') {
      ++at_;
      continue;
    }
    bool closed = false;
    const std::string_view name = readString(closed);
    if (!closed) return false;
    skipSpace();
    if (at_ >= json_.size() || json_[at_] != ':') continue;
    ++at_;
    skipSpace();
    member = JsonMember{};
    member.name = name;
    member.depth = depth_;
    if (at_ < json_.size() && json_[at_] == '"') {
      member.isString = true;
      member.value = readString(closed);
      member.cut = !closed;
    }
    return true;
  }
  return false;
}

std::string unescaped(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  size_t at = 0;
  while (at < raw.size()) {
    const size_t run = std::min(raw.find('\\', at), raw.size());
    text::appendWellFormed(out, raw.substr(at, run - at));
    if (run + 1 >= raw.size()) break;
    const char kind = raw[run + 1];
    at = run + 2;
    switch (kind) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'b':
      case 'f':
        out += ' ';
        break;
      case 'u': {
        uint32_t code = 0;
        if (readEscapedCodePoint(raw, at, code)) text::appendCodePoint(out, code);
        break;
      }
      default:
        // The quote, the backslash, the slash, or what is no JSON at all.
        at = run + 1;
        const size_t bytes = std::max<uint32_t>(1, text::codePointBytes(raw, at));
        text::appendWellFormed(out, raw.substr(at, bytes));
        at += bytes;
    }
  }
  return out;
}

}  // namespace epitome
