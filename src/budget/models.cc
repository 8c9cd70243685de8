#include "budget/models.h"

#include <algorithm>
#include <string>

#include "budget/models_data.h"

namespace epitome {
namespace {

/// Clouds put the region and the vendor in front, each with a dot behind: us.anthropic.claude-...
std::string_view withoutVendor(std::string_view id) {
  for (size_t dot = id.find('.'); dot != std::string_view::npos; dot = id.find('.')) {
    const std::string_view word = id.substr(0, dot);
    const bool letters =
        std::ranges::all_of(word, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
    if (!letters || word.empty()) break;
    id.remove_prefix(dot + 1);
  }
  return id;
}

}  // namespace

ModelProfile modelProfile(std::string_view modelId) {
  std::string id(modelId.substr(modelId.find_last_of('/') + 1));
  std::ranges::transform(id, id.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::string_view name = withoutVendor(id);
  const KnownModel* best = nullptr;
  for (const KnownModel& model : kKnownModels) {
    if (!name.starts_with(model.prefix)) continue;
    if (best == nullptr || model.prefix.size() > best->prefix.size()) best = &model;
  }
  if (best == nullptr) return {kUnknownModel.contextWindow, kUnknownModel.maxOutputTokens, false};
  return {best->contextWindow, best->maxOutputTokens, true};
}

}  // namespace epitome
