/// Estimates of tests/golden/tokens.json, to the token; tests/js/tokens.test.ts compares the same
/// file with WebAssembly. Whoever fits the weights anew rewrites the file:
///
///     EPITOME_GOLDEN_UPDATE=1 build/native/epitome_tests --gtest_filter='GoldenTokens.*'

#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "golden/golden_case.h"
#include "tokens/estimator.h"

namespace epitome::golden {
namespace {

TEST(GoldenTokens, AreTheSameAsEver) {
  const std::string path = std::string(EPITOME_GOLDEN_DIR) + "/tokens.json";
  std::ifstream stream(path);
  Json file = Json::parse(stream, nullptr, false);
  ASSERT_TRUE(file.is_object()) << path;
  const bool update = std::getenv("EPITOME_GOLDEN_UPDATE") != nullptr;
  ASSERT_FALSE(file["cases"].empty());
  for (Json& one : file["cases"]) {
    const std::string text = textOf(one["text"], 0);
    Json tokens = Json::array();
    Json bounds = Json::array();
    uint64_t units = 0;
    for (uint32_t family = 0; family < kFamilies; ++family) {
      TextEstimator estimator(static_cast<Family>(family));
      estimator.update(text);
      tokens.push_back(estimator.tokens());
      bounds.push_back(estimator.bound());
      units = estimator.units();
    }
    if (!update) {
      EXPECT_EQ(one["tokens"], tokens) << one["name"];
      EXPECT_EQ(one["bounds"], bounds) << one["name"];
      EXPECT_EQ(one["units"], units) << one["name"];
    }
    one["units"] = units;
    one["tokens"] = tokens;
    one["bounds"] = bounds;
  }
  if (update) std::ofstream(path) << file.dump(2) << '\n';
}

}  // namespace
}  // namespace epitome::golden
