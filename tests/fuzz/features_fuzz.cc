// promise: counting
/// Any bytes, cut anywhere: the features of the whole are what their definitions say. The first
/// byte says how long the pieces are.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/support/feature_oracle.h"
#include "tokens/estimate.h"
#include "tokens/features.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const size_t length = data[0] == 0 ? size : data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  epitome::tokens::FeatureCounter counter;
  for (size_t at = 0; at < text.size(); at += length) counter.update(text.substr(at, length));
  const epitome::tokens::Counts counts = counter.counts();
  if (counts != epitome::test::FeatureOracle(text).counts()) std::abort();
  for (uint32_t i = 0; i < epitome::kFamilies; ++i) {
    const auto family = static_cast<epitome::Family>(i);
    const uint32_t tokens = epitome::tokens::estimateOf(counts, family);
    if (epitome::tokens::boundOf(counts, family) < tokens) std::abort();
    if ((tokens == 0) != text.empty()) std::abort();
  }
  return 0;
}
