// promise: counting
/// That a count does not depend on how a text passes by, and that packed vocabularies are read
/// whole or refused. The published vocabularies are tested where a build has packed them.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/bpe_oracle.h"
#include "core/support/random_text.h"
#include "text/utf.h"
#include "tokens/bpe/counter.h"

namespace epitome::bpe {
namespace {

using test::Random;

std::span<const uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string wordsOf(Random& random, size_t length) {
  static constexpr const char* kParts[] = {"ab", "abc ",         " cab", "bb\n",
                                           "  ", "\xC3\xA9",     "A",    "'s",
                                           "12", "\xE6\xBC\xA2", "...",  "\xF0\x9F\x98\x80"};
  std::string text;
  while (text.size() < length) text += random.pick(kParts);
  return text;
}

uint64_t countInPieces(Counter& counter, const std::string& text, Random& random, uint32_t most) {
  counter.begin();
  size_t at = 0;
  do {
    const auto room = counter.room();
    const size_t bytes = std::min({room.size(), text.size() - at, size_t{1} + random.below(most)});
    std::copy_n(bytesOf(text).data() + at, bytes, room.data());
    at += bytes;
    counter.feed(bytes, at == text.size());
  } while (at < text.size());
  return counter.tokens();
}

TEST(BpeCounter, CountsTheSameHoweverATextIsCut) {
  for (const PreTokenizer kind : {PreTokenizer::kO200k, PreTokenizer::kCl100k}) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      Random random(seed);
      const auto made = test::makeUpVocabulary(random, 60, "abc ", kind);
      Counter counter(made->vocabulary);
      const std::string text = wordsOf(random, random.below(800));
      const uint64_t whole = countTokens(counter, text);
      for (const uint32_t most : {1, 7, 60}) {
        ASSERT_EQ(countInPieces(counter, text, random, most), whole) << seed;
      }
    }
  }
}

TEST(BpeCounter, GrowsForALongPreTokenAndShrinksAgain) {
  Random random(3);
  const auto made = test::makeUpVocabulary(random, 60, "ab");
  Counter counter(made->vocabulary);
  const size_t usual = counter.room().size();
  std::string text(300'000, 'a');
  const uint64_t long_ = countTokens(counter, text);
  EXPECT_GT(counter.room().size() + text.size(), usual);
  EXPECT_GT(long_, 1U);
  counter.begin();
  EXPECT_EQ(counter.room().size(), usual);
}

TEST(BpeCounter, OffersCutsThatHoldWhatTheySay) {
  uint64_t first = 0;
  uint64_t all = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto made = test::makeUpVocabulary(random, 60, "abc ");
    Counter counter(made->vocabulary);
    const std::string text = wordsOf(random, 20 + random.below(300));
    const uint64_t tokens = countTokens(counter, text);
    const uint64_t most = random.below(static_cast<uint32_t>(tokens));
    counter.begin(most);
    std::copy_n(bytesOf(text).data(), text.size(), counter.room().data());
    counter.feed(text.size(), true);
    ASSERT_TRUE(counter.exceeded());
    const std::vector<Cut> cuts(counter.cuts().begin(), counter.cuts().end());
    const Cut anchor = counter.anchor();
    ASSERT_FALSE(cuts.empty());
    for (const Cut& cut : cuts) {
      const size_t end = text::reach(text, cut.units).bytes;
      const size_t start = text::reach(text, anchor.units).bytes;
      // From the anchor on, a head counts what it does as a whole.
      const uint64_t head = countTokens(counter, text.substr(0, end));
      ASSERT_EQ(anchor.tokens + countTokens(counter, text.substr(start, end - start)), head)
          << seed;
      if (&cut == &cuts[0]) first += head <= most ? 1 : 0;
    }
    ++all;
  }
  // The furthest cut is nearly always the one.
  EXPECT_GT(first * 100, all * 95);
}

class PackedVocabulary : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string folder = std::string("build/vocabulary/");
    std::ifstream file(folder + GetParam() + ".bin", std::ios::binary);
    if (!file) GTEST_SKIP() << "made by `npm run build`, and by `npm test` before this runs";
    packed_.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::string packed_;
};

TEST_P(PackedVocabulary, CountsByDefinition) {
  Vocabulary vocabulary;
  ASSERT_EQ(vocabulary.load(bytesOf(packed_)), VocabularyError::kNone);
  // Tokens' bytes, from their halves, are all that the definition needs.
  std::vector<std::string> bytes(vocabulary.tokens());
  test::Ranks ranks;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    bytes[vocabulary.ofByte(static_cast<uint8_t>(byte))] = static_cast<char>(byte);
  }
  for (Token token = 0; token < vocabulary.tokens(); ++token) {
    const Merge of = vocabulary.halves(token);
    if (token >= 256) bytes[token] = bytes[of.left] + bytes[of.right];
    ranks.emplace(bytes[token], token);
  }
  ASSERT_EQ(ranks.size(), vocabulary.tokens());

  Merger merger(vocabulary);
  Random random(5);
  for (uint32_t i = 0; i < 300; ++i) {
    std::string text;
    for (uint32_t count = 1 + random.below(i % 10 == 0 ? 40 : 5); count > 0; --count) {
      text += bytes[random.below(vocabulary.tokens())];
    }
    merger.setWindow(i % 3 == 0 ? 16 : 64);
    ASSERT_EQ(merger.count(bytesOf(text).data(), text.size()),
              test::mergeByDefinition(text, ranks).size())
        << text;
  }
}

TEST_P(PackedVocabulary, IsRefusedWhenItIsNotWhole) {
  Vocabulary vocabulary;
  for (const size_t length : {0UL, 3UL, 4UL, 5UL, 18UL, 30UL, 38UL, 39UL, 50UL, 3'000UL}) {
    EXPECT_NE(vocabulary.load(bytesOf(packed_.substr(0, length))), VocabularyError::kNone);
  }
  EXPECT_EQ(vocabulary.load(bytesOf("PK\x03\x04 and more")), VocabularyError::kNotOne);
  std::string other = packed_;
  other[3] = 99;
  EXPECT_EQ(vocabulary.load(bytesOf(other)), VocabularyError::kUnsupported);
  other = packed_;
  other[4] = 99;
  EXPECT_EQ(vocabulary.load(bytesOf(other)), VocabularyError::kUnsupported);
  Random random(9);
  for (uint32_t i = 0; i < 30; ++i) {
    other = packed_;
    const auto at = 5 + random.below(i < 15 ? 60 : static_cast<uint32_t>(other.size()) - 5);
    other[at] = static_cast<char>(other[at] ^ (1 << random.below(8)));
    EXPECT_EQ(vocabulary.load(bytesOf(other)), VocabularyError::kDamaged) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Published, PackedVocabulary, testing::Values("o200k_base", "cl100k_base"));

}  // namespace
}  // namespace epitome::bpe
