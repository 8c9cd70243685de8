// promise: 6 pays once

#include "session/decisions.h"

#include <gtest/gtest.h>

#include "tokens/counter.h"

namespace epitome {
namespace {

SegmentBody body(uint32_t first, uint32_t last, std::string prose = "what happened") {
  SegmentBody made;
  made.prose = std::move(prose);
  made.firstMessage = first;
  made.lastMessage = last;
  return made;
}

TEST(MakeSegment, BindsRangeAndText) {
  const RangePrint range{7, 3, 1, 2};
  const Segment segment = makeSegment(range, body(1, 3), 500, Family::kO200k);
  EXPECT_NE(segment.id, 0U);
  EXPECT_EQ(segment.text, segmentText(segment.body));
  EXPECT_EQ(segment.tokens, tokensOfText(segment.text, Family::kO200k));
  EXPECT_EQ(makeSegment(range, body(1, 3), 500, Family::kO200k).id, segment.id);
  EXPECT_NE(makeSegment(range, body(1, 3, "something else"), 500, Family::kO200k).id, segment.id);
  EXPECT_NE(makeSegment({8, 3, 1, 2}, body(1, 3), 500, Family::kO200k).id, segment.id);
  EXPECT_NE(makeSegment({7, 4, 1, 2}, body(1, 3), 500, Family::kO200k).id, segment.id);
}

TEST(Decisions, ForgetsTheLeastRecentButNothingInUse) {
  Decisions decisions;
  std::vector<uint64_t> ids;
  for (uint32_t i = 0; i < 3 * kSpareSegments; ++i) {
    Segment segment = makeSegment({i, 1, i, i}, body(i + 1, i + 1), 10, Family::kO200k);
    ids.push_back(segment.id);
    decisions.keep(std::move(segment));
  }
  decisions.touch(ids[1]);
  decisions.evict({ids.data(), 1}, {ids.data(), 1}, INT64_MAX);
  EXPECT_EQ(decisions.segments().size(), kSpareSegments + 1);
  EXPECT_NE(decisions.byId(ids[0]), nullptr);
  EXPECT_NE(decisions.byId(ids[1]), nullptr);
  EXPECT_EQ(decisions.byId(ids[2]), nullptr);
  EXPECT_NE(decisions.byId(ids.back()), nullptr);
}

TEST(Decisions, SparesStayWithinTheirBytes) {
  Decisions decisions;
  std::vector<uint64_t> ids;
  for (uint32_t i = 0; i < 10; ++i) {
    Segment segment = makeSegment(
        {i, 1, i, i}, body(i + 1, i + 1, std::string(kSpareBytes / 4, 'x')), 10, Family::kO200k);
    ids.push_back(segment.id);
    decisions.keep(std::move(segment));
  }
  decisions.evict({ids.data(), 1}, {ids.data(), 1}, INT64_MAX);
  size_t bytes = 0;
  for (const auto& [id, segment] : decisions.segments()) {
    if (id != ids[0]) bytes += segment.text.size();
  }
  EXPECT_LE(bytes, kSpareBytes);
  EXPECT_NE(decisions.byId(ids[0]), nullptr);
  EXPECT_NE(decisions.byId(ids.back()), nullptr);
}

TEST(Decisions, KnowsASegmentByItsText) {
  Decisions decisions;
  const Segment segment = makeSegment({1, 2, 3, 4}, body(1, 2), 10, Family::kO200k);
  decisions.keep(segment);
  ASSERT_NE(decisions.byTextHash(text::hashOf(segment.text)), nullptr);
  EXPECT_EQ(decisions.byTextHash(text::hashOf(segment.text))->id, segment.id);
  EXPECT_EQ(decisions.byTextHash(text::hashOf("something else")), nullptr);
}

TEST(Decisions, AnEditHoldsForItsKeyAndTheLastOneCounts) {
  Decisions decisions;
  Edit edit;
  edit.total = 100;
  decisions.keep({1, 2}, edit);
  edit.kind = EditKind::kClear;
  decisions.keep({1, 2}, edit);
  ASSERT_EQ(decisions.edits().size(), 1U);
  EXPECT_EQ(decisions.edits().begin()->second.kind, EditKind::kClear);
  decisions.forget({1, 2});
  EXPECT_TRUE(decisions.edits().empty());
}

}  // namespace
}  // namespace epitome
