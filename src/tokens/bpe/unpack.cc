#include "tokens/bpe/unpack.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "tokens/bpe/prefix_code.h"

namespace epitome::bpe {
namespace {

constexpr uint8_t kVersion = 2;
/// Bytes before what the checksum is of, and behind what is read: any token's symbols are in one
/// word of 64 bits.
constexpr size_t kChecksum = 8;
constexpr size_t kHead = kChecksum + sizeof(uint64_t);
constexpr size_t kPadding = 8;

uint64_t wordAt(const uint8_t* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

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

constexpr uint32_t kBytesClass = kByteClasses[0x80];

/// A token's traits are bits: the class of its first byte; what group that is of; how many bytes it
/// has, less one, or more; and the class of its last byte. A byte that only continues a code point
/// counts as the one that began it.
constexpr uint32_t kGroupShift = 7;
constexpr uint32_t kLengthShift = 10;
constexpr uint32_t kMostLength = 3;
constexpr uint32_t kLastShift = 12;
/// Tokens are listed by their first byte's class, and by all else.
constexpr uint32_t kStarts = kClasses;
constexpr uint32_t kEnds = kClasses << (kLastShift - kGroupShift);

constexpr uint32_t startOf(uint32_t traits) { return traits & (kStarts - 1); }
constexpr uint32_t endOf(uint32_t traits) { return traits >> kGroupShift; }

/// An item of a list is a token and, above it, what it gives to a token that it is the left or the
/// right half of: all but its end, and all from its length on. Its end as a left one is seldom
/// asked for.
constexpr uint32_t kTokenBits = std::bit_width(kMostTokens - 1);
constexpr uint32_t leftItem(uint32_t token, uint32_t traits) {
  return token | (traits & ((1U << kLastShift) - 1)) << kTokenBits;
}
constexpr uint32_t rightItem(uint32_t token, uint32_t traits) {
  return token | traits >> kLengthShift << kTokenBits;
}
constexpr uint32_t tokenOf(uint32_t item) { return item & (kMostTokens - 1); }

uint32_t traitsOfByte(uint8_t byte) {
  uint32_t group = 4;
  if (byte == ' ') group = 0;
  if (byte >= 'a' && byte <= 'z') group = 1;
  if (byte >= 'A' && byte <= 'Z') group = 2;
  if (byte >= 0x80) group = 3;
  const uint32_t value = kByteClasses[byte];
  return value << kLastShift | group << kGroupShift | value;
}

/// The traits of what two items become. `lasts`: by token, the class of its last byte.
uint32_t traitsOfBoth(uint32_t leftItem, uint32_t rightItem, const uint8_t* lasts) {
  constexpr uint32_t kRightLast = kLastShift - kLengthShift + kTokenBits;
  const uint32_t lengths = (leftItem >> (kLengthShift + kTokenBits) & kMostLength) +
                           (rightItem >> kTokenBits & kMostLength) + 1;
  uint32_t last = rightItem >> kRightLast;
  if (last == kBytesClass) last = lasts[tokenOf(leftItem)];
  return last << kLastShift | std::min(lengths, kMostLength) << kLengthShift |
         (leftItem >> kTokenBits & ((1U << kLengthShift) - 1));
}

// ---- what a symbol says

/// A left half is told by a code of this many bits at most, and a right half by a shorter one, out
/// of a table that the left half's list chooses.
constexpr uint32_t kLeftBits = 15;
constexpr uint32_t kRightBits = 11;
constexpr uint32_t kTableBits = 5;
constexpr uint32_t kTables = 1U << kTableBits;

/// Entries of the tables are bits: the code's length; how many plain bits follow it; for a left
/// half, the table of its right one; and to what place the plain bits are added.
constexpr uint32_t kPlainBits = 5;
constexpr uint32_t kTableShift = kLengthBits + kPlainBits;
constexpr uint32_t kPlaceShift = kTableShift + kTableBits;
static_assert(kPlaceShift + std::bit_width(kMostTokens - 1) == 32);

/// Lists of tokens, one behind the other. Places wrap around: no file can lead outside.
class Lists {
 public:
  explicit Lists(uint32_t lists)
      : sizes_(lists), ends_(lists), items_(std::make_unique<uint32_t[]>(kMostTokens)) {}

  /// False when the lists' sizes do not sum to `count`.
  bool read(BitReader& reader, uint32_t count) {
    std::vector<uint8_t> widths(sizes_.size());
    if (!readLevels(reader, widths)) return false;
    uint32_t sum = 0;
    for (size_t list = 0; list < widths.size(); ++list) {
      const uint32_t width = widths[list];
      if (width > 0) sizes_[list] = 1U << (width - 1) | reader.read(width - 1);
      ends_[list] = sum;
      sum += sizes_[list];
      if (sum > count) return false;
    }
    return sum == count;
  }

  /// Appends what symbols of each list's places say: 0, 1, 2 and 3, 4 to 7, ... `chosen`: the
  /// number of a table, by list.
  void symbols(std::span<const uint8_t> chosen, std::vector<uint32_t>& entries) const {
    for (size_t list = 0; list < sizes_.size(); ++list) {
      for (uint32_t place = 0; place < sizes_[list]; place = place == 0 ? 1 : 2 * place) {
        const uint32_t plain = place == 0 ? 0 : std::bit_width(place) - 1;
        const uint32_t table = chosen.empty() ? 0 : chosen[list];
        entries.push_back((ends_[list] + place) << kPlaceShift | table << kTableShift |
                          plain << kLengthBits);
      }
    }
  }

  /// Where the items are, and where the next of each list goes: for a loop to keep in variables,
  /// since what it writes could be any of these members.
  struct View {
    uint32_t* items;
    uint32_t* ends;

    uint32_t item(uint32_t place) const { return items[place & (kMostTokens - 1)]; }
    void push(uint32_t list, uint32_t value) const {
      items[ends[list]++ & (kMostTokens - 1)] = value;
    }
  };
  View view() { return {items_.get(), ends_.data()}; }
  bool empty(size_t list) const { return sizes_[list] == 0; }

 private:
  std::vector<uint32_t> sizes_;
  /// Where each list's next token goes.
  std::vector<uint32_t> ends_;
  std::unique_ptr<uint32_t[]> items_;
};

class Unpacker {
 public:
  Unpacker(std::span<const uint8_t> content, Merges& merges)
      : content_(content), reader_(content), merges_(merges) {}

  bool unpack() {
    if (!readBytes() || !readTables()) return false;
    for (uint32_t token = 0; token < kByteTokens; ++token) {
      merges_.merges[token] = {token, token};
      const uint32_t traits = traitsOfByte(order_[token]);
      lasts_[token] = static_cast<uint8_t>(traits >> kLastShift);
      ends_.view().push(endOf(traits), leftItem(token, traits));
      starts_.view().push(startOf(traits), rightItem(token, traits));
    }
    size_t at = reader_.at();
    for (uint32_t token = kByteTokens; token < merges_.count;) {
      // As many as surely end before the file does.
      const size_t left = content_.size() - std::min(content_.size(), at / 8);
      const size_t most = std::min<size_t>(kBatch, left / sizeof(uint64_t));
      if (most == 0) return false;
      const uint32_t end = std::min(merges_.count, token + static_cast<uint32_t>(most));
      at = batch(token, end, at);
      token = end;
    }
    // The last byte's other bits and the padding need no look: the checksum is of them, too.
    return (at + 7) / 8 + kPadding <= content_.size();
  }

 private:
  /// One function reads this many: an engine that compiles what runs often gets its chance.
  static constexpr uint32_t kBatch = 1024;

  bool readBytes() {
    bool seen[kByteTokens] = {};
    uint32_t bytes = 0;
    for (uint32_t runs = reader_.read(8); runs > 0; --runs) {
      const uint32_t first = reader_.read(8);
      const uint32_t length = reader_.read(8) + 1;
      if (first + length > kByteTokens || bytes + length > kByteTokens) return false;
      for (uint32_t byte = first; byte < first + length; ++byte) {
        if (seen[byte]) return false;
        seen[byte] = true;
        merges_.byteTokens[byte] = bytes;
        order_[bytes++] = static_cast<uint8_t>(byte);
      }
    }
    merges_.count = reader_.read(18);
    return bytes == kByteTokens && merges_.count >= kByteTokens;
  }

  bool readTables() {
    merges_.merges = std::make_unique_for_overwrite<Merge[]>(merges_.count);
    lasts_ = std::make_unique_for_overwrite<uint8_t[]>(merges_.count);
    lefts_ = std::make_unique_for_overwrite<uint32_t[]>(size_t{1} << kLeftBits);
    rights_ = std::make_unique_for_overwrite<uint32_t[]>(size_t{kTables} << kRightBits);
    if (!ends_.read(reader_, merges_.count) || !starts_.read(reader_, merges_.count)) return false;
    uint8_t chosen[kEnds] = {};
    for (size_t list = 0; list < kEnds; ++list) {
      if (!ends_.empty(list)) chosen[list] = static_cast<uint8_t>(reader_.read(kTableBits));
    }
    std::vector<uint32_t> entries;
    ends_.symbols(chosen, entries);
    if (!readTable(entries, kLeftBits, lefts_.get())) return false;
    entries.clear();
    starts_.symbols({}, entries);
    for (uint32_t table = 0; table < kTables; ++table) {
      uint32_t* to = rights_.get() + (size_t{table} << kRightBits);
      if (!readTable(entries, kRightBits, to)) return false;
    }
    return true;
  }

  bool readTable(std::span<const uint32_t> entries, uint32_t bits, uint32_t* table) {
    std::vector<uint8_t> lengths(entries.size());
    return readLevels(reader_, lengths) && makeTable(lengths, entries, bits, table);
  }

  /// The merges from rank `from` to `to`, whose symbols begin at bit `at`; where they end.
  [[gnu::noinline]] size_t batch(uint32_t from, uint32_t to, size_t at) {
    const uint8_t* bytes = content_.data();
    const uint32_t* lefts = lefts_.get();
    const uint32_t* rights = rights_.get();
    const Lists::View byEnd = ends_.view();
    const Lists::View byStart = starts_.view();
    uint8_t* lasts = lasts_.get();
    Merge* merges = merges_.merges.get();
    for (uint32_t token = from; token < to; ++token) {
      uint64_t word = wordAt(bytes + (at >> 3)) >> (at & 7);
      const uint32_t leftEntry = lefts[word & ((1U << kLeftBits) - 1)];
      const uint32_t left = byEnd.item(placeOf(leftEntry, word));
      const uint32_t leftBits = bitsOf(leftEntry);
      word >>= leftBits;
      const uint32_t table = leftEntry >> kTableShift & (kTables - 1);
      const uint32_t rightEntry =
          rights[table << kRightBits | (static_cast<uint32_t>(word) & ((1U << kRightBits) - 1))];
      const uint32_t right = byStart.item(placeOf(rightEntry, word));
      at += leftBits + bitsOf(rightEntry);
      merges[token] = {tokenOf(left), tokenOf(right)};

      const uint32_t traits = traitsOfBoth(left, right, lasts);
      lasts[token] = static_cast<uint8_t>(traits >> kLastShift);
      byEnd.push(endOf(traits), leftItem(token, traits));
      byStart.push(startOf(traits), rightItem(token, traits));
    }
    return at;
  }

  /// A code's bits and the plain ones behind it.
  static uint32_t bitsOf(uint32_t entry) {
    return (entry & ((1U << kLengthBits) - 1)) + (entry >> kLengthBits & ((1U << kPlainBits) - 1));
  }
  static uint32_t placeOf(uint32_t entry, uint64_t word) {
    const uint32_t plain = entry >> kLengthBits & ((1U << kPlainBits) - 1);
    const auto behind = static_cast<uint32_t>(word >> (entry & ((1U << kLengthBits) - 1)));
    return (entry >> kPlaceShift) + (behind & ((1U << plain) - 1));
  }

  std::span<const uint8_t> content_;
  BitReader reader_;
  Merges& merges_;
  /// The single bytes by rank.
  uint8_t order_[kByteTokens] = {};
  Lists ends_{kEnds};
  Lists starts_{kStarts};
  /// By token, the class of its last byte.
  std::unique_ptr<uint8_t[]> lasts_;
  std::unique_ptr<uint32_t[]> lefts_;
  std::unique_ptr<uint32_t[]> rights_;
};

}  // namespace

uint64_t vocabularyChecksum(std::span<const uint8_t> packed) {
  uint64_t sum = wordAt(packed.data());
  for (size_t at = kHead; at < packed.size(); at += sizeof sum) {
    sum = (sum ^ wordAt(&packed[at])) * 0x9E3779B97F4A7C15;
  }
  return sum;
}

VocabularyError unpack(std::span<const uint8_t> packed, Merges& merges) {
  constexpr uint8_t kMagic[] = {'E', 'P', 'V'};
  if (packed.size() < kHead) return VocabularyError::kNotOne;
  if (!std::ranges::equal(packed.first(sizeof kMagic), kMagic)) return VocabularyError::kNotOne;
  if (packed[3] != kVersion || packed[4] >= kPreTokenizers) return VocabularyError::kUnsupported;
  merges.preTokenizer = static_cast<PreTokenizer>(packed[4]);
  if (packed.size() % sizeof(uint64_t) != 0 ||
      wordAt(&packed[kChecksum]) != vocabularyChecksum(packed)) {
    return VocabularyError::kDamaged;
  }
  return Unpacker(packed.subspan(kHead), merges).unpack() ? VocabularyError::kNone
                                                          : VocabularyError::kDamaged;
}

}  // namespace epitome::bpe
