#include "text/decimal.h"

#include <bit>
#include <cstdint>

namespace epitome::text {
namespace {

/// One digit more may not fit.
constexpr uint64_t kMostDigits = (UINT64_MAX - 9) / 10;

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// A number as digits * 10^exponent.
struct Decimal {
  uint64_t digits = 0;
  int64_t exponent = 0;
};

Decimal read(std::string_view number) {
  constexpr int64_t kFar = 1'000;
  Decimal read;
  bool fraction = false;
  size_t at = 0;
  for (; at < number.size() && (isDigit(number[at]) || number[at] == '.'); ++at) {
    if (number[at] == '.') {
      fraction = true;
    } else if (read.digits <= kMostDigits) {
      read.digits = read.digits * 10 + static_cast<uint64_t>(number[at] - '0');
      read.exponent -= fraction ? 1 : 0;
    } else {
      read.exponent += fraction ? 0 : 1;
    }
  }
  if (at == number.size()) return read;
  // Behind the letter.
  const bool down = ++at < number.size() && number[at] == '-';
  int64_t exponent = 0;
  for (; at < number.size(); ++at) {
    if (isDigit(number[at]) && exponent < kFar) exponent = exponent * 10 + (number[at] - '0');
  }
  read.exponent += down ? -exponent : exponent;
  return read;
}

/// digits / 10^places, of which 5^places is below 2^63.
double divided(uint64_t digits, uint32_t places) {
  constexpr int kSignificand = 53;
  constexpr int kBias = 1'023;
  uint64_t divisor = 1;
  for (uint32_t i = 0; i < places; ++i) divisor *= 5;
  uint64_t quotient = digits / divisor;
  uint64_t rest = digits % divisor;
  // With a bit to round by: by long division, or by what an integer has too many of.
  int exponent = -static_cast<int>(places);
  while (std::bit_width(quotient) <= kSignificand) {
    rest *= 2;
    quotient = quotient * 2 + (rest >= divisor ? 1 : 0);
    if (rest >= divisor) rest -= divisor;
    --exponent;
  }
  const int extra = std::bit_width(quotient) - kSignificand;
  const uint64_t cut = quotient & ((uint64_t{1} << extra) - 1);
  const uint64_t half = uint64_t{1} << (extra - 1);
  quotient >>= extra;
  exponent += extra;
  const bool up = cut > half || (cut == half && (rest != 0 || (quotient & 1) != 0));
  quotient += up ? 1 : 0;
  // The first bit is not written; where rounding made one more, it is carried into the exponent.
  const auto biased = static_cast<uint64_t>(exponent + kSignificand - 1 + kBias);
  return std::bit_cast<double>(((biased - 1) << (kSignificand - 1)) + quotient);
}

}  // namespace

double decimalOf(std::string_view number) {
  constexpr int64_t kMostPlaces = 27;
  const bool negative = number.starts_with('-');
  Decimal read = text::read(number.substr(negative ? 1 : 0));
  for (; read.exponent < -kMostPlaces && read.digits > 0; ++read.exponent) read.digits /= 10;
  if (read.digits == 0) return 0;
  for (; read.exponent > 0 && read.digits <= kMostDigits; --read.exponent) read.digits *= 10;
  const bool whole = read.exponent >= 0;
  double value = divided(read.digits, whole ? 0 : static_cast<uint32_t>(-read.exponent));
  for (int64_t i = 0; i < read.exponent && value < 1e300; ++i) value *= 10;
  return negative ? -value : value;
}

}  // namespace epitome::text
