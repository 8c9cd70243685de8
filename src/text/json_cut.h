/// Where a JSON text may lose a part of itself and still be JSON. Decides which of its strings is
/// cut; refuses to know what the text is and what is put into the gap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace epitome::text {

/// Deeper texts are not cut.
inline constexpr size_t kMostCutDepth = 64;

/// Bytes [from, to) go, inside of strings that are no names. Where `to` is the end of the text,
/// `closing` has to stand behind the gap.
struct JsonCut {
  size_t from = 0;
  size_t to = 0;
  std::string closing;
};

/// About `stay` UTF-16 code units stay: the longest string loses its middle where that is enough;
/// otherwise all goes behind a place in a string. Nothing where no string is at fault. `json` has
/// to be JSON for what stays to be. Linear.
std::optional<JsonCut> jsonCut(std::string_view json, uint64_t stay);

}  // namespace epitome::text
