/// Where UTF-8 may be cut, and how long it is to JavaScript. Decides code-point and JSON-escape
/// safety; refuses to know what a text is for.
///
/// Ill-formed input is read byte by byte: each byte that belongs to no well-formed sequence stands
/// for one U+FFFD. A lead byte never lies inside another sequence, so reading forwards, backwards
/// and from any boundary agree on where code points begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace epitome::text {

/// Bytes of the well-formed code point that starts at `at` (1 to 4); 0 when none does. `at` must be
/// inside `utf8`.
uint32_t codePointBytes(std::string_view utf8, size_t at);

/// Bytes of the well-formed code point, or 1 for the ill-formed byte, that ends at `at`, which is
/// not the start.
uint32_t codePointBytesBefore(std::string_view utf8, size_t at);

/// The code point that `sequence` is; it has to be a well-formed one.
uint32_t decoded(std::string_view sequence);

constexpr bool isHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
constexpr bool isLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// The code point of a pair.
constexpr uint32_t pairOf(uint32_t high, uint32_t low) {
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/// Value of a hexadecimal digit; 16 for any other character.
constexpr uint32_t hexDigit(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? static_cast<uint32_t>(lower - 'a') + 10 : 16;
}

/// Nothing but white space, as any of the providers sees it.
bool isBlank(std::string_view utf8);

/// Length in UTF-16 code units that `utf8` has as a JavaScript string. An ill-formed byte counts
/// as one unit (it reads as U+FFFD). Linear.
uint64_t utf16Length(std::string_view utf8);

/// A prefix: its bytes and its length in UTF-16 code units.
struct Reach {
  size_t bytes = 0;
  uint64_t units = 0;
};

/// The longest prefix of `utf8` with at most `maxUnits` UTF-16 code units that ends between code
/// points. Linear in the prefix, not in the text.
Reach reach(std::string_view utf8, uint64_t maxUnits);

/// Byte length of that prefix.
size_t prefixBytes(std::string_view utf8, uint64_t maxUnits);

/// Byte offset where the longest suffix with at most `maxUnits` UTF-16 code units starts, between
/// code points. Linear in the suffix.
size_t suffixStart(std::string_view utf8, uint64_t maxUnits);

/// Appends `utf8` to `out` with every ill-formed byte replaced by U+FFFD. The length in UTF-16 code
/// units stays the same.
void appendWellFormed(std::string& out, std::string_view utf8);

/// `utf8` with every ill-formed byte replaced by U+FFFD.
std::string wellFormed(std::string_view utf8);

/// Appends the code point `code`, which is no surrogate.
void appendCodePoint(std::string& out, uint32_t code);

}  // namespace epitome::text
