#include "text/decimal.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace epitome::text {
namespace {

TEST(Decimal, ReadsWhatJsonWrites) {
  EXPECT_EQ(decimalOf("0"), 0.0);
  EXPECT_EQ(decimalOf("0.8"), 0.8);
  EXPECT_EQ(decimalOf("-12.5"), -12.5);
  EXPECT_EQ(decimalOf("0.30000000000000004"), 0.1 + 0.2);
  EXPECT_EQ(decimalOf("1.5e-7"), 1.5e-7);
  EXPECT_EQ(decimalOf("2E+3"), 2'000.0);
  EXPECT_EQ(decimalOf("9007199254740993"), 9'007'199'254'740'992.0);
  EXPECT_EQ(decimalOf("9007199254740995"), 9'007'199'254'740'996.0);
}

TEST(Decimal, NeedsNoSensibleNumber) {
  EXPECT_EQ(decimalOf("0e999999999999999999999"), 0.0);
  EXPECT_EQ(decimalOf("1e-999999999999999999999"), 0.0);
  EXPECT_GT(decimalOf("1e999999999999999999999"), 1e299);
  EXPECT_GT(decimalOf(std::string(5'000, '9')), 1e299);
  EXPECT_EQ(decimalOf("0." + std::string(5'000, '0') + "1"), 0.0);
  EXPECT_EQ(decimalOf(""), 0.0);
}

TEST(Decimal, IsAsNearAsTheLibrarys) {
  uint64_t state = 1;
  const auto next = [&state](uint64_t below) {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return (state >> 33) % below;
  };
  for (int i = 0; i < 200'000; ++i) {
    std::string number = std::to_string(next(1U << 31) + 1);
    while (number.size() < 1 + next(17)) number += std::to_string(next(10));
    number.insert(1 + next(number.size()), ".");
    if (number.back() == '.') number += '5';
    if (next(3) == 0) number += "e" + std::to_string(static_cast<int>(next(12)) - 9);
    ASSERT_EQ(decimalOf(number), std::strtod(number.c_str(), nullptr)) << number;
  }
}

}  // namespace
}  // namespace epitome::text
