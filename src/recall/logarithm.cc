#include "recall/logarithm.h"

namespace epitome::recall {

double logarithm(double value) {
  constexpr double kLogTwo = 0.693147180559945309417;
  double halvings = 0;
  while (value > 1.5) {
    value /= 2;
    halvings += 1;
  }
  while (value < 0.75) {
    value *= 2;
    halvings -= 1;
  }
  // log((1 + z) / (1 - z)) = 2 (z + z^3 / 3 + z^5 / 5 + ...), with |z| up to 1/5.
  const double z = (value - 1) / (value + 1);
  const double square = z * z;
  double power = z;
  double sum = 0;
  for (int odd = 1; odd <= 21; odd += 2) {
    sum += power / odd;
    power *= square;
  }
  return 2 * sum + halvings * kLogTwo;
}

}  // namespace epitome::recall
