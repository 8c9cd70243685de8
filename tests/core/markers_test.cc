/// That sentences are marked by whole words in any case and script, however long they are.
#include "extract/markers.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

struct Case {
  std::string_view sentence;
  uint8_t markers;
  /// Of these none.
  uint8_t without = 0;
};

TEST(Markers, SayWhatASentenceDoes) {
  static constexpr Case kCases[] = {
      {"NEVER push to main.", kLimits | kLasts, kTakesBack | kAsks},
      {"You no longer need to ask.", kTakesBack},
      {"Don\u2019t touch it.", kLimits, kTakesBack},
      {"From now on, answer briefly.", kLasts},
      {"Is that right?", kAsks, kLimits},
      {"Let me look.", kAnnounces, kLimits},
      {"We chose it because it is fast.", kReasons},
      {"All tests pass; still open: the log. Fixed.", kConcludes},
      {"Please answer in French.", kWants},
      {"Ab sofort bitte niemals ohne Tests.", kLimits | kLasts | kWants},
      {"N'utilise jamais ce fichier.", kLimits},
      {"\u041d\u0418\u041a\u041e\u0413\u0414\u0410 \u043d\u0435 "
       "\u0442\u0440\u043e\u0433\u0430\u0439.",
       kLimits},
      {"\u4e0d\u8981\u5220\u9664\u6587\u4ef6\u3002", kLimits},
      {"\u4ee3\u308f\u308a\u306b\u4f7f\u3063\u3066", kTakesBack},
      {"\u5fc5\u987b\u8fd9\u6837\u5417\uff1f", kLimits | kAsks},
      {"The neverending storey.", 0, kLimits},
      {"Mustard onlyness.", 0, kLimits},
      {"", 0, 0xFF},
  };
  for (const Case& one : kCases) {
    const uint8_t found = markersOf(one.sentence);
    EXPECT_EQ(found & one.markers, one.markers) << one.sentence;
    EXPECT_EQ(found & one.without, 0) << one.sentence;
  }
}

TEST(Markers, StayWhateverStandsBesideThem) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    const std::string before = test::randomText(random, random.below(8));
    const std::string behind = test::randomText(random, random.below(8));
    EXPECT_NE(markersOf(before + " Never. " + behind) & kLimits, 0) << seed;
    // Whatever comes is read.
    markersOf(test::randomBytes(random, random.below(300)));
  }
}

}  // namespace
}  // namespace epitome
