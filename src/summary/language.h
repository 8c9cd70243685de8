/// In which language somebody writes. Decides by script, where several share one by small words and
/// by the letters of their alphabets, and knows about ten of those; says `kUnknown` where that is
/// not enough. Refuses to know who writes and what becomes of the answer. Code, paths, quotations,
/// headings and markup weigh nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

/// Those up to kUkrainian are told apart by words. The values do not travel.
enum class Language : uint8_t {
  kUnknown,
  kEnglish,
  kGerman,
  kFrench,
  kSpanish,
  kPortuguese,
  kItalian,
  kDutch,
  kSwedish,
  kPolish,
  kTurkish,
  kHindi,
  kRussian,
  kUkrainian,
  kArabic,
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
  kChinese,
};
inline constexpr uint32_t kLanguages = 26;

/// Its English name, as a prompt says it; empty for kUnknown.
std::string_view nameOf(Language language);

/// What a text shows of each language: its words, in twelfths, so that a word of up to four
/// languages counts for each in whole numbers.
struct LanguageEvidence {
  /// By Language; kUnknown are words of others.
  std::array<uint64_t, kLanguages> hits{};
  /// By the first language of a script, kUnknown: none of those scripts.
  std::array<uint64_t, kLanguages> words{};
  /// Of a line: half of it or more is code.
  bool coded = false;

  uint64_t total() const;
  void add(const LanguageEvidence& other);
  /// Takes a share of everything.
  void scale(uint64_t numerator, uint64_t denominator);
};

/// Reads a text line by line, in pieces.
class ProseLines {
 public:
  /// Calls `use(const LanguageEvidence&)` for each line that ends and has words.
  template <typename Use>
  void update(std::string_view utf8, const Use& use) {
    for (const char c : utf8) {
      if (c == '\n') {
        end(use);
      } else if (line_.size() < kMostLine) {
        line_ += c;
      }
    }
  }
  template <typename Use>
  void end(const Use& use) {
    const LanguageEvidence evidence = read();
    line_.clear();
    if (evidence.total() > 0) use(evidence);
  }

 private:
  /// A line that goes on for longer has said enough, bytes.
  static constexpr size_t kMostLine = 4'096;
  LanguageEvidence read();

  std::string line_;
  bool fenced_ = false;
};

/// Reads messages of one writer as they pass by. What a message says in its first and last line
/// weighs twice what lies between, which is often pasted. Newer messages weigh more than older
/// ones. Linear; memory is O(1).
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
  /// Of the running message: its first line, what lies between, its last one so far.
  LanguageEvidence first_;
  LanguageEvidence between_;
  LanguageEvidence last_;
  LanguageEvidence all_;
};

/// Whether prose that was to be in `wanted` is surely in another language. Names, code, paths and
/// quotations in another one are no fault, nor is a text too short to tell. Linear in `prose`.
bool contradicts(Language wanted, std::string_view prose);

}  // namespace epitome
