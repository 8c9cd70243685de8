// promise: 9 loses nothing silently
/// That no secret gets past, however its text is cut into pieces, and that the rest does.
#include "summary/redacting_sink.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "core/support/secret_generator.h"
#include "summary/notes.h"
#include "summary/shape.h"

namespace epitome {
namespace {

using test::Random;

/// Notes of one result whose text came in pieces.
NotedPart notedThrough(const RedactionRules* rules, const std::string& text, Random& random,
                       std::vector<RedactionCount>& counts) {
  NotesReader notes;
  RedactingSink sink(notes, rules);
  notes.number(1, false);
  sink.beginMessage(Role::kTool, 0);
  sink.beginPart(PartKind::kToolResult, 0, {});
  sink.fieldPiece(Field::kCallId, "call_AKIAIOSFODNN7EXAMPLE");
  for (const std::string& piece : test::randomPieces(random, text)) {
    sink.fieldPiece(Field::kText, piece);
  }
  sink.endMessage();
  counts = sink.counts();
  return notes.take().messages.at(0).parts.at(0);
}

TEST(RedactingSink, LetsNoSecretThroughAndIdsAsTheyAre) {
  const RedactionRules rules;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::string secret =
        "ghp_" + test::charactersOf(random, "ABCDEFGHJKabcdefghjk23456789", 36);
    const std::string text = "before " + secret + " behind";
    std::vector<RedactionCount> counts;
    const NotedPart part = notedThrough(&rules, text, random, counts);
    EXPECT_EQ(textOf(part.text).find(secret), std::string::npos);
    EXPECT_TRUE(textOf(part.text).starts_with("before [redacted"));
    EXPECT_TRUE(textOf(part.text).ends_with("] behind"));
    EXPECT_EQ(part.callId, "call_AKIAIOSFODNN7EXAMPLE");
    ASSERT_EQ(counts.size(), 1U);
    EXPECT_EQ(counts[0].count, 1U);
    EXPECT_EQ(textOf(notedThrough(nullptr, text, random, counts).text), text);
    EXPECT_TRUE(counts.empty());
  }
}

}  // namespace
}  // namespace epitome
