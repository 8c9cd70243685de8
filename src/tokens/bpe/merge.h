/// Merges the bytes of a piece into tokens. Decides how a piece of any length is merged in linear
/// time; refuses to know how a text falls into pieces.
///
/// Short pieces are merged as the definition says, lowest rank first. Longer ones in windows that
/// overlap: tokens that may stand side by side are what the text merges into, whoever found them
/// (`Vocabulary::canFollow`), so a window's result is good up to near its end, and where the next
/// window's first token may follow, the two join. Where none may, windows grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tokens/bpe/characters.h"
#include "tokens/bpe/vocabulary.h"

namespace epitome::bpe {

class Merger {
 public:
  explicit Merger(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  /// Tokens of a piece of `size` bytes (at least one, less than 2^32).
  size_t count(const uint8_t* piece, size_t size);

  /// Bytes of the longest run of at most `most` tokens at the start of a piece that has more:
  /// merged alone, these bytes are that many tokens. May end inside a code point.
  size_t bytesOfTokens(const uint8_t* piece, size_t size, size_t most);

  /// Merges longer pieces than this in windows (8 to 64 bytes). For tests, which want many joins.
  void setWindow(size_t bytes) { window_ = bytes; }

 private:
  /// What a mask of 64 bits tells the parts of.
  static constexpr size_t kShort = 64;

  struct Placed {
    Token token;
    uint32_t end;
  };
  struct Link {
    Token token;
    uint32_t previous;
    uint32_t next;
    /// What this and the next one merge into.
    Token merged;
  };

  /// Tokens and bytes at the start of a piece.
  struct Head {
    size_t tokens = 0;
    size_t bytes = 0;
  };

  uint64_t mergeShort(const uint8_t* piece, size_t size);
  uint64_t startWithBytes(const uint8_t* piece, uint32_t size);
  uint64_t startWithCharacters(const uint8_t* piece, uint32_t size);
  uint32_t keyOf(Token left, Token right, uint32_t place) const;
  void mergeLong(const uint8_t* piece, size_t size);
  void findWindow(const uint8_t* piece, size_t size);
  bool walk(const uint8_t* piece, size_t size, size_t window, size_t most, Head& head);
  Head head(const uint8_t* piece, size_t size, size_t most);

  const Vocabulary& vocabulary_;
  /// Made when a text first needs it.
  std::unique_ptr<Characters> characters_;
  size_t window_ = kShort;
  /// Of a short piece: the token that starts at each byte, and what the one behind it makes with
  /// it.
  alignas(16) Token starts_[kShort] = {};
  alignas(16) uint32_t keys_[kShort] = {};
  /// A window's tokens, with their ends in the window; those kept of the last one, in the piece.
  std::vector<Placed> found_;
  std::vector<Placed> kept_;
  /// Of a long window, by byte.
  std::vector<uint64_t> heap_;
  std::vector<Link> links_;
};

}  // namespace epitome::bpe
