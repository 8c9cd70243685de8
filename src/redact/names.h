/// Names that announce a secret. Decides how sure a name is and what kind follows; refuses to look
/// at the value.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "redact/chars.h"

namespace epitome::redact {

enum class Grade : uint8_t {
  kNone,
  /// `key`: of what, it does not say. Only what is plainly made by chance counts.
  kKey,
  /// `api_key`, `client_secret`, `token`.
  kSecret,
  /// Short and made by people.
  kPassword,
  /// A header of cookies, `name=value` each.
  kCookie,
  /// A header of a scheme and what proves it.
  kAuthorization,
  /// `value` of a field of a form, where the field's type says that it is a password.
  kField,
  /// `echo`, where what it prints is piped to what asks for a password.
  kPiped,
};

struct Name {
  Grade grade = Grade::kNone;
  std::string_view kind;
  /// In capitals, as variables of an environment are.
  bool capitals = false;
  /// Says by itself that spaces may be inside.
  bool phrase = false;
  /// Also what tests did that went well: numbers behind it are counts.
  bool common = false;
};

/// Longest name that is looked at, bytes.
constexpr size_t kLongestName = 64;

/// What the last words of `text`, which ends with a name, announce. Words are parted by a space,
/// `_`, `-`, `.` or a capital letter.
Name nameOf(std::string_view text);

/// The name that `text` ends with, as far as spaces.
std::string_view nameRun(std::string_view text);

/// Three bytes, a separator for the first where there are two, as a number.
constexpr uint32_t endOf(char first, char second, char third) {
  const char before = isAlnum(first) || isBeyondAscii(first) ? lowered(first) : '_';
  return (static_cast<uint8_t>(before) * 167U + static_cast<uint8_t>(lowered(second)) * 1013U +
          static_cast<uint8_t>(lowered(third)) * 13U) &
         8191U;
}
/// The last three bytes of names that announce secrets, as a set of such numbers.
extern const std::array<uint64_t, 128> kNameEnds;

/// Whether a name may end with these three bytes: quick, and often wrongly so.
inline bool mayEndName(char first, char second, char third) {
  const uint32_t end = endOf(first, second, third);
  return (kNameEnds[end / 64] >> (end % 64) & 1U) != 0;
}

/// Whether `c` can be in a name.
bool inName(char c);

}  // namespace epitome::redact
