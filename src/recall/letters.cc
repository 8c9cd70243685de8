#include "recall/letters.h"

#include <string>
#include <string_view>

#include "text/fold_case.h"
#include "text/utf.h"

namespace epitome::recall {
namespace {

/// Letters of U+00C0 to U+017F without their accents; '?' keeps the letter as it is.
constexpr std::string_view kBare =
    "aaaaaa?ceeeeiiii?nooooo?ouuuuy??aaaaaa?ceeeeiiii?nooooo?ouuuuy?y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkk?llllll?"
    "?llnnnnnnn??oooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(kBare.size() == 0x180 - 0xC0);

constexpr bool within(uint32_t code, uint32_t first, uint32_t last) {
  return code >= first && code <= last;
}

bool isDense(uint32_t code) {
  return within(code, 0x3040, 0x30FF) || within(code, 0x31F0, 0x31FF) ||
         within(code, 0x3400, 0x4DBF) || within(code, 0x4E00, 0x9FFF) ||
         within(code, 0xAC00, 0xD7A3) || within(code, 0xF900, 0xFAFF) ||
         within(code, 0x20000, 0x3FFFF) || within(code, 0x0E00, 0x0EFF) ||
         within(code, 0x1000, 0x109F) || within(code, 0x1780, 0x17FF) ||
         within(code, 0x3005, 0x3007);
}

bool separates(uint32_t code) {
  return within(code, 0x80, 0xA9) || within(code, 0xAB, 0xB4) || within(code, 0xB6, 0xB9) ||
         within(code, 0xBB, 0xBF) || code == 0xD7 || code == 0xF7 || within(code, 0x2000, 0x2BFF) ||
         within(code, 0x2E00, 0x2E7F) || within(code, 0x3000, 0x303F) ||
         within(code, 0xD800, 0xF8FF) || within(code, 0xFE00, 0xFE6F) ||
         within(code, 0xFF00, 0xFF20) || within(code, 0xFF5B, 0xFF65) ||
         within(code, 0xFFE0, 0xFFFF) || within(code, 0x1F000, 0x1FAFF) || code >= 0xE0000;
}

Folded ofAscii(uint32_t code) {
  if (within(code, 'a', 'z')) return {Letter::kLower, code};
  if (within(code, 'A', 'Z')) return {Letter::kUpper, code | 0x20};
  if (within(code, '0', '9')) return {Letter::kDigit, code};
  return {};
}

}  // namespace

Folded folded(uint32_t code) {
  if (code < 0x80) return ofAscii(code);
  // The full-width forms of ASCII.
  if (within(code, 0xFF10, 0xFF19) || within(code, 0xFF21, 0xFF3A) ||
      within(code, 0xFF41, 0xFF5A)) {
    return ofAscii(code - 0xFEE0);
  }
  if (within(code, 0x300, 0x36F)) return {Letter::kMark, 0};
  if (isDense(code)) return {Letter::kDense, code};
  if (separates(code)) return {};
  std::string letter;
  text::appendCodePoint(letter, code);
  const uint32_t lower = text::decoded(text::foldedCase(letter));
  const bool isUpper = lower != code;
  if (within(lower, 0xC0, 0x17F) && kBare[lower - 0xC0] != '?') {
    return {isUpper ? Letter::kUpper : Letter::kLower, static_cast<uint32_t>(kBare[lower - 0xC0])};
  }
  if (isUpper) return {Letter::kUpper, lower};
  return {lower < 0x530 ? Letter::kLower : Letter::kOther, lower};
}

}  // namespace epitome::recall
