// promise: api

#include "engine.h"

#include <limits>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/engine_driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using script::Driver;
using script::EngineDriver;
using script::Messages;
using script::Script;

constexpr int32_t failure(ErrorCode code) { return -static_cast<int32_t>(code); }

constexpr auto kCalls = static_cast<uint32_t>(Engine::Place::none);

constexpr std::string_view kOptions = R"({"hostOverhead":0,"maxOutputTokens":1,"summarizer":true})";

TEST(Engine, GivesTheBytesThatTheSessionGives) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    script::Generator generator(seed);
    SessionOptions options;
    options.hostOverhead = 0;
    options.maxOutputTokens = 1;
    options.summarizer = true;
    Driver native(options);
    EngineDriver boundary;
    ASSERT_GT(boundary.open(kOptions), 0);
    const Messages opening = generator.opening();
    native.attach(opening);
    ASSERT_TRUE(boundary.attach(opening));
    for (uint32_t i = 0; i < 12; ++i) {
      const Messages more = generator.event();
      native.append(more);
      ASSERT_EQ(boundary.append(more), 0);
      const script::StepOutcome outcome = native.step(1'500);
      int32_t next = boundary.step(1'500);
      while (next == 2 || next == 3) {
        if (next == 2) {
          next = boundary.read();
          continue;
        }
        ASSERT_EQ(boundary.engine.pending(boundary.session, boundary.run), 0);
        script::Words waiting(boundary.engine.output());
        EXPECT_GT(waiting.word(), 0U);
        const uint32_t number = waiting.word();
        waiting.word();
        waiting.word();
        ASSERT_EQ(boundary.engine.request(boundary.session, boundary.run, number), 0);
        script::Words words(boundary.engine.output());
        words.word();
        EXPECT_GT(words.word(), 0U);
        EXPECT_GE(words.word(), 1U);
        const uint32_t first = words.word();
        EXPECT_GE(first, 1U);
        EXPECT_GE(words.word(), first);
        EXPECT_FALSE(words.text().empty());
        EXPECT_FALSE(words.text().empty());
        EXPECT_TRUE(words.whole());
        const std::string reply = script::goodReply().text;
        next = boundary.engine.reply(boundary.session, boundary.run, number, boundary.write(reply),
                                     0, 0, 0);
      }
      ASSERT_EQ(next, static_cast<int32_t>(outcome.next)) << seed;
      ASSERT_EQ(boundary.engine.view(boundary.session, boundary.run), 0);
      const auto output = boundary.engine.output();
      ASSERT_EQ(std::vector<uint8_t>(output.begin(), output.end()), native.encoded()) << seed;
    }
    ASSERT_EQ(boundary.engine.snapshotSession(boundary.session), 0);
    EXPECT_EQ(boundary.output(), native.session().snapshot());
    ASSERT_EQ(boundary.engine.report(boundary.session, boundary.run), 0);
    EXPECT_EQ(boundary.output(), native.session().reportJson(native.run()));
    ASSERT_EQ(boundary.engine.explain(boundary.session, boundary.run), 0);
    const auto explanation = nlohmann::json::parse(boundary.output(), nullptr, false);
    ASSERT_FALSE(explanation.is_discarded());
    EXPECT_EQ(explanation["messages"].size(), boundary.hosts[boundary.run].size());
    ASSERT_EQ(boundary.engine.repairs(boundary.session, boundary.run), 0);
    EXPECT_FALSE(nlohmann::json::parse(boundary.output(), nullptr, false).is_discarded());
    ASSERT_EQ(boundary.engine.totals(boundary.session), 0);
    EXPECT_FALSE(nlohmann::json::parse(boundary.output(), nullptr, false).is_discarded());
  }
}

TEST(Engine, UnknownSessionsAndRunsAreRefused) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  Engine& e = driver.engine;
  const uint32_t good = driver.session;
  const int32_t unknown = failure(ErrorCode::kUnknownHandle);
  for (const uint32_t s : {0U, good + 1, 0xFFFF'FFFFU}) {
    for (const int32_t answer : {e.closeSession(s),
                                 e.restoreSession(s, 0),
                                 e.snapshotSession(s),
                                 e.meter(s),
                                 e.feed(s, 0, 0),
                                 e.stagedTokens(s),
                                 e.dropStaged(s),
                                 e.attach(s),
                                 e.append(s, 1),
                                 e.sameMessage(s, 1, 0),
                                 e.releaseRun(s, 1),
                                 e.countBy(s, 0, 0, 0, 0),
                                 e.step(s, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0),
                                 e.readList(s, 1),
                                 e.readDone(s, 1),
                                 e.pending(s, 1),
                                 e.request(s, 1, 0),
                                 e.reply(s, 1, 0, 0, 0, 0, 0),
                                 e.blockRoom(s, 1),
                                 e.offerBlocks(s, 1, 0),
                                 e.giveUp(s, 1, 0, 0),
                                 e.lastVerdict(s),
                                 e.postpone(s, 1),
                                 e.awaited(s),
                                 e.view(s, 1),
                                 e.report(s, 1),
                                 e.explain(s, 1),
                                 e.repairs(s, 1),
                                 e.totals(s)}) {
      EXPECT_EQ(answer, unknown);
    }
  }
  for (const int32_t answer :
       {e.feed(good, 9, 0), e.append(good, 9), e.sameMessage(good, 9, 0),
        e.step(good, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0), e.readList(good, 9), e.readDone(good, 9),
        e.pending(good, 9), e.request(good, 9, 0), e.reply(good, 9, 0, 0, 0, 0, 0),
        e.blockRoom(good, 9), e.giveUp(good, 9, 0, 0), e.view(good, 9)}) {
    EXPECT_EQ(answer, unknown);
  }
}

TEST(Engine, LengthsBeyondTheBufferAreRefused) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  ASSERT_TRUE(driver.attach(Script().user("go")));
  Engine& e = driver.engine;
  const uint32_t s = driver.session;
  const int32_t capacity = failure(ErrorCode::kCapacity);
  // The last is four bytes to whoever takes it for a word.
  for (const double length : {kBufferBytes + 1.0, 4'294'967'295.0, 4'294'967'300.0, 1e300}) {
    EXPECT_EQ(e.openSession(length), capacity);
    EXPECT_EQ(e.restoreSession(s, length), capacity);
    EXPECT_EQ(e.feed(s, 0, length), capacity);
    EXPECT_EQ(e.reply(s, driver.run, 0, length, 0, 0, 0), capacity);
    EXPECT_EQ(e.lookupModel(length), capacity);
    EXPECT_EQ(e.mediaRule(length, 0), capacity);
  }
}

TEST(Engine, AnyPlaceAndAnyNumbersGetAKnownAnswer) {
  using Most = std::numeric_limits<double>;
  for (uint32_t place = 0; place < kCalls + 3; ++place) {
    for (const double number :
         {0.0, 1.0, -1.0, 0.5, 5e9, 1e300, -1e300, Most::infinity(), Most::quiet_NaN()}) {
      for (size_t handles = 0; handles < 3; ++handles) {
        EngineDriver driver;
        ASSERT_GT(driver.open(kOptions), 0);
        ASSERT_TRUE(driver.attach(Script().user("go")));
        ASSERT_GE(driver.step(1'000), 0);
        Engine::Numbers numbers;
        numbers.fill(number);
        if (handles > 0) numbers[0] = driver.session;
        if (handles > 1) numbers[1] = driver.run;
        const int32_t answer = driver.engine.call(place, numbers);
        EXPECT_GE(answer, failure(ErrorCode::kCapacity)) << place << ' ' << number;
        if (place >= kCalls) EXPECT_EQ(answer, failure(ErrorCode::kUnknownHandle)) << place;
      }
    }
  }
  EXPECT_EQ(EngineDriver().engine.call(UINT32_MAX, {}), failure(ErrorCode::kUnknownHandle));
}

TEST(Engine, AMessageThatIsNotWholeCannotBeTaken) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  ASSERT_TRUE(driver.attach(Script().user("go")));
  Engine& e = driver.engine;
  e.buffer()[0] = 1;
  e.buffer()[1] = 1;
  e.buffer()[2] = e.buffer()[3] = 0;
  ASSERT_EQ(e.feed(driver.session, 0, 4), 0);
  EXPECT_EQ(e.attach(driver.session), failure(ErrorCode::kOutOfOrder));
  EXPECT_EQ(e.append(driver.session, driver.run), failure(ErrorCode::kOutOfOrder));
  EXPECT_EQ(e.dropStaged(driver.session), 0);
  EXPECT_EQ(e.append(driver.session, driver.run), 0);
}

TEST(Engine, CountsWhatIsStagedAndComparesOneMessage) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  const Messages messages =
      Script().user("eight ch").assistant().text("four").call("c", "read", "{}");
  ASSERT_EQ(driver.stage(messages), 0);
  int64_t tokens = 0;
  for (const script::Message& message : messages) {
    tokens += messageOverhead(message.role, Family::kO200k);
    for (const script::Part& part : message.parts) {
      tokens += tokensOfText(part.text, Family::kO200k) + script::tokensBesideText(part);
    }
  }
  EXPECT_EQ(driver.engine.stagedTokens(driver.session), tokens);
  EXPECT_EQ(driver.engine.dropStaged(driver.session), 0);
  EXPECT_EQ(driver.engine.stagedTokens(driver.session), 0);

  ASSERT_TRUE(driver.attach(messages));
  const auto same = [&](const Messages& one, uint32_t index) {
    EXPECT_EQ(driver.stage(one), 0);
    return driver.engine.sameMessage(driver.session, driver.run, index);
  };
  EXPECT_EQ(same({messages[1]}, 1), 1);
  EXPECT_EQ(same({messages[1]}, 0), 0);
  EXPECT_EQ(same({messages[1]}, 9), 0);
  EXPECT_EQ(same({messages[0], messages[1]}, 0), 0);
  EXPECT_EQ(same(Script().user("eight  ch"), 0), 0);
  EXPECT_EQ(driver.engine.stagedTokens(driver.session), 0);
}

TEST(Engine, LooksModelsUp) {
  EngineDriver driver;
  std::set<uint32_t> numbers;
  for (const std::string_view id : {"anthropic/claude-opus-4", "openai/gpt-4o", "nobody-1", ""}) {
    ASSERT_EQ(driver.engine.lookupModel(driver.write(id)), 0);
    script::Words words(driver.engine.output());
    const uint32_t number = words.word();
    EXPECT_TRUE(numbers.insert(number).second) << id;
    EXPECT_EQ(number == 0, id.empty()) << id;
    const FamilyChoice choice = familyOf(id);
    EXPECT_EQ(words.word(), numberOf(choice)) << id;
    EXPECT_EQ(words.word(), static_cast<uint32_t>(mediaRuleOf(id, choice.family))) << id;
    EXPECT_TRUE(words.whole());
  }
}

TEST(Engine, TellsEnvelopesAndMediaRules) {
  EngineDriver driver;
  Engine& e = driver.engine;
  for (uint32_t f = 0; f < kFamilies; ++f) {
    const auto family = static_cast<Family>(f);
    ASSERT_EQ(e.envelope(f), 0);
    script::Words words(e.output());
    EXPECT_EQ(words.word(), envelopeOf(family).message);
    EXPECT_EQ(words.word(), envelopeOf(family).tool);
    EXPECT_EQ(words.word(), envelopeOf(family).tools);
    EXPECT_EQ(words.word(), envelopeOf(family).request);
    EXPECT_EQ(e.mediaRule(0, f), static_cast<int32_t>(mediaRuleOf(family)));
    EXPECT_EQ(e.mediaRule(driver.write("openai/gpt-4o"), f),
              static_cast<int32_t>(MediaRule::kGpt4o));
  }
  EXPECT_EQ(e.envelope(kFamilies), failure(ErrorCode::kInvalidOptions));
  EXPECT_EQ(e.mediaRule(0, kFamilies), failure(ErrorCode::kInvalidOptions));
}

TEST(Engine, CountsTextsApartFromWhatWrapsThem) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  EXPECT_EQ(driver.engine.stagedTextTokens(99), failure(ErrorCode::kUnknownHandle));
  const Messages messages = Script().user("eight ch").media().assistant().call("c", "read", "{}");
  ASSERT_EQ(driver.stage(messages), 0);
  const auto texts = static_cast<int32_t>(tokensOfText("eight ch", Family::kO200k) +
                                          tokensOfText("{}", Family::kO200k));
  EXPECT_EQ(driver.engine.stagedTextTokens(driver.session), texts);
  EXPECT_GT(driver.engine.stagedTokens(driver.session), texts + 1'600);
}

TEST(Engine, SessionsAreApart) {
  EngineDriver driver;
  ASSERT_GT(driver.open(kOptions), 0);
  ASSERT_TRUE(driver.attach(Script().user("go")));
  const uint32_t first = driver.session;
  ASSERT_GT(driver.open(kOptions), 0);
  EXPECT_NE(driver.session, first);
  EXPECT_EQ(driver.engine.view(driver.session, driver.run), failure(ErrorCode::kUnknownHandle));
  EXPECT_EQ(driver.engine.closeSession(first), 0);
  EXPECT_EQ(driver.engine.closeSession(first), failure(ErrorCode::kUnknownHandle));
  EXPECT_EQ(driver.engine.totals(driver.session), 0);
}

}  // namespace
}  // namespace epitome
