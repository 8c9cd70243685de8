/// The table of model names: data, nothing else. From the providers' own documentation and the
/// tokenizer files of published models.
#pragma once

#include <string_view>

#include "tokens/family.h"

namespace epitome {

struct FamilyName {
  /// Stands in the id at the beginning or after anything but a letter or digit.
  std::string_view name;
  Family family;
  /// Neither a letter nor a digit may follow.
  bool whole = false;
};

/// The first that fits wins: the longer of two names that begin alike comes first.
inline constexpr FamilyName kFamilyNames[] = {
    // Models taught by another one keep their own tokenizer.
    {"distill-llama", Family::kLlama3},
    {"distill-qwen", Family::kQwen},
    {"claude", Family::kClaude},
    {"gpt-4o", Family::kO200k},
    {"gpt-4.", Family::kO200k},
    {"gpt-4", Family::kCl100k},
    {"gpt-3.5", Family::kCl100k},
    {"gpt-35", Family::kCl100k},
    {"gpt-oss", Family::kO200k},
    {"gpt-", Family::kO200k},
    {"chatgpt", Family::kO200k},
    {"codex", Family::kO200k},
    {"o1", Family::kO200k, true},
    {"o3", Family::kO200k, true},
    {"o4", Family::kO200k, true},
    {"o200k", Family::kO200k},
    {"cl100k", Family::kCl100k},
    {"text-embedding-3", Family::kCl100k},
    {"text-embedding-ada-002", Family::kCl100k},
    {"gemini", Family::kGemini},
    {"gemma", Family::kGemini},
    {"llama-3", Family::kLlama3},
    {"llama3", Family::kLlama3},
    {"llama-v3", Family::kLlama3},
    {"qwen", Family::kQwen},
    {"qwq", Family::kQwen},
    {"qvq", Family::kQwen},
    {"deepseek", Family::kDeepSeek},
};

}  // namespace epitome
