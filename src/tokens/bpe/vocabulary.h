/// Which tokens merge, and which may stand side by side. Decides how pairs are looked up; refuses
/// to know texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tokens/bpe/unpack.h"

namespace epitome::bpe {

/// A token's number is its rank: of two merges that are possible the lower one happens first.
using Token = uint32_t;
constexpr Token kNoToken = 0xFFFFFFFF;

class Vocabulary {
 public:
  /// Reads a packed vocabulary. After an error this is empty and must not be used.
  VocabularyError load(std::span<const uint8_t> packed);
  /// Takes merges that were made elsewhere. False when they could not be looked up in short time:
  /// no vocabulary that was trained is so.
  bool adopt(Merges merges);

  uint32_t tokens() const { return merges_.count; }
  PreTokenizer preTokenizer() const { return merges_.preTokenizer; }
  Merge halves(Token token) const { return merges_.merges[token]; }
  Token ofByte(uint8_t byte) const { return merges_.byteTokens[byte]; }

  /// The token that two tokens merge into; kNoToken when they do not.
  Token merged(Token left, Token right) const {
    const uint64_t key = uint64_t{left} << kTokenBits | right;
    const uint64_t hash = key * kMultiplier;
    const auto tag = static_cast<uint32_t>(hash >> (64 - kTagBits));
    for (uint64_t at = hash >> 16;; ++at) {
      const uint32_t slot = slots_[at & kSlotMask];
      if (slot == kEmpty) return kNoToken;
      if (slot >> kTokenBits != tag) continue;
      const Token token = slot & (kMostTokens - 1);
      const Merge of = merges_.merges[token];
      if (of.left == left && of.right == right) return token;
    }
  }

  /// Whether merging a text ever leaves `left` and `right` side by side. A sequence of tokens is
  /// what its text merges into exactly when this holds for each of its neighbours.
  bool canFollow(Token left, Token right) const;

 private:
  static constexpr uint32_t kTokenBits = 18;
  static constexpr uint32_t kTagBits = 14;
  /// Twice as many slots as the largest vocabulary has tokens: most that are asked for are absent,
  /// and an empty slot says so.
  static constexpr uint32_t kSlots = 2 * kMostTokens;
  static constexpr uint32_t kSlotMask = kSlots - 1;
  /// The last token of the largest vocabulary with all tag bits set; a vocabulary has fewer tokens.
  static constexpr uint32_t kEmpty = 0xFFFFFFFF;
  static constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;

  [[gnu::noinline]] bool insert(Token from, Token to);

  Merges merges_;
  std::unique_ptr<uint32_t[]> slots_;
};

}  // namespace epitome::bpe
