// promise: 1 always valid
/// Whatever the JSON is and however little of it is to stay, what stays around a gap is JSON, and
/// is no longer than asked for where a string can give so much.
#include "text/json_cut.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

using test::Random;

std::string string(Random& random) {
  static constexpr std::string_view kAtoms[] = {
      "a",    " ",       "\u4f60",         "\U0001F468",     "\\n", "\\\"",
      "\\\\", "\\u00e9", "\\ud83d\\ude00", "\\uD83D\\uDE00", "{",   "]",
      ",",    ":"};
  std::string out = "\"";
  const uint32_t most = random.chance(20) ? 400 : 12;
  for (uint32_t i = random.below(most); i > 0; --i) out += random.pick(kAtoms);
  return out + "\"";
}

std::string value(Random& random, uint32_t depth) {
  const uint32_t kind = random.below(depth > 4 ? 2 : 4);
  if (kind == 0) return random.chance(50) ? "12.5" : "null";
  if (kind == 1) return string(random);
  std::string out = kind == 2 ? "[" : "{";
  for (uint32_t i = random.below(4); i > 0; --i) {
    if (out.size() > 1) out += ",";
    if (kind == 3) out += string(random) + ":";
    out += value(random, depth + 1);
  }
  return out + (kind == 2 ? "]" : "}");
}

TEST(JsonCut, LeavesJson) {
  uint32_t cuts = 0;
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    Random random(seed);
    const std::string json = "{" + string(random) + ":" + value(random, 0) + "}";
    const uint64_t units = test::unitsOf(json);
    for (const uint64_t stay : {uint64_t{0}, units / 8, units / 2, units - 1}) {
      const auto cut = jsonCut(json, stay);
      if (!cut) continue;
      ++cuts;
      ASSERT_LE(cut->from, cut->to);
      ASSERT_LE(cut->to, json.size());
      const std::string head = json.substr(0, cut->from);
      const std::string tail = json.substr(cut->to);
      const std::string left = head + "[...]" + cut->closing + tail;
      ASSERT_TRUE(nlohmann::json::accept(left)) << json << "\n" << left;
      const bool first = cut->closing.empty() || head.ends_with("\"");
      ASSERT_TRUE(first || test::unitsOf(head) <= stay) << json << "\n" << left;
      if (cut->closing.empty()) {
        ASSERT_LE(test::unitsOf(head + tail), stay);
      }
    }
  }
  EXPECT_GT(cuts, 1'000U);
}

TEST(JsonCut, TakesTheMiddleOfTheLongestString) {
  const std::string json =
      R"({"path":"src/a.ts","content":")" + std::string(5'000, 'x') + R"(","mode":"w"})";
  const auto cut = jsonCut(json, 600);
  ASSERT_TRUE(cut.has_value());
  const auto left =
      nlohmann::json::parse(json.substr(0, cut->from) + "[...]" + json.substr(cut->to));
  EXPECT_EQ(left["path"], "src/a.ts");
  EXPECT_EQ(left["mode"], "w");
  EXPECT_FALSE(jsonCut("{\"rows\":[1,2,3]}", 4).has_value());
}

TEST(JsonCut, TakesAnyBytes) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    std::string bytes;
    static constexpr std::string_view kBytes = "{}[]\",:\\u\xFF\xE4 d8a";
    for (uint32_t i = random.below(60); i > 0; --i) bytes += kBytes[random.below(kBytes.size())];
    for (const uint64_t stay : {0U, 5U, 30U}) {
      const auto cut = jsonCut(bytes, stay);
      if (cut) {
        EXPECT_LE(cut->from, cut->to);
        EXPECT_LE(cut->to, bytes.size());
      }
    }
  }
}

}  // namespace
}  // namespace epitome::text
