// promise: counting
/// Bytes make up a vocabulary and texts, or are taken for a packed vocabulary. Decides that merging
/// in windows is merging by definition, that a text's pieces do not change its count, and that a
/// hostile vocabulary is refused or harmless; refuses to know what a real vocabulary holds.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fuzzer/FuzzedDataProvider.h>

#include "core/support/bpe_oracle.h"
#include "tokens/bpe/counter.h"
#include "tokens/bpe/scan.h"

namespace {

using namespace epitome;       // NOLINT: a program of one file.
using namespace epitome::bpe;  // NOLINT

void require(bool holds) {
  if (!holds) std::abort();
}

const uint8_t* bytesOf(const std::string& text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

/// Draws for `makeUpVocabulary` by the fuzzer's choice.
test::Random drawn(FuzzedDataProvider& bytes) {
  return test::Random(bytes.ConsumeIntegral<uint32_t>());
}

size_t tokensByDefinition(const test::MadeUp& made, const std::string& text, PreTokenizer kind) {
  size_t tokens = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = pieceBytesByRule(kind, bytesOf(text) + at, text.size() - at, true);
    require(bytes > 0 && bytes <= text.size() - at);
    tokens += test::mergeByDefinition(text.substr(at, bytes), made.ranks).size();
    at += bytes;
  }
  return tokens;
}

uint64_t countInPieces(Counter& counter, const std::string& text, FuzzedDataProvider& bytes) {
  counter.begin();
  size_t at = 0;
  do {
    const auto room = counter.room();
    const size_t most = std::min(room.size(), text.size() - at);
    // Without bytes left to choose by, a choice is always the least: that would never end.
    const size_t least = bytes.remaining_bytes() > 0 ? 0 : most;
    const size_t piece = bytes.ConsumeIntegralInRange<size_t>(least, most);
    std::copy_n(bytesOf(text) + at, piece, room.data());
    at += piece;
    counter.feed(piece, at == text.size());
  } while (at < text.size());
  return counter.tokens();
}

void mergeMadeUp(FuzzedDataProvider& bytes) {
  test::Random random = drawn(bytes);
  const auto kind = bytes.ConsumeBool() ? PreTokenizer::kO200k : PreTokenizer::kCl100k;
  const std::string alphabet = bytes.ConsumeBool() ? "ab c" : "a\xE4\xE5\xC3\x80\xB8\xA9 ";
  const auto merges = bytes.ConsumeIntegralInRange<uint32_t>(1, 120);
  const auto made = test::makeUpVocabulary(random, merges, alphabet, kind);

  Merger merger(made->vocabulary);
  merger.setWindow(bytes.ConsumeIntegralInRange<size_t>(8, 64));
  Counter counter(made->vocabulary);
  while (bytes.remaining_bytes() > 0) {
    std::string text;
    // Bytes of the alphabet merge; any others end pieces and characters.
    for (uint32_t left = bytes.ConsumeIntegralInRange<uint32_t>(1, 200); left > 0; --left) {
      const auto byte = bytes.ConsumeIntegral<uint8_t>();
      text += byte < 0xF0 ? alphabet[byte % alphabet.size()] : bytes.ConsumeIntegral<char>();
    }
    require(merger.count(bytesOf(text), text.size()) ==
            test::mergeByDefinition(text, made->ranks).size());
    require(countInPieces(counter, text, bytes) == tokensByDefinition(*made, text, kind));

    // A head has at most as many tokens as it says, wherever it is cut.
    const auto most = bytes.ConsumeIntegralInRange<uint64_t>(0, 40);
    counter.begin(most);
    std::copy_n(bytesOf(text), text.size(), counter.room().data());
    counter.feed(text.size(), true);
    require(counter.exceeded() == (tokensByDefinition(*made, text, kind) > most));
    if (!counter.exceeded()) continue;
    require(!counter.cuts().empty());
    uint64_t before = UINT64_MAX;
    for (const Cut& cut : counter.cuts()) {
      require(cut.units <= before && cut.units >= counter.anchor().units);
      before = cut.units;
    }
  }
}

/// Makes the checksum of a file right: no fuzzer would, and all else would stay unread.
std::string sealed(std::string packed) {
  packed.resize(std::max<size_t>(16, (packed.size() + 7) / 8 * 8));
  const uint64_t sum = vocabularyChecksum({bytesOf(packed), packed.size()});
  std::memcpy(&packed[8], &sum, sizeof sum);
  return packed;
}

void readHostile(FuzzedDataProvider& bytes) {
  const std::string packed = sealed(bytes.ConsumeRandomLengthString(4'000));
  const std::string text = bytes.ConsumeRemainingBytesAsString();
  Vocabulary vocabulary;
  if (vocabulary.load({bytesOf(packed), packed.size()}) != VocabularyError::kNone) return;
  Counter counter(vocabulary);
  require(countTokens(counter, text) <= text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider bytes(data, size);
  if (bytes.ConsumeBool()) {
    mergeMadeUp(bytes);
  } else {
    readHostile(bytes);
  }
  return 0;
}
