// promise: 9 loses nothing silently
/// What is kept of a range, and that memory is bounded whatever comes.
#include "summary/notes.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::feed;
using test::MessageSpec;
using test::notesOf;
using test::Random;
using test::result;
using test::textPart;
using test::tool;
using test::unitsOf;
using test::user;

/// Text and ids of all messages, UTF-16 code units.
uint64_t keptUnits(const std::vector<NotedMessage>& messages) {
  uint64_t units = 0;
  for (const NotedMessage& message : messages) {
    for (const NotedPart& part : message.parts) {
      units += unitsOf(part.text.head) + unitsOf(part.text.tail) + unitsOf(part.callId) +
               unitsOf(part.toolName) + unitsOf(part.media.type);
    }
  }
  return units;
}

uint64_t heldBytes(const RangeNotes& notes) {
  uint64_t bytes = 0;
  for (const std::vector<NotedMessage>* list : {&notes.opening, &notes.messages}) {
    bytes += list->capacity() * sizeof(NotedMessage);
    for (const NotedMessage& message : *list) {
      bytes += message.parts.capacity() * sizeof(NotedPart);
      for (const NotedPart& part : message.parts) {
        bytes += part.text.head.capacity() + part.text.tail.capacity() + part.callId.capacity() +
                 part.toolName.capacity() + part.media.type.capacity();
      }
    }
  }
  return bytes;
}

void expectSame(const RangeNotes& a, const RangeNotes& b) {
  ASSERT_EQ(a.messages.size(), b.messages.size());
  ASSERT_EQ(a.userMessagesLeftOut, b.userMessagesLeftOut);
  for (size_t m = 0; m < a.messages.size(); ++m) {
    const NotedMessage& x = a.messages[m];
    const NotedMessage& y = b.messages[m];
    ASSERT_EQ(x.number, y.number);
    ASSERT_EQ(x.role, y.role);
    ASSERT_EQ(x.partsLeftOut, y.partsLeftOut);
    ASSERT_EQ(x.parts.size(), y.parts.size());
    for (size_t p = 0; p < x.parts.size(); ++p) {
      ASSERT_EQ(x.parts[p].kind, y.parts[p].kind);
      ASSERT_EQ(x.parts[p].callId, y.parts[p].callId);
      ASSERT_EQ(x.parts[p].toolName, y.parts[p].toolName);
      ASSERT_EQ(x.parts[p].text.head, y.parts[p].text.head);
      ASSERT_EQ(x.parts[p].text.tail, y.parts[p].text.tail);
      ASSERT_EQ(x.parts[p].text.units, y.parts[p].text.units);
    }
  }
}

std::vector<std::string> previewsOf(const RangeNotes& notes) {
  std::vector<std::string> out;
  for (const NotedMessage& message : notes.messages) {
    for (const NotedPart& part : message.parts) {
      out.push_back(std::to_string(part.text.units) + ":" + part.text.head);
      out.push_back(part.text.tail);
    }
  }
  return out;
}

TEST(Notes, KeepsTheLengthsOfEachKind) {
  const std::string log = std::string(300, 'a') + "\n" + std::string(500, 'b') + "\n";
  const std::string text = log + log + log;
  const RangeNotes notes = notesOf({user(text), assistant({textPart(text), call("c", "run", text)}),
                                    tool({result("c", "run", text)})});
  const Preview& words = notes.messages[0].parts[0].text;
  EXPECT_TRUE(words.whole());
  EXPECT_EQ(words.head, text);
  const Preview& said = notes.messages[1].parts[0].text;
  EXPECT_EQ(said.head, text.substr(0, 1500));
  EXPECT_EQ(said.tail, text.substr(text.size() - 500));
  const Preview& input = notes.messages[1].parts[1].text;
  EXPECT_EQ(input.head, text.substr(0, 400));
  EXPECT_EQ(input.tail, text.substr(text.size() - 100));
  const Preview& output = notes.messages[2].parts[0].text;
  EXPECT_EQ(output.head, text.substr(0, 500));
  EXPECT_EQ(output.tail, text.substr(text.size() - 200));
  EXPECT_EQ(output.units, text.size());
  EXPECT_FALSE(output.whole());
}

TEST(Notes, ATextThatJustFitsBothEndsIsWhole) {
  for (const size_t length : {499U, 500U, 501U, 699U, 700U, 701U}) {
    const std::string text(length, 'x');
    const RangeNotes notes = notesOf({tool({result("c", "run", text)})});
    const Preview& preview = notes.messages[0].parts[0].text;
    EXPECT_EQ(preview.whole(), length <= 700) << length;
    EXPECT_EQ(preview.units, length);
    if (length <= 700) {
      EXPECT_EQ(preview.head, text);
    }
  }
}

TEST(Notes, AUserMessageIsCutAtItsEndOnly) {
  NotesLimits limits;
  limits.userUnits = 100;
  const RangeNotes notes =
      notesOf({MessageSpec{Role::kUser,
                           {textPart(std::string(80, 'a')), textPart(std::string(80, 'b')),
                            textPart(std::string(80, 'c'))}}},
              1, limits);
  const std::vector<NotedPart>& parts = notes.messages[0].parts;
  EXPECT_EQ(parts[0].text.head, std::string(80, 'a'));
  EXPECT_EQ(parts[1].text.head, std::string(20, 'b'));
  EXPECT_EQ(parts[1].text.units, 80U);
  EXPECT_EQ(parts[2].text.head, "");
  EXPECT_EQ(parts[2].text.units, 80U);
  for (const NotedPart& part : parts) EXPECT_EQ(part.text.tail, "");
}

TEST(Notes, ReasoningAndOpaquePartsLeaveNoText) {
  MessageSpec message = assistant({test::reasoning("secret thought"), textPart("said")});
  message.parts.push_back(textPart("signed"));
  message.parts.back().flags = kOpaque;
  message.parts.push_back({PartKind::kCustom, "vendor data", "", "", 0, "", {}});
  const RangeNotes notes = notesOf({message});
  ASSERT_EQ(notes.messages[0].parts.size(), 3U);
  EXPECT_EQ(notes.messages[0].parts[0].text.head, "said");
  EXPECT_EQ(notes.messages[0].parts[1].text.head, "");
  EXPECT_EQ(notes.messages[0].parts[2].text.head, "");
}

TEST(Notes, FiftyMegabytesLeaveTwoEnds) {
  const std::string line = "The log goes on and on, \u4f60\u597d, line after line.\n";
  std::string piece;
  while (piece.size() < 65'536) piece += line;
  NotesReader reader;
  reader.expect(1);
  reader.number(7, false);
  reader.beginMessage(Role::kTool, 0);
  reader.beginPart(PartKind::kToolResult, 0, {});
  reader.fieldPiece(Field::kText, "START ");
  uint64_t bytes = 0;
  uint64_t units = 6 + 4;
  for (; bytes < 50'000'000; bytes += piece.size()) {
    reader.fieldPiece(Field::kText, piece);
    units += unitsOf(line) * (piece.size() / line.size());
  }
  reader.fieldPiece(Field::kText, " END");
  reader.endMessage();
  const RangeNotes notes = reader.take();
  const Preview& preview = notes.messages[0].parts[0].text;
  EXPECT_EQ(preview.units, units);
  EXPECT_TRUE(preview.head.starts_with("START The log"));
  EXPECT_TRUE(preview.tail.ends_with("line.\n END"));
  EXPECT_EQ(unitsOf(preview.head), 500U);
  EXPECT_EQ(unitsOf(preview.tail), 200U);
  EXPECT_LT(heldBytes(notes), 4096U);
}

TEST(Notes, OneHugePieceIsNotKept) {
  const std::string huge(20'000'000, 'x');
  const RangeNotes notes = notesOf({tool({result("c", "run", huge)}), user(huge), assistant(huge)});
  EXPECT_LT(heldBytes(notes), 60'000U);
  EXPECT_EQ(notes.messages[0].parts[0].text.units, huge.size());
  EXPECT_EQ(unitsOf(notes.messages[1].parts[0].text.head), 24'000U);
}

TEST(Notes, Base64OfAToolIsANoteAndOfTheUserStays) {
  std::string data;
  for (int i = 0; i < 400; ++i) data += "aB3+/xYz9Q";
  const std::string json = R"({"type":"image","data":")" + data + R"(","ok":true})";
  const RangeNotes notes = notesOf({tool({result("c", "shot", json)}), user(data)});
  EXPECT_EQ(notes.messages[0].parts[0].text.head,
            R"({"type":"image","data":"[base64, 4000 characters]","ok":true})");
  EXPECT_TRUE(notes.messages[0].parts[0].text.whole());
  EXPECT_EQ(notes.messages[1].parts[0].text.head, data);
}

TEST(Notes, DoNotDependOnPieces) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::vector<MessageSpec> messages = test::randomMessages(random, random.below(12), false);
    NotesLimits limits;
    limits.totalUnits = random.chance(50) ? 400'000 : 500 + random.below(6000);
    NotesReader whole(limits);
    NotesReader pieces(limits);
    uint32_t number = 1;
    for (const MessageSpec& message : messages) {
      feed(whole, number, message);
      feed(pieces, number, message, false, &random);
      ++number;
    }
    expectSame(whole.take(), pieces.take());
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Notes, LongIdsStayDistinct) {
  const std::string id(1000, 'i');
  const RangeNotes notes =
      notesOf({assistant({call(id + "1", "a", "{}"), call(id + "2", "b", "{}")}),
               tool({result(id + "2", "b", "two"), result(id + "1", "a", "one")})});
  const std::vector<NotedPart>& calls = notes.messages[0].parts;
  const std::vector<NotedPart>& results = notes.messages[1].parts;
  EXPECT_LT(calls[0].callId.size(), 200U);
  EXPECT_NE(calls[0].callId, calls[1].callId);
  EXPECT_EQ(calls[0].callId, results[1].callId);
  EXPECT_EQ(calls[1].callId, results[0].callId);
}

TEST(Notes, MemoryIsBoundedAndTextWellFormedWhateverComes) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    NotesLimits limits;
    limits.totalUnits = random.below(random.chance(50) ? 3000 : 30'000);
    limits.userUnits = random.below(3000);
    limits.openingUnits = random.below(500);
    NotesReader reader(limits);
    reader.expect(random.below(1000));
    const std::vector<MessageSpec> messages =
        test::randomMessages(random, random.below(60), random.chance(50));
    uint32_t users = 0;
    uint32_t number = 1;
    for (const MessageSpec& message : messages) {
      feed(reader, number++, message);
      users += givesOrders(message.role) ? 1 : 0;
    }
    feed(reader, 1, user(test::randomText(random, 200)), true);
    const RangeNotes notes = reader.take();
    ASSERT_LE(keptUnits(notes.messages), limits.totalUnits) << seed;
    ASSERT_LE(keptUnits(notes.opening), limits.openingUnits) << seed;
    uint32_t usersKept = 0;
    for (size_t m = 0; m < notes.messages.size(); ++m) {
      usersKept += givesOrders(notes.messages[m].role) ? 1 : 0;
      if (m > 0) {
        ASSERT_LT(notes.messages[m - 1].number, notes.messages[m].number);
      }
      const MessageSpec& source = messages[notes.messages[m].number - 1];
      ASSERT_EQ(notes.messages[m].role, source.role);
      for (const NotedPart& part : notes.messages[m].parts) {
        for (const std::string& text :
             {part.text.head, part.text.tail, part.callId, part.toolName, part.media.type}) {
          ASSERT_TRUE(test::isWellFormed(text)) << seed;
        }
        ASSERT_LE(unitsOf(part.text.head) + unitsOf(part.text.tail), part.text.units);
      }
    }
    ASSERT_EQ(usersKept + notes.userMessagesLeftOut, users) << seed;
  }
}

/// When everything is halved the notes are what reading with halved limits would have left.
TEST(Notes, ShrinkingIsTheSameAsReadingWithLess) {
  std::vector<MessageSpec> messages;
  Random random(5);
  for (int i = 0; i < 40; ++i) {
    const std::string id = "c" + std::to_string(i);
    messages.push_back(assistant({textPart(test::randomText(random, random.below(500))),
                                  call(id, "run", test::randomText(random, random.below(300)))}));
    messages.push_back(tool({result(id, "run", test::randomText(random, random.below(400)))}));
  }
  uint64_t levelsSeen = 0;
  for (uint64_t total = 16'000; total <= 70'000; total += 2'000) {
    NotesLimits tight;
    tight.totalUnits = total;
    const RangeNotes notes = notesOf(messages, 1, tight);
    ASSERT_EQ(notes.messages.size(), messages.size());
    uint32_t level = 0;
    for (; level < 7; ++level) {
      NotesLimits halved;
      halved.totalUnits = UINT64_MAX / 8;
      halved.textHead >>= level;
      halved.textTail >>= level;
      halved.inputHead >>= level;
      halved.inputTail >>= level;
      halved.resultHead >>= level;
      halved.resultTail >>= level;
      if (previewsOf(notes) == previewsOf(notesOf(messages, 1, halved))) break;
    }
    ASSERT_LT(level, 7U) << total;
    levelsSeen |= 1U << level;
  }
  EXPECT_GE(std::popcount(levelsSeen), 3);
}

TEST(Notes, TheUsersWordsOutliveEverythingElse) {
  std::vector<MessageSpec> messages;
  for (int i = 0; i < 2000; ++i) {
    const std::string id = "c" + std::to_string(i);
    if (i % 100 == 0)
      messages.push_back(user("order " + std::to_string(i) + std::string(2000, '.')));
    messages.push_back(assistant({call(id, "run", std::string(300, 'i'))}));
    messages.push_back(tool({result(id, "run", std::string(3000, 'r'))}));
  }
  const RangeNotes notes = notesOf(messages);
  uint32_t whole = 0;
  for (const NotedMessage& message : notes.messages) {
    if (message.role != Role::kUser) continue;
    EXPECT_TRUE(message.parts[0].text.whole());
    ++whole;
  }
  EXPECT_EQ(whole, 20U);
  EXPECT_EQ(notes.userMessagesLeftOut, 0U);
  EXPECT_EQ(notes.messages.back().number, messages.size());
}

TEST(Notes, OfTooManyUserMessagesTheNewestStayWhole) {
  std::vector<MessageSpec> messages;
  for (int i = 0; i < 300; ++i) messages.push_back(user(std::string(5000, 'w')));
  const RangeNotes notes = notesOf(messages);
  EXPECT_LE(keptUnits(notes.messages), 400'000U);
  EXPECT_TRUE(notes.messages.back().parts[0].text.whole());
  EXPECT_FALSE(notes.messages.front().parts[0].text.whole());
  EXPECT_EQ(unitsOf(notes.messages.front().parts[0].text.head), 200U);
  bool cutSeen = true;
  for (const NotedMessage& message : notes.messages) {
    const bool whole = message.parts[0].text.whole();
    EXPECT_TRUE(cutSeen || whole) << "an older message is whole, a newer one is not";
    cutSeen = !whole;
  }
}

TEST(Notes, AHundredThousandMessagesLeaveTheFirstAndTheNewest) {
  NotesReader reader;
  reader.expect(100'000);
  for (uint32_t i = 1; i <= 100'000; ++i) {
    feed(reader, i, i % 3 == 0 ? user("do " + std::to_string(i)) : assistant("did it"));
  }
  const RangeNotes notes = reader.take();
  EXPECT_LE(keptUnits(notes.messages), 400'000U);
  EXPECT_LT(heldBytes(notes), 4'000'000U);
  EXPECT_EQ(notes.messages.front().number, 1U);
  EXPECT_EQ(notes.messages.back().number, 100'000U);
  EXPECT_GT(notes.messages.size(), 1000U);
}

TEST(Notes, AMessageOfAMillionPartsIsCounted) {
  NotesReader reader;
  reader.number(1, false);
  reader.beginMessage(Role::kUser, 0);
  for (int i = 0; i < 1'000'000; ++i) {
    reader.beginPart(PartKind::kText, 0, {});
    reader.fieldPiece(Field::kText, "word");
  }
  reader.endMessage();
  feed(reader, 2, assistant("done"));
  const RangeNotes notes = reader.take();
  EXPECT_LE(keptUnits(notes.messages), 400'000U);
  ASSERT_EQ(notes.messages.back().number, 2U);
  uint64_t parts = 0;
  for (const NotedMessage& message : notes.messages) {
    if (message.number == 1) parts = message.parts.size() + message.partsLeftOut;
  }
  EXPECT_TRUE(parts == 1'000'000 || notes.userMessagesLeftOut == 1);
}

TEST(Notes, OpeningIsKeptApart) {
  NotesReader reader;
  feed(reader, 1, user(std::string(3000, 'o')), true);
  feed(reader, 2, user("second"), true);
  feed(reader, 5, assistant("x"));
  const RangeNotes notes = reader.take();
  ASSERT_EQ(notes.opening.size(), 2U);
  EXPECT_EQ(notes.opening[0].number, 1U);
  EXPECT_EQ(unitsOf(notes.opening[0].parts[0].text.head), 2000U);
  EXPECT_EQ(notes.opening[1].parts[0].text.head, "");
  ASSERT_EQ(notes.messages.size(), 1U);
  EXPECT_EQ(notes.messages[0].number, 5U);
}

TEST(Notes, CallsOutOfOrderAreIgnored) {
  NotesReader reader;
  reader.fieldPiece(Field::kText, "nobody");
  reader.beginPart(PartKind::kText, 0, {});
  reader.fieldPiece(Field::kText, "nobody");
  reader.endMessage();
  reader.number(1, false);
  reader.beginMessage(Role::kUser, 0);
  reader.fieldPiece(Field::kText, "nobody");
  reader.beginPart(PartKind::kText, 0, {});
  reader.fieldPiece(Field::kText, "one");
  reader.number(2, false);
  reader.beginMessage(Role::kUser, 0);
  reader.beginPart(PartKind::kText, 0, {});
  reader.fieldPiece(Field::kText, "two");
  const RangeNotes notes = reader.take();
  ASSERT_EQ(notes.messages.size(), 2U);
  EXPECT_EQ(notes.messages[0].parts[0].text.head, "one");
  EXPECT_EQ(notes.messages[1].parts[0].text.head, "two");
}

TEST(Notes, TakeStartsAnew) {
  NotesLimits limits;
  limits.totalUnits = 2000;
  NotesReader reader(limits);
  const MessageSpec message = assistant(std::string(1900, 'x'));
  for (uint32_t i = 1; i < 30; ++i) feed(reader, i, message);
  feed(reader, 1, user("opening"), true);
  reader.take();
  feed(reader, 1, message);
  expectSame(reader.take(), notesOf({message}, 1, limits));
}

// ---- What is no part of the range

TEST(Notes, TheLanguageIsThatOfUsersAlone) {
  NotesReader reader;
  const auto feed = [&](uint32_t number, const MessageSpec& message, bool opening) {
    test::feed(reader, number, message, opening);
  };
  feed(1, MessageSpec{Role::kSystem, {textPart("You are an agent that does what the user wants.")}},
       true);
  feed(2, user("Bitte finde heraus, warum der Import seit gestern nicht mehr l\u00e4uft."), true);
  feed(3, assistant("I will have a look at the import and tell you what it is that fails."), false);
  feed(4, tool({result("c", "run", "it is not the first of the files that could not be read")}),
       false);
  EXPECT_EQ(reader.take().language, Language::kGerman);
  feed(5, assistant("I will have a look at the import and tell you what it is that fails."), false);
  EXPECT_EQ(reader.take().language, Language::kUnknown);
}

TEST(Notes, TheNewestOfWhatStandsBehindTheRangeIsKeptShort) {
  NotesReader reader;
  test::feed(reader, 1, user("do it"));
  for (uint32_t i = 2; i < 500; ++i) {
    reader.after(i);
    reader.beginMessage(Role::kAssistant, 0);
    reader.beginPart(PartKind::kText, 0, {});
    reader.fieldPiece(Field::kText, "step " + std::to_string(i) + std::string(5000, '.'));
    reader.endMessage();
  }
  const RangeNotes notes = reader.take();
  EXPECT_EQ(notes.messages.size(), 1U);
  ASSERT_GE(notes.after.size(), 3U);
  EXPECT_EQ(notes.after.back().number, 499U);
  uint64_t units = 0;
  for (const NotedMessage& message : notes.after) {
    units += test::unitsOf(message.parts[0].text.head + message.parts[0].text.tail);
  }
  EXPECT_LE(units, NotesLimits().afterUnits);
}

}  // namespace
}  // namespace epitome
