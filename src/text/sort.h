/// One sort for lists of all kinds: each instance of the standard one takes three kilobytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace epitome {

/// Whether what stands at place `a` comes before what stands at place `b`.
using PlaceBefore = bool (*)(const void* context, uint32_t a, uint32_t b);

/// The places of a list of so many, sorted; equals stay in their order.
std::vector<uint32_t> sortedPlaces(size_t size, PlaceBefore before, const void* context);

/// Sorts a list; equals stay in their order. Moves each element once or twice.
template <typename List, typename Before = std::less<>>
void sortBy(List& list, const Before& before = {}) {
  const auto placed = [&](uint32_t a, uint32_t b) { return before(list[a], list[b]); };
  std::vector<uint32_t> from = sortedPlaces(
      list.size(),
      [](const void* context, uint32_t a, uint32_t b) {
        return (*static_cast<const decltype(placed)*>(context))(a, b);
      },
      &placed);
  for (uint32_t first = 0; first < from.size(); ++first) {
    if (from[first] == first) continue;
    auto held = std::move(list[first]);
    uint32_t at = first;
    while (from[at] != first) {
      const uint32_t next = from[at];
      list[at] = std::move(list[next]);
      from[at] = at;
      at = next;
    }
    list[at] = std::move(held);
    from[at] = at;
  }
}

/// The same by what `key` makes of each, a member or a function.
template <typename List, typename Key>
void sortByKey(List& list, const Key& key) {
  sortBy(list, [&key](const auto& a, const auto& b) {
    return std::invoke(key, a) < std::invoke(key, b);
  });
}

}  // namespace epitome
