/// That what people name is kept under any flood and in one spelling, and that what is made up is
/// seen.
#include "summary/facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/fact_phrases.h"
#include "core/support/random_text.h"

namespace epitome {
namespace {

using enum IdentifierKind;
using test::Canary;
using test::Random;

void say(Facts& facts, Voice voice, uint32_t message, std::string_view text, bool json = false) {
  facts.begin(voice, message, json);
  facts.text(text);
  facts.end();
}

bool holds(const std::vector<Name>& names, const Canary& canary) {
  return std::ranges::any_of(names, [&](const Name& name) {
    return identifierKey(name.kind, name.text) == identifierKey(canary.kind, canary.text);
  });
}

const Name* find(const std::vector<Name>& names, std::string_view text) {
  const auto found = std::ranges::find(names, text, &Name::text);
  return found == names.end() ? nullptr : &*found;
}

/// Different ones, of which none is part of another.
std::vector<Canary> canariesOf(Random& random, uint32_t count) {
  std::vector<Canary> out;
  IdentifierSet known;
  while (out.size() < count) {
    const Canary canary = test::randomCanary(random);
    IdentifierSet own;
    own.add(" " + canary.text + "\n");
    const bool clash = known.has(canary.kind, canary.text) ||
                       std::any_of(out.begin(), out.end(), [&](const Canary& other) {
                         return own.has(other.kind, other.text);
                       });
    if (clash) continue;
    known.add(" " + canary.text + "\n");
    out.push_back(canary);
  }
  return out;
}

TEST(Facts, OfUsersOutliveAnyFlood) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const std::vector<Canary> canaries = canariesOf(random, 40);
    Facts facts;
    for (uint32_t message = 1; message <= 400; ++message) {
      if (message % 10 == 0) {
        size_t at = 0;
        say(facts, Voice::kUser, message,
            test::phraseWith(random, canaries[message / 10 - 1].text, at));
        continue;
      }
      std::string noise;
      for (uint32_t i = 0; i < 40; ++i) noise += "f" + std::to_string(random.next()) + ".ts\n";
      say(facts, Voice::kTool, message, noise);
    }
    const std::vector<Name> names = facts.names();
    EXPECT_LE(names.size(), Facts::kMostNames);
    uint32_t lost = 0;
    for (const Canary& canary : canaries) {
      lost += canary.kind != kErrorText && !holds(names, canary) ? 1 : 0;
    }
    EXPECT_LE(lost, 1U) << seed;
  }
}

TEST(Facts, AreTheSameHoweverTheTextsAreCut) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Facts whole;
    Facts cut;
    for (uint32_t message = 1; message < 40; ++message) {
      const auto voice = static_cast<Voice>(random.below(4));
      size_t at = 0;
      std::string text = "x ";
      for (uint32_t i = random.below(6); i > 0; --i) {
        text += test::phraseWith(random, test::randomCanary(random).text, at) + "\n";
      }
      const bool json = random.chance(30);
      if (json) text = nlohmann::json{{"path", text}, {"list", {1, text}}}.dump();
      say(whole, voice, message, text, json);
      cut.begin(voice, message, json);
      for (const std::string& piece : test::randomPieces(random, text)) cut.text(piece);
      cut.end();
    }
    EXPECT_EQ(whole.names(), cut.names()) << seed;
  }
}

/// Counts again, message by message: of each voice once.
TEST(Facts, CountWhoNamesWhatInHowManyMessages) {
  static constexpr std::string_view kNames[] = {"src/a.cc", "lib/b.ts", "https://x.org/c", "v1.2.3",
                                                "readConfig"};
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Facts facts;
    std::map<std::string_view, std::map<uint32_t, std::set<Voice>>> said;
    for (uint32_t message = 1; message < 20; ++message) {
      for (uint32_t part = random.below(4); part > 0; --part) {
        const auto voice = static_cast<Voice>(random.below(4));
        std::string text;
        for (uint32_t i = random.below(4); i > 0; --i) {
          const std::string_view name = random.pick(kNames);
          text += "see " + std::string(name) + " there\n";
          said[name][message].insert(voice);
        }
        say(facts, voice, message, text);
      }
    }
    const std::vector<Name> names = facts.names();
    EXPECT_EQ(names.size(), said.size()) << seed;
    for (const auto& [text, messages] : said) {
      uint32_t use = 0;
      for (const auto& [message, voices] : messages) {
        for (const Voice voice : voices) use += useBy(voice);
      }
      const Name* name = find(names, text);
      ASSERT_NE(name, nullptr) << text;
      EXPECT_EQ(name->use, use) << seed << " " << text;
      EXPECT_EQ(name->message, messages.rbegin()->first) << seed << " " << text;
    }
  }
}

TEST(Facts, FadeWithAgeAndNeverTurnRound) {
  for (uint32_t age = 1; age < 100'000; age += 1 + age / 7) {
    EXPECT_LE(worthOf(8, 1, 1 + age), worthOf(8, 1, age));
    EXPECT_GE(worthOf(9, 1, age), worthOf(8, 1, age));
    EXPECT_GT(worthOf(1, 1, age), 0U);
  }
  EXPECT_EQ(worthOf(5, 9, 3), worthOf(5, 9, 9));
}

TEST(Facts, OfAFileHaveOneSpelling) {
  Facts facts;
  say(facts, Voice::kArgument, 1, R"({"path":"/home/eva/shop/src/cart.ts"})", true);
  say(facts, Voice::kAssistant, 3, "I look at src/cart.ts and /etc/hosts.cfg");
  const std::vector<Name> names = facts.names();
  const Name* cart = find(names, "src/cart.ts");
  ASSERT_NE(cart, nullptr);
  EXPECT_EQ(cart->use, useBy(Voice::kArgument) + useBy(Voice::kAssistant));
  EXPECT_EQ(cart->message, 3U);
  EXPECT_EQ(find(names, "/home/eva/shop/src/cart.ts"), nullptr);
  EXPECT_NE(find(names, "/etc/hosts.cfg"), nullptr);
}

TEST(Facts, NamesOfMembersAreNone) {
  Facts facts;
  say(facts, Voice::kTool, 1, R"({"src/member.cc":"src/value.cc","n":12345})");
  EXPECT_EQ(find(facts.names(), "src/member.cc"), nullptr);
  EXPECT_NE(find(facts.names(), "src/value.cc"), nullptr);
  // What programs print of numbers is no name; all of it was read.
  EXPECT_EQ(find(facts.names(), "12345"), nullptr);
  EXPECT_TRUE(facts.inventedIn("src/member.cc has 12345").empty());
}

TEST(Facts, ValuesOfCallsAreNamesOncePerMessage) {
  Facts facts;
  facts.value("San Francisco", 1);
  facts.value("San Francisco", 4);
  facts.value("ok", 4);
  facts.value("---", 4);
  facts.value(std::string(60, 'x'), 4);
  const std::vector<Name> names = facts.names();
  ASSERT_EQ(names.size(), 1U);
  EXPECT_EQ(names[0].text, "San Francisco");
  EXPECT_EQ(names[0].use, 2 * useBy(Voice::kArgument));
  EXPECT_EQ(names[0].message, 4U);
}

bool isGated(const Canary& canary) {
  return canary.kind == kPath || canary.kind == kUrl || canary.kind == kHash ||
         canary.kind == kUuid || canary.kind == kVersion || canary.kind == kNumber;
}

TEST(Facts, SeeInventionsAndNothingElse) {
  uint32_t planted = 0;
  uint32_t seen = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const std::vector<Canary> canaries = canariesOf(random, 24);
    Facts facts;
    std::string truth;
    std::vector<std::string> lies;
    std::string prose = "# Record\n\n";
    for (uint32_t i = 0; i < canaries.size(); ++i) {
      size_t at = 0;
      if (i % 3 != 0) {
        const auto voice = static_cast<Voice>(random.below(4));
        say(facts, voice, i + 1, test::phraseWith(random, canaries[i].text, at));
        const std::string line = "- Here is `" + canaries[i].text + "`.\n";
        truth += line;
        prose += line;
      } else if (isGated(canaries[i])) {
        lies.push_back(canaries[i].text);
        prose += "- They have `" + canaries[i].text + "` too.\n";
      }
    }
    EXPECT_TRUE(facts.inventedIn(truth).empty());
    const std::vector<Invention> found = facts.inventedIn(prose);
    uint64_t last = 0;
    for (const Invention& one : found) {
      EXPECT_GE(one.begin, last);
      last = one.end;
      const std::string text = prose.substr(one.begin, one.end - one.begin);
      EXPECT_TRUE(std::any_of(lies.begin(), lies.end(), [&](const std::string& lie) {
        return lie.find(text) != std::string::npos;
      })) << text;
    }
    planted += static_cast<uint32_t>(lies.size());
    seen += static_cast<uint32_t>(found.size());
  }
  EXPECT_GE(seen * 100, planted * 97) << seen << " of " << planted;
}

TEST(Facts, DoNotCallWhatWasReadApartInvented) {
  Facts facts;
  say(facts, Voice::kTool, 1, R"({"dir":"src/text"})");
  say(facts, Voice::kTool, 1, "utf.h  120 lines\npath.h  80 lines\ntotal 3.14159 s, 1,234,567");
  facts.know("message 1777");
  EXPECT_TRUE(facts.inventedIn("`src/text/utf.h` has 120 lines, 3.1 s, 1234567; see 1777").empty());
  EXPECT_EQ(facts.inventedIn("`src/text/hash.h`, 3.2 s, 1234568, 1778").size(), 4U);
}

}  // namespace
}  // namespace epitome
