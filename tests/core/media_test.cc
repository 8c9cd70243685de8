// promise: counting

#include "tokens/media.h"

#include <gtest/gtest.h>

namespace epitome {
namespace {

MediaFacts image(uint32_t width, uint32_t height, ImageDetail detail = ImageDetail::kAuto) {
  return {0, width, height, 0, MediaShape::kImage, detail};
}

uint32_t tokens(const MediaFacts& media, MediaRule rule) { return costOfMedia(media, rule).tokens; }

MediaRule ruleOf(std::string_view id) { return mediaRuleOf(id, Family::kDeepSeek); }

TEST(MediaRules, AreFoundByTheModelsIdWhateverStandsAroundIt) {
  EXPECT_EQ(ruleOf("gpt-4o"), MediaRule::kGpt4o);
  EXPECT_EQ(ruleOf("openai/gpt-4o-mini-2024-07-18"), MediaRule::kGpt4oMini);
  EXPECT_EQ(ruleOf("gpt-4.1"), MediaRule::kGpt4o);
  EXPECT_EQ(ruleOf("GPT-4.1-Nano"), MediaRule::kGpt41Nano);
  EXPECT_EQ(ruleOf("gpt-5"), MediaRule::kGpt5);
  EXPECT_EQ(ruleOf("gpt-5-codex"), MediaRule::kGpt5);
  EXPECT_EQ(ruleOf("gpt-5-mini"), MediaRule::kGpt52);
  EXPECT_EQ(ruleOf("gpt-5.4-nano"), MediaRule::kGpt52);
  EXPECT_EQ(ruleOf("gpt-5.4"), MediaRule::kGpt54);
  EXPECT_EQ(ruleOf("azure/gpt-5.5"), MediaRule::kGpt55);
  EXPECT_EQ(ruleOf("gpt-5.6-terra"), MediaRule::kGpt56);
  EXPECT_EQ(ruleOf("gpt-6-astra"), MediaRule::kGpt56);
  EXPECT_EQ(ruleOf("o3"), MediaRule::kO1);
  EXPECT_EQ(ruleOf("openai/o1-pro"), MediaRule::kO1);
  EXPECT_EQ(ruleOf("o4-mini"), MediaRule::kO4Mini);
  EXPECT_EQ(ruleOf("solo1"), MediaRule::kCommon);
  EXPECT_EQ(ruleOf("claude-3-5-sonnet-20241022"), MediaRule::kClaude);
  EXPECT_EQ(ruleOf("us.anthropic.claude-opus-4-5-20251101-v1:0"), MediaRule::kClaude);
  EXPECT_EQ(ruleOf("anthropic/claude-sonnet-4.5"), MediaRule::kClaude);
  EXPECT_EQ(ruleOf("claude-opus-4-7"), MediaRule::kClaudeLarge);
  EXPECT_EQ(ruleOf("claude-opus-5"), MediaRule::kClaudeLarge);
  EXPECT_EQ(ruleOf("google/gemini-2.5-pro"), MediaRule::kGemini2);
  EXPECT_EQ(ruleOf("gemini-3-flash-preview"), MediaRule::kGemini3);
  EXPECT_EQ(ruleOf("qwen3-vl"), MediaRule::kQwen);
}

TEST(MediaRules, FallBackToTheFamilys) {
  EXPECT_EQ(ruleOf("deepseek-v3"), MediaRule::kCommon);
  EXPECT_EQ(mediaRuleOf("", Family::kClaude), MediaRule::kClaudeLarge);
  EXPECT_EQ(mediaRuleOf("somebody's", Family::kCl100k), MediaRule::kGpt4o);
  EXPECT_EQ(mediaRuleOf(std::string(100'000, 'g'), Family::kO200k), MediaRule::kCommon);
  for (uint8_t family = 0; family < kFamilies; ++family) {
    EXPECT_LT(static_cast<uint8_t>(mediaRuleOf(static_cast<Family>(family))), kMediaRuleCount);
  }
}

TEST(Images, CostWhatTheProvidersExamplesSay) {
  // OpenAI, "Calculating costs".
  EXPECT_EQ(tokens(image(1024, 1024), MediaRule::kGpt4o), 765U);
  EXPECT_EQ(tokens(image(2048, 4096), MediaRule::kGpt4o), 1105U);
  EXPECT_EQ(tokens(image(4096, 8192, ImageDetail::kLow), MediaRule::kGpt4o), 85U);
  EXPECT_EQ(tokens(image(512, 512), MediaRule::kGpt4o), 255U);
  EXPECT_EQ(tokens(image(1024, 1024), MediaRule::kGpt41Mini), 1659U);
  // Anthropic: 28 pixels a patch; the older formula says 1,590 for the largest square.
  EXPECT_EQ(tokens(image(1092, 1092), MediaRule::kClaude), 1521U);
  EXPECT_EQ(tokens(image(200, 200), MediaRule::kClaude), 64U);
  EXPECT_EQ(tokens(image(8000, 8000), MediaRule::kClaude), 1568U);
  // Google: 258 for a small image; 960 by 540 makes six crops.
  EXPECT_EQ(tokens(image(384, 384), MediaRule::kGemini2), 258U);
  EXPECT_EQ(tokens(image(960, 540), MediaRule::kGemini2), 6 * 258U);
  EXPECT_EQ(tokens(image(10, 10), MediaRule::kGemini3), 1120U);
  EXPECT_EQ(tokens(image(10, 10, ImageDetail::kLow), MediaRule::kGemini3), 280U);
}

struct Bill {
  uint32_t width;
  uint32_t height;
  uint32_t claude;
  uint32_t claudeLarge;
  uint32_t gptAuto;
  uint32_t gptHigh;
};

/// What was billed for an image beyond its prompt (65, 77 and 0 tokens).
constexpr Bill kBills[] = {
    {256, 256, 100, 100, 77, 77},        {512, 512, 361, 361, 308, 308},
    {768, 768, 784, 784, 692, 692},      {1024, 1024, 1369, 1369, 1229, 1229},
    {1280, 720, 1196, 1196, 1104, 1104}, {1920, 1080, 1560, 2691, 2448, 2448},
    {2560, 1440, 1560, 0, 4320, 2931},   {3840, 2160, 1560, 0, 9792, 2931},
    {4032, 3024, 1564, 0, 14'364, 2942},
};

TEST(Images, AreNeverUnderTheirBillsAndAtMostThreePercentOver) {
  for (const Bill& bill : kBills) {
    const auto check = [&](MediaRule rule, ImageDetail detail, uint32_t billed) {
      if (billed == 0) return;
      const uint32_t counted = tokens(image(bill.width, bill.height, detail), rule);
      EXPECT_GE(counted, billed) << bill.width << ' ' << static_cast<int>(rule);
      EXPECT_LE(counted, billed + billed * 3 / 100) << bill.width << ' ' << static_cast<int>(rule);
    };
    check(MediaRule::kClaude, ImageDetail::kAuto, bill.claude);
    check(MediaRule::kClaudeLarge, ImageDetail::kAuto, bill.claudeLarge);
    check(MediaRule::kGpt56, ImageDetail::kAuto, bill.gptAuto);
    check(MediaRule::kGpt56, ImageDetail::kHigh, bill.gptHigh);
  }
}

TEST(Images, OfUnknownSizeCostWhatTheLargestDo) {
  for (uint8_t r = 0; r < kMediaRuleCount; ++r) {
    const auto rule = static_cast<MediaRule>(r);
    for (uint8_t d = 0; d < kImageDetailCount; ++d) {
      const auto detail = static_cast<ImageDetail>(d);
      const MediaCost unknown = costOfMedia(image(0, 0, detail), rule);
      EXPECT_GT(unknown.tokens, 0U);
      EXPECT_GE(unknown.bound, unknown.tokens);
      for (uint32_t side = 1; side < 20'000; side += 997) {
        for (const auto& [w, h] : {std::pair{side, side}, {side, side / 3 + 1}, {77U, side}}) {
          const MediaCost known = costOfMedia(image(w, h, detail), rule);
          EXPECT_EQ(known.tokens, known.bound);
          EXPECT_GT(known.tokens, 0U);
          EXPECT_LE(known.tokens, unknown.bound) << w << 'x' << h << " rule " << int{r};
        }
      }
    }
  }
  EXPECT_EQ(costOfMedia(image(0, 100), MediaRule::kClaude).tokens, 1568U);
  EXPECT_EQ(costOfMedia(image(0, 0), MediaRule::kGpt56).tokens, 12'000U);
}

TEST(Documents, CostByTheirPages) {
  const auto document = [](uint32_t bytes, uint32_t pages) {
    return MediaFacts{bytes, 0, 0, pages, MediaShape::kDocument};
  };
  EXPECT_EQ(tokens(document(0, 7), MediaRule::kGemini2), 7 * 258U);
  EXPECT_EQ(tokens(document(0, 5), MediaRule::kGemini3), 5 * 560U);
  // Billed: 20,979 for ten pages of text on Claude 4.5, 1,592 for a scan, 21,035 of pages as dense.
  const MediaCost ten = costOfMedia(document(1, 10), MediaRule::kClaude);
  EXPECT_GE(ten.tokens, 20'979U);
  EXPECT_LE(ten.tokens, 25'000U);
  EXPECT_GE(ten.bound, 10 * 3'000U);
  // Pages are guessed from bytes, and from nothing; no provider reads more than a thousand.
  EXPECT_EQ(tokens(document(50'001, 0), MediaRule::kGemini2), 2 * 258U);
  EXPECT_EQ(costOfMedia(document(50'001, 0), MediaRule::kGemini2).bound, 6 * 258U);
  EXPECT_EQ(tokens(document(0, 0), MediaRule::kGemini2), 10 * 258U);
  EXPECT_EQ(tokens(document(1, UINT32_MAX), MediaRule::kGemini2), 258'000U);
}

TEST(SoundAndFilm, CostBySeconds) {
  const MediaFacts audio{0, 0, 0, 60, MediaShape::kAudio};
  EXPECT_EQ(tokens(audio, MediaRule::kGemini2), 1920U);
  EXPECT_EQ(tokens(audio, MediaRule::kGpt4o), 600U);
  const MediaFacts video{0, 0, 0, 10, MediaShape::kVideo};
  EXPECT_EQ(tokens(video, MediaRule::kGemini2), 2950U);
  EXPECT_EQ(tokens(video, MediaRule::kGemini3), 1020U);
  const MediaCost guessed =
      costOfMedia({160'000, 0, 0, 0, MediaShape::kAudio}, MediaRule::kGemini2);
  EXPECT_EQ(guessed.tokens, 320U);
  EXPECT_EQ(guessed.bound, 4 * 320U);
}

TEST(Files, HaveAStatedPrice) {
  EXPECT_EQ(tokens({}, MediaRule::kGpt4o), 1600U);
  EXPECT_EQ(tokens({5'000'000}, MediaRule::kClaude), 1600U);
  const MediaCost text = costOfMedia({4'000, 0, 0, 0, MediaShape::kText}, MediaRule::kClaude);
  EXPECT_EQ(text.tokens, 1000U);
  EXPECT_EQ(text.bound, 4000U);
  const MediaCost sealed = costOfMedia({4'000, 0, 0, 0, MediaShape::kSealed}, MediaRule::kClaude);
  EXPECT_EQ(sealed.tokens, 1000U);
  EXPECT_EQ(sealed.bound, 1334U);
  EXPECT_EQ(tokens({0, 0, 0, 0, MediaShape::kSealed}, MediaRule::kGpt5), 300U);
}

TEST(Media, NeverOverflowsAndNeverBoundsBelowWhatItExpects) {
  const uint32_t values[] = {0, 1, 27, 28, 383, 384, 385, 70'000, 0x7FFF'FFFF, UINT32_MAX};
  for (uint8_t r = 0; r < kMediaRuleCount; ++r) {
    for (uint8_t s = 0; s < kMediaShapeCount; ++s) {
      for (const uint32_t a : values) {
        for (const uint32_t b : values) {
          for (uint8_t d = 0; d < kImageDetailCount; ++d) {
            const MediaCost cost =
                costOfMedia({a, b, a, b, static_cast<MediaShape>(s), static_cast<ImageDetail>(d)},
                            static_cast<MediaRule>(r));
            ASSERT_GE(cost.bound, cost.tokens);
            if (static_cast<MediaShape>(s) == MediaShape::kImage) {
              ASSERT_LE(cost.bound, 60'000U);
            }
          }
        }
      }
    }
  }
}

TEST(Media, CostsNoLessWhenItIsLarger) {
  for (uint8_t r = 0; r < kMediaRuleCount; ++r) {
    const auto rule = static_cast<MediaRule>(r);
    // Crops follow the shorter side: a wider image may be cut into fewer.
    if (rule == MediaRule::kGemini2) continue;
    uint32_t before = 0;
    for (uint32_t side = 1; side < 12'000; side += 13) {
      const uint32_t now = tokens(image(side, side), rule);
      ASSERT_GE(now, before) << int{r} << ' ' << side;
      before = now;
    }
  }
}

}  // namespace
}  // namespace epitome
