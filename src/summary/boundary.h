/// The marks that enclose quoted data. Decides how a mark is made that its content does not hold;
/// refuses to know what is quoted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

/// A short mark ("== 012") that derives from a hash of the texts and occurs in none of
/// them. Deterministic: the same texts, the same mark. Expected linear.
std::string markFor(std::span<const std::string_view> texts);

/// The same for one text.
std::string markFor(std::string_view text);

/// What stands between two lines of one mark, in order; the whole text where there are no marks.
std::vector<std::string_view> quotedIn(std::string_view text);

}  // namespace epitome
