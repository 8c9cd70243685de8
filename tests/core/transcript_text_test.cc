// promise: api
/// Texts for hosts that reflect on a conversation.
#include "summary/transcript_text.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "text/utf.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;

SessionOptions options() { return script::bareOptions(false); }

TEST(TranscriptText, ShowsTheNewestMessagesALineEach) {
  Driver driver(options());
  driver.attach(Script()
                    .user("first of all")
                    .user("Look at this.\nPlease.")
                    .media("image/png", {1'000, 20, 10})
                    .assistant()
                    .reasoning("secret thoughts")
                    .text("I will read it.")
                    .call("a", "read", R"({"path":"a.txt"})")
                    .tool()
                    .result("a", "line one\nline two\nline three")
                    .assistant()
                    .text("Done."));
  EXPECT_EQ(driver.text(4, true),
            "[2] user: Look at this.\n  Please.\n"
            "[2] user: [image/png, 1000 bytes, 20x10 pixels]\n"
            "[3] assistant: I will read it.\n"
            "[3] assistant \u2192 read({\"path\":\"a.txt\"})\n"
            "[4] result: line one line two line three\n"
            "[5] assistant: Done.\n");
  EXPECT_EQ(driver.text(0, true), "");
  EXPECT_EQ(driver.text(1, false), "[5] assistant: Done.\n");
}

TEST(TranscriptText, BeginsWithTheRecords) {
  Driver driver(options());
  Script script;
  script.user("Build it.");
  for (uint32_t i = 0; i < 20; ++i) script.step("c" + std::to_string(i), test::prose(1'000, i));
  driver.attach(script);
  driver.step(4'000);
  ASSERT_FALSE(driver.state().chain().empty());
  const std::string& record = driver.session().decisions().byId(driver.state().chain()[0])->text;

  const std::string whole = driver.text(1'000, true, 1'000'000);
  EXPECT_EQ(whole.find(record.substr(0, 100)), 0U);
  // What the record stands for is not told a second time.
  EXPECT_EQ(whole.find("[2] assistant"), std::string::npos);
  EXPECT_NE(whole.find("[" + std::to_string(driver.host().size()) + "] "), std::string::npos);
  EXPECT_EQ(driver.text(0, true, 1'000'000), whole.substr(0, whole.find("\n\n[")));
  // Without it the messages are all there are.
  EXPECT_EQ(driver.text(1'000, false, 1'000'000).find("[1] user: Build it."), 0U);
}

TEST(TranscriptText, IsBoundedAndHoldsNoSecret) {
  Driver driver(options());
  Script script;
  script.user("The key is sk-ant-x1Y2x1Y3x1Y4x1Y5x1Y6x1Y7x1Y8");
  for (uint32_t i = 0; i < 40; ++i) script.step("c" + std::to_string(i), test::prose(2'000, i));
  script.user("password: correct-horse-battery-9");
  driver.attach(script);
  driver.step(8'000);
  for (const uint32_t most : {0U, 10U, 300U, 2'000U, 100'000U}) {
    for (const bool records : {true, false}) {
      const std::string text = driver.text(1'000, records, most);
      EXPECT_LE(text::utf16Length(text), most);
      EXPECT_EQ(text.find("battery-9"), std::string::npos);
      EXPECT_EQ(text.find("sk-ant-x1"), std::string::npos);
    }
  }
}

TEST(TranscriptText, RefusesWhatIsOutOfOrder) {
  Driver driver(options());
  driver.attach(Script().user("go"));
  EXPECT_EQ(driver.session().beginText(99, 1, true).error(), ErrorCode::kUnknownHandle);
  EXPECT_EQ(driver.session().textReader().error(), ErrorCode::kOutOfOrder);
  EXPECT_EQ(driver.session().endText(10).error(), ErrorCode::kOutOfOrder);
  ASSERT_TRUE(driver.session().beginText(driver.run(), 1, true));
  driver.session().release(driver.run());
  EXPECT_EQ(driver.session().endText(10).error(), ErrorCode::kOutOfOrder);
}

}  // namespace
}  // namespace epitome
