#include "text/sort.h"

namespace epitome::text {
namespace {

/// Makes a heap of the elements below `root`, whose children are heaps.
void sink(const Sortable& elements, size_t root, size_t count) {
  for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    const bool second = child + 1 < count && elements.isBefore(elements.self, child, child + 1);
    if (second) ++child;
    if (!elements.isBefore(elements.self, root, child)) return;
    elements.swap(elements.self, root, child);
    root = child;
  }
}

}  // namespace

void sort(const Sortable& elements, size_t count) {
  for (size_t root = count / 2; root > 0; --root) sink(elements, root - 1, count);
  for (size_t left = count; left > 1; --left) {
    elements.swap(elements.self, 0, left - 1);
    sink(elements, 0, left - 1);
  }
}

}  // namespace epitome::text
