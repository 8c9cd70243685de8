/// What a reply is without its wrapping.
#pragma once

#include <string>
#include <string_view>

namespace epitome {

/// The reply as it is stored: well-formed; thoughts, with an opening tag or without one, a tag or a
/// code fence around the whole and surrounding white space removed. Linear.
std::string tidyReply(std::string_view reply);

}  // namespace epitome
