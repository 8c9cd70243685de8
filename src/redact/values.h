/// The value beside a name. Decides where it begins and ends; refuses to know whether it is secret,
/// and to look at anything but the line it stands in.
#pragma once

#include <cstddef>
#include <string_view>

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
  /// What stands behind it, spaces left out; 0 at the end of what can be seen.
  char next = '\0';

  std::string_view in(std::string_view text) const { return text.substr(from, to - from); }
};

/// The value behind the first `at` bytes of `ahead`, behind spaces, an opening quote, and what may
/// mark a string. A quote that closes on no other than its own line counts; else the value ends
/// where a word does. `toBlank`: a word without quotes that ends its line goes that far.
Value valueAt(std::string_view ahead, size_t at, bool toBlank = false);

/// Where the part of an Authorization header that proves something lies in `ahead`, whose first
/// `at` bytes stand before the header's value. Empty where there is none.
Value proofAt(std::string_view ahead, size_t at);

/// The cookies there; empty for none.
Value cookiesAt(std::string_view ahead, size_t at);

}  // namespace epitome::redact
