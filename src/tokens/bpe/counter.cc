#include "tokens/bpe/counter.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "text/utf.h"
#include "tokens/bpe/bytes16.h"
#include "tokens/bpe/scan.h"

namespace epitome::bpe {
namespace {

/// By length: ones for the bytes that belong to a key, zeros behind.
constexpr auto kKeyMasks = [] {
  std::array<std::array<uint8_t, 16>, 16> masks{};
  for (size_t length = 0; length < 16; ++length) {
    for (size_t i = 0; i < length; ++i) masks[length][i] = 0xFF;
  }
  return masks;
}();

std::string_view textOf(const uint8_t* bytes, size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

bool continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

Counter::Counter(const Vocabulary& vocabulary)
    : vocabulary_(vocabulary),
      merger_(vocabulary),
      cacheKeys_(std::make_unique<CacheKey[]>(size_t{1} << kCacheBits)),
      cacheCounts_(std::make_unique<uint8_t[]>(size_t{1} << kCacheBits)) {
  begin();
}

void Counter::begin(uint64_t limit) {
  if (capacity_ != kBuffer) {
    buffer_.reset();
    buffer_ = std::make_unique<uint8_t[]>(kBuffer + kSlack);
    capacity_ = kBuffer;
  }
  held_ = 0;
  tokens_ = 0;
  limit_ = limit;
  exceeded_ = false;
  seen_ = 0;
  units_ = 0;
  cutCount_ = 0;
  anchor_ = {};
}

std::span<uint8_t> Counter::room() {
  // A pre-token fills half of the buffer: reading it again must not happen often.
  if (held_ > capacity_ / 2) {
    const size_t larger = capacity_ * 2;
    auto buffer = std::make_unique_for_overwrite<uint8_t[]>(larger + kSlack);
    std::memcpy(buffer.get(), buffer_.get(), held_);
    std::fill_n(buffer.get() + held_, larger + kSlack - held_, uint8_t{0});
    buffer_ = std::move(buffer);
    capacity_ = larger;
  }
  return {buffer_.get() + held_, capacity_ - held_};
}

void Counter::feed(size_t bytes, bool final) {
  const size_t size = held_ + std::min(bytes, capacity_ - held_);
  size_t done = 0;
  if (limit_ != kNoLimit) {
    done = countWithin(size, final);
  } else if (vocabulary_.preTokenizer() == PreTokenizer::kO200k) {
    done = countPieces<PreTokenizer::kO200k>(size, final);
  } else {
    done = countPieces<PreTokenizer::kCl100k>(size, final);
  }
  held_ = size - done;
  std::memmove(buffer_.get(), buffer_.get() + done, held_);
}

template <PreTokenizer kind>
size_t Counter::countPieces(size_t size, bool final) {
  const uint8_t* text = buffer_.get();
  size_t at = 0;
  uint64_t tokens = 0;
  while (at < size) {
    const size_t bytes = pieceBytes(kind, text + at, size - at, final);
    if (bytes == 0) break;
    tokens += countPiece(text + at, bytes);
    at += bytes;
  }
  tokens_ += tokens;
  return at;
}

size_t Counter::countPiece(const uint8_t* piece, size_t size) {
  if (size == 1) return 1;
  if (size >= kCacheKey) return merger_.count(piece, size);
  Bytes16 key = load16(piece) & load16(kKeyMasks[size].data());
  key[kCacheKey - 1] = static_cast<uint8_t>(size);
  uint64_t halves[2];
  std::memcpy(halves, &key, sizeof halves);
  const uint64_t hash = (halves[0] ^ (halves[1] << 29 | halves[1] >> 35)) * 0x9E3779B97F4A7C15;
  const size_t slot = hash >> (64 - kCacheBits);
  uint64_t known[2];
  std::memcpy(known, cacheKeys_[slot].bytes, sizeof known);
  if (known[0] == halves[0] && known[1] == halves[1]) return cacheCounts_[slot];
  const size_t count = merger_.count(piece, size);
  std::memcpy(cacheKeys_[slot].bytes, halves, sizeof halves);
  cacheCounts_[slot] = static_cast<uint8_t>(count);
  return count;
}

/// As `countPieces`, and remembers where pre-tokens begin.
size_t Counter::countWithin(size_t size, bool final) {
  const uint8_t* text = buffer_.get();
  size_t at = 0;
  while (at < size) {
    const size_t bytes = pieceBytes(vocabulary_.preTokenizer(), text + at, size - at, final);
    if (bytes == 0) break;
    starts_[seen_++ % kRemembered] = {units_, tokens_};
    const size_t tokens = countPiece(text + at, bytes);
    if (tokens > limit_ - tokens_) {
      exceeded_ = true;
      findCuts(text + at, bytes, limit_ - tokens_);
      return size;
    }
    tokens_ += tokens;
    units_ += text::utf16Length(textOf(text + at, bytes));
    at += bytes;
  }
  return at;
}

/// The pre-token `piece` has more than the `tokens` that are left.
void Counter::findCuts(const uint8_t* piece, size_t size, size_t tokens) {
  const size_t remembered = std::min(seen_, kRemembered);
  // Within the pre-token: behind its last token that fits, and a few earlier ones.
  for (size_t back = 0; back < kInnerCuts && back < tokens; ++back) {
    size_t bytes = merger_.bytesOfTokens(piece, size, tokens - back);
    while (bytes > 0 && bytes < size && continues(piece[bytes])) --bytes;
    const uint64_t units = units_ + text::utf16Length(textOf(piece, bytes));
    if (bytes == 0 || (cutCount_ > 0 && cuts_[cutCount_ - 1].units == units)) continue;
    cuts_[cutCount_++] = {units, tokens_ + tokens - back};
  }
  // Where it begins, and those before it that are far enough from the anchor.
  const bool all = remembered < kRemembered;
  for (size_t back = 1; back <= (all ? remembered : kRemembered - kDependent); ++back) {
    cuts_[cutCount_++] = starts_[(seen_ - back) % kRemembered];
  }
  anchor_ = all ? Cut{} : starts_[seen_ % kRemembered];
}

uint64_t countTokens(Counter& counter, std::string_view utf8) {
  counter.begin();
  size_t at = 0;
  do {
    const std::span<uint8_t> room = counter.room();
    const size_t bytes = std::min(room.size(), utf8.size() - at);
    std::memcpy(room.data(), utf8.data() + at, bytes);
    at += bytes;
    counter.feed(bytes, at == utf8.size());
  } while (at < utf8.size());
  return counter.tokens();
}

}  // namespace epitome::bpe
