/// The features of a text by their definitions: place by place, looking back as far as a definition
/// says, without blocks and masks. Slow and plain.
#pragma once

#include <string_view>
#include <vector>

#include "core/support/random_text.h"
#include "tokens/features.h"
#include "tokens/hardness_data.h"
#include "tokens/repeats.h"

namespace epitome::test {

class FeatureOracle {
 public:
  explicit FeatureOracle(std::string_view text) : text_(text), latin_(text.size()) {
    readHigh();
    for (int64_t i = 0; i < size(); ++i) {
      countWords(i);
      countDigits(i);
      countMarks(i);
      countSpaces(i);
      countRepeat(i);
    }
    countHardness();
  }

  const tokens::Counts& counts() const { return counts_; }

 private:
  using Feature = tokens::Feature;
  using Script = tokens::Script;

  int64_t size() const { return static_cast<int64_t>(text_.size()); }
  /// 0 outside of the text.
  uint8_t at(int64_t i) const {
    return i < 0 || i >= size() ? 0 : static_cast<uint8_t>(text_[static_cast<size_t>(i)]);
  }
  bool inside(int64_t i) const { return i >= 0 && i < size(); }
  bool upper(int64_t i) const { return at(i) >= 'A' && at(i) <= 'Z'; }
  bool small(int64_t i) const { return at(i) >= 'a' && at(i) <= 'z'; }
  bool ascii(int64_t i) const { return upper(i) || small(i); }
  bool letter(int64_t i) const { return ascii(i) || (inside(i) && latin_[static_cast<size_t>(i)]); }
  bool digit(int64_t i) const { return at(i) >= '0' && at(i) <= '9'; }
  bool space(int64_t i) const { return at(i) == ' '; }
  bool line(int64_t i) const { return at(i) == '\n'; }
  bool blank(int64_t i) const { return at(i) == '\t' || at(i) == '\r'; }
  bool control(int64_t i) const {
    return inside(i) && at(i) < ' ' && !line(i) && !blank(i) && at(i) != 0x1B;
  }
  bool mark(int64_t i) const {
    return inside(i) && at(i) < 0x80 && !ascii(i) && !digit(i) && !space(i) && !line(i) &&
           !blank(i) && !control(i);
  }
  bool same(int64_t i) const { return inside(i) && at(i) == at(i - 1); }
  /// An ASCII character that is a repeat.
  bool repeat(int64_t i) const {
    const auto again = [&](int64_t k) { return same(k); };
    return at(i) < 0x80 && !digit(i) && !space(i) && all(i, line(i) ? 2 : 5, again);
  }
  bool camel(int64_t i) const { return upper(i) && small(i - 1); }
  bool joined(int64_t i) const { return letter(i) && letter(i - 1) && !camel(i); }
  bool start(int64_t i) const { return letter(i) && !joined(i); }

  /// `what` holds at `i` and at the `count` - 1 places before.
  template <typename What>
  bool all(int64_t i, int count, What what) const {
    for (int k = 0; k < count; ++k) {
      if (!what(i - k)) return false;
    }
    return true;
  }

  void count(Feature feature, bool holds, uint64_t times = 1) {
    if (holds) counts_[static_cast<size_t>(feature)] += times;
  }

  void countWords(int64_t i) {
    const bool begins = start(i);
    const bool afterMark = begins && mark(i - 1) && !mark(i - 2);
    const bool afterOne = afterMark && !space(i - 2);
    count(Feature::kWords, begins);
    count(Feature::kWordsAfterSpace, begins && space(i - 1));
    count(Feature::kWordsAfterLine, begins && line(i - 1));
    count(Feature::kWordsAfterDigit, begins && digit(i - 1));
    count(Feature::kWordsAfterCamel, camel(i));
    count(Feature::kWordsAfterMark, afterOne);
    count(Feature::kWordsAfterSpaceMark, afterMark && space(i - 2));
    count(Feature::kWordsAfterMarks, begins && mark(i - 1) && mark(i - 2));
    count(Feature::kWordsAfterApostrophe, afterOne && at(i - 1) == '\'');
    count(Feature::kWordsAfterDot, afterOne && at(i - 1) == '.');
    count(Feature::kWordsAfterUnderscore, afterOne && at(i - 1) == '_');
    count(Feature::kCapitalWords, begins && upper(i));
    count(Feature::kTitleWords, small(i) && joined(i) && start(i - 1) && upper(i - 1));
    count(Feature::kLettersAfterMark, letter(i) && mark(i - 1));
    const auto joins = [&](int64_t k) { return joined(k); };
    if (repeat(i)) return;
    count(Feature::kLetters2, joined(i));
    count(Feature::kLetters4, all(i, 3, joins));
    count(Feature::kLetters5, all(i, 4, joins));
    count(Feature::kLetters9, all(i, 8, joins));
    const auto capital = [&](int64_t k) { return upper(k) && joined(k); };
    count(Feature::kCapitals2, capital(i));
    count(Feature::kCapitals4, all(i, 3, capital));
  }

  /// The letter's code, and those of the letters before it in its word.
  uint32_t hardnessAt(int64_t i) const {
    if (repeat(i)) return 0;
    const auto code = [&](int64_t k) { return ascii(k) ? at(k) & 31U : 0U; };
    const uint32_t code1 = camel(i) ? 0 : code(i - 1);
    const uint32_t code2 = code1 == 0 || camel(i - 1) ? 0 : code(i - 2);
    return tokens::kHardness[tokens::trigramOf(code2, code1, code(i))];
  }

  void countHardness() {
    // The end of a word that ends the text has a trigram too.
    for (int64_t first = 0; first <= size(); first += tokens::kBlockBytes) {
      uint32_t sum = 0;
      uint32_t twice = 0;
      for (int64_t i = first; i < first + tokens::kBlockBytes; ++i) {
        sum += hardnessAt(i);
        if (letter(i) && !repeat(i)) twice += 5;
        if (start(i)) twice += 12;
      }
      count(Feature::kHardness, true, std::max(sum, twice / 2));
    }
  }

  bool mixes(int64_t i) const {
    return camel(i) || (small(i) && upper(i - 1) && ascii(i - 2)) || (digit(i) && ascii(i - 1)) ||
           (ascii(i) && digit(i - 1));
  }

  void countDigits(int64_t i) {
    int64_t place = 0;
    while (digit(i - place)) ++place;
    count(Feature::kDigits, digit(i));
    count(Feature::kDigitRuns, place == 1);
    count(Feature::kDigitGroups, place % 3 == 1);
    count(Feature::kDigitsAfterSpace, digit(i) && space(i - 1));
    const auto mixed = [&](int64_t k) { return mixes(k); };
    count(Feature::kMixes, mixes(i));
    count(Feature::kMixes4, all(i, 4, mixed));
  }

  void countMarks(int64_t i) {
    const bool begins = mark(i) && !mark(i - 1);
    const auto marks = [&](int64_t k) { return mark(k); };
    count(Feature::kMarkRuns, begins);
    count(Feature::kMarkRunsAfterSpace, begins && space(i - 1));
    count(Feature::kLinesAfterMark, line(i) && mark(i - 1));
    if (repeat(i)) return;
    count(Feature::kMarks, mark(i));
    count(Feature::kMarks3, all(i, 3, marks));
    count(Feature::kMarks6, all(i, 6, marks));
    count(Feature::kSameMarks3, all(i, 3, marks) && same(i));
    count(Feature::kQuotes, at(i) == '"');
    count(Feature::kSlashes, at(i) == '/');
    count(Feature::kControls, control(i));
  }

  void countRepeat(int64_t i) {
    if (repeat(i)) addRepeat(at(i), 1);
  }

  void addRepeat(uint32_t point, uint32_t bytes) {
    const tokens::RepeatPrice price = tokens::repeatPriceOf(point, bytes);
    for (uint32_t family = 0; family < kFamilies; ++family) {
      counts_[tokens::kRepeatFeatures + family] +=
          price.units >> (price.halvings >> family * 4 & 15U);
    }
  }

  void countSpaces(int64_t i) {
    const auto spaces = [&](int64_t k) { return space(k); };
    count(Feature::kSpaces, space(i));
    count(Feature::kSpaceRuns2, all(i, 2, spaces) && !space(i - 2));
    count(Feature::kSpaces3, all(i, 3, spaces));
    count(Feature::kSpaces17, all(i, 17, spaces));
    count(Feature::kLines, line(i) && !repeat(i));
    count(Feature::kLines2, line(i) && line(i - 1) && !repeat(i));
    count(Feature::kLinesAfterSpace, line(i) && space(i - 1));
    count(Feature::kLinesAfterDigit, line(i) && digit(i - 1));
    count(Feature::kLinesAfterBlank, line(i) && blank(i - 1));
    count(Feature::kBlanks, blank(i) && !repeat(i));
    count(Feature::kMarksAfterBlank, mark(i) && blank(i - 1));
  }

  uint32_t pointOf(int64_t i, uint32_t bytes) const {
    uint32_t point = at(i) & (0x7FU >> bytes);
    for (uint32_t k = 1; k < bytes; ++k) point = point << 6U | (at(i + k) & 0x3FU);
    return point;
  }

  /// Of another language if a letter that Russian or Arabic lacks stands among the 64 before.
  Script languageOf(Script script) {
    if (script == Script::kCyrillicExtended || script == Script::kArabicExtended) foreign_ = 64;
    if ((script != Script::kCyrillic && script != Script::kArabic) || foreign_ == 0) return script;
    --foreign_;
    return script == Script::kCyrillic ? Script::kCyrillicMixed : Script::kArabicMixed;
  }

  void readHigh() {
    Script last = Script::kNone;
    uint32_t lastPoint = 0;
    uint32_t same = 0;
    int64_t i = 0;
    for (const Glyph& glyph : glyphsOf(text_)) {
      const int64_t from = i;
      i += glyph.bytes;
      if (glyph.formed && glyph.bytes == 1) {
        last = Script::kNone;
        lastPoint = 0;
        continue;
      }
      const uint32_t point = glyph.formed ? pointOf(from, glyph.bytes) : 0;
      const Script script =
          glyph.formed ? languageOf(tokens::scriptRangeOf(point).script) : Script::kUnknown;
      same = point != 0 && point == lastPoint ? same + 1 : 0;
      if (script == Script::kUnknown) {
        count(Feature::kUnknownBytes, true, glyph.bytes + (last == script ? 0 : 2));
      } else if (same >= 5) {
        addRepeat(point, glyph.bytes);
      } else {
        ++counts_[tokens::kScriptFeatures + static_cast<size_t>(script)];
        if (last != script) ++counts_[tokens::kScriptRunFeatures + static_cast<size_t>(script)];
        count(Feature::kSameCodePoints, same > 0);
        if (script == Script::kLatin || script == Script::kLatinExtended ||
            script == Script::kLatinAdditional) {
          markLatin(from, i);
        }
      }
      last = script;
      lastPoint = point;
    }
  }

  /// A letter that lies across a block's border belongs to the later block only.
  void markLatin(int64_t from, int64_t end) {
    const int64_t border = (end - 1) / tokens::kBlockBytes * tokens::kBlockBytes;
    for (int64_t i = std::max(from, from < border ? border : from); i < end; ++i) {
      latin_[static_cast<size_t>(i)] = true;
    }
  }

  std::string_view text_;
  std::vector<bool> latin_;
  uint32_t foreign_ = 0;
  tokens::Counts counts_{};
};

}  // namespace epitome::test
