/// Reads a packed vocabulary. Decides the file's layout and how merges are told by what came before
/// them; refuses to know how text is counted with them.
///
/// Layout, all numbers little-endian: "EPV" and the version; the pre-tokeniser (1 byte); runs of
/// the single bytes in rank order (1 byte: how many, then first byte and length less one of each);
/// 32-bit words: tokens, bytes of symbols, bytes of plain bits, checksum of the merges; symbols;
/// plain bits.
///
/// A merge is told in one of two ways. As a variant: "word" is made like " word" or "Word", whose
/// own left half has a known variant. Or in full: the left half by the class of its end and its
/// place in that class's list, the right half by the class of its beginning, likewise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tokens/bpe/scan.h"

namespace epitome::bpe {

/// Why a vocabulary could not be read. The values cross the boundary.
enum class VocabularyError : uint8_t {
  kNone = 0,
  /// Not a packed vocabulary.
  kNotOne = 1,
  /// Of a version, or with a pre-tokeniser, that this release does not know.
  kUnsupported = 2,
  /// Cut off, or altered.
  kDamaged = 3,
};

/// A token of two earlier ones. A single byte is made of itself twice.
struct Merge {
  uint32_t left = 0;
  uint32_t right = 0;
};

/// Tokens by rank: the first 256 are single bytes. A vocabulary has less than 2^18 tokens.
struct Merges {
  PreTokenizer preTokenizer = PreTokenizer::kO200k;
  uint32_t count = 0;
  std::unique_ptr<Merge[]> merges;
  /// The token of each byte.
  uint32_t byteTokens[256] = {};
};

constexpr uint32_t kByteTokens = 256;
constexpr uint32_t kMostTokens = 1U << 18;

/// Fills `merges`, whose content means nothing after an error.
VocabularyError unpack(std::span<const uint8_t> packed, Merges& merges);

}  // namespace epitome::bpe
