/// Where scripts begin, from the block names of the Unicode Character Database (Blocks.txt).
#include "tokens/scripts.h"

#include <algorithm>
#include <iterator>

namespace epitome::tokens {
namespace {

struct Border {
  uint32_t first : 24;
  Script script : 8;
};

constexpr Border kBorders[] = {
    {0x80, Script::kLatinSigns},
    {0xC0, Script::kLatin},
    {0x100, Script::kLatinExtended},
    {0x250, Script::kPhonetic},
    {0x300, Script::kCombining},
    {0x370, Script::kGreek},
    {0x400, Script::kCyrillicExtended},
    {0x410, Script::kCyrillic},
    {0x450, Script::kCyrillicExtended},
    {0x530, Script::kArmenian},
    {0x590, Script::kHebrew},
    {0x600, Script::kArabic},
    {0x680, Script::kArabicExtended},
    {0x700, Script::kUnknown},
    {0x900, Script::kDevanagari},
    {0x980, Script::kBengali},
    {0xA00, Script::kGurmukhi},
    {0xA80, Script::kGujarati},
    {0xB00, Script::kOriya},
    {0xB80, Script::kTamil},
    {0xC00, Script::kTelugu},
    {0xC80, Script::kKannada},
    {0xD00, Script::kMalayalam},
    {0xD80, Script::kSinhala},
    {0xE00, Script::kThai},
    {0xE80, Script::kLao},
    {0xF00, Script::kTibetan},
    {0x1000, Script::kMyanmar},
    {0x10A0, Script::kGeorgian},
    {0x1100, Script::kUnknown},
    {0x1200, Script::kEthiopic},
    {0x13A0, Script::kUnknown},
    {0x1780, Script::kKhmer},
    {0x1800, Script::kUnknown},
    {0x1E00, Script::kLatinAdditional},
    {0x1F00, Script::kUnknown},
    {0x2000, Script::kPunctuation},
    {0x200D, Script::kJoiner},
    {0x200E, Script::kPunctuation},
    {0x2070, Script::kSigns},
    {0x2500, Script::kBox},
    {0x25A0, Script::kShapes},
    {0x27C0, Script::kUnknown},
    {0x2B00, Script::kShapes},
    {0x2C00, Script::kUnknown},
    {0x3000, Script::kWidePunctuation},
    {0x3040, Script::kHiragana},
    {0x30A0, Script::kKatakana},
    {0x3100, Script::kUnknown},
    {0x4E00, Script::kHan},
    {0xA000, Script::kUnknown},
    {0xAC00, Script::kHangul},
    {0xD7A4, Script::kUnknown},
    {0xFE00, Script::kSelector},
    {0xFE10, Script::kUnknown},
    {0xFF00, Script::kWidePunctuation},
    {0xFFF0, Script::kUnknown},
    {0xFFFD, Script::kReplacement},
    {0xFFFE, Script::kUnknown},
    {0x1F000, Script::kEmoji},
    {0x1F1E6, Script::kRegional},
    {0x1F200, Script::kEmoji},
    {0x1F3FB, Script::kSkinTone},
    {0x1F400, Script::kEmoji},
    {0x1FB00, Script::kUnknown},
    {0xE0000, Script::kTag},
    {0xE0080, Script::kUnknown},
    {0x110000, Script::kUnknown},
};

}  // namespace

ScriptRange scriptRangeOf(uint32_t codePoint) {
  const Border* after =
      std::upper_bound(std::begin(kBorders), std::end(kBorders) - 1, codePoint,
                       [](uint32_t point, const Border& border) { return point < border.first; });
  const Border& border = *(after - 1);
  return {.first = border.first, .last = uint32_t{after->first} - 1, .script = border.script};
}

}  // namespace epitome::tokens
