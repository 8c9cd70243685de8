#include "tokens/bpe/entropy.h"

#include <algorithm>

#include "tokens/bpe/bytes16.h"

namespace epitome::bpe {
namespace {

constexpr uint32_t kLanes = 8;
/// Behind a context's last range; larger than every slot.
constexpr uint16_t kPadding = 0x7FFF;
/// A context's frequencies are made anew when its readings grew by a sixteenth, and by this at
/// least.
constexpr uint32_t kStepShift = 4;
constexpr uint32_t kLeastStep = 4;
constexpr uint32_t kStateStart = 0x10000;

}  // namespace

SymbolReader::SymbolReader(std::span<const uint8_t> symbols, std::span<const uint8_t> bits)
    : symbols_(symbols), bits_(bits) {
  state_ = next16();
  state_ = state_ << 16 | next16();
}

uint32_t SymbolReader::plain(uint32_t count) {
  while (pendingBits_ < count) {
    uint64_t byte = 0;
    if (bitAt_ < bits_.size()) {
      byte = bits_[bitAt_];
    } else {
      ok_ = false;
    }
    ++bitAt_;
    pending_ |= byte << pendingBits_;
    pendingBits_ += 8;
  }
  const auto value = static_cast<uint32_t>(pending_ & ((uint64_t{1} << count) - 1));
  pending_ >>= count;
  pendingBits_ -= count;
  return value;
}

bool SymbolReader::atEnd() const {
  return ok_ && at_ == symbols_.size() && bitAt_ == bits_.size() && state_ == kStateStart;
}

AdaptiveModel::AdaptiveModel(uint32_t contexts, uint32_t symbols, uint32_t weight)
    : symbols_(symbols),
      stride_((symbols + kLanes - 1) / kLanes * kLanes),
      weight_(weight),
      ends_(std::make_unique_for_overwrite<uint16_t[]>(size_t{contexts} * stride_)),
      seen_(std::make_unique<uint32_t[]>(size_t{contexts} * symbols)),
      total_(std::make_unique<uint32_t[]>(contexts)),
      due_(std::make_unique<uint32_t[]>(contexts)) {
  std::fill_n(ends_.get(), size_t{contexts} * stride_, kPadding);
}

uint32_t AdaptiveModel::frequency(uint32_t context, uint32_t symbol) const {
  if (total_[context] == 0) return kScale / symbols_;
  const uint16_t* ends = &ends_[size_t{context} * stride_];
  return symbol == 0 ? ends[0] : ends[symbol] - ends[symbol - 1];
}

void AdaptiveModel::refresh(uint32_t context, Parent parent) {
  uint16_t* ends = &ends_[size_t{context} * stride_];
  const uint32_t* seen = &seen_[size_t{context} * symbols_];
  const uint32_t total = total_[context];
  // Doubles, and only multiplied, added and rounded down: the same in every language.
  const double share = static_cast<double>(kScale - symbols_) / (total + weight_);
  const double parentShare = share * weight_ / kScale;
  uint32_t sum = 0;
  uint32_t most = 0;
  uint32_t largest = 0;
  for (uint32_t symbol = 0; symbol < symbols_; ++symbol) {
    const uint32_t opinion = parent.model == nullptr
                                 ? kScale / symbols_
                                 : parent.model->frequency(parent.context, symbol);
    const double exact = seen[symbol] * share + opinion * parentShare;
    const uint32_t value = 1 + static_cast<uint32_t>(exact);
    if (value > largest) {
      largest = value;
      most = symbol;
    }
    sum += value;
    ends[symbol] = static_cast<uint16_t>(sum);
  }
  // What rounding left goes to the most frequent symbol.
  const auto rest = static_cast<uint16_t>(kScale - sum);
  for (uint32_t symbol = most; symbol < symbols_; ++symbol) ends[symbol] += rest;
  due_[context] = total + std::max(kLeastStep, total >> kStepShift);
}

void AdaptiveModel::learn(uint32_t context, uint32_t symbol, Parent parent) {
  ++seen_[size_t{context} * symbols_ + symbol];
  if (++total_[context] >= due_[context]) refresh(context, parent);
}

uint32_t AdaptiveModel::read(SymbolReader& reader, uint32_t context, Parent parent) {
  if (total_[context] == 0) refresh(context, parent);
  const uint16_t* ends = &ends_[size_t{context} * stride_];
  const uint32_t slot = reader.slot();
  uint32_t symbol = 0;
  while (true) {
    const uint32_t below = lanesAtMost(ends + symbol, static_cast<uint16_t>(slot));
    symbol += below;
    if (below < kLanes) break;
  }
  const uint32_t start = symbol == 0 ? 0 : ends[symbol - 1];
  reader.advance(start, ends[symbol] - start);
  learn(context, symbol, parent);
  return symbol;
}

}  // namespace epitome::bpe
