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

TEST(Within, AnUnknownWindowIsAsLargeAsTheAgents) {
  for (const std::string& words : {test::prose(700), test::prose(4'000)}) {
    const auto unknown = requestsFor(0, words);
    const auto same = requestsFor(60'000, words);
    ASSERT_EQ(unknown.size(), same.size());
    for (size_t i = 0; i < unknown.size(); ++i) EXPECT_EQ(unknown[i].kind, same[i].kind);
  }
}

/// Whether it fits is what the one request itself would take, not what a rule of thumb keeps free.
TEST(Within, WhatFitsTheWindowIsReadByOneRequest) {
  for (uint32_t size = 200; size < 6'000; size += 400) {
    const std::string words = test::prose(size);
    const std::vector<SummaryRequest> whole = requestsFor(2'000'000, words);
    for (const SummaryRequest& request : whole) EXPECT_EQ(request.kind, RequestKind::kFold);
    if (whole.size() != 1) continue;
    const int64_t input = int64_t{tokensOfText(whole[0].system, Family::kO200k)} +
                          tokensOfText(whole[0].prompt, Family::kO200k);
    const int64_t needed = input + input / 5 + whole[0].maxOutputTokens + kRequestEnvelope;
    // What stands beside the range gets less of a smaller window.
    const auto window = static_cast<uint32_t>(needed + needed / 50);
    EXPECT_EQ(requestsFor(window, words).size(), 1U) << size;
    EXPECT_GT(requestsFor(window - window / 10, words).size(), 1U) << size;
  }
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
