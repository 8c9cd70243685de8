// promise: 9 loses nothing silently
/// Any bytes, in any pieces: pieces make no difference, a redacted text stays, and what is between
/// markers stood in the text in that order. The first byte says how long the pieces are.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "redact/redact.h"

namespace {

constexpr std::string_view kMarker = "[redacted: ";

/// `outcome` is `text` but for markers, in a text that holds none.
bool isTextWithMarkers(std::string_view text, std::string_view outcome) {
  size_t at = 0;
  for (bool first = true;; first = false) {
    const size_t marker = outcome.find(kMarker);
    const std::string_view plain = outcome.substr(0, marker);
    const bool last = marker == std::string_view::npos;
    if (first && last) return text == plain;
    if (first && !text.starts_with(plain)) return false;
    const size_t found = last ? text.size() - plain.size() : text.find(plain, at);
    if (found == std::string_view::npos || found < at || !text.substr(found).starts_with(plain)) {
      return false;
    }
    if (last) return true;
    at = found + plain.size();
    outcome.remove_prefix(outcome.find(']', marker) + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const epitome::RedactionRules kRules = [] {
    epitome::RedactionRules rules;
    if (!rules.add("acme", "acme_[A-Za-z0-9]{8,}") || !rules.add("own", "=-;[0-9:]{2,4}")) {
      std::abort();
    }
    return rules;
  }();
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string outcome = epitome::redacted(text, kRules);
  epitome::Redactor redactor(kRules);
  std::string pieces;
  const size_t length = 1 + data[0];
  for (size_t at = 0; at < text.size(); at += length) {
    redactor.update(text.substr(at, length), pieces);
  }
  redactor.finish(pieces);
  if (pieces != outcome) std::abort();
  if (epitome::redacted(outcome, kRules) != outcome) std::abort();
  if (text.find(kMarker) == std::string_view::npos && !isTextWithMarkers(text, outcome)) {
    std::abort();
  }
  return 0;
}
