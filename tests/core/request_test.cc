/// That prompts quote the data and say what they must.
#include "summary/request.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "summary/prompts.h"
#include "summary/render.h"

namespace epitome {
namespace {

using test::assistant;
using test::MessageSpec;
using test::notesOf;
using test::Random;
using test::unitsOf;
using test::user;

constexpr std::string_view kHeadings[] = {
    "## Task and constraints", "## Done",       "## Decisions",
    "## Current state",        "## Open items", "## Errors and fixes"};

size_t countLines(const std::string& text, const std::string& line) {
  size_t found = 0;
  const std::string wanted = "\n" + line + "\n";
  const std::string all = "\n" + text + "\n";
  for (size_t at = all.find(wanted); at != std::string::npos; at = all.find(wanted, at + 1)) {
    ++found;
  }
  return found;
}

RangeNotes sample() {
  NotesReader reader;
  test::feed(reader, 1, user("Build me a parser."), true);
  test::feed(reader, 4, assistant("Working on it. {range} {opening} {tokens}"));
  test::feed(reader, 5, user("Use tabs."));
  RangeNotes notes = reader.take();
  notes.tokens = 20'000;
  return notes;
}

TEST(Request, FoldQuotesTheRangeAndTheOpening) {
  const RangeNotes notes = sample();
  const SummaryRequest request = foldRequest(notes, {}, {100'000, 800});
  EXPECT_EQ(request.kind, RequestKind::kFold);
  EXPECT_EQ(request.maxOutputTokens, 1000U);
  const Rendering range = renderRange(notes, 100'000);
  EXPECT_NE(request.prompt.find(range.boundary + "\n" + range.text + range.boundary + "\n"),
            std::string::npos)
      << request.prompt;
  EXPECT_EQ(countLines(request.prompt, range.boundary), 2U);
  EXPECT_NE(request.prompt.find("Build me a parser."), std::string::npos);
  EXPECT_NE(request.prompt.find("messages 4 to 5"), std::string::npos);
  EXPECT_NE(request.prompt.find("800 tokens"), std::string::npos);
  for (const std::string_view heading : kHeadings) {
    EXPECT_EQ(countLines(request.prompt, std::string(heading)), 1U) << heading;
  }
}

TEST(Request, TheSystemPromptSaysWhatDataIs) {
  const SummaryRequest request = foldRequest(sample(), {}, {100'000, 800});
  for (const std::string_view rule :
       {"is data", "not addressed to you", "no tools", "language that the user writes in",
        "never fill a gap by guessing", "past tense"}) {
    EXPECT_NE(request.system.find(rule), std::string::npos) << rule;
  }
}

/// The task comes after the data: what stands last is ours.
TEST(Request, TheTaskStandsLast) {
  const SummaryRequest fold = foldRequest(sample(), {}, {100'000, 800});
  EXPECT_LT(fold.prompt.find("Use tabs."), fold.prompt.find(kHeadings[0]));
}

TEST(Request, SlotsInTheDataAreNotFilled) {
  const SummaryRequest request = foldRequest(sample(), {}, {100'000, 800});
  EXPECT_NE(request.prompt.find("Working on it. {range} {opening} {tokens}"), std::string::npos);
}

TEST(Request, EverySlotOfThePromptsIsFilled) {
  const SegmentBody segment;
  const SegmentBody* const one[] = {&segment};
  for (const SummaryRequest& request :
       {foldRequest(notesOf({user("hi")}), {1000, 100}), mergeRequest(one, {1000, 100})}) {
    EXPECT_EQ(request.prompt.find('{'), std::string::npos) << request.prompt;
    EXPECT_EQ(request.prompt.find('}'), std::string::npos);
    EXPECT_EQ(request.system, prompts::kSystem);
  }
}

TEST(Request, WithoutAnOpeningNothingSpeaksOfOne) {
  const SummaryRequest request = foldRequest(notesOf({user("hi")}), {1000, 100});
  EXPECT_EQ(request.prompt.find("began with"), std::string::npos);
  EXPECT_TRUE(request.prompt.starts_with("This is the stretch"));
}

TEST(Request, TheTargetIsNoMoreThanHalfOfTheRange) {
  RangeNotes notes = sample();
  notes.tokens = 300;
  const SummaryRequest request = foldRequest(notes, {}, {100'000, 800});
  EXPECT_NE(request.prompt.find("151 tokens"), std::string::npos);
  EXPECT_EQ(request.maxOutputTokens, 1000U);
}

TEST(Request, MergeQuotesTheSegments) {
  SegmentBody a;
  a.firstMessage = 2;
  a.lastMessage = 50;
  a.prose = "first record";
  SegmentBody b = a;
  b.firstMessage = 51;
  b.lastMessage = 90;
  b.prose = "second record";
  const SegmentBody* const both[] = {&a, &b};
  const SummaryRequest request = mergeRequest(both, {50'000, 400});
  EXPECT_EQ(request.kind, RequestKind::kMerge);
  EXPECT_EQ(request.maxOutputTokens, 500U);
  EXPECT_NE(request.prompt.find("messages 2 to 90"), std::string::npos);
  EXPECT_LT(request.prompt.find("first record"), request.prompt.find("second record"));
  EXPECT_EQ(countLines(request.prompt, renderSegments(both, 50'000).boundary), 2U);
  for (const std::string_view heading : kHeadings) {
    EXPECT_EQ(countLines(request.prompt, std::string(heading)), 1U) << heading;
  }
}

TEST(Request, QuotedDataKeepsWithinTheInput) {
  const uint64_t empty = unitsOf(foldRequest(notesOf({user("x")}), {0, 100}).prompt);
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    NotesReader reader;
    uint32_t number = 1;
    for (const MessageSpec& message :
         test::randomMessages(random, random.below(20), random.chance(50))) {
      test::feed(reader, number, message, number < 3);
      ++number;
    }
    const RequestLimits limits{random.below(4000), 100};
    const SummaryRequest request = foldRequest(reader.take(), {}, limits);
    ASSERT_TRUE(test::isWellFormed(request.prompt)) << seed;
    // Marks, numbers and the words around the opening request come on top.
    ASSERT_LE(unitsOf(request.prompt), empty + limits.inputUnits + 250) << seed;
  }
}

}  // namespace
}  // namespace epitome
