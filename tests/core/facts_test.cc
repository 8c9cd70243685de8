// promise: 9 loses nothing silently
/// That what people say is kept under any flood, that what is missing or made up is seen, and that
/// striking takes no more than it has to.
#include "summary/facts.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/fact_phrases.h"
#include "core/support/random_text.h"
#include "summary/strike.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using enum IdentifierKind;
using test::Canary;
using test::Random;

void say(Facts& facts, Speaker speaker, uint32_t message, std::string_view text) {
  facts.begin(speaker, message);
  facts.text(text);
  facts.end();
}

bool holds(const std::vector<Fact>& facts, const Canary& canary) {
  return std::any_of(facts.begin(), facts.end(), [&](const Fact& fact) {
    // A message goes on to the end of its line.
    return (canary.kind == kErrorText && fact.text.find(canary.text) != std::string::npos) ||
           identifierKey(fact.kind, fact.text) == identifierKey(canary.kind, canary.text);
  });
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
  uint32_t lost = 0;
  uint32_t all = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const std::vector<Canary> canaries = canariesOf(random, 40);
    Facts facts;
    for (uint32_t message = 1; message <= 400; ++message) {
      if (message % 10 == 0) {
        size_t at = 0;
        say(facts, Speaker::kUser, message,
            test::phraseWith(random, canaries[message / 10 - 1].text, at));
        continue;
      }
      std::string noise;
      for (uint32_t i = 0; i < 40; ++i) {
        noise +=
            "f" + std::to_string(random.next()) + ".ts " + std::to_string(random.next()) + "\n";
      }
      say(facts, message % 10 == 5 ? Speaker::kAssistant : Speaker::kTool, message, noise);
    }
    EXPECT_LE(facts.candidates(), Facts::kMostCandidates);
    const std::vector<Fact> top = facts.top(3'000, Family::kO200k);
    for (const Canary& canary : canaries) {
      ++all;
      if (!holds(top, canary)) ++lost;
    }
  }
  EXPECT_LE(lost * 100, all) << lost << " of " << all;
}

TEST(Facts, FitTheirBudgetAndDependOnNothingElse) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Facts whole;
    Facts cut;
    for (uint32_t message = 1; message < 40; ++message) {
      const Speaker speaker = static_cast<Speaker>(random.below(3));
      size_t at = 0;
      std::string text;
      for (uint32_t i = random.below(6); i > 0; --i) {
        text += test::phraseWith(random, test::randomCanary(random).text, at) + "\n";
      }
      say(whole, speaker, message, text);
      cut.begin(speaker, message);
      for (const std::string& piece : test::randomPieces(random, text)) cut.text(piece);
      cut.end();
    }
    for (const uint32_t budget : {0U, 7U, 60U, 400U, 5'000U}) {
      const std::vector<Fact> top = whole.top(budget, Family::kO200k);
      EXPECT_EQ(top, cut.top(budget, Family::kO200k));
      uint64_t tokens = 0;
      for (const Fact& fact : top) tokens += tokensOfText(fact.text, Family::kO200k) + 1;
      EXPECT_LE(tokens, budget);
      for (size_t i = 1; i < top.size(); ++i) EXPECT_GE(top[i - 1].weight, top[i].weight);
    }
  }
}

TEST(Facts, RankWhoSaysItThenHowOften) {
  Facts facts;
  say(facts, Speaker::kTool, 1, "see src/tool.cc and src/often.cc\n");
  say(facts, Speaker::kAssistant, 2, "I look at src/assistant.cc and src/twice.cc");
  say(facts, Speaker::kUser, 3, "no, at src/user.cc");
  say(facts, Speaker::kAssistant, 4, "src/twice.cc again");
  say(facts, Speaker::kTool, 4, "src/often.cc");
  say(facts, Speaker::kTool, 5, "src/often.cc\nTypeError: x is not a function");
  std::vector<std::string> texts;
  for (const Fact& fact : facts.top(1'000, Family::kO200k)) texts.push_back(fact.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"src/user.cc", "src/twice.cc",
                                             "TypeError: x is not a function", "src/assistant.cc",
                                             "src/often.cc"}));
}

TEST(Facts, ThatResultsStartOrEndWithTakeTheRoomThatIsLeft) {
  const std::string midst(300, '.');
  Facts facts;
  say(facts, Speaker::kTool, 1, "Preview deployed: https://example.org/preview\n" + midst);
  say(facts, Speaker::kTool, 2, midst + "\nsee 9.9.9\n" + midst + "\nserver version 4.18.0");
  say(facts, Speaker::kTool, 3, "12:00:16.722 done in 365ms\nsrc/a.cc\nreadConfig");
  say(facts, Speaker::kAssistant, 4, "It breaks in src/limits.cc.");
  const FactGaps gaps = facts.gapsIn("Nothing was named.", "", 500, Family::kO200k);
  const auto textsOf = [](const std::vector<Fact>& list) {
    std::vector<std::string> texts;
    for (const Fact& fact : list) texts.push_back(fact.text);
    return texts;
  };
  EXPECT_EQ(gaps.sought, 1U);
  EXPECT_EQ(textsOf(gaps.missing), std::vector<std::string>{"src/limits.cc"});
  EXPECT_EQ(textsOf(gaps.printed),
            (std::vector<std::string>{"4.18.0", "https://example.org/preview"}));
  EXPECT_TRUE(facts.gapsIn("It is 4.18.0.", "https://example.org/preview", 500, Family::kO200k)
                  .printed.empty());
  EXPECT_TRUE(facts.gapsIn("Nothing was named.", "", 6, Family::kO200k).printed.empty());
}

TEST(Facts, AreMissingWhereAProseLacksThem) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const std::vector<Canary> canaries = canariesOf(random, 24);
    Facts facts;
    std::string prose = "## Done\n";
    for (uint32_t i = 0; i < canaries.size(); ++i) {
      size_t at = 0;
      say(facts, Speaker::kUser, i + 1, test::phraseWith(random, canaries[i].text, at));
      if (i % 2 == 0) prose += "- It has `" + canaries[i].text + "` now.\n";
    }
    const std::vector<Fact> missing = facts.gapsIn(prose, "", 5'000, Family::kO200k).missing;
    const std::vector<Fact> top = facts.top(5'000, Family::kO200k);
    for (uint32_t i = 0; i < canaries.size(); ++i) {
      if (!holds(top, canaries[i])) continue;
      // Messages that begin alike are taken for each other.
      if (canaries[i].kind == kErrorText && i % 2 == 1) continue;
      EXPECT_EQ(holds(missing, canaries[i]), i % 2 == 1) << canaries[i].text << " seed " << seed;
    }
  }
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
        const Speaker speaker = static_cast<Speaker>(random.below(3));
        say(facts, speaker, i + 1, test::phraseWith(random, canaries[i].text, at));
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
    EXPECT_EQ(struck(prose, found).substr(0, 10), "# Record\n\n");
    EXPECT_TRUE(facts.inventedIn(struck(prose, found)).empty());
    if (found.size() == lies.size()) {
      EXPECT_EQ(struck(prose, found), "# Record\n\n" + truth);
    }
  }
  EXPECT_GE(seen * 100, planted * 97) << seen << " of " << planted;
}

TEST(Facts, DoNotCallWhatWasReadApartInvented) {
  Facts facts;
  say(facts, Speaker::kTool, 1, R"({"dir":"src/text"})");
  say(facts, Speaker::kTool, 1, "utf.h  120 lines\npath.h  80 lines\ntotal 3.14159 s, 1,234,567");
  facts.know("message 1777");
  EXPECT_TRUE(facts.inventedIn("`src/text/utf.h` has 120 lines, 3.1 s, 1234567; see 1777").empty());
  EXPECT_EQ(facts.inventedIn("`src/text/hash.h`, 3.2 s, 1234568, 1778").size(), 4U);
}

std::string strikeWords(std::string_view prose) {
  std::vector<Invention> spans;
  for (size_t at = prose.find("BAD"); at != prose.npos; at = prose.find("BAD", at + 3)) {
    spans.push_back({kPath, at, at + 3});
  }
  return struck(prose, spans);
}

TEST(Struck, TakesTheSentenceOrTheLine) {
  EXPECT_EQ(strikeWords("One. Two BAD. Three.\n"), "One. Three.\n");
  EXPECT_EQ(strikeWords("One BAD.\n\nTwo.\n"), "\nTwo.\n");
  EXPECT_EQ(strikeWords("- a\n- BAD b\n- c\n"), "- a\n- c\n");
  EXPECT_EQ(strikeWords("- a. BAD b. c\n- d\n"), "- a. c\n- d\n");
  EXPECT_EQ(strikeWords("- [ ] BAD\n- d\n"), "- d\n");
  EXPECT_EQ(strikeWords("- BAD\n  - child\n"), "- \u2026\n  - child\n");
  EXPECT_EQ(strikeWords("- goes on\n  over BAD lines\n- d\n"), "- d\n");
  EXPECT_EQ(strikeWords("## On BAD now\ntext\n"), "## On \u2026 now\ntext\n");
  EXPECT_EQ(strikeWords("| a | BAD |\n|---|---|\n| BAD | x |\n| y | z |\n"),
            "| a | \u2026 |\n|---|---|\n| y | z |\n");
  EXPECT_EQ(strikeWords("```ts\nok\nBAD;\n```\nx\n"), "```ts\nok\n```\nx\n");
  EXPECT_EQ(strikeWords("**One. BAD two.** Three.\n"), "**One.** Three.\n");
  EXPECT_EQ(strikeWords("\u4e00\u3002BAD\u4e8c\u3002\u4e09\u3002"), "\u4e00\u3002\u4e09\u3002");
  EXPECT_EQ(strikeWords("BAD"), "");
  EXPECT_EQ(strikeWords(""), "");
}

TEST(Struck, LeavesEverythingElseAndCodeBlocksWhole) {
  static constexpr std::string_view kPieces[] = {"# Head BAD\n",
                                                 "- item.\n",
                                                 "- BAD item. More `code`.\n",
                                                 "text. BAD here. There.\n",
                                                 "\n",
                                                 "```\n",
                                                 "| a | b |\n",
                                                 "|---|---|\n",
                                                 "| BAD | c |\n",
                                                 "  - sub BAD\n",
                                                 "1. one **bold** BAD.\n",
                                                 "plain line\n",
                                                 "> quote BAD\n",
                                                 "BAD\n",
                                                 "no end\n"};
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    std::string prose;
    for (uint32_t i = random.below(12); i > 0; --i) prose += random.pick(kPieces);
    const std::string out = strikeWords(prose);
    ASSERT_EQ(out.find("BAD"), out.npos) << prose;
    ASSERT_LE(out.size(), prose.size() + 4);
    const auto fences = [](const std::string& text) {
      uint32_t count = 0;
      for (size_t at = text.find("```"); at != text.npos; at = text.find("```", at + 3)) ++count;
      return count;
    };
    ASSERT_EQ(fences(out) % 2, fences(prose) % 2) << prose;
    if (prose.find("BAD") == prose.npos) {
      ASSERT_EQ(out, prose);
    }
  }
}

}  // namespace
}  // namespace epitome
