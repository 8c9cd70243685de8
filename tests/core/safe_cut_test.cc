// promise: 1 always valid
/// Texts are made of pieces that nothing may part: wherever a text is cut, both sides are whole
/// pieces, and as many of them as there is room for.
#include "text/safe_cut.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

std::string piece(Random& random) {
  static constexpr std::string_view kBases[] = {
      "a", " ", "e", "\n", "\u4f60", "\u0915", "\u05d0", "\u0e01", "\u1112", "\U0001F468"};
  static constexpr std::string_view kMarks[] = {
      "\u0301", "\u093f", "\u094d", "\u0a70", "\u05b8", "\u0651",     "\u0e34",    "\u1161",
      "\u3099", "\u200d", "\u20e3", "\ufe0f", "\u1dc4", "\U0001F3FD", "\U000E0067"};
  static constexpr std::string_view kEscapes[] = {"\\n",
                                                  "\\\"",
                                                  "\\\\",
                                                  "\\u00e9",
                                                  "\\ud83d\\ude00",
                                                  "\r\n",
                                                  "\x1b[m",
                                                  "\x1b[1;31m",
                                                  "\\u001b[38;5;9m",
                                                  "\\\u4f60",
                                                  "\U0001F1E9\U0001F1EA",
                                                  "\xFF"};
  if (random.chance(30)) return std::string(random.pick(kEscapes));
  std::string out(random.pick(kBases));
  while (random.chance(40)) {
    const std::string_view mark = random.pick(kMarks);
    out += mark;
    // What is behind a joiner belongs to what is before it.
    if (mark == "\u200d") out += random.pick(kBases);
  }
  return out;
}

TEST(SafeCut, PartsNothingWhereverATextIsCut) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    std::string text;
    std::vector<uint64_t> ends{0};
    for (uint32_t i = random.below(30); i > 0; --i) {
      text += piece(random);
      ends.push_back(test::unitsOf(text));
    }
    const uint64_t length = ends.back();
    for (uint64_t limit = 0; limit <= length + 1; ++limit) {
      const uint64_t before = *(std::ranges::upper_bound(ends, limit) - 1);
      const auto from = std::ranges::lower_bound(ends, limit);
      const uint64_t behind = from == ends.end() ? length : *from;
      SafeCut cut(limit, limit);
      for (const std::string& run : test::randomPieces(random, text)) cut.update(run);
      ASSERT_EQ(cut.length(), length) << seed;
      ASSERT_EQ(cut.headEnd(), before) << seed << " at " << limit << "\n" << text;
      ASSERT_EQ(cut.tailStart(), behind) << seed << " at " << limit << "\n" << text;
      ASSERT_EQ(test::unitsOf(text.substr(0, safePrefix(text, limit))), before) << seed;
      if (limit > length) continue;
      ASSERT_EQ(test::unitsOf(text.substr(0, safeSuffix(text, length - limit))), behind) << seed;
    }
  }
}

TEST(SafeCut, IsNotPulledFarByWhatNeverEnds) {
  for (const std::string_view one :
       {"\u0301", "\\", "\u200d", "\U0001F1E9", "\x1b[", "\\u", "\\ud83d", "1", "\xF0"}) {
    std::string text = "\x1b[";
    while (text.size() < 200'000) text += one;
    const uint64_t length = test::unitsOf(text);
    const uint64_t limit = length / 2;
    constexpr uint64_t kFar = 2 * SafeCut::kLongest;
    SafeCut cut(limit, limit);
    cut.update(text);
    const uint64_t prefix = test::unitsOf(text.substr(0, safePrefix(text, limit)));
    const uint64_t suffix = test::unitsOf(text.substr(safeSuffix(text, limit)));
    for (const uint64_t kept : {cut.headEnd(), length - cut.tailStart(), prefix, suffix}) {
      EXPECT_LE(kept, std::max(limit, length - limit));
      EXPECT_GE(kept + kFar, limit);
    }
  }
}

}  // namespace
}  // namespace epitome::text
