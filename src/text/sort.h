/// One sort for all: what is sorted is compared and swapped through two functions, so that a kind
/// of element costs these and no sort of its own. Decides the way; refuses to know what is sorted.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace epitome::text {

/// Elements that can be compared and swapped by their positions.
struct Sortable {
  const void* self = nullptr;
  bool (*isBefore)(const void* self, size_t left, size_t right) = nullptr;
  void (*swap)(const void* self, size_t left, size_t right) = nullptr;
};

/// A heap: n log n in the worst case and in place. Equal elements end up in any order, so whatever
/// tells them apart later has to be compared, too.
void sort(const Sortable& elements, size_t count);

namespace detail {

template <typename Items, typename Less, typename Project>
struct Sorted {
  Items& items;
  Less& less;
  Project& project;

  static bool isBefore(const void* self, size_t left, size_t right) {
    const Sorted& known = *static_cast<const Sorted*>(self);
    return std::invoke(known.less, std::invoke(known.project, known.items[left]),
                       std::invoke(known.project, known.items[right]));
  }
  static void swap(const void* self, size_t left, size_t right) {
    const Sorted& known = *static_cast<const Sorted*>(self);
    using std::swap;
    swap(known.items[left], known.items[right]);
  }
};

}  // namespace detail

/// Sorts a container with random access, ascending by `less` of what `project` makes of an element.
template <typename Items, typename Less = std::less<>, typename Project = std::identity>
void sort(Items& items, Less less = {}, Project project = {}) {
  using Sorted = detail::Sorted<Items, Less, Project>;
  const Sorted sorted{items, less, project};
  sort(Sortable{&sorted, &Sorted::isBefore, &Sorted::swap}, std::size(items));
}

}  // namespace epitome::text
