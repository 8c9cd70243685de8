#include "tokens/bpe/merge.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace epitome::bpe {
namespace {

/// A merge and where it happens in one number, so that the smallest is the lowest rank and of those
/// the leftmost: six bits of place below the rank.
constexpr uint32_t kPlaceBits = 6;
constexpr uint32_t kNoKey = 0xFFFFFFFF;

using Keys = uint32_t __attribute__((vector_size(16)));

Keys load(const uint32_t* from) {
  Keys keys;
  std::memcpy(&keys, from, sizeof keys);
  return keys;
}
Keys smaller(Keys one, Keys other) { return one < other ? one : other; }

/// The smallest of the first `quads` * 4 keys.
uint32_t smallest(const uint32_t* keys, size_t quads) {
  Keys least = load(keys);
  for (size_t i = 1; i < quads; ++i) least = smaller(least, load(keys + 4 * i));
  least = smaller(least, __builtin_shufflevector(least, least, 2, 3, 0, 1));
  least = smaller(least, __builtin_shufflevector(least, least, 1, 0, 3, 2));
  return least[0];
}

/// A window's last tokens are not settled: what follows may have merged with them.
size_t unsettled(size_t window) { return window / 4; }

/// By how much windows grow when two of them cannot be joined.
constexpr size_t kGrowth = 16;

}  // namespace

uint64_t Merger::mergeShort(const uint8_t* piece, size_t size) {
  // Locals: a store of a key must not look like it could change a member.
  Token* starts = starts_;
  uint32_t* keys = keys_;
  const Vocabulary& vocabulary = vocabulary_;
  const auto keyOf = [&vocabulary](Token left, Token right, uint32_t place) {
    const Token token = vocabulary.merged(left, right);
    return token == kNoToken ? kNoKey : token << kPlaceBits | place;
  };
  starts[0] = vocabulary.ofByte(piece[0]);
  for (uint32_t i = 1; i < size; ++i) {
    starts[i] = vocabulary.ofByte(piece[i]);
    keys[i - 1] = keyOf(starts[i - 1], starts[i], i - 1);
  }
  const size_t quads = (size + 3) / 4;
  for (size_t i = size - 1; i < quads * 4; ++i) keys[i] = kNoKey;

  uint64_t alive = size == kShort ? ~uint64_t{0} : (uint64_t{1} << size) - 1;
  for (;;) {
    const uint32_t key = smallest(keys, quads);
    if (key == kNoKey) return alive;
    const uint32_t place = key & ((1U << kPlaceBits) - 1);
    const Token token = key >> kPlaceBits;
    const uint64_t behind = alive & (~uint64_t{1} << place);
    const auto gone = static_cast<uint32_t>(std::countr_zero(behind));
    alive ^= uint64_t{1} << gone;
    keys[gone] = kNoKey;
    starts[place] = token;
    const uint64_t after = behind & (behind - 1);
    keys[place] = after == 0 ? kNoKey : keyOf(token, starts[std::countr_zero(after)], place);
    const uint64_t before = alive & ((uint64_t{1} << place) - 1);
    if (before != 0) {
      const auto left = static_cast<uint32_t>(63 - std::countl_zero(before));
      keys[left] = keyOf(starts[left], token, left);
    }
  }
}

void Merger::mergeLong(const uint8_t* piece, size_t size) {
  const auto last = static_cast<uint32_t>(size - 1);
  links_.resize(size);
  heap_.clear();
  const auto offer = [this](uint32_t place) {
    Link& link = links_[place];
    link.merged =
        link.next == kNoToken ? kNoToken : vocabulary_.merged(link.token, links_[link.next].token);
    return link.merged == kNoToken ? 0 : uint64_t{link.merged} << 32 | place;
  };
  for (uint32_t i = 0; i <= last; ++i) {
    links_[i] = {vocabulary_.ofByte(piece[i]), i - 1, i == last ? kNoToken : i + 1, kNoToken};
  }
  for (uint32_t i = 0; i < last; ++i) {
    if (const uint64_t entry = offer(i); entry != 0) heap_.push_back(entry);
  }
  std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  const auto push = [this](uint64_t entry) {
    if (entry == 0) return;
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  };
  while (!heap_.empty()) {
    const uint64_t entry = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    const auto place = static_cast<uint32_t>(entry);
    Link& link = links_[place];
    // Entries are not taken out when their tokens are: they no longer agree.
    if (link.merged != entry >> 32) continue;
    Link& gone = links_[link.next];
    gone.merged = kNoToken;
    link.token = link.merged;
    link.next = gone.next;
    if (link.next != kNoToken) links_[link.next].previous = place;
    push(offer(place));
    if (place != 0) push(offer(link.previous));
  }
  found_.clear();
  for (uint32_t i = 0; i != kNoToken; i = links_[i].next) {
    const uint32_t next = links_[i].next;
    found_.push_back({links_[i].token, next == kNoToken ? last + 1 : next});
  }
}

void Merger::findWindow(const uint8_t* piece, size_t size) {
  if (size > kShort) {
    mergeLong(piece, size);
    return;
  }
  uint64_t alive = mergeShort(piece, size);
  found_.clear();
  while (alive != 0) {
    const auto place = static_cast<uint32_t>(std::countr_zero(alive));
    alive &= alive - 1;
    const auto end =
        alive == 0 ? static_cast<uint32_t>(size) : static_cast<uint32_t>(std::countr_zero(alive));
    found_.push_back({starts_[place], end});
  }
}

/// False when two windows could not be joined.
bool Merger::walk(const uint8_t* piece, size_t size, size_t window, size_t most, Head& head) {
  size_t start = 0;
  size_t tokens = 0;
  kept_.clear();
  for (;;) {
    const size_t bytes = std::min(window, size - start);
    findWindow(piece + start, bytes);
    const Token last = kept_.empty() ? kNoToken : kept_.back().token;
    if (last != kNoToken && !vocabulary_.canFollow(last, found_[0].token)) {
      // Perhaps the window begins where the merges of its first token were still open: one earlier.
      if (kept_.size() <= 1) return false;
      kept_.pop_back();
      --tokens;
      start = kept_.back().end;
      continue;
    }
    size_t keep = found_.size();
    if (start + bytes < size) {
      while (keep > 1 && bytes - found_[keep - 1].end < unsettled(window)) --keep;
    }
    kept_.clear();
    for (size_t i = 0; i < keep; ++i) {
      const auto end = static_cast<uint32_t>(start + found_[i].end);
      kept_.push_back({found_[i].token, end});
    }
    if (keep >= most - tokens) {
      head = {most, kept_[most - tokens - 1].end};
      return true;
    }
    tokens += keep;
    start = kept_.back().end;
    if (start == size) {
      head = {tokens, size};
      return true;
    }
  }
}

Merger::Head Merger::head(const uint8_t* piece, size_t size, size_t most) {
  Head head;
  size_t window = window_;
  while (!walk(piece, size, window, most, head)) window = std::min(size, window * kGrowth);
  return head;
}

size_t Merger::count(const uint8_t* piece, size_t size) {
  if (size <= window_) return static_cast<size_t>(std::popcount(mergeShort(piece, size)));
  return head(piece, size, SIZE_MAX).tokens;
}

size_t Merger::bytesOfTokens(const uint8_t* piece, size_t size, size_t most) {
  return most == 0 ? 0 : head(piece, size, most).bytes;
}

}  // namespace epitome::bpe
