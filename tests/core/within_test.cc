// promise: 9 loses nothing silently
/// Requests against the window of the model that writes summaries.
#include "summary/within.h"

#include <gtest/gtest.h>

#include "core/support/driver.h"
#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using script::Driver;
using script::Script;

SessionOptions options(uint32_t summarizerWindow) {
  SessionOptions options = script::bareOptions(true);
  options.summarizerWindow = summarizerWindow;
  return options;
}

/// Tokens that a request takes of a window, reply included, whatever its text is made of.
int64_t windowTokens(const SummaryRequest& request, Family family) {
  const int64_t input =
      int64_t{tokensOfText(request.system, family)} + tokensOfText(request.prompt, family);
  return input + safeMargin(input) + kRequestEnvelope + request.maxOutputTokens;
}

std::string repeated(const std::string& text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

/// One fold of dense and of plain text in a large window; the requests that it led to.
std::vector<SummaryRequest> requestsFor(uint32_t summarizerWindow, const std::string& words) {
  Driver driver(options(summarizerWindow));
  std::vector<SummaryRequest> requests;
  driver.replies = [&](const SummaryRequest& request) {
    requests.push_back(request);
    return script::goodReply();
  };
  Script script;
  script.user("go");
  for (uint32_t i = 0; i < 60; ++i) {
    script.user(std::to_string(i) + " " + words);
    script.step("c" + std::to_string(i), std::to_string(i) + words);
  }
  driver.attach(script);
  driver.step(60'000);
  return requests;
}

TEST(Within, NoRequestIsLargerThanTheSummarizersWindow) {
  for (const std::string& words : {test::prose(4'000), repeated("要約は会話の代わりになる。", 300),
                                   repeated("9f3ac07be1 ", 350)}) {
    for (const uint32_t window : {6'000U, 8'192U, 16'384U, 32'768U}) {
      const std::vector<SummaryRequest> requests = requestsFor(window, words);
      ASSERT_FALSE(requests.empty()) << window;
      for (const SummaryRequest& request : requests) {
        EXPECT_LE(windowTokens(request, Family::kO200k), window);
        // It uses what there is: a part takes a tenth of the window at the least, instructions
        // included.
        if (request.kind == RequestKind::kPart) {
          EXPECT_GE(windowTokens(request, Family::kO200k), window / 10);
        }
      }
    }
  }
}

TEST(Within, AnUnknownWindowChangesNothing) {
  const auto unknown = requestsFor(0, test::prose(4'000));
  const auto large = requestsFor(2'000'000, test::prose(4'000));
  ASSERT_EQ(unknown.size(), large.size());
  for (size_t i = 0; i < unknown.size(); ++i) EXPECT_EQ(unknown[i].prompt, large[i].prompt);
}

TEST(Within, AWindowThatNotEvenInstructionsFitIsNoReasonToFail) {
  Driver driver(options(300));
  Script script;
  script.user("go");
  for (uint32_t i = 0; i < 30; ++i) script.step("c" + std::to_string(i), test::prose(2'000, i));
  driver.attach(script);
  const auto outcome = driver.step(12'000);
  EXPECT_EQ(outcome.next, Next::kView);
  EXPECT_TRUE(outcome.asked.empty());
  const std::string report = driver.session().reportJson(driver.run());
  EXPECT_NE(report.find("\"digestReason\":\"not-asked\""), std::string::npos) << report;
}

}  // namespace
}  // namespace epitome
