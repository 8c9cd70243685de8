/// That what is selected stays within its limits, is torn nowhere and told once.
#include "summary/selection.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "session/saved_segments.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using enum IdentifierKind;
using test::Random;

constexpr Family kFamily = Family::kO200k;

std::string wordsOf(Random& random, uint32_t count) {
  static constexpr const char* kWords[] = {"the",   "table",   "shows",       "never",
                                           "12 ms", "under",   "build",       "must",
                                           "today", "instead", "\u4f60\u597d"};
  std::string out = "w" + std::to_string(random.below(1'000));
  for (uint32_t i = 0; i < count; ++i) {
    out += random.chance(12) ? ". " : " ";
    out += random.pick(kWords);
  }
  return out;
}

Candidates randomCandidates(Random& random, uint32_t first, uint32_t last) {
  Candidates all;
  all.now = last;
  const auto number = [&] { return first + random.below(last - first + 1); };
  const auto numbers = [&](uint32_t most) {
    std::vector<uint32_t> out;
    for (uint32_t i = random.below(most); i > 0; --i) out.push_back(number());
    std::ranges::sort(out);
    return out;
  };
  uint32_t message = 0;
  for (const uint32_t at : numbers(12)) {
    if (at == message) continue;
    message = at;
    std::string text = wordsOf(random, random.below(60));
    if (random.chance(30)) text += "\nSecond line " + wordsOf(random, random.below(10)) + ".";
    all.words.push_back({at, text, random.chance(10), static_cast<uint32_t>(text.size())});
  }
  for (const uint32_t at : numbers(40)) {
    const auto kind = static_cast<LedgerKind>(random.below(kLedgerKindCount));
    all.ledger.add({kind, "src/f" + std::to_string(random.below(60)) + ".ts",
                    random.chance(30) ? "exit 1" : "", "", at, at, 1, random.chance(30)});
  }
  for (const uint32_t at : numbers(30)) {
    all.said.push_back({at, wordsOf(random, 4 + random.below(30)), 6 + random.below(20)});
  }
  for (const uint32_t at : numbers(30)) {
    all.printed.push_back({at, wordsOf(random, 2 + random.below(20)), 4 + random.below(20)});
  }
  std::set<std::string> known;
  for (const uint32_t at : numbers(80)) {
    static constexpr IdentifierKind kKinds[] = {kPath, kSymbol, kIssue, kVersion};
    const IdentifierKind kind = random.pick(kKinds);
    const std::string id = std::to_string(100 + random.below(400));
    const std::string text = kind == kPath     ? "lib/d" + id + (random.chance(40) ? "" : "/m.ts")
                             : kind == kSymbol ? "readConfig" + id
                             : kind == kIssue  ? "ABC-" + id
                                               : "v1.2." + id;
    if (known.insert(text).second) all.names.push_back({kind, text, 1 + random.below(60), at});
  }
  return all;
}

uint64_t spacesOf(std::string_view text) {
  return static_cast<uint64_t>(std::ranges::count(text, ' '));
}

template <typename T>
bool holds(const std::vector<T>& all, const T& one) {
  return std::ranges::find(all, one) != all.end();
}

/// Each row occurs among the candidates as it is.
void expectChosen(const SegmentBody& body, const Candidates& from) {
  for (const Saying& one : body.said) EXPECT_TRUE(holds(from.said, one));
  for (const Saying& one : body.printed) EXPECT_TRUE(holds(from.printed, one));
  const std::vector<LedgerRow> rows = from.ledger.rows();
  for (const LedgerRow& one : body.ledger) EXPECT_TRUE(holds(rows, one));
  EXPECT_EQ(body.ledger.size() + body.ledgerLeftOut, rows.size() + from.ledgerLeftOut);
  for (const Name& one : body.names) EXPECT_TRUE(holds(from.names, one));
  for (const UserWords& one : body.words) {
    const auto whole = std::ranges::find(from.words, one.message, &UserWords::message);
    ASSERT_NE(whole, from.words.end());
    EXPECT_TRUE(one.excerpts || one.text == whole->text);
    EXPECT_LE(spacesOf(one.text), spacesOf(whole->text) * 3);
  }
  EXPECT_EQ(body.words.size() + body.wordsLeftOut, from.words.size() + from.wordsLeftOut);
  for (const auto* list : {&body.said, &body.printed}) {
    EXPECT_TRUE(std::ranges::is_sorted(*list, {}, &Saying::message));
  }
  EXPECT_TRUE(std::ranges::is_sorted(body.words, {}, &UserWords::message));
}

int64_t savedBytesOf(const SegmentBody& body) {
  Segment segment;
  segment.body = body;
  segment.range.count = 1;
  return savedBytes(segment);
}

TEST(Select, StaysWithinItsLimitsAndTearsNothing) {
  for (uint64_t seed = 0; seed < 1'500; ++seed) {
    Random random(seed);
    const uint32_t first = random.chance(20) ? 1'000'000 : 1;
    const Candidates from = randomCandidates(random, first, first + 5 + random.below(300));
    SegmentLimits limits;
    limits.family = kFamily;
    limits.rowsTokens = random.below(random.chance(50) ? 300 : 3'000);
    limits.wordsTokens = random.below(limits.rowsTokens + 1);
    if (random.chance(40)) limits.bytes = 800 + random.below(8'000);
    Beside told;
    std::string beside;
    for (const Name& name : from.names) {
      if (random.chance(20)) beside += " " + name.text + "\n";
    }
    told.names.add(beside);
    SegmentBody body;
    body.firstMessage = first;
    body.lastMessage = from.now;
    select(body, from, limits, told);
    expectChosen(body, from);
    const std::string text = besideProse(body);
    ASSERT_LE(tokensOfText(segmentText(body), kFamily), limits.rowsTokens + frameTokens(kFamily))
        << seed << " " << limits.rowsTokens << "\n"
        << text;
    ASSERT_LE(savedBytesOf(body), limits.bytes) << seed;
    // None is in the view twice: not beside the record, not in its other rows.
    SegmentBody rest = body;
    rest.names.clear();
    IdentifierSet elsewhere;
    elsewhere.add(besideProse(rest));
    for (const Name& name : body.names) {
      ASSERT_FALSE(told.names.has(name.kind, name.text)) << name.text;
      ASSERT_FALSE(elsewhere.has(name.kind, name.text)) << name.text << "\n" << text;
      elsewhere.add(" " + name.text + "\n");
    }
    if (HasFailure()) FAIL() << seed;
  }
}

TEST(Select, HoldsAllWhereThereIsRoom) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Candidates from = randomCandidates(random, 1, 200);
    SegmentLimits limits;
    limits.rowsTokens = 100'000;
    limits.wordsTokens = 30'000;
    SegmentBody body;
    select(body, from, limits, Beside());
    EXPECT_EQ(body.words, from.words) << seed;
    EXPECT_EQ(body.ledger, from.ledger.rows()) << seed;
    EXPECT_EQ(body.said, from.said) << seed;
    EXPECT_EQ(body.printed, from.printed) << seed;
    IdentifierSet known;
    known.add(besideProse(body));
    for (const Name& name : from.names) EXPECT_TRUE(known.has(name.kind, name.text)) << name.text;
  }
}

TEST(Select, MoreRoomForRowsNeverLeavesTheWordsLess) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Candidates from = randomCandidates(random, 1, 200);
    SegmentLimits limits;
    limits.rowsTokens = 400;
    for (const uint32_t words : {0U, 100U, 200U, 400U}) {
      limits.wordsTokens = words;
      SegmentBody body;
      select(body, from, limits, Beside());
      // Its share is the user's, whatever else there is.
      if (tokensOfWords(from.words, kFamily) <= words) {
        EXPECT_EQ(body.words, from.words) << seed;
      }
    }
  }
}

TEST(BestNames, AreTheMostUsefulAndNoneWithinAnother) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const Candidates from = randomCandidates(random, 1, 100);
    const uint32_t most = random.below(120);
    const std::vector<Name> best = bestNames(from.names, most, kFamily);
    uint64_t tokens = 0;
    for (size_t i = 0; i < best.size(); ++i) {
      tokens += tokensOfText(best[i].text, kFamily) + 1;
      for (size_t k = 0; k < best.size(); ++k) {
        if (i == k) continue;
        IdentifierSet other;
        other.add(" " + best[k].text + "\n");
        EXPECT_FALSE(other.has(best[i].kind, best[i].text))
            << seed << " " << best[i].text << " in " << best[k].text;
      }
    }
    EXPECT_LE(tokens, most);
  }
}

SegmentBody recordOf(Random& random, uint32_t first, uint32_t last) {
  SegmentBody body;
  body.firstMessage = first;
  body.lastMessage = last;
  SegmentLimits limits;
  limits.rowsTokens = 100'000;
  limits.wordsTokens = 30'000;
  select(body, randomCandidates(random, first, last), limits, Beside());
  return body;
}

TEST(Joined, RecordsHaveAllOfBothAndCountUsesTogether) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const SegmentBody older = recordOf(random, 1, 100);
    const SegmentBody newer = recordOf(random, 101, 200);
    const SegmentBody* const both[] = {&older, &newer};
    const Candidates all = joined(both);
    EXPECT_EQ(all.now, 200U);
    EXPECT_EQ(all.words.size(), older.words.size() + newer.words.size());
    EXPECT_EQ(all.said.size(), older.said.size() + newer.said.size());
    EXPECT_TRUE(std::ranges::is_sorted(all.said, {}, &Saying::message));
    std::map<std::string, uint32_t> uses;
    for (const SegmentBody* record : both) {
      for (const Name& name : record->names) uses[name.text] += name.use;
    }
    EXPECT_EQ(all.names.size(), uses.size());
    for (const Name& name : all.names) EXPECT_EQ(name.use, uses[name.text]) << name.text;
  }
}

/// What was used beside an older record counts when the two become one.
TEST(Joined, LaterUsesFindTheirName) {
  const Name name{kPath, "src/deep/file.cc", 8, 5};
  Candidates found;
  found.names = {{kPath, "src/deep/file.cc", 11, 70}};
  found.now = 70;
  Beside told;
  told.names.add("src/deep/file.cc");
  SegmentLimits limits;
  limits.rowsTokens = 500;
  SegmentBody newer;
  newer.lastMessage = 70;
  select(newer, found, limits, told);
  EXPECT_TRUE(newer.names.empty());
  ASSERT_EQ(newer.again.size(), 1U);
  SegmentBody older;
  older.lastMessage = 10;
  older.names = {name};
  const SegmentBody* const both[] = {&older, &newer};
  const Candidates all = joined(both);
  ASSERT_EQ(all.names.size(), 1U);
  EXPECT_EQ(all.names[0], (Name{kPath, "src/deep/file.cc", 19, 70}));
  EXPECT_TRUE(all.again.empty());
}

TEST(Joined, LaterUsesDoNotPileUp) {
  Random random(3);
  SegmentBody body;
  for (uint32_t round = 0; round < 60; ++round) {
    const SegmentBody* const one[] = {&body};
    Candidates all = joined(one, randomCandidates(random, round * 100 + 1, round * 100 + 100));
    // Everything is told beside it.
    std::string beside;
    for (const Name& name : all.names) beside += " " + name.text + "\n";
    Beside told;
    told.names.add(beside);
    SegmentLimits limits;
    limits.rowsTokens = 400;
    limits.bytes = 6'000;
    select(body, all, limits, told);
    body.lastMessage = round * 100 + 100;
    std::set<uint32_t> keys;
    for (const NameUse& use : body.again) EXPECT_TRUE(keys.insert(use.key).second);
    EXPECT_LE(body.again.size(), 48U);
    EXPECT_LE(savedBytesOf(body), limits.bytes);
  }
}

TEST(LinesOfProses, AreWholeInOrderAndWithinTheTokens) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    SegmentBody a;
    SegmentBody b;
    for (SegmentBody* one : {&a, &b}) {
      for (uint32_t i = random.below(12); i > 0; --i) {
        one->prose +=
            random.chance(20) ? "## Part\n" : "- " + wordsOf(random, random.below(30)) + "\n";
      }
    }
    const SegmentBody* const both[] = {&a, &b};
    const uint32_t most = random.below(200);
    const std::string lines = linesOf(both, most, kFamily);
    EXPECT_LE(tokensOfText(lines, kFamily), most);
    std::string_view rest = lines;
    const std::string all = a.prose + b.prose;
    size_t at = 0;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      const std::string line = std::string(rest.substr(0, end)) + "\n";
      at = all.find(line, at);
      ASSERT_NE(at, all.npos) << line;
      ASSERT_TRUE(at == 0 || all[at - 1] == '\n');
      at += line.size();
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

}  // namespace
}  // namespace epitome
