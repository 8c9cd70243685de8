/// One pass over the components.
#include "text/path.h"

#include <algorithm>
#include <cstddef>

namespace epitome::text {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

/// Length of `scheme://` at the start of an address; 0 for what is none.
size_t schemeLength(std::string_view path) {
  const size_t colon = path.find("://");
  if (colon == std::string_view::npos || colon < 2) return 0;
  const bool letters = std::all_of(path.begin(), path.begin() + static_cast<ptrdiff_t>(colon),
                                   [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; });
  return letters ? colon + 3 : 0;
}

std::string normalizedAddress(std::string_view address, size_t scheme) {
  // A fragment that begins like a path is the page's own routing.
  const size_t hash = address.find('#');
  if (hash != std::string_view::npos && !address.substr(hash + 1).starts_with('/') &&
      !address.substr(hash + 1).starts_with('!')) {
    address = address.substr(0, hash);
  }
  const size_t end = std::min(address.find_first_of("/?#", scheme), address.size());
  const std::string_view authority = address.substr(scheme, end - scheme);
  const size_t at = authority.rfind('@');
  const size_t host = scheme + (at == std::string_view::npos ? 0 : at + 1);
  std::string out(address);
  std::transform(out.begin(), out.begin() + static_cast<ptrdiff_t>(scheme), out.begin(), lower);
  std::transform(out.begin() + static_cast<ptrdiff_t>(host),
                 out.begin() + static_cast<ptrdiff_t>(end),
                 out.begin() + static_cast<ptrdiff_t>(host), lower);
  if (end + 1 == out.size() && out.back() == '/') out.pop_back();
  return out;
}

}  // namespace

std::string normalizedPath(std::string_view path) {
  constexpr std::string_view kFileScheme = "file:///";
  if (path.starts_with(kFileScheme)) path.remove_prefix(kFileScheme.size() - 1);
  if (const size_t scheme = schemeLength(path); scheme > 0) return normalizedAddress(path, scheme);
  const bool drive = path.size() >= 3 && path[1] == ':' && (path[2] == '\\' || path[2] == '/') &&
                     lower(path[0]) >= 'a' && lower(path[0]) <= 'z';
  const std::string_view slashes = drive ? "/\\" : "/";
  std::string out;
  const bool rooted = slashes.find(path.empty() ? '.' : path.front()) != std::string_view::npos;
  size_t at = 0;
  while (at < path.size()) {
    const size_t end = std::min(path.find_first_of(slashes, at), path.size());
    const std::string_view component = path.substr(at, end - at);
    at = end + 1;
    if (component.empty() || component == ".") continue;
    if (rooted || !out.empty()) out += '/';
    out.insert(out.end(), component.begin(), component.end());
  }
  if (out.empty() && !path.empty()) out.push_back(rooted ? '/' : '.');
  if (drive) out[0] = lower(out[0]);
  return out;
}

}  // namespace epitome::text
