/// Sentences that are alike are counted; a phrase that follows itself is found by its distance.
#include "summary/repetition.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/markdown.h"

namespace epitome {
namespace {

/// Code points of a stretch that is looked for further up.
constexpr size_t kStretch = 24;
/// A loop goes round so often, is so long and so large a share of the reply.
constexpr size_t kRounds = 4;
constexpr size_t kLeastLoop = 96;
constexpr size_t kLoopPercent = 20;
/// Shorter sentences may come again: "None.", "Passed."
constexpr size_t kLeastSentence = 12;
constexpr size_t kMostAlike = 5;
constexpr size_t kAlikePercent = 25;

/// A stretch follows itself at the same distance, time after time.
bool loops(std::string_view text) {
  std::vector<uint32_t> codes;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = codePointAt(text, at);
    at += point.bytes;
    const bool space = point.code <= 0x20;
    if (space && !codes.empty() && codes.back() == 0x20) continue;
    codes.push_back(space ? 0x20 : point.code);
  }
  if (codes.size() < kLeastLoop) return false;
  constexpr uint64_t kBase = 1'000'003;
  uint64_t first = 1;
  for (size_t i = 1; i < kStretch; ++i) first *= kBase;
  std::map<uint64_t, size_t> last;
  uint64_t hash = 0;
  size_t letters = 0;
  size_t distance = 0;
  size_t length = 0;
  const auto isWord = [](uint32_t code) {
    return code < 0x80 ? isLetter(static_cast<char>(code))
                       : isLatinLetter(code) || isForeignLetter(code);
  };
  for (size_t i = 0; i < codes.size(); ++i) {
    if (i >= kStretch) {
      hash -= codes[i - kStretch] * first;
      letters -= isWord(codes[i - kStretch]) ? 1 : 0;
    }
    hash = hash * kBase + codes[i];
    letters += isWord(codes[i]) ? 1 : 0;
    if (i + 1 < kStretch) continue;
    const auto [seen, isNew] = last.try_emplace(hash, i);
    const size_t back = isNew ? 0 : i - seen->second;
    seen->second = i;
    // Rules of a table and rows of zeros are no words.
    if (back == 0 || letters * 3 < kStretch) {
      distance = 0;
      continue;
    }
    length = back == distance ? length + 1 : kStretch + back;
    distance = back;
    if (length >= kRounds * distance && length >= kLeastLoop &&
        length * 100 >= codes.size() * kLoopPercent) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool repeatsItself(std::string_view reply) {
  std::map<std::string_view, size_t> seen;
  for (const text::Piece& piece : text::piecesOf(reply)) {
    const std::string_view words = trimmed(reply.substr(piece.words, piece.end - piece.words));
    if (piece.fence || words.size() < kLeastSentence) continue;
    const size_t times = ++seen[words];
    if (times > kMostAlike && times * words.size() * 100 >= reply.size() * kAlikePercent &&
        std::ranges::any_of(words, [](char c) { return isLetter(c) || !isAscii(c); })) {
      return true;
    }
  }
  return loops(reply);
}

}  // namespace epitome
