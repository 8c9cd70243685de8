#include "tokens/bpe/unpack.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "tokens/bpe/entropy.h"

namespace epitome::bpe {
namespace {

constexpr uint8_t kVersion = 1;
/// Merges whose symbols are read together. Part of the format.
constexpr uint32_t kBatch = 1024;

// ---- what is remembered of a token, to tell later ones by

/// Classes of the bytes that a token begins or ends with: letters and common signs have their own.
constexpr uint32_t kClasses = 128;
constexpr std::array<uint8_t, 256> kByteClasses = [] {
  constexpr char kSigns[] = "\t _-./\"'()=<>*#:;,$";
  std::array<uint8_t, 256> classes{};
  uint8_t next = 4;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint8_t& value = classes[byte];
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    bool sign = false;
    for (uint32_t i = 0; kSigns[i] != 0; ++i) sign |= byte == static_cast<uint8_t>(kSigns[i]);
    if (byte == '\n' || byte == '\r') {
      value = 1;
    } else if (byte >= '0' && byte <= '9') {
      value = 2;
    } else if (letter || sign || (byte >= 0xC0 && byte < 0xF5)) {
      value = next++;
    } else if (byte >= 0x80) {
      value = 3;
    }
  }
  return classes;
}();

/// Classes of a token's first byte, and of the lead byte of its last code point.
struct Traits {
  uint8_t first = 0;
  uint8_t last = 0;
};
constexpr uint8_t kBytesClass = kByteClasses[0x80];

// ---- lists of tokens that grow together within one block of memory

class Lists {
 public:
  Lists(uint32_t lists, uint32_t most)
      : rows_((most >> kChunkBits) + 1),
        chunks_(std::make_unique_for_overwrite<uint16_t[]>(size_t{lists} * rows_)),
        sizes_(std::make_unique<uint32_t[]>(lists)),
        items_(std::make_unique_for_overwrite<uint32_t[]>((size_t{most >> kChunkBits} + lists + 1)
                                                          << kChunkBits)) {}

  uint32_t size(uint32_t list) const { return sizes_[list]; }
  uint32_t& item(uint32_t list, uint32_t at) const {
    const size_t chunk = chunks_[size_t{list} * rows_ + (at >> kChunkBits)];
    return items_[chunk << kChunkBits | (at & (kChunk - 1))];
  }
  void push(uint32_t list, uint32_t value) {
    const uint32_t at = sizes_[list]++;
    if ((at & (kChunk - 1)) == 0) chunks_[size_t{list} * rows_ + (at >> kChunkBits)] = used_++;
    item(list, at) = value;
  }

 private:
  static constexpr uint32_t kChunkBits = 8;
  static constexpr uint32_t kChunk = 1U << kChunkBits;
  uint32_t rows_;
  uint16_t used_ = 0;
  std::unique_ptr<uint16_t[]> chunks_;
  std::unique_ptr<uint32_t[]> sizes_;
  std::unique_ptr<uint32_t[]> items_;
};

// ---- tokens that are one word written in several ways

/// "word", "Word", " word", " Word": bit 0 a capital, bit 1 a space before it. The variants of a
/// word are linked in a ring.
constexpr uint32_t kForms = 4;
constexpr uint32_t kSpaceForm = 2;
/// The form of the token that is the model, and which other form this one has.
constexpr uint32_t kVariantKinds = kForms * (kForms - 1);

class Variants {
 public:
  explicit Variants(uint32_t count) : links_(std::make_unique<uint32_t[]>(count)) {}

  bool has(uint32_t token) const { return links_[token] != 0; }
  uint32_t form(uint32_t token) const { return (links_[token] >> 18) & (kForms - 1); }
  void found(uint32_t token, uint32_t form) { links_[token] = kLinked | form << 18 | token; }
  /// `token` must not be in any ring yet.
  void join(uint32_t token, uint32_t form, uint32_t other) {
    links_[token] = kLinked | form << 18 | next(other);
    links_[other] = (links_[other] & ~kNext) | token;
  }
  /// The variant of `token` in `form`; kMostTokens when there is none.
  uint32_t variant(uint32_t token, uint32_t form) const {
    uint32_t at = token;
    for (uint32_t i = 0; i < kForms; ++i) {
      if (!has(at)) break;
      if (this->form(at) == form) return at;
      at = next(at);
    }
    return kMostTokens;
  }

 private:
  static constexpr uint32_t kNext = kMostTokens - 1;
  static constexpr uint32_t kLinked = 1U << 20;
  uint32_t next(uint32_t token) const { return links_[token] & kNext; }
  std::unique_ptr<uint32_t[]> links_;
};

// ---- numbers

/// Places in lists by their size: two bits behind the highest one, the rest plain.
constexpr uint32_t kBuckets = 68;
constexpr uint32_t kOctaves = 19;

uint32_t placeOf(uint32_t bucket, SymbolReader& reader) {
  if (bucket < 4) return bucket;
  const uint32_t plain = (bucket >> 2) - 1;
  return ((bucket & 3) + 4) << plain | reader.plain(plain);
}

class Unpacker {
 public:
  Unpacker(Merges& merges, SymbolReader lefts, SymbolReader rights)
      : merges_(merges),
        lefts_(lefts),
        rights_(rights),
        traits_(std::make_unique_for_overwrite<Traits[]>(merges.count)),
        variants_(merges.count),
        byEnd_(kClasses, merges.count),
        byStart_(kClasses, merges.count),
        byForm_(kForms, merges.count) {}

  void bytes(const uint8_t (&order)[kByteTokens]) {
    for (uint32_t token = 0; token < kByteTokens; ++token) {
      merges_.byteTokens[order[token]] = token;
      merges_.merges[token] = {token, token};
    }
    for (uint32_t token = 0; token < kByteTokens; ++token) {
      const uint8_t byte = order[token];
      traits_[token] = {kByteClasses[byte], kByteClasses[byte]};
      const bool lower = byte >= 'a' && byte <= 'z';
      const bool upper = byte >= 'A' && byte <= 'Z';
      if (lower || upper) {
        const uint32_t other = merges_.byteTokens[byte ^ 0x20];
        if (other < token) {
          variants_.join(token, upper ? 1 : 0, other);
        } else {
          variants_.found(token, upper ? 1 : 0);
        }
      } else if (byte >= 0x80) {
        variants_.found(token, 0);
      }
      list(token);
    }
  }

  /// The merges from rank `from` to `to`, a batch at most. False when they make no sense.
  bool batch(uint32_t from, uint32_t to) {
    // Symbols are read ahead of what they mean: then finding out need not wait for each one's
    // memory.
    for (uint32_t list = 0; list < kClasses; ++list) {
      leftSizes_[list] = static_cast<uint8_t>(std::bit_width(byEnd_.size(list)));
      rightSizes_[list] = static_cast<uint8_t>(std::bit_width(byStart_.size(list)));
    }
    for (uint32_t i = 0; i < to - from; ++i) told_[i] = tell();
    for (uint32_t token = from; token < to; ++token) {
      const Told& told = told_[token - from];
      const bool sound = told.kind < kVariantKinds ? asVariant(token, told) : inFull(token, told);
      if (!sound) return false;
    }
    return true;
  }

  bool complete() const { return lefts_.atEnd() && rights_.atEnd(); }

 private:
  /// What the symbols say of one merge.
  struct Told {
    /// Which kind of variant, or behind those the class of the left half's end.
    uint32_t kind = 0;
    uint32_t leftPlace = 0;
    uint32_t start = 0;
    uint32_t rightPlace = 0;
  };

  /// The left half's symbols, or a variant's, and the right half's are streams of their own:
  /// neither has to wait for the other.
  Told tell() {
    const uint32_t kind = kinds_.read(lefts_, 0, {});
    if (kind < kVariantKinds) {
      return {.kind = kind, .leftPlace = placeOf(models_.read(lefts_, kind, {}), lefts_)};
    }
    const uint32_t end = kind - kVariantKinds;
    const uint32_t leftSize = leftSizes_[end];
    const uint32_t leftBucket = leftPlaces_.read(lefts_, end, {&leftOctaves_, leftSize});
    leftOctaves_.learn(leftSize, leftBucket, {});
    const uint32_t leftPlace = placeOf(leftBucket, lefts_);
    const uint32_t start = starts_.read(rights_, end, {&anyStart_, 0});
    anyStart_.learn(0, start, {});
    const uint32_t rightSize = rightSizes_[start];
    const uint32_t rightBucket = rightPlaces_.read(rights_, start, {&rightOctaves_, rightSize});
    rightOctaves_.learn(rightSize, rightBucket, {});
    return {kind, leftPlace, start, placeOf(rightBucket, rights_)};
  }

  bool inFull(uint32_t token, const Told& told) {
    const uint32_t end = told.kind - kVariantKinds;
    if (told.leftPlace >= byEnd_.size(end)) return false;
    if (told.rightPlace >= byStart_.size(told.start)) return false;
    uint32_t& slot = byEnd_.item(end, told.leftPlace);
    const uint32_t left = slot;
    // What was used moves forward: it will be used again.
    std::swap(slot, byEnd_.item(end, 3 * told.leftPlace / 4));
    const uint32_t right = byStart_.item(told.start, told.rightPlace);

    add(token, left, right);
    const bool spaceAlone = left == merges_.byteTokens[static_cast<uint8_t>(' ')];
    if (spaceAlone && variants_.has(right) && variants_.form(right) < kSpaceForm &&
        variants_.variant(right, variants_.form(right) + kSpaceForm) == kMostTokens) {
      variants_.join(token, variants_.form(right) + kSpaceForm, right);
    } else if (variants_.has(left)) {
      variants_.found(token, variants_.form(left));
    }
    list(token);
    return true;
  }

  bool asVariant(uint32_t token, const Told& told) {
    const uint32_t from = told.kind / (kForms - 1);
    const uint32_t other = told.kind % (kForms - 1);
    const uint32_t to = other < from ? other : other + 1;
    if (told.leftPlace >= byForm_.size(from)) return false;
    const uint32_t model = byForm_.item(from, told.leftPlace);
    const Merge made = merges_.merges[model];
    const uint32_t left = variants_.variant(made.left, to);
    if (left == kMostTokens || variants_.variant(model, to) != kMostTokens) return false;
    add(token, left, made.right);
    variants_.join(token, to, model);
    list(token);
    return true;
  }

  void add(uint32_t token, uint32_t left, uint32_t right) {
    merges_.merges[token] = {left, right};
    // Bytes that only continue a code point belong to the one before.
    const uint8_t last = traits_[right].last;
    traits_[token] = {traits_[left].first, last == kBytesClass ? traits_[left].last : last};
  }

  void list(uint32_t token) {
    byEnd_.push(traits_[token].last, token);
    byStart_.push(traits_[token].first, token);
    if (variants_.has(token)) byForm_.push(variants_.form(token), token);
  }

  Merges& merges_;
  SymbolReader lefts_;
  SymbolReader rights_;
  std::unique_ptr<Traits[]> traits_;
  Variants variants_;
  Lists byEnd_;
  Lists byStart_;
  Lists byForm_;

  std::array<uint8_t, kClasses> leftSizes_{};
  std::array<uint8_t, kClasses> rightSizes_{};
  std::array<Told, kBatch> told_;

  // The numbers are contexts, symbols and weight; bindings/vocabulary/write.mjs has the same.
  AdaptiveModel kinds_{1, kVariantKinds + kClasses, 4};
  AdaptiveModel models_{kVariantKinds, kBuckets, 4};
  AdaptiveModel leftOctaves_{kOctaves, kBuckets, 4};
  AdaptiveModel leftPlaces_{kClasses, kBuckets, 80};
  AdaptiveModel anyStart_{1, kClasses, 4};
  AdaptiveModel starts_{kClasses, kClasses, 20};
  AdaptiveModel rightOctaves_{kOctaves, kBuckets, 4};
  AdaptiveModel rightPlaces_{kClasses, kBuckets, 80};
};

/// Reads the header's fields, and knows when there are none left.
struct HeaderReader {
  std::span<const uint8_t> bytes;
  size_t at = 0;
  bool short_ = false;

  uint32_t byte() {
    if (at >= bytes.size()) {
      short_ = true;
      return 0;
    }
    return bytes[at++];
  }
  uint32_t word() {
    uint32_t value = byte();
    value |= byte() << 8;
    value |= byte() << 16;
    return value | byte() << 24;
  }
};

}  // namespace

VocabularyError unpack(std::span<const uint8_t> packed, Merges& merges) {
  HeaderReader header{packed};
  const bool magic = header.byte() == 'E' && header.byte() == 'P' && header.byte() == 'V';
  if (!magic) return VocabularyError::kNotOne;
  if (header.byte() != kVersion) return VocabularyError::kUnsupported;
  const uint32_t kind = header.byte();
  if (kind >= kPreTokenizers) return VocabularyError::kUnsupported;
  merges.preTokenizer = static_cast<PreTokenizer>(kind);

  uint8_t order[kByteTokens] = {};
  bool seen[kByteTokens] = {};
  uint32_t bytes = 0;
  for (uint32_t runs = header.byte(); runs > 0; --runs) {
    const uint32_t first = header.byte();
    const uint32_t length = header.byte() + 1;
    if (first + length > kByteTokens || bytes + length > kByteTokens) {
      return VocabularyError::kDamaged;
    }
    for (uint32_t byte = first; byte < first + length; ++byte) {
      if (seen[byte]) return VocabularyError::kDamaged;
      seen[byte] = true;
      order[bytes++] = static_cast<uint8_t>(byte);
    }
  }
  merges.count = header.word();
  // Symbols and plain bits of the left halves, then of the right halves.
  size_t parts[4];
  size_t missing = 0;
  for (size_t& part : parts) missing += part = header.word();
  const uint32_t checksum = header.word();
  const auto content = packed.subspan(header.at);
  if (header.short_ || bytes != kByteTokens || merges.count < kByteTokens ||
      merges.count >= kMostTokens) {
    return VocabularyError::kDamaged;
  }
  for (const size_t part : parts) {
    if (part > content.size()) return VocabularyError::kDamaged;
  }
  if (missing != content.size()) return VocabularyError::kDamaged;

  merges.merges = std::make_unique_for_overwrite<Merge[]>(merges.count);
  const size_t half = parts[0] + parts[1];
  Unpacker unpacker(
      merges, SymbolReader(content.first(parts[0]), content.subspan(parts[0], parts[1])),
      SymbolReader(content.subspan(half, parts[2]), content.subspan(half + parts[2])));
  unpacker.bytes(order);
  uint32_t sum = 0;
  for (uint32_t from = kByteTokens; from < merges.count; from += kBatch) {
    const uint32_t to = std::min(from + kBatch, merges.count);
    if (!unpacker.batch(from, to)) return VocabularyError::kDamaged;
    for (uint32_t token = from; token < to; ++token) {
      sum = (sum ^ merges.merges[token].left) * 0x01000193;
      sum = (sum ^ merges.merges[token].right) * 0x01000193;
    }
  }
  const bool whole = unpacker.complete() && sum == checksum;
  return whole ? VocabularyError::kNone : VocabularyError::kDamaged;
}

}  // namespace epitome::bpe
