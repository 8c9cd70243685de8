/// The counting: each block's masks are shifted against themselves and against the block before,
/// and the places that remain are counted. Repeats and code points beyond ASCII are visited one by
/// one.
#include "tokens/features.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tokens/hardness_data.h"
#include "tokens/repeats.h"

namespace epitome::tokens {
namespace {

/// The mask of places whose `distance`-th predecessor is in `mask`; `before` is the same mask of
/// the block before.
uint64_t lag(uint64_t mask, uint64_t before, uint32_t distance) {
  return mask << distance | before >> (64 - distance);
}

bool isContinuation(uint8_t byte) { return (byte & 0xC0U) == 0x80; }

/// Bytes of the code point at `bytes` as its lead byte tells; 0 when the first two bytes begin none
/// (Unicode 15, table 3-7). `length` is what can be looked at.
uint32_t promisedBytes(const uint8_t* bytes, uint32_t length) {
  const uint8_t lead = bytes[0];
  if (lead < 0xC2 || lead > 0xF4) return 0;
  uint8_t low = 0x80;
  uint8_t high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  if (length > 1 && (bytes[1] < low || bytes[1] > high)) return 0;
  if (lead < 0xE0) return 2;
  if (length > 2 && !isContinuation(bytes[2])) return 0;
  if (lead < 0xF0) return 3;
  return length > 3 && !isContinuation(bytes[3]) ? 0 : 4;
}

uint32_t codePointOf(const uint8_t* bytes, uint32_t length) {
  uint32_t point = bytes[0] & (0x7FU >> length);
  for (uint32_t i = 1; i < length; ++i) point = point << 6U | (bytes[i] & 0x3FU);
  return point;
}

bool isLatin(Script script) {
  return script == Script::kLatin || script == Script::kLatinExtended ||
         script == Script::kLatinAdditional;
}

/// Letters for which a letter of another language speaks.
constexpr uint32_t kForeignReach = 64;

/// The least hardness of a block: hardly any text has less, and whatever repeats the easiest
/// trigrams of the table still costs something.
uint32_t leastHardness(uint64_t letters, uint64_t words) {
  const auto count = [](uint64_t places) { return static_cast<uint32_t>(std::popcount(places)); };
  return (5 * count(letters) + 12 * count(words)) / 2;
}

// Answers of countCodePoint besides the bytes of a counted one.
constexpr uint32_t kCut = UINT32_MAX;

}  // namespace

inline void FeatureCounter::add(Feature feature, uint64_t places) {
  counts_[static_cast<uint32_t>(feature)] += static_cast<uint32_t>(std::popcount(places));
}

void FeatureCounter::update(std::string_view utf8) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(utf8.data());
  size_t left = utf8.size();
  if (pendingBytes_ > 0) {
    const auto taken = static_cast<uint32_t>(std::min<size_t>(left, kBlockBytes - pendingBytes_));
    std::memcpy(pending_.data() + pendingBytes_, bytes, taken);
    pendingBytes_ += taken;
    bytes += taken;
    left -= taken;
    if (pendingBytes_ < kBlockBytes) return;
    read(pending_.data(), UINT64_MAX);
    pendingBytes_ = 0;
  }
  for (; left >= kBlockBytes; left -= kBlockBytes, bytes += kBlockBytes) read(bytes, UINT64_MAX);
  if (left > 0) std::memcpy(pending_.data(), bytes, left);
  pendingBytes_ = static_cast<uint32_t>(left);
}

const Counts& FeatureCounter::finish() {
  std::fill(pending_.begin() + pendingBytes_, pending_.end(), uint8_t{0});
  read(pending_.data(), (uint64_t{1} << pendingBytes_) - 1);
  return counts_;
}

Counts FeatureCounter::counts() const { return FeatureCounter(*this).finish(); }

uint64_t FeatureCounter::units() const {
  FeatureCounter rest = *this;
  rest.finish();
  return rest.asciiUnits_ + rest.highUnits_;
}

/// `valid` has a bit for each byte of the text; behind its end the 64 bytes are zero.
void FeatureCounter::read(const uint8_t* bytes, uint64_t valid) {
  std::array<uint16_t, kBlockBytes> trigrams;
  const Block block = readBlock(bytes, before_, trigrams.data());
  uint64_t letter = block.letter;
  asciiUnits_ += static_cast<uint32_t>(std::popcount(valid & ~block.high));
  if ((block.high | carry_.block.high) != 0) {
    letter |= countHigh(bytes, block.high);
  }
  const uint64_t marks = block.other() & valid;
  const uint64_t repeats = countRepeats(block, valid, bytes, trigrams.data());
  uint32_t hardness = 0;
  for (const uint16_t trigram : trigrams) hardness += kHardness[trigram];
  countWords(block, letter, marks, repeats, hardness);
  countDigits(block);
  countMarks(block, marks, repeats);
  countSpaces(block, marks, repeats);
  carry_.block = block;
  carry_.letter = letter;
  carry_.marks = marks;
}

void FeatureCounter::forgetCodePoint() {
  lastScript_ = Script::kNone;
  lastCodePoint_ = 0;
}

/// A code point of `bytes` bytes at so many `places` of repeats.
void FeatureCounter::addRepeats(uint32_t codePoint, uint32_t bytes, uint64_t places) {
  RepeatPrice price = repeatPriceOf(codePoint, bytes);
  for (uint32_t i = 0; i < kFamilies; ++i, price.halvings >>= 4U) {
    counts_[kRepeatFeatures + i] += places * price.ofFirst();
  }
}

/// A place has five before it like itself where it and the four before it are the same as the one
/// before. Before a text stands a zero byte. Digits and spaces, of which long tables and deep
/// indentation are made, are well counted as what they are.
uint64_t FeatureCounter::countRepeats(const Block& block, uint64_t valid, const uint8_t* bytes,
                                      uint16_t* trigrams) {
  const uint64_t same = block.same & valid & ~(block.digit | block.space | block.high);
  const uint64_t same2 = same & lag(same, carry_.same, 1);
  uint64_t repeats = 0;
  if (same2 != 0) {
    const uint64_t same5 = same2 & lag(same2, carry_.same2, 2) & lag(same, carry_.same, 4);
    repeats = same5 | (same2 & block.newline);
  }
  carry_.same = same;
  carry_.same2 = same2;
  for (uint64_t left = repeats; left != 0;) {
    const auto at = static_cast<uint32_t>(std::countr_zero(left));
    const auto places = static_cast<uint32_t>(std::countr_one(left >> at));
    addRepeats(bytes[at], 1, places);
    std::fill_n(trigrams + at, places, uint16_t{0});
    left &= left + (uint64_t{1} << at);
  }
  add(Feature::kControls, block.control & valid & ~repeats);
  return repeats;
}

void FeatureCounter::countWords(const Block& block, uint64_t letter, uint64_t marks,
                                uint64_t repeats, uint32_t hardness) {
  const Block& last = carry_.block;
  const uint64_t small = block.letter & ~block.upper;
  const uint64_t camel = block.upper & lag(small, last.letter & ~last.upper, 1);
  const uint64_t joined = letter & lag(letter, carry_.letter, 1) & ~camel;
  const uint64_t starts = letter & ~joined;
  const uint64_t marks1 = lag(marks, carry_.marks, 1);
  const uint64_t marks2 = lag(marks, carry_.marks, 2);
  const uint64_t spaces2 = lag(block.space, last.space, 2);
  const uint64_t afterMark = starts & marks1 & ~marks2;
  const uint64_t afterOne = afterMark & ~spaces2;
  const uint64_t capital = starts & block.upper;
  counts_[static_cast<uint32_t>(Feature::kHardness)] +=
      std::max(hardness, leastHardness(letter & ~repeats, starts));
  add(Feature::kWords, starts);
  add(Feature::kWordsAfterSpace, starts & lag(block.space, last.space, 1));
  add(Feature::kWordsAfterLine, starts & lag(block.newline, last.newline, 1));
  add(Feature::kWordsAfterDigit, starts & lag(block.digit, last.digit, 1));
  add(Feature::kWordsAfterCamel, camel);
  add(Feature::kWordsAfterMark, afterOne);
  add(Feature::kWordsAfterSpaceMark, afterMark & spaces2);
  add(Feature::kWordsAfterMarks, starts & marks1 & marks2);
  add(Feature::kWordsAfterApostrophe, afterOne & lag(block.apostrophe, last.apostrophe, 1));
  add(Feature::kWordsAfterDot, afterOne & lag(block.dot, last.dot, 1));
  add(Feature::kWordsAfterUnderscore, afterOne & lag(block.underscore, last.underscore, 1));
  add(Feature::kCapitalWords, capital);
  add(Feature::kTitleWords, small & joined & lag(capital, last.upper & ~carry_.joined, 1));
  add(Feature::kLettersAfterMark, letter & marks1);

  const uint64_t letters3 = joined & lag(joined, carry_.joined, 1);
  const uint64_t letters5 = letters3 & lag(letters3, carry_.letters3, 2);
  add(Feature::kLetters2, joined & ~repeats);
  add(Feature::kLetters4, letters3 & lag(joined, carry_.joined, 2) & ~repeats);
  add(Feature::kLetters5, letters5 & ~repeats);
  add(Feature::kLetters9, letters5 & lag(letters5, carry_.letters5, 4) & ~repeats);
  const uint64_t capitals2 = block.upper & joined;
  const uint64_t before2 = lag(capitals2, carry_.capitals2, 1);
  add(Feature::kCapitals2, capitals2 & ~repeats);
  add(Feature::kCapitals4, capitals2 & before2 & lag(capitals2, carry_.capitals2, 2) & ~repeats);
  carry_.joined = joined;
  carry_.letters3 = letters3;
  carry_.letters5 = letters5;
  carry_.capitals2 = capitals2;
}

void FeatureCounter::countDigits(const Block& block) {
  const Block& last = carry_.block;
  const uint64_t digit = block.digit;
  const uint64_t small = block.letter & ~block.upper;
  const uint64_t digits1 = lag(digit, last.digit, 1);
  const uint64_t mixes =
      (block.upper & lag(small, last.letter & ~last.upper, 1)) |
      (small & lag(block.upper, last.upper, 1) & lag(block.letter, last.letter, 2)) |
      (digit & lag(block.letter, last.letter, 1)) | (block.letter & digits1);
  const uint64_t mixes2 = mixes & lag(mixes, carry_.mixes, 1);
  add(Feature::kMixes, mixes);
  add(Feature::kMixes4, mixes2 & lag(mixes2, carry_.mixes2, 2));
  carry_.mixes = mixes;
  carry_.mixes2 = mixes2;

  // A place begins a group when it begins its run or follows a group's beginning by three.
  const uint64_t digits4 = digit & digits1 & lag(digit, last.digit, 2) & lag(digit, last.digit, 3);
  uint64_t groups = (digit & ~digits1) | (carry_.groups >> 61U & digits4);
  if (digits4 != 0) {
    uint64_t reach = digits4;
    for (uint32_t step = 3; step < kBlockBytes; step *= 2) {
      groups |= groups << step & reach;
      reach &= reach << step;
    }
  }
  carry_.groups = groups;
  add(Feature::kDigits, digit);
  add(Feature::kDigitRuns, digit & ~digits1);
  add(Feature::kDigitGroups, groups);
  add(Feature::kDigitsAfterSpace, digit & lag(block.space, last.space, 1));
}

void FeatureCounter::countMarks(const Block& block, uint64_t marks, uint64_t repeats) {
  const Block& last = carry_.block;
  const uint64_t marks1 = lag(marks, carry_.marks, 1);
  const uint64_t begins = marks & ~marks1;
  const uint64_t counted = marks & ~repeats;
  add(Feature::kMarks, counted);
  add(Feature::kMarkRuns, begins);
  add(Feature::kMarkRunsAfterSpace, begins & lag(block.space, last.space, 1));
  add(Feature::kLinesAfterMark, block.newline & marks1);
  add(Feature::kQuotes, block.quote & ~repeats);
  add(Feature::kSlashes, block.slash & ~repeats);
  const uint64_t third = counted & marks1 & lag(marks, carry_.marks, 2);
  if (third != 0) {
    add(Feature::kMarks3, third);
    add(Feature::kMarks6, third & lag(marks, carry_.marks, 3) & lag(marks, carry_.marks, 4) &
                              lag(marks, carry_.marks, 5));
    add(Feature::kSameMarks3, third & block.same);
  }
}

void FeatureCounter::countSpaces(const Block& block, uint64_t marks, uint64_t repeats) {
  const Block& last = carry_.block;
  const uint64_t space = block.space;
  const uint64_t spaces2 = space & lag(space, last.space, 1);
  const uint64_t newline = block.newline;
  add(Feature::kSpaces, space);
  if (newline != 0) {
    add(Feature::kLines, newline & ~repeats);
    add(Feature::kLines2, newline & lag(newline, last.newline, 1) & ~repeats);
    add(Feature::kLinesAfterSpace, newline & lag(space, last.space, 1));
    add(Feature::kLinesAfterDigit, newline & lag(block.digit, last.digit, 1));
    add(Feature::kLinesAfterBlank, newline & lag(block.blank, last.blank, 1));
  }
  if ((block.blank | last.blank) != 0) {
    add(Feature::kBlanks, block.blank & ~repeats);
    add(Feature::kMarksAfterBlank, marks & lag(block.blank, last.blank, 1));
  }
  uint64_t spaces5 = 0;
  uint64_t spaces9 = 0;
  if (spaces2 != 0) {
    const uint64_t before2 = lag(space, last.space, 2);
    const uint64_t spaces3 = spaces2 & before2;
    spaces5 = spaces3 & lag(space, last.space, 3) & lag(space, last.space, 4);
    spaces9 = spaces5 & lag(spaces5, carry_.spaces5, 4);
    add(Feature::kSpaceRuns2, spaces2 & ~before2);
    add(Feature::kSpaces3, spaces3);
    add(Feature::kSpaces17, spaces9 & lag(spaces9, carry_.spaces9, 8));
  }
  carry_.spaces5 = spaces5;
  carry_.spaces9 = spaces9;
}

/// Vocabularies know the most common language of a script best. Letters that it lacks tell that the
/// text around them is in another one.
Script FeatureCounter::languageOf(Script script) {
  switch (script) {
    case Script::kCyrillicExtended:
    case Script::kArabicExtended:
      foreignLeft_ = kForeignReach;
      return script;
    case Script::kCyrillic:
    case Script::kArabic:
      if (foreignLeft_ == 0) return script;
      --foreignLeft_;
      return script == Script::kCyrillic ? Script::kCyrillicMixed : Script::kArabicMixed;
    default:
      return script;
  }
}

/// Counts the last code point once more; its units are counted already.
void FeatureCounter::countAgain(Script script, uint32_t size) {
  const uint64_t begin = highUnits_ - (size == 4 ? 2 : 1);
  same_ = begin == sameEnd_ ? same_ + 1 : 1;
  sameEnd_ = highUnits_;
  if (same_ >= kSameBefore) {
    addRepeats(lastCodePoint_, size, 1);
  } else {
    ++counts_[kScriptFeatures + static_cast<uint32_t>(script)];
    if (script != lastScript_) ++counts_[kScriptRunFeatures + static_cast<uint32_t>(script)];
    ++counts_[static_cast<uint32_t>(Feature::kSameCodePoints)];
  }
}

/// Counts the code point at `bytes`, of which `length` bytes can be looked at. Returns its bytes, 1
/// for a byte that begins none, or kCut when more has to be seen.
uint32_t FeatureCounter::countCodePoint(const uint8_t* bytes, uint32_t length) {
  const uint32_t promised = promisedBytes(bytes, length);
  if (promised > length) return kCut;
  const uint32_t size = std::max(promised, 1U);
  uint32_t point = 0;
  Script script = Script::kUnknown;
  if (promised != 0) {
    point = codePointOf(bytes, size);
    if (point < range_.first || point > range_.last) range_ = scriptRangeOf(point);
    script = languageOf(range_.script);
  }
  highUnits_ += size == 4 ? 2 : 1;
  if (script == Script::kUnknown) {
    // A run's beginning counts for the space before it, which a known script would have joined, and
    // for what spaces are said to save.
    counts_[static_cast<uint32_t>(Feature::kUnknownBytes)] +=
        size + (lastScript_ == script ? 0 : 2);
  } else if (point == lastCodePoint_) {
    countAgain(script, size);
  } else {
    const auto list = static_cast<uint32_t>(script);
    ++counts_[kScriptFeatures + list];
    if (script != lastScript_) ++counts_[kScriptRunFeatures + list];
  }
  lastScript_ = script;
  lastCodePoint_ = point;
  return size;
}

/// The code point read last is a letter of a word.
bool FeatureCounter::isInWord() const {
  return isLatin(lastScript_) && (same_ < kSameBefore || sameEnd_ != highUnits_);
}

uint64_t FeatureCounter::countHigh(const uint8_t* bytes, uint64_t high) {
  uint64_t latin = 0;
  uint64_t left = high;
  uint32_t end = 0;
  // What the block before left open: joined with the first bytes of this one.
  if (cutBytes_ > 0) {
    std::array<uint8_t, 8> whole{};
    std::memcpy(whole.data(), cut_.data(), cutBytes_);
    std::memcpy(whole.data() + cutBytes_, bytes, 4);
    uint32_t at = 0;
    while (at < cutBytes_) {
      const uint32_t size = countCodePoint(whole.data() + at, 4);
      at += size;
    }
    end = at - cutBytes_;
    const uint64_t read = (uint64_t{1} << end) - 1;
    if (isInWord()) latin |= read;
    left &= ~read;
    cutBytes_ = 0;
  } else if ((high & 1U) == 0 || !endedLast_) {
    forgetCodePoint();
  }
  endedLast_ = false;
  while (left != 0) {
    const auto at = static_cast<uint32_t>(std::countr_zero(left));
    if (at != end) forgetCodePoint();
    const uint32_t size = countCodePoint(bytes + at, kBlockBytes - at);
    if (size == kCut) {
      cutBytes_ = kBlockBytes - at;
      std::memcpy(cut_.data(), bytes + at, cutBytes_);
      break;
    }
    const uint64_t read = ((uint64_t{1} << size) - 1) << at;
    if (isInWord()) latin |= read;
    left &= ~read;
    end = at + size;
  }
  endedLast_ = end == kBlockBytes;
  return latin;
}

}  // namespace epitome::tokens
