/// Which tokenizer family a model counts with. Decides the families and how a model's id is looked
/// up; refuses to know what any of them costs.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

/// The values cross the boundary.
enum class Family : uint8_t {
  kO200k = 0,
  kCl100k = 1,
  kClaude = 2,
  kGemini = 3,
  kLlama3 = 4,
  kQwen = 5,
  kDeepSeek = 6,
};
inline constexpr uint8_t kFamilyCount = 7;

struct FamilyChoice {
  Family family = Family::kO200k;
  /// False when no row of the table fits the id: the family is a guess.
  bool known = false;
};

/// Family of a model id; provider prefixes ("openai/", "us.anthropic.") are taken off.
FamilyChoice familyOf(std::string_view modelId);

}  // namespace epitome
