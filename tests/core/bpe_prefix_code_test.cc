// promise: counting
/// That a table finds what a search through all codes finds, and that what is no complete code is
/// refused.

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/bpe/prefix_code.h"

namespace epitome::bpe {
namespace {

using test::Random;

constexpr uint32_t kBits = 9;

/// Lengths of a complete code, with symbols among them that have none: leaves are split at random.
std::vector<uint8_t> completeCode(Random& random) {
  std::vector<uint8_t> lengths = {1, 1};
  for (uint32_t splits = random.below(60); splits > 0; --splits) {
    const uint32_t at = random.below(static_cast<uint32_t>(lengths.size()));
    if (lengths[at] == kBits) continue;
    lengths.push_back(++lengths[at]);
  }
  for (uint32_t none = random.below(20); none > 0; --none) {
    const uint32_t at = random.below(static_cast<uint32_t>(lengths.size()));
    lengths.insert(lengths.begin() + at, 0);
  }
  return lengths;
}

/// The symbol that a text begins with: codes count up, the shorter ones first, and are read from
/// their highest bit on.
uint32_t symbolByDefinition(const std::vector<uint8_t>& lengths, uint32_t text) {
  uint32_t code = 0;
  for (uint32_t length = 1; length <= kBits; ++length) {
    code *= 2;
    uint32_t read = 0;
    for (uint32_t bit = 0; bit < length; ++bit) read = 2 * read + (text >> bit & 1);
    for (uint32_t symbol = 0; symbol < lengths.size(); ++symbol) {
      if (lengths[symbol] == length && code++ == read) return symbol;
    }
  }
  return UINT32_MAX;
}

bool tableOf(const std::vector<uint8_t>& lengths, std::vector<uint32_t>& table) {
  std::vector<uint32_t> entries;
  for (uint32_t symbol = 0; symbol < lengths.size(); ++symbol) {
    entries.push_back(symbol << kLengthBits);
  }
  table.resize(1U << kBits);
  return makeTable(lengths, entries, kBits, table.data());
}

TEST(BpePrefixCode, FindsWhatASearchFinds) {
  Random random(3);
  std::vector<uint32_t> table;
  for (uint32_t round = 0; round < 100; ++round) {
    const auto lengths = completeCode(random);
    ASSERT_TRUE(tableOf(lengths, table));
    for (uint32_t text = 0; text < table.size(); ++text) {
      const uint32_t symbol = symbolByDefinition(lengths, text);
      ASSERT_EQ(table[text], symbol << kLengthBits | lengths[symbol]);
    }
  }
}

TEST(BpePrefixCode, RefusesWhatIsNotComplete) {
  Random random(4);
  std::vector<uint32_t> table;
  for (uint32_t round = 0; round < 100; ++round) {
    auto lengths = completeCode(random);
    const uint32_t at = random.below(static_cast<uint32_t>(lengths.size()));
    // One leaf more, or one less, or one that is too deep.
    auto more = lengths;
    more.push_back(1 + random.below(kBits));
    EXPECT_FALSE(tableOf(more, table));
    if (lengths[at] > 0) {
      lengths[at] = 0;
      EXPECT_FALSE(tableOf(lengths, table));
    }
    lengths[at] = kBits + 1;
    EXPECT_FALSE(tableOf(lengths, table));
  }
  EXPECT_TRUE(tableOf({0, 0, 0}, table));
  EXPECT_EQ(std::ranges::count(table, 0U), static_cast<ptrdiff_t>(table.size()));
}

}  // namespace
}  // namespace epitome::bpe
