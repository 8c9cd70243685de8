// promise: 1 always valid
/// Which result answers which call.
#include "summary/exchange.h"

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"

namespace epitome {
namespace {

using test::assistant;
using test::call;
using test::notesOf;
using test::result;
using test::tool;

const NotedPart* resultOf(const Exchanges& exchanges, PartRef at) {
  PartRef other;
  return exchanges.resultOf(at, other);
}

TEST(Exchanges, PairsParallelCallsWithScatteredResults) {
  const RangeNotes notes =
      notesOf({assistant({call("a", "x", "{}"), call("b", "y", "{}")}),
               tool({result("b", "y", "from b")}), tool({result("a", "x", "from a")})});
  const Exchanges exchanges(notes.messages);
  PartRef at;
  EXPECT_EQ(exchanges.resultOf({0, 0}, at)->text.head, "from a");
  EXPECT_EQ(at, (PartRef{2, 0}));
  EXPECT_EQ(exchanges.resultOf({0, 1}, at)->text.head, "from b");
  EXPECT_EQ(exchanges.callOf({1, 0}, at)->toolName, "y");
  EXPECT_EQ(at, (PartRef{0, 1}));
}

TEST(Exchanges, AnIdUsedTwiceIsAnsweredInTurn) {
  const RangeNotes notes =
      notesOf({assistant({call("a", "x", "{}")}), tool({result("a", "x", "first")}),
               assistant({call("a", "x", "{}")}), tool({result("a", "x", "second")})});
  const Exchanges exchanges(notes.messages);
  EXPECT_EQ(resultOf(exchanges, {0, 0})->text.head, "first");
  EXPECT_EQ(resultOf(exchanges, {2, 0})->text.head, "second");
}

TEST(Exchanges, WhatHasNoPartnerHasNone) {
  const RangeNotes notes =
      notesOf({tool({result("a", "x", "too early")}), assistant({call("a", "x", "{}")}),
               tool({result("b", "x", "unknown")})});
  const Exchanges exchanges(notes.messages);
  PartRef at;
  EXPECT_EQ(exchanges.callOf({0, 0}, at), nullptr);
  EXPECT_EQ(exchanges.resultOf({1, 0}, at), nullptr);
  EXPECT_EQ(exchanges.callOf({2, 0}, at), nullptr);
}

}  // namespace
}  // namespace epitome
