// promise: counting
/// That texts fall into the pieces that the regular expressions define, by short cut or by rule,
/// and that an answer given before the text's end is not taken back.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/bpe/char_class.h"
#include "tokens/bpe/scan.h"

namespace epitome::bpe {
namespace {

using test::Random;
using Pieces = std::vector<std::string>;

constexpr PreTokenizer kKinds[] = {PreTokenizer::kO200k, PreTokenizer::kCl100k};

const uint8_t* bytesOf(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

Pieces pieces(PreTokenizer kind, std::string_view text) {
  Pieces found;
  while (!text.empty()) {
    const size_t bytes = pieceBytes(kind, bytesOf(text), text.size(), true);
    if (bytes == 0 || bytes > text.size()) {
      ADD_FAILURE() << "no piece at " << text;
      break;
    }
    found.emplace_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return found;
}

/// What the reference's regular expressions make of these.
TEST(BpeScan, CutsAsTheRegularExpressionsDo) {
  const auto o200k = [](std::string_view text) { return pieces(PreTokenizer::kO200k, text); };
  EXPECT_EQ(o200k("Hello world's"), (Pieces{"Hello", " world's"}));
  EXPECT_EQ(o200k("HTTPServer ABCdef"), (Pieces{"HTTPServer", " ABCdef"}));
  EXPECT_EQ(o200k("camelCaseWORDs"), (Pieces{"camel", "Case", "WORDs"}));
  EXPECT_EQ(o200k("a\t\tb  c\n"), (Pieces{"a", "\t", "\tb", " ", " c", "\n"}));
  EXPECT_EQ(o200k("12345"), (Pieces{"123", "45"}));
  EXPECT_EQ(o200k("x != \"\n/\n y"), (Pieces{"x", " !=", " \"\n/\n", " y"}));
  EXPECT_EQ(o200k("  \n  \n   z"), (Pieces{"  \n  \n", "  ", " z"}));
  EXPECT_EQ(o200k("end  "), (Pieces{"end", "  "}));
  EXPECT_EQ(o200k("don'tx I'LL"), (Pieces{"don't", "x", " I'LL"}));
  // A long s is an s where case does not matter.
  EXPECT_EQ(o200k("it'\xC5\xBFx"), (Pieces{"it'\xC5\xBF", "x"}));
  // A letter without case ends a word before capitals that no small letter follows.
  EXPECT_EQ(o200k("A\xE3\x81\x82"
                  "BC d"),
            (Pieces{"A\xE3\x81\x82", "BC", " d"}));
  EXPECT_EQ(o200k("A\xE3\x81\x82"
                  "BCd"),
            (Pieces{"A\xE3\x81\x82"
                    "BCd"}));
  // A mark is a sign before a word, or part of it.
  EXPECT_EQ(o200k("\xCC\x81"
                  "AB"),
            (Pieces{"\xCC\x81", "AB"}));
  EXPECT_EQ(o200k("\xCC\x81"
                  "Ab"),
            (Pieces{"\xCC\x81"
                    "Ab"}));

  const auto cl100k = [](std::string_view text) { return pieces(PreTokenizer::kCl100k, text); };
  EXPECT_EQ(cl100k("HTTPServer's x"), (Pieces{"HTTPServer", "'s", " x"}));
  EXPECT_EQ(cl100k("'sup 'Foo"), (Pieces{"'s", "up", " '", "Foo"}));
  EXPECT_EQ(cl100k("e\xCC\x81t"), (Pieces{"e", "\xCC\x81t"}));
  EXPECT_EQ(cl100k("//\n/x"), (Pieces{"//\n", "/x"}));
}

/// Texts that come close to every rule.
std::string oddText(Random& random) {
  static constexpr const char* kParts[] = {" ",
                                           "  ",
                                           "\t",
                                           "\n",
                                           "\r\n",
                                           "a",
                                           "the",
                                           "B",
                                           "HTTP",
                                           "'",
                                           "'s",
                                           "'ll",
                                           "'R",
                                           "\xC5\xBF",
                                           "1",
                                           "23",
                                           "/",
                                           "//",
                                           "-->",
                                           "\xC3\xA9",
                                           "\xC3\x89",
                                           "\xCC\x81",
                                           "\xC2\xA0",
                                           "\xC2\x85",
                                           "\xE3\x80\x80",
                                           "\xE6\xBC\xA2",
                                           "\xE3\x81\x82",
                                           "\xF0\x9F\x98\x80",
                                           "\xD9\xA3",
                                           "\xC7\x85",
                                           "\xF3\xA0\x84\x80",
                                           "\xE2\x80\x8D",
                                           "\x80",
                                           "\xE6\xBC",
                                           "longerwordthansixteen"};
  std::string text;
  for (uint64_t count = 1 + random.below(12); count > 0; --count) {
    text += kParts[random.below(std::size(kParts))];
  }
  return text;
}

TEST(BpeScan, ShortCutsAgreeWithTheRules) {
  uint64_t cut = 0;
  for (uint64_t seed = 0; seed < 30'000; ++seed) {
    Random random(seed);
    const std::string text = oddText(random) + oddText(random);
    for (const PreTokenizer kind : kKinds) {
      size_t at = 0;
      while (at < text.size()) {
        const uint8_t* from = bytesOf(text) + at;
        const size_t left = text.size() - at;
        const size_t bytes = pieceBytes(kind, from, left, true);
        ASSERT_EQ(bytes, pieceBytesByRule(kind, from, left, true)) << seed;
        ASSERT_GT(bytes, 0U);
        ASSERT_LE(bytes, left);
        at += bytes;
        ++cut;
      }
    }
  }
  EXPECT_GT(cut, 100'000U);
}

TEST(BpeScan, AnAnswerBeforeTheEndIsFinal) {
  uint64_t early = 0;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    Random random(seed);
    const std::string text = oddText(random);
    const std::string more = text + oddText(random);
    for (const PreTokenizer kind : kKinds) {
      const size_t bytes = pieceBytes(kind, bytesOf(text), text.size(), false);
      if (bytes == 0) continue;
      ASSERT_EQ(bytes, pieceBytes(kind, bytesOf(more), more.size(), true)) << seed;
      ++early;
    }
  }
  EXPECT_GT(early, 5'000U);
}

TEST(BpeCharClass, KnowsTheClassesOfEveryPlane) {
  EXPECT_EQ(classOf('\n'), CharClass::kNewline);
  EXPECT_EQ(classOf('\r'), CharClass::kNewline);
  EXPECT_EQ(classOf('\t'), CharClass::kSpace);
  EXPECT_EQ(classOf(0x85), CharClass::kSpace);
  EXPECT_EQ(classOf(0x3000), CharClass::kSpace);
  EXPECT_EQ(classOf(0xFEFF), CharClass::kOther);
  EXPECT_EQ(classOf(0x200B), CharClass::kOther);
  EXPECT_EQ(classOf(0x01C5), CharClass::kUpper);
  EXPECT_EQ(classOf(0x02B0), CharClass::kLetter);
  EXPECT_EQ(classOf(0x4E00), CharClass::kLetter);
  EXPECT_EQ(classOf(0x323AF), CharClass::kLetter);
  EXPECT_EQ(classOf(0x323B0), CharClass::kOther);
  EXPECT_EQ(classOf(0x1D7D8), CharClass::kNumber);
  EXPECT_EQ(classOf(0xE00FF), CharClass::kOther);
  EXPECT_EQ(classOf(0xE0100), CharClass::kMark);
  EXPECT_EQ(classOf(0xE01EF), CharClass::kMark);
  EXPECT_EQ(classOf(0x10FFFF), CharClass::kOther);
}

}  // namespace
}  // namespace epitome::bpe
