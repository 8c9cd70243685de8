/// That a search finds what its formula says, whatever texts hold.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "core/support/recall_oracle.h"
#include "recall/index.h"
#include "recall/logarithm.h"
#include "recall/postings.h"
#include "recall/terms.h"
#include "text/utf.h"

namespace epitome::recall {
namespace {

using test::Random;
using test::RecallOracle;

std::set<uint32_t> keysOf(std::string_view text) {
  std::vector<Term> terms;
  appendTerms(terms, text);
  std::set<uint32_t> keys;
  for (const Term& term : terms) keys.insert(term.key);
  return keys;
}

/// Every term of `query` is one of `text`.
bool finds(std::string_view query, std::string_view text) {
  return std::ranges::includes(keysOf(text), keysOf(query));
}

bool share(std::string_view one, std::string_view other) {
  std::vector<uint32_t> both;
  std::ranges::set_intersection(keysOf(one), keysOf(other), std::back_inserter(both));
  return !both.empty();
}

void add(Index& index, uint32_t position, std::string_view text, uint8_t role = 1,
         uint32_t tool = 0) {
  ASSERT_TRUE(index.beginMessage({position, 1, 1000.0 * position, role}));
  index.beginPart(tool);
  index.addText(text);
  index.endMessage();
}

std::vector<uint32_t> found(Index& index, std::string_view query, const Filter& filter = {}) {
  std::vector<uint32_t> messages;
  for (const Hit& hit : index.search(query, filter, 10)) messages.push_back(hit.message);
  return messages;
}

TEST(Terms, NamesAreFoundByTheirPartsAndInAnySpelling) {
  for (const std::string_view name : {"foldCase", "fold_case", "FoldCase", "FOLD_CASE"}) {
    EXPECT_TRUE(finds("fold", name)) << name;
    EXPECT_TRUE(finds("case", name)) << name;
    EXPECT_TRUE(finds("foldcase", name)) << name;
    EXPECT_TRUE(finds("foldCase", name)) << name;
  }
  EXPECT_TRUE(finds("server", "HTTPServerError"));
  EXPECT_TRUE(finds("http", "HTTPServerError"));
  EXPECT_TRUE(finds("step 12", "step12"));
  EXPECT_TRUE(finds("decoder", "utf8Decoder"));
  EXPECT_TRUE(finds("parseJson", "x = self.parseJson(\"a\")"));
  EXPECT_TRUE(finds("init", "__init__"));
  EXPECT_FALSE(share("3f9a1c", "3 9 1 f a c"));
}

TEST(Terms, PathsVersionsAndIdsAreFoundByAnyPieceOfThem) {
  constexpr std::string_view kPath = "see `src/text/fold_case.cc:42`, please";
  for (const std::string_view piece : {"fold_case.cc", "src/text", "text/fold_case.cc",
                                       "fold_case.cc:42", "src/text/fold_case.cc"}) {
    EXPECT_TRUE(finds(piece, kPath)) << piece;
  }
  EXPECT_FALSE(finds("text.cc", kPath));
  EXPECT_TRUE(finds("2.14.3", "lodash@2.14.3"));
  EXPECT_FALSE(finds("2.3", "2.14.3"));
  EXPECT_FALSE(finds("a.b", "a. b"));
  EXPECT_TRUE(finds("550e8400-e29b", "id 550e8400-e29b-41d4-a716-446655440000"));
}

TEST(Terms, CaseAccentsAndWidthDoNotCount) {
  EXPECT_EQ(keysOf("R\u00c9SUM\u00c9 na\u00efve"), keysOf("resume naive"));
  EXPECT_EQ(keysOf("re\u0301sume\u0301"), keysOf("resume"));
  EXPECT_EQ(keysOf("\uff21\uff22\uff23\uff11"), keysOf("ABC1"));
  EXPECT_EQ(keysOf("\u0416\u0423\u041a"), keysOf("\u0436\u0443\u043a"));
}

TEST(Terms, ScriptsWithoutSpacesAreFoundInPairs) {
  EXPECT_TRUE(finds("\u6570\u636e\u5e93", "\u8fde\u63a5\u6570\u636e\u5e93\u5931\u8d25"));
  EXPECT_FALSE(finds("\u6570\u5e93", "\u6570\u636e\u5e93"));
  EXPECT_EQ(keysOf("\u4f60").size(), 1U);
  EXPECT_TRUE(finds("\u30b5\u30fc\u30d0", "API\u30b5\u30fc\u30d0\u30fc"));
  EXPECT_TRUE(finds("API", "API\u30b5\u30fc\u30d0\u30fc"));
}

TEST(Terms, AreFewAndInOrderWhateverTheTextHolds) {
  for (uint64_t seed = 0; seed < test::cases(20'000); ++seed) {
    Random random(seed);
    const std::string text = random.chance(50) ? test::randomBytes(random, random.below(400))
                                               : test::randomText(random, random.below(60));
    std::vector<Term> terms;
    const uint32_t units = appendTerms(terms, text);
    ASSERT_EQ(units, text::utf16Length(text)) << seed;
    ASSERT_LE(terms.size(), 3 * text.size()) << seed;
    uint32_t before = 0;
    for (const Term& term : terms) {
      ASSERT_GE(term.unit, before) << seed;
      ASSERT_LT(term.unit, units) << seed;
      before = term.unit;
    }
    // Ill-formed bytes are what U+FFFD is.
    std::vector<Term> mended;
    appendTerms(mended, text::wellFormed(text));
    ASSERT_EQ(mended, terms) << seed;
  }
}

TEST(Terms, OfALongWordAreOne) {
  const std::string word(1U << 20, 'x');
  std::vector<Term> terms;
  EXPECT_EQ(appendTerms(terms, word), word.size());
  EXPECT_EQ(terms.size(), 1U);
  EXPECT_NE(keysOf(word), keysOf(word + "y"));
  terms.clear();
  // Capitals and `_` begin parts; so many are taken as one.
  std::string humps;
  for (int i = 0; i < 1 << 18; ++i) humps += "aB_";
  appendTerms(terms, humps);
  EXPECT_EQ(terms.size(), 1U);
  terms.clear();
  appendTerms(terms, std::string(1U << 20, '\0') + "\xED\xA0\x80" + "end");
  ASSERT_EQ(terms.size(), 1U);
  EXPECT_EQ(terms[0].unit, (1U << 20) + 3);
}

TEST(Logarithm, IsThatOfTheLibrary) {
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const double value =
        std::ldexp(1.0 + random.below(1 << 20), static_cast<int>(random.below(80)) - 40);
    ASSERT_NEAR(logarithm(value), std::log(value),
                1e-12 * std::max(1.0, std::abs(std::log(value))));
  }
  EXPECT_EQ(logarithm(1), 0);
}

TEST(Postings, KeepWhatWasAdded) {
  Random random(7);
  Postings postings;
  std::map<uint32_t, std::vector<Posting>> expected;
  for (uint32_t passage = 0; passage < 3'000; ++passage) {
    std::set<uint32_t> keys;
    for (uint32_t i = random.below(40); i > 0; --i) {
      keys.insert(random.chance(50) ? random.below(20) : static_cast<uint32_t>(random.next()));
    }
    for (const uint32_t key : keys) {
      const uint32_t count = random.chance(80) ? 1 : 1 + random.below(100'000);
      postings.add(key, {passage, count});
      expected[key].push_back({passage, count});
    }
  }
  for (const auto& [key, list] : expected) {
    ASSERT_EQ(postings.passages(key), list.size());
    size_t at = 0;
    postings.each(key, [&](Posting posting) {
      ASSERT_LT(at, list.size());
      ASSERT_EQ(posting.passage, list[at].passage);
      ASSERT_EQ(posting.count, list[at].count);
      ++at;
    });
    ASSERT_EQ(at, list.size());
  }
  EXPECT_EQ(postings.passages(0xDEADBEEF), 0U);
}

TEST(Index, FindsWhatTheFormulaSays) {
  static constexpr std::string_view kWords[] = {"retry",
                                                "limit",
                                                "src/http/client.ts",
                                                "fetchWithRetry",
                                                "the",
                                                "a",
                                                "error",
                                                "E4012",
                                                "timeout",
                                                "\u6570\u636e\u5e93",
                                                "deploy",
                                                "build",
                                                "green",
                                                "configuration"};
  for (uint64_t seed = 0; seed < test::cases(300); ++seed) {
    Random random(seed);
    Index index(1U << 26);
    RecallOracle oracle;
    for (uint32_t position = 1; position <= 30; ++position) {
      const MessageInfo info{position, 1 + position / 10, 1000.0 * random.below(50),
                             static_cast<uint8_t>(random.below(4))};
      std::vector<RecallOracle::Part> parts(1 + random.below(3));
      ASSERT_TRUE(index.beginMessage(info));
      for (auto& part : parts) {
        part.tool = random.chance(50) ? toolKey(random.chance(50) ? "bash" : "readFile") : 0;
        index.beginPart(part.tool);
        for (uint32_t pieces = random.below(3); pieces > 0; --pieces) {
          std::string text;
          for (uint32_t i = random.below(random.chance(10) ? 700 : 30); i > 0; --i) {
            text += random.pick(kWords);
            text += random.chance(5) ? test::randomBytes(random, 6) : " ";
          }
          index.addText(text);
          part.pieces.push_back(text);
        }
      }
      index.endMessage();
      oracle.add(info, parts);
    }
    for (int i = 0; i < 10; ++i) {
      std::string query;
      for (uint32_t words = 1 + random.below(4); words > 0; --words) {
        query += random.pick(kWords);
        query += ' ';
      }
      Filter filter;
      if (random.chance(30)) filter.roles = random.below(16);
      if (random.chance(30)) filter.tool = toolKey("BASH");
      if (random.chance(30)) filter.firstPosition = random.below(30);
      if (random.chance(30)) filter.lastPosition = random.below(30);
      if (random.chance(30)) filter.firstRound = random.below(4);
      if (random.chance(30)) filter.lastRound = random.below(4);
      if (random.chance(30)) filter.from = 1000.0 * random.below(50);
      if (random.chance(30)) filter.to = 1000.0 * random.below(50);
      const uint32_t limit = 1 + random.below(20);
      const auto hits = index.search(query, filter, limit);
      const auto expected = oracle.search(query, filter, limit);
      ASSERT_EQ(hits.size(), expected.size()) << seed << ": " << query;
      for (size_t at = 0; at < hits.size(); ++at) {
        ASSERT_NEAR(hits[at].score, expected[at].score, 1e-9) << seed << ": " << query;
        ASSERT_GE(hits[at == 0 ? 0 : at - 1].score, hits[at].score);
      }
      for (const Hit& hit : hits) {
        const auto same = std::ranges::find(expected, hit.message, &Hit::message);
        // Of equally good ones at the end of the list either may be there.
        if (same == expected.end()) {
          ASSERT_NEAR(hit.score, expected.back().score, 1e-9) << seed << ": " << query;
          continue;
        }
        ASSERT_NEAR(hit.score, same->score, 1e-9) << seed;
        ASSERT_LT(hit.from, hit.to) << seed;
      }
    }
  }
}

TEST(Index, OfEqualMessagesTheNewestComesFirst) {
  Index index(1U << 24);
  for (uint32_t position = 1; position <= 3; ++position) add(index, position, "the same words");
  EXPECT_EQ(found(index, "words"), (std::vector<uint32_t>{2, 1, 0}));
}

TEST(Index, NothingIsFoundForNothing) {
  Index index(1U << 24);
  EXPECT_TRUE(found(index, "anything").empty());
  add(index, 1, "");
  add(index, 2, "words");
  EXPECT_TRUE(found(index, "").empty());
  EXPECT_TRUE(found(index, "... !? \n").empty());
  EXPECT_EQ(found(index, "words"), std::vector<uint32_t>{1});
}

TEST(Index, PassagesOfALongTextAreFoundWhereTheyAre) {
  Index index(1U << 24);
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "filler" + std::to_string(i % 7) + " ";
  const size_t at = text.size();
  text += "the needle is E4012 ";
  for (int i = 0; i < 20'000; ++i) text += "filler" + std::to_string(i % 7) + " ";
  add(index, 1, text);
  const auto hits = index.search("e4012", {}, 5);
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_LE(hits[0].from, at + 14);
  EXPECT_GE(hits[0].to, at + 19);
  EXPECT_LT(hits[0].to - hits[0].from, 4'000U);
}

TEST(Index, IsFullBeforeItTakesMoreMemoryThanItMay) {
  constexpr size_t kMost = 1U << 20;
  Index index(kMost);
  Random random(3);
  bool took = true;
  uint32_t position = 0;
  while (took && position < 100'000) {
    took = index.beginMessage({++position, 1, 0, 1});
    if (!took) break;
    index.beginPart(0);
    std::string text;
    for (int i = 0; i < 200; ++i) text += std::to_string(random.next()) + " ";
    index.addText(text);
    index.endMessage();
  }
  EXPECT_FALSE(took);
  EXPECT_GT(index.messages(), 100U);
  // One message may carry it over the limit by what it brings.
  EXPECT_LT(index.bytes(), 2 * kMost);
  EXPECT_FALSE(index.search(std::to_string(Random(3).next()), {}, 1).empty());
}

TEST(Index, OfAMessageWithoutEndOnlySoManyWordsAreKept) {
  Index index(1U << 28);
  ASSERT_TRUE(index.beginMessage({1, 1, 0, 3}));
  index.beginPart(0);
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += "w" + std::to_string(i) + " ";
  for (int i = 0; i < 60; ++i) index.addText(text);
  index.addText(" unreachable");
  index.endMessage();
  EXPECT_TRUE(found(index, "unreachable").empty());
  EXPECT_FALSE(found(index, "w9999").empty());
}

TEST(Excerpt, HoldsTheWordsThatWereAskedFor) {
  Index index(1U << 24);
  std::string text;
  for (int i = 0; i < 400; ++i) text += "Lorem ipsum dolor. ";
  text += "The retry limit of fetchWithRetry is seven. ";
  for (int i = 0; i < 400; ++i) text += "Lorem ipsum retry. ";
  add(index, 1, text);
  add(index, 2, "another text");
  const Window window = index.excerpt("retry limit fetchWithRetry", text, 200);
  EXPECT_EQ(window.to - window.from, 200U);
  EXPECT_NE(text.substr(window.from, 200).find("retry limit of fetchWithRetry is seven"),
            text.npos);
  const Window all = index.excerpt("x", "short", 200);
  EXPECT_EQ(all.from, 0U);
  EXPECT_EQ(all.to, 5U);
  for (uint64_t seed = 0; seed < test::cases(5'000); ++seed) {
    Random random(seed);
    const std::string any = test::randomText(random, random.below(200));
    const uint32_t most = 1 + random.below(80);
    const Window some = index.excerpt("fox user retry", any, most);
    ASSERT_LE(some.to - some.from, most) << seed;
    ASSERT_LE(some.to, text::utf16Length(any)) << seed;
  }
}

}  // namespace
}  // namespace epitome::recall
