// promise: 10 deterministic
/// That digests are stable, well mixed and independent of pieces.
#include "text/hash.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

TEST(Hash, DoesNotDependOnPieces) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const std::string text = test::randomBytes(random, random.below(120));
    Hasher hasher(seed);
    size_t at = 0;
    while (at < text.size()) {
      const size_t length = random.below(20);
      hasher.update(std::string_view(text).substr(at, length));
      at = std::min(text.size(), at + length);
    }
    ASSERT_EQ(hasher.digest(), hashOf(text, seed)) << seed;
  }
}

TEST(Hash, NumbersAreTheirBytesLowestFirst) {
  for (uint32_t before = 0; before < 9; ++before) {
    const std::string prefix(before, 'x');
    Hasher numbers;
    numbers.update(prefix);
    numbers.update(uint64_t{0x0807060504030201});
    Hasher bytes;
    bytes.update(prefix + "\x01\x02\x03\x04\x05\x06\x07\x08");
    EXPECT_EQ(numbers.digest(), bytes.digest()) << before;
  }
}

/// Stored state holds digests: they may never change, on any machine. Computed with big integers
/// outside this code.
TEST(Hash, KnownDigests) {
  EXPECT_EQ(hashOf(""), 0x23BC019DFE394584ULL);
  EXPECT_EQ(hashOf("a"), 0xD1CA776B5857B2DDULL);
  EXPECT_EQ(hashOf("The quick brown fox jumps over the lazy dog"), 0x6B3151794681063CULL);
  EXPECT_EQ(hashOf("The quick brown fox jumps over the lazy dog", 7), 0xD03CED946971E80DULL);
  EXPECT_EQ(combine(1, 2), 0xC042C4C0ECA7D0D5ULL);
}

TEST(Hash, ZeroBytesCount) {
  std::set<uint64_t> seen;
  for (uint32_t length = 0; length < 64; ++length) seen.insert(hashOf(std::string(length, '\0')));
  EXPECT_EQ(seen.size(), 64U);
}

TEST(Hash, NoCollisionAmongSimilarTexts) {
  std::vector<uint64_t> digests;
  for (uint32_t i = 0; i < 200'000; ++i) digests.push_back(hashOf("message " + std::to_string(i)));
  for (uint32_t i = 0; i < 100'000; ++i) digests.push_back(combine(i, 100'000 - i));
  std::sort(digests.begin(), digests.end());
  EXPECT_EQ(std::adjacent_find(digests.begin(), digests.end()), digests.end());
}

/// Each input bit should turn each output bit half of the time.
TEST(Hash, SpreadsEveryBit) {
  for (const size_t length : {1U, 7U, 8U, 9U, 24U, 61U}) {
    std::vector<uint32_t> flips(64, 0);
    uint32_t samples = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      const std::string text = test::randomBytes(random, static_cast<uint32_t>(length));
      const uint64_t digest = hashOf(text);
      for (size_t bit = 0; bit < 8 * length; ++bit) {
        std::string other = text;
        other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << (bit % 8)));
        const uint64_t changed = digest ^ hashOf(other);
        ASSERT_GE(std::popcount(changed), 8) << length << " " << bit;
        for (uint32_t out = 0; out < 64; ++out) flips[out] += (changed >> out) & 1;
        ++samples;
      }
    }
    for (const uint32_t count : flips) {
      EXPECT_GT(count, samples * 35 / 100) << length;
      EXPECT_LT(count, samples * 65 / 100) << length;
    }
  }
}

TEST(Hash, HexIsSixteenDigits) {
  EXPECT_EQ(hexOf(0), "0000000000000000");
  EXPECT_EQ(hexOf(0x0123456789ABCDEFULL), "0123456789abcdef");
}

TEST(Hash, SeedsAndOrderMatter) {
  EXPECT_NE(hashOf("abc", 1), hashOf("abc", 2));
  EXPECT_NE(combine(1, 2), combine(2, 1));
  EXPECT_NE(combine(0, 0), combine(0, 1));
}

}  // namespace
}  // namespace epitome::text
