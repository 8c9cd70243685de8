/// One pass over code points: words by a hash of their letters, so that none is kept.
#include "summary/language_evidence.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "summary/characters.h"
#include "summary/language_words.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr uint32_t kHashStart = 2'166'136'261U;
/// A line that goes on for longer has said enough.
constexpr uint32_t kMostLineWords = 1'000;
/// What a letter counts in scripts that are written without spaces, or in syllables.
constexpr uint32_t kHanUnits = 7;
constexpr uint32_t kSyllableUnits = 4;

static_assert(kWordedLanguages == std::tuple_size_v<decltype(LanguageEvidence::hits)>);
static_assert(kWordedLanguages <= 32);

constexpr uint32_t hashed(uint32_t hash, uint32_t code) { return (hash ^ code) * 16'777'619U; }

/// The code point at `at`, which is moved behind it; for data that is known to be well-formed.
constexpr uint32_t nextOf(std::string_view text, size_t& at) {
  const uint32_t lead = static_cast<uint8_t>(text[at++]);
  if (lead < 0x80) return lead;
  const uint32_t more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  uint32_t code = lead & (0x3FU >> more);
  for (uint32_t i = 0; i < more; ++i) code = code << 6 | (static_cast<uint8_t>(text[at++]) & 0x3FU);
  return code;
}

/// Small words by hash, open addressing. Built by the compiler.
struct WordTable {
  static constexpr uint32_t kSlots = 2'048;

  struct Slot {
    uint32_t hash = 0;
    uint32_t languages = 0;
  };
  std::array<Slot, kSlots> slots{};

  constexpr void add(uint32_t hash, uint32_t language) {
    uint32_t slot = hash % kSlots;
    while (slots[slot].languages != 0 && slots[slot].hash != hash) slot = (slot + 1) % kSlots;
    slots[slot].hash = hash;
    slots[slot].languages |= 1U << language;
  }
  constexpr uint32_t languagesOf(uint32_t hash) const {
    uint32_t slot = hash % kSlots;
    while (slots[slot].languages != 0 && slots[slot].hash != hash) slot = (slot + 1) % kSlots;
    return slots[slot].languages;
  }
};

constexpr WordTable makeWordTable() {
  WordTable table;
  for (uint32_t language = 0; language < kWordedLanguages; ++language) {
    const std::string_view words = kSmallWords[language];
    uint32_t hash = kHashStart;
    for (size_t at = 0; at < words.size();) {
      const uint32_t code = nextOf(words, at);
      if (code != ' ' && code != '\'') hash = hashed(hash, code);
      if (code == ' ' || code == '\'' || at == words.size()) {
        table.add(hash, language);
        hash = kHashStart;
      }
    }
  }
  return table;
}

constexpr WordTable kWords = makeWordTable();

/// By Language, from English on.
constexpr std::string_view kTags =
    "en de fr es pt it ca nl sv da no pl cs sk hr tr vi id ro hu fi ru uk bg sr hi mr ne ar fa ur ";

constexpr uint32_t maskOf(std::string_view languages) {
  uint32_t mask = 0;
  for (size_t at = 0; at + 1 < languages.size(); at += 3) {
    mask |= 1U << (kTags.find(languages.substr(at, 2)) / 3);
  }
  return mask;
}

struct RareLetter {
  uint32_t code = 0;
  uint32_t languages = 0;
};

constexpr size_t countRareLetters() {
  size_t count = 0;
  for (const Letters& group : kRareLetters) {
    for (size_t at = 0; at < group.letters.size(); ++count) nextOf(group.letters, at);
  }
  return count;
}

constexpr auto makeRareLetters() {
  std::array<RareLetter, countRareLetters()> letters{};
  size_t count = 0;
  for (const Letters& group : kRareLetters) {
    for (size_t at = 0; at < group.letters.size();) {
      letters[count++] = {nextOf(group.letters, at), maskOf(group.languages)};
    }
  }
  std::sort(letters.begin(), letters.end(),
            [](const RareLetter& a, const RareLetter& b) { return a.code < b.code; });
  return letters;
}

constexpr auto kLetters = makeRareLetters();

/// The languages that have a letter which few have; all where many do.
uint32_t rareOf(uint32_t code) {
  const auto at = std::lower_bound(
      kLetters.begin(), kLetters.end(), code,
      [](const RareLetter& letter, uint32_t wanted) { return letter.code < wanted; });
  uint32_t languages = 0;
  for (auto same = at; same != kLetters.end() && same->code == code; ++same) {
    languages |= same->languages;
  }
  return languages;
}

template <size_t N>
struct CodeSet {
  std::array<uint32_t, N> codes{};

  constexpr explicit CodeSet(std::string_view text) {
    size_t count = 0;
    for (size_t at = 0; at < text.size();) codes[count++] = nextOf(text, at);
    std::sort(codes.begin(), codes.end());
  }
  bool has(uint32_t code) const { return std::binary_search(codes.begin(), codes.end(), code); }
};

/// Each takes three bytes.
constexpr CodeSet<kSimplifiedOnly.size() / 3> kSimplified(kSimplifiedOnly);
constexpr CodeSet<kTraditionalOnly.size() / 3> kTraditional(kTraditionalOnly);

WordScript scriptOf(uint32_t code) {
  struct Range {
    uint32_t first;
    uint32_t last;
    WordScript script;
  };
  static constexpr Range kRanges[] = {
      {0x300, 0x36F, WordScript::kLatin},      {0x370, 0x3FF, WordScript::kGreek},
      {0x400, 0x52F, WordScript::kCyrillic},   {0x531, 0x58F, WordScript::kArmenian},
      {0x590, 0x5F4, WordScript::kHebrew},     {0x610, 0x61A, WordScript::kArabic},
      {0x620, 0x65F, WordScript::kArabic},     {0x66E, 0x6D3, WordScript::kArabic},
      {0x6D5, 0x6EF, WordScript::kArabic},     {0x6FA, 0x6FF, WordScript::kArabic},
      {0x900, 0x963, WordScript::kDevanagari}, {0x971, 0x97F, WordScript::kDevanagari},
      {0x980, 0x9E3, WordScript::kBengali},    {0xB80, 0xBE5, WordScript::kTamil},
      {0xC00, 0xC65, WordScript::kTelugu},     {0xE01, 0xE4E, WordScript::kThai},
      {0x10A0, 0x10FF, WordScript::kGeorgian}, {0x1100, 0x11FF, WordScript::kHangul},
      {0x1E00, 0x1EFF, WordScript::kLatin},    {0x1F00, 0x1FFF, WordScript::kGreek},
      {0x3041, 0x30FF, WordScript::kKana},     {0x3130, 0x318F, WordScript::kHangul},
      {0x3400, 0x9FFF, WordScript::kHan},      {0xAC00, 0xD7A3, WordScript::kHangul},
      {0xF900, 0xFAFF, WordScript::kHan},      {0xFF66, 0xFF9F, WordScript::kKana},
      {0x20000, 0x3FFFF, WordScript::kHan},
  };
  if (code < 0x80) {
    return isLetter(static_cast<char>(code)) ? WordScript::kLatin : WordScript::kNone;
  }
  if (isLatinLetter(code)) return WordScript::kLatin;
  const auto range = std::upper_bound(
      std::begin(kRanges), std::end(kRanges), code,
      [](uint32_t wanted, const Range& candidate) { return wanted < candidate.first; });
  if (range == std::begin(kRanges)) return WordScript::kNone;
  return code <= std::prev(range)->last ? std::prev(range)->script : WordScript::kNone;
}

/// Of the letters that the lists have.
uint32_t lowerOf(uint32_t code) {
  if (code < 0x80) return static_cast<uint8_t>(lowered(static_cast<char>(code)));
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 0x20;
  // Turkish has two letters i.
  if (code == 0x130) return 'i';
  const bool oddIsUpper = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17E);
  if (oddIsUpper) return code + (code & 1U);
  const bool evenIsUpper = (code >= 0x100 && code <= 0x177 && code != 0x131 && code != 0x138) ||
                           (code >= 0x1A0 && code <= 0x1A5) || (code >= 0x218 && code <= 0x21B) ||
                           (code >= 0x490 && code <= 0x491) || (code >= 0x1EA0 && code <= 0x1EF9);
  if (evenIsUpper) return code | 1U;
  // Its capital is odd.
  if (code == 0x1AF) return 0x1B0;
  if (code >= 0x410 && code <= 0x42F) return code + 0x20;
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;
  return code;
}

bool isUnspacedScript(WordScript script) {
  return script == WordScript::kHan || script == WordScript::kKana ||
         script == WordScript::kHangul || script == WordScript::kThai;
}

bool isSpace(uint32_t code) {
  return code <= 0x20 || code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200B);
}

/// What closes the quotation that `code` opens; 0 when it opens none.
uint32_t closingOf(uint32_t code) {
  switch (code) {
    case '"':
      return '"';
    case 0x201C:
    case 0x201E:
      return 0x201D;
    case 0xAB:
      return 0xBB;
    case 0xBB:
      return 0xAB;
    case 0x300C:
      return 0x300D;
    case 0x300E:
      return 0x300F;
    default:
      return 0;
  }
}

/// Of a word or letter, for each of the languages that have it: the fewer, the more it tells.
uint32_t shareOf(uint32_t units, uint32_t languages) {
  static constexpr uint32_t kShares[] = {12, 9, 7, 6, 5, 4};
  const auto others = static_cast<size_t>(std::popcount(languages) - 1);
  return units * kShares[std::min(others, std::size(kShares) - 1)] / kShares[0];
}

}  // namespace

uint64_t LanguageEvidence::total() const {
  uint64_t sum = 0;
  for (const uint32_t units : words) sum += units;
  return sum;
}

void LanguageEvidence::add(const LanguageEvidence& other) {
  for (size_t i = 0; i < words.size(); ++i) words[i] += other.words[i];
  for (size_t i = 0; i < hits.size(); ++i) hits[i] += other.hits[i];
  simplified += other.simplified;
  traditional += other.traditional;
}

void LanguageEvidence::multiply(uint32_t numerator, uint32_t denominator) {
  const auto scaled = [&](uint32_t& units) {
    units = static_cast<uint32_t>(uint64_t{units} * numerator / denominator);
  };
  for (uint32_t& units : words) scaled(units);
  for (uint32_t& units : hits) scaled(units);
  scaled(simplified);
  scaled(traditional);
}

void LanguageEvidence::shrinkTo(uint64_t most) {
  const uint64_t all = total();
  if (all > most) multiply(static_cast<uint32_t>(most), static_cast<uint32_t>(all));
}

bool ProseLines::step(std::string_view utf8, size_t& at) {
  const CodePoint point = codePointAt(utf8, at);
  at += point.bytes;
  const uint32_t code = point.code;
  if (code == '`') {
    endWord();
    endToken();
    ++backticks_;
    lineBegun_ = true;
    return false;
  }
  if (backticks_ > 0) endBackticks();
  if (code == '\n' || code == '\r') return endLine();
  if (isSpace(code)) {
    endWord();
    endToken();
    return false;
  }
  if (!lineBegun_) {
    lineBegun_ = true;
    skipLine_ = code == '#' || code == '>';
  }
  if (skipLine_ || fenced_ || inlineCode_) return false;
  const WordScript script = scriptOf(code);
  if (closing_ != 0 || script == WordScript::kNone) {
    sign(code);
  } else {
    letter(code, script);
  }
  tokenBegun_ = true;
  return false;
}

void ProseLines::endBackticks() {
  if (backticks_ >= 3) {
    fenced_ = !fenced_;
    skipLine_ = true;
    inlineCode_ = false;
  } else if (!fenced_) {
    inlineCode_ = !inlineCode_ && backticks_ == 1;
  }
  backticks_ = 0;
}

void ProseLines::letter(uint32_t code, WordScript script) {
  if (joint_ || hyphen_) tokenIsCode_ = !isUnspacedScript(script);
  if (joint_ && tokenIsCode_) letters_ = 0;
  joint_ = hyphen_ = false;
  if (isUnspacedScript(script)) {
    // The end of a word without a space.
    endWord();
    if (line_.words[static_cast<uint32_t>(script)] < kMostLineWords * LanguageEvidence::kWord) {
      line_.words[static_cast<uint32_t>(script)] +=
          script == WordScript::kHan ? kHanUnits : kSyllableUnits;
      line_.simplified += kSimplified.has(code) ? 1 : 0;
      line_.traditional += kTraditional.has(code) ? 1 : 0;
    }
    tokenIsCode_ = false;
    return;
  }
  const uint32_t lower = lowerOf(code);
  if (script != script_) endWord();
  if (letters_ == 0) {
    hash_ = kHashStart;
    rare_ = UINT32_MAX;
    anyRare_ = false;
    script_ = script;
  } else if (lower != code && lastLower_) {
    tokenIsCode_ = true;
  }
  lastLower_ = lower == code;
  hash_ = hashed(hash_, lower);
  ++letters_;
  if (lower < 0x80) return;
  if (const uint32_t languages = rareOf(lower); languages != 0) {
    rare_ &= languages;
    anyRare_ = true;
  }
}

void ProseLines::sign(uint32_t code) {
  if (closing_ != 0 || closingOf(code) != 0) {
    quote(code);
    return;
  }
  static constexpr std::string_view kOfCode = "/\\_@=$<>{}~&%+#^0123456789";
  if (code < 0x80 && kOfCode.find(static_cast<char>(code)) != std::string_view::npos) {
    tokenIsCode_ = true;
    return;
  }
  if (code == '.' || code == ':') {
    if (letters_ == 0 && !tokenBegun_) {
      tokenIsCode_ = true;
    } else {
      joint_ = letters_ > 0;
    }
    return;
  }
  const bool first = !tokenBegun_;
  endWord();
  hyphen_ = code == '-' && first;
  // Signs beyond ASCII occur in no code.
  if (code >= 0x80) endToken();
}

void ProseLines::quote(uint32_t code) {
  if (closing_ == 0) {
    // Behind a letter or a digit it is a sign of inches or of a string's end.
    if (code == '"' && (letters_ > 0 || tokenIsCode_)) return;
    endWord();
    closing_ = closingOf(code);
  } else if (code == closing_ || (closing_ == 0x201D && code == 0x201C)) {
    closing_ = 0;
    endToken();
  }
}

void ProseLines::endWord() {
  if (letters_ == 0) return;
  const bool counts = !tokenIsCode_ && proseWords_ < kMostLineWords;
  letters_ = 0;
  joint_ = false;
  if (!counts) return;
  ++proseWords_;
  line_.words[static_cast<uint32_t>(script_)] += LanguageEvidence::kWord;
  const auto hit = [this](uint32_t languages, uint32_t units) {
    if (languages == 0) return;
    const uint32_t share = shareOf(units, languages);
    for (uint32_t left = languages; left != 0; left &= left - 1) {
      line_.hits[static_cast<uint32_t>(std::countr_zero(left))] += share;
    }
  };
  hit(kWords.languagesOf(hash_), LanguageEvidence::kWord);
  if (anyRare_) hit(rare_, LanguageEvidence::kWord / 2);
}

void ProseLines::endToken() {
  if (tokenIsCode_) ++otherTokens_;
  tokenIsCode_ = tokenBegun_ = joint_ = hyphen_ = false;
}

bool ProseLines::endLine() {
  endWord();
  endToken();
  lineBegun_ = skipLine_ = inlineCode_ = false;
  closing_ = 0;
  const bool any = line_.total() > 0;
  if (!any) proseWords_ = otherTokens_ = 0;
  return any;
}

bool ProseLines::endText() {
  if (backticks_ > 0) endBackticks();
  return endLine();
}

LanguageEvidence ProseLines::takeLine() {
  LanguageEvidence line = line_;
  // A log line has words, too. What is written in other scripts than Latin is hardly one.
  const uint32_t parts = proseWords_ + 3 * otherTokens_;
  uint32_t& latin = line.words[static_cast<uint32_t>(WordScript::kLatin)];
  if (proseWords_ > 0 && latin > 0) {
    LanguageEvidence weighed = line;
    weighed.multiply(proseWords_, parts);
    latin = weighed.words[static_cast<uint32_t>(WordScript::kLatin)];
    line.hits = weighed.hits;
  }
  line_ = LanguageEvidence();
  proseWords_ = otherTokens_ = 0;
  return line;
}

}  // namespace epitome
