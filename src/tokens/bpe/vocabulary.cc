#include "tokens/bpe/vocabulary.h"

#include <algorithm>
#include <utility>

namespace epitome::bpe {
namespace {

/// One function inserts this many: an engine that compiles what runs often gets its chance.
constexpr uint32_t kBatch = 4096;
/// Slots that are looked at for one pair. Trained vocabularies need some dozens; pairs that are all
/// alike, or chosen to collide, would need as many as there are.
constexpr uint32_t kMostProbes = 512;

}  // namespace

VocabularyError Vocabulary::load(std::span<const uint8_t> packed) {
  slots_.reset();
  Merges merges;
  const VocabularyError error = unpack(packed, merges);
  if (error != VocabularyError::kNone) return error;
  return adopt(std::move(merges)) ? error : VocabularyError::kDamaged;
}

bool Vocabulary::adopt(Merges merges) {
  merges_ = std::move(merges);
  slots_ = std::make_unique_for_overwrite<uint32_t[]>(kSlots);
  std::fill_n(slots_.get(), kSlots, kEmpty);
  for (Token from = kByteTokens; from < merges_.count; from += kBatch) {
    if (!insert(from, std::min(from + kBatch, merges_.count))) return false;
  }
  return true;
}

bool Vocabulary::insert(Token from, Token to) {
  for (Token token = from; token < to; ++token) {
    const Merge of = merges_.merges[token];
    const uint64_t hash = (uint64_t{of.left} << kTokenBits | of.right) * kMultiplier;
    const auto tag = static_cast<uint32_t>(hash >> (64 - kTagBits));
    uint64_t at = hash >> 16;
    const uint64_t end = at + kMostProbes;
    while (slots_[at & kSlotMask] != kEmpty) {
      if (++at == end) return false;
    }
    slots_[at & kSlotMask] = tag << kTokenBits | token;
  }
  return true;
}

bool Vocabulary::canFollow(Token left, Token right) const {
  // Undoes the merges of both sides, the last one first. Two halves that face each other at some
  // point would have merged, had their merge come before the one that is undone next. Of equal
  // merges the left one comes first.
  Token before = kNoToken;
  for (;;) {
    const Token across = merged(left, right);
    if (across < before) return false;
    const bool leftIsLater = left > right;
    const Token later = leftIsLater ? left : right;
    const Merge parts = merges_.merges[later];
    // A single byte, and so are all others that are not later than it: nothing is left to undo.
    if (later < kByteTokens) return true;
    if (leftIsLater) {
      before = later;
      left = parts.right;
    } else {
      before = later + 1;
      right = parts.left;
    }
  }
}

}  // namespace epitome::bpe
