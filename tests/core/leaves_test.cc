/// Plain values against nlohmann/json, which reads the whole: how they are decoded, and which name
/// and object each belongs to.
#include "extract/leaves.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/random_json.h"
#include "core/support/random_text.h"
#include "text/json_values.h"

namespace epitome {
namespace {

using test::Random;
using Json = nlohmann::ordered_json;

/// Names and values as they come.
class Listed final : public text::JsonValues {
 public:
  std::vector<std::pair<bool, std::string>> all;

 private:
  void open(bool, uint64_t) override {}
  void close(uint64_t) override {}
  void piece(bool, std::string_view utf8) override { text_ += utf8; }
  void end(bool name) override { all.emplace_back(name, std::exchange(text_, {})); }

  std::string text_;
};

/// Writes the same list by asking nlohmann to report what it reads.
class Oracle final : public nlohmann::json_sax<Json> {
 public:
  std::vector<std::pair<bool, std::string>> all;
  std::vector<Leaf> leaves;

  bool null() override { return value("null"); }
  bool boolean(bool is) override { return value(is ? "true" : "false"); }
  bool number_integer(number_integer_t) override { return value("#"); }
  bool number_unsigned(number_unsigned_t) override { return value("#"); }
  bool number_float(number_float_t, const string_t&) override { return value("#"); }
  bool string(string_t& text) override { return value(text); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override {
    levels_.push_back({++objects_, ""});
    return true;
  }
  bool end_object() override {
    levels_.pop_back();
    return true;
  }
  bool start_array(size_t) override {
    levels_.push_back(levels_.empty() ? std::pair(0U, std::string()) : levels_.back());
    return true;
  }
  bool end_array() override {
    levels_.pop_back();
    return true;
  }
  bool key(string_t& name) override {
    all.emplace_back(true, name);
    levels_.back().second = name;
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool value(const std::string& text) {
    all.emplace_back(false, text);
    const auto [object, name] = levels_.empty() ? std::pair(0U, std::string()) : levels_.back();
    leaves.push_back({name, text, false, object, static_cast<uint32_t>(levels_.size())});
    return true;
  }

  /// Of each container the object that its values are of, and the name that holds them.
  std::vector<std::pair<uint32_t, std::string>> levels_;
  uint32_t objects_ = 0;
};

/// Numbers are told as they are written; nlohmann reads them.
std::string told(const std::string& value) {
  const bool number = !value.empty() && (value[0] == '-' || (value[0] >= '0' && value[0] <= '9'));
  return number && Json::accept(value) ? "#" : value;
}

TEST(JsonValues, DecodesAsNlohmannDoes) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    Random random(seed);
    const std::string json = test::randomJsonText(random, 4);
    Oracle oracle;
    ASSERT_TRUE(Json::sax_parse(json, &oracle)) << json;
    Listed listed;
    text::JsonStream stream;
    for (const std::string& piece : test::randomPieces(random, json)) stream.update(piece, listed);
    ASSERT_TRUE(stream.finish(listed)) << json;
    ASSERT_EQ(listed.all.size(), oracle.all.size()) << json;
    for (size_t i = 0; i < listed.all.size(); ++i) {
      ASSERT_EQ(listed.all[i].first, oracle.all[i].first) << json;
      const std::string& expected = oracle.all[i].second;
      // "0" as a string reads like a number.
      ASSERT_TRUE(listed.all[i].second == expected || told(listed.all[i].second) == expected)
          << json << "\n"
          << listed.all[i].second << "\n"
          << expected;
    }
  }
}

TEST(JsonValues, ALoneSurrogateIsAReplacementCharacter) {
  constexpr std::string_view kBad = "\uFFFD";
  const std::pair<std::string, std::string> cases[] = {
      {R"("\ud83d")", std::string(kBad)},
      {R"("\ude00x")", std::string(kBad) + "x"},
      {R"("\ud83d\ud83d\ude00")", std::string(kBad) + "\U0001F600"},
      {R"("\ud83d\n\ude00")", std::string(kBad) + "\n" + std::string(kBad)},
      {R"("\ud83dx\u00e9")", std::string(kBad) + "x\u00e9"}};
  for (const auto& [json, value] : cases) {
    Listed listed;
    text::JsonStream stream;
    stream.update(json, listed);
    EXPECT_TRUE(stream.finish(listed));
    ASSERT_EQ(listed.all.size(), 1U);
    EXPECT_EQ(listed.all[0].second, value) << json;
  }
}

TEST(Leaves, BelongToTheNamesAndObjectsThatNlohmannSees) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    Random random(seed);
    const std::string json = test::randomJsonText(random, 4);
    Oracle oracle;
    ASSERT_TRUE(Json::sax_parse(json, &oracle)) << json;
    const uint32_t most = random.chance(20) ? random.below(6) : 10'000;
    const std::vector<Leaf> leaves = leavesOf(json, most);
    ASSERT_EQ(leaves.size(), std::min<size_t>(most, oracle.leaves.size())) << json;
    for (size_t i = 0; i < leaves.size(); ++i) {
      const Leaf& leaf = leaves[i];
      const Leaf& expected = oracle.leaves[i];
      ASSERT_TRUE(test::isWellFormed(leaf.value) && test::isWellFormed(leaf.name));
      ASSERT_EQ(leaf.object, expected.object) << json;
      ASSERT_EQ(leaf.depth, expected.depth) << json;
      // Of what is cut, the beginning; a character at its end may be replaced.
      if (expected.name.size() <= 64) {
        ASSERT_EQ(leaf.name, expected.name) << json;
      }
      const bool fits = expected.value.size() <= 240 && expected.name.size() <= 64;
      if (fits) {
        ASSERT_FALSE(leaf.cut) << json;
        ASSERT_TRUE(leaf.value == expected.value || told(leaf.value) == expected.value) << json;
      } else if (expected.value.size() > 240) {
        ASSERT_TRUE(leaf.cut) << json;
        ASSERT_LE(leaf.value.size(), 242U) << json;
        ASSERT_TRUE(expected.value.starts_with(leaf.value.substr(0, 236))) << json;
      }
    }
  }
}

TEST(Leaves, InFrontOfAFaultAreThere) {
  const std::vector<Leaf> leaves = leavesOf(R"({"a": "x", "b": [1, 2}, "c": 3)", 10);
  ASSERT_EQ(leaves.size(), 3U);
  EXPECT_EQ(leaves[0].value, "x");
  EXPECT_EQ(leaves[2].name, "b");
  EXPECT_TRUE(leavesOf("not json", 10).empty());
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    const std::string whole = test::randomJsonText(random, 3);
    const std::string broken =
        random.chance(50) ? whole.substr(0, random.below(static_cast<uint32_t>(whole.size()) + 1))
                          : test::randomBytes(random, random.below(200));
    for (const Leaf& leaf : leavesOf(broken, 100)) {
      ASSERT_TRUE(test::isWellFormed(leaf.value)) << seed;
    }
  }
}

}  // namespace
}  // namespace epitome
