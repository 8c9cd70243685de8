// promise: api
/// Records that a host looks at and takes back: which belong to a run, what comes in their place,
/// and that none of them comes back by itself.

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/driver.h"
#include "core/support/generator.h"

namespace epitome {
namespace {

using Json = nlohmann::json;
using script::Driver;
using script::Messages;
using script::Script;

constexpr uint32_t kWindow = 12'000;

Messages step(uint32_t i) { return Script().step("call" + std::to_string(i), test::prose(600, i)); }

/// Long enough for the ranges here.
script::Reply telling(const std::string& end) {
  script::Reply reply = script::goodReply();
  reply.text +=
      " Looked at one file after the other and compared what each of them holds; still to do is to "
      "look at the other files, then to tell the user which one it is, and why that one rather "
      "than all the ones that were looked at before it. " +
      end;
  return reply;
}

/// Plays steps until the view has been folded `folds` times, messages that stand for it included.
void playFolds(Driver& driver, uint32_t folds, uint32_t& next) {
  for (uint32_t asked = 0; asked < folds && next < 1'000; ++next) {
    driver.append(step(next));
    for (const script::AskedRange& range : driver.step(kWindow).asked) {
      asked += range.kind == RequestKind::kMerge ? 0 : 1;
    }
  }
}

Json recordsOf(Driver& driver) { return Json::parse(driver.session().recordsJson(driver.run())); }

uint32_t inView(const Json& records) {
  uint32_t count = 0;
  for (const Json& record : records) count += record["inView"].get<bool>() ? 1 : 0;
  return count;
}

struct Played {
  Driver driver{script::bareOptions(true)};
  uint32_t next = 0;

  explicit Played(uint32_t folds) {
    driver.replies = [](const SummaryRequest&) { return telling("So far, so good."); };
    driver.attach(Script().user("go"));
    playFolds(driver, folds, next);
  }
};

TEST(Records, AreThoseOfTheViewAndWhatTheyWereMadeOf) {
  Played played(40);
  const Json records = recordsOf(played.driver);
  const auto chain = played.driver.state().chain();
  EXPECT_EQ(inView(records), chain.size());
  EXPECT_GT(records.size(), chain.size());
  uint32_t merged = 0;
  for (const Json& record : records) {
    merged += record["inView"].get<bool>() && record["rounds"].get<int>() > 1 ? 1 : 0;
    EXPECT_FALSE(record["withdrawn"].get<bool>());
    EXPECT_EQ(record["source"], "model");
    EXPECT_LE(record["firstMessage"].get<int>(), record["lastMessage"].get<int>());
    EXPECT_LT(record["tokens"].get<int>(), record["replacedTokens"].get<int>());
    EXPECT_FALSE(record["text"].get<std::string>().empty());
  }
  EXPECT_GT(merged, 0U);
}

TEST(Records, ABranchHasItsOwn) {
  Played played(2);
  const Messages& host = played.driver.host();
  const Messages begun = script::joined(Script().user("go"), step(777));
  played.driver.attach(script::joined(begun, script::slice(host, 3, host.size())));
  const Json records = recordsOf(played.driver);
  EXPECT_EQ(records.size(), 1U);
  // Of messages behind the ones that differ.
  for (const Json& record : records) {
    EXPECT_GT(record["firstMessage"].get<int>(), 3);
    EXPECT_FALSE(record["inView"].get<bool>());
  }
}

TEST(Records, OfNoRunAreNone) {
  Session session(script::bareOptions(true));
  EXPECT_EQ(session.recordsJson(7), "");
  EXPECT_EQ(session.rewind(7).error(), ErrorCode::kUnknownHandle);
}

TEST(Rewind, TakesOneRecordAfterTheOtherUntilOnlyMessagesAreLeft) {
  Played played(40);
  Driver& driver = played.driver;
  const uint32_t size = driver.state().transcript().size();
  uint32_t rewound = 0;
  uint32_t unmerged = 0;
  for (uint32_t end = driver.state().foldEnd(); *driver.session().rewind(driver.run());
       end = driver.state().foldEnd()) {
    ++rewound;
    EXPECT_LE(driver.state().foldEnd(), end);
    unmerged += driver.state().foldEnd() == end ? 1 : 0;
    EXPECT_EQ(driver.state().fault(), ViewFault::kNone);
    EXPECT_EQ(driver.fault(), "");
    ASSERT_LT(rewound, 40U);
  }
  EXPECT_GT(rewound, 4U);
  EXPECT_GT(unmerged, 0U);
  EXPECT_TRUE(driver.state().chain().empty());
  EXPECT_EQ(driver.state().view().items.size(), 1U);
  EXPECT_EQ(driver.state().view().items[0].count, size);
  for (const Json& record : recordsOf(driver)) EXPECT_TRUE(record["withdrawn"].get<bool>());
}

TEST(Rewind, HasTheMessagesReadAnewByTheNextStep) {
  Played played(1);
  Driver& driver = played.driver;
  const Json before = recordsOf(driver);
  ASSERT_EQ(before.size(), 1U);
  ASSERT_TRUE(*driver.session().rewind(driver.run()));
  driver.replies = [](const SummaryRequest&) { return telling("Told in another way."); };
  const script::StepOutcome outcome = driver.step(kWindow);
  ASSERT_EQ(outcome.asked.size(), 1U);
  const Json after = recordsOf(driver);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_EQ(inView(after), 1U);
  for (const Json& record : after) {
    const bool old = record["id"] == before[0]["id"];
    EXPECT_EQ(record["withdrawn"].get<bool>(), old);
    EXPECT_EQ(record["text"].get<std::string>().find("another way") == std::string::npos, old);
  }
}

TEST(Rewind, LastsOverARestart) {
  Played played(3);
  ASSERT_TRUE(*played.driver.session().rewind(played.driver.run()));
  const std::vector<uint8_t> bytes = played.driver.encoded();
  Driver again(script::bareOptions(true));
  ASSERT_TRUE(again.session().restore(played.driver.session().snapshot()));
  again.attach(played.driver.host());
  EXPECT_EQ(again.encoded(), bytes);
  EXPECT_EQ(recordsOf(again), recordsOf(played.driver));
}

TEST(Rewind, IsNotUndoneByAViewThatIsHandedBack) {
  Played played(3);
  Driver& driver = played.driver;
  const Messages view = script::messagesOf(driver.view());
  const size_t folds = driver.state().chain().size();
  ASSERT_TRUE(*driver.session().rewind(driver.run()));
  const Attached attached = driver.attach(script::joined(view, step(played.next)));
  EXPECT_EQ(attached.how, AlignCase::kOwnView);
  EXPECT_EQ(driver.state().chain().size(), folds - 1);
  EXPECT_FALSE(driver.state().absent());
}

TEST(Rewind, NeedsTheMessages) {
  Played played(2);
  Driver again(script::bareOptions(true));
  ASSERT_TRUE(again.session().restore(played.driver.session().snapshot()));
  const Messages view = script::messagesOf(played.driver.view());
  again.attach(view);
  ASSERT_TRUE(again.state().absent());
  EXPECT_FALSE(*again.session().rewind(again.run()));
  EXPECT_EQ(inView(recordsOf(again)), again.state().chain().size());
}

}  // namespace
}  // namespace epitome
