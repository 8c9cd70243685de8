/// Counts a text's tokens exactly, and finds where so many of them end. Decides how a text passes
/// by in pieces, whatever they split; refuses to know where it comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "tokens/bpe/merge.h"
#include "tokens/bpe/vocabulary.h"

namespace epitome::bpe {

constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max();

/// A place in a text between two code points.
struct Cut {
  /// UTF-16 code units before it.
  uint64_t units = 0;
  /// Tokens of the text before it, as far as they were counted.
  uint64_t tokens = 0;
};

/// Text is written into a buffer that this owns, piece by piece. Memory: the buffer, which is
/// bounded unless a single pre-token is longer; then it grows to less than four times that
/// pre-token's bytes, and shrinks with the next text.
class Counter {
 public:
  /// `vocabulary` must be loaded, stay where it is, and outlive this.
  explicit Counter(const Vocabulary& vocabulary);

  /// Starts a text. With a limit, counting stops with the pre-token that exceeds it.
  void begin(uint64_t limit = kNoLimit);

  /// Where the text's next bytes are to be written, and how many at most. Valid until `feed`.
  std::span<uint8_t> room();
  /// Takes bytes that were written there. `final`: the text ends with them. Nothing may follow a
  /// final piece, nor one after which `exceeded`.
  void feed(size_t bytes, bool final);

  /// Tokens so far; all of the text's after its final piece.
  uint64_t tokens() const { return tokens_; }
  /// The text has more tokens than the limit.
  bool exceeded() const { return exceeded_; }

  /// After `exceeded`: places where the text can be cut, the furthest first. What precedes one has
  /// about `limit` tokens or fewer when counted alone: a cut changes how the text before it falls
  /// into pre-tokens, so each has to be counted from `anchor` on before it is taken.
  std::span<const Cut> cuts() const { return {cuts_, cutCount_}; }
  /// After `exceeded`: a place before all cuts whose count no cut changes.
  Cut anchor() const { return anchor_; }

 private:
  static constexpr size_t kBuffer = size_t{1} << 16;
  /// Behind the text, so that a glance may look past its end.
  static constexpr size_t kSlack = 32;
  static constexpr size_t kCacheBits = 13;
  static constexpr size_t kCacheKey = 16;
  /// Pre-tokens that are remembered while there is a limit. Where one ends depends on at most three
  /// that follow.
  static constexpr size_t kRemembered = 8;
  static constexpr size_t kDependent = 4;
  /// Places within the pre-token that exceeds the limit.
  static constexpr size_t kInnerCuts = 3;
  static constexpr size_t kCuts = kInnerCuts + kRemembered;

  size_t countPiece(const uint8_t* piece, size_t size);
  template <PreTokenizer kind>
  size_t countPieces(size_t size, bool final);
  size_t countWithin(size_t size, bool final);
  void findCuts(const uint8_t* piece, size_t size, size_t tokens);

  const Vocabulary& vocabulary_;
  Merger merger_;
  std::unique_ptr<uint8_t[]> buffer_;
  size_t capacity_ = 0;
  /// Bytes in the buffer that belong to an unfinished pre-token.
  size_t held_ = 0;
  uint64_t tokens_ = 0;
  uint64_t limit_ = kNoLimit;

  bool exceeded_ = false;
  /// Where pre-tokens began, the latest at `seen_ - 1` modulo the room.
  Cut starts_[kRemembered];
  size_t seen_ = 0;
  uint64_t units_ = 0;
  Cut cuts_[kCuts];
  size_t cutCount_ = 0;
  Cut anchor_;

  /// Short pre-tokens: their bytes with their length behind, and how many tokens they are.
  struct alignas(kCacheKey) CacheKey {
    uint8_t bytes[kCacheKey];
  };
  std::unique_ptr<CacheKey[]> cacheKeys_;
  std::unique_ptr<uint8_t[]> cacheCounts_;
};

/// Tokens of a whole text.
uint64_t countTokens(Counter& counter, std::string_view utf8);

}  // namespace epitome::bpe
