// promise: 9 loses nothing silently
/// That identifiers are found where a generator that knows nothing of the rules put them, and that
/// what was read is known again in other spellings.
#include "summary/identifiers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/fact_phrases.h"
#include "core/support/random_text.h"
#include "summary/identifier_set.h"

namespace epitome {
namespace {

using enum IdentifierKind;
using test::Random;

struct Found {
  IdentifierKind kind;
  bool sure;
  uint64_t begin;
  uint64_t end;
  std::string text;
  bool operator==(const Found&) const = default;
};

class Collector final : public IdentifierSink {
 public:
  void identifier(const Identifier& found) override {
    all.push_back({found.kind, found.sure, found.begin, found.end, std::string(found.text)});
  }
  std::vector<Found> all;
};

std::vector<Found> allIn(std::string_view text) {
  Collector collector;
  findIdentifiers(text, collector);
  return collector.all;
}

std::vector<std::string> sureIn(std::string_view text) {
  std::vector<std::string> out;
  for (const Found& found : allIn(text)) {
    if (found.sure) out.push_back(found.text);
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(Identifiers, TakeUnitsWhole) {
  EXPECT_EQ(sureIn("at 37,174 °C it stops, at 20 °F not"), (Texts{"37,174 °C", "20 °F"}));
  EXPECT_EQ(sureIn("turn it by 12.5° now"), Texts{"12.5°"});
  EXPECT_EQ(sureIn("850.25 req/s at 12 MB/s, 60 fps/7 and 3.5 GB/day."),
            (Texts{"850.25 req/s", "12 MB/s", "60 fps", "3.5 GB/day"}));
}

TEST(Identifiers, AreFoundInSentencesOfManyKinds) {
  uint32_t missed = 0;
  constexpr uint32_t kTrials = 20'000;
  for (uint64_t seed = 0; seed < kTrials; ++seed) {
    Random random(seed);
    const test::Canary canary = test::randomCanary(random);
    size_t at = 0;
    const std::string text = test::phraseWith(random, canary.text, at);
    bool there = false;
    for (const Found& found : allIn(text)) {
      const bool begins = found.begin == at && found.kind == canary.kind && found.sure;
      const bool ends = found.end == at + canary.text.size();
      // A message goes on to the end of its line.
      there = there || (begins && (ends || canary.kind == kErrorText));
    }
    if (!there && ++missed < 20) ADD_FAILURE() << canary.text << " in: " << text;
  }
  EXPECT_LE(missed, kTrials / 1000);
}

TEST(Identifiers, DoNotDependOnHowATextIsCut) {
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    Random random(seed);
    std::string text;
    for (uint32_t i = random.below(12); i > 0; --i) {
      size_t at = 0;
      text += random.chance(70) ? test::phraseWith(random, test::randomCanary(random).text, at)
                                : test::randomBytes(random, random.below(60));
      if (random.chance(5)) text += std::string(random.below(6'000), 'x');
      if (random.chance(5)) text += test::randomText(random, 800);
    }
    const std::vector<Found> whole = allIn(text);
    Collector collector;
    IdentifierReader reader(collector);
    for (int round = 0; round < 2; ++round) {
      collector.all.clear();
      for (const std::string& piece : test::randomPieces(random, text)) reader.update(piece);
      reader.finish();
      ASSERT_EQ(collector.all, whole) << seed;
    }
    for (const Found& found : whole) {
      ASSERT_LT(found.begin, found.end);
      ASSERT_EQ(text.substr(found.begin, found.end - found.begin), found.text);
    }
  }
}

TEST(Identifiers, ArePlainlyAbsentFromPlainWords) {
  static constexpr std::string_view kPlain[] = {
      "Please read and/or write it, e.g. today (i.e. now), the U.S.A. and 3 of 4 others.",
      "We use Node.js, GitHub and TypeScript; the iPhone is read/write, at 24/7.",
      "It failed. That is an error, and the exception proves the rule: no.",
      "He said: \"well, yes/no/maybe\"... and that was it -- for now - really.",
      "const x = a.b; // input/output of TCP/IP, client/server",
      "\u6211\u4eec\u660e\u5929\u518d\u8bf4\uff0c\u597d\u5417\uff1f \u041d\u0435\u0442, "
      "\u0434\u0430.",
      "May I ask? In March we met. You may 1 time see.",
      "1) one 2) two 3) three; 10 - 20, 7/8, 100",
      "2.1 Title\n## 2.2.1. Another\n- 1.2 It ends with a string.So it goes.",
      "UTF-8, SHA-256, x86 and utf8 are fine; so are H2O and C++.",
  };
  for (const std::string_view text : kPlain) EXPECT_EQ(sureIn(text), Texts{}) << text;
}

TEST(Identifiers, HaveTheirBorders) {
  EXPECT_EQ(sureIn("in src/a_b/plan.cc:120:5, see"), Texts{"src/a_b/plan.cc"});
  EXPECT_EQ(sureIn("{\"path\":\"src/x.ts\",\"n\":12345}"), (Texts{"src/x.ts", "12345"}));
  EXPECT_EQ(sureIn("(https://en.wikipedia.org/wiki/A_(b)), then"),
            Texts{"https://en.wikipedia.org/wiki/A_(b)"});
  EXPECT_EQ(sureIn("--output=dist/app.js"), (Texts{"--output", "dist/app.js"}));
  EXPECT_EQ(sureIn("costs $1,299.50 or \u20ac"
                   "12"),
            (Texts{"$1,299.50",
                   "\u20ac"
                   "12"}));
  EXPECT_EQ(sureIn("session.plan() and foo() call Planner::run"),
            (Texts{"session.plan", "foo", "Planner::run"}));
  EXPECT_EQ(sureIn("\u8bf7\u770bdocs/\u8bf4\u660e.md\u6587\u4ef6"), Texts{"docs/\u8bf4\u660e.md"});
  EXPECT_EQ(sureIn("error TS2322: Type 'a' is not assignable to type 'b'.").back(),
            "error TS2322: Type 'a' is not assignable to type 'b'.");
  EXPECT_EQ(sureIn("use `weird` or `x-weird` there"), Texts{"x-weird"});
  EXPECT_EQ(sureIn("C:\\work\\new\\a.txt is"), Texts{"C:\\work\\new\\a.txt"});
  EXPECT_EQ(sureIn("at 127.0.0.1:8080 or localhost:3000/x").size(), 3U);
  EXPECT_EQ(sureIn("@ai-sdk/openai@1.2.3"), (Texts{"@ai-sdk/openai", "1.2.3"}));
}

/// What is found again inside what was found is bounded, whatever the text.
TEST(Identifiers, NestLittleOnHostileText) {
  static constexpr std::string_view kPatterns[] = {
      "1,111,", "a@",      "@",  "#",    "a://",    "://", "1.1.", "::",       "a-",
      "/a",     "error: ", "v1", "May ", "\u4e00/", "1'",  "((",   "http://(", "0x",
      "--a",    "`",       "a_", "x",    "\\",      "9",   "1:1"};
  for (const std::string_view pattern : kPatterns) {
    class Counter final : public IdentifierSink {
     public:
      void identifier(const Identifier& found) override { bytes += found.end - found.begin; }
      uint64_t bytes = 0;
    } counter;
    std::string text;
    while (text.size() < 300'000) text += pattern;
    findIdentifiers(text, counter);
    // Nested finds are few: no byte lies in more than a handful of them.
    EXPECT_LE(counter.bytes, 6 * text.size()) << pattern;
  }
}

TEST(IdentifierSet, KnowsWhatItReadInOtherSpellings) {
  struct Case {
    std::string_view read;
    IdentifierKind kind;
    std::string_view asked;
    bool there = true;
  };
  static constexpr Case kCases[] = {
      {"read /home/proj/src/session/plan.cc now", kPath, "plan.cc"},
      {"read /home/proj/src/session/plan.cc now", kPath, "src/session/plan.cc"},
      {"read /home/proj/src/session/plan.cc now", kPath, "./session/plan.cc:12"},
      {"read /home/proj/src/session/plan.cc now", kPath, "src/session/"},
      {"read /home/proj/src/session/plan.cc now", kPath, "src/plan.cc", false},
      {"read /home/proj/src/session/plan.cc now", kPath, "lan.cc", false},
      {"it has 1200 lines", kNumber, "1,200"},
      {"it has 1,200 lines", kNumber, "1200"},
      {"it has 1.200 lines", kNumber, "1200"},
      {"took 12ms", kNumber, "12 ms"},
      {"\"duration\":12", kNumber, "12 ms"},
      {"took 3.14159 s", kNumber, "3.14"},
      {"took 3.14159 s", kNumber, "3.142"},
      {"took 9.996 s", kNumber, "10.0"},
      {"took 3.14159 s", kNumber, "3.15", false},
      {"took 152.98 kB", kNumber, "152.9"},
      {"took 152.98 kB", kNumber, "153.0 kB"},
      {"took 152.98 kB", kNumber, "153"},
      {"took 152.98 kB", kNumber, "152.90 kB", false},
      {"took 152.98 kB", kNumber, "153.00", false},
      {"took 152.9 kB", kNumber, "152.90 kB"},
      {"took 1,152.96 kB", kNumber, "1,153.0"},
      {"[1,25,3456]", kNumber, "3456"},
      {"it costs $1,299.50", kNumber, "1299.5 USD"},
      {"it costs 1299.5", kNumber, "$1,299.50"},
      {"it costs 1299.5", kNumber, "$1,299.60", false},
      {"in 2024-05-15", kNumber, "2024"},
      {"on 2024-05-15T15:00:00Z", kTime, "May 15, 2024"},
      {"on 2024-05-15T15:00:00Z", kTime, "15:00"},
      {"on 15 May 2024", kTime, "2024-05-15"},
      {"on 2024-05-15", kTime, "2024-05-16", false},
      {"commit 30da2b6f99aabbccddeeff0011223344556677aa", kHash, "30da2b6"},
      {"commit 30da2b6f99aabbccddeeff0011223344556677aa", kHash, "30da2b7", false},
      {"see https://Docs.Example.com/a/b?c=1#d", kUrl, "http://docs.example.com/a/"},
      {"see https://docs.example.com/a/b?c=1", kUrl, "docs.example.com"},
      {"see https://docs.example.com/a/b", kUrl, "https://docs.example.com/b", false},
      {"uses v1.2.3", kVersion, "1.2.3"},
      {"uses v1.2.3", kNumber, "1.2"},
      {"calls planFold twice", kSymbol, "planFold"},
      {"calls planFold twice", kSymbol, "planfold", false},
      {"the path is ../x/y/z", kPath, "y/z"},
      {"failed with ERR4031x", kNumber, "4031"},
  };
  for (const Case& one : kCases) {
    IdentifierSet set;
    set.add(one.read);
    EXPECT_EQ(set.has(one.kind, one.asked), one.there) << one.read << " / " << one.asked;
  }
}

TEST(IdentifierSet, HasWhateverItWasGiven) {
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    Random random(seed);
    const test::Canary canary = test::randomCanary(random);
    size_t at = 0;
    IdentifierSet set;
    set.add(test::phraseWith(random, canary.text, at));
    for (int again = 0; again < 3; ++again) {
      const std::string other = test::phraseWith(random, canary.text, at);
      for (const Found& found : allIn(other)) {
        if (found.sure && found.begin == at && found.kind != kErrorText) {
          ASSERT_TRUE(set.has(found.kind, found.text)) << found.text << " in " << other;
        }
      }
    }
    const test::Canary stranger = test::randomCanary(random);
    if (stranger.kind == kUuid) {
      ASSERT_FALSE(set.has(stranger.kind, stranger.text));
    }
  }
}

TEST(KeySet, NeverForgetsAndSeldomImagines) {
  KeySet set;
  Random keys(1);
  constexpr uint32_t kCount = 600'000;
  for (uint32_t i = 0; i < kCount; ++i) set.add(keys.next() | 1);
  EXPECT_FALSE(set.exact());
  Random again(1);
  for (uint32_t i = 0; i < kCount; ++i) ASSERT_TRUE(set.has(again.next() | 1));
  Random others(2);
  uint32_t imagined = 0;
  for (uint32_t i = 0; i < 100'000; ++i) imagined += set.has(others.next() | 1) ? 1 : 0;
  EXPECT_LT(imagined, 1'000U);
  KeySet small;
  for (uint64_t key = 1; key <= 100'000; ++key) small.add(key * 0x9E3779B97F4A7C15ULL);
  EXPECT_TRUE(small.exact());
  EXPECT_EQ(small.size(), 100'000U);
}

}  // namespace
}  // namespace epitome
