#include "transcript/tool_rules.h"

#include <algorithm>

#include "text/glob.h"

namespace epitome {

uint8_t ruleFor(std::span<const ToolRule> rules, std::string_view tool) {
  const size_t count = std::min(rules.size(), kMaxToolRules);
  for (size_t i = 0; i < count; ++i) {
    if (text::matchesGlob(rules[i].tools, tool)) return static_cast<uint8_t>(i + 1);
  }
  return 0;
}

}  // namespace epitome
