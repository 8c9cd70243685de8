#include "recall/terms.h"

#include <algorithm>
#include <string>

#include "recall/letters.h"
#include "text/hash.h"
#include "text/utf.h"

namespace epitome::recall {
namespace {

constexpr size_t kLongestWord = 256;
/// Of more parts a word is found as a whole alone: it is no name that people take apart.
constexpr size_t kMostParts = 10;
/// Letters that stand in front of a number of their own, as in `step12` and not in `3f9a1`.
constexpr size_t kLettersBeforeNumber = 3;

uint32_t keyOf(uint64_t hash) { return static_cast<uint32_t>(hash ^ (hash >> 32)); }

bool joins(uint32_t code) {
  return code < 0x80 && code > 0 &&
         std::string_view("-./:@#\\").find(static_cast<char>(code)) != std::string_view::npos;
}

class Reader {
 public:
  explicit Reader(std::vector<Term>& terms) : terms_(terms) {}

  void next(uint32_t code, uint32_t unit) {
    const Folded letter = folded(code);
    if (letter.letter == Letter::kMark) return;
    if (letter.letter == Letter::kDense) {
      if (inWord_) endWord();
      joiners_ = 0;
      hasBefore_ = false;
      dense(letter.code, unit);
      return;
    }
    endDense();
    if (code == '_') {
      if (inWord_) endPart();
      last_ = Letter::kNone;
      return;
    }
    if (letter.letter == Letter::kNone) {
      if (inWord_) endWord();
      joiners_ = joins(code) ? joiners_ + 1 : 2;
      return;
    }
    if (!inWord_) beginWord(unit);
    if (beginsPart(letter.letter)) endPart();
    if (letter.letter == Letter::kLower && last_ == Letter::kUpper && lettersInPart() > 1) {
      // The last capital of several begins a word: HTTPServer.
      splitLast();
    }
    add(letter);
  }

  void finish() {
    if (inWord_) endWord();
    endDense();
  }

 private:
  void beginWord(uint32_t unit) {
    inWord_ = true;
    wordUnit_ = unit;
    word_.clear();
    starts_.clear();
    hasher_ = text::Hasher();
    isLong_ = false;
    partStart_ = 0;
    partLetters_ = 0;
    lastStart_ = 0;
    last_ = Letter::kNone;
  }

  size_t lettersInPart() const { return word_.size() - partStart_; }

  bool beginsPart(Letter letter) const {
    if (last_ == Letter::kLower && letter == Letter::kUpper) return true;
    if (letter == Letter::kDigit) {
      return last_ != Letter::kDigit && partLetters_ >= kLettersBeforeNumber;
    }
    // Behind a number that follows letters: utf8Decoder.
    return letter == Letter::kUpper && last_ == Letter::kDigit && partLetters_ == 0 &&
           partStart_ > 0;
  }

  void endPart() {
    if (word_.size() > partStart_) starts_.push_back(partStart_);
    partStart_ = word_.size();
    partLetters_ = 0;
  }

  void splitLast() {
    if (lastStart_ <= partStart_) return;
    starts_.push_back(partStart_);
    partStart_ = lastStart_;
    partLetters_ = 1;
  }

  void add(Folded letter) {
    if (letter.letter != Letter::kDigit) ++partLetters_;
    last_ = letter.letter;
    if (isLong_) {
      scratch_.clear();
      text::appendCodePoint(scratch_, letter.code);
      hasher_.update(scratch_);
      return;
    }
    lastStart_ = word_.size();
    text::appendCodePoint(word_, letter.code);
    if (word_.size() <= kLongestWord) return;
    isLong_ = true;
    hasher_.update(word_);
  }

  void endWord() {
    inWord_ = false;
    const uint64_t whole = isLong_ ? hasher_.digest() : text::hashOf(word_);
    if (isLong_) {
      emit(keyOf(whole), TermKind::kWord);
    } else {
      endPart();
      emitParts();
    }
    if (hasBefore_ && joiners_ == 1) emit(keyOf(text::combine(before_, whole)), TermKind::kPair);
    before_ = whole;
    hasBefore_ = true;
    joiners_ = 0;
  }

  /// Parts that are told apart: a single letter says nothing of its word.
  void emitParts() {
    const bool isOne = starts_.size() == 1;
    bool hasPart = false;
    if (!isOne && starts_.size() <= kMostParts) {
      for (size_t i = 0; i < starts_.size(); ++i) {
        const size_t end = i + 1 < starts_.size() ? starts_[i + 1] : word_.size();
        if (end - starts_[i] < 2) continue;
        hasPart = true;
        emit(keyOf(text::hashOf(std::string_view(word_).substr(starts_[i], end - starts_[i]))),
             TermKind::kWord);
      }
    }
    if (word_.empty()) return;
    emit(keyOf(text::hashOf(word_)), hasPart ? TermKind::kWhole : TermKind::kWord);
  }

  void dense(uint32_t code, uint32_t unit) {
    scratch_.clear();
    if (inDense_) text::appendCodePoint(scratch_, denseBefore_);
    text::appendCodePoint(scratch_, code);
    wordUnit_ = inDense_ ? denseUnit_ : unit;
    if (inDense_) emit(keyOf(text::hashOf(scratch_)), TermKind::kWord);
    isPaired_ = inDense_;
    inDense_ = true;
    denseBefore_ = code;
    denseUnit_ = unit;
  }

  /// A character that stands alone is found alone.
  void endDense() {
    if (!inDense_) return;
    inDense_ = false;
    if (isPaired_) return;
    scratch_.clear();
    text::appendCodePoint(scratch_, denseBefore_);
    wordUnit_ = denseUnit_;
    emit(keyOf(text::hashOf(scratch_)), TermKind::kWord);
  }

  void emit(uint32_t key, TermKind kind) { terms_.push_back({key, wordUnit_, kind}); }

  std::vector<Term>& terms_;
  bool inWord_ = false;
  uint32_t wordUnit_ = 0;
  /// As far as it is not too long: lower case, without `_`.
  std::string word_;
  bool isLong_ = false;
  text::Hasher hasher_;
  /// Where its parts begin.
  std::vector<size_t> starts_;
  size_t partStart_ = 0;
  size_t partLetters_ = 0;
  /// Where its last character begins.
  size_t lastStart_ = 0;
  Letter last_ = Letter::kNone;
  /// The word before this one, and the characters since: more than one joins nothing.
  uint64_t before_ = 0;
  bool hasBefore_ = false;
  uint32_t joiners_ = 0;
  bool inDense_ = false;
  bool isPaired_ = false;
  uint32_t denseBefore_ = 0;
  uint32_t denseUnit_ = 0;
  std::string scratch_;
};

}  // namespace

uint32_t appendTerms(std::vector<Term>& terms, std::string_view utf8) {
  Reader reader(terms);
  uint32_t unit = 0;
  for (size_t at = 0; at < utf8.size();) {
    const uint32_t bytes = text::codePointBytes(utf8, at);
    reader.next(bytes == 0 ? 0 : text::decoded(utf8.substr(at, bytes)), unit);
    unit += bytes == 4 ? 2 : 1;
    at += std::max(bytes, 1U);
  }
  reader.finish();
  return unit;
}

}  // namespace epitome::recall
