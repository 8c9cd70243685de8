// promise: 9 loses nothing silently
/// What a preview shows of JSON, diffs, traces and logs when not all of it fits.
#include "summary/preview.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "text/utf.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::notesOf;
using test::Random;
using test::result;
using test::tool;
using test::unitsOf;

/// Of a tool's output within the default 700 code units.
Preview previewOf(const std::string& output, uint16_t flags = 0) {
  return notesOf({tool({result("c", "run", output, flags)})}).messages[0].parts[0].text;
}

void expectHas(const Preview& preview, std::string_view part) {
  EXPECT_NE(preview.head.find(part), std::string::npos) << part << "\nis missing in\n"
                                                        << preview.head;
}

// ---- JSON

TEST(PreviewJson, ShowsStructureAndShortValues) {
  std::string json = R"({"status":"ok","count":3000,"rows":[)";
  for (int i = 0; i < 3000; ++i) {
    json += (i == 0 ? "" : ",") + std::string(R"({"id":)") + std::to_string(i) +
            R"(,"name":"row number )" + std::to_string(i) + R"(","tags":["a","b"]})";
  }
  json += R"(],"next":"cursor-77","error":null})";
  const Preview preview = previewOf(json, kJson);
  EXPECT_TRUE(preview.selected);
  EXPECT_EQ(preview.units, json.size());
  EXPECT_LE(unitsOf(preview.head), 700U);
  expectHas(preview, R"({"status":"ok","count":3000,"rows":[{"id":0,"name":"row number 0",)");
  expectHas(preview, R"("next":"cursor-77","error":null})");
  expectHas(preview, "more]");
}

TEST(PreviewJson, CutsLongStringsInside) {
  const std::string json =
      R"({"file":"src/a.ts","content":"BEGIN)" + std::string(9000, 'x') + R"(END","mode":420})";
  const Preview preview = previewOf(json);
  expectHas(preview, R"({"file":"src/a.ts","content":"BEGINxxx)");
  expectHas(preview, R"(xxxEND","mode":420})");
  expectHas(preview, " more\u2026");
}

TEST(PreviewJson, SaysHowMuchOfAStringIsLeftOut) {
  const std::string json = "\"" + std::string(5000, 'y') + "\"";
  const Preview preview = previewOf(json, kJson);
  const size_t at = preview.head.find("\u2026");
  ASSERT_NE(at, std::string::npos);
  const auto said = std::stoul(preview.head.substr(at + 3));
  EXPECT_EQ(said + static_cast<size_t>(std::count(preview.head.begin(), preview.head.end(), 'y')),
            5000U);
}

/// A result that is one long log in a member: what went wrong stands in its middle.
TEST(PreviewJson, ShowsErrorsInsideStrings) {
  std::string json = R"({"stdout":")";
  for (int i = 0; i < 200; ++i) json += "step " + std::to_string(i) + R"( went well\n)";
  json += R"(TypeError: cannot read properties of undefined (reading 'kind')\n)";
  for (int i = 0; i < 200; ++i) json += "cleaned " + std::to_string(i) + R"(\n)";
  json += R"(","exitCode":1})";
  const Preview preview = previewOf(json, kJson);
  EXPECT_LE(unitsOf(preview.head), 700U);
  expectHas(preview, "TypeError: cannot read properties of undefined (reading 'kind')");
  expectHas(preview, R"("exitCode":1)");
}

TEST(PreviewJson, ACallsLongInputKeepsEveryArgument) {
  const std::string input = R"({"old":")" + std::string(4000, 'o') + R"(","new":")" +
                            std::string(4000, 'n') + R"(","path":"src/deep/file.ts","all":true})";
  const RangeNotes notes = notesOf({assistant({call("c", "edit", input)})});
  const Preview& preview = notes.messages[0].parts[0].text;
  EXPECT_LE(unitsOf(preview.head), 500U);
  expectHas(preview, R"("path":"src/deep/file.ts","all":true})");
}

// ---- Diffs

std::string diffOf(int files, int lines) {
  std::string diff;
  for (int f = 0; f < files; ++f) {
    const std::string name = "src/part" + std::to_string(f) + ".ts";
    diff += "diff --git a/" + name + " b/" + name + "\nindex 1..2 100644\n--- a/" + name +
            "\n+++ b/" + name + "\n@@ -10,7 +10,7 @@ function part" + std::to_string(f) + "() {\n";
    for (int i = 0; i < 20; ++i) diff += " unchanged line " + std::to_string(i) + "\n";
    for (int i = 0; i < lines; ++i) {
      diff += "-  old(" + std::to_string(i) + ");\n+  fresh(" + std::to_string(i) + ");\n";
    }
  }
  return diff;
}

TEST(PreviewDiff, ShowsWhatChanged) {
  const Preview preview = previewOf(diffOf(2, 3));
  EXPECT_TRUE(preview.selected);
  expectHas(preview,
            "diff --git a/src/part0.ts b/src/part0.ts\n@@ -10,7 +10,7 @@ function part0()");
  expectHas(preview, "\n-  old(2);\n+  fresh(2);\n(+3 -3)\n");
  expectHas(preview, "src/part1.ts");
  EXPECT_EQ(preview.head.find("unchanged"), std::string::npos);
}

TEST(PreviewDiff, OfManyFilesTheNamesAndCountsStay) {
  const Preview preview = previewOf(diffOf(9, 40));
  for (int f = 0; f < 9; ++f) expectHas(preview, "b/src/part" + std::to_string(f) + ".ts");
  expectHas(preview, "(+40 -40)");
  EXPECT_LE(unitsOf(preview.head), 700U);
}

// ---- Traces and logs

TEST(PreviewLines, ATraceShowsItsMessageAndTopFrames) {
  std::string output;
  for (int i = 0; i < 60; ++i) output += "compiling module " + std::to_string(i) + " of 60\n";
  output += "java.lang.IllegalStateException: connection pool is exhausted\n";
  for (int i = 0; i < 60; ++i)
    output += "\tat com.acme.Pool.take(Pool.java:" + std::to_string(i) + ")\n";
  output += "Caused by: java.net.ConnectException: refused by 10.0.0.7:5432\n";
  for (int i = 0; i < 60; ++i)
    output += "\tat com.acme.Net.open(Net.java:" + std::to_string(i) + ")\n";
  for (int i = 0; i < 30; ++i) output += "shutting down worker " + std::to_string(i) + "\n";
  const Preview preview = previewOf(output);
  EXPECT_LE(unitsOf(preview.head), 700U);
  expectHas(preview, "compiling module 0");
  expectHas(preview, "IllegalStateException: connection pool is exhausted\nat com.acme.Pool.take");
  expectHas(preview,
            "Caused by: java.net.ConnectException: refused by 10.0.0.7:5432\n"
            "at com.acme.Net.open(Net.java:0)");
  expectHas(preview, "shutting down worker 29");
}

TEST(PreviewLines, ALogShowsItsErrorsOnceWithTheirNumber) {
  std::string log;
  for (int i = 0; i < 500; ++i) {
    log += "INFO request " + std::to_string(i) + " served in 3 ms\n";
    if (i > 200 && i < 240) log += "ERROR: could not reach the database at db-7\n";
  }
  const Preview preview = previewOf(log);
  expectHas(preview, "ERROR: could not reach the database at db-7 \u00d739");
  expectHas(preview, "INFO request 0 served");
  expectHas(preview, "INFO request 499 served");
}

TEST(PreviewLines, PlainTextKeepsItsEnds) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "line " + std::to_string(i) + " of a plain text\n";
  const Preview preview = previewOf(text);
  EXPECT_FALSE(preview.selected);
  EXPECT_EQ(preview.head, text.substr(0, 500));
  EXPECT_EQ(preview.tail, text.substr(text.size() - 200));
}

// ---- Any bytes

std::string hostile(Random& random) {
  static constexpr std::string_view kPieces[] = {"{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 "\"",
                                                 ",",
                                                 ":",
                                                 "\\",
                                                 "\\u",
                                                 "d83d",
                                                 "\"a\":",
                                                 "1e9",
                                                 "true",
                                                 "\n",
                                                 "@@ ",
                                                 "+",
                                                 "-",
                                                 "--- a",
                                                 "+++ b",
                                                 "diff --git a b\n",
                                                 "Error: it did go wrong again\n",
                                                 "  at x\n",
                                                 "\u4f60\u597d",
                                                 "\\n",
                                                 "File \"x\", line 3\n",
                                                 "WARN x\n",
                                                 "{\"k\":[1,2,3]}"};
  std::string out;
  const uint32_t count = random.below(900);
  for (uint32_t i = 0; i < count; ++i) {
    out += random.chance(5) ? test::randomBytes(random, 8) : std::string(random.pick(kPieces));
  }
  return out;
}

TEST(Preview, FitsItsRoomIsWellFormedAndIgnoresPieces) {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    std::string text = hostile(random);
    if (random.chance(30)) text = "{\"x\":\"" + text + "\"}";
    const uint64_t room = random.below(900);
    KindReader whole(room, random.chance(70));
    KindReader pieces = whole;
    whole.update(text);
    for (const std::string& piece : test::randomPieces(random, text)) pieces.update(piece);
    const std::string_view head = std::string_view(text).substr(0, text::prefixBytes(text, 100));
    const std::string_view tail = std::string_view(text).substr(text::suffixStart(text, 60));
    const std::string out = whole.finish(head, tail);
    ASSERT_LE(unitsOf(out), room) << seed;
    ASSERT_TRUE(test::isWellFormed(out)) << seed;
    ASSERT_EQ(out, pieces.finish(head, tail)) << seed;
  }
}

}  // namespace
}  // namespace epitome
