/// The numbers of a packed vocabulary: adaptive models and the coder that reads symbols by them.
/// bindings/vocabulary/entropy.mjs writes what this reads, with the same arithmetic. Refuses to
/// know what the symbols mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace epitome::bpe {

/// Frequencies of a context sum to 2^14.
constexpr uint32_t kScaleBits = 14;
constexpr uint32_t kScale = 1U << kScaleBits;

/// Reads symbols by their frequencies, and plain bits from a stream of their own. Past the end it
/// reads whatever is there or zeros; `atEnd` tells.
class SymbolReader {
 public:
  SymbolReader(std::span<const uint8_t> symbols, std::span<const uint8_t> bits);

  /// Where in 0 .. kScale-1 the next symbol's range is hit.
  uint32_t slot() const { return state_ & (kScale - 1); }
  /// Goes behind the symbol whose range is [start, start + frequency).
  void advance(uint32_t start, uint32_t frequency) {
    const uint32_t state = frequency * (state_ >> kScaleBits) + slot() - start;
    // Whether more is needed could not be foretold: both are made, and one is taken.
    const uint32_t refilled = state << 16 | wordAt(at_);
    const bool refill = state < kLeastState;
    state_ = refill ? refilled : state;
    at_ += refill ? 2 : 0;
  }
  /// `count` plain bits, at most 24.
  uint32_t plain(uint32_t count) {
    const size_t byte = bitAt_ >> 3;
    const uint32_t shift = bitAt_ & 7;
    bitAt_ += count;
    uint32_t word = 0;
    if (byte + sizeof word <= bits_.size()) {
      std::memcpy(&word, &bits_[byte], sizeof word);
    } else {
      for (size_t i = byte; i < bits_.size(); ++i) word |= uint32_t{bits_[i]} << (8 * (i - byte));
    }
    return word >> shift & ((1U << count) - 1);
  }

  /// All was read and no more, and the coder is back where the writer began.
  bool atEnd() const;

 private:
  static constexpr uint32_t kLeastState = 0x10000;

  uint32_t wordAt(size_t at) const {
    if (symbols_.size() < 2) return 0;
    const uint8_t* from = &symbols_[at < symbols_.size() - 2 ? at : symbols_.size() - 2];
    return from[0] | static_cast<uint32_t>(from[1]) << 8;
  }

  std::span<const uint8_t> symbols_;
  std::span<const uint8_t> bits_;
  size_t at_ = 0;
  size_t bitAt_ = 0;
  uint32_t state_ = 0;
};

/// The most symbols that a model tells apart.
constexpr uint32_t kMostSymbols = 144;

/// One context's ranges: eight landmarks, the start of every 24th symbol's range; then the start of
/// each symbol's range, kScale behind the last. What is unused is larger than every slot.
constexpr uint32_t kLandmarks = 8;
constexpr uint32_t kStride = 24;
static_assert(kLandmarks * kStride > kMostSymbols);

/// How many of `vectors` * 8 numbers are at most `slot`. No branch: none could be foretold.
template <uint32_t vectors>
uint32_t countAtMost(const uint16_t* numbers, uint32_t slot) {
  using Lanes = int16_t __attribute__((vector_size(16)));
  const auto limit = static_cast<int16_t>(slot);
  Lanes counts = {};
  for (uint32_t i = 0; i < vectors; ++i) {
    Lanes lanes;
    std::memcpy(&lanes, numbers + 8 * i, sizeof lanes);
    counts -= lanes <= limit;
  }
  uint64_t halves[2];
  std::memcpy(halves, &counts, sizeof halves);
  return static_cast<uint32_t>(((halves[0] + halves[1]) * 0x0001000100010001) >> 48);
}

/// The symbol whose range `slot` is in.
inline uint32_t symbolAt(const uint16_t* row, uint32_t slot) {
  const uint32_t from = (countAtMost<1>(row, slot) - 1) * kStride;
  return from + countAtMost<kStride / 8>(row + kLandmarks + from, slot) - 1;
}

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
  uint32_t read(SymbolReader& reader, uint32_t context, Parent parent) {
    if (due_[context].readings == 0) refresh(context, parent);
    const uint16_t* row = rowOf(context);
    const uint32_t symbol = symbolAt(row, reader.slot());
    const uint16_t* starts = row + kLandmarks;
    const uint32_t start = starts[symbol];
    reader.advance(start, starts[symbol + 1] - start);
    learn(context, symbol, parent);
    return symbol;
  }
  /// Learns a symbol that was read in a child's context.
  void learn(uint32_t context, uint32_t symbol, Parent parent) {
    ++seen_[context * symbols_ + symbol];
    Due& due = due_[context];
    if (++due.readings >= due.at) refresh(context, parent);
  }

 private:
  /// Readings in a context, and at how many its frequencies are made anew.
  struct Due {
    uint32_t readings = 0;
    uint32_t at = 0;
  };

  uint16_t* rowOf(uint32_t context) const { return &rows_[context * rowSize_]; }
  void refresh(uint32_t context, Parent parent);

  uint32_t symbols_;
  uint32_t rowSize_;
  uint32_t weight_;
  /// By context: its ranges, and how often each symbol was seen.
  std::unique_ptr<uint16_t[]> rows_;
  std::unique_ptr<uint32_t[]> seen_;
  std::unique_ptr<Due[]> due_;
};

}  // namespace epitome::bpe
