// promise: 1 always valid
/// Against an oracle that reads the whole text and looks back from every offset.
#include "text/cut_finder.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/grapheme_oracle.h"
#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

/// Every safe offset of a text, found by reading it whole and looking back from each.
std::vector<uint64_t> safeOffsets(std::string_view text, bool json) {
  // Characters, or escapes of one.
  std::vector<uint32_t> codes;
  std::vector<uint64_t> starts;
  std::vector<test::CodePoint> points = test::codePointsOf(text);
  uint64_t at = 0;
  size_t i = 0;
  const auto isHex = [&](size_t k) {
    return k < points.size() && points[k].code < 0x80 &&
           isxdigit(static_cast<int>(points[k].code)) != 0;
  };
  // Number of points of the escape at `k` and its value; none when the text ends inside it.
  struct Escape {
    size_t points = 0;
    uint32_t value = 0xFFFD;
  };
  const auto escapeAt = [&](size_t k) -> std::optional<Escape> {
    if (k + 1 >= points.size()) return std::nullopt;
    const uint32_t kind = points[k + 1].code;
    if (kind == 'n') return Escape{2, '\n'};
    if (kind == 'r') return Escape{2, '\r'};
    if (kind != 'u') return Escape{2, ' '};
    std::string hex;
    while (hex.size() < 4 && isHex(k + 2 + hex.size())) {
      hex += static_cast<char>(points[k + 2 + hex.size()].code);
    }
    if (hex.size() < 4 && k + 2 + hex.size() == points.size()) return std::nullopt;
    Escape escape{2 + hex.size(), 0xFFFD};
    if (hex.size() == 4) escape.value = static_cast<uint32_t>(std::stoul(hex, nullptr, 16));
    return escape;
  };
  while (i < points.size()) {
    size_t count = 1;
    uint32_t code = points[i].code;
    if (json && code == '\\') {
      const auto escape = escapeAt(i);
      if (!escape) break;
      count = escape->points;
      code = escape->value;
      if (code >= 0xD800 && code <= 0xDBFF) {
        if (i + count == points.size()) break;
        if (points[i + count].code == '\\') {
          const auto low = escapeAt(i + count);
          if (!low) break;
          if (low->value >= 0xDC00 && low->value <= 0xDFFF) {
            code = 0x10000 + (code - 0xD800) * 0x400 + (low->value - 0xDC00);
            count += low->points;
          }
        }
        if (code <= 0xDBFF) code = 0xFFFD;
      }
    }
    codes.push_back(code);
    starts.push_back(at);
    for (; count > 0; --count) at += points[i++].units;
  }
  std::vector<uint64_t> safe;
  const std::vector<bool> breaks = test::safeCuts(codes);
  for (size_t k = 0; k < codes.size(); ++k) {
    if (breaks[k]) safe.push_back(starts[k]);
  }
  while (i < points.size()) at += points[i++].units;
  if (safe.empty()) safe.push_back(0);
  if (safe.back() != at) safe.push_back(at);
  return safe;
}

void expectCuts(const std::vector<std::string>& pieces, std::string_view text, uint64_t head,
                uint64_t tail, bool json) {
  const std::vector<uint64_t> safe = safeOffsets(text, json);
  uint64_t headEnd = 0;
  uint64_t tailStart = safe.back();
  for (const uint64_t offset : safe) {
    if (offset <= head) headEnd = offset;
    if (offset >= tail) {
      tailStart = offset;
      break;
    }
  }
  for (const uint64_t offset : safe) {
    if (offset <= head) headEnd = std::max(headEnd, offset);
  }
  CutFinder finder(head, tail, json);
  for (const std::string& piece : pieces) finder.update(piece);
  ASSERT_EQ(finder.length(), safe.back());
  ASSERT_EQ(finder.headEnd(), headEnd);
  ASSERT_EQ(finder.tailStart(), tailStart);
}

TEST(CutFinder, AgreesWithTheOracleAtEveryOffset) {
  for (const bool json : {false, true}) {
    for (uint64_t seed = 0; seed < 150; ++seed) {
      Random random(seed);
      const std::string text =
          json ? test::randomJson(random, random.below(12)) : test::randomClusters(random, 8);
      const uint64_t length = test::unitsOf(text);
      for (uint64_t head = 0; head <= length + 1; ++head) {
        expectCuts(test::randomPieces(random, text), text, head, head, json);
        if (HasFatalFailure()) FAIL() << "seed " << seed << " head " << head << "\n" << text;
      }
    }
  }
}

TEST(CutFinder, AgreesWithTheOracleOnLongTextsInPieces) {
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    const bool json = random.chance(70);
    const std::string text = json                ? test::randomJson(random, random.below(200))
                             : random.chance(50) ? test::randomText(random, random.below(200))
                                                 : test::randomClusters(random, random.below(200));
    const uint32_t length = static_cast<uint32_t>(test::unitsOf(text));
    const uint64_t head = random.below(length + 20);
    const uint64_t tail =
        random.chance(80) ? head + random.below(length + 20) : random.below(length + 1);
    expectCuts(test::randomPieces(random, text), text, head, tail, json);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(CutFinder, KeepsAnEscapeWhole) {
  const std::string text = "ab\\ud83d\\ude00cd";
  for (uint64_t limit = 2; limit < 14; ++limit) {
    CutFinder finder(limit, limit, true);
    finder.update(text);
    EXPECT_EQ(finder.headEnd(), 2U) << limit;
    EXPECT_EQ(finder.tailStart(), limit == 2 ? 2U : 14U) << limit;
  }
}

TEST(CutFinder, ReadsHostileBytesToTheEnd) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const std::string text = test::randomBytes(random, 100);
    CutFinder finder(30, 60, random.chance(50));
    for (size_t at = 0; at < text.size(); at += 7) finder.update(text.substr(at, 7));
    EXPECT_LE(finder.headEnd(), 30U);
    EXPECT_GE(finder.length(), finder.tailStart());
    EXPECT_GE(finder.tailStart(), std::min<uint64_t>(60, finder.length()));
  }
}

TEST(CutFinder, IsNotPulledFarByMarks) {
  std::string text = "start";
  for (uint32_t i = 0; i < 100'000; ++i) text += "\u0301";
  for (const bool json : {false, true}) {
    CutFinder finder(50'000, 60'000, json);
    finder.update(text);
    EXPECT_LE(finder.headEnd(), 50'000U);
    EXPECT_GE(finder.headEnd(), 50'000U - 64);
    EXPECT_GE(finder.tailStart(), 60'000U);
    EXPECT_LE(finder.tailStart(), 60'000U + 64);
  }
}

}  // namespace
}  // namespace epitome::text
