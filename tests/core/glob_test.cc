// promise: api, 12 linear

#include "text/glob.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

bool matchesNaively(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    return matchesNaively(pattern.substr(1), name) ||
           (!name.empty() && matchesNaively(pattern, name.substr(1)));
  }
  return !name.empty() && tolower(pattern.front()) == tolower(name.front()) &&
         matchesNaively(pattern.substr(1), name.substr(1));
}

std::string randomWord(Random& random, std::string_view letters, uint32_t length) {
  std::string word;
  while (word.size() < length) word += letters[random.below(static_cast<uint32_t>(letters.size()))];
  return word;
}

TEST(Glob, AgreesWithTheNaiveMatcher) {
  Random random(1);
  uint32_t matched = 0;
  for (uint32_t trial = 0; trial < 200'000; ++trial) {
    const std::string pattern = randomWord(random, "abA**", random.below(8));
    const std::string name = randomWord(random, "abB", random.below(12));
    const bool expected = matchesNaively(pattern, name);
    ASSERT_EQ(matchesGlob(pattern, name), expected) << pattern << " on " << name;
    matched += expected ? 1 : 0;
  }
  EXPECT_GT(matched, 10'000U);
}

TEST(Glob, IsLinear) {
  const std::string many(200'000, 'a');
  std::string pattern = "*";
  for (uint32_t i = 0; i < 1'000; ++i) pattern += "aaaaaaaab*";
  EXPECT_FALSE(matchesGlob(pattern, many));
  EXPECT_FALSE(matchesGlob("*" + std::string(100'000, 'a') + "b*", many));
  EXPECT_TRUE(matchesGlob("*" + std::string(100'000, 'A') + "*", many));
}

}  // namespace
}  // namespace epitome::text
