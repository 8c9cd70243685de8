/// What a reply that may stand lacks, what it made up, and how it reads without that. Decides by
/// rule, against the facts of what it replaces; refuses to know who wrote it and what is done about
/// it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/facts.h"
#include "summary/segment.h"
#include "summary/tool_orders.h"
#include "tokens/family.h"

namespace epitome {

struct ReviewLimits {
  /// Headings that a reply of the shape asked for has at the least; 0: any number.
  uint32_t headings = 0;
  Family family = Family::kO200k;
};

struct Review {
  /// What the prose names and nothing that was read does, each once.
  std::vector<std::string> inventions;
  /// Orders that only tools gave.
  uint32_t toolOrders = 0;
  bool headingsMissing = false;
  /// The prose without the sentences that hold inventions, or orders of tools.
  std::string mended;
  /// Much of it had to go: another try may say what is true instead.
  bool thin = false;
  /// Too little is left of it, or an invention stays.
  bool beyondRepair = false;

  /// Another try is worth its price: repair alone would leave a poor record.
  bool poor() const;
  /// 0 to 100, higher is better: facts that are there, less what was made up.
  uint32_t score() const;
};

/// `beside` is what will stand next to the prose: what it says is not missing. What tools
/// ordered, null where none was read, is struck. O(n log n) in the texts.
Review reviewed(std::string_view prose, std::string_view beside, const Facts& facts,
                const ReviewLimits& limits, const ToolOrders* toolOrders = nullptr);

}  // namespace epitome
