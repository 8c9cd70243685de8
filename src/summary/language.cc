/// The verdict over what was counted.
#include "summary/language.h"

#include <algorithm>
#include <array>
#include <utility>

namespace epitome {
namespace {

constexpr uint64_t kWord = LanguageEvidence::kWord;
/// Of a message's first and last line, and of what lies between them beside those two.
constexpr uint64_t kMostLine = 40 * kWord;
/// What the messages before keep of their weight with each one that follows.
constexpr uint32_t kKept = 7;
constexpr uint32_t kOf = 8;
/// In prose about a third of the words are small ones.
constexpr uint64_t kWordsPerHit = 3;
/// Fewer words tell nothing: of a language, of a script.
constexpr uint64_t kLeastHits = 3 * kWord / 2;
constexpr uint64_t kLeastWords = 2 * kWord;
/// A reply has to say as much before it can be surely in another language.
constexpr uint64_t kSureWords = 20 * kWord;

/// So many times as much Han as kana is Japanese.
constexpr uint64_t kKanaOfHan = 8;

struct Name {
  std::string_view name;
  std::string_view tag;
};

constexpr std::array<Name, kLanguages> kNames = {{
    {"", "und"},
    {"English", "en"},
    {"German", "de"},
    {"French", "fr"},
    {"Spanish", "es"},
    {"Portuguese", "pt"},
    {"Italian", "it"},
    {"Catalan", "ca"},
    {"Dutch", "nl"},
    {"Swedish", "sv"},
    {"Danish", "da"},
    {"Norwegian", "no"},
    {"Polish", "pl"},
    {"Czech", "cs"},
    {"Slovak", "sk"},
    {"Croatian", "hr"},
    {"Turkish", "tr"},
    {"Vietnamese", "vi"},
    {"Indonesian", "id"},
    {"Romanian", "ro"},
    {"Hungarian", "hu"},
    {"Finnish", "fi"},
    {"Russian", "ru"},
    {"Ukrainian", "uk"},
    {"Bulgarian", "bg"},
    {"Serbian", "sr"},
    {"Hindi", "hi"},
    {"Marathi", "mr"},
    {"Nepali", "ne"},
    {"Arabic", "ar"},
    {"Persian", "fa"},
    {"Urdu", "ur"},
    {"Greek", "el"},
    {"Hebrew", "he"},
    {"Thai", "th"},
    {"Bengali", "bn"},
    {"Tamil", "ta"},
    {"Telugu", "te"},
    {"Georgian", "ka"},
    {"Armenian", "hy"},
    {"Korean", "ko"},
    {"Japanese", "ja"},
    {"Chinese", "zh"},
    {"Simplified Chinese", "zh-Hans"},
    {"Traditional Chinese", "zh-Hant"},
}};

/// The languages of a script that words tell apart: [first, last].
struct Group {
  Language first;
  Language last;
};

Group groupOf(WordScript script) {
  switch (script) {
    case WordScript::kLatin:
      return {Language::kEnglish, Language::kFinnish};
    case WordScript::kCyrillic:
      return {Language::kRussian, Language::kSerbian};
    case WordScript::kDevanagari:
      return {Language::kHindi, Language::kNepali};
    case WordScript::kArabic:
      return {Language::kArabic, Language::kUrdu};
    case WordScript::kGreek:
      return {Language::kGreek, Language::kGreek};
    case WordScript::kHebrew:
      return {Language::kHebrew, Language::kHebrew};
    case WordScript::kThai:
      return {Language::kThai, Language::kThai};
    case WordScript::kBengali:
      return {Language::kBengali, Language::kBengali};
    case WordScript::kTamil:
      return {Language::kTamil, Language::kTamil};
    case WordScript::kTelugu:
      return {Language::kTelugu, Language::kTelugu};
    case WordScript::kGeorgian:
      return {Language::kGeorgian, Language::kGeorgian};
    case WordScript::kArmenian:
      return {Language::kArmenian, Language::kArmenian};
    case WordScript::kHangul:
      return {Language::kKorean, Language::kKorean};
    case WordScript::kKana:
      return {Language::kJapanese, Language::kJapanese};
    case WordScript::kHan:
      return {Language::kChinese, Language::kChineseTraditional};
    case WordScript::kNone:
      break;
  }
  return {Language::kUnknown, Language::kUnknown};
}

uint64_t hitsOf(const LanguageEvidence& evidence, Language language) {
  return evidence.hits[static_cast<uint32_t>(language) - 1];
}

/// The language with most hits among those of a group, and the hits of the one behind it.
struct Lead {
  Language language = Language::kUnknown;
  uint64_t hits = 0;
  uint64_t next = 0;
};

Lead leadOf(const LanguageEvidence& evidence, Group group) {
  Lead lead;
  for (auto i = static_cast<uint32_t>(group.first); i <= static_cast<uint32_t>(group.last); ++i) {
    const auto language = static_cast<Language>(i);
    const uint64_t hits = hitsOf(evidence, language);
    if (hits > lead.hits) {
      lead = {language, hits, lead.hits};
    } else {
      lead.next = std::max(lead.next, hits);
    }
  }
  return lead;
}

/// Japanese is written in kana and Han. Told message by message: a Japanese one among Chinese ones
/// makes those no Japanese.
void joinKana(LanguageEvidence& message) {
  uint32_t& kana = message.words[static_cast<uint32_t>(WordScript::kKana)];
  uint32_t& han = message.words[static_cast<uint32_t>(WordScript::kHan)];
  if (kana == 0 || kana * kKanaOfHan < han) return;
  kana += std::exchange(han, 0);
  message.simplified = message.traditional = 0;
}

/// How much of the text each script is, in words. Names and phrases in Latin letters occur in every
/// language: they count where small words stand among them, and half as much as other scripts,
/// which hardly stray into a text of another.
std::array<uint64_t, kWordScripts> strengthsOf(const LanguageEvidence& evidence) {
  std::array<uint64_t, kWordScripts> strengths{};
  std::copy(evidence.words.begin(), evidence.words.end(), strengths.begin());
  const auto of = [&strengths](WordScript script) -> uint64_t& {
    return strengths[static_cast<uint32_t>(script)];
  };
  const Lead latin = leadOf(evidence, groupOf(WordScript::kLatin));
  of(WordScript::kLatin) = std::min(of(WordScript::kLatin), kWordsPerHit * latin.hits);
  const bool mixed = evidence.total() > evidence.words[static_cast<uint32_t>(WordScript::kLatin)];
  if (mixed) of(WordScript::kLatin) /= 2;
  return strengths;
}

/// The script that most is written in, and how much of the others there is.
struct Share {
  WordScript script = WordScript::kNone;
  uint64_t strength = 0;
  uint64_t others = 0;
};

Share largestOf(const LanguageEvidence& evidence) {
  const std::array<uint64_t, kWordScripts> strengths = strengthsOf(evidence);
  const auto largest = std::max_element(strengths.begin(), strengths.end());
  Share share;
  share.script = static_cast<WordScript>(largest - strengths.begin());
  share.strength = *largest;
  for (const uint64_t strength : strengths) share.others += strength;
  share.others -= share.strength;
  return share;
}

bool isWorded(WordScript script) {
  const Group group = groupOf(script);
  return group.first != group.last && script != WordScript::kHan;
}

Language languageOf(const LanguageEvidence& evidence) {
  const Share share = largestOf(evidence);
  if (share.strength < kLeastWords || share.strength * 2 < share.others * 3) {
    return Language::kUnknown;
  }
  if (share.script == WordScript::kHan) {
    if (evidence.traditional == evidence.simplified) return Language::kChinese;
    return evidence.traditional > evidence.simplified ? Language::kChineseTraditional
                                                      : Language::kChineseSimplified;
  }
  if (!isWorded(share.script)) return groupOf(share.script).first;
  const Lead lead = leadOf(evidence, groupOf(share.script));
  const uint64_t words = evidence.words[static_cast<uint32_t>(share.script)];
  const bool enough = lead.hits >= kLeastHits && lead.hits * 10 >= words;
  const bool ahead = lead.hits * 7 >= lead.next * 8 && lead.hits >= lead.next + kWord / 2;
  return enough && ahead ? lead.language : Language::kUnknown;
}

/// The script that a language is written in.
WordScript scriptOf(Language language) {
  for (uint32_t i = 0; i < kWordScripts; ++i) {
    const auto script = static_cast<WordScript>(i);
    const Group group = groupOf(script);
    if (language >= group.first && language <= group.last) return script;
  }
  return WordScript::kNone;
}

}  // namespace

std::string_view nameOf(Language language) { return kNames[static_cast<uint32_t>(language)].name; }

std::string_view tagOf(Language language) { return kNames[static_cast<uint32_t>(language)].tag; }

void LanguageReader::update(std::string_view utf8) {
  lines_.update(utf8, [this](const LanguageEvidence& line) { addLine(line); });
}

void LanguageReader::addLine(const LanguageEvidence& line) {
  if (first_.total() == 0) {
    first_ = line;
    return;
  }
  between_.add(last_);
  // Sums stay far below what a number holds, however long the message.
  between_.shrinkTo(uint64_t{1} << 28);
  last_ = line;
}

void LanguageReader::finish() {
  lines_.finish([this](const LanguageEvidence& line) { addLine(line); });
  first_.shrinkTo(kMostLine);
  last_.shrinkTo(kMostLine);
  between_.shrinkTo((first_.total() + last_.total()) / 2);
  first_.add(last_);
  first_.add(between_);
  joinKana(first_);
  if (first_.total() > 0) {
    all_.multiply(kKept, kOf);
    all_.add(first_);
  }
  first_ = last_ = between_ = LanguageEvidence();
}

Language LanguageReader::language() const { return languageOf(all_); }

bool contradicts(Language wanted, std::string_view prose) {
  if (wanted == Language::kUnknown) return false;
  LanguageEvidence evidence;
  ProseLines lines;
  const auto add = [&evidence, wanted](LanguageEvidence line) {
    // A Chinese record may quote a Japanese line; a Japanese one has lines without kana.
    if (wanted != Language::kJapanese) joinKana(line);
    evidence.add(line);
    evidence.shrinkTo(uint64_t{1} << 28);
  };
  lines.update(prose, add);
  lines.finish(add);
  if (wanted == Language::kJapanese) joinKana(evidence);

  const WordScript script = scriptOf(wanted);
  const Share share = largestOf(evidence);
  if (share.strength < kSureWords) return false;
  if (share.script != script) {
    const uint64_t own = strengthsOf(evidence)[static_cast<uint32_t>(script)];
    return share.strength > 4 * own;
  }
  if (!isWorded(script)) return false;
  const Lead lead = leadOf(evidence, groupOf(script));
  return lead.hits >= kSureWords / kWordsPerHit && lead.hits > 3 * hitsOf(evidence, wanted);
}

}  // namespace epitome
