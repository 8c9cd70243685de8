// promise: 9 loses nothing silently
/// Both sides of every line of the gate.
#include "summary/gate.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::Random;

constexpr GateLimits kRange{10'000, 800};

GateVerdict judge(std::string_view reply, FinishReason finish = FinishReason::kStop,
                  const GateLimits& limits = kRange) {
  return judgeReply(reply, finish, limits);
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

/// A record of about 300 real tokens, in several languages.
std::vector<std::string> goodRecords() {
  return {
      "## Task and constraints\nThe user wants the parser rewritten; never touch config/.\n## "
      "Done\n" +
          repeated("- Rewrote src/parser.ts: recursive descent, errors with line numbers.\n", 12) +
          "## Open items\n- I can't run the Windows tests here.\n",
      "## Aufgabe\nDer Nutzer will den Parser neu.\n## Erledigt\n" +
          repeated("- src/parser.ts neu geschrieben, Fehler nennen die Zeile.\n", 12),
      "## T\u00e2che\n" + repeated("- R\u00e9\u00e9crit src/parser.ts ; erreurs avec ligne.\n", 12),
      // Chinese: about 200 characters.
      "## \u4efb\u52a1\n" +
          repeated(
              "- \u91cd\u5199\u4e86\u89e3\u6790\u5668\uff0c\u9519\u8bef\u4fe1\u606f\u5e26\u884c"
              "\u53f7\u3002\n",
              10),
      // Japanese, Korean
      repeated("- \u30d1\u30fc\u30b5\u30fc\u3092\u66f8\u304d\u76f4\u3057\u307e\u3057\u305f\u3002\n",
               12),
      repeated("- \ud30c\uc11c\ub97c \ub2e4\uc2dc \uc791\uc131\ud588\uc2b5\ub2c8\ub2e4.\n", 14),
      // Russian, Arabic, Hindi
      repeated("- \u041f\u0435\u0440\u0435\u043f\u0438\u0441\u0430\u043d src/parser.ts.\n", 14),
      repeated("- \u062a\u0645\u062a \u0625\u0639\u0627\u062f\u0629 src/parser.ts.\n", 14),
      repeated("- \u092a\u093e\u0930\u094d\u0938\u0930 src/parser.ts.\n", 14),
  };
}

TEST(Gate, AcceptsAGoodRecordInAnyLanguage) {
  for (const std::string& record : goodRecords()) {
    EXPECT_EQ(judge(record), GateVerdict::kAccepted) << record;
    EXPECT_EQ(judge(record, FinishReason::kOther), GateVerdict::kAccepted) << record;
    EXPECT_EQ(judge("```markdown\n" + record + "```"), GateVerdict::kAccepted) << record;
    // Some providers report tool calls although they only wrote.
    EXPECT_EQ(judge(record, FinishReason::kToolCalls), GateVerdict::kAccepted) << record;
  }
}

TEST(Gate, Empty) {
  for (const std::string_view reply :
       {"", " ", "\n\t\r\n", "\u3000\u200b\ufeff", "```\n```", "```markdown\n\n```",
        "<think>only thoughts</think>", "<think>never closed, so all of it is thought"}) {
    EXPECT_EQ(judge(reply), GateVerdict::kEmpty) << reply;
    EXPECT_EQ(judge(reply, FinishReason::kLength), GateVerdict::kEmpty) << reply;
  }
  EXPECT_EQ(judge("", FinishReason::kError), GateVerdict::kEmpty);
}

TEST(Gate, FinishReasons) {
  const std::string good = goodRecords()[0];
  EXPECT_EQ(judge(good, FinishReason::kContentFilter), GateVerdict::kRefused);
  EXPECT_EQ(judge("", FinishReason::kContentFilter), GateVerdict::kRefused);
  EXPECT_EQ(judge(good, FinishReason::kLength), GateVerdict::kTruncated);
  EXPECT_EQ(judge(good, FinishReason::kError), GateVerdict::kTruncated);
  EXPECT_EQ(judge("", FinishReason::kToolCalls), GateVerdict::kToolCall);
  EXPECT_EQ(judge("I'll look at the file first.", FinishReason::kToolCalls),
            GateVerdict::kToolCall);
}

TEST(Gate, RefusalsInCommonLanguages) {
  const std::string filler = repeated(" summary of this conversation", 8);
  for (const std::string_view opening :
       {"I'm sorry, but I can't help with that", "I\u2019m sorry, I cannot provide",
        "**I cannot** create", "Sorry, I", "I can't assist with", "I am unable to produce",
        "As an AI language model, I", "Unfortunately, I can't", "> \"I won't write",
        "Es tut mir leid, aber", "Leider kann ich", "Je suis d\u00e9sol\u00e9, mais",
        "D\u00c9SOL\u00c9, je", "Lo siento, no puedo", "\u00a1Lo siento!", "Desculpe, mas",
        "Mi dispiace, ma", "Het spijt me", "Przepraszam, ale", "\u00dczg\u00fcn\u00fcm, ama",
        "Xin l\u1ed7i,", "Maaf, saya",
        // Russian "Izvinite", Chinese "hen baoqian" and "wo wufa", Japanese "moushiwake",
        // Korean "joesong", Arabic "aatadhir", Hebrew "mitztaer"
        "\u0418\u0437\u0432\u0438\u043d\u0438\u0442\u0435, \u043d\u043e",
        "\u5f88\u62b1\u6b49\uff0c", "\u6211\u65e0\u6cd5",
        "\u7533\u3057\u8a33\u3042\u308a\u307e\u305b\u3093", "\uc8c4\uc1a1\ud569\ub2c8\ub2e4",
        "\u0623\u0639\u062a\u0630\u0631", "\u05de\u05e6\u05d8\u05e2\u05e8"}) {
    EXPECT_EQ(judge(std::string(opening) + filler), GateVerdict::kRefused) << opening;
    // Even one that is a single short sentence.
    EXPECT_EQ(judge(opening), GateVerdict::kRefused) << opening;
  }
}

TEST(Gate, ARecordIsNotARefusal) {
  const std::string good = goodRecords()[0];
  EXPECT_EQ(judge(good + "- I'm sorry, I can't, as an AI, do that: said the tool.\n"),
            GateVerdict::kAccepted);
  // It opens like a refusal, but it is long and structured.
  EXPECT_EQ(judge("I can't open the database, says the last test.\n" + good + good),
            GateVerdict::kAccepted);
  EXPECT_EQ(judge("Sorrento deployment finished. " + repeated("All hosts are green. ", 12)),
            GateVerdict::kAccepted);
}

TEST(Gate, BothSidesOfTheRefusalLengths) {
  const auto plain = [](size_t bytes) {
    std::string text = "I cannot share this. ";
    while (text.size() < bytes) text += "word ";
    text.resize(bytes - 1);
    return text + ".";
  };
  EXPECT_EQ(judge(plain(2000)), GateVerdict::kRefused);
  EXPECT_EQ(judge(plain(2001)), GateVerdict::kAccepted);
  const auto listed = [](size_t bytes) {
    std::string text = "I cannot share this.\n- one\n- two\n";
    while (text.size() < bytes) text += "word ";
    text.resize(bytes - 1);
    return text + ".";
  };
  EXPECT_EQ(judge(listed(800)), GateVerdict::kRefused);
  EXPECT_EQ(judge(listed(801)), GateVerdict::kAccepted);
}

TEST(Gate, BothSidesOfInflation) {
  // The shortest text of that many tokens, and the longest of fewer.
  const auto sized = [](uint32_t tokens) {
    uint32_t words = 1;
    while (tokensOfText(repeated("word ", words) + ".", Family::kO200k) < tokens) ++words;
    return std::pair(repeated("word ", words) + ".", repeated("word ", words - 1) + ".");
  };
  // The ceiling and a quarter.
  const auto [above, within] = sized(1001);
  EXPECT_EQ(judge(within, FinishReason::kStop, {100'000, 800}), GateVerdict::kAccepted);
  EXPECT_EQ(judge(above, FinishReason::kStop, {100'000, 800}), GateVerdict::kInflated);
  // What it would replace.
  const auto [replaced, below] = sized(400);
  EXPECT_EQ(judge(below, FinishReason::kStop, {400, 800}), GateVerdict::kAccepted);
  EXPECT_EQ(judge(replaced, FinishReason::kStop, {400, 800}), GateVerdict::kInflated);
  EXPECT_EQ(judge("word", FinishReason::kStop, {0, 0}), GateVerdict::kInflated);
  EXPECT_EQ(judge("word", FinishReason::kStop, {UINT32_MAX, UINT32_MAX}), GateVerdict::kTooShort);
}

TEST(Gate, BothSidesOfTooShort) {
  const auto sized = [](uint32_t bytes) { return std::string(bytes, 'w'); };
  EXPECT_EQ(judge(sized(197), FinishReason::kStop, {10'000, 800}), GateVerdict::kAccepted);
  EXPECT_EQ(judge(sized(196), FinishReason::kStop, {10'000, 800}), GateVerdict::kTooShort);
  // A fortieth of a small range.
  EXPECT_EQ(judge(sized(37), FinishReason::kStop, {400, 800}), GateVerdict::kAccepted);
  EXPECT_EQ(judge(sized(36), FinishReason::kStop, {400, 800}), GateVerdict::kTooShort);
  // Half of a small ceiling.
  EXPECT_EQ(judge(sized(61), FinishReason::kStop, {10'000, 32}), GateVerdict::kAccepted);
  EXPECT_EQ(judge(sized(60), FinishReason::kStop, {10'000, 32}), GateVerdict::kTooShort);
  EXPECT_EQ(judge("x", FinishReason::kStop, {39, 800}), GateVerdict::kAccepted);
}

TEST(Gate, ToolCallsInsteadOfText) {
  const std::string arguments = repeated("some long argument ", 40);
  for (const std::string& reply : std::vector<std::string>{
           R"({"name":"read_file","arguments":{"path":")" + arguments + R"("}})",
           R"([{"name":"a","parameters":{}},{"name":"b","parameters":{"x":")" + arguments +
               R"("}}])",
           "```json\n{\"tool\":\"grep\",\"args\":{\"q\":\"" + arguments + "\"}}\n```",
           R"({"tool_calls":[{"function":{"name":"x","arguments":")" + arguments + R"("}}]})",
           R"({"type":"function","function":{"name":")" + arguments + R"("}})",
           "<tool_call>{\"name\":\"x\",\"arguments\":\"" + arguments + "\"}</tool_call>",
           "Let me look.\n<function_calls><invoke name=\"x\">" + arguments +
               "</invoke></function_calls>",
           "<|python_tag|>{\"a\":\"" + arguments + "\"}",
           "[TOOL_CALLS][{\"name\":\"x\",\"arguments\":\"" + arguments + "\"}]"}) {
    EXPECT_EQ(judge(reply), GateVerdict::kToolCall) << reply;
  }
}

TEST(Gate, WhatMerelyLooksLikeAToolCall) {
  const std::string facts = repeated("kept as it was, ", 30);
  for (const std::string& reply : std::vector<std::string>{
           R"({"task":"parser","done":["src/a.ts"],"state":")" + facts + R"("})",
           R"({"task":{"name":"x","arguments":"y"},"state":")" + facts + R"("})",
           "## Task\nTeach the parser to read `<tool_call>` blocks.\n## Done\n- " + facts,
           "## Done\n" + facts + "\n- last reply was {\"name\":\"x\",\"arguments\":{}}",
           facts + facts + "\n<tool_call>{\"name\":\"x\",\"arguments\":{}}</tool_call>"}) {
    EXPECT_EQ(judge(reply), GateVerdict::kAccepted) << reply;
  }
}

TEST(Gate, HostileRepliesAreJudgedAndTidied) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    static constexpr std::string_view kStarts[] = {
        "", "```", "<think>", "{\"name\":", "I'm sorry", "\n```json\n", "[", "<tool_call>"};
    const std::string reply = std::string(random.pick(kStarts)) +
                              test::randomBytes(random, random.below(300)) +
                              std::string(random.pick(kStarts));
    const std::string tidy = tidyReply(reply);
    ASSERT_TRUE(test::isWellFormed(tidy)) << seed;
    const GateVerdict verdict = judge(reply, static_cast<FinishReason>(random.below(6)));
    if (tidy.empty()) {
      ASSERT_NE(verdict, GateVerdict::kAccepted);
    }
    if (verdict == GateVerdict::kAccepted) {
      ASSERT_LT(tokensOfText(tidy, Family::kO200k), kRange.replacedTokens);
    }
  }
}

TEST(Tidy, RemovesSpaceFencesAndReasoning) {
  EXPECT_EQ(tidyReply(" \n text \u3000\n"), "text");
  EXPECT_EQ(tidyReply("```\ntext\n```"), "text");
  EXPECT_EQ(tidyReply("```markdown\n# A\n\ntext\n```\n"), "# A\n\ntext");
  EXPECT_EQ(tidyReply("~~~\ntext\n~~~"), "text");
  EXPECT_EQ(tidyReply("````md\na\n```\nb\n```\nc\n````"), "a\n```\nb\n```\nc");
  EXPECT_EQ(tidyReply("```markdown\na\n```sh\nls\n```\nb\n```"), "a\n```sh\nls\n```\nb");
  EXPECT_EQ(tidyReply("<think>hm\nhm</think>\n\ntext"), "text");
  EXPECT_EQ(tidyReply("a\xFF"), "a\uFFFD");
}

TEST(Tidy, LeavesFencesThatAreNotAroundTheWhole) {
  for (const std::string_view text :
       {"```\na\n```\nb\n```\nc\n```", "text\n```\ncode\n```", "```\ncode\n```\ntext", "```",
        "a ``` b", "``\na\n``", "```\nopen", "in <think>the middle</think>"}) {
    EXPECT_EQ(tidyReply(text), text);
  }
}

}  // namespace
}  // namespace epitome
