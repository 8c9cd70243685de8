/// Reads a packed vocabulary. Decides the file's layout and how merges are told by what came before
/// them; refuses to know how text is counted with them.
///
/// Layout: "EPV" and the version; the pre-tokeniser (1 byte); three bytes that are 0; a checksum of
/// all but itself (8 bytes, the lowest first). Then bits, the lowest first: runs of the single
/// bytes in rank order (8 bits: how many, then first byte and length less one of each), the number
/// of tokens (18 bits), the sizes of lists, the tables of codes, and the merges. Zeros up to a
/// multiple of 8 bytes, 8 at least.
///
/// Tokens are listed twice as they come: as left halves by what they end with, what they begin with
/// and how long they are; as right halves by what they begin with. A merge is two codes, each with
/// plain bits behind it: for a list and about which place of it, then for the place. The list of
/// the left half says which of the tables has the code of the right one. Nothing is learned on the
/// way and nothing depends on the last merge, since this has to be quick in code that no engine has
/// optimised yet.
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

/// What the checksum of a packed vocabulary has to be, of at least 16 bytes and whole words of 8.
uint64_t vocabularyChecksum(std::span<const uint8_t> packed);

/// Fills `merges`, whose content means nothing after an error.
VocabularyError unpack(std::span<const uint8_t> packed, Merges& merges);

}  // namespace epitome::bpe
