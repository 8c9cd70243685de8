#include "text/fold_case.h"

#include "text/utf.h"

namespace epitome::text {
namespace {

uint32_t lower(uint32_t code) {
  if ((code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x391 && code <= 0x3A9) ||
      (code >= 0x410 && code <= 0x42F)) {
    return code + 0x20;
  }
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;
  // Pairs side by side, but for the few without a partner.
  const bool even = (code >= 0x100 && code <= 0x137) || (code >= 0x14A && code <= 0x177);
  const bool odd = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
  if (even && code != 0x130 && code % 2 == 0) return code + 1;
  if (odd && code % 2 == 1) return code + 1;
  if (code == 0x130) return 'i';
  return code == 0x2019 ? '\'' : code;
}

}  // namespace

std::string foldedCase(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  for (size_t at = 0; at < utf8.size();) {
    const char c = utf8[at];
    if (static_cast<uint8_t>(c) < 0x80) {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
      ++at;
      continue;
    }
    const uint32_t bytes = codePointBytes(utf8, at);
    if (bytes == 0) {
      out += c;
      ++at;
      continue;
    }
    appendCodePoint(out, lower(decoded(utf8.substr(at, bytes))));
    at += bytes;
  }
  return out;
}

}  // namespace epitome::text
