/// Which tokenizer a model uses. Decides the families that are told apart and which model ids
/// belong to which; refuses to know how a family counts.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

enum class Family : uint8_t { kO200k = 0, kCl100k, kClaude, kGemini, kLlama3, kQwen, kDeepSeek };

inline constexpr uint32_t kFamilies = 7;

struct FamilyChoice {
  Family family = Family::kO200k;
  /// False when the id says nothing: then the family is the most common one.
  bool known = false;
};

/// The family of a model id in any provider's spelling: what stands before the model's own name
/// ("openai/", "us.anthropic.", "accounts/fireworks/models/") and the letters' case do not matter.
FamilyChoice familyOf(std::string_view modelId);

/// A choice as it crosses the boundary: the family, and this much more when it is the fallback.
inline constexpr uint32_t kGuessedFamily = 0x80;

constexpr uint32_t numberOf(FamilyChoice choice) {
  return static_cast<uint32_t>(choice.family) + (choice.known ? 0 : kGuessedFamily);
}

/// The choice that a number stands for; one that stands for none is taken to be the last family.
constexpr FamilyChoice choiceOf(uint32_t number) {
  const uint32_t family = number % kGuessedFamily;
  return {static_cast<Family>(family < kFamilies ? family : kFamilies - 1),
          number < kGuessedFamily};
}

}  // namespace epitome
