#include "extract/rare_words.h"

#include <algorithm>
#include <string>

#include "summary/characters.h"
#include "text/fold_case.h"
#include "text/hash.h"
#include "text/sort.h"

namespace epitome {
namespace {

/// Shorter words join others.
constexpr size_t kLeastBytes = 3;

/// Calls `take(word)` for each word of `folded`.
template <typename Take>
void eachWord(std::string_view folded, Take&& take) {
  enum class Sign : uint8_t { kOther, kLetter, kUnspaced };
  Sign before = Sign::kOther;
  size_t begin = 0;
  size_t previous = 0;
  const auto endWord = [&](size_t at) {
    if (before == Sign::kLetter && at - begin >= kLeastBytes)
      take(folded.substr(begin, at - begin));
  };
  for (size_t at = 0; at < folded.size();) {
    const CodePoint point = codePointAt(folded, at);
    const size_t next = at + point.bytes;
    Sign sign = Sign::kOther;
    if (isUnspaced(point.code)) {
      sign = Sign::kUnspaced;
    } else if (isWordSign(point.code)) {
      sign = Sign::kLetter;
    }
    if (sign != Sign::kLetter) endWord(at);
    if (sign == Sign::kLetter && before != Sign::kLetter) begin = at;
    if (sign == Sign::kUnspaced && before == sign) take(folded.substr(previous, next - previous));
    before = sign;
    previous = at;
    at = next;
  }
  endWord(folded.size());
}

}  // namespace

void WordCounts::add(std::string_view utf8) {
  ++texts_;
  eachWord(text::foldedCase(utf8), [&](std::string_view word) {
    Count& count = counts_[text::hashOf(word)];
    if (count.last == texts_) return;
    count.last = texts_;
    ++count.texts;
  });
}

uint32_t WordCounts::rareIn(std::string_view sentence) const {
  return static_cast<uint32_t>(seldomIn(sentence, 1).size());
}

std::vector<uint64_t> WordCounts::seldomIn(std::string_view sentence, uint32_t most) const {
  std::vector<uint64_t> seldom;
  eachWord(text::foldedCase(sentence), [&](std::string_view word) {
    const uint64_t key = text::hashOf(word);
    const auto found = counts_.find(key);
    if (found == counts_.end() || found->second.texts <= most) seldom.push_back(key);
  });
  text::sort(seldom);
  seldom.erase(std::ranges::unique(seldom).begin(), seldom.end());
  return seldom;
}

}  // namespace epitome
