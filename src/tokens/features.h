/// What a text is made of, counted in one pass: the numbers that an estimate weighs. Decides what
/// is counted; refuses to know tokenizers and weights.
///
/// The text is read in blocks of 64 bytes from its beginning, whatever pieces it comes in. Each
/// feature is a number of places: how many words begin after a space, how many letters stand third
/// or later in their word, how many Han characters, and so on. What follows five of its like, a
/// repeat, is no place of these: it costs what vocabularies make of that very character
/// (repeats.h).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tokens/block.h"
#include "tokens/family.h"
#include "tokens/scripts.h"

namespace epitome::tokens {

/// Features that are not lists. A word is letters up to a camelCase border; "run" is several of one
/// class in a row; "AfterX" looks at the byte before.
enum class Feature : uint8_t {
  // Words: each begins once.
  kWords,
  kWordsAfterSpace,
  kWordsAfterLine,
  kWordsAfterDigit,
  kWordsAfterCamel,
  /// After one mark that neither a space nor a mark precedes.
  kWordsAfterMark,
  kWordsAfterSpaceMark,
  kWordsAfterMarks,
  kWordsAfterApostrophe,
  kWordsAfterDot,
  kWordsAfterUnderscore,
  kCapitalWords,
  /// A capital and then a small letter.
  kTitleWords,
  // Letters by their place in the word: second or later, fourth or later, ...
  kLetters2,
  kLetters4,
  kLetters5,
  kLetters9,
  /// Capitals after a capital, after three.
  kCapitals2,
  kCapitals4,
  /// Sum of the table of hard words over all trigrams; of each block at least what nearly every
  /// text
  /// has, so that no letters make a text cheaper.
  kHardness,
  // Digits.
  kDigits,
  kDigitRuns,
  /// Threes of digits, counted from a run's beginning, also incomplete ones.
  kDigitGroups,
  kDigitsAfterSpace,
  /// Changes between capital, small and digit inside letters and digits; four of them in a row.
  kMixes,
  kMixes4,
  // Punctuation: "marks".
  kMarks,
  kMarkRuns,
  kMarkRunsAfterSpace,
  kMarks3,
  kMarks6,
  kLettersAfterMark,
  kLinesAfterMark,
  /// Marks third or later in their run, like the one before.
  kSameMarks3,
  kQuotes,
  kSlashes,
  // Spaces.
  kSpaces,
  kSpaceRuns2,
  kSpaces3,
  kSpaces17,
  // Ends of lines; tabs and the like are blanks.
  kLines,
  kLines2,
  kLinesAfterSpace,
  kLinesAfterDigit,
  kLinesAfterBlank,
  kBlanks,
  kMarksAfterBlank,
  /// Other control characters.
  kControls,
  // Beyond ASCII.
  kSameCodePoints,
  /// UTF-8 bytes of code points without a script and of what is not well-formed, and two for each
  /// run of them.
  kUnknownBytes,
  kPlain,
};

inline constexpr uint32_t kPlainFeatures = static_cast<uint32_t>(Feature::kPlain);
// Lists, one for each script: where each begins.
inline constexpr uint32_t kScriptFeatures = kPlainFeatures;
inline constexpr uint32_t kScriptRunFeatures = kScriptFeatures + kScripts;
/// What repeats cost, a number for each family, in units of 1 / kRepeatUnits tokens.
inline constexpr uint32_t kRepeatFeatures = kScriptRunFeatures + kScripts;
inline constexpr uint32_t kFeatures = kRepeatFeatures + kFamilies;

using Counts = std::array<uint64_t, kFeatures>;

/// Counts while a text passes by. Linear in its length; 1.5 KB, whatever the length.
class FeatureCounter {
 public:
  void update(std::string_view utf8);
  /// The counts if the text ended here.
  Counts counts() const;
  /// Ends the text, without a copy: nothing but assignment may follow.
  const Counts& finish();
  /// UTF-16 code units if the text ended here; an ill-formed byte counts as one.
  uint64_t units() const;

 private:
  /// The classes of the block before, and what was derived from them.
  struct Carry {
    Block block;
    /// Classes, letters beyond ASCII among them.
    uint64_t letter = 0;
    uint64_t marks = 0;
    uint64_t joined = 0;
    uint64_t letters3 = 0;
    uint64_t letters5 = 0;
    uint64_t capitals2 = 0;
    uint64_t groups = 0;
    uint64_t mixes = 0;
    uint64_t mixes2 = 0;
    uint64_t same = 0;
    uint64_t same2 = 0;
    uint64_t spaces5 = 0;
    uint64_t spaces9 = 0;
  };

  void read(const uint8_t* bytes, uint64_t valid);
  void add(Feature feature, uint64_t places);
  /// Returns the places of repeats, which no other feature counts.
  uint64_t countRepeats(const Block& block, uint64_t valid, const uint8_t* bytes,
                        uint16_t* trigrams);
  void addRepeats(uint32_t codePoint, uint32_t bytes, uint64_t places);
  void countWords(const Block& block, uint64_t letter, uint64_t marks, uint64_t repeats,
                  uint32_t hardness);
  void countDigits(const Block& block);
  void countMarks(const Block& block, uint64_t marks, uint64_t repeats);
  void countSpaces(const Block& block, uint64_t marks, uint64_t repeats);
  /// Counts code points beyond ASCII; returns the bytes of Latin letters.
  uint64_t countHigh(const uint8_t* bytes, uint64_t high);
  uint32_t countCodePoint(const uint8_t* bytes, uint32_t length);
  void countAgain(Script script, uint32_t size);
  bool isInWord() const;
  void forgetCodePoint();
  Script languageOf(Script script);

  Counts counts_{};
  /// UTF-16 code units: ASCII, and all others.
  uint64_t asciiUnits_ = 0;
  uint64_t highUnits_ = 0;
  Carry carry_;
  Before before_;
  /// Of the code point beyond ASCII that ended where the next one begins.
  Script lastScript_ = Script::kNone;
  uint32_t lastCodePoint_ = 0;
  /// How often a code point beyond ASCII stood before itself, and `highUnits_` when it did last.
  uint32_t same_ = 0;
  uint64_t sameEnd_ = 0;
  /// Letters to come that count as another language's.
  uint32_t foreignLeft_ = 0;
  /// It ended with the block.
  bool endedLast_ = false;
  ScriptRange range_{1, 0, Script::kUnknown};
  /// Bytes that do not fill a block yet.
  std::array<uint8_t, kBlockBytes> pending_{};
  uint32_t pendingBytes_ = 0;
  /// The beginning of a code point that the next block completes.
  std::array<uint8_t, 4> cut_{};
  uint32_t cutBytes_ = 0;
};

}  // namespace epitome::tokens
