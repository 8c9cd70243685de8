// promise: counting
/// That merging in windows is merging by definition, for vocabularies that make it hard.
#include <string>

#include <gtest/gtest.h>

#include "core/support/bpe_oracle.h"
#include "core/support/random_text.h"
#include "tokens/bpe/merge.h"

namespace epitome::bpe {
namespace {

using test::Random;

constexpr std::string_view kAlphabet = "abcd";

std::string lettersOf(Random& random, size_t length, uint32_t letters) {
  std::string text;
  while (text.size() < length) {
    // Runs and repeats are where merges tie.
    const auto letter = static_cast<char>('a' + random.below(letters));
    if (random.below(4) == 0 && text.size() > 3) {
      text += text.substr(text.size() - 1 - random.below(3));
    } else {
      text.append(1 + (random.below(5) == 0 ? random.below(9) : 0), letter);
    }
  }
  return text.substr(0, length);
}

const uint8_t* bytesOf(const std::string& text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

TEST(BpeMerge, CountsByDefinitionWhateverTheWindow) {
  uint64_t joined = 0;
  for (uint64_t seed = 0; seed < 15; ++seed) {
    Random random(seed);
    const auto letters = static_cast<uint32_t>(1 + random.below(4));
    const auto merges = static_cast<uint32_t>(4 + random.below(120));
    const auto made = test::makeUpVocabulary(random, merges, kAlphabet.substr(0, letters));
    Merger merger(made->vocabulary);
    for (uint32_t i = 0; i < 40; ++i) {
      const std::string text = lettersOf(random, 1 + random.below(300), letters);
      const size_t expected = test::mergeByDefinition(text, made->ranks).size();
      for (const size_t window : {8, 13, 24, 64}) {
        merger.setWindow(window);
        ASSERT_EQ(merger.count(bytesOf(text), text.size()), expected)
            << "seed " << seed << " window " << window << " text " << text;
        if (text.size() > window) ++joined;
      }
    }
  }
  EXPECT_GT(joined, 1'000);
}

TEST(BpeMerge, CharactersMergeByThemselvesOnlyWhereThatChangesNothing) {
  // Lead and continuing bytes, in tokens that begin and end anywhere.
  constexpr std::string_view kBytes = "a \xC3\xE4\xE5\xF0\x80\x9F\xA9\xB8";
  static constexpr const char* kCharacters[] = {"a",
                                                " ",
                                                "\xC3\x80",
                                                "\xC3\xA9",
                                                "\xC3\xB8",
                                                "\xE4\xB8\x80",
                                                "\xE4\xB8\xA9",
                                                "\xE5\xA9\xB8",
                                                "\xE5\x80\x80",
                                                "\xF0\x9F\xA9\xB8"};
  uint64_t merged = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const auto made = test::makeUpVocabulary(random, 10 + random.below(150), kBytes);
    Merger merger(made->vocabulary);
    for (uint32_t i = 0; i < 60; ++i) {
      std::string text;
      for (uint32_t count = 2 + random.below(i < 50 ? 14 : 60); count > 0; --count) {
        text += random.pick(kCharacters);
      }
      // Ill-formed now and then: then nothing may be taken for a character.
      if (random.below(6) == 0) text.erase(random.below(static_cast<uint32_t>(text.size())), 1);
      if (text.empty()) continue;
      const size_t expected = test::mergeByDefinition(text, made->ranks).size();
      ASSERT_EQ(merger.count(bytesOf(text), text.size()), expected) << "seed " << seed;
      merged += text.size() - expected;
    }
  }
  EXPECT_GT(merged, 3'000);
}

TEST(BpeMerge, WindowsThatCannotBeJoinedGrow) {
  // One letter, and tokens longer than any short window: no two windows of it can be joined.
  Random random(1);
  test::Ranks ranks;
  Merges merges;
  merges.count = 256 + 7;
  merges.merges = std::make_unique<Merge[]>(merges.count);
  for (uint32_t byte = 0; byte < 256; ++byte) {
    merges.byteTokens[byte] = byte;
    merges.merges[byte] = {byte, byte};
    ranks[std::string(1, static_cast<char>(byte))] = byte;
  }
  for (uint32_t i = 0; i < 7; ++i) {
    const uint32_t half = i == 0 ? 'a' : 255 + i;
    merges.merges[256 + i] = {half, half};
    ranks[std::string(size_t{2} << i, 'a')] = 256 + i;
  }
  Vocabulary vocabulary;
  ASSERT_TRUE(vocabulary.adopt(std::move(merges)));
  Merger merger(vocabulary);
  for (const size_t length : {63, 64, 65, 127, 128, 129, 500, 1023, 1024, 1025, 3000, 20'001}) {
    const std::string text(length, 'a');
    const size_t expected = length / 128 + static_cast<size_t>(std::popcount(length % 128));
    ASSERT_EQ(merger.count(bytesOf(text), length), expected) << length;
    if (length <= 500) {
      ASSERT_EQ(test::mergeByDefinition(text, ranks).size(), expected) << length;
    }
  }
}

TEST(BpeVocabulary, RefusesMergesThatAreAllAlike) {
  Merges merges;
  merges.count = 200'000;
  merges.merges = std::make_unique<Merge[]>(merges.count);
  for (uint32_t i = 0; i < merges.count; ++i) merges.merges[i] = {'a', 'b'};
  Vocabulary vocabulary;
  EXPECT_FALSE(vocabulary.adopt(std::move(merges)));
}

TEST(BpeMerge, AHeadOfTokensCountsWhatItSays) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const auto made = test::makeUpVocabulary(random, 60, "abc");
    Merger merger(made->vocabulary);
    merger.setWindow(16);
    const std::string text = lettersOf(random, 30 + random.below(200), 3);
    const size_t all = merger.count(bytesOf(text), text.size());
    for (size_t most = 1; most < all; most += 1 + random.below(5)) {
      const size_t bytes = merger.bytesOfTokens(bytesOf(text), text.size(), most);
      ASSERT_EQ(test::mergeByDefinition(text.substr(0, bytes), made->ranks).size(), most) << text;
    }
  }
}

TEST(BpeVocabulary, NeighboursAreThoseThatMergingLeaves) {
  uint64_t allowed = 0;
  uint64_t refused = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    const auto made = test::makeUpVocabulary(random, 40, "ab");
    for (const auto& [left, leftRank] : made->ranks) {
      if (leftRank < 256 && leftRank != 'a' && leftRank != 'b') continue;
      for (const auto& [right, rightRank] : made->ranks) {
        if (rightRank < 256 && rightRank != 'a' && rightRank != 'b') continue;
        const auto parts = test::mergeByDefinition(left + right, made->ranks);
        const bool expected = parts.size() == 2 && parts[0] == left;
        ASSERT_EQ(made->vocabulary.canFollow(leftRank, rightRank), expected)
            << "seed " << seed << ": " << left << " " << right;
        ++(expected ? allowed : refused);
      }
    }
  }
  EXPECT_GT(allowed, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace epitome::bpe
