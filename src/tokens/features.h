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
  kWordsAfterHigh,
  kWordsAfterCamel,
  /// After one punctuation mark that no space or mark precedes.
  kWordsAfterMark,
  kWordsAfterSpaceMark,
  kWordsAfterMarks,
  kCapitalWords,
  kCapitalWordsAfterSpace,
  /// A capital and then a small letter.
  kTitleWords,
  // Letters by their place in the word: second or later, third or later, ...
  kLetters2,
  kLetters3,
  kLetters4,
  kLetters5,
  kLetters7,
  kLetters9,
  kLetters13,
  kLetters17,
  kLetters25,
  /// Capitals after a capital, after two, after three.
  kCapitals2,
  kCapitals3,
  kCapitals4,
  kSameLetters2,
  kSameLetters3,
  /// Sum of the table of hard words over all trigrams.
  kDifficulty,
  // Digits.
  kDigits,
  kDigitRuns,
  kDigits2,
  kDigits3,
  kDigits4,
  /// Threes of digits, counted from a run's beginning, also incomplete ones.
  kDigitGroups,
  kDigitsAfterSpace,
  kDigitsAfterLetter,
  kDigitsAfterMark,
  kSameDigits,
  /// Changes between capital, small and digit inside letters and digits.
  kMixes,
  kMixes2,
  kMixes4,
  // Punctuation and control characters: "marks".
  kMarks,
  kMarkRuns,
  kMarkRunsAfterSpace,
  kMarkRunsAfterLetter,
  kMarkRunsAfterDigit,
  kMarkRunsAfterLine,
  kMarkRunsAfterHigh,
  kMarks2,
  kMarks3,
  kMarks4,
  kMarks6,
  kLettersAfterMark,
  kSpacesAfterMark,
  kSpacesAfterOneMark,
  kLinesAfterMark,
  kLinesAfterMarks,
  kSameMarks2,
  kSameMarks3,
  kSameMarks5,
  kSameMarks9,
  kSameMarks17,
  // Spaces.
  kSpaces,
  kSpaces2,
  kSpaces3,
  kSpaces4,
  kSpaces9,
  kSpaces17,
  kSpaceRuns2,
  kSpacesAfterLine,
  kLettersAfterSpaces,
  kMarksAfterSpaces,
  // Ends of lines, tabs.
  kLines,
  kLines2,
  kLines3,
  kLinesAfterSpace,
  kLinesAfterLetter,
  kLinesAfterDigit,
  kLinesAfterBlank,
  kBlanks,
  kBlanks2,
  kBlanksAfterLine,
  kLettersAfterBlank,
  kMarksAfterBlank,
  // Beyond ASCII.
  kHighRuns,
  kHighAfterSpace,
  kSameCodePoints,
  /// UTF-8 bytes of code points without a script, and of what is not well-formed.
  kUnknownBytes,
  kPlain,
};

inline constexpr uint32_t kPlainFeatures = static_cast<uint32_t>(Feature::kPlain);
/// ASCII punctuation marks, and one for all control characters.
inline constexpr uint32_t kMarkKinds = 33;
// Lists: where each begins.
inline constexpr uint32_t kMarkFeatures = kPlainFeatures;
/// Marks that a word follows at once and that stand alone.
inline constexpr uint32_t kPrefixFeatures = kMarkFeatures + kMarkKinds;
inline constexpr uint32_t kScriptFeatures = kPrefixFeatures + kMarkKinds;
inline constexpr uint32_t kScriptRunFeatures = kScriptFeatures + kScripts;
inline constexpr uint32_t kFeatures = kScriptRunFeatures + kScripts;

using Counts = std::array<uint64_t, kFeatures>;

/// Counts while a text passes by. Linear in its length; 2 KB, whatever the length.
class FeatureCounter {
 public:
  void update(std::string_view utf8);
  /// The counts if the text ended here.
  Counts counts() const;
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
    uint64_t sameMarks3 = 0;
    uint64_t sameMarks5 = 0;
    uint64_t sameMarks9 = 0;
    uint64_t spaces5 = 0;
    uint64_t spaces9 = 0;
  };

  void read(const uint8_t* bytes, uint64_t valid);
  void add(Feature feature, uint64_t places);
  /// Returns where words begin that one mark precedes, without a space before it.
  uint64_t countWords(const Block& block, uint64_t letter, uint64_t marks);
  void countDigits(const Block& block, uint64_t marks);
  void countMarks(const Block& block, uint64_t marks, uint64_t prefixed, const uint8_t* bytes);
  void countSpaces(const Block& block, uint64_t letter, uint64_t marks);
  /// Counts code points beyond ASCII; returns the bytes of Latin letters.
  uint64_t countHigh(const uint8_t* bytes, uint64_t high);
  uint32_t countCodePoint(const uint8_t* bytes, uint32_t length);
  void forgetCodePoint();

  Counts counts_{};
  uint64_t units_ = 0;
  Carry carry_;
  Before before_;
  /// The byte before the current block.
  uint8_t lastByte_ = 0;
  /// Of the code point beyond ASCII that ended where the next one begins.
  Script lastScript_ = Script::kUnknown;
  uint32_t lastCodePoint_ = 0;
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
