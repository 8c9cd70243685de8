/// Windows of known models. Decides what is known of a model id; refuses to know how a budget is
/// made of it.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

/// Both in tokens.
struct ModelProfile {
  uint32_t contextWindow = 0;
  uint32_t maxOutputTokens = 0;
  /// False for the fallback.
  bool known = false;
};

/// Looks a model id up by its longest known beginning, whatever its case, after prefixes such as
/// `anthropic/` and `us.anthropic.` are taken off. Unknown ids get a window that every current
/// model has.
ModelProfile modelProfile(std::string_view modelId);

}  // namespace epitome
