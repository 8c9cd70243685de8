/// Every function against a second reading of UTF-8 and JSON that is slow and plain.
#include "text/utf.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Glyph;
using test::glyphsOf;
using test::Random;

/// All functions of one text at one limit against a walk over its glyphs.
void expectLikeOracle(std::string_view text, uint64_t limit) {
  const std::vector<Glyph> glyphs = glyphsOf(text);
  uint64_t units = 0;
  size_t prefix = 0;
  uint64_t prefixUnits = 0;
  size_t bytes = 0;
  bool open = true;
  std::string formed;
  for (const Glyph& glyph : glyphs) {
    EXPECT_EQ(codePointBytes(text, bytes), glyph.formed ? glyph.bytes : 0);
    formed += glyph.formed ? std::string(text.substr(bytes, glyph.bytes)) : "\uFFFD";
    units += glyph.units;
    bytes += glyph.bytes;
    open = open && units <= limit;
    if (open) {
      prefix = bytes;
      prefixUnits = units;
    }
  }
  size_t suffix = text.size();
  uint64_t suffixUnits = 0;
  for (size_t i = glyphs.size(); i-- > 0 && suffixUnits + glyphs[i].units <= limit;) {
    suffix -= glyphs[i].bytes;
    suffixUnits += glyphs[i].units;
  }
  ASSERT_EQ(utf16Length(text), units);
  ASSERT_EQ(prefixBytes(text, limit), prefix);
  ASSERT_EQ(reach(text, limit).bytes, prefix);
  ASSERT_EQ(reach(text, limit).units, prefixUnits);
  ASSERT_EQ(suffixStart(text, limit), suffix);
  ASSERT_EQ(wellFormed(text), formed);
  ASSERT_EQ(utf16Length(formed), units);
}

TEST(Utf, AgreesWithTheOracleOnEveryMixOfDecisiveBytes) {
  static constexpr unsigned char kBytes[] = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0,
                                             0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
                                             0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  for (const unsigned char a : kBytes) {
    for (const unsigned char b : kBytes) {
      for (const unsigned char c : kBytes) {
        for (const unsigned char d : kBytes) {
          const char text[] = {static_cast<char>(a), static_cast<char>(b), static_cast<char>(c),
                               static_cast<char>(d)};
          expectLikeOracle(std::string_view(text, sizeof text), d % 5);
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Utf, AgreesWithTheOracleOnRandomTexts) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    std::string text;
    switch (random.below(4)) {
      case 0:
        text = test::randomBytes(random, random.below(200));
        break;
      case 1:
        text = test::randomText(random, random.below(60));
        break;
      case 2:
        text = std::string(random.below(300), 'a');
        break;
      default:
        text = std::string(random.below(90), 'a') + test::randomText(random, 3) +
               std::string(random.below(90), 'b');
    }
    for (const uint64_t limit :
         {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{random.below(400)}, UINT64_MAX}) {
      expectLikeOracle(text, limit);
      if (HasFatalFailure()) FAIL() << "seed " << seed << " limit " << limit;
    }
  }
}

TEST(Utf, NeverCutsASurrogatePair) {
  const std::string text = "ab\U0001F600cd";
  EXPECT_EQ(utf16Length(text), 6U);
  EXPECT_EQ(prefixBytes(text, 3), 2U);
  EXPECT_EQ(prefixBytes(text, 4), 6U);
  EXPECT_EQ(suffixStart(text, 3), 6U);
  EXPECT_EQ(suffixStart(text, 4), 2U);
}

/// Every safe offset of a text, found by reading it whole and looking ahead.
std::vector<uint64_t> safeOffsets(std::string_view text, bool json) {
  std::vector<std::string> glyphs;
  size_t byte = 0;
  for (const Glyph& glyph : glyphsOf(text)) {
    glyphs.emplace_back(text.substr(byte, glyph.bytes));
    byte += glyph.bytes;
  }
  const auto unitsOf = [](const std::string& glyph) { return glyph.size() == 4 ? 2U : 1U; };
  // Glyphs of the escape at `i`, its value (0 for none), and whether the text ends inside it.
  struct Escape {
    size_t glyphs = 0;
    uint32_t value = 0;
    bool open = false;
  };
  const auto escapeAt = [&](size_t i) {
    Escape escape;
    if (i + 1 >= glyphs.size()) return Escape{glyphs.size() - i, 0, true};
    if (glyphs[i + 1] != "u") return Escape{2, 0, false};
    size_t digits = 0;
    std::string hex;
    while (digits < 4 && i + 2 + digits < glyphs.size() && glyphs[i + 2 + digits].size() == 1 &&
           isxdigit(static_cast<unsigned char>(glyphs[i + 2 + digits][0])) != 0) {
      hex += glyphs[i + 2 + digits];
      ++digits;
    }
    escape.glyphs = 2 + digits;
    escape.open = digits < 4 && i + 2 + digits == glyphs.size();
    if (digits == 4) escape.value = static_cast<uint32_t>(std::stoul(hex, nullptr, 16));
    return escape;
  };
  std::vector<uint64_t> safe{0};
  uint64_t at = 0;
  size_t i = 0;
  const auto pass = [&](size_t count) {
    for (size_t k = 0; k < count; ++k) at += unitsOf(glyphs[i++]);
  };
  while (i < glyphs.size()) {
    if (!json || glyphs[i] != "\\") {
      pass(1);
      safe.push_back(at);
      continue;
    }
    const Escape escape = escapeAt(i);
    pass(escape.glyphs);
    if (escape.open) break;
    if (escape.value >= 0xD800 && escape.value <= 0xDBFF) {
      if (i == glyphs.size()) break;
      if (glyphs[i] == "\\") {
        const Escape next = escapeAt(i);
        if (next.open) {
          pass(next.glyphs);
          break;
        }
        if (next.value >= 0xDC00 && next.value <= 0xDFFF) pass(next.glyphs);
      }
    }
    safe.push_back(at);
  }
  while (i < glyphs.size()) pass(1);
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
          json ? test::randomJson(random, random.below(12)) : test::randomText(random, 6);
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
    const std::string text = json ? test::randomJson(random, random.below(200))
                                  : test::randomText(random, random.below(200));
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

}  // namespace
}  // namespace epitome::text
