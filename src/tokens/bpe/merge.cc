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
void store(uint32_t* to, Keys keys) { std::memcpy(to, &keys, sizeof keys); }
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

/// Pieces of fewer bytes have too few characters to gain from knowing them.
constexpr size_t kLeastCharacters = 6;

/// By how much windows grow when two of them cannot be joined.
constexpr size_t kGrowth = 16;

}  // namespace

inline uint32_t Merger::keyOf(Token left, Token right, uint32_t place) const {
  const Token token = vocabulary_.merged(left, right);
  return token == kNoToken ? kNoKey : token << kPlaceBits | place;
}

uint64_t Merger::startWithBytes(const uint8_t* piece, uint32_t size) {
  starts_[0] = vocabulary_.ofByte(piece[0]);
  for (uint32_t i = 1; i < size; ++i) {
    starts_[i] = vocabulary_.ofByte(piece[i]);
    keys_[i - 1] = keyOf(starts_[i - 1], starts_[i], i - 1);
  }
  return size == kShort ? ~uint64_t{0} : (uint64_t{1} << size) - 1;
}

/// Merges characters by themselves where that changes nothing. 0 when the piece is ill-formed.
uint64_t Merger::startWithCharacters(const uint8_t* piece, uint32_t size) {
  uint64_t alive = 0;
  uint32_t last = 0;
  const auto place = [this, &alive, &last](uint32_t at, Token token, bool joins) {
    starts_[at] = token;
    keys_[at] = kNoKey;
    if (joins && alive != 0) keys_[last] = keyOf(starts_[last], token, last);
    alive |= uint64_t{1} << at;
    last = at;
  };
  const auto placeBytes = [&](uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; ++i) place(i, vocabulary_.ofByte(piece[i]), true);
  };
  bool openBefore = false;
  for (uint32_t at = 0, end = 0; at < size; at = end) {
    const uint8_t lead = piece[at];
    const uint32_t bytes = lead < 0x80   ? 1
                           : lead < 0xC0 ? 0
                           : lead < 0xE0 ? 2
                           : lead < 0xF0 ? 3
                                         : 4;
    if (bytes == 0) {
      // A window can begin, and end, inside a character; a text's piece cannot.
      if (at > 2) return 0;
      end = at + 1;
      placeBytes(at, end);
      openBefore = true;
      continue;
    }
    end = std::min(at + bytes, size);
    for (uint32_t i = at + 1; i < end; ++i) {
      if ((piece[i] & 0xC0) != 0x80) return 0;
    }
    const bool overlong =
        bytes == 2 ? lead < 0xC2 : lead == 0xE0 && end - at > 1 && piece[at + 1] < 0xA0;
    if (overlong) return 0;
    bool openBehind = false;
    if (end < size) {
      const uint8_t next = piece[end];
      openBehind =
          next >= 0x80 && end + 1 == size
              ? true
              : characters_->mayCross(piece[end - 1], next, next < 0x80 ? 0 : piece[end + 1]);
    }
    if (bytes == 1 || bytes == 4 || end - at < bytes || openBefore || openBehind) {
      placeBytes(at, end);
    } else {
      const Character character = characters_->at(piece + at, bytes);
      switch (character.shape) {
        case Shape::kToken:
          place(at, character.token, true);
          break;
        case Shape::kPairByte:
          place(at, character.token, true);
          place(at + 2, vocabulary_.ofByte(piece[at + 2]), false);
          break;
        case Shape::kBytePair:
          place(at, vocabulary_.ofByte(lead), true);
          place(at + 1, character.token, false);
          break;
        default:
          placeBytes(at, end);
          break;
      }
    }
    openBefore = openBehind;
  }
  return alive;
}

uint64_t Merger::mergeShort(const uint8_t* piece, size_t size) {
  const size_t quads = (size + 3) / 4;
  for (size_t i = 0; i < quads; ++i) store(keys_ + 4 * i, Keys{kNoKey, kNoKey, kNoKey, kNoKey});
  uint64_t alive = 0;
  // Behind a space or another sign, what is not ASCII is seldom alone.
  if (size >= kLeastCharacters && piece[1] >= 0x80) {
    if (characters_ == nullptr) characters_ = std::make_unique<Characters>(vocabulary_);
    alive = startWithCharacters(piece, static_cast<uint32_t>(size));
  }
  if (alive == 0) alive = startWithBytes(piece, static_cast<uint32_t>(size));

  // Locals: a store of a key must not look like it could change a member.
  Token* starts = starts_;
  uint32_t* keys = keys_;
  for (;;) {
    const uint32_t key = smallest(keys, quads);
    if (key == kNoKey) return alive;
    const Token token = key >> kPlaceBits;
    auto place = key & ((1U << kPlaceBits) - 1);
    // What is made now merges later, so that of this rank the next one, if it comes next, is next.
    for (bool again = true; again;) {
      const uint64_t behind = alive & (~uint64_t{1} << place);
      const auto gone = static_cast<uint32_t>(std::countr_zero(behind));
      alive ^= uint64_t{1} << gone;
      keys[gone] = kNoKey;
      starts[place] = token;
      const uint64_t before = alive & ((uint64_t{1} << place) - 1);
      if (before != 0) {
        const auto left = static_cast<uint32_t>(63 - std::countl_zero(before));
        keys[left] = keyOf(starts[left], token, left);
      }
      const uint64_t after = behind & (behind - 1);
      const auto next = static_cast<uint32_t>(std::countr_zero(after));
      again = after != 0 && keys[next] >> kPlaceBits == token;
      if (again) {
        keys[place] = kNoKey;
        place = next;
      } else {
        keys[place] = after == 0 ? kNoKey : keyOf(token, starts[next], place);
      }
    }
  }
}

void Merger::mergeLong(const uint8_t* piece, size_t size) {
  const auto last = static_cast<uint32_t>(size - 1);
  links_.resize(size);
  heap_.clear();
  const auto look = [this](uint32_t place) {
    Link& link = links_[place];
    link.merged =
        link.next == kNoToken ? kNoToken : vocabulary_.merged(link.token, links_[link.next].token);
  };
  // Of neighbours that would merge alike only the first is in the heap: the others' turn comes from
  // left to right after it. Whoever takes it away puts in the one behind.
  const auto offer = [this](uint32_t place) {
    const Link& link = links_[place];
    if (link.merged == kNoToken) return;
    if (place != 0 && links_[link.previous].merged == link.merged) return;
    heap_.push_back(uint64_t{link.merged} << 32 | place);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  };
  for (uint32_t i = 0; i <= last; ++i) {
    links_[i] = {vocabulary_.ofByte(piece[i]), i - 1, i == last ? kNoToken : i + 1, kNoToken};
  }
  for (uint32_t i = 0; i < last; ++i) look(i);
  for (uint32_t i = 0; i < last; ++i) offer(i);
  while (!heap_.empty()) {
    const uint64_t entry = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    const auto token = static_cast<Token>(entry >> 32);
    auto place = static_cast<uint32_t>(entry);
    // Entries are not taken out when their tokens are: they no longer agree.
    while (links_[place].merged == token) {
      Link& link = links_[place];
      links_[link.next].merged = kNoToken;
      link.token = token;
      link.next = links_[link.next].next;
      link.merged = kNoToken;
      if (place != 0) look(link.previous);
      const uint32_t next = link.next;
      if (next == kNoToken) {
        if (place != 0) offer(link.previous);
        break;
      }
      links_[next].previous = place;
      if (links_[next].merged == token) {
        if (place != 0) offer(link.previous);
        place = next;
        continue;
      }
      look(place);
      if (place != 0) offer(link.previous);
      offer(place);
      offer(next);
    }
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
