/// The numbers of a packed vocabulary: adaptive models and the coder that reads symbols by them.
/// bindings/vocabulary/entropy.mjs writes what this reads, with the same arithmetic. Refuses to
/// know what the symbols mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace epitome::bpe {

/// Frequencies of a context sum to 2^14.
constexpr uint32_t kScaleBits = 14;
constexpr uint32_t kScale = 1U << kScaleBits;

/// Reads symbols by their frequencies, and plain bits from a stream of their own. Past the end both
/// read zeros and `ok` says so.
class SymbolReader {
 public:
  SymbolReader(std::span<const uint8_t> symbols, std::span<const uint8_t> bits);

  /// Where in 0 .. kScale-1 the next symbol's range is hit.
  uint32_t slot() const { return state_ & (kScale - 1); }
  /// Goes behind the symbol whose range is [start, start + frequency).
  void advance(uint32_t start, uint32_t frequency) {
    state_ = frequency * (state_ >> kScaleBits) + (state_ & (kScale - 1)) - start;
    if (state_ < 0x10000) state_ = state_ << 16 | next16();
  }
  /// `count` plain bits, at most 24.
  uint32_t plain(uint32_t count);

  /// Nothing was missing so far.
  bool ok() const { return ok_; }
  /// All was read, and the coder is back where the writer began.
  bool atEnd() const;

 private:
  uint32_t next16() {
    if (symbols_.size() - at_ < 2) {
      ok_ = false;
      return 0;
    }
    const uint32_t low = symbols_[at_];
    const uint32_t high = symbols_[at_ + 1];
    at_ += 2;
    return low | high << 8;
  }

  std::span<const uint8_t> symbols_;
  std::span<const uint8_t> bits_;
  size_t at_ = 0;
  size_t bitAt_ = 0;
  uint32_t state_ = 0;
  uint64_t pending_ = 0;
  uint32_t pendingBits_ = 0;
  bool ok_ = true;
};

/// Frequencies of symbols in each of several contexts. They follow what was read, in steps that
/// grow with it, and lean on a parent's while little was.
class AdaptiveModel {
 public:
  /// `weight`: how many readings the parent's opinion is worth.
  AdaptiveModel(uint32_t contexts, uint32_t symbols, uint32_t weight);

  /// A context of a model; without a model all symbols are alike.
  struct Parent {
    const AdaptiveModel* model = nullptr;
    uint32_t context = 0;
  };

  /// Reads a symbol in a context, and learns it there.
  uint32_t read(SymbolReader& reader, uint32_t context, Parent parent);
  /// Learns a symbol that was read in a child's context.
  void learn(uint32_t context, uint32_t symbol, Parent parent);

 private:
  void refresh(uint32_t context, Parent parent);
  uint32_t frequency(uint32_t context, uint32_t symbol) const;

  uint32_t symbols_;
  uint32_t stride_;
  uint32_t weight_;
  /// By context and symbol: where the symbol's range ends, and how often it was seen.
  std::unique_ptr<uint16_t[]> ends_;
  std::unique_ptr<uint32_t[]> seen_;
  /// By context: readings, and at how many the frequencies are made anew.
  std::unique_ptr<uint32_t[]> total_;
  std::unique_ptr<uint32_t[]> due_;
};

}  // namespace epitome::bpe
