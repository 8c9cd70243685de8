/// The documented baseline: four UTF-16 code units a token, a flat price for media.
#include "tokens/counter.h"

#include <algorithm>

#include "text/utf.h"

namespace epitome {

namespace {
constexpr uint64_t kUnitsPerToken = 4;
}

void TextCounter::update(std::string_view utf8) { units_ += text::utf16Length(utf8); }

uint32_t TextCounter::tokens() const {
  const uint64_t tokens = units_ / kUnitsPerToken + (units_ % kUnitsPerToken != 0 ? 1 : 0);
  return static_cast<uint32_t>(std::min<uint64_t>(tokens, UINT32_MAX));
}

uint32_t tokensOfText(std::string_view utf8, Family family) {
  TextCounter counter(family);
  counter.update(utf8);
  return counter.tokens();
}

int64_t safeMargin(int64_t tokens) { return tokens / 6 + 32; }

double relativeTokens(Family, Family) { return 1; }

uint32_t tokensOfMedia(const MediaFacts&, std::string_view) { return kTokensPerMedia; }

}  // namespace epitome
