/// Sizes first: the borders follow from them alone.
#include "summary/chunks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "summary/render.h"
#include "summary/within.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// The ends of a row, filled up to `most` one chunk after the other.
std::vector<Chunk> filled(std::span<const uint64_t> sizes, const Ends& ends, uint64_t most) {
  std::vector<Chunk> chunks;
  const auto fill = [&](size_t begin, size_t end) {
    uint64_t size = 0;
    for (size_t i = begin; i < end; ++i) {
      if (i == begin || (size > 0 && size + sizes[i] > most)) {
        chunks.push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(i)});
        size = 0;
      }
      size += sizes[i];
      ++chunks.back().end;
    }
  };
  fill(0, ends.head);
  fill(ends.tail, sizes.size());
  return chunks;
}

/// What is kept and shown together: a message with the messages behind it that show nothing of
/// their own.
struct Unit {
  Chunk messages;
  uint64_t tokens = 0;
};

std::vector<Unit> unitsOf(std::span<const RangeBlock> blocks, Family family) {
  std::vector<Unit> units;
  for (uint32_t i = 0; i < blocks.size(); ++i) {
    if (units.empty() || !blocks[i].text.empty()) units.push_back({{i, i}, 0});
    units.back().messages.end = i + 1;
    units.back().tokens += tokensOfText(blocks[i].text, family);
  }
  return units;
}

/// Puts a line in the place of what a unit shows.
void nameOnly(const RangeNotes& notes, const Unit& unit, std::vector<RangeBlock>& blocks) {
  uint64_t units = 0;
  uint64_t parts = 0;
  for (uint32_t m = unit.messages.begin; m < unit.messages.end; ++m) {
    const NotedMessage& message = notes.messages[m];
    parts += message.parts.size() + message.partsLeftOut;
    for (const NotedPart& part : message.parts) units += part.text.units;
  }
  RangeBlock named;
  named.first = blocks[unit.messages.begin].first;
  named.last = named.first;
  for (uint32_t m = unit.messages.begin; m < unit.messages.end; ++m) {
    named.last = std::max(named.last, blocks[m].last);
    blocks[m].text.clear();
    blocks[m].units = 0;
  }
  named.text = "[" + std::to_string(named.first);
  if (named.last > named.first) named.text += "-" + std::to_string(named.last);
  named.text += "] too large to be shown: " + std::to_string(units) + " characters in " +
                std::to_string(parts) + (parts == 1 ? " part\n" : " parts\n");
  named.units = named.text.size();
  blocks[unit.messages.begin] = std::move(named);
}

/// `next`: the number behind the part before, whatever the notes have lost in between.
RangePart partOf(const RangeNotes& notes, std::span<const RangeBlock> blocks, Chunk messages,
                 uint32_t next, Family family) {
  RangePart part;
  part.messages = messages;
  part.firstNumber = std::min(notes.messages[messages.begin].number, next);
  part.lastNumber = notes.messages[messages.end - 1].number;
  part.text =
      joinBlocks(blocks.subspan(messages.begin, messages.end - messages.begin), part.firstNumber);
  part.tokens = tokensOfText(part.text, family);
  return part;
}

}  // namespace

std::vector<Chunk> chunksOf(std::span<const uint64_t> sizes, uint64_t window) {
  if (sizes.empty()) return {};
  const uint64_t most = std::max<uint64_t>(window - window / 6, 1);
  Ends ends{sizes.size(), sizes.size()};
  std::vector<Chunk> chunks = filled(sizes, ends, most);
  // Where items are large, chunks are not full; but any two in a row hold more than one may, so
  // that half of the room is always little enough.
  for (uint64_t room = most * kMostParts; chunks.size() > kMostParts; room -= room / 8 + 1) {
    ends = endsWithin(sizes, room);
    chunks = filled(sizes, ends, most);
  }
  const auto last = static_cast<uint32_t>(sizes.size() - 1);
  if (chunks.empty()) return {{last, last + 1}};
  uint64_t enough = most;
  for (uint64_t tooLittle = 0; enough - tooLittle > 1;) {
    const uint64_t middle = tooLittle + (enough - tooLittle) / 2;
    (filled(sizes, ends, middle).size() > chunks.size() ? tooLittle : enough) = middle;
  }
  return filled(sizes, ends, enough);
}

std::vector<RangePart> partsOf(const RangeNotes& notes, uint64_t window, Family family) {
  if (notes.messages.empty()) return {};
  std::vector<RangeBlock> blocks = renderBlocks(notes);
  const Chunk all{0, static_cast<uint32_t>(blocks.size())};
  std::vector<RangePart> parts;
  parts.push_back(partOf(notes, blocks, all, UINT32_MAX, family));
  if (countedAtMost(parts.front().tokens) <= window) return parts;

  std::vector<Unit> units = unitsOf(blocks, family);
  bool named = false;
  for (Unit& unit : units) {
    if (countedAtMost(unit.tokens) <= window / 2) continue;
    nameOnly(notes, unit, blocks);
    unit.tokens = tokensOfText(blocks[unit.messages.begin].text, family);
    named = true;
  }
  if (named) {
    parts.front() = partOf(notes, blocks, all, UINT32_MAX, family);
    if (countedAtMost(parts.front().tokens) <= window) return parts;
  }
  std::vector<uint64_t> sizes;
  sizes.reserve(units.size());
  for (const Unit& unit : units) sizes.push_back(unit.tokens);
  parts.clear();
  for (const Chunk& chunk : chunksOf(sizes, window)) {
    const Chunk messages{units[chunk.begin].messages.begin, units[chunk.end - 1].messages.end};
    const uint32_t next = parts.empty() ? UINT32_MAX : parts.back().lastNumber + 1;
    parts.push_back(partOf(notes, blocks, messages, next, family));
  }
  return parts;
}

RangePart cutRange(const RangeNotes& notes, uint64_t maxUnits, uint64_t maxTokens, Family family) {
  RangePart part;
  if (notes.messages.empty()) return part;
  part.messages = {0, static_cast<uint32_t>(notes.messages.size())};
  part.firstNumber = notes.messages.front().number;
  part.lastNumber = notes.messages.back().number;
  // Each try is shorter by a quarter: linear in what the first one holds.
  for (uint64_t units = maxUnits; units > 0; units -= units / 4 + 1) {
    part.text = renderRange(notes, units);
    part.tokens = tokensOfText(part.text, family);
    if (part.tokens <= maxTokens) return part;
  }
  part.text.clear();
  part.tokens = 0;
  return part;
}

}  // namespace epitome
