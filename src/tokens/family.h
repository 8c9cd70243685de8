/// Which tokeniser a model counts with. Decides the families and which model ids belong to each;
/// refuses to know how text is counted.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

enum class Family : uint8_t {
  kO200k = 0,
  kCl100k,
  kClaude,
  kGemini,
  kLlama3,
  kQwen,
  kDeepSeek,
};

inline constexpr Family kLastFamily = Family::kDeepSeek;

struct FamilyChoice {
  Family family = Family::kO200k;
  /// False for the fallback.
  bool known = false;
};

FamilyChoice familyOf(std::string_view modelId);

}  // namespace epitome
