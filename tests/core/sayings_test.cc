/// That what is kept of texts is whole, that much of the same stays little, and that names and
/// numbers are not lost in a flood.
#include "extract/sayings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "summary/shape.h"

namespace epitome {
namespace {

using test::Random;

void say(SayingsReader& reader, uint32_t message, std::string_view text, bool calls = false) {
  reader.begin(Role::kAssistant, PartKind::kText, 0, message);
  reader.text(text);
  reader.end();
  reader.endMessage(calls);
}

void print(SayingsReader& reader, uint32_t message, std::string_view text, uint16_t flags = 0) {
  reader.begin(Role::kTool, PartKind::kToolResult, flags, message);
  reader.text(text);
  reader.end();
  reader.endMessage(false);
}

bool holds(const std::vector<Saying>& all, std::string_view text) {
  return std::ranges::any_of(all, [&](const Saying& one) { return one.text == text; });
}

TEST(Sayings, OfTheAssistantAreWhatItConcludedAndDecided) {
  SayingsReader reader;
  say(reader, 1, "Let me look at src/a.ts first.", true);
  say(reader, 2,
      "## Result\nThe crash in src/net/pool.cc comes from the timeout of 30000 ms, because the "
      "socket is closed twice.\n```\nconst never = src / fixed; because 12 ms\n```\n"
      "Hope that helps!");
  print(reader, 3, "nothing to see");
  const std::vector<Saying> said = reader.takeSaid();
  EXPECT_TRUE(holds(said,
                    "The crash in src/net/pool.cc comes from the timeout of 30000 ms, because the "
                    "socket is closed twice."));
  EXPECT_TRUE(std::ranges::max(said, {}, &Saying::points).text.starts_with("The crash"));
  EXPECT_TRUE(reader.takeSaid().empty());
}

TEST(Sayings, OfToolsAreLinesWithValues) {
  SayingsReader reader;
  print(reader, 1, "Starting up\nserver version: 4.18.0\nListening on port: 8443\nok\n");
  print(reader, 2, R"({"id":"ORD-4471","status":"shipped","total":129.90})", kJson);
  print(reader, 3, "  12\tconst port = 8443;\n  13\timport x from 'y@1.2.3';\n");
  const std::vector<Saying> printed = reader.takePrinted();
  EXPECT_TRUE(holds(printed, "server version: 4.18.0"));
  EXPECT_TRUE(std::ranges::any_of(
      printed, [](const Saying& one) { return one.text.find("ORD-4471") != one.text.npos; }));
  for (const Saying& one : printed) EXPECT_NE(one.message, 3U) << one.text;
}

TEST(Sayings, ThatOnlyDifferInNumbersSayLittle) {
  SayingsReader reader;
  std::string log;
  for (int i = 0; i < 300; ++i) {
    log += "request " + std::to_string(i) + " took: " + std::to_string(100 + i) + " ms\n";
  }
  print(reader, 1, log);
  print(reader, 2, "peak memory: 512 MB\n");
  const std::vector<Saying> printed = reader.takePrinted();
  ASSERT_TRUE(holds(printed, "peak memory: 512 MB"));
  const auto peak = std::ranges::find(printed, "peak memory: 512 MB", &Saying::text);
  for (const Saying& one : printed) EXPECT_LE(one.points, peak->points) << one.text;
}

TEST(Sayings, ThatPromiseStayWhereNothingIsCalledBesideThem) {
  constexpr std::string_view kPlan = "I'll rotate the key in src/net/keys.cc on 12 May.";
  const auto pointsOf = [&](bool calls) {
    SayingsReader reader;
    say(reader, 1, kPlan, calls);
    const std::vector<Saying> said = reader.takeSaid();
    return said.empty() ? 0 : said.front().points;
  };
  EXPECT_GT(pointsOf(false), pointsOf(true));
}

TEST(Sayings, OfToolsThatAreErrorsOrRoutineSayLessThanValues) {
  const auto pointsOf = [](std::string_view line) {
    SayingsReader reader;
    // Twice, so that no word is rare.
    print(reader, 1, line);
    print(reader, 2, line);
    const std::vector<Saying> printed = reader.takePrinted();
    return printed.empty() ? 0 : printed.front().points;
  };
  const uint32_t value = pointsOf("listening on port: 8443");
  EXPECT_GT(value, 0U);
  EXPECT_LT(pointsOf("src/a.ts(19,52): error TS2304: Cannot find name 'port'."), value);
  EXPECT_LT(pointsOf("at listen (/w/src/port.ts:8443:12)"), value);
  EXPECT_LT(pointsOf("\"port\": 8443"), value);
}

TEST(Sayings, OfToolsWithWordsThatNoOtherOutputHasSayMore) {
  SayingsReader reader;
  for (uint32_t i = 1; i < 9; ++i) {
    print(reader, i, "Served " + std::to_string(i * 117) + " requests in total: fine");
  }
  print(reader, 9, "Served 4471 requests in total: fine\nQuota of the tenant ends: 4471 seats");
  const std::vector<Saying> printed = reader.takePrinted();
  ASSERT_TRUE(holds(printed, "Quota of the tenant ends: 4471 seats"));
  EXPECT_TRUE(std::ranges::max(printed, {}, &Saying::points).text.starts_with("Quota"));
}

TEST(Sayings, AreWholeBoundedAndWellFormedWhateverComes) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    SayingsReader reader;
    std::vector<std::string> texts(1);
    for (uint32_t message = 1; message < 30; ++message) {
      std::string text;
      for (uint32_t i = random.below(40); i > 0; --i) {
        static constexpr std::string_view kPieces[] = {"Fixed src/a/b.cc because of 12 ms. ",
                                                       "version: 1.2.",
                                                       "\n",
                                                       "We decided on ",
                                                       "https://x.org/a ",
                                                       "never ",
                                                       "{\"a\":",
                                                       "\"ORD-12\",",
                                                       "}",
                                                       "| t |",
                                                       "- ",
                                                       "\x80",
                                                       "\u4f60\u597d\u3002",
                                                       "  3\tx",
                                                       "error: no such file\n"};
        text += random.pick(kPieces);
        if (random.chance(20)) text += std::to_string(random.below(99'999)) + " ";
      }
      const bool well = test::isWellFormed(text);
      const bool assistant = random.chance(50);
      texts.push_back(well && (text.find('{') == text.npos || assistant) ? text : "");
      const auto kind = assistant ? PartKind::kText : PartKind::kToolResult;
      reader.begin(assistant ? Role::kAssistant : Role::kTool, kind,
                   random.chance(20) ? uint16_t{kJson} : uint16_t{0}, message);
      for (const std::string& piece : test::randomPieces(random, text)) reader.text(piece);
      reader.end();
      reader.endMessage(random.chance(50));
    }
    for (const bool said : {true, false}) {
      const std::vector<Saying> all = said ? reader.takeSaid() : reader.takePrinted();
      EXPECT_LE(all.size(), 512U);
      for (size_t i = 0; i < all.size(); ++i) {
        const Saying& one = all[i];
        ASSERT_TRUE(test::isWellFormed(one.text)) << seed;
        ASSERT_LE(one.text.size(), 400U);
        ASSERT_EQ(one.text, oneLine(one.text)) << seed;
        ASSERT_TRUE(i == 0 || all[i - 1].message <= one.message) << seed;
        ASSERT_LT(one.message, texts.size());
        const std::string& source = texts[one.message];
        ASSERT_TRUE(source.empty() || oneLine(source).find(one.text) != std::string::npos)
            << seed << "\n"
            << one.text << "\n"
            << source;
      }
    }
  }
}

TEST(Sayings, OfALongSessionStayBoundedAndKeepWhatSaysMost) {
  SayingsReader reader;
  say(reader, 1,
      "Root cause found: build 4471 of src/net/pool.cc fails because node 20.11.1 drops "
      "https://x.org/a after 30000 ms.");
  for (uint32_t i = 2; i < 3'000; ++i) {
    say(reader, i, "It works in src/file" + std::to_string(i) + ".ts now.");
  }
  const std::vector<Saying> said = reader.takeSaid();
  EXPECT_LE(said.size(), 512U);
  ASSERT_FALSE(said.empty());
  EXPECT_EQ(said.front().message, 1U);
}

TEST(Sayings, EndOfATextThatIsTooLongIsNotTorn) {
  SayingsReader reader;
  std::string text;
  while (text.size() < 65'520) text += "Nothing.\n";
  text.resize(65'510);
  text += "\nFixed 1.2.3 because src/a/longer/name.cc broke.";
  say(reader, 1, text);
  for (const Saying& one : reader.takeSaid()) {
    EXPECT_NE(text.find(one.text + "\n"), text.npos) << one.text;
  }
}

}  // namespace
}  // namespace epitome
