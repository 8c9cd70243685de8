/// Names that announce a secret. Decides how sure a name is and what kind follows; refuses to look
/// at the value.
#pragma once

#include <cstdint>
#include <string_view>

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

/// Longest name that is looked at, characters.
constexpr size_t kLongestName = 64;

/// What the last word of `name` announces. Words are parted by `_`, `-`, `.` or a capital letter.
Name nameOf(std::string_view name);

/// Whether `c` can be in a name.
bool inName(char c);

/// A type of a program, that may stand between a name and what it is set to.
bool isType(std::string_view word);

}  // namespace epitome::redact
