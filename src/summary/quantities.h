/// Numbers, dates and times as people and programs write them. Decides where one ends and what it
/// is worth; refuses to know what it counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome {

struct Quantity {
  /// Behind the digits, and behind the unit. Byte offsets of the line; `digitsEnd` 0: no number.
  size_t digitsEnd = 0;
  size_t end = 0;
  /// Digits, marks left out.
  uint32_t digits = 0;
  bool decimal = false;
  bool unit = false;
};

/// The number that starts with the digit at `at`: groups, a decimal part, an exponent, a unit right
/// behind it or after a space. None where letters follow that are no unit. `currency`: a sign
/// stands before it.
Quantity readQuantity(std::string_view line, size_t at, bool currency);

/// Where the number that starts with the digit at `at` ends if what may be several numbers is one:
/// "4 300" with plain spaces between its groups, "3,5" without a unit.
size_t readApart(std::string_view line, size_t at);

/// Where the date or time that starts with the digit at `at` ends; 0: none does. ISO dates with and
/// without a time, dates with points or slashes, times with a colon.
size_t readTime(std::string_view line, size_t at);

/// The date around an English name of a month that stands at [begin, end) of the line: "May 15,
/// 2024", "15 May". False when there is no day.
bool readMonth(std::string_view line, size_t begin, size_t end, size_t& from, size_t& to);

/// One spelling: digits with a point before decimals, without groups, zeros at the end of decimals
/// and units. Where a point may stand for groups or for decimals it is taken for decimals.
std::string normalNumber(std::string_view text);

/// `2024-05-15` for every date whose order is known, `15:00` and the like as they are.
std::string normalTime(std::string_view text);

}  // namespace epitome
