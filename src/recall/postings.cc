#include "recall/postings.h"

#include <utility>

namespace epitome::recall {
namespace {

constexpr uint32_t kLeastSlots = 1024;

}  // namespace

Postings::Cursor::Cursor(const Postings& postings, const Entry& entry) : postings_(postings) {
  if (entry.passages == 1) {
    only_ = {entry.last, entry.head};
    return;
  }
  at_ = entry.head + kLink;
  block_ = kFirstBlock;
  left_ = block_ - kLink;
}

Posting Postings::Cursor::next() {
  if (only_.count > 0) return only_;
  // The lowest bit tells a count of one, which is the most frequent.
  const uint32_t step = number();
  passage_ += step >> 1;
  return {passage_, (step & 1) != 0 ? 1 : number()};
}

uint32_t Postings::Cursor::number() {
  uint32_t value = 0;
  for (uint32_t shift = 0;; shift += 7) {
    if (left_ == 0) {
      const uint32_t link = at_ - block_;
      at_ = postings_.readLink(link) + kLink;
      block_ = afterBlock(block_);
      left_ = block_ - kLink;
    }
    const uint8_t byte = postings_.at(at_);
    ++at_;
    --left_;
    value |= static_cast<uint32_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return value;
  }
}

void Postings::add(uint32_t key, Posting posting) {
  Entry& entry = entryOf(key);
  if (entry.passages == 0) {
    entry.passages = 1;
    entry.last = posting.passage;
    entry.head = posting.count;
    return;
  }
  const auto append = [&](uint32_t step, uint32_t count) {
    write(entry, step << 1 | (count == 1 ? 1 : 0));
    if (count != 1) write(entry, count);
  };
  if (entry.passages == 1) {
    const uint32_t count = entry.head;
    entry.head = allocate(kFirstBlock);
    entry.tail = entry.head + kLink;
    entry.block = kFirstBlock;
    entry.room = kFirstBlock - kLink;
    append(entry.last, count);
  }
  append(posting.passage - entry.last, posting.count);
  entry.last = posting.passage;
  ++entry.passages;
}

void Postings::write(Entry& entry, uint32_t number) {
  for (;;) {
    if (entry.room == 0) {
      const uint32_t link = entry.tail - entry.block;
      entry.block = static_cast<uint16_t>(afterBlock(entry.block));
      const uint32_t next = allocate(entry.block);
      writeLink(link, next);
      entry.tail = next + kLink;
      entry.room = static_cast<uint16_t>(entry.block - kLink);
    }
    at(entry.tail) = static_cast<uint8_t>((number & 0x7F) | (number > 0x7F ? 0x80 : 0));
    ++entry.tail;
    --entry.room;
    if (number <= 0x7F) return;
    number >>= 7;
  }
}

uint32_t Postings::passages(uint32_t key) const {
  const Entry* entry = find(key);
  return entry == nullptr ? 0 : entry->passages;
}

size_t Postings::bytes() const {
  return slots_.size() * sizeof(uint32_t) + (entries_.size() * sizeof(Entry) << kEntriesShift) +
         chunks_.size() * kChunk;
}

uint32_t Postings::place(uint32_t key) const {
  const uint32_t mask = static_cast<uint32_t>(slots_.size()) - 1;
  uint32_t slot = key * 0x9E3779B1U >> 7 & mask;
  while (slots_[slot] != 0 && entry(slots_[slot] - 1).key != key) slot = (slot + 1) & mask;
  return slot;
}

const Postings::Entry* Postings::find(uint32_t key) const {
  if (slots_.empty()) return nullptr;
  const uint32_t number = slots_[place(key)];
  return number == 0 ? nullptr : &entry(number - 1);
}

Postings::Entry& Postings::entryOf(uint32_t key) {
  if (size_t{count_} * 3 >= slots_.size() * 2) grow();
  const uint32_t slot = place(key);
  if (slots_[slot] != 0) return entry(slots_[slot] - 1);
  if (count_ >> kEntriesShift == entries_.size()) {
    entries_.push_back(std::make_unique<std::array<Entry, 1U << kEntriesShift>>());
  }
  slots_[slot] = ++count_;
  Entry& fresh = entry(count_ - 1);
  fresh.key = key;
  return fresh;
}

void Postings::grow() {
  const size_t size = slots_.empty() ? kLeastSlots : slots_.size() * 2;
  slots_ = {};
  slots_.resize(size);
  for (uint32_t i = 0; i < count_; ++i) slots_[place(entry(i).key)] = i + 1;
}

uint32_t Postings::allocate(uint32_t bytes) {
  if (taken_ + bytes > kChunk) {
    chunks_.push_back(std::make_unique<std::array<uint8_t, kChunk>>());
    taken_ = 0;
  }
  const uint32_t address = (static_cast<uint32_t>(chunks_.size() - 1) << kChunkShift) +
                           std::exchange(taken_, taken_ + bytes);
  return address;
}

void Postings::writeLink(uint32_t address, uint32_t to) {
  for (uint32_t i = 0; i < kLink; ++i) at(address + i) = static_cast<uint8_t>(to >> (8 * i));
}

uint32_t Postings::readLink(uint32_t address) const {
  uint32_t to = 0;
  for (uint32_t i = 0; i < kLink; ++i) to |= uint32_t{at(address + i)} << (8 * i);
  return to;
}

}  // namespace epitome::recall
