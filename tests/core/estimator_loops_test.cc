// promise: counting, 12 linear
/// What is appended never lowers an estimate for long. Proved by a graph: its nodes are what of a
/// text's end decides how the next character counts, its edges what each character adds. Where no
/// way round the graph is below zero, no text lowers an estimate by more than its lowest way.

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/features.h"
#include "tokens/scripts.h"
#include "tokens/weights_data.h"

namespace epitome::tokens {
namespace {

using test::Random;

enum class Kind : uint8_t {
  kNone,
  kSmall,
  kCapital,
  kLatin,
  kDigit,
  kSpace,
  kLine,
  kBlank,
  kMark,
  kOther
};

struct Symbol {
  std::string text;
  Kind kind;
};

bool isAscii(Kind kind) { return kind == Kind::kSmall || kind == Kind::kCapital; }
bool isLetter(Kind kind) { return isAscii(kind) || kind == Kind::kLatin; }

/// A character of each kind, two where a difference matters. Letters are one: the least hardness
/// does not tell them apart.
std::vector<Symbol> symbols() {
  std::vector<Symbol> all = {{"a", Kind::kSmall},  {"A", Kind::kCapital}, {"0", Kind::kDigit},
                             {" ", Kind::kSpace},  {"\n", Kind::kLine},   {"\t", Kind::kBlank},
                             {"\r", Kind::kBlank}, {"\x01", Kind::kOther}};
  for (const char mark : std::string_view("\"'/._-[")) {
    all.push_back({std::string(1, mark), Kind::kMark});
  }
  for (uint32_t point = 0x80; point < 0x110000;) {
    const ScriptRange range = scriptRangeOf(point);
    const bool latin = range.script == Script::kLatin || range.script == Script::kLatinExtended ||
                       range.script == Script::kLatinAdditional;
    // These two change how the next 64 characters count: a test of their own.
    const bool foreign =
        range.script == Script::kCyrillicExtended || range.script == Script::kArabicExtended;
    for (uint32_t i = 0; i < 2 && !foreign && point + i <= range.last; ++i) {
      std::string text;
      test::appendCodePoint(text, range.first + i);
      all.push_back({text, latin ? Kind::kLatin : Kind::kOther});
    }
    point = range.last + 1;
  }
  return all;
}

/// What the next character's features look back at. Each number stops where more changes nothing.
struct Ending {
  Kind kind = Kind::kNone;
  uint32_t symbol = 0;
  /// The one before is a space, or an ASCII letter.
  bool afterSpace = false;
  bool afterLetter = false;
  bool begins = false;
  int joined = 0;
  int capitals = 0;
  int mixes = 0;
  int digits = 0;
  int marks = 0;
  int repeats = 0;
  int spaces = 0;

  auto operator<=>(const Ending&) const = default;
};

Ending endingAfter(const Ending& last, const Symbol& symbol, uint32_t index) {
  const Kind kind = symbol.kind;
  Ending next{.kind = kind, .symbol = index};
  const bool camel = kind == Kind::kCapital && last.kind == Kind::kSmall;
  const bool joins = isLetter(kind) && isLetter(last.kind) && !camel;
  const int bytes = isLetter(kind) ? static_cast<int>(symbol.text.size()) : 0;
  next.afterSpace = kind == Kind::kMark && last.kind == Kind::kSpace;
  next.afterLetter = isAscii(kind) && isAscii(last.kind);
  next.begins = kind == Kind::kCapital && !joins;
  if (isLetter(kind)) next.joined = std::min(8, joins ? last.joined + bytes : bytes - 1);
  if (kind == Kind::kCapital && joins) next.capitals = std::min(3, last.capitals + 1);
  const bool mixes =
      camel || (kind == Kind::kSmall && last.kind == Kind::kCapital && last.afterLetter) ||
      (kind == Kind::kDigit && isAscii(last.kind)) || (isAscii(kind) && last.kind == Kind::kDigit);
  if (mixes) next.mixes = std::min(3, last.mixes + 1);
  if (kind == Kind::kDigit) next.digits = last.digits % 3 + 1;
  if (kind == Kind::kMark) next.marks = std::min(5, last.marks + 1);
  if (kind == Kind::kSpace) next.spaces = std::min(16, last.spaces + 1);
  const bool repeats = last.symbol == index && last.kind == kind;
  if (repeats && kind != Kind::kSpace && kind != Kind::kDigit) {
    next.repeats = std::min(5, last.repeats + 1);
  }
  return next;
}

/// Halves of 1 / 2^kWeightBits tokens, by family.
using Tokens = std::array<int64_t, kFamilies>;

/// What a text costs with the least hardness in place of its letters' own, which is never below it.
Tokens leastOf(std::string_view text) {
  FeatureCounter counter;
  counter.update(text);
  const Counts counts = counter.counts();
  const auto at = [](Feature feature) { return static_cast<size_t>(feature); };
  Tokens tokens{};
  for (uint32_t i = 0; i < kFeatures; ++i) {
    auto twice = static_cast<int64_t>(2 * counts[i]);
    if (i == at(Feature::kHardness)) {
      twice = static_cast<int64_t>(17 * counts[at(Feature::kWords)] +
                                   5 * counts[at(Feature::kLetters2)]);
    }
    for (uint32_t family = 0; twice != 0 && family < kFamilies; ++family) {
      tokens[family] += twice * (int64_t{kWeights[family][i]} << kWeightShifts[i]);
    }
  }
  return tokens;
}

struct Edge {
  uint32_t from = 0;
  uint32_t to = 0;
  Tokens added{};
};

struct Graph {
  /// A text with each ending.
  std::vector<std::string> texts;
  /// Those of a node stand together, one for each symbol.
  std::vector<Edge> edges;
};

/// Every ending that a text can have, reached from nothing.
Graph graphOf(const std::vector<Symbol>& all) {
  Graph graph;
  std::map<Ending, uint32_t> places;
  std::vector<Ending> endings;
  const auto placeOf = [&](const Ending& ending, const std::string& text) {
    const auto [found, isNew] = places.try_emplace(ending, static_cast<uint32_t>(endings.size()));
    if (isNew) {
      endings.push_back(ending);
      graph.texts.push_back(text);
    }
    return found->second;
  };
  placeOf({}, "");
  for (uint32_t from = 0; from < endings.size(); ++from) {
    const std::string text = graph.texts[from];
    const Tokens before = leastOf(text);
    for (uint32_t i = 0; i < all.size(); ++i) {
      const std::string longer = text + all[i].text;
      Edge edge{.from = from, .to = placeOf(endingAfter(endings[from], all[i], i), longer)};
      const Tokens after = leastOf(longer);
      for (uint32_t family = 0; family < kFamilies; ++family) {
        edge.added[family] = after[family] - before[family];
      }
      graph.edges.push_back(edge);
    }
  }
  return graph;
}

class EstimatorLoops : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    all = symbols();
    graph = graphOf(all);
  }

  static inline std::vector<Symbol> all;
  static inline Graph graph;
};

TEST_F(EstimatorLoops, TheGraphAddsWhatTextsCost) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    // A few symbols, so that they repeat; in one block, whose border splits letters beyond ASCII.
    uint32_t few[4];
    for (uint32_t& one : few) one = random.below(static_cast<uint32_t>(all.size()));
    std::string text;
    Tokens tokens = leastOf("");
    uint32_t at = 0;
    while (text.size() < 60) {
      const uint32_t symbol = random.pick(few);
      const Edge& edge = graph.edges[at * all.size() + symbol];
      text += all[symbol].text;
      for (uint32_t family = 0; family < kFamilies; ++family) tokens[family] += edge.added[family];
      at = edge.to;
    }
    ASSERT_EQ(tokens, leastOf(text)) << seed;
  }
}

TEST_F(EstimatorLoops, NoneIsBelowZeroAndNoWayLowersAnEstimateByTwoTokens) {
  for (uint32_t family = 0; family < kFamilies; ++family) {
    std::vector<int64_t> lowest(graph.texts.size());
    bool lowered = true;
    for (uint32_t round = 0; lowered && round < 100; ++round) {
      lowered = false;
      for (const Edge& edge : graph.edges) {
        const int64_t way = lowest[edge.from] + edge.added[family];
        if (way >= lowest[edge.to]) continue;
        lowest[edge.to] = way;
        lowered = true;
      }
    }
    EXPECT_FALSE(lowered) << "a loop of family " << family << " is below zero";
    EXPECT_GT(*std::ranges::min_element(lowest), -2 * (int64_t{2} << kWeightBits)) << family;
  }
}

/// A loop begins such a script once more, perhaps after a space.
TEST_F(EstimatorLoops, OfScriptsThatTheGraphLeavesOutAreNotBelowZero) {
  const auto weight = [](uint32_t family, uint32_t feature) {
    return kWeights[family][feature] * (1 << kWeightShifts[feature]);
  };
  for (const Script script : {Script::kCyrillicExtended, Script::kCyrillicMixed,
                              Script::kArabicExtended, Script::kArabicMixed}) {
    const auto list = static_cast<uint32_t>(script);
    for (uint32_t family = 0; family < kFamilies; ++family) {
      const int32_t one = weight(family, kScriptFeatures + list);
      const int32_t begins = one + weight(family, kScriptRunFeatures + list);
      const int32_t space = weight(family, static_cast<uint32_t>(Feature::kSpaces));
      EXPECT_GE(one, 0) << family << " " << list;
      EXPECT_GE(begins + std::min(space, 0), 0) << family << " " << list;
    }
  }
}

}  // namespace
}  // namespace epitome::tokens
