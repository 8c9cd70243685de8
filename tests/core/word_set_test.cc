// promise: api, 12 linear

#include "text/word_set.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "text/characters.h"

namespace epitome {
namespace {

using test::Random;

constexpr char kList[] = "a ab abc b ba .git md5 __tests__ ca\xC3\xB1on zzz";
constexpr text::WordSet kWords(kList);

TEST(WordSet, HasTheWordsOfItsListAndNoOthers) {
  EXPECT_FALSE(kWords.has(""));
  uint32_t found = 0;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    std::string word;
    for (uint32_t left = 1 + random.below(4); left > 0; --left) {
      word += std::string_view("abc.gitmd5_z ")[random.below(13)];
    }
    const bool has = isOneOf(word, kList);
    EXPECT_EQ(kWords.has(word), has) << word;
    found += has ? 1 : 0;
  }
  EXPECT_GT(found, 500U);
  for (std::string_view rest = kList; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    EXPECT_TRUE(kWords.has(word)) << word;
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
}

TEST(AsciiSet, HasItsCharactersAndNoOtherByte) {
  constexpr std::string_view kCharacters = "\t !/:@^`~";
  constexpr AsciiSet kSet(kCharacters);
  for (int byte = 0; byte < 256; ++byte) {
    const auto c = static_cast<char>(byte);
    EXPECT_EQ(kSet.has(c), kCharacters.find(c) != kCharacters.npos) << byte;
  }
}

}  // namespace
}  // namespace epitome
