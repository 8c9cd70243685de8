/// Tokens of texts that tests count again and again. Decides nothing: what the engine's counter
/// says is kept, for a trial asks for the same texts at every step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tokens/counter.h"

namespace epitome::script {

/// By the default family.
inline int64_t counted(std::string_view text) {
  constexpr size_t kMostTexts = 4'096;
  thread_local std::unordered_map<std::string, int64_t> known;
  if (text.empty()) return 0;
  if (known.size() == kMostTexts) known.clear();
  const auto [found, fresh] = known.try_emplace(std::string(text), 0);
  if (fresh) found->second = tokensOfText(text, Family::kO200k);
  return found->second;
}

}  // namespace epitome::script
