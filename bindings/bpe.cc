/// What dist/bpe.wasm exports: one vocabulary and one counter. Plain functions of numbers; bytes
/// are written where an address says. js/tokens/exact-module.ts is the only caller.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "side_module.h"
#include "tokens/bpe/counter.h"
#include "tokens/bpe/vocabulary.h"

/// Emscripten would import it; nobody has to know.
extern "C" void emscripten_notify_memory_growth(size_t) {}

namespace {

using namespace epitome::bpe;  // NOLINT: a program of one file.

constexpr uint32_t kNoBound = 0xFFFFFFFF;

// An instance lives as long as its vocabulary: nothing is ever destroyed.
struct Packed {
  std::unique_ptr<uint8_t[]> bytes;
  size_t size = 0;
};
constinit Packed packed;
constinit Vocabulary* vocabulary = nullptr;
constinit Counter* counter = nullptr;

}  // namespace

/// Where `bytes` bytes of a packed vocabulary are to be written.
EPITOME_EXPORT(vocabularyAddress) uint8_t* vocabularyAddress(uint32_t bytes) {
  packed.bytes = std::make_unique_for_overwrite<uint8_t[]>(bytes);
  packed.size = bytes;
  return packed.bytes.get();
}

/// Reads it, once. A value of `VocabularyError`; nothing but this may be called before it was 0.
EPITOME_EXPORT(load) uint32_t load() {
  if (counter != nullptr) return 0;
  if (vocabulary == nullptr) vocabulary = new Vocabulary();
  const VocabularyError error = vocabulary->load({packed.bytes.get(), packed.size});
  packed.bytes.reset();
  packed.size = 0;
  if (error == VocabularyError::kNone) counter = new Counter(*vocabulary);
  return static_cast<uint32_t>(error);
}

/// How many tokens the vocabulary has, and the halves of one: what a build checks itself by.
EPITOME_EXPORT(vocabularyTokens) uint32_t vocabularyTokens() { return vocabulary->tokens(); }
EPITOME_EXPORT(leftHalf) uint32_t leftHalf(uint32_t token) {
  return vocabulary->halves(std::min(token, vocabulary->tokens() - 1)).left;
}
EPITOME_EXPORT(rightHalf) uint32_t rightHalf(uint32_t token) {
  return vocabulary->halves(std::min(token, vocabulary->tokens() - 1)).right;
}

/// Starts a text. `limit` in tokens; 2^32 - 1: none.
EPITOME_EXPORT(begin) void begin(uint32_t limit) {
  counter->begin(limit == kNoBound ? kNoLimit : limit);
}
/// Where the next bytes are to be written, and how many at most. Both change with every `feed`.
EPITOME_EXPORT(roomAddress) uint8_t* roomAddress() { return counter->room().data(); }
EPITOME_EXPORT(roomBytes) uint32_t roomBytes() {
  return static_cast<uint32_t>(counter->room().size());
}
/// Takes bytes that were written there; `last` is 1 when the text ends with them. The tokens so
/// far.
EPITOME_EXPORT(feed) double feed(uint32_t bytes, uint32_t last) {
  counter->feed(bytes, last != 0);
  return static_cast<double>(counter->tokens());
}

/// 1 when the text has more tokens than the limit.
EPITOME_EXPORT(exceeded) uint32_t exceeded() { return counter->exceeded() ? 1 : 0; }
/// Then: how many places there are to cut at, and each one's UTF-16 code units.
EPITOME_EXPORT(cutCount) uint32_t cutCount() {
  return static_cast<uint32_t>(counter->cuts().size());
}
EPITOME_EXPORT(cutUnits) double cutUnits(uint32_t at) {
  const auto cuts = counter->cuts();
  return at < cuts.size() ? static_cast<double>(cuts[at].units) : 0;
}
/// And the place from which each has to be counted.
EPITOME_EXPORT(anchorUnits) double anchorUnits() {
  return static_cast<double>(counter->anchor().units);
}
EPITOME_EXPORT(anchorTokens) double anchorTokens() {
  return static_cast<double>(counter->anchor().tokens);
}
