/// What a text shows of its language, line by line: how much it has of each script, and how many of
/// the words and letters of language_words.h. Decides what of a text is prose; refuses to know
/// which language that makes it (language.h).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace epitome {

/// Scripts that the evidence is counted by.
enum class WordScript : uint8_t {
  kLatin,
  kCyrillic,
  kDevanagari,
  kArabic,
  kGreek,
  kHebrew,
  kThai,
  kBengali,
  kTamil,
  kTelugu,
  kGeorgian,
  kArmenian,
  kHangul,
  kKana,
  kHan,
  /// No letter.
  kNone,
};
inline constexpr uint32_t kWordScripts = static_cast<uint32_t>(WordScript::kNone);

/// In twelfths of a word, so that a word of up to four languages counts for each in whole numbers.
struct LanguageEvidence {
  static constexpr uint32_t kWord = 12;

  /// By WordScript; of scripts without spaces a part of a word for each letter.
  std::array<uint32_t, kWordScripts> words{};
  /// By Language, the first of them English: words and letters that are its own, a share of those
  /// that it has in common with others.
  std::array<uint32_t, 31> hits{};
  /// Han characters that only one of the two ways to write Chinese has.
  uint32_t simplified = 0;
  uint32_t traditional = 0;

  uint64_t total() const;
  void add(const LanguageEvidence& other);
  /// Takes a share of everything, so that at most `most` words are left.
  void shrinkTo(uint64_t most);
  void multiply(uint32_t numerator, uint32_t denominator);
};

/// Reads a text that passes by in pieces, none of which splits a code point. Left out are fenced
/// and inline code, quotations (in marks, or lines behind `>`), headings, and words with signs of
/// code in them: digits, slashes, underscores, dots inside, inner capitals. Lines with many of
/// those weigh less. Linear; memory is O(1).
class ProseLines {
 public:
  /// Calls `use(const LanguageEvidence&)` for each line that ends and has words.
  template <typename Use>
  void update(std::string_view utf8, Use&& use) {
    size_t at = 0;
    while (at < utf8.size()) {
      if (step(utf8, at)) use(takeLine());
    }
  }
  template <typename Use>
  void finish(Use&& use) {
    if (endText()) use(takeLine());
    *this = ProseLines();
  }

 private:
  /// Reads one code point; true when a line with words has ended.
  bool step(std::string_view utf8, size_t& at);
  bool endLine();
  bool endText();
  LanguageEvidence takeLine();
  bool isHidden() const { return skipLine_ || fenced_ || inlineCode_ || closing_ != 0; }
  void letter(uint32_t code, WordScript script);
  void sign(uint32_t code);
  void quote(uint32_t code);
  void endBackticks();
  void endWord();
  void endToken();

  LanguageEvidence line_;
  /// Words of the line that are prose, and tokens that are none.
  uint32_t proseWords_ = 0;
  uint32_t otherTokens_ = 0;

  // Of the running word.
  uint32_t hash_ = 0;
  uint32_t letters_ = 0;
  uint32_t rare_ = 0;
  bool anyRare_ = false;
  bool lastLower_ = false;
  WordScript script_ = WordScript::kNone;

  /// A sign of code in the token: nothing of it is prose.
  bool tokenIsCode_ = false;
  /// The token begins with a hyphen.
  bool hyphen_ = false;
  /// A point or a colon stands behind the word: a letter behind that makes it code.
  bool joint_ = false;
  bool tokenBegun_ = false;

  bool lineBegun_ = false;
  bool skipLine_ = false;
  bool fenced_ = false;
  bool inlineCode_ = false;
  uint32_t backticks_ = 0;
  /// What ends the running quotation; 0: none runs.
  uint32_t closing_ = 0;
};

}  // namespace epitome
