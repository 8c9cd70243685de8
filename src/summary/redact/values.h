/// The value beside a name. Decides where it begins and ends and whether it can be the secret that
/// the name announces; refuses to look at anything but the line it stands in.
#pragma once

#include <cstddef>
#include <string_view>

#include "summary/redact/names.h"

namespace epitome::redact {

struct Value {
  /// Bytes from the text's place.
  size_t from = 0;
  size_t to = 0;
  bool quoted = false;
  /// Spaces stand before it.
  bool apart = false;
  /// The line ends behind it.
  bool endsLine = false;
  /// What stands right behind it; 0 at the end of the text.
  char next = '\0';
};

/// How a name and its value are put together.
struct Setting {
  Name name;
  /// `=`, `:`, `>` or a space.
  char separator = '=';
  /// `==` or `!=`: the value is compared with, not set.
  bool compares = false;
  /// Spaces stand between the name and the separator.
  bool apart = false;
  bool beginsLine = false;
  /// What stands before the name; 0 where nothing does.
  char before = '\0';
};

/// The value at the start of `ahead`, behind spaces, an opening quote, and what may mark a string.
/// A quote that closes on no other than its own line counts; else the value ends where a word does.
Value valueAt(std::string_view ahead);

/// Whether `value`, as it is written, can be the secret that `setting` announces.
bool canBeSecret(std::string_view text, const Value& value, const Setting& setting);

/// Where the part of an Authorization header that proves something lies in `ahead`, which begins
/// with the header's value. Empty where there is none.
Value proofAt(std::string_view ahead);

/// Length of the cookies at the start of `ahead`, 0 for none.
size_t cookiesLength(std::string_view ahead);

}  // namespace epitome::redact
