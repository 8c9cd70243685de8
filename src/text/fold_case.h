/// Lower case for comparing words. Decides for the scripts that have two cases and one code point
/// for each letter; refuses to know languages.
#pragma once

#include <string>
#include <string_view>

namespace epitome::text {

/// `utf8` with the letters of ASCII, Latin, Greek and Cyrillic in lower case, and curly apostrophes
/// as straight ones. Ill-formed bytes stay. Linear.
std::string foldedCase(std::string_view utf8);

}  // namespace epitome::text
