// promise: api
/// What a host is told that its blocks may take, and what of them stands behind the segments.

#include "summary/blocks.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;

/// A text of exactly so many tokens. Not every beginning of a text is one token longer than
/// another.
std::string ofTokens(uint32_t tokens, uint32_t seed) {
  for (;; seed += 1'000) {
    std::string text = test::prose(tokens * 8, seed);
    while (tokensOfText(text, Family::kO200k) > tokens) text.pop_back();
    if (tokensOfText(text, Family::kO200k) == tokens) return text;
  }
}

TEST(Blocks, TextsThatTakeTheirRoomExactlyFit) {
  for (uint32_t room = 1; room < 2'000; room = room * 3 / 2 + 1) {
    const std::string name = "a name of some words, longer than many a text";
    const FittedBlocks one = fitBlocks({{name, ofTokens(room, room)}}, room, Family::kO200k);
    ASSERT_EQ(one.blocks.size(), 1U) << room;
    EXPECT_EQ(one.blocks[0].text.find("left out"), std::string::npos) << room;
    EXPECT_TRUE(one.leftOut.empty());
    if (room < 4) continue;
    const FittedBlocks two =
        fitBlocks({{name, ofTokens(room / 2, 1)}, {name, ofTokens(room - room / 2, 2)}}, room,
                  Family::kO200k);
    EXPECT_EQ(two.blocks.size(), 2U) << room;
  }
}

TEST(Blocks, EachIsShownOrLeftOutAndTheTextsFit) {
  test::Random random(7);
  for (uint32_t round = 0; round < 300; ++round) {
    std::vector<BlockSource> sources;
    for (uint32_t i = random.below(20); i > 0; --i) {
      sources.push_back({"b" + std::to_string(i), test::prose(random.below(9'000), i)});
    }
    const int64_t room = random.below(3'000);
    const FittedBlocks fitted = fitBlocks(sources, room, Family::kO200k);
    EXPECT_EQ(fitted.blocks.size() + fitted.leftOut.size(), sources.size());
    int64_t tokens = 0;
    size_t bytes = 0;
    for (const Block& block : fitted.blocks) {
      tokens += tokensOfText(block.text.substr(block.text.find('\n') + 1), Family::kO200k);
      bytes += block.text.size();
    }
    EXPECT_LE(tokens, room);
    EXPECT_LE(bytes, kMostBlockBytes);
    for (const uint32_t index : fitted.leftOut) {
      for (const Block& block : fitted.blocks) EXPECT_NE(block.name, sources[index].name);
    }
  }
}

TEST(Blocks, TheRoomThatIsToldIsTheRoomThatIsGiven) {
  SessionOptions options = script::bareOptions(false);
  options.blocks = true;
  for (const double share : {0.05, 0.1, 300.0}) {
    options.policy.blockTokens = {share};
    Driver driver(options);
    int64_t told = 0;
    std::string text;
    driver.blocks = [&] {
      told = *driver.session().blockRoom(driver.run());
      text = ofTokens(static_cast<uint32_t>(told), 5);
      const auto row = [](const char* name, const std::string& words) {
        return nlohmann::json::array({name, words});
      };
      const auto rows =
          nlohmann::json::array({row("rules", text), row("more", ofTokens(1 + told / 2, 6))});
      return nlohmann::json::object({{"blocks", rows}}).dump();
    };
    driver.attach(Script().user("go"));
    for (uint32_t i = 0; i < 40 && driver.state().chain().empty(); ++i) {
      driver.append(Script().step("c" + std::to_string(i), test::prose(900, i)));
      driver.step(8'000);
    }
    ASSERT_GT(told, 0);
    EXPECT_LE(told, 800);
    ASSERT_EQ(driver.state().blocks().size(), 1U);
    EXPECT_EQ(driver.state().blocks()[0].text, "[rules, as it is now]\n" + text);
    EXPECT_EQ(driver.session().blocksLeftOut(driver.run()), std::vector<uint32_t>{1});
    EXPECT_EQ(driver.session().blockRoom(driver.run()).error(), ErrorCode::kOutOfOrder);
  }
}

}  // namespace
}  // namespace epitome
