#include "tokens/bpe/entropy.h"

#include <algorithm>
#include <cstring>

namespace epitome::bpe {
namespace {

constexpr uint32_t kLanes = 8;
/// Behind a context's last range; larger than every slot.
constexpr uint16_t kPadding = 0x7FFF;
/// A context's frequencies are made anew when its readings grew by a sixteenth, and by this at
/// least.
constexpr uint32_t kStepShift = 4;
constexpr uint32_t kLeastStep = 2;
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
      stride_((symbols + kLanes) / kLanes * kLanes),
      weight_(weight),
      starts_(std::make_unique_for_overwrite<uint16_t[]>(size_t{contexts} * stride_)),
      seen_(std::make_unique<uint32_t[]>(size_t{contexts} * symbols)),
      due_(std::make_unique<Due[]>(contexts)) {
  std::fill_n(starts_.get(), size_t{contexts} * stride_, kPadding);
}

void AdaptiveModel::refresh(uint32_t context, Parent parent) {
  const uint32_t* seen = &seen_[context * symbols_];
  Due& due = due_[context];
  const uint32_t symbols = symbols_;
  uint16_t opinions[kMostSymbols];
  if (parent.model == nullptr || parent.model->due_[parent.context].readings == 0) {
    std::fill_n(opinions, symbols, static_cast<uint16_t>(kScale / symbols));
  } else {
    const uint16_t* starts = parent.model->rowOf(parent.context);
    for (uint32_t i = 0; i < symbols; ++i) {
      opinions[i] = static_cast<uint16_t>(starts[i + 1] - starts[i]);
    }
  }
  // Only multiplied, added and rounded down: the same in every language.
  const double share = static_cast<double>(kScale - symbols) / (due.readings + weight_);
  const double parentShare = share * weight_ / kScale;
  int32_t values[kMostSymbols];
  for (uint32_t i = 0; i < symbols; ++i) {
    const double exact = static_cast<int32_t>(seen[i]) * share + opinions[i] * parentShare;
    values[i] = 1 + static_cast<int32_t>(exact);
  }
  int32_t sum = 0;
  uint32_t most = 0;
  for (uint32_t i = 0; i < symbols; ++i) {
    sum += values[i];
    if (values[i] > values[most]) most = i;
  }
  // What rounding left goes to the most frequent symbol.
  values[most] += static_cast<int32_t>(kScale) - sum;
  uint16_t* starts = rowOf(context);
  int32_t start = 0;
  for (uint32_t i = 0; i < symbols; ++i) {
    starts[i] = static_cast<uint16_t>(start);
    start += values[i];
  }
  starts[symbols] = kScale;
  due.at = due.readings + std::max(kLeastStep, due.readings >> kStepShift);
}

}  // namespace epitome::bpe
