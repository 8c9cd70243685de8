#include "budget/models.h"

#include "budget/models_data.h"

namespace epitome {

ModelProfile modelProfile(std::string_view modelId) {
  const size_t slash = modelId.rfind('/');
  if (slash != std::string_view::npos) modelId.remove_prefix(slash + 1);
  const KnownModel* best = nullptr;
  for (const KnownModel& model : kKnownModels) {
    if (!modelId.starts_with(model.prefix)) continue;
    if (best == nullptr || model.prefix.size() > best->prefix.size()) best = &model;
  }
  if (best == nullptr) return {kUnknownModel.contextWindow, kUnknownModel.maxOutputTokens, false};
  return {best->contextWindow, best->maxOutputTokens, true};
}

}  // namespace epitome
