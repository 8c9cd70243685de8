#include "tokens/counter.h"

#include <algorithm>
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

int64_t safeMargin(int64_t tokens, int64_t alike) {
  if (tokens <= 0) return 0;
  const auto root = static_cast<int64_t>(tokens::rootOf(static_cast<uint64_t>(tokens)));
  return tokens / 8 + root + alike * 7 / 40;
}

void AlikeTexts::add(uint32_t units, uint32_t textTokens, int64_t tokens) {
  const uint64_t kind = textTokens > 0 ? uint64_t{units} * 8 / textTokens : 0;
  tokens_[std::min<uint64_t>(kind, kKinds - 1)] += tokens;
}

int64_t AlikeTexts::most() const {
  int64_t most = 0;
  // Texts of one kind may lie on both sides of a border.
  for (size_t kind = 1; kind < kKinds; ++kind) {
    most = std::max(most, tokens_[kind - 1] + tokens_[kind]);
  }
  return most;
}

double relativeTokens(Family family, Family other) {
  return kTokensPerThousand[std::to_underlying(family)] /
         kTokensPerThousand[std::to_underlying(other)];
}

}  // namespace epitome
