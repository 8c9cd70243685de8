// promise: 9 loses nothing silently
/// The run finder against the rule applied to the whole text.
#include "summary/base64_runs.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

std::string encoded(Random& random, uint32_t length) {
  static constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  while (out.size() < length) out += kAlphabet[random.below(64)];
  return out;
}

/// The rule as it is stated, on the whole text.
std::string oracle(std::string_view text) {
  const auto inside = [](char c) {
    return isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '=' ||
           c == '-' || c == '_';
  };
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && inside(text[end])) ++end;
    const std::string_view run = text.substr(at, end - at);
    const std::string_view start = run.substr(0, 256);
    bool upper = false;
    bool lower = false;
    bool digit = false;
    for (const char c : start) {
      upper = upper || isupper(static_cast<unsigned char>(c)) != 0;
      lower = lower || islower(static_cast<unsigned char>(c)) != 0;
      digit = digit || isdigit(static_cast<unsigned char>(c)) != 0;
    }
    const bool announced = text.substr(0, at).ends_with("base64,");
    if (run.size() >= 256 && (announced || (upper && lower && digit))) {
      out += "[base64, " + std::to_string(run.size()) + " characters]";
    } else {
      out += run;
    }
    if (end < text.size()) out += text[end];
    at = end + 1;
  }
  return out;
}

TEST(Base64Runs, BothSidesOfTheLine) {
  Random random(1);
  const std::string run = encoded(random, 256);
  EXPECT_EQ(withoutBase64("a \"" + run + "\" b"), "a \"[base64, 256 characters]\" b");
  EXPECT_EQ(withoutBase64("a \"" + run.substr(1) + "\" b"), "a \"" + run.substr(1) + "\" b");
  EXPECT_EQ(withoutBase64(run + run), "[base64, 512 characters]");
}

TEST(Base64Runs, LeavesRulersHexAndRepetitionAlone) {
  for (const std::string& text :
       {std::string(1000, '-'), std::string(1000, '='), std::string(1000, 'x'),
        std::string(500, 'a') + std::string(500, '0')}) {
    EXPECT_EQ(withoutBase64(text), text);
  }
}

TEST(Base64Runs, TakesWhatIsAnnouncedAsEncoded) {
  const std::string flat(300, 'A');
  EXPECT_EQ(withoutBase64("data:image/png;base64," + flat + "\" b"),
            "data:image/png;base64,[base64, 300 characters]\" b");
  EXPECT_EQ(withoutBase64("data:image/png;base64 " + flat), "data:image/png;base64 " + flat);
}

TEST(Base64Runs, AgreesWithTheOracleWhateverThePieces) {
  uint32_t replaced = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    std::string text;
    for (uint32_t i = 0; i < 6; ++i) {
      switch (random.below(6)) {
        case 5:
          text += ";base64," + std::string(random.below(600), 'A');
          break;
        case 0:
          text += encoded(random, 250 + random.below(12));
          break;
        case 1:
          text += encoded(random, random.below(900));
          break;
        case 2:
          text += std::string(random.below(600), 'A');
          break;
        case 3:
          text += test::randomBytes(random, random.below(20));
          break;
        default:
          text += test::randomText(random, random.below(20));
      }
    }
    const std::string wanted = oracle(text);
    replaced += wanted != text ? 1 : 0;
    std::string out;
    Base64Runs runs;
    const auto keep = [&out](std::string_view piece) { out += piece; };
    for (const std::string& piece : test::randomPieces(random, text)) runs.update(piece, keep);
    runs.finish(keep);
    ASSERT_EQ(out, wanted) << seed;
    ASSERT_EQ(withoutBase64(text), wanted) << seed;
  }
  EXPECT_GT(replaced, 500U);
}

}  // namespace
}  // namespace epitome
