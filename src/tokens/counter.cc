#include "tokens/counter.h"

#include <utility>

#include "tokens/estimator.h"
#include "tokens/root.h"

namespace epitome {
namespace {

/// Tokens of the same agent text by each family, per thousand of o200k.
constexpr double kTokensPerThousand[kFamilies] = {1'000, 995, 1'206, 1'203, 993, 1'100, 1'050};

}  // namespace

uint32_t tokensOfText(std::string_view utf8, Family family) {
  TextEstimator estimator(family);
  estimator.update(utf8);
  return estimator.tokens();
}

int64_t safeMargin(int64_t tokens, int64_t largest) {
  if (tokens <= 0) return 0;
  const auto root = static_cast<int64_t>(tokens::rootOf(static_cast<uint64_t>(tokens)));
  return tokens / 8 + root + largest * 7 / 40;
}

double relativeTokens(Family family, Family other) {
  return kTokensPerThousand[std::to_underlying(family)] /
         kTokensPerThousand[std::to_underlying(other)];
}

}  // namespace epitome
