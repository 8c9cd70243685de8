// promise: 1 always valid

#include "transcript/transcript.h"

#include <gtest/gtest.h>

#include "core/support/generator.h"
#include "core/support/view_reader.h"

namespace epitome {
namespace {

using script::Message;
using script::Messages;
using script::Script;
using script::transcriptOf;

TEST(Facts, CountTextNamesAndMedia) {
  const Transcript transcript = transcriptOf(Script()
                                                 .user("12345678")
                                                 .media()
                                                 .assistant()
                                                 .call("c", "read", "{\"a\":1}")
                                                 .tool()
                                                 .result("c", "123456789", kHasMedia, "read")
                                                 .messages());
  ASSERT_EQ(transcript.size(), 3U);
  const auto ofText = [](std::string_view text) { return tokensOfText(text, Family::kO200k); };
  const Envelope& envelope = envelopeOf(Family::kO200k);
  EXPECT_EQ(transcript[0].envelope, envelope.message);
  EXPECT_EQ(transcript.part(0, 0).tokens, ofText("12345678"));
  EXPECT_EQ(transcript.part(0, 1).tokens, costOfMedia({1000, 20, 10}, MediaRule::kCommon).tokens);
  EXPECT_EQ(transcript.part(1, 0).tokens, ofText("read") + ofText("{\"a\":1}") + envelope.toolCall);
  EXPECT_EQ(transcript.part(1, 0).nameTokens, ofText("read"));
  EXPECT_EQ(transcript.part(2, 0).textTokens, ofText("123456789"));
  EXPECT_EQ(transcript.part(2, 0).tokens,
            ofText("read") + ofText("123456789") + envelope.toolResult);
  EXPECT_EQ(transcript.part(2, 0).units, 9U);
}

TEST(Facts, AgreeWithTheTextsOfGeneratedMessages) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    script::Generator generator(seed);
    Messages messages = generator.opening();
    for (uint32_t i = 0; i < 10; ++i) messages = script::joined(messages, generator.event());
    const Transcript transcript = transcriptOf(messages);
    ASSERT_EQ(transcript.size(), messages.size());
    for (uint32_t m = 0; m < messages.size(); ++m) {
      ASSERT_EQ(transcript[m].role, messages[m].role);
      ASSERT_EQ(transcript[m].partCount, messages[m].parts.size());
      for (uint32_t p = 0; p < messages[m].parts.size(); ++p) {
        const script::Part& part = messages[m].parts[p];
        const PartFacts& facts = transcript.part(m, p);
        ASSERT_EQ(facts.kind, part.kind);
        ASSERT_EQ(facts.flags, part.flags);
        ASSERT_EQ(facts.units, script::unitsOf(part.text));
        ASSERT_EQ(facts.callId == 0, part.callId.empty());
        ASSERT_EQ(facts.approvalId == 0, part.approvalId.empty());
        ASSERT_EQ(facts.textHash, text::hashOf(part.text));
      }
    }
  }
}

TEST(Facts, IdsAreTheSameWhereverTheyStand) {
  const Transcript transcript =
      transcriptOf(Script().assistant().call("x").call("y").tool().result("x", "1").messages());
  EXPECT_EQ(transcript.part(0, 0).callId, transcript.part(1, 0).callId);
  EXPECT_NE(transcript.part(0, 0).callId, transcript.part(0, 1).callId);
}

TEST(Facts, AMessageThatBreaksOffIsForgottenByTheNext) {
  Transcript transcript;
  FactsReader reader(transcript);
  reader.beginMessage(Role::kUser, 0);
  reader.beginPart(PartKind::kText, 0, {});
  reader.fieldPiece(Field::kText, "lost");
  const Messages whole = Script().user("kept");
  script::feed(reader, whole[0]);
  ASSERT_EQ(transcript.size(), 1U);
  EXPECT_EQ(transcript[0].anchor, transcriptOf(whole)[0].anchor);
  EXPECT_EQ(transcript[0].partCount, 1U);
}

TEST(Transcript, AppendsRangesOfAnother) {
  const Messages messages =
      Script().user("a").assistant().text("b").call("c").tool().result("c", "d").user("e");
  const Transcript from = transcriptOf(messages);
  Transcript into = transcriptOf(script::slice(messages, 0, 1));
  into.append(from, 1, 2);
  ASSERT_EQ(into.size(), 3U);
  for (uint32_t m = 0; m < 3; ++m) EXPECT_TRUE(Transcript::same(into, m, from, m)) << m;
}

TEST(Transcript, SameMeansTheSameExactTexts) {
  const auto same = [](const Messages& a, const Messages& b) {
    return Transcript::same(transcriptOf(a), 0, transcriptOf(b), 0);
  };
  EXPECT_TRUE(same(Script().user("a b"), Script().user("a b")));
  EXPECT_FALSE(same(Script().user("a b"), Script().user("a  b")));
  EXPECT_FALSE(same(Script().user("a b"), Script().user("a ").text("b")));
  EXPECT_FALSE(same(Script().user("a"), Script().assistant().text("a")));
  EXPECT_FALSE(same(Script().tool().result("c", "1"), Script().tool().result("c", "2")));
  EXPECT_FALSE(same(Script().tool().result("c", "1"), Script().tool().result("c", "1", kError)));
}

}  // namespace
}  // namespace epitome
