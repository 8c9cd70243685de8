#include "tokens/bpe/entropy.h"

#include <algorithm>
#include <cstring>

namespace epitome::bpe {
namespace {

/// Larger than every slot.
constexpr uint16_t kPadding = 0x7FFF;
/// A context's frequencies are made anew when its readings grew by a sixteenth, and by this at
/// least.
constexpr uint32_t kStepShift = 4;
constexpr uint32_t kLeastStep = 2;

}  // namespace

SymbolReader::SymbolReader(std::span<const uint8_t> symbols, std::span<const uint8_t> bits)
    : symbols_(symbols), bits_(bits) {
  state_ = wordAt(0) << 16 | wordAt(2);
  at_ = 4;
}

bool SymbolReader::atEnd() const {
  return at_ == symbols_.size() && (bitAt_ + 7) / 8 == bits_.size() && state_ == kLeastState;
}

AdaptiveModel::AdaptiveModel(uint32_t contexts, uint32_t symbols, uint32_t weight)
    : symbols_(symbols),
      rowSize_(kLandmarks + (symbols + kStride) / kStride * kStride),
      weight_(weight),
      rows_(std::make_unique_for_overwrite<uint16_t[]>(size_t{contexts} * rowSize_)),
      seen_(std::make_unique<uint32_t[]>(size_t{contexts} * symbols)),
      due_(std::make_unique<Due[]>(contexts)) {
  std::fill_n(rows_.get(), size_t{contexts} * rowSize_, kPadding);
}

void AdaptiveModel::refresh(uint32_t context, Parent parent) {
  const uint32_t* seen = &seen_[context * symbols_];
  Due& due = due_[context];
  const uint32_t symbols = symbols_;
  uint16_t opinions[kMostSymbols];
  if (parent.model == nullptr || parent.model->due_[parent.context].readings == 0) {
    std::fill_n(opinions, symbols, static_cast<uint16_t>(kScale / symbols));
  } else {
    const uint16_t* starts = parent.model->rowOf(parent.context) + kLandmarks;
    for (uint32_t i = 0; i < symbols; ++i) {
      opinions[i] = static_cast<uint16_t>(starts[i + 1] - starts[i]);
    }
  }
  // Only multiplied, divided, added and rounded down: the same in every language.
  const float share =
      static_cast<float>(kScale - symbols) / static_cast<float>(due.readings + weight_);
  const float parentShare = share * static_cast<float>(weight_) / static_cast<float>(kScale);
  int32_t values[kMostSymbols];
  for (uint32_t i = 0; i < symbols; ++i) {
    const float exact = static_cast<float>(static_cast<int32_t>(seen[i])) * share +
                        static_cast<float>(opinions[i]) * parentShare;
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
  uint16_t* row = rowOf(context);
  uint16_t* starts = row + kLandmarks;
  int32_t start = 0;
  for (uint32_t i = 0; i < symbols; ++i) {
    starts[i] = static_cast<uint16_t>(start);
    start += values[i];
  }
  starts[symbols] = kScale;
  for (uint32_t i = 0; i * kStride < symbols; ++i) row[i] = starts[i * kStride];
  due.at = due.readings + std::max(kLeastStep, due.readings >> kStepShift);
}

}  // namespace epitome::bpe
