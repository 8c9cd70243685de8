#include "summary/pins.h"

#include <algorithm>
#include <set>

#include "extract/markers.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/fold_case.h"
#include "text/json_escape.h"
#include "text/sentences.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Letters of a word that may say what a sentence is about.
constexpr size_t kLeastWord = 5;
/// Longer words that say how, not what.
constexpr std::string_view kHow =
    "longer never instead forget ignore about please should always before after without anymore "
    "again actually would could their there these those which while until unless";

std::string lineOf(std::string_view utf8) { return oneLine(text::wellFormed(utf8)); }

/// What a sentence is about: its longer words, and pairs of characters where words have no spaces
/// between them.
std::set<std::string> subjectsOf(std::string_view sentence) {
  const std::string folded = text::foldedCase(sentence);
  std::set<std::string> out;
  std::string word;
  std::string before;
  const auto endWord = [&] {
    if (word.size() >= kLeastWord && !isOneOf(word, kHow)) out.insert(word);
    word.clear();
  };
  for (size_t at = 0; at < folded.size();) {
    const CodePoint point = codePointAt(folded, at);
    const std::string_view here = std::string_view(folded).substr(at, point.bytes);
    at += point.bytes;
    if (isUnspaced(point.code)) {
      endWord();
      if (!before.empty()) out.insert(before + std::string(here));
      before = here;
      continue;
    }
    before.clear();
    const bool letter = isLatinLetter(point.code) || isForeignLetter(point.code) ||
                        (here.size() == 1 && (isAlnum(here[0]) || here[0] == '_'));
    if (letter) {
      word += here;
    } else {
      endWord();
    }
  }
  endWord();
  return out;
}

/// Words that take something back mean what they share most of their subjects with.
bool concerns(const std::set<std::string>& words, const std::set<std::string>& pin) {
  size_t shared = 0;
  for (const std::string& word : words) shared += pin.count(word);
  return shared > 0 && (shared * 3 >= words.size() || shared * 2 >= pin.size());
}

}  // namespace

bool Pins::add(std::string_view utf8) {
  if (utf8.size() > kMostBytes) return false;
  std::string pin = lineOf(utf8);
  if (pin.empty() || pin.size() > kMostBytes) return false;
  std::erase(pins_, pin);
  if (pins_.size() == kMost) return false;
  pins_.push_back(std::move(pin));
  return true;
}

bool Pins::holds(std::string_view utf8) const {
  const std::string pin = lineOf(utf8);
  uint64_t bytes = text::jsonBytes(pin);
  for (const std::string& one : pins_) bytes += one == pin ? 0 : text::jsonBytes(one);
  return bytes <= kMostTogether;
}

bool Pins::remove(std::string_view utf8) { return std::erase(pins_, lineOf(utf8)) > 0; }

void Pins::takeBack(std::span<const UserWords> words) {
  if (pins_.empty()) return;
  for (const UserWords& one : words) {
    text::Sentences sentences(one.text);
    std::string_view sentence;
    while (sentences.next(sentence)) {
      const Markers markers = markersOf(sentence);
      if ((markers & kTakesBack) == 0 || (markers & kAsks) != 0) continue;
      const std::set<std::string> about = subjectsOf(sentence);
      std::erase_if(pins_,
                    [&](const std::string& pin) { return concerns(about, subjectsOf(pin)); });
    }
  }
}

std::string Pins::text() const {
  if (pins_.empty()) return {};
  std::string out = "[Instructions that hold until the user withdraws them]";
  for (const std::string& pin : pins_) out += "\n- " + pin;
  return out;
}

}  // namespace epitome
