#include "transcript/fingerprint.h"

namespace epitome {
namespace {

// A polynomial over the anchors modulo 2^64. Anchors are well-mixed hashes, and a match also needs
// equal length and equal ends, so the weakness of this modulus against chosen sequences would take
// a host that forges its own history.
constexpr uint64_t kBase = 0x9E37'79B9'7F4A'7C15;

uint64_t power(uint64_t exponent) {
  uint64_t result = 1;
  for (uint64_t base = kBase; exponent > 0; exponent >>= 1U, base *= base) {
    if ((exponent & 1U) != 0) result *= base;
  }
  return result;
}

}  // namespace

RangePrint join(const RangePrint& a, const RangePrint& b) {
  if (a.count == 0) return b;
  if (b.count == 0) return a;
  return {a.hash * power(b.count) + b.hash, a.count + b.count, a.first, b.last};
}

void PrefixPrints::extend(const Transcript& transcript) {
  for (uint32_t i = static_cast<uint32_t>(prefix_.size()) - 1; i < transcript.size(); ++i) {
    prefix_.push_back(prefix_.back() * kBase + transcript[i].anchor);
  }
}

RangePrint PrefixPrints::range(const Transcript& transcript, uint32_t begin, uint32_t end) const {
  if (begin >= end) return {};
  const uint64_t hash = prefix_[end] - prefix_[begin] * power(end - begin);
  return {hash, end - begin, transcript[begin].anchor, transcript[end - 1].anchor};
}

}  // namespace epitome
