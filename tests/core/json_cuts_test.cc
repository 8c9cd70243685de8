// promise: 1 always valid
/// Against nlohmann/json: what is left parses, is part of what there was, and is as short as asked.
#include "edits/json_cuts.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/grapheme_oracle.h"
#include "core/support/random_json.h"
#include "core/support/random_text.h"
#include "text/utf.h"

namespace epitome {
namespace {

using test::Random;
using Json = nlohmann::ordered_json;

struct Outcome {
  bool json = false;
  std::vector<JsonCut> cuts;
  std::string text;
};

Outcome cutDown(const std::string& text, uint64_t budget, Random& random) {
  JsonCuts reader(budget);
  for (const std::string& piece : test::randomPieces(random, text)) reader.update(piece);
  Outcome outcome;
  outcome.cuts = reader.finish();
  outcome.json = reader.wasJson();
  uint64_t at = 0;
  size_t byte = 0;
  const auto pass = [&](uint64_t to) {
    const text::Reach reach = text::reach(std::string_view(text).substr(byte), to - at);
    EXPECT_EQ(reach.units, to - at) << "inside a surrogate pair";
    byte += reach.bytes;
    at = to;
  };
  for (const JsonCut& cut : outcome.cuts) {
    EXPECT_LT(cut.from, cut.to);
    EXPECT_LE(at, cut.from);
    const size_t start = byte;
    pass(cut.from);
    outcome.text += text.substr(start, byte - start) + cut.text;
    pass(cut.to);
  }
  outcome.text += text.substr(byte);
  EXPECT_LE(outcome.cuts.size(), JsonCuts::kMostCuts);
  return outcome;
}

bool isMarker(const std::string& text) {
  return text.starts_with("... ") && text.ends_with(" omitted");
}

/// Every value of `part` is one of `whole`, in its place and order, or a marker.
bool isPartOf(const Json& part, const Json& whole) {
  if (part == whole) return true;
  if (part.is_string() && whole.is_string()) {
    const std::string& text = part.get_ref<const std::string&>();
    const std::string& from = whole.get_ref<const std::string&>();
    // What a string says itself may look like a marker.
    for (size_t at = text.find(" [... "); at != std::string::npos;
         at = text.find(" [... ", at + 1)) {
      const size_t end = text.find(" characters omitted ...] ", at);
      if (end == std::string::npos) return false;
      const std::string tail = text.substr(end + 25);
      if (from.starts_with(text.substr(0, at)) && from.ends_with(tail)) return true;
    }
    return false;
  }
  if (part.type() != whole.type()) return false;
  if (part.is_array()) {
    // From the front to the marker, and from the back to it.
    size_t first = 0;
    while (first < part.size() && first < whole.size() && isPartOf(part[first], whole[first]))
      ++first;
    if (first == part.size()) return first == whole.size();
    if (!part[first].is_string() || !isMarker(part[first].get<std::string>())) return false;
    const size_t behind = part.size() - first - 1;
    const size_t left = whole.size() - first - behind;
    if (part[first].get<std::string>().find(" " + std::to_string(left) + " ") == std::string::npos)
      return false;
    for (size_t i = 0; i < behind; ++i) {
      if (!isPartOf(part[first + 1 + i], whole[whole.size() - behind + i])) return false;
    }
    return true;
  }
  if (!part.is_object()) return false;
  for (const auto& [name, value] : part.items()) {
    if (name == "...") continue;
    if (!whole.contains(name) || !isPartOf(value, whole[name])) return false;
  }
  return true;
}

/// A text of the shape that tools answer with: many elements, or long strings, or both.
std::string toolResult(Random& random, uint32_t scale) {
  Json root = random.chance(50) ? Json::array() : Json::object();
  const uint32_t count = 1 + random.below(random.chance(30) ? 400 : 20);
  for (uint32_t i = 0; i < count; ++i) {
    Json item;
    switch (random.below(4)) {
      case 0:
        item = i;
        break;
      case 1:
        item = test::prose(1 + random.below(scale), i);
        break;
      case 2:
        for (uint32_t k = random.below(12); k > 0; --k)
          item["key" + std::to_string(k)] = test::prose(1 + random.below(scale / 4), k);
        break;
      default:
        for (uint32_t k = random.below(60); k > 0; --k) item.push_back(k * 1000);
    }
    if (root.is_array()) {
      root.push_back(item);
    } else {
      root["member" + std::to_string(i)] = item;
    }
  }
  return root.dump(random.chance(50) ? 2 : -1);
}

TEST(JsonCuts, LeavesJsonWithinTheBudget) {
  uint64_t kept = 0;
  uint64_t allowed = 0;
  uint32_t cut = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::string text = toolResult(random, random.chance(50) ? 4'000 : 200);
    const uint64_t budget = 600 + random.below(8'000);
    const Outcome outcome = cutDown(text, budget, random);
    ASSERT_TRUE(outcome.json);
    ASSERT_EQ(outcome.cuts.empty(), text.size() <= budget) << seed;
    ASSERT_LE(outcome.text.size(), budget) << seed << " of " << text.size();
    const Json left = Json::parse(outcome.text, nullptr, false);
    ASSERT_FALSE(left.is_discarded()) << seed << "\n" << outcome.text;
    ASSERT_TRUE(isPartOf(left, Json::parse(text))) << seed << "\n" << outcome.text;
    if (outcome.cuts.empty()) continue;
    ++cut;
    kept += outcome.text.size();
    allowed += budget;
  }
  EXPECT_GT(cut, 150);
  // Shorter than asked for is a loss too.
  EXPECT_GT(kept, allowed * 7 / 10) << kept * 100 / allowed << " percent";
}

TEST(JsonCuts, LeavesJsonOfAnyText) {
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    Random random(seed);
    const std::string text = test::randomJsonText(random, 2 + random.below(7));
    const uint64_t budget = random.below(random.chance(30) ? 1'500 : 150);
    const Outcome outcome = cutDown(text, budget, random);
    ASSERT_TRUE(outcome.json) << text;
    ASSERT_LE(outcome.text.size(), text.size());
    const auto left = nlohmann::json::parse(outcome.text, nullptr, false);
    ASSERT_FALSE(left.is_discarded()) << seed << " budget " << budget << "\n"
                                      << text << "\n"
                                      << outcome.text;
  }
}

TEST(JsonCuts, CutsStringsBetweenClusters) {
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    Random random(seed);
    std::string inside;
    while (inside.size() < 2'000) inside += test::randomJsonString(random, 8).substr(1);
    // The closing quotes inside.
    std::erase(inside, '"');
    if (inside.ends_with('\\')) continue;
    for (size_t at = inside.find('\\'); at != std::string::npos; at = inside.find('\\', at + 2)) {
      // What escaped a quote that is gone.
      if (std::string_view("\\/bfnrtu").find(inside[at + 1]) == std::string_view::npos)
        inside[at + 1] = 'n';
    }
    const std::string text = "[\"" + inside + "\"]";
    if (!nlohmann::json::accept(text)) continue;
    const Outcome outcome = cutDown(text, 300 + random.below(400), random);
    ASSERT_EQ(outcome.cuts.size(), 1U);
    std::vector<uint32_t> codes;
    const std::string whole = Json::parse(text)[0].get<std::string>();
    for (const auto& point : test::codePointsOf(whole)) codes.push_back(point.code);
    const std::string left = Json::parse(outcome.text)[0].get<std::string>();
    const size_t head = left.find(" [... ");
    const std::string tail = left.substr(left.find(" characters omitted ...] ") + 25);
    ASSERT_TRUE(whole.starts_with(left.substr(0, head)));
    ASSERT_TRUE(whole.ends_with(tail));
    const std::vector<bool> safe = test::safeCuts(codes);
    EXPECT_TRUE(safe[test::codePointsOf(left.substr(0, head)).size()]) << seed;
    const size_t behind = test::codePointsOf(tail).size();
    if (behind > 0) {
      EXPECT_TRUE(safe[codes.size() - behind]) << seed;
    }
  }
}

TEST(JsonCuts, KeepsTheFirstAndTheLastOfLongLists) {
  Json list = Json::array();
  for (uint32_t i = 0; i < 20'000; ++i)
    list.push_back({{"id", i}, {"name", "n" + std::to_string(i)}});
  Random random(1);
  const std::string text = list.dump();
  const Outcome outcome = cutDown(text, 2'000, random);
  const Json left = Json::parse(outcome.text);
  ASSERT_EQ(outcome.cuts.size(), 1U);
  EXPECT_LE(outcome.text.size(), 2'000U);
  EXPECT_GT(left.size(), 30U);
  EXPECT_EQ(left.front(), list.front());
  EXPECT_EQ(left.back(), list.back());
}

TEST(JsonCuts, KeepsNamesAndShortValues) {
  Json object;
  for (const std::string_view name : {"stdout", "stderr", "log"})
    object[name] = std::string(50'000, 'x');
  object["exitCode"] = 1;
  object["files"] = Json::array({"a.c", "b.c"});
  Random random(1);
  const Outcome outcome = cutDown(object.dump(2), 3'000, random);
  const Json left = Json::parse(outcome.text);
  EXPECT_EQ(outcome.cuts.size(), 3U);
  EXPECT_EQ(left.size(), object.size());
  EXPECT_EQ(left["exitCode"], 1);
  EXPECT_EQ(left["files"], object["files"]);
}

TEST(JsonCuts, GivesNoneForWhatIsNoJson) {
  Random random(1);
  const std::string deep =
      std::string(65, '[') + "\"" + std::string(9'000, 'x') + "\"" + std::string(65, ']');
  for (const std::string& text : {deep, std::string(9'000, 'x'), "[\"" + std::string(9'000, 'x'),
                                  "[" + std::string(9'000, ' ') + "},"}) {
    const Outcome outcome = cutDown(text, 1'000, random);
    EXPECT_FALSE(outcome.json);
    EXPECT_TRUE(outcome.cuts.empty());
  }
  EXPECT_FALSE(cutDown(deep.substr(1, deep.size() - 2), 1'000, random).cuts.empty());
}

TEST(JsonCuts, HoldsOnInHugeAndHostileTexts) {
  Random random(1);
  std::string wide = "[";
  for (uint32_t i = 0; i < 3'000; ++i) {
    wide += "{\"" + std::string(300, 'k') + "\":[\"" + std::string(700, 'v') + "\",[[" +
            std::string(200, '1') + "],2]]},";
  }
  wide += "0]";
  std::string nested;
  for (uint32_t i = 0; i < 60; ++i) nested += "[\"" + std::string(500, 'a') + "\",";
  nested += "1";
  for (uint32_t i = 0; i < 60; ++i) nested += ",\"" + std::string(500, 'b') + "\"]";
  for (const std::string& text :
       {wide, nested, "\"" + std::string(3'000'000, 'x') + "\"", "[" + wide + "," + nested + "]"}) {
    for (const uint64_t budget : {0U, 10U, 100U, 1'000U, 20'000U}) {
      const Outcome outcome = cutDown(text, budget, random);
      ASSERT_TRUE(Json::accept(outcome.text)) << budget;
      ASSERT_FALSE(outcome.cuts.empty());
      ASSERT_LE(outcome.text.size(), std::max<uint64_t>(budget, 200)) << budget;
    }
  }
}

}  // namespace
}  // namespace epitome
