/// Exports the estimator as a WebAssembly file of its own, without the core: numbers in, numbers
/// out, text through one buffer of fixed size. One text at a time: `begin`, any number of `update`,
/// then any of the answers.

#include <cstdint>
#include <string_view>

#include "side_module.h"
#include "tokens/estimate.h"
#include "tokens/family.h"
#include "tokens/features.h"

namespace {

using epitome::Family;

constexpr uint32_t kCapacity = 48 * 1024;

uint8_t text[kCapacity];
epitome::tokens::FeatureCounter counter;
epitome::tokens::Counts counts;

std::string_view textOf(uint32_t bytes) {
  return {reinterpret_cast<const char*>(text), bytes < kCapacity ? bytes : kCapacity};
}

Family familyAt(uint32_t index) {
  return index < epitome::kFamilies ? static_cast<Family>(index) : Family::kO200k;
}

}  // namespace

/// Address of the buffer, and the bytes it holds.
EPITOME_EXPORT(buffer) const uint8_t* buffer() { return text; }
EPITOME_EXPORT(capacity) uint32_t capacity() { return kCapacity; }

EPITOME_EXPORT(begin) void begin() { counter = {}; }

/// Reads the buffer's first `bytes` bytes as the text's next piece.
EPITOME_EXPORT(update) void update(uint32_t bytes) { counter.update(textOf(bytes)); }

/// Length of the text so far in UTF-16 code units.
EPITOME_EXPORT(units) double units() { return static_cast<double>(counter.units()); }

/// Tokens of the text so far; the family is an index of `Family`.
EPITOME_EXPORT(estimate) uint32_t estimate(uint32_t family) {
  return epitome::tokens::estimateOf(counter.counts(), familyAt(family));
}

/// The safe number of tokens of the text so far.
EPITOME_EXPORT(bound) uint32_t bound(uint32_t family) {
  return epitome::tokens::boundOf(counter.counts(), familyAt(family));
}

/// The estimate of a text that fits the buffer, in one call. `begin` comes before anything else.
EPITOME_EXPORT(estimateBuffer) uint32_t estimateBuffer(uint32_t bytes, uint32_t family) {
  begin();
  update(bytes);
  return epitome::tokens::estimateOf(counter.finish(), familyAt(family));
}

/// The family of the model id in the buffer's first `bytes` bytes, as `numberOf` tells it.
EPITOME_EXPORT(familyOf) uint32_t familyOf(uint32_t bytes) {
  return epitome::numberOf(epitome::familyOf(textOf(bytes)));
}

/// Address of the counted features of the text so far, 64-bit integers; for the fit of the weights.
EPITOME_EXPORT(features) const uint64_t* features() {
  counts = counter.counts();
  return counts.data();
}
EPITOME_EXPORT(featureCount) uint32_t featureCount() { return epitome::tokens::kFeatures; }
