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

/// The most symbols that a model tells apart.
constexpr uint32_t kMostSymbols = 128;

/// Frequencies of one context's symbols: where each symbol's range starts, kScale behind the last,
/// and padding that is larger than every slot. `size` is a multiple of eight.
struct RangeRow {
  const uint16_t* starts = nullptr;
  uint32_t size = 0;
};

/// The symbol whose range `slot` is in.
inline uint32_t symbolAt(RangeRow row, uint32_t slot) {
  // Counts the ranges that start at or before the slot: no branch, for none could be foretold.
  using Lanes = int16_t __attribute__((vector_size(16)));
  const auto limit = static_cast<int16_t>(slot);
  Lanes before = {};
  for (uint32_t at = 0; at < row.size; at += 8) {
    Lanes starts;
    std::memcpy(&starts, row.starts + at, sizeof starts);
    before -= starts <= limit;
  }
  uint64_t halves[2];
  std::memcpy(halves, &before, sizeof halves);
  return static_cast<uint32_t>(((halves[0] + halves[1]) * 0x0001000100010001) >> 48) - 1;
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
    const uint16_t* starts = rowOf(context);
    const uint32_t symbol = symbolAt({starts, stride_}, reader.slot());
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

  uint16_t* rowOf(uint32_t context) const { return &starts_[context * stride_]; }
  void refresh(uint32_t context, Parent parent);

  uint32_t symbols_;
  uint32_t stride_;
  uint32_t weight_;
  /// By context: a RangeRow, and how often each symbol was seen.
  std::unique_ptr<uint16_t[]> starts_;
  std::unique_ptr<uint32_t[]> seen_;
  std::unique_ptr<Due[]> due_;
};

}  // namespace epitome::bpe
