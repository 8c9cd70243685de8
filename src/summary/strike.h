/// Takes what may not stand out of a prose in Markdown. Decides how much goes with it: the sentence
/// of a paragraph or bullet, the line of a table or code block; refuses to know why it may not
/// stand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "summary/facts.h"

namespace epitome {

/// The prose without the sentence that holds each of `spans`, which are ascending and disjoint. A
/// bullet of which nothing is left goes whole, unless others hang on it. In headings, the heads of
/// tables and the borders of code blocks only the span gives way, to an ellipsis. What is not
/// struck stays as it is, byte for byte; marks of emphasis and code stay in pairs. Linear.
std::string struck(std::string_view prose, std::span<const Invention> spans);

}  // namespace epitome
