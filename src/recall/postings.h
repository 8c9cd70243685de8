/// Which passages hold a term, and how often. Decides how lists are kept: varints of differences in
/// blocks that grow with their list, in memory that never moves; refuses to know texts and scores.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace epitome::recall {

struct Posting {
  uint32_t passage = 0;
  /// How often the passage holds the term.
  uint32_t count = 0;
};

class Postings {
 public:
  /// Appends to the term's list: `posting.passage` is greater than any in it.
  void add(uint32_t key, Posting posting);
  /// How many passages hold the term.
  uint32_t passages(uint32_t key) const;
  /// Calls `visit(Posting)` for each of them, ascending.
  template <typename Visit>
  void each(uint32_t key, Visit&& visit) const {
    const Entry* entry = find(key);
    if (entry == nullptr) return;
    Cursor cursor(*this, *entry);
    for (uint32_t left = entry->passages; left > 0; --left) visit(cursor.next());
  }

  /// Of memory in use.
  size_t bytes() const;

 private:
  static constexpr uint32_t kChunkShift = 15;
  static constexpr uint32_t kChunk = 1U << kChunkShift;
  /// Of a block: the address of the next one, in front of its bytes.
  static constexpr uint32_t kLink = 4;
  static constexpr uint32_t kFirstBlock = 12;
  static constexpr uint32_t kLargestBlock = 512;

  /// A term's list. One with a single posting has no block: the most terms occur once.
  struct Entry {
    uint32_t key = 0;
    uint32_t passages = 0;
    /// The passage added last.
    uint32_t last = 0;
    /// Address of the first block; the count, while there is a single posting.
    uint32_t head = 0;
    /// Where the next byte goes, and how many bytes the block still has.
    uint32_t tail = 0;
    uint16_t room = 0;
    uint16_t block = 0;
  };

  class Cursor {
   public:
    Cursor(const Postings& postings, const Entry& entry);
    Posting next();

   private:
    uint32_t number();

    const Postings& postings_;
    uint32_t at_ = 0;
    uint32_t left_ = 0;
    uint32_t block_ = 0;
    uint32_t passage_ = 0;
    /// The only posting's, or 0.
    Posting only_;
  };

  static constexpr uint32_t kEntriesShift = 8;

  const Entry* find(uint32_t key) const;
  Entry& entryOf(uint32_t key);
  Entry& entry(uint32_t index) {
    return (*entries_[index >> kEntriesShift])[index & ((1U << kEntriesShift) - 1)];
  }
  const Entry& entry(uint32_t index) const {
    return (*entries_[index >> kEntriesShift])[index & ((1U << kEntriesShift) - 1)];
  }
  void grow();
  uint32_t place(uint32_t key) const;
  /// The address of so many new bytes side by side.
  uint32_t allocate(uint32_t bytes);
  uint8_t& at(uint32_t address) {
    return (*chunks_[address >> kChunkShift])[address & (kChunk - 1)];
  }
  const uint8_t& at(uint32_t address) const {
    return (*chunks_[address >> kChunkShift])[address & (kChunk - 1)];
  }
  void writeLink(uint32_t address, uint32_t to);
  uint32_t readLink(uint32_t address) const;
  void write(Entry& entry, uint32_t number);
  static uint32_t afterBlock(uint32_t block) {
    return block * 2 > kLargestBlock ? kLargestBlock : block * 2;
  }

  /// Open addressing by key: an entry's number plus one, 0 for none.
  std::vector<uint32_t> slots_;
  std::vector<std::unique_ptr<std::array<Entry, 1U << kEntriesShift>>> entries_;
  uint32_t count_ = 0;
  std::vector<std::unique_ptr<std::array<uint8_t, kChunk>>> chunks_;
  /// Bytes that are taken of the last chunk.
  uint32_t taken_ = kChunk;
};

}  // namespace epitome::recall
