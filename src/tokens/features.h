/// What a text is made of, counted in one pass: the numbers that an estimate weighs. Decides what
/// is counted; refuses to know tokenizers and weights.
///
/// The text is read in blocks of 64 bytes from its beginning, whatever pieces it comes in. Each
/// feature is a number of places: how many words begin after a space, how many letters stand third
/// or later in their word, how many Han characters, and so on.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "tokens/block.h"
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
  /// Letters seventeenth or later in their word that repeat the one before.
  kSameLetters17,
  /// Sum of the table of hard words over all trigrams.
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
  // Punctuation and control characters: "marks".
  kMarks,
  kMarkRuns,
  kMarkRunsAfterSpace,
  kMarks3,
  kMarks6,
  kLettersAfterMark,
  kLinesAfterMark,
  /// Marks third or later in their run, like the one before; sixth, eighteenth like all before.
  kSameMarks3,
  kSameMarks6,
  kSameMarks18,
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
inline constexpr uint32_t kFeatures = kScriptRunFeatures + kScripts;

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
    uint64_t letters9 = 0;
    uint64_t capitals2 = 0;
    uint64_t groups = 0;
    uint64_t mixes = 0;
    uint64_t mixes2 = 0;
    uint64_t sameMarks = 0;
    uint64_t sameMarks4 = 0;
    uint64_t sameMarks6 = 0;
    uint64_t sameMarks10 = 0;
    uint64_t spaces5 = 0;
    uint64_t spaces9 = 0;
  };

  void read(const uint8_t* bytes, uint64_t valid);
  void add(Feature feature, uint64_t places);
  /// Returns the letters that are seventeenth or later in their word.
  uint64_t countWords(const Block& block, uint64_t letter, uint64_t marks);
  void countDigits(const Block& block);
  /// Returns the marks that are third or later in their run.
  uint64_t countMarks(const Block& block, uint64_t marks);
  void countRepeats(const uint8_t* bytes, uint8_t before, uint64_t letters17, uint64_t marks3);
  void countSpaces(const Block& block, uint64_t marks);
  /// Counts code points beyond ASCII; returns the bytes of Latin letters.
  uint64_t countHigh(const uint8_t* bytes, uint64_t high);
  uint32_t countCodePoint(const uint8_t* bytes, uint32_t length);
  void forgetCodePoint();
  Script languageOf(Script script);

  Counts counts_{};
  uint64_t units_ = 0;
  Carry carry_;
  Before before_;
  /// Of the code point beyond ASCII that ended where the next one begins.
  Script lastScript_ = Script::kNone;
  uint32_t lastCodePoint_ = 0;
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
