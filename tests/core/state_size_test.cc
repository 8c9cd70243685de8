// promise: 6 pays once
/// How large a saved state gets: at most its ceiling, whatever was said and done, in any window and
/// script; what is larger all the same, since an earlier release saved it, is read and shrinks.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/engine_driver.h"
#include "core/support/random_text.h"
#include "session/level.h"
#include "session/saved_segments.h"

namespace epitome {
namespace {

using Json = nlohmann::ordered_json;
using script::Driver;
using script::Messages;
using script::Script;
using test::Random;

/// Scripts that take one to six bytes a character in JSON.
enum class Writing : uint8_t { kLatin, kHan, kDevanagari, kEmoji, kQuotes };
constexpr Writing kWritings[] = {Writing::kLatin, Writing::kHan, Writing::kDevanagari,
                                 Writing::kEmoji, Writing::kQuotes};

std::string wordIn(Writing writing, Random& random) {
  static constexpr std::string_view kHan[] = {"\u6e2f\u53e3", "\u8239", "\u8d27\u7269", "\u6210"};
  static constexpr std::string_view kDevanagari[] = {"\u092c\u0902\u0926\u0930\u0917\u093e\u0939 ",
                                                     "\u091c\u0939\u093e\u091c ", "\u0914\u0930 "};
  static constexpr std::string_view kEmoji[] = {"\U0001F6A2", "\U0001F4E6", "\u2693\uFE0F "};
  static constexpr std::string_view kQuotes[] = {"\"a\" ", "\\n\\t ", "\\\"b\\\" "};
  switch (writing) {
    case Writing::kHan:
      return std::string(random.pick(kHan));
    case Writing::kDevanagari:
      return std::string(random.pick(kDevanagari));
    case Writing::kEmoji:
      return std::string(random.pick(kEmoji));
    case Writing::kQuotes:
      return std::string(random.pick(kQuotes));
    case Writing::kLatin:
      break;
  }
  return test::prose(12, random.below(1'000)) + " ";
}

std::string textIn(Writing writing, Random& random, uint32_t words) {
  std::string out;
  for (uint32_t i = 0; i < words; ++i) out += wordIn(writing, random);
  return out;
}

/// Steps of an agent that changes files and runs commands, some of which fail.
void work(Script& script, Writing writing, Random& random, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; ++i) {
    const std::string id = "c" + std::to_string(i);
    const std::string name = "src/" + textIn(writing, random, 3) + std::to_string(i) + ".ts";
    const Json input = i % 3 == 0 ? Json{{"command", "npm test -- " + name}} : Json{{"path", name}};
    const std::string tool = i % 3 == 0 ? "bash" : i % 3 == 1 ? "write_file" : "read_file";
    const std::string result = (i % 6 == 0 ? "TypeError: cannot read '" + name +
                                                 "' of nothing at all, in line " + std::to_string(i)
                                           : textIn(writing, random, 20));
    script.assistant().text(textIn(writing, random, 8)).call(id, tool, input.dump());
    script.tool().result(id, result, 0, tool);
  }
}

struct Case {
  Writing writing;
  uint32_t window;
  bool talks;
  bool summarizer;

  std::string name() const {
    return "writing " + std::to_string(static_cast<int>(writing)) + " in " +
           std::to_string(window) + (talks ? ", much said" : ", little said") +
           (summarizer ? ", by a model" : ", by rule");
  }
};

/// As a model answers that uses all the room it is given.
script::Reply longReply(const SummaryRequest& request, Writing writing, Random& random) {
  std::string text = "## Done\n";
  while (tokensOfText(text, Family::kO200k) < request.maxOutputTokens * 3 / 4) {
    text += "- " + textIn(writing, random, 12) + "\n";
  }
  return {true, text, FinishReason::kStop, GiveUp::kFailed};
}

SessionOptions folding(bool summarizer) {
  SessionOptions options = script::bareOptions(summarizer);
  options.budget.keepRecentTokens = Amount{1};
  return options;
}

TEST(StateSize, StaysWithinItsCeilingInAnyWindow) {
  for (const uint32_t window : {32'000U, 200'000U, 1'000'000U}) {
    for (const Writing writing : kWritings) {
      for (const bool talks : {false, true}) {
        const bool summarizer = (static_cast<uint32_t>(writing) + (talks ? 1 : 0)) % 2 == 0;
        const Case one{writing, window, talks, summarizer};
        Random random(window + static_cast<uint32_t>(writing));
        Driver driver(folding(summarizer));
        driver.replies = [&](const SummaryRequest& request) {
          return longReply(request, writing, random);
        };
        driver.attach(Script().user("Go."));
        uint32_t folds = 0;
        for (uint32_t i = 0; i < 16; ++i) {
          Script script;
          script.user(talks ? textIn(writing, random, 500) : "Go on.");
          work(script, writing, random, i * 20, 20);
          script.user("And then?");
          driver.append(script);
          StepInput input;
          input.contextWindow = window;
          input.manual = true;
          const auto outcome = driver.step(input);
          ASSERT_EQ(outcome.error, 0);
          folds += outcome.passes;
          const std::string state = driver.session().snapshot();
          ASSERT_LE(state.size(), kMaxStateBytes) << one.name() << ", fold " << i;
        }
        EXPECT_GT(folds, 0U) << one.name();
        Driver other(driver.options());
        ASSERT_TRUE(other.session().restore(driver.session().snapshot()));
        other.attach(driver.host());
        EXPECT_EQ(other.encoded(), driver.encoded()) << one.name();
      }
    }
  }
}

TEST(StateSize, StaysWithinItsCeilingWhateverTheHostGives) {
  for (const Writing writing : kWritings) {
    Random random(static_cast<uint32_t>(writing));
    SessionOptions options = folding(false);
    options.blocks = true;
    Driver driver(options);
    driver.blocks = [&] {
      Json blocks = Json::array();
      for (uint32_t i = 0; i < 16; ++i) {
        blocks.push_back({textIn(writing, random, 40), textIn(writing, random, 200)});
      }
      return Json{{"blocks", blocks}}.dump();
    };
    uint32_t pins = 0;
    while (pins < 50 && driver.session().pin(std::to_string(pins) + textIn(writing, random, 30))) {
      ++pins;
    }
    EXPECT_GT(pins, 5U);
    driver.attach(Script().user("Go."));
    for (uint32_t i = 0; i < 12; ++i) {
      Script script;
      script.user(textIn(writing, random, 500));
      const Json plan{{"todos", textIn(writing, random, 3'000)}};
      script.assistant().call("p" + std::to_string(i), "todo_write", plan.dump());
      script.tool().result("p" + std::to_string(i), "noted", 0, "todo_write");
      for (uint32_t k = 0; k < 60; ++k) script.message(Role::kUser, kPriority).text("Keep it.");
      work(script, writing, random, i * 20, 20);
      driver.append(script);
      StepInput input;
      input.contextWindow = 500'000;
      input.manual = true;
      ASSERT_EQ(driver.step(input).error, 0);
      const std::string state = driver.session().snapshot();
      ASSERT_LE(state.size(), kMaxStateBytes) << static_cast<int>(writing) << ", fold " << i;
    }
    EXPECT_FALSE(driver.state().chain().empty());
  }
}

/// A chain of records as an earlier release wrote it, with far more rows than one has now: they
/// stand for `count` units of the driver's run each.
Json stateOfEarlierRelease(Driver& driver, uint32_t count, uint32_t rows) {
  Json state = Json::parse(driver.session().snapshot());
  const Run& run = driver.state();
  Json segments = Json::array();
  Json chain = Json::array();
  uint32_t begin = run.firstUnit();
  while (begin + count < run.units().size()) {
    const uint32_t from = run.units()[begin].begin;
    const uint32_t to = run.units()[begin += count].begin;
    SegmentBody body;
    body.prose = "The files of these steps were read and changed, one after the other.";
    body.firstMessage = from + 1;
    body.lastMessage = to;
    for (uint32_t i = 0; i < rows; ++i) {
      LedgerRow row;
      row.kind = LedgerKind::kChanged;
      row.subject = "src/" + std::string(120, ' ') + std::to_string(from * rows + i) + ".ts";
      row.firstMessage = row.lastMessage = from + 1;
      body.ledger.push_back(row);
    }
    const RangePrint range = run.prints().range(run.transcript(), from, to);
    const Segment segment = makeSegment(range, body, 50'000, Family::kO200k);
    JsonWriter json;
    writeSegment(json, segment);
    segments.push_back(Json::parse(json.take()));
    chain.push_back(segments.back()["id"]);
  }
  state["segments"] = segments;
  state["chain"] = chain;
  state["tail"] = Json::array();
  state["epitome"] = 6;
  state.erase("trace");
  return state;
}

TEST(StateSize, WhatAnEarlierReleaseSavedIsReadWhateverItsSizeAndShrinks) {
  for (const uint32_t rows : {60U, 90U}) {
    Random random(rows);
    Driver driver(folding(false));
    Script script;
    script.user("Go.");
    work(script, Writing::kLatin, random, 0, 400);
    driver.attach(script);
    const std::string state = stateOfEarlierRelease(driver, 20, rows).dump();
    ASSERT_GT(state.size(), 2 * kMaxStateBytes);

    // Across the boundary it comes in pieces.
    script::EngineDriver boundary;
    ASSERT_GT(boundary.open(R"({"hostOverhead":0,"maxOutputTokens":1})"), 0);
    ASSERT_EQ(boundary.restore(state), 0);
    Driver other(driver.options());
    ASSERT_TRUE(other.session().restore(state));
    ASSERT_EQ(boundary.engine.snapshotSession(boundary.session), 0);
    EXPECT_EQ(boundary.output(), other.session().snapshot());

    other.attach(driver.host());
    EXPECT_GT(other.state().chain().size(), 10U);
    for (uint32_t i = 0; i < 3; ++i) {
      Script more;
      work(more, Writing::kLatin, random, 1'000 + 10 * i, 10);
      other.append(more);
      StepInput input;
      input.contextWindow = 1'000'000;
      input.manual = true;
      ASSERT_EQ(other.step(input).error, 0);
      EXPECT_LE(other.session().snapshot().size(), kMaxStateBytes);
    }
  }
}

TEST(StateSize, AStateInPiecesIsTheStateWhereverItIsCut) {
  Random random(1);
  Driver driver(folding(false));
  Script script;
  script.user(textIn(Writing::kHan, random, 200));
  work(script, Writing::kHan, random, 0, 20);
  driver.attach(script);
  StepInput input;
  input.contextWindow = 100'000;
  input.manual = true;
  driver.step(input);
  const std::string state = driver.session().snapshot();
  script::EngineDriver boundary;
  ASSERT_GT(boundary.open(R"({"hostOverhead":0,"maxOutputTokens":1})"), 0);
  for (uint32_t i = 0; i < 50; ++i) {
    const auto first = random.below(static_cast<uint32_t>(state.size()));
    ASSERT_EQ(boundary.restore(state, 1 + first), 0);
    ASSERT_EQ(boundary.engine.snapshotSession(boundary.session), 0);
    EXPECT_EQ(boundary.output(), state);
  }
  // What was begun and is none leaves nothing behind.
  EXPECT_NE(boundary.restore(state + state, 1'000), 0);
  EXPECT_EQ(boundary.restore(state), 0);
}

TEST(StateSize, AnEndlessStateIsRefusedBeforeItFillsTheMemory) {
  script::EngineDriver boundary;
  ASSERT_GT(boundary.open(R"({"hostOverhead":0,"maxOutputTokens":1})"), 0);
  const std::string spaces(kBufferBytes, ' ');
  int32_t answer = 0;
  size_t fed = 0;
  while (answer == 0 && fed < 10 * kMostReadStateBytes) {
    answer = boundary.engine.feedState(boundary.session, boundary.write(spaces));
    fed += spaces.size();
  }
  EXPECT_EQ(answer, -static_cast<int32_t>(ErrorCode::kCapacity));
  EXPECT_LE(fed, kMostReadStateBytes + spaces.size());
  // Values without end take more memory than their text does.
  std::string values = "{\"epitome\":6,\"segments\":[0";
  while (values.size() < kMostReadStateBytes - 2) values += ",0";
  EXPECT_EQ(boundary.restore(values + "]}"), -static_cast<int32_t>(ErrorCode::kInvalidState));
}

/// The same JSON as others may write it: with white space, escapes and members that mean nothing.
std::string foreign(const Json& json, Random& random) {
  const std::string text = json.dump(static_cast<int>(random.below(8)), ' ', random.chance(50));
  return std::string(random.below(3'000), ' ') + text.substr(0, text.size() - 1) +
         ",\"of another\":\"" + std::string(random.below(3'000), 'x') + "\"}";
}

TEST(StateSize, AForeignStateIsSavedNoLargerThanItsCanonicalForm) {
  Random random(3);
  Driver driver(folding(false));
  driver.attach(Script().user("Go."));
  for (uint32_t i = 0; i < 12; ++i) {
    Script script;
    script.user(textIn(Writing::kHan, random, 300));
    work(script, Writing::kHan, random, 20 * i, 20);
    driver.append(script);
    StepInput input;
    input.contextWindow = 200'000;
    input.manual = true;
    driver.step(input);
  }
  const Json good = Json::parse(driver.session().snapshot());
  uint32_t read = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    Json state = good;
    // Lists with more of the same in them.
    for (const char* name : {"segments", "chain", "folded", "tail", "edits", "pins", "models"}) {
      if (state[name].empty() || !random.chance(15)) continue;
      for (uint32_t times = 1 + random.below(40); times > 0; --times) {
        const auto at = random.below(static_cast<uint32_t>(state[name].size()));
        state[name].push_back(Json(state[name][at]));
      }
    }
    Session session(driver.options());
    if (!session.restore(foreign(state, random))) continue;
    ++read;
    const std::string saved = session.snapshot();
    EXPECT_LE(saved.size(), state.dump().size());
    Session again(driver.options());
    ASSERT_TRUE(again.restore(saved));
    EXPECT_EQ(again.snapshot(), saved);
  }
  EXPECT_GT(read, 20U);
}

}  // namespace
}  // namespace epitome
