// promise: 9 loses nothing silently
/// That the digest tells what was done, and fits every cap.
#include "summary/digest.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::MessageSpec;
using test::notesOf;
using test::Random;
using test::result;
using test::textPart;
using test::tool;
using test::user;

void expectHas(const std::string& text, std::string_view part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis missing in\n" << text;
}

void expectNot(const std::string& text, std::string_view part) {
  EXPECT_EQ(text.find(part), std::string::npos) << part << "\nis in\n" << text;
}

std::vector<MessageSpec> session() {
  return {
      user("Please fix the parser. SECRET WORDS"),
      assistant({textPart("I'll read the parser first. Then I will see."),
                 call("1", "read", R"({"path":"src/parser.ts"})"),
                 call("2", "bash", R"({"command":"npm test -- tests/parser.test.ts 2>&1"})")}),
      tool({result("1", "read", "export function parse() {\n}\n"),
            result("2", "bash", "> test\n\n1 failing\n")}),
      assistant({textPart("The lexer is at fault."),
                 call("3", "edit", R"({"filePath":"src/lexer.ts","old":"a","new":"b"})")}),
      tool({result("3", "edit", "old text not found", kError)}),
      assistant({call("4", "fetch", R"({"url":"https://example.org/spec"})")}),
      tool({result("4", "fetch", "", kDenied)}),
      assistant("The tests pass now. What is left is the documentation in docs/parser.md."),
  };
}

TEST(Digest, TellsWhatWasDone) {
  const std::string text = digestRange(notesOf(session(), 5), 1000, Family::kO200k);
  expectHas(text, "Messages 5 to 12, step by step. The latest request in them is message 5.\n");
  expectHas(text, "[6] I'll read the parser first.\n");
  expectHas(text, "[6] read(src/parser.ts) \u2192 \u201cexport function parse() {\u201d");
  expectHas(text,
            "[6] bash(npm test -- tests/parser.test.ts 2>&1) \u2192 \u201c> test\u201d \u2026 "
            "\u201c1 failing\u201d\n");
  expectHas(text, "[8] edit(src/lexer.ts) \u2192 error: \u201cold text not found\u201d\n");
  expectHas(text, "[10] fetch(https://example.org/spec) \u2192 denied: empty\n");
  expectHas(text, "The tests pass now. What is left is the documentation in docs/parser.md.");
  expectNot(text, "SECRET WORDS");
}

TEST(Digest, ReadsJsonResultsAsWhatTheySay) {
  const std::string text =
      digestRange(notesOf({assistant({call("1", "a", "{}"), call("2", "b", "{}")}),
                           tool({result("1", "a", R"("line one\nline two")", kJson),
                                 result("2", "b", R"({"ok":true,"count":3})", kJson)})}),
                  500, Family::kO200k);
  expectHas(text, "a({}) \u2192 \u201cline one\u201d \u2026 \u201cline two\u201d\n");
  expectHas(text, "b({}) \u2192 \u201c{\"ok\":true,\"count\":3}\u201d");
}

TEST(Digest, NamesTheImagesOfAResult) {
  test::PartSpec page = result("1", "shot", "the page", kHasMedia);
  page.attached = {{"image/png", {3'000, 800, 600}}};
  test::PartSpec alone = result("2", "shot", "", kHasMedia);
  alone.attached = {{"image/png", {3'000, 800, 600}}, {"application/pdf", {9}}};
  const std::string text =
      digestRange(notesOf({assistant({call("1", "shot", "{}")}), tool({page}),
                           assistant({call("2", "shot", R"({"of":2})")}), tool({alone})}),
                  500, Family::kO200k);
  expectHas(text, "\u2192 \u201cthe page\u201d [image/png, 3000 bytes, 800x600 pixels]\n");
  expectHas(text, "\u2192 [image/png, 3000 bytes, 800x600 pixels] [application/pdf, 9 bytes]");
}

TEST(Digest, FindsAPathBehindALongContent) {
  const std::string input = R"({"content":")" + std::string(5000, 'c') +
                            R"( \",\"path\":\"src/fake.ts\" x","path":"src/real.ts"})";
  const std::string text = digestRange(
      notesOf({assistant({call("1", "write", input)}), tool({result("1", "write", "ok")})}), 500,
      Family::kO200k);
  expectHas(text, "write(src/real.ts) \u2192 \u201cok\u201d");
}

/// Three turns; the first two ended with a report.
std::vector<MessageSpec> turns() {
  std::vector<MessageSpec> messages;
  for (int turn = 0; turn < 3; ++turn) {
    const std::string name = std::to_string(turn);
    messages.push_back(user("Request number " + name));
    for (int i = 0; i < 20; ++i) {
      const std::string id = name + "-" + std::to_string(i);
      messages.push_back(assistant({textPart("Let me look at file " + id + " first."),
                                    call(id, "read", R"({"path":"src/f)" + id + "\"}")}));
      messages.push_back(tool({result(id, "read", "content of " + id)}));
    }
    messages.push_back(assistant({textPart("Let me check the cache now. It never expires because "
                                           "`ttl" +
                                           name + "` is read before it is set. OK."),
                                  call("x" + name, "bash", R"({"command":"make"})")}));
    messages.push_back(tool({result("x" + name, "bash", "ok")}));
    if (turn == 2) break;
    messages.push_back(assistant("All done, round " + name + ".\n\n```ts\nlet hidden = 1;\n```\n" +
                                 test::prose(300) + "\n- [x] cache\n- [ ] docs of round " + name +
                                 "\n\nShould I also bump the version of round " + name + "?"));
  }
  return messages;
}

TEST(Digest, FinishedTurnsAreToldByTheirReportsAndConclusions) {
  const std::string text = digestRange(notesOf(turns()), 700, Family::kO200k);
  expectHas(text, "The latest request in them is message 89.");
  for (const char* round : {"0", "1"}) {
    expectHas(text, std::string("All done, round ") + round + ".");
    expectHas(text, std::string("Should I also bump the version of round ") + round + "?");
    expectHas(text, std::string("It never expires because `ttl") + round + "` is read before");
  }
  // Of finished turns no steps, of the running one the newest in full.
  expectNot(text, "src/f0-");
  expectNot(text, "src/f1-");
  expectHas(text, "bash(make) \u2192 \u201cok\u201d");
  expectHas(text, "src/f2-19");
  expectNot(text, "hidden");
  expectHas(text, "Open boxes: docs of round 1\n");
  expectNot(text, "Request number");
}

TEST(Digest, ALittleRoomGoesToWhereThingsStand) {
  const std::string text = digestRange(notesOf(turns()), 150, Family::kO200k);
  expectHas(text, "bash(make)");
  expectHas(text, "Last said: Let me check the cache now.");
}

/// A result's end says less than the error in its middle.
TEST(Digest, AnOutcomeNamesTheError) {
  std::string log;
  for (int i = 0; i < 90; ++i) log += "compiled module " + std::to_string(i) + "\n";
  log += "TypeError: cannot read properties of undefined (reading 'kind')\n";
  for (int i = 0; i < 90; ++i) log += "cleaned module " + std::to_string(i) + "\n";
  const std::string text =
      digestRange(notesOf({assistant({call("1", "bash", R"({"command":"make"})")}),
                           tool({result("1", "bash", log)})}),
                  500, Family::kO200k);
  expectHas(text,
            "bash(make) \u2192 \u201ccompiled module 0\u201d \u2026 \u201cTypeError: cannot read "
            "properties of undefined "
            "(reading 'kind')\u201d \u2026 \u201ccleaned module 89\u201d");
}

TEST(Digest, TheNewestGetTheMostRoom) {
  std::vector<MessageSpec> messages;
  for (int i = 0; i < 200; ++i) {
    const std::string id = std::to_string(i);
    messages.push_back(assistant({textPart("Step " + id + " of the long work is under way now."),
                                  call(id, "run", R"({"command":"make part)" + id + "\"}")}));
    messages.push_back(tool({result(id, "run", "built part " + id + " without a warning")}));
  }
  const std::string text = digestRange(notesOf(messages), 600, Family::kO200k);
  expectHas(text, "built part 199 without a warning");
  expectHas(text, "Step 199 of the long work");
  expectHas(text, " earlier steps are left out)\n");
  expectNot(text, "Step 3 of");
  EXPECT_GE(tokensOfText(text, Family::kO200k), 500U);
  const std::string roomy = digestRange(notesOf(messages), 9000, Family::kO200k);
  expectHas(roomy, "Step 3 of");
  expectNot(roomy, "left out");
}

TEST(Digest, StepsAreShortenedBeforeTheyAreLeftOut) {
  std::vector<MessageSpec> messages;
  for (int i = 0; i < 40; ++i) {
    messages.push_back(assistant("Number " + std::to_string(i) + " " + test::prose(180)));
  }
  const std::string text = digestRange(notesOf(messages), 1500, Family::kO200k);
  for (int i = 0; i < 40; ++i) expectHas(text, "] Number " + std::to_string(i) + " 0 ");
  expectNot(text, "left out");
  EXPECT_GE(tokensOfText(text, Family::kO200k), 1350U);
}

TEST(Digest, FitsEveryCapAndIsNeverEmpty) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const bool hostile = random.chance(50);
    const RangeNotes notes =
        notesOf(test::randomMessages(random, 1 + random.below(30), hostile), 1 + random.below(9));
    for (const uint32_t most :
         {0U, 1U, 8U, 9U, 8 + random.below(50), 8 + random.below(800), 100'000U}) {
      const std::string text = digestRange(notes, most, Family::kO200k);
      ASSERT_LE(tokensOfText(text, Family::kO200k), most) << seed;
      ASSERT_TRUE(test::isWellFormed(text)) << seed;
      ASSERT_EQ(text.empty(), most == 0) << seed << " " << most;
      ASSERT_EQ(text, digestRange(notes, most, Family::kO200k));
    }
  }
}

TEST(Digest, EveryCapOfOneSession) {
  const RangeNotes notes = notesOf(session());
  for (uint32_t most = 8; most < 400; ++most) {
    const std::string text = digestRange(notes, most, Family::kO200k);
    ASSERT_LE(tokensOfText(text, Family::kO200k), most);
    ASSERT_TRUE(text.starts_with("Messages 1 to 8")) << text;
  }
}

TEST(Digest, NotesOfAnyBytesAreWellFormed) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    RangeNotes notes = notesOf(session());
    for (NotedMessage& message : notes.messages) {
      for (NotedPart& part : message.parts) {
        part.text.head = test::randomBytes(random, random.below(80));
        part.text.tail = test::randomBytes(random, random.below(80));
        part.toolName = test::randomBytes(random, random.below(20));
        part.media.type = test::randomBytes(random, random.below(20));
      }
    }
    const uint32_t most = random.below(300);
    const std::string text = digestRange(notes, most, Family::kO200k);
    ASSERT_TRUE(test::isWellFormed(text)) << seed;
    ASSERT_LE(tokensOfText(text, Family::kO200k), most) << seed;
  }
}

TEST(Digest, OfNothingIsNothing) { EXPECT_EQ(digestRange(RangeNotes{}, 100, Family::kO200k), ""); }

SegmentBody segmentOf(uint32_t first, uint32_t last, std::string prose) {
  SegmentBody body;
  body.firstMessage = first;
  body.lastMessage = last;
  body.prose = std::move(prose);
  body.source = ProseSource::kModel;
  return body;
}

TEST(DigestSegments, TellsEachInTurn) {
  const SegmentBody a = segmentOf(3, 40, "wrote a.ts\n");
  const SegmentBody b = segmentOf(41, 80, "  tested it");
  const SegmentBody* const both[] = {&a, &b};
  EXPECT_EQ(digestSegments(both, 100, Family::kO200k),
            "Messages 3 to 40:\nwrote a.ts\nMessages 41 to 80:\ntested it");
}

TEST(DigestSegments, ADigestNamesItsMessagesOnce) {
  SegmentBody digest = segmentOf(1, 8, digestRange(notesOf(session()), 300, Family::kO200k));
  digest.source = ProseSource::kDigest;
  const SegmentBody model = segmentOf(9, 12, "tested it");
  const SegmentBody* const both[] = {&digest, &model};
  EXPECT_EQ(digestSegments(both, 1000, Family::kO200k),
            digest.prose + "\nMessages 9 to 12:\ntested it");
}

TEST(DigestSegments, ShortensEvenlyAndFitsEveryCap) {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::vector<SegmentBody> bodies;
    const uint32_t count = 1 + random.below(6);
    const bool bytes = random.chance(50);
    for (uint32_t i = 0; i < count; ++i) {
      bodies.push_back(segmentOf(i * 10 + 1, i * 10 + 10,
                                 bytes ? test::randomBytes(random, random.below(900))
                                       : test::randomText(random, random.below(300))));
    }
    std::vector<const SegmentBody*> segments;
    for (const SegmentBody& body : bodies) segments.push_back(&body);
    for (const uint32_t most : {0U, 1U, 8U, random.below(100), random.below(2000)}) {
      const std::string text = digestSegments(segments, most, Family::kO200k);
      ASSERT_LE(tokensOfText(text, Family::kO200k), most) << seed;
      ASSERT_TRUE(test::isWellFormed(text)) << seed;
      // Bytes that are no text are dearer than headings: they leave those no room.
      if (!bytes && most >= 200 * count) {
        for (uint32_t i = 0; i < count; ++i) {
          ASSERT_NE(text.find("Messages " + std::to_string(i * 10 + 1)), std::string::npos) << text;
        }
      }
    }
  }
}

// ---- What one summary takes in

TEST(DigestOnto, TellsTheRecordThenTheRange) {
  const SegmentBody earlier = segmentOf(3, 40, "wrote a.ts\n");
  const SegmentBody* const before[] = {&earlier};
  const RangeNotes notes = notesOf(session(), 41);
  EXPECT_EQ(digestOnto(before, notes, 1000, Family::kO200k),
            "Messages 3 to 40:\nwrote a.ts\n\n" + digestRange(notes, 900, Family::kO200k));
}

TEST(DigestOnto, IsTheOneWhereTheOtherIsEmpty) {
  const SegmentBody earlier = segmentOf(3, 40, "wrote a.ts\n");
  const SegmentBody* const before[] = {&earlier};
  const RangeNotes notes = notesOf(session(), 41);
  EXPECT_EQ(digestOnto({}, notes, 300, Family::kO200k), digestRange(notes, 300, Family::kO200k));
  EXPECT_EQ(digestOnto(before, RangeNotes(), 300, Family::kO200k),
            digestSegments(before, 300, Family::kO200k));
}

/// Round after round each digest takes in the one before: the newest range is always told, and the
/// whole keeps within its tokens.
TEST(DigestOnto, RoundsKeepWithinTheTokensAndTellTheNewest) {
  SegmentBody record;
  std::vector<const SegmentBody*> before;
  for (uint32_t round = 0; round < 12; ++round) {
    const RangeNotes notes = notesOf(session(), round * 100 + 1);
    const std::string digest = digestOnto(before, notes, 250, Family::kO200k);
    ASSERT_LE(tokensOfText(digest, Family::kO200k), 250U);
    ASSERT_GT(tokensOfText(digest, Family::kO200k), 50U);
    // What was cut in every round is told once.
    ASSERT_EQ(digest.find("\n\u2026\n\u2026\n"), std::string::npos) << digest;
    ASSERT_NE(digest.find("Messages " + std::to_string(round * 100 + 1) + " to"), std::string::npos)
        << digest;
    record = segmentOf(1, round * 100 + 50, digest);
    record.source = ProseSource::kDigest;
    before = {&record};
  }
}

TEST(DigestOnto, FitsEveryCapAndIsWellFormed) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const SegmentBody earlier =
        segmentOf(1, 9,
                  random.chance(50) ? test::randomBytes(random, random.below(2'000))
                                    : test::randomText(random, random.below(1'000)));
    const SegmentBody* const before[] = {&earlier};
    const RangeNotes notes =
        notesOf(test::randomMessages(random, random.below(20), random.chance(50)), 10);
    for (const uint32_t most : {0U, 1U, 8U, random.below(100), random.below(2'000)}) {
      const std::string text = digestOnto(before, notes, most, Family::kO200k);
      ASSERT_LE(tokensOfText(text, Family::kO200k), most) << seed;
      ASSERT_TRUE(test::isWellFormed(text)) << seed;
    }
  }
}

}  // namespace
}  // namespace epitome
