/// Scripts and symbol groups that the estimator has weights for. Decides which code point belongs
/// to which; a code point of no group costs its UTF-8 length in bytes, which no byte-level
/// tokenizer exceeds. Refuses to know the weights.
#pragma once

#include <cstdint>

namespace epitome::tokens {

enum class Script : uint8_t {
  kLatinSigns,
  kLatin,
  kLatinExtended,
  kLatinAdditional,
  kPhonetic,
  kCombining,
  kGreek,
  kCyrillic,
  /// Letters of other languages than Russian.
  kCyrillicExtended,
  /// Letters of Russian soon after one of another language.
  kCyrillicMixed,
  kArmenian,
  kHebrew,
  kArabic,
  kArabicExtended,
  kArabicMixed,
  kDevanagari,
  kBengali,
  kGurmukhi,
  kGujarati,
  kOriya,
  kTamil,
  kTelugu,
  kKannada,
  kMalayalam,
  kSinhala,
  kThai,
  kLao,
  kTibetan,
  kMyanmar,
  kGeorgian,
  kEthiopic,
  kKhmer,
  kPunctuation,
  kJoiner,
  kSigns,
  kBox,
  kShapes,
  kWidePunctuation,
  kHiragana,
  kKatakana,
  kHan,
  kHangul,
  kSelector,
  kReplacement,
  kEmoji,
  kRegional,
  kSkinTone,
  kTag,
  /// Any other code point, and any byte that belongs to no well-formed one.
  kUnknown,
  /// No code point beyond ASCII.
  kNone,
};

/// Scripts with weights of their own.
inline constexpr uint32_t kScripts = static_cast<uint32_t>(Script::kUnknown);

/// Neighbouring code points of one script.
struct ScriptRange {
  uint32_t first;
  uint32_t last;
  Script script;
};

/// The range that holds `codePoint` (0x80 and above).
ScriptRange scriptRangeOf(uint32_t codePoint);

}  // namespace epitome::tokens
