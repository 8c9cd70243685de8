/// A logarithm that is the same to the last bit on every machine, which that of a system's library
/// need not be.
#pragma once

namespace epitome::recall {

/// The natural logarithm of a finite number above 0, to about 14 digits.
double logarithm(double value);

}  // namespace epitome::recall
