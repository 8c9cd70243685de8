/// The model table: data, nothing else. Context window and largest output in tokens, from the
/// providers' own model pages; where a page and a deployment differ, the smaller number stands.
/// Hosts add or correct entries with the option `models`.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

struct KnownModel {
  /// Beginning of the ids that the entry covers; the longest one that fits wins.
  std::string_view prefix;
  uint32_t contextWindow;
  uint32_t maxOutputTokens;
};

/// Small enough that no current model overflows by it.
inline constexpr KnownModel kUnknownModel = {"", 32'000, 4'096};

inline constexpr KnownModel kKnownModels[] = {
    // OpenAI
    {"gpt-3.5-turbo", 16'385, 4'096},
    {"gpt-4", 8'192, 8'192},
    {"gpt-4-turbo", 128'000, 4'096},
    {"gpt-4o", 128'000, 16'384},
    {"gpt-4.1", 1'047'576, 32'768},
    {"gpt-5", 400'000, 128'000},
    {"gpt-5-chat", 128'000, 16'384},
    {"o1", 200'000, 100'000},
    {"o3", 200'000, 100'000},
    {"o4-mini", 200'000, 100'000},
    {"gpt-oss", 131'072, 32'768},
    // Anthropic
    {"claude-", 200'000, 8'192},
    {"claude-3-opus", 200'000, 4'096},
    {"claude-3-haiku", 200'000, 4'096},
    {"claude-3-7-sonnet", 200'000, 64'000},
    {"claude-sonnet-4", 200'000, 64'000},
    {"claude-haiku-4", 200'000, 64'000},
    {"claude-opus-4", 200'000, 32'000},
    // Google
    {"gemini-1.5-flash", 1'000'000, 8'192},
    {"gemini-1.5-pro", 2'000'000, 8'192},
    {"gemini-2.0", 1'048'576, 8'192},
    {"gemini-2.5", 1'048'576, 65'536},
    {"gemini-3", 1'048'576, 65'536},
    // Open weights, by their common ids
    {"llama-3.1", 128'000, 8'192},
    {"llama-3.3", 128'000, 8'192},
    {"mistral-large", 128'000, 8'192},
    {"mistral-small", 32'000, 8'192},
    {"deepseek-chat", 128'000, 8'192},
    {"deepseek-reasoner", 128'000, 65'536},
    {"qwen3", 128'000, 8'192},
    {"grok-3", 131'072, 8'192},
    {"grok-4", 256'000, 8'192},
    {"command-r", 128'000, 4'096},
};

}  // namespace epitome
