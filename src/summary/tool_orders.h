/// Lines of tools that speak to whoever reads them, and where a prose repeats one as its own word.
/// Decides by words that address an agent, and by four words in a row; refuses to judge what is
/// asked for. What a prose quotes is a report and may stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "summary/facts.h"

namespace epitome {

/// Reads what tools wrote. O(n log n); memory is bounded by kMostRows fingerprints.
class ToolOrders {
 public:
  static constexpr size_t kMostRows = 8'192;

  void update(std::string_view utf8);
  /// At the end of each text.
  void finish();

  /// The user has said this as well: it is no tool's. Comes behind what tools wrote.
  void saidByUser(std::string_view utf8);

  /// Places in the prose that repeat such a line and stand in no quotation. Ascending and disjoint.
  std::vector<Invention> repeatedIn(std::string_view prose) const;

 private:
  void line();

  std::string line_;
  /// Fingerprints of words in a row.
  std::set<uint64_t> rows_;
};

}  // namespace epitome
