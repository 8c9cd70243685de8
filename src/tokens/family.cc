/// The search of an id for the names of the table.
#include "tokens/family.h"

#include "tokens/family_data.h"

namespace epitome {
namespace {

char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool isLetterOrDigit(char c) {
  const char lower = lowerCase(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

bool standsAt(const FamilyName& entry, std::string_view id, size_t at) {
  if (id.size() - at < entry.name.size()) return false;
  for (size_t i = 0; i < entry.name.size(); ++i) {
    if (lowerCase(id[at + i]) != entry.name[i]) return false;
  }
  const size_t end = at + entry.name.size();
  return !entry.whole || end == id.size() || !isLetterOrDigit(id[end]);
}

}  // namespace

FamilyChoice familyOf(std::string_view modelId) {
  // Folders and providers come before the name; "models/" or "openai/" may repeat.
  const size_t slash = modelId.rfind('/');
  const std::string_view id = slash == std::string_view::npos ? modelId : modelId.substr(slash + 1);
  for (const FamilyName& entry : kFamilyNames) {
    for (size_t at = 0; at < id.size(); ++at) {
      if (at > 0 && isLetterOrDigit(id[at - 1])) continue;
      if (standsAt(entry, id, at)) return {entry.family, true};
    }
  }
  return {};
}

}  // namespace epitome
