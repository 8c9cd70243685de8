// promise: 6 pays once

#include "transcript/align.h"

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "core/support/script.h"
#include "transcript/units.h"

namespace epitome {
namespace {

using script::joined;
using script::Messages;
using script::Script;
using script::slice;
using script::transcriptOf;
using test::Random;

/// All starts tried; the longest match that reaches the end of either list wins, the latest of
/// equal ones.
uint32_t naiveOverlap(const std::vector<Anchor>& known, const std::vector<Anchor>& incoming,
                      uint32_t least) {
  uint32_t best = kNone;
  uint32_t longest = 0;
  for (uint32_t at = 0; at < known.size(); ++at) {
    uint32_t length = 0;
    while (at + length < known.size() && length < incoming.size() &&
           known[at + length] == incoming[length]) {
      ++length;
    }
    const bool reaches = at + length == known.size() || length == incoming.size();
    if (!reaches || length < least || length == 0 || length < longest) continue;
    longest = length;
    best = at;
  }
  return best;
}

TEST(FindOverlap, AgreesWithTryingEveryStart) {
  Random random(3);
  for (uint32_t trial = 0; trial < 20'000; ++trial) {
    std::vector<Anchor> known;
    std::vector<Anchor> incoming;
    const uint32_t letters = 1 + random.below(3);
    for (uint32_t i = random.below(12); i > 0; --i) known.push_back(random.below(letters));
    for (uint32_t i = random.below(8); i > 0; --i) incoming.push_back(random.below(letters));
    const uint32_t least = random.below(4);
    ASSERT_EQ(findOverlap(known, incoming, least), naiveOverlap(known, incoming, least))
        << "trial " << trial;
  }
}

Messages conversation() {
  return Script()
      .system("be brief")
      .user("fix the build")
      .step("a", "error 1")
      .assistant()
      .text("I see")
      .user("and the tests")
      .step("b", "error 2")
      .assistant()
      .text("all done")
      .messages();
}

/// The transcript that the sources name.
Messages resultOf(const Alignment& alignment, const Messages& known, const Messages& incoming) {
  Messages result;
  for (const Source& source : alignment.sources) {
    const Messages& from = source.known ? known : incoming;
    result = joined(result, slice(from, source.begin, source.begin + source.count));
  }
  return result;
}

std::vector<Anchor> anchors(const Messages& messages) {
  const Transcript transcript = transcriptOf(messages);
  std::vector<Anchor> list;
  for (uint32_t i = 0; i < transcript.size(); ++i) list.push_back(transcript[i].anchor);
  return list;
}

Alignment matched(const Messages& known, const Messages& incoming) {
  return align(transcriptOf(known), transcriptOf(incoming), std::nullopt);
}

TEST(Align, Extended) {
  const Messages known = conversation();
  const Messages more = joined(known, Script().user("thanks"));
  for (const Messages& incoming : {known, more}) {
    const Alignment alignment = matched(known, incoming);
    EXPECT_EQ(alignment.how, AlignCase::kExtended);
    EXPECT_EQ(alignment.common, known.size());
    EXPECT_EQ(anchors(resultOf(alignment, known, incoming)), anchors(incoming));
  }
}

TEST(Align, Truncated) {
  const Messages known = conversation();
  for (size_t length = 0; length < known.size(); ++length) {
    const Alignment alignment = matched(known, slice(known, 0, length));
    EXPECT_EQ(alignment.how, AlignCase::kTruncated) << length;
    EXPECT_EQ(alignment.common, length);
  }
}

TEST(Align, SuffixWithAndWithoutTheSystemMessage) {
  const Messages known = conversation();
  for (size_t from = 2; from + 2 <= known.size(); ++from) {
    const Messages tail = joined(slice(known, from, known.size()), Script().user("next"));
    const Alignment bare = matched(known, tail);
    ASSERT_EQ(bare.how, AlignCase::kSuffix) << from;
    // The host left its system message out: the result has what the host sent, no more.
    EXPECT_EQ(anchors(resultOf(bare, known, tail)),
              anchors(joined(slice(known, 1, known.size()), Script().user("next"))));
    const Messages led = joined(slice(known, 0, 1), tail);
    const Alignment with = matched(known, led);
    ASSERT_EQ(with.how, AlignCase::kSuffix) << from;
    EXPECT_EQ(anchors(resultOf(with, known, led)), anchors(joined(known, Script().user("next"))));
  }
}

TEST(Align, OneMessageInCommonProvesNothing) {
  const Messages known = conversation();
  const Messages other = joined(slice(known, known.size() - 1, known.size()), Script().user("hi"));
  EXPECT_EQ(matched(known, other).how, AlignCase::kUnrelated);
}

TEST(Align, Edited) {
  const Messages known = conversation();
  Messages incoming = known;
  incoming[5].parts[0].text = "and only the unit tests";
  const Alignment alignment = matched(known, incoming);
  EXPECT_EQ(alignment.how, AlignCase::kEdited);
  EXPECT_EQ(alignment.common, 5U);
  EXPECT_EQ(anchors(resultOf(alignment, known, incoming)), anchors(incoming));
  // The opening may be what was edited.
  incoming = known;
  incoming[1].parts[0].text = "fix the docs";
  EXPECT_EQ(matched(known, incoming).how, AlignCase::kEdited);
}

TEST(Align, Regenerated) {
  const Messages known = conversation();
  const Messages incoming =
      joined(slice(known, 0, 4), Script().assistant().text("another idea").user("yes"));
  const Alignment alignment = matched(known, incoming);
  EXPECT_EQ(alignment.how, AlignCase::kRegenerated);
  EXPECT_EQ(alignment.common, 4U);
}

TEST(Align, Unrelated) {
  const Messages other = Script().system("be brief").user("write a poem").assistant().text("roses");
  EXPECT_EQ(matched(conversation(), other).how, AlignCase::kUnrelated);
}

TEST(Align, OwnViewPutsTheFoldedMessagesBack) {
  const Messages known = conversation();
  // Messages [2, 6) were folded; the host sends opening, segments, tail, and one more.
  Messages view = joined(slice(known, 0, 2), Script().user("segments"));
  view = joined(view, slice(known, 6, known.size()));
  view = joined(view, Script().user("next"));
  const Alignment alignment =
      align(transcriptOf(known), transcriptOf(view), HandedBack{2, 2, 6, {}});
  EXPECT_EQ(alignment.how, AlignCase::kOwnView);
  EXPECT_EQ(anchors(resultOf(alignment, known, view)),
            anchors(joined(known, Script().user("next"))));
  EXPECT_EQ(alignment.common, 3 + known.size() - 6);
}

TEST(Align, WhatStaysOfAFoldedRangeIsTakenInOnce) {
  const Messages known = conversation();
  // Messages [2, 6) were folded but for the fourth and the fifth, which a view shows behind them.
  Messages view = joined(slice(known, 0, 2), Script().user("segments"));
  view = joined(view, slice(known, 3, 5));
  view = joined(view, slice(known, 6, known.size()));
  view = joined(view, Script().user("next"));
  const HandedBack back{2, 2, 6, {3, 4}};
  const Alignment alignment = align(transcriptOf(known), transcriptOf(view), back);
  EXPECT_EQ(alignment.how, AlignCase::kOwnView);
  EXPECT_EQ(anchors(resultOf(alignment, known, view)),
            anchors(joined(known, Script().user("next"))));
  EXPECT_EQ(alignment.common, 5 + known.size() - 6);
}

TEST(Anchor, IgnoresWhatAHostMayAlter) {
  const Messages a = Script()
                         .user("read  it\n now")
                         .assistant()
                         .reasoning("hm")
                         .call("c", "read", "{}")
                         .tool()
                         .result("c", "long output");
  const Messages b = Script()
                         .user("read it ")
                         .text(" now")
                         .assistant()
                         .call("c", "read", "{ }")
                         .tool()
                         .result("c", "[masked]", kError);
  EXPECT_EQ(anchors(a), anchors(b));
  const Messages c = Script().user("readit now").assistant().call("d").tool().result("d", "x");
  EXPECT_NE(anchors(a)[0], anchors(c)[0]);
  EXPECT_NE(anchors(a)[1], anchors(c)[1]);
  EXPECT_NE(anchors(a)[2], anchors(c)[2]);
  const Messages roles = Script().user("x").system("x").assistant().text("x");
  EXPECT_NE(anchors(roles)[0], anchors(roles)[1]);
  EXPECT_NE(anchors(roles)[0], anchors(roles)[2]);
}

TEST(Anchor, DoesNotDependOnHowTextIsCutIntoPieces) {
  Random random(5);
  for (uint32_t trial = 0; trial < 500; ++trial) {
    const std::string text = test::randomText(random, random.below(60));
    const script::Message message{Role::kUser, 0, {script::textPart(text)}};
    Transcript whole;
    FactsReader wholeReader(whole);
    script::feed(wholeReader, message, 1U << 20U);
    Transcript pieces;
    FactsReader piecesReader(pieces);
    script::feed(piecesReader, message, 1 + random.below(9));
    ASSERT_EQ(whole[0].anchor, pieces[0].anchor);
    ASSERT_TRUE(Transcript::same(whole, 0, pieces, 0));
    ASSERT_EQ(whole.part(0, 0).tokens, pieces.part(0, 0).tokens);
  }
}

}  // namespace
}  // namespace epitome
