/// A place in a text with what stands around it. Decides how far can be looked, which makes
/// decisions independent of the pieces a text comes in; refuses to know what is looked for.
#pragma once

#include <cstddef>
#include <string_view>

#include "redact/chars.h"

namespace epitome::redact {

/// What stands for a secret: this, the secret's kind, and `]`.
constexpr std::string_view kMarkerStart = "[redacted: ";

struct Place {
  /// Bytes that can be seen from a place.
  static constexpr size_t kAhead = 1024;
  static constexpr size_t kBehind = 160;

  /// What stands right before the place, at most kBehind bytes, from the end of the last marker on.
  std::string_view behind;
  /// What stands at the place and behind it, at most kAhead bytes: less only where the text ends.
  std::string_view ahead;
  /// What `behind` begins with is the text's first byte.
  bool fromStart = false;

  /// Whether a word may begin at the place: no letter or digit stands before it, but for those of
  /// an escape (`\n`, `\u003d`, `%3D`).
  bool wordBegins() const {
    const size_t size = behind.size();
    if (size == 0 || !isAlnum(behind[size - 1])) return true;
    if (size >= 2 && behind[size - 2] == '\\') return true;
    if (size >= 3 && behind[size - 3] == '%') return true;
    return size >= 6 && behind[size - 6] == '\\' && behind[size - 5] == 'u';
  }
  bool textEndsAt(size_t at) const { return at >= ahead.size() && ahead.size() < kAhead; }
};

/// A secret that was found.
struct Found {
  /// Bytes from the place to the secret, and to its end.
  size_t from = 0;
  size_t to = 0;
  std::string_view kind;
  /// What the secret goes on with behind `to`.
  CharSet tail = {};
  /// It is a block of a private key, whose lines follow: see key_block.h.
  bool keyBlock = false;
  /// It ends with base64 of that block, not with its header.
  bool keyBegun = false;

  bool goesOn() const { return keyBlock || !tail.empty(); }
};

}  // namespace epitome::redact
