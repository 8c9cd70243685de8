/// Codes that colour a terminal's text, as they stand amid words. Decides what is one; refuses to
/// know what is coloured.
#pragma once

#include <cstddef>
#include <string_view>

namespace epitome::redact {

/// Longest code that counts, bytes.
constexpr size_t kLongestCode = 32;
constexpr size_t kPartOfCode = SIZE_MAX;

/// Bytes of a code at the start of `text`: an escape character, itself or as `\u001b`, `\x1b`,
/// `\033` or `\e`, `[`, numbers, and `m` or `K`. 0: none; kPartOfCode: what follows will tell.
size_t codeLength(std::string_view text);

}  // namespace epitome::redact
