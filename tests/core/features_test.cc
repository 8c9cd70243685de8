// promise: counting
/// The counting of features against their definitions, however a text is cut.
#include "tokens/features.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/feature_oracle.h"
#include "core/support/random_text.h"
#include "text/utf.h"

namespace epitome::tokens {
namespace {

using test::FeatureOracle;
using test::Random;

Counts countsOf(std::string_view text) {
  FeatureCounter counter;
  counter.update(text);
  return counter.counts();
}

/// Runs of what the features look at, long and short, across the borders of blocks.
std::string patterned(Random& random) {
  static constexpr std::string_view kPieces[] = {"a",
                                                 "A",
                                                 "getHTTPResponseCode",
                                                 "snake_case_name",
                                                 "aaaa",
                                                 "I'll",
                                                 "7",
                                                 "1234567890",
                                                 "3.14",
                                                 "0x1fA9bC",
                                                 "deadBEEF",
                                                 " ",
                                                 "    ",
                                                 "\n",
                                                 "\r\n",
                                                 "\n\n\n",
                                                 "\t\t",
                                                 "\",\"",
                                                 "=====",
                                                 "----------",
                                                 "://",
                                                 "({[",
                                                 "\xD1\x96",
                                                 "\u0436\u0430",
                                                 "\u00e9",
                                                 "\u017e",
                                                 "\u1ea1",
                                                 "\u06cc\u0627",
                                                 "\u4f60",
                                                 "\u13a0\u13a1",
                                                 "\xFF",
                                                 "\xE4\xBD",
                                                 "\xF0\x9F\x98",
                                                 "\U0001F600",
                                                 "\u2500",
                                                 "\uFFFD"};
  std::string text;
  const uint32_t pieces = random.below(40);
  for (uint32_t i = 0; i < pieces; ++i) {
    const std::string_view piece = random.pick(kPieces);
    const uint32_t times = random.chance(10) ? random.below(40) : 1;
    for (uint32_t k = 0; k < times; ++k) text += piece;
  }
  return text;
}

std::string anyText(Random& random) {
  switch (random.below(3)) {
    case 0:
      return test::randomBytes(random, random.below(300));
    case 1:
      return test::randomText(random, random.below(40));
    default:
      return patterned(random);
  }
}

TEST(Features, AreWhatTheirDefinitionsSay) {
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    const std::string text = anyText(random);
    const FeatureOracle oracle(text);
    const Counts counts = countsOf(text);
    for (uint32_t i = 0; i < kFeatures; ++i) {
      ASSERT_EQ(counts[i], oracle.counts()[i]) << "feature " << i << " of seed " << seed;
    }
  }
}

TEST(Features, DoNotDependOnHowATextIsCut) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const std::string text = anyText(random);
    FeatureCounter counter;
    for (size_t at = 0; at < text.size();) {
      // Also inside a code point, and nothing at all.
      const uint32_t length = random.below(random.chance(20) ? 200 : 5);
      counter.update(std::string_view(text).substr(at, length));
      at += length;
      // Asking in between changes nothing.
      if (random.chance(5)) (void)counter.counts();
    }
    ASSERT_EQ(counter.counts(), countsOf(text)) << seed;
    ASSERT_EQ(counter.units(), text::utf16Length(text)) << seed;
  }
}

TEST(Features, EveryByteOfATextIsCounted) {
  for (uint32_t byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    uint64_t sum = 0;
    for (const uint64_t count : countsOf(text)) sum += count;
    EXPECT_GT(sum, 0U) << byte;
  }
  EXPECT_EQ(countsOf(""), Counts{});
}

TEST(Features, BlocksAreReadAlikeSixteenBytesAtATimeAndOneByOne) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::string text = random.chance(50) ? patterned(random) : "";
    text += test::randomBytes(random, 3 * kBlockBytes);
    Before fast;
    Before slow;
    for (size_t at = 0; at + kBlockBytes <= text.size(); at += kBlockBytes) {
      const auto* bytes = reinterpret_cast<const uint8_t*>(text.data() + at);
      uint16_t places[kBlockBytes];
      uint16_t oracle[kBlockBytes];
      const Block block = readBlock(bytes, fast, places);
      ASSERT_EQ(block, readBlockByByte(bytes, slow, oracle)) << seed;
      ASSERT_TRUE(std::equal(std::begin(places), std::end(places), std::begin(oracle))) << seed;
      ASSERT_EQ(fast, slow) << seed;
    }
  }
}

}  // namespace
}  // namespace epitome::tokens
