/// Byte-pair merging as its definition says, and vocabularies that are made up for tests. The
/// oracle looks up bytes and knows nothing of merges; it shares no code with what it judges.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/random_text.h"
#include "tokens/bpe/unpack.h"
#include "tokens/bpe/vocabulary.h"

namespace epitome::test {

/// Tokens by their bytes.
using Ranks = std::map<std::string, uint32_t, std::less<>>;

/// Merges neighbours whose joined bytes are a token below `limit`: the lowest rank first, of equal
/// ones the leftmost, until there are none or `atMost` parts are left.
inline std::vector<std::string> mergeByDefinition(std::string_view bytes, const Ranks& ranks,
                                                  uint32_t limit = UINT32_MAX, size_t atMost = 1) {
  std::vector<std::string> parts;
  for (const char byte : bytes) parts.emplace_back(1, byte);
  while (parts.size() > atMost) {
    uint32_t best = limit;
    size_t at = 0;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto found = ranks.find(parts[i] + parts[i + 1]);
      if (found == ranks.end() || found->second >= best) continue;
      best = found->second;
      at = i;
    }
    if (best == limit) break;
    parts[at] += parts[at + 1];
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(at) + 1);
  }
  return parts;
}

/// A vocabulary, and the same as the oracle sees it.
struct MadeUp {
  Ranks ranks;
  bpe::Vocabulary vocabulary;
};

/// Up to `merges` tokens of the bytes of a small alphabet on top of the single bytes.
inline std::unique_ptr<MadeUp> makeUpVocabulary(
    Random& random, uint32_t merges, std::string_view alphabet,
    bpe::PreTokenizer kind = bpe::PreTokenizer::kO200k) {
  const auto letters = static_cast<uint32_t>(alphabet.size());
  auto made = std::make_unique<MadeUp>();
  std::vector<std::string> tokens;
  std::vector<bpe::Merge> halves;
  bpe::Merges packed;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    packed.byteTokens[byte] = byte;
    tokens.emplace_back(1, static_cast<char>(byte));
    halves.push_back({byte, byte});
    made->ranks[tokens.back()] = byte;
  }
  for (uint32_t tries = 0; tries < merges * 4 && tokens.size() < 256 + merges; ++tries) {
    // Letters and what was made of them so far; a token that exists already is no new one.
    const auto pick = [&] {
      const auto pool = static_cast<uint32_t>(letters + tokens.size() - 256);
      const uint32_t at = random.below(pool);
      return at < letters ? static_cast<uint8_t>(alphabet[at]) : 256 + at - letters;
    };
    const uint32_t left = pick();
    const uint32_t right = pick();
    const std::string bytes = tokens[left] + tokens[right];
    if (bytes.size() > 40 || made->ranks.contains(bytes)) continue;
    // As training would have made it: what merges before it leaves these two halves.
    const auto rank = static_cast<uint32_t>(tokens.size());
    const auto parts = mergeByDefinition(bytes, made->ranks, rank, 2);
    if (parts.size() != 2) continue;
    halves.push_back({made->ranks.at(parts[0]), made->ranks.at(parts[1])});
    tokens.push_back(bytes);
    made->ranks[bytes] = rank;
  }
  packed.preTokenizer = kind;
  packed.count = static_cast<uint32_t>(tokens.size());
  packed.merges = std::make_unique<bpe::Merge[]>(packed.count);
  for (size_t i = 0; i < halves.size(); ++i) packed.merges[i] = halves[i];
  if (!made->vocabulary.adopt(std::move(packed))) std::abort();
  return made;
}

}  // namespace epitome::test
