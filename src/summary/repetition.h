/// Replies that got stuck.
#pragma once

#include <string_view>

namespace epitome {

/// A line, a sentence or a phrase comes again and again. Linear.
bool repeatsItself(std::string_view reply);

}  // namespace epitome
