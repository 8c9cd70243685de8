// promise: counting

#include "tokens/envelope.h"

#include <gtest/gtest.h>

#include "transcript/cost.h"

namespace epitome {
namespace {

TEST(Envelopes, AreWhatTheirSourcesSay) {
  const Envelope& openai = envelopeOf(Family::kO200k);
  EXPECT_EQ(openai.message, 3 + 1);
  EXPECT_EQ(openai.request, 3);
  EXPECT_EQ(openai.toolResult, 4);
  EXPECT_EQ(openai.tools, 9);
  const Envelope& claude = envelopeOf(Family::kClaude);
  EXPECT_EQ(claude.toolResult, 13);
  EXPECT_EQ(claude.tools, 346);
  // "You are a scientist" and "Hello, Claude" are 7 tokens of text and billed as 14.
  EXPECT_EQ(7 + 2 * claude.message + claude.request, 14);
}

TEST(Envelopes, WrapEveryMessageCallAndResult) {
  for (uint8_t f = 0; f < kFamilies; ++f) {
    const auto family = static_cast<Family>(f);
    for (const Role role : {Role::kSystem, Role::kUser, Role::kAssistant, Role::kOther}) {
      EXPECT_GT(messageOverhead(role, family), 0U);
    }
    // Its results are what a tool message costs.
    EXPECT_EQ(messageOverhead(Role::kTool, family), 0U);
    EXPECT_GT(partOverhead(PartKind::kToolCall, family), 0U);
    EXPECT_GT(partOverhead(PartKind::kToolResult, family), 0U);
    for (const PartKind kind : {PartKind::kText, PartKind::kReasoning, PartKind::kMedia,
                                PartKind::kApprovalRequest, PartKind::kApprovalResponse}) {
      EXPECT_EQ(partOverhead(kind, family), 0U);
    }
  }
}

TEST(Envelopes, ScaleTheInputsOfCallsAlone) {
  for (uint8_t f = 0; f < kFamilies; ++f) {
    const auto family = static_cast<Family>(f);
    for (const uint32_t tokens : {0U, 1U, 1000U, UINT32_MAX}) {
      EXPECT_EQ(textCost(PartKind::kText, tokens, family), tokens);
      EXPECT_EQ(textCost(PartKind::kToolResult, tokens, family), tokens);
      EXPECT_LE(textCost(PartKind::kToolCall, tokens, family), tokens);
    }
  }
  EXPECT_EQ(textCost(PartKind::kToolCall, 1000, Family::kClaude), 760U);
  EXPECT_EQ(textCost(PartKind::kToolCall, 1001, Family::kO200k), 1001U);
}

}  // namespace
}  // namespace epitome
