// promise: counting
/// What every estimate promises, whatever the weights are.
#include "tokens/estimator.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome {
namespace {

using test::Random;

TextEstimator reading(std::string_view text, Family family) {
  TextEstimator estimator(family);
  estimator.update(text);
  return estimator;
}

Family familyAt(uint32_t index) { return static_cast<Family>(index); }

TEST(Estimator, NothingCostsNothingAndAnythingCostsSomething) {
  for (uint32_t index = 0; index < kFamilies; ++index) {
    const TextEstimator nothing(familyAt(index));
    EXPECT_EQ(nothing.tokens(), 0U);
    EXPECT_EQ(nothing.bound(), 0U);
    for (uint32_t byte = 0; byte < 256; ++byte) {
      const std::string text(1, static_cast<char>(byte));
      EXPECT_GE(reading(text, familyAt(index)).tokens(), 1U) << byte;
    }
  }
}

TEST(Estimator, TheBoundIsNeverBelowTheEstimate) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const std::string text = random.chance(50) ? test::randomBytes(random, random.below(500))
                                               : test::randomText(random, random.below(100));
    for (uint32_t index = 0; index < kFamilies; ++index) {
      const TextEstimator estimator = reading(text, familyAt(index));
      EXPECT_GE(estimator.bound(), estimator.tokens()) << seed;
    }
  }
}

TEST(Estimator, TheEstimateOfWordsOfAnUnknownScriptIsTheirLengthInBytes) {
  // Cherokee, Canadian syllabics, Tifinagh, Vai, Linear B, Osage.
  static constexpr uint32_t kFirst[] = {0x13A0, 0x1400, 0x2D30, 0xA500, 0x10000, 0x104B0};
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const uint32_t first = random.pick(kFirst);
    std::string text;
    for (uint32_t word = 10 + random.below(30); word > 0; --word) {
      for (uint32_t length = 1 + random.below(9); length > 0; --length) {
        test::appendCodePoint(text, first + random.below(32));
      }
      if (word > 1) text += ' ';
    }
    for (uint32_t index = 0; index < kFamilies; ++index) {
      const uint32_t tokens = reading(text, familyAt(index)).tokens();
      EXPECT_GE(tokens, text.size()) << seed << " " << index;
      EXPECT_LE(tokens, text.size() * 5 / 4 + 1) << seed << " " << index;
    }
  }
}

/// Something that is appended: one code point again and again, a few in turn, bytes of any value,
/// or letters that the table of hard words knows as the easiest.
std::string appendix(Random& random) {
  static constexpr uint32_t kBeyond[] = {0x85,   0xA0,   0xE9,   0x416,  0x5D0,  0x4E2D,  0x2500,
                                         0xE000, 0xFDD0, 0xFFFD, 0xFFFF, 0x200D, 0x1F600, 0x10FFFF};
  static constexpr std::string_view kEasy[] = {"hmv", "vhVmvhmvhmvhmvhm", "mvhmvhmvhm'", "csh"};
  std::string unit;
  switch (random.below(4)) {
    case 0:
      unit = random.pick(kEasy);
      break;
    case 1:
      return test::randomBytes(random, random.below(3000));
    default:
      for (uint32_t i = 1 + random.below(2) * random.below(4); i > 0; --i) {
        test::appendCodePoint(unit, random.chance(30) ? random.pick(kBeyond) : random.below(128));
      }
  }
  std::string text;
  for (uint32_t i = random.below(1000); i > 0; --i) text += unit;
  return text;
}

TEST(Estimator, NothingThatIsAppendedLowersAnEstimate) {
  // What one block may lose, however much is appended.
  constexpr uint32_t kLoss = 8;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    tokens::FeatureCounter counter;
    counter.update(test::randomText(random, random.below(100)));
    const tokens::Counts before = counter.counts();
    counter.update(appendix(random));
    const tokens::Counts after = counter.counts();
    for (uint32_t index = 0; index < kFamilies; ++index) {
      const Family family = familyAt(index);
      EXPECT_GE(tokens::estimateOf(after, family) + kLoss, tokens::estimateOf(before, family))
          << seed << " " << index;
    }
  }
}

TEST(Estimator, SaturatesInsteadOfWrapping) {
  tokens::Counts counts{};
  counts[static_cast<size_t>(tokens::Feature::kUnknownBytes)] = uint64_t{1} << 40U;
  for (uint32_t index = 0; index < kFamilies; ++index) {
    EXPECT_EQ(tokens::estimateOf(counts, familyAt(index)), UINT32_MAX);
    EXPECT_EQ(tokens::boundOf(counts, familyAt(index)), UINT32_MAX);
  }
}

TEST(Estimator, GrowsInStepWithRepeatedText) {
  const std::string_view line = "The build failed: cannot find module './parser' (exit code 1).\n";
  std::string text;
  for (uint32_t i = 0; i < 64; ++i) text += line;
  for (uint32_t index = 0; index < kFamilies; ++index) {
    const double once = reading(line, familyAt(index)).tokens();
    const double often = reading(text, familyAt(index)).tokens();
    EXPECT_NEAR(often / 64, once, 1.0);
  }
}

TEST(Family, KnowsModelsInEverySpelling) {
  static constexpr struct {
    std::string_view id;
    Family family;
  } kCases[] = {
      {"gpt-5", Family::kO200k},
      {"gpt-4o-mini", Family::kO200k},
      {"gpt-4.1-nano", Family::kO200k},
      {"openai/gpt-oss-120b", Family::kO200k},
      {"ft:gpt-4o-mini-2024-07-18:org::id", Family::kO200k},
      {"chatgpt-4o-latest", Family::kO200k},
      {"o3-mini", Family::kO200k},
      {"openai/o1", Family::kO200k},
      {"gpt-4", Family::kCl100k},
      {"gpt-4-turbo-2024-04-09", Family::kCl100k},
      {"gpt-3.5-turbo", Family::kCl100k},
      {"gpt-35-turbo", Family::kCl100k},
      {"claude-sonnet-4-5", Family::kClaude},
      {"us.anthropic.claude-sonnet-4-5-20250929-v1:0", Family::kClaude},
      {"anthropic/claude-3.7-sonnet:thinking", Family::kClaude},
      {"claude-3-5-sonnet@20240620", Family::kClaude},
      {"models/gemini-2.5-pro", Family::kGemini},
      {"google/gemma-3-27b-it", Family::kGemini},
      {"meta-llama/Llama-3.3-70B-Instruct", Family::kLlama3},
      {"meta.llama3-1-70b-instruct-v1:0", Family::kLlama3},
      {"accounts/fireworks/models/llama-v3p1-405b-instruct", Family::kLlama3},
      {"@cf/meta/llama-3.1-8b-instruct", Family::kLlama3},
      {"Qwen/Qwen3-235B-A22B", Family::kQwen},
      {"qwq-32b", Family::kQwen},
      {"deepseek-chat", Family::kDeepSeek},
      {"deepseek-ai/DeepSeek-V3", Family::kDeepSeek},
      {"deepseek-r1-distill-llama-70b", Family::kLlama3},
      {"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", Family::kQwen},
  };
  for (const auto& [id, family] : kCases) {
    const FamilyChoice choice = familyOf(id);
    EXPECT_TRUE(choice.known) << id;
    EXPECT_EQ(choice.family, family) << id;
  }
}

TEST(Family, SaysSoWhenAModelIsUnknown) {
  for (const std::string_view id :
       {"", "/", "mistral-large", "grok-4", "llama-2-7b", "go1", "o10", "my-agent", "command-r"}) {
    const FamilyChoice choice = familyOf(id);
    EXPECT_FALSE(choice.known) << id;
    EXPECT_EQ(choice.family, Family::kO200k) << id;
  }
}

}  // namespace
}  // namespace epitome
