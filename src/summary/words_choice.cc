#include "summary/words_choice.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "extract/rules.h"
#include "extract/sayings.h"
#include "summary/characters.h"
#include "summary/shape.h"
#include "text/fold_case.h"
#include "text/hash.h"
#include "text/sentences.h"
#include "text/sort.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Between sentences with others between them.
constexpr std::string_view kGap = " \u2026 ";
constexpr std::string_view kEllipsis = "\u2026";
constexpr std::string_view kGapEnd = " \u2026";
/// What the newest message, and an approval, are worth beyond what they say.
constexpr uint32_t kNewestPoints = 3;
constexpr uint32_t kApprovalPoints = 4;
/// Of the words, in percent, what instructions have before other sentences.
constexpr uint32_t kInstructionsPart = 40;
/// Less is a pleasantry, or a line of what is quoted: it stands for its message where nothing else
/// does.
constexpr uint32_t kLeastPoints = 2;
/// What says so much comes before other kinds of rows.
constexpr uint32_t kTellingPoints = 7;
/// A word that so few messages have tells what they are about.
constexpr uint32_t kFewMessages = 3;
/// Two sentences with so many of these words are about the same.
constexpr uint32_t kSharedWords = 2;
/// Sentences that come with one.
constexpr size_t kMostWith = 8;

/// An ellipsis of the user's stands for nothing, as ours would.
bool saysNothing(std::string_view between) {
  const std::string_view text = trimmed(between);
  return text.empty() || text == kEllipsis;
}

/// Keys of numbers with the word behind or before them, and of long numbers and codes alone: dates,
/// amounts, ids.
std::vector<uint64_t> valuesIn(std::string_view sentence) {
  constexpr size_t kLongCode = 4;
  std::vector<uint64_t> keys;
  const std::string folded = text::foldedCase(sentence);
  std::string_view before;
  bool number = false;
  for (size_t at = 0; at < folded.size();) {
    if (!isAlnum(folded[at]) && isAscii(folded[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < folded.size() && (isAlnum(folded[end]) || !isAscii(folded[end]))) ++end;
    const std::string_view word = std::string_view(folded).substr(at, end - at);
    const bool isNumber = std::ranges::any_of(word, isDigit);
    if (isNumber && word.size() >= kLongCode) keys.push_back(text::hashOf(word));
    if (isNumber != number && !before.empty()) {
      const std::string_view pair =
          std::string_view(folded).substr(static_cast<size_t>(before.data() - folded.data()),
                                          end - static_cast<size_t>(before.data() - folded.data()));
      if (pair.size() == before.size() + 1 + word.size()) keys.push_back(text::hashOf(pair));
    }
    before = word;
    number = isNumber;
    at = end;
  }
  return keys;
}

}  // namespace

std::string_view WordsChoice::textOf(const Sentence& sentence) const {
  return std::string_view(all_[sentence.message].text)
      .substr(sentence.begin, sentence.end - sentence.begin);
}

/// On one line, as far as each of them is.
UserWords WordsChoice::excerptsOf(size_t message, const std::vector<Sentence>& chosen) const {
  const UserWords& whole = all_[message];
  UserWords words = whole;
  if (words.units == 0 && !words.cut) {
    words.units =
        static_cast<uint32_t>(std::min<uint64_t>(text::utf16Length(whole.text), UINT32_MAX));
  }
  words.cut = true;
  words.excerpts = true;
  words.text.clear();
  size_t end = 0;
  for (const Sentence& sentence : chosen) {
    const std::string_view between = std::string_view(whole.text).substr(end, sentence.begin - end);
    const bool follows = trimmed(between).empty();
    if (!words.text.empty()) words.text += follows ? std::string_view(" ") : kGap;
    words.text += textOf(sentence);
    end = sentence.end;
  }
  return words;
}

/// Whether nothing is left out of a message, `chosen` by place.
bool WordsChoice::isAllOf(const UserWords& whole, const std::vector<Sentence>& chosen) {
  size_t end = 0;
  for (const Sentence& sentence : chosen) {
    if (!saysNothing(std::string_view(whole.text).substr(end, sentence.begin - end))) return false;
    end = sentence.end;
  }
  return saysNothing(std::string_view(whole.text).substr(end));
}

WordsChoice::WordsChoice(const std::vector<UserWords>& all, std::span<const UserWords> beside,
                         Family family)
    : all_(all), family_(family), tokens_(tokensOfWords(all, family)) {
  for (const UserWords& words : beside) words_.add(words.text);
  for (const UserWords& words : all) count(words);
  for (size_t i = 0; i < all.size(); ++i) addSentences(i);
  joinLater(beside);
  if (isOn("returning-values")) joinValues();
}

std::vector<UserWords> WordsChoice::within(uint32_t maxTokens, uint32_t& leftOut) {
  if (tokens_ <= maxTokens) return all_;
  chosen_.clear();
  for (Sentence& sentence : sentences_) sentence.taken = false;
  uint32_t left = maxTokens;
  const std::vector<size_t> order = ranked();
  // What is to hold, and what no longer does, comes before what is the case, up to its part.
  for (const bool instructs : {true, false}) {
    if (instructs && !isOn("instructions-first")) continue;
    uint32_t most = instructs ? maxTokens * kInstructionsPart / 100 : left;
    for (const size_t index : order) {
      const Sentence& sentence = sentences_[index];
      if (sentence.taken || (instructs && !sentence.instructs && !sentence.first)) continue;
      if (sentence.points < kLeastPoints && chosen_.contains(sentence.message)) continue;
      const uint32_t cost = take(index, most);
      most -= cost;
      left -= cost;
    }
  }
  beginNewest(left);
  return written(left, leftOut);
}

uint64_t WordsChoice::telling(uint64_t maxTokens) const {
  if (tokens_ <= maxTokens) return tokens_;
  uint64_t tokens = 0;
  size_t message = all_.size();
  for (const Sentence& sentence : sentences_) {
    if (sentence.points < kTellingPoints && !sentence.first) continue;
    tokens += sentence.cost + (sentence.message == message ? 1 : kWordsFrame);
    message = sentence.message;
  }
  return tokens;
}

void WordsChoice::count(const UserWords& words) {
  words_.add(words.text);
  text::Sentences sentences(words.text);
  std::string_view sentence;
  while (sentences.next(sentence)) rates_.add(markersOf(sentence));
}

/// What is quoted in a message, code or output, says little of its own.
void WordsChoice::addSentences(size_t message) {
  const UserWords& words = all_[message];
  Sentence sentence;
  sentence.message = message;
  if (words.approval) {
    sentence.end = words.text.size();
    sentence.points = kApprovalPoints + worthOfWords(words.text).points;
    sentence.cost = tokensWithMarks(words.text, family_) + 1;
    sentences_.push_back(std::move(sentence));
    return;
  }
  text::Sentences sentences(words.text);
  std::string_view found;
  bool fenced = false;
  while (sentences.next(found)) {
    const auto begin = static_cast<size_t>(found.data() - words.text.data());
    const bool fence = found.starts_with("```") || found.starts_with("~~~");
    if (fence) fenced = !fenced;
    if (fence || found == kEllipsis) continue;
    // A line that ends without a mark takes the gap behind it for its own end.
    if (words.excerpts && found.ends_with(kGapEnd)) found.remove_suffix(kGapEnd.size());
    WordsWorth worth = isOn("common-markers") ? worthOfWords(found, rates_) : worthOfWords(found);
    if (isOn("rare-words")) worth.points += std::min(words_.rareIn(found), kMostRare);
    if (isOn("quoted-program-text") && (fenced || isProgramText(found))) worth = {1, false};
    sentence.begin = begin;
    sentence.end = begin + found.size();
    sentence.points = worth.points + (message + 1 == all_.size() ? kNewestPoints : 0);
    sentence.cost = tokensWithMarks(found, family_) + 2;
    sentence.instructs = worth.instructs;
    sentence.first =
        isOn("revocations-first") && worth.points > 1 && (markersOf(found) & kTakesBack) != 0;
    sentences_.push_back(sentence);
  }
}

/// What later messages say about the same may correct it, however they put it.
void WordsChoice::joinLater(std::span<const UserWords> beside) {
  std::unordered_map<uint64_t, std::vector<size_t>> byWord;
  std::unordered_map<uint64_t, std::vector<size_t>> standing;
  for (size_t i = 0; i < beside.size(); ++i) {
    for (const uint64_t word : words_.seldomIn(beside[i].text, kFewMessages)) {
      standing[word].push_back(i);
    }
  }
  const auto shared = [](const auto& index, uint64_t word, std::map<size_t, uint32_t>& sums) {
    const auto found = index.find(word);
    if (found == index.end()) return;
    for (const size_t one : found->second) ++sums[one];
  };
  for (size_t i = 0; i < sentences_.size(); ++i) {
    if (sentences_[i].points < kLeastPoints) continue;
    std::map<size_t, uint32_t> withOthers;
    std::map<size_t, uint32_t> withBeside;
    for (const uint64_t word : words_.seldomIn(textOf(sentences_[i]), kFewMessages)) {
      shared(byWord, word, withOthers);
      shared(standing, word, withBeside);
      std::vector<size_t>& earlier = byWord[word];
      if (earlier.size() < kMostWith) earlier.push_back(i);
    }
    for (const auto& [one, words] : withOthers) {
      std::vector<size_t>& later = sentences_[one].later;
      if (isOn("joined-words") && words >= kSharedWords &&
          sentences_[one].message != sentences_[i].message && later.size() < kMostWith)
        later.push_back(i);
    }
    for (const auto& [one, words] : withBeside) {
      if (isOn("returning-words") && words >= kSharedWords) sentences_[i].first = true;
    }
  }
}

/// A later message that says a value again comes back to what was said with it, and what it says
/// next may stand in its place: "15 April will not do. 7 February?"
void WordsChoice::joinValues() {
  const auto join = [&](size_t one, size_t other) {
    std::vector<size_t>& later = sentences_[one].later;
    if (later.size() < kMostWith && std::ranges::find(later, other) == later.end())
      later.push_back(other);
  };
  const auto isBeside = [&](size_t one, size_t other) {
    return other < sentences_.size() && sentences_[other].message == sentences_[one].message;
  };
  std::unordered_map<uint64_t, std::vector<size_t>> known;
  for (size_t i = 0; i < sentences_.size(); ++i) {
    if (all_[sentences_[i].message].approval) continue;
    bool returns = false;
    for (const uint64_t value : valuesIn(textOf(sentences_[i]))) {
      std::vector<size_t>& earlier = known[value];
      for (const size_t one : earlier) {
        if (sentences_[one].message == sentences_[i].message) continue;
        join(one, i);
        returns = true;
      }
      if (earlier.size() < kFewMessages) earlier.push_back(i);
    }
    if (returns && isBeside(i, i + 1)) join(i, i + 1);
    // What is put in the place of what is taken back stands beside it: "Take 23. Forget the 785."
    for (const size_t other : {i - 1, i + 1}) {
      if (sentences_[i].first && isBeside(i, other) && !valuesIn(textOf(sentences_[other])).empty())
        join(i, other);
    }
  }
}

/// More per token first, of equals the newer.
std::vector<size_t> WordsChoice::ranked() const {
  std::vector<size_t> order(sentences_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  text::sort(order, [&](size_t left, size_t right) {
    const Sentence& a = sentences_[left];
    const Sentence& b = sentences_[right];
    if (a.first != b.first) return a.first;
    const uint64_t worthA = uint64_t{a.points} * a.points * (b.cost + 2);
    const uint64_t worthB = uint64_t{b.points} * b.points * (a.cost + 2);
    return worthA != worthB ? worthA > worthB
                            : std::pair(a.message, b.begin) > std::pair(b.message, a.begin);
  });
  return order;
}

/// Takes a sentence and what later ones say about the same. Returns the tokens; 0 if more than
/// `most`.
uint32_t WordsChoice::take(size_t index, uint32_t most) {
  std::vector<size_t> with{index};
  for (size_t at = 0; at < with.size(); ++at) {
    for (const size_t later : sentences_[with[at]].later) {
      const bool known = sentences_[later].taken || std::ranges::find(with, later) != with.end();
      if (!known && with.size() < kMostWith) with.push_back(later);
    }
  }
  uint32_t cost = 0;
  std::vector<size_t> messages;
  for (const size_t one : with) {
    const Sentence& sentence = sentences_[one];
    const bool isNew = !chosen_.contains(sentence.message) &&
                       std::ranges::find(messages, sentence.message) == messages.end();
    if (isNew) messages.push_back(sentence.message);
    cost += sentence.cost + (isNew ? kWordsFrame : 1);
  }
  if (cost > most) return 0;
  for (const size_t one : with) {
    sentences_[one].taken = true;
    chosen_[sentences_[one].message].push_back(sentences_[one]);
  }
  return cost;
}

/// However long its sentences, the newest message shows how it begins.
void WordsChoice::beginNewest(uint32_t& left) {
  constexpr uint32_t kFrame = kWordsFrame + kLinesFrame;
  if (all_.empty() || chosen_.contains(all_.size() - 1) || left <= kFrame) return;
  // Half of an approval reads as another one.
  if (all_.back().approval) return;
  const size_t end = prefixForTokens(all_.back().text, left - kFrame, family_);
  if (end > 0) {
    Sentence beginning;
    beginning.message = all_.size() - 1;
    beginning.end = end;
    chosen_[beginning.message].push_back(beginning);
  }
  left = 0;
}

std::vector<UserWords> WordsChoice::written(uint32_t left, uint32_t& leftOut) {
  std::vector<UserWords> words;
  for (size_t i = 0; i < all_.size(); ++i) {
    const auto found = chosen_.find(i);
    if (found == chosen_.end()) {
      ++leftOut;
      continue;
    }
    std::vector<Sentence>& parts = found->second;
    text::sort(parts, {}, &Sentence::begin);
    bool whole = isAllOf(all_[i], parts);
    if (whole && hasLineBreak(all_[i].text) && parts.size() > 1) {
      // Its lines take more than one line would.
      uint32_t spent = 0;
      for (const Sentence& sentence : parts) spent += sentence.cost;
      const uint32_t cost = tokensWithMarks(all_[i].text, family_);
      whole = cost <= spent + left;
      left -= whole && cost > spent ? cost - spent : 0;
    }
    words.push_back(whole ? all_[i] : excerptsOf(i, parts));
  }
  return words;
}

}  // namespace epitome
