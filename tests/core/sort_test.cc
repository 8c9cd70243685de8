// promise: 10 deterministic, 12 linear

#include "text/sort.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

using Entry = std::pair<std::string, uint32_t>;

std::vector<Entry> randomList(Random& random, uint32_t size) {
  std::vector<Entry> list;
  for (uint32_t i = 0; i < size; ++i) {
    list.emplace_back(std::string(1 + random.below(40), static_cast<char>('a' + random.below(5))),
                      i);
  }
  return list;
}

TEST(Sort, IsStable) {
  const auto before = [](const Entry& a, const Entry& b) { return a.first < b.first; };
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::vector<Entry> list = randomList(random, random.below(seed < 100 ? 5 : 200));
    std::vector<Entry> expected = list;
    // The second members are the places.
    std::ranges::sort(expected);
    sortBy(list, before);
    EXPECT_EQ(list, expected) << seed;
  }
}

TEST(Sort, ByKeyGoesByWhatTheKeyMakes) {
  Random random(7);
  std::vector<Entry> list = randomList(random, 300);
  std::vector<Entry> expected = list;
  sortByKey(list, [](const Entry& entry) { return entry.first.size(); });
  std::ranges::sort(expected, {},
                    [](const Entry& entry) { return std::pair(entry.first.size(), entry.second); });
  EXPECT_EQ(list, expected);
  sortByKey(list, &Entry::second);
  EXPECT_TRUE(std::ranges::is_sorted(list, {}, &Entry::second));
}

}  // namespace
}  // namespace epitome
