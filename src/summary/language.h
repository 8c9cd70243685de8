/// In which language somebody writes. Decides by script first, then by small words and by letters
/// that few languages have; says `kUnknown` where that is not enough. Refuses to know who writes
/// and what becomes of the answer. Code, paths, quotations, headings and markup weigh nothing.
#pragma once

#include <cstdint>
#include <string_view>

#include "summary/language_evidence.h"

namespace epitome {

/// Those before kGreek share a script with others of the list; their order is that of
/// `language_words.h`. The values do not travel.
enum class Language : uint8_t {
  kUnknown,
  kEnglish,
  kGerman,
  kFrench,
  kSpanish,
  kPortuguese,
  kItalian,
  kCatalan,
  kDutch,
  kSwedish,
  kDanish,
  kNorwegian,
  kPolish,
  kCzech,
  kSlovak,
  kCroatian,
  kTurkish,
  kVietnamese,
  kIndonesian,
  kRomanian,
  kHungarian,
  kFinnish,
  kRussian,
  kUkrainian,
  kBulgarian,
  kSerbian,
  kHindi,
  kMarathi,
  kNepali,
  kArabic,
  kPersian,
  kUrdu,
  kGreek,
  kHebrew,
  kThai,
  kBengali,
  kTamil,
  kTelugu,
  kGeorgian,
  kArmenian,
  kKorean,
  kJapanese,
  /// In characters that both ways to write it have.
  kChinese,
  kChineseSimplified,
  kChineseTraditional,
};
inline constexpr uint32_t kLanguages = 45;

/// Its English name, as a prompt says it ("Simplified Chinese"); empty for kUnknown.
std::string_view nameOf(Language language);
/// Its BCP 47 tag ("zh-Hans"); `und` for kUnknown.
std::string_view tagOf(Language language);

/// Reads messages of one writer as they pass by. What a message says at its beginning and at its
/// end weighs more than what lies between, which is often pasted; newer messages weigh more than
/// older ones. Linear; memory is O(1). A piece never splits a code point.
class LanguageReader {
 public:
  void update(std::string_view utf8);
  /// Call at the end of each message.
  void finish();
  /// Over the messages that have ended.
  Language language() const;

 private:
  void addLine(const LanguageEvidence& line);

  ProseLines lines_;
  /// Of the running message: its first line, its last one so far, what lies between.
  LanguageEvidence first_;
  LanguageEvidence last_;
  LanguageEvidence between_;
  LanguageEvidence all_;
};

/// Whether prose that was to be in `wanted` is surely in another language. Names, code, paths and
/// quotations in another one are no fault, nor is a text too short to tell. Linear in `prose`.
bool contradicts(Language wanted, std::string_view prose);

}  // namespace epitome
