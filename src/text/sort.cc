#include "text/sort.h"

#include <algorithm>
#include <numeric>

namespace epitome {

std::vector<uint32_t> sortedPlaces(size_t size, PlaceBefore before, const void* context) {
  std::vector<uint32_t> places(size);
  std::iota(places.begin(), places.end(), 0U);
  std::sort(places.begin(), places.end(), [before, context](uint32_t a, uint32_t b) {
    return before(context, a, b) || (a < b && !before(context, b, a));
  });
  return places;
}

}  // namespace epitome
