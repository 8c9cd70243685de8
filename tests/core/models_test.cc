// promise: api

#include "budget/models.h"

#include <gtest/gtest.h>

#include "budget/models_data.h"

namespace epitome {
namespace {

TEST(Models, TheLongestBeginningWins) {
  EXPECT_EQ(modelProfile("gpt-4-0613").contextWindow, 8'192U);
  EXPECT_EQ(modelProfile("gpt-4-turbo-2024-04-09").contextWindow, 128'000U);
  EXPECT_EQ(modelProfile("gpt-4o-mini").maxOutputTokens, 16'384U);
  EXPECT_EQ(modelProfile("claude-3-opus-20240229").maxOutputTokens, 4'096U);
}

TEST(Models, AProviderBeforeTheIdIsTakenOff) {
  EXPECT_EQ(modelProfile("anthropic/claude-sonnet-4-5").maxOutputTokens,
            modelProfile("claude-sonnet-4-5").maxOutputTokens);
  EXPECT_TRUE(modelProfile("vercel/openai/gpt-5").known);
}

TEST(Models, UnknownIdsGetACautiousWindow) {
  for (const char* id : {"", "/", "my-own-model", "openai/"}) {
    const ModelProfile profile = modelProfile(id);
    EXPECT_FALSE(profile.known) << id;
    EXPECT_EQ(profile.contextWindow, 32'000U);
  }
}

TEST(Models, TheFallbackOverflowsNoCurrentModel) {
  for (const KnownModel& model : kKnownModels) {
    // Two models of 2023 are smaller.
    if (model.prefix == "gpt-4" || model.prefix == "gpt-3.5-turbo") continue;
    EXPECT_GE(model.contextWindow, kUnknownModel.contextWindow) << model.prefix;
  }
}

TEST(Models, EveryEntryIsFoundUnderItsOwnName) {
  for (const KnownModel& model : kKnownModels) {
    const ModelProfile profile = modelProfile(model.prefix);
    EXPECT_TRUE(profile.known);
    EXPECT_EQ(profile.contextWindow, model.contextWindow) << model.prefix;
    EXPECT_GT(model.maxOutputTokens, 0U);
    EXPECT_LE(model.maxOutputTokens, model.contextWindow);
  }
}

}  // namespace
}  // namespace epitome
