/// The plain values of a JSON text. Decides which name and object each belongs to; refuses to know
/// what they mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

struct Leaf {
  /// Of the member that holds it, or that holds the array it is in; empty where there is none.
  std::string name;
  /// A string unescaped, a number or a word as written; well-formed. At most 240 bytes: of longer
  /// ones the beginning, which says nothing of its own.
  std::string value;
  bool cut = false;
  /// Counts the objects of the text: leaves with the same number are of one object.
  uint32_t object = 0;
  /// Objects and arrays around it.
  uint32_t depth = 0;
};

/// The first `most` of them in the order of the text, those in front of a fault where it is no
/// JSON. Linear.
std::vector<Leaf> leavesOf(std::string_view json, size_t most);

}  // namespace epitome
