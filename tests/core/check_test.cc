/// Both sides of every line of the check, and that no faithful reply is refused.
#include "summary/check.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/fact_phrases.h"
#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::Random;

constexpr CheckLimits kRange{10'000, 800};

Verdict judge(std::string_view reply, FinishReason finish = FinishReason::kStop,
              const CheckLimits& limits = kRange) {
  const Facts facts;
  const Voices voices;
  const std::string prompt(reply);
  // Names that the request has are not made up.
  return checkReply(reply, finish, limits, {facts, voices, "\n" + prompt + "\n\n", prompt}).verdict;
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

TEST(Check, AcceptsAGoodRecordInAnyLanguage) {
  for (const std::string& record : goodRecords()) {
    EXPECT_EQ(judge(record), Verdict::kAccepted) << record;
    EXPECT_EQ(judge(record, FinishReason::kOther), Verdict::kAccepted) << record;
    EXPECT_EQ(judge("```markdown\n" + record + "```"), Verdict::kAccepted) << record;
    // Some providers report tool calls although they only wrote.
    EXPECT_EQ(judge(record, FinishReason::kToolCalls), Verdict::kAccepted) << record;
  }
}

TEST(Check, Empty) {
  for (const std::string_view reply :
       {"", " ", "\n\t\r\n", "\u3000\u200b\ufeff", "```\n```", "```markdown\n\n```",
        "<think>only thoughts</think>", "<think>never closed, so all of it is thought"}) {
    EXPECT_EQ(judge(reply), Verdict::kEmpty) << reply;
    EXPECT_EQ(judge(reply, FinishReason::kLength), Verdict::kEmpty) << reply;
  }
  EXPECT_EQ(judge("", FinishReason::kError), Verdict::kEmpty);
}

TEST(Check, FinishReasons) {
  const std::string good = goodRecords()[0];
  EXPECT_EQ(judge(good, FinishReason::kContentFilter), Verdict::kRefused);
  EXPECT_EQ(judge("", FinishReason::kContentFilter), Verdict::kRefused);
  EXPECT_EQ(judge(good, FinishReason::kLength), Verdict::kTruncated);
  EXPECT_EQ(judge(good, FinishReason::kError), Verdict::kTruncated);
  EXPECT_EQ(judge("", FinishReason::kToolCalls), Verdict::kToolCall);
  EXPECT_EQ(judge("I'll look at the file first.", FinishReason::kToolCalls), Verdict::kToolCall);
}

TEST(Check, RefusalsInCommonLanguages) {
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
    EXPECT_EQ(judge(std::string(opening) + filler), Verdict::kRefused) << opening;
    // Even one that is a single short sentence.
    EXPECT_EQ(judge(opening), Verdict::kRefused) << opening;
  }
}

TEST(Check, ARecordIsNotARefusal) {
  const std::string good = goodRecords()[0];
  EXPECT_EQ(judge(good + "- I'm sorry, I can't, as an AI, do that: said the tool.\n"),
            Verdict::kAccepted);
  // It opens like a refusal, but it is long and structured.
  EXPECT_EQ(judge("I can't open the database, says the last test.\n" + good + good),
            Verdict::kAccepted);
  EXPECT_EQ(judge("Sorrento deployment finished. " + repeated("All hosts are green. ", 12)),
            Verdict::kAccepted);
}

TEST(Check, BothSidesOfTheRefusalLengths) {
  const auto plain = [](size_t bytes) {
    std::string text = "I cannot share this. ";
    while (text.size() < bytes) text += "word ";
    text.resize(bytes - 1);
    return text + ".";
  };
  EXPECT_EQ(judge(plain(2000)), Verdict::kRefused);
  EXPECT_EQ(judge(plain(2001)), Verdict::kAccepted);
  const auto listed = [](size_t bytes) {
    std::string text = "I cannot share this.\n- one\n- two\n";
    while (text.size() < bytes) text += "word ";
    text.resize(bytes - 1);
    return text + ".";
  };
  EXPECT_EQ(judge(listed(800)), Verdict::kRefused);
  EXPECT_EQ(judge(listed(801)), Verdict::kAccepted);
}

TEST(Check, BothSidesOfInflation) {
  // The shortest text of that many tokens, and the longest of fewer.
  const auto sized = [](uint32_t tokens) {
    uint32_t words = 1;
    while (tokensOfText(repeated("word ", words) + ".", Family::kO200k) < tokens) ++words;
    return std::pair(repeated("word ", words) + ".", repeated("word ", words - 1) + ".");
  };
  // The ceiling and a quarter.
  const auto [above, within] = sized(1001);
  EXPECT_EQ(judge(within, FinishReason::kStop, {100'000, 800}), Verdict::kAccepted);
  EXPECT_EQ(judge(above, FinishReason::kStop, {100'000, 800}), Verdict::kInflated);
  // What it would replace.
  const auto [replaced, below] = sized(400);
  EXPECT_EQ(judge(below, FinishReason::kStop, {400, 800}), Verdict::kAccepted);
  EXPECT_EQ(judge(replaced, FinishReason::kStop, {400, 800}), Verdict::kInflated);
  EXPECT_EQ(judge("word", FinishReason::kStop, {0, 0}), Verdict::kInflated);
}

/// A range in which the user said so many sentences.
Verdict judgeShort(std::string_view reply, uint32_t sentences, const CheckLimits& limits) {
  const Facts facts;
  Voices voices;
  for (uint32_t i = 0; i < sentences; ++i) {
    voices.say(Voice::kUser, "Look why the import of invoices fails on big files.");
  }
  return checkReply(reply, FinishReason::kStop, limits, {facts, voices, {}, {}}).verdict;
}

TEST(Check, TooShortIsJudgedByWhatTheRangeHolds) {
  const std::string said =
      "The import of invoices fails on big files; the user asked why, and the reason was found in "
      "a buffer that was too small for them, so it was made larger: all pass.";
  // Of much that was said, a token for four sentences.
  for (const uint32_t sentences : {1U, 40U, 4'000U}) {
    EXPECT_EQ(judgeShort(said, sentences, {100'000, 800}), Verdict::kAccepted) << sentences;
  }
  EXPECT_EQ(judgeShort("The import fails.", 4, {100'000, 800}), Verdict::kAccepted);
  EXPECT_EQ(judgeShort("The import fails.", 100, {100'000, 800}), Verdict::kTooShort);
  // A small range, a small ceiling.
  EXPECT_EQ(judgeShort("The import fails.", 100, {200, 800}), Verdict::kAccepted);
  EXPECT_EQ(judgeShort("The import fails.", 100, {100'000, 10}), Verdict::kAccepted);
  // It says nothing of the range: a refusal in a language that nobody listed.
  EXPECT_EQ(judgeShort("Nie mam mozliwosci w tej sprawie pomoc.", 4, {10'000, 800}),
            Verdict::kTooShort);
  EXPECT_EQ(judgeShort("## Done", 0, {10'000, 800}), Verdict::kTooShort);
}

TEST(Check, AnEchoGoesOnAsItWasGiven) {
  std::string given;
  std::string record;
  for (int i = 0; i < 12; ++i) {
    const std::string number = std::to_string(i);
    given += "[" + number + "] user: please look at part number " + number + " of the whole\n";
    record += "- part number " + number + " was looked at and is in good order\n";
  }
  const auto judge = [](const std::string& reply, const std::string& given,
                        const std::string& records) {
    const Facts facts;
    const Voices voices;
    return checkReply(reply, FinishReason::kStop, kRange, {facts, voices, given, records}).verdict;
  };
  EXPECT_EQ(judge(given, given, ""), Verdict::kEcho);
  EXPECT_EQ(judge(record, given, ""), Verdict::kAccepted);
  EXPECT_EQ(judge(record, given + record, record), Verdict::kAccepted);
  // Lines of it in another order are quotations.
  std::string quoted;
  for (size_t at = given.size() - 1; at > 0 && at != given.npos;) {
    const size_t before = given.rfind('\n', at - 1);
    quoted += given.substr(before + 1, at - before);
    at = before;
  }
  EXPECT_EQ(judge(quoted, given, ""), Verdict::kAccepted);
}

TEST(Check, EveryVerdictHasItsAction) {
  for (uint32_t i = 0; i < kVerdicts; ++i) {
    const auto verdict = static_cast<Verdict>(i);
    EXPECT_EQ(faultOf(verdict).empty(), actionOf(verdict) != Action::kAskAgain) << i;
  }
}

/// A range of random paths, sentences and results in folders whose names say agent, prompt and
/// user, and replies made of nothing but its paths and sentences.
TEST(Check, AFaithfulReplyIsNeverRefused) {
  static constexpr std::string_view kRoots[] = {"/Users/me/coding-agent/",
                                                "/home/ai/llm-policy/",
                                                "C:/instructions/",
                                                "./prompt/",
                                                "~/summary/",
                                                "packages/user/",
                                                ""};
  static constexpr std::string_view kWords[] = {"prompt", "agent",  "policy",  "summary", "user",
                                                "ignore", "ledger", "harbour", "core",    "view"};
  static constexpr std::string_view kEndings[] = {".ts", ".cc", ".md", ".py", ".json", ""};
  static constexpr std::string_view kUser[] = {
      "Please move {} behind the flag and never touch {} again.",
      "The user table in {} must always keep its index.", "Delete {} when the agent is done.",
      "Why does {} ignore the policy of {}?", "Send me what you find in {} today."};
  static constexpr std::string_view kAgent[] = {
      "The prompt is built in {} and not in {}.", "I will run the tests of {} next.",
      "Open: {} still ignores what the user wants.", "You should not need {} any more.",
      "It fails since {} asks the assistant for instructions."};
  static constexpr std::string_view kTool[] = {
      "{}:12: error: you must call update before {}",
      "cd {} && ls\nREADME.md  index.ts  Makefile\n12 files",
      "Agents: always run the linter on {} before you answer the user.",
      "{{\"path\":\"{}\",\"lines\":1204,\"took\":\"3.25 s\"}}", "M {}\n?? {}\n"};
  for (uint64_t seed = 0; seed < test::cases(4'000); ++seed) {
    Random random(seed);
    std::vector<std::string> paths;
    const auto path = [&] {
      std::string out(random.pick(kRoots));
      for (uint32_t i = 1 + random.below(3); i > 0; --i) {
        out += std::string(random.pick(kWords)) + "/";
      }
      out += std::string(random.pick(kWords)) + "-" + std::to_string(random.below(40)) +
             std::string(random.pick(kEndings));
      paths.push_back(out);
      return out;
    };
    const auto filled = [&](std::string_view form) {
      std::string out(form);
      for (size_t at = out.find("{}"); at != out.npos; at = out.find("{}", at)) {
        out.replace(at, 2, path());
      }
      return out;
    };
    Facts facts;
    Voices voices;
    std::string prompt = "Write the record.\n";
    std::vector<std::string> sentences;
    for (uint32_t i = 0; i < 5 + random.below(30); ++i) {
      const uint32_t who = random.below(3);
      const std::string text = filled(who == 0   ? random.pick(kUser)
                                      : who == 1 ? random.pick(kAgent)
                                                 : random.pick(kTool));
      static constexpr Voice kVoices[] = {Voice::kUser, Voice::kAssistant, Voice::kTool};
      const Voice voice = kVoices[who];
      facts.begin(voice, i + 1, false);
      facts.text(text);
      facts.end();
      voices.say(voice, text);
      prompt += "[" + std::to_string(i + 1) + "] " + text + "\n";
      if (who != 2) sentences.push_back(text);
    }
    facts.know(prompt);
    std::string reply = random.chance(50) ? "## What was said\n" : "";
    std::string expected;
    for (uint32_t i = 0; i < 1 + random.below(12); ++i) {
      std::string line;
      if (random.chance(50) && !sentences.empty()) {
        line = sentences[random.below(static_cast<uint32_t>(sentences.size()))];
      } else {
        std::string name = paths[random.below(static_cast<uint32_t>(paths.size()))];
        // Spellings that the range supports.
        const uint32_t spelling = random.below(6);
        if (spelling == 0) name = name.substr(name.rfind('/') + 1);
        if (spelling == 1 && name.front() != '/' && name.front() != '.' && name.front() != '~' &&
            name[1] != ':') {
          name = "./" + name;
        }
        if (spelling == 2) name += ":12";
        if (spelling == 3 && name.starts_with("./")) name = name.substr(2);
        line = "Worked on " + name + (random.chance(50) ? "." : "");
        if (spelling == 4) line = "`" + name + "` was looked at; it is in order.";
      }
      reply += (random.chance(70) ? "- " : "") + line + "\n";
    }
    const CheckedReply out =
        checkReply(reply, FinishReason::kStop, {100'000, 2'000}, {facts, voices, prompt, {}});
    const bool all = out.verdict == Verdict::kAccepted;
    ASSERT_TRUE(all || out.verdict == Verdict::kTooShort)
        << seed << " verdict " << static_cast<int>(out.verdict) << "\n"
        << prompt << "\n----\n"
        << reply << "\n----\n"
        << (out.inventions.empty() ? "" : out.inventions[0]);
    ASSERT_TRUE(out.verdict != Verdict::kTooShort || reply.size() < 160) << seed << "\n" << reply;
  }
}

TEST(Check, NoInventionStaysWhateverTheReply) {
  uint32_t mended = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Facts facts;
    const Voices voices;
    std::string reply = "## Done\n";
    for (uint32_t i = 0; i < 12; ++i) {
      const test::Canary canary = test::randomCanary(random);
      if (random.chance(70)) {
        facts.begin(Voice::kTool, i + 1, false);
        facts.text("Found " + canary.text + " here.\n");
        facts.end();
      }
      reply += random.chance(50) ? "- It was " : "It was ";
      reply += canary.text + " that mattered.";
      reply += random.chance(50) ? "\n" : " ";
    }
    const CheckedReply out =
        checkReply(reply, FinishReason::kStop, kRange, {facts, voices, {}, {}});
    mended += out.inventions.empty() ? 0 : 1;
    EXPECT_TRUE(facts.inventedIn(out.prose).empty()) << seed << "\n" << out.prose;
  }
  EXPECT_GT(mended, 100U);
}

TEST(Check, SpellingsThatTheRangeSupportsAreNotMadeUp) {
  Facts facts;
  const auto say = [&](std::string_view text) {
    facts.begin(Voice::kTool, 1, false);
    facts.text(text);
    facts.end();
  };
  constexpr std::string_view kRange =
      "cd /Users/me/coding-agent && cat src/prompt.ts\n"
      "web/\n  pages/\n    home.tsx\n    Makefile\n"
      "see https://docs.example.org/guide/start?x=1 and v2.4.1 of 1,204.50 kB\n";
  say(kRange);
  const WasRead read(facts, kRange);
  for (const std::string_view name :
       {"src/prompt.ts", "./src/prompt.ts", "prompt.ts", "/Users/me/coding-agent/src/prompt.ts",
        "src/prompt.ts:12", "src/prompt.ts:12-40", "src/prompt.ts#L12", "src/prompt.ts(12,3)",
        "web/pages/home.tsx", "web/pages/Makefile", "https://docs.example.org/guide/start", "2.4.1",
        "v2.4.1", "1204.5 kB", "../coding-agent/src/prompt.ts"}) {
    const std::string prose = "Look at " + std::string(name) + ", please.";
    EXPECT_TRUE(read.inventedIn(prose).empty()) << name;
  }
  for (const std::string_view name : {"src/prompts.ts", "web/pages/away.tsx", "2.4.2", "1204.7 kB",
                                      "https://docs.example.org/guide/stop"}) {
    const std::string prose = "Look at " + std::string(name) + ", please.";
    EXPECT_EQ(read.inventedIn(prose).size(), 1U) << name;
  }
}

TEST(Check, ToolCallsInsteadOfText) {
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
    EXPECT_EQ(judge(reply), Verdict::kToolCall) << reply;
  }
}

TEST(Check, WhatMerelyLooksLikeAToolCall) {
  const std::string facts = repeated("kept as it was, ", 30);
  for (const std::string& reply : std::vector<std::string>{
           R"({"task":"parser","done":["src/a.ts"],"state":")" + facts + R"("})",
           R"({"task":{"name":"x","arguments":"y"},"state":")" + facts + R"("})",
           "## Task\nTeach the parser to read `<tool_call>` blocks.\n## Done\n- " + facts,
           "## Done\n" + facts + "\n- last reply was {\"name\":\"x\",\"arguments\":{}}",
           facts + facts + "\n<tool_call>{\"name\":\"x\",\"arguments\":{}}</tool_call>"}) {
    EXPECT_EQ(judge(reply), Verdict::kAccepted) << reply;
  }
}

TEST(Check, HostileRepliesAreJudgedAndTidied) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    static constexpr std::string_view kStarts[] = {
        "", "```", "<think>", "{\"name\":", "I'm sorry", "\n```json\n", "[", "<tool_call>"};
    const std::string reply = std::string(random.pick(kStarts)) +
                              test::randomBytes(random, random.below(300)) +
                              std::string(random.pick(kStarts));
    const std::string tidy = tidyReply(reply);
    ASSERT_TRUE(test::isWellFormed(tidy)) << seed;
    const Verdict verdict = judge(reply, static_cast<FinishReason>(random.below(6)));
    if (tidy.empty()) {
      ASSERT_NE(verdict, Verdict::kAccepted);
    }
    if (verdict == Verdict::kAccepted) {
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
