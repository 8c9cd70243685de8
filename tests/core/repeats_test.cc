/// Estimates of texts that repeat themselves, against what they truly cost:
/// tests/counting/repeats.json, which repeats.mjs beside it measures. Run from the repository's
/// root.

#include <algorithm>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tokens/estimator.h"

namespace epitome {
namespace {

using Json = nlohmann::json;

Json readRepeats() {
  std::ifstream stream("tests/counting/repeats.json");
  return Json::parse(stream, nullptr, false);
}

/// Calls `check` with each text's estimator, truth, unit and family.
template <typename Check>
void forEachText(Check check) {
  const Json file = readRepeats();
  ASSERT_TRUE(file.is_object() && !file["cases"].empty());
  for (const Json& one : file["cases"]) {
    const auto unit = one["unit"].get<std::string>();
    std::string text;
    for (uint32_t i = one["times"].get<uint32_t>(); i > 0; --i) text += unit;
    for (uint32_t index = 0; index < kFamilies; ++index) {
      TextEstimator estimator(static_cast<Family>(index));
      estimator.update(text);
      SCOPED_TRACE(one["unit"].dump() + " x " + one["times"].dump() + ", family " +
                   std::to_string(index));
      check(estimator, one["tokens"][index].get<uint32_t>(), unit, static_cast<Family>(index));
    }
  }
}

TEST(Repeats, AreNeverEstimatedUnderHalf) {
  forEachText([](const TextEstimator& estimator, uint32_t truth, auto&&...) {
    EXPECT_GE(2 * estimator.tokens(), truth);
  });
}

TEST(Repeats, NeverPassTheBound) {
  forEachText([](const TextEstimator& estimator, uint32_t truth, auto&&...) {
    EXPECT_GE(estimator.bound(), truth);
  });
}

TEST(Repeats, OfOneAsciiCharacterAreNotEstimatedAboveTwice) {
  forEachText(
      [](const TextEstimator& estimator, uint32_t truth, const std::string& unit, Family family) {
        // Claude's prices are above what its old vocabulary merges; spaces and digits have none.
        const bool priced = unit.size() == 1 && unit != " " && (unit < "0" || unit > "9");
        if (priced && family != Family::kClaude) {
          EXPECT_LE(estimator.tokens(), 2 * truth + 4);
        }
      });
}

}  // namespace
}  // namespace epitome
