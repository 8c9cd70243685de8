// promise: 9 loses nothing silently
/// Members are found, and nothing breaks on what is cut or hostile.
#include "summary/json_scan.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

std::vector<std::string> membersOf(std::string_view json) {
  std::vector<std::string> out;
  JsonScan scan(json);
  JsonMember member;
  while (scan.next(member)) {
    out.push_back(std::to_string(member.depth) + " " + std::string(member.name) +
                  (member.isString ? "=" + std::string(member.value) : "") +
                  (member.cut ? " (cut)" : ""));
  }
  return out;
}

TEST(JsonScan, FindsMembersAtEveryDepth) {
  const std::vector<std::string> wanted = {"1 path=a/b.ts", "1 n", "1 in", "2 x=1\\\"2", "1 last="};
  EXPECT_EQ(membersOf(R"({ "path" : "a/b.ts", "n":1.5, "in":{"x":"1\"2"}, "last":"" })"), wanted);
}

TEST(JsonScan, StringsInListsAreNoMembers) {
  EXPECT_EQ(membersOf(R"(["a","b",{"c":"d"}])"), std::vector<std::string>{"2 c=d"});
}

TEST(JsonScan, ToleratesACutAnywhere) {
  const std::string json = R"({"path":"src/x.ts","list":["a\\",{"deep":"\u00e9"}],"n":null})";
  for (size_t length = 0; length <= json.size(); ++length) {
    for (const std::string& member : membersOf(json.substr(0, length))) {
      EXPECT_FALSE(member.empty());
    }
  }
  EXPECT_EQ(membersOf(json.substr(0, 15)), std::vector<std::string>{"1 path=src/x. (cut)"});
}

TEST(JsonScan, EndsOnHostileBytes) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    test::Random random(seed);
    const std::string text = test::randomBytes(random, random.below(200));
    JsonScan scan(text);
    JsonMember member;
    size_t members = 0;
    while (scan.next(member)) ++members;
    EXPECT_LE(members, text.size());
    EXPECT_TRUE(test::isWellFormed(unescaped(text))) << seed;
  }
}

TEST(Unescaped, ReadsEveryEscape) {
  EXPECT_EQ(unescaped(R"(a\n\t\r\"\\\/b)"), "a\n\t\r\"\\/b");
  EXPECT_EQ(unescaped(R"(\u0041\u00e9\u4f60\ud83d\ude00)"), "A\u00e9\u4f60\U0001F600");
}

TEST(Unescaped, MendsWhatIsBroken) {
  EXPECT_EQ(unescaped(R"(\ud83d!)"), "\uFFFD!");
  EXPECT_EQ(unescaped(R"(\ude00\ud83d\u0041)"), "\uFFFD\uFFFDA");
  EXPECT_EQ(unescaped("end\\"), "end");
  EXPECT_EQ(unescaped("end\\u12"), "end12");
  EXPECT_EQ(unescaped("\\\U0001F600"), "\U0001F600");
}

}  // namespace
}  // namespace epitome
