/// Sizes first: the borders follow from them alone.
#include "summary/chunks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "summary/render.h"
#include "summary/shape.h"
#include "summary/within.h"
#include "text/utf.h"
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

/// A block or a stretch of one, and its message's place in the notes.
struct Piece {
  RangeBlock block;
  uint32_t message = 0;
  uint64_t tokens = 0;
};

/// Where a text is cut that goes on for longer than `end`: behind a line or a word nearby.
size_t cutBefore(std::string_view text, size_t end) {
  if (end == text.size()) return end;
  for (const char c : {'\n', ' '}) {
    const size_t at = text.substr(0, end).rfind(c);
    if (at != text.npos && at + 1 >= end / 2) return at + 1;
  }
  return end;
}

/// Adds the block, in stretches of at most `most` tokens. Linear: a token is hardly ever longer
/// than kTokenBytes, and a stretch may be shorter than it could be.
void addPieces(std::vector<Piece>& pieces, RangeBlock block, uint32_t message, uint64_t tokens,
               uint64_t most, Family family) {
  if (tokens <= most) {
    pieces.push_back({std::move(block), message, tokens});
    return;
  }
  constexpr size_t kTokenBytes = 16;
  const std::string mark = "[" + std::to_string(block.first) + "] continued: ";
  const size_t room = static_cast<size_t>(most) * kTokenBytes;
  for (std::string_view rest = block.text; !rest.empty();) {
    size_t whole = std::min(room, rest.size());
    while (whole < rest.size() && (static_cast<uint8_t>(rest[whole]) & 0xC0) == 0x80) --whole;
    const std::string_view reach = rest.substr(0, whole);
    size_t end = prefixForTokens(reach, static_cast<uint32_t>(most), family);
    if (end == 0) end = reach.size();
    end = cutBefore(rest, end);
    RangeBlock piece{rest.size() == block.text.size() ? "" : mark, 0, block.first, block.last};
    piece.text += rest.substr(0, end);
    if (!piece.text.ends_with('\n')) piece.text += '\n';
    piece.units = text::utf16Length(piece.text);
    const uint64_t size = tokensOfText(piece.text, family);
    pieces.push_back({std::move(piece), message, size});
    rest.remove_prefix(end);
  }
}

/// Pieces that are kept and shown together: one with the messages behind it that show nothing of
/// their own.
std::vector<Chunk> unitsOf(std::span<const Piece> pieces) {
  std::vector<Chunk> units;
  for (uint32_t i = 0; i < pieces.size(); ++i) {
    if (units.empty() || !pieces[i].block.text.empty()) units.push_back({i, i});
    units.back().end = i + 1;
  }
  return units;
}

/// `next`: the number behind the part before, whatever the notes have lost in between.
RangePart partOf(const RangeNotes& notes, std::span<const Piece> pieces, uint32_t next,
                 Family family) {
  RangePart part;
  part.messages = {pieces.front().message, pieces.back().message + 1};
  part.firstNumber = std::min(notes.messages[part.messages.begin].number, next);
  part.lastNumber = notes.messages[part.messages.end - 1].number;
  std::vector<RangeBlock> blocks;
  blocks.reserve(pieces.size());
  for (const Piece& piece : pieces) blocks.push_back(piece.block);
  part.text = joinBlocks(blocks, part.firstNumber);
  part.tokens = tokensOfText(part.text, family);
  return part;
}

/// What the left out pieces hold of the messages before and behind them.
void addTorn(Unread& torn, const RangeNotes& notes, std::span<const Piece> pieces,
             const Chunk& leftOut) {
  for (uint32_t i = leftOut.begin; i < leftOut.end; ++i) {
    const uint32_t message = pieces[i].message;
    const bool shown =
        message == pieces[leftOut.begin - 1].message || message == pieces[leftOut.end].message;
    if (!shown) continue;
    const bool words = std::ranges::any_of(notes.messages[message].parts, [](const auto& part) {
      return part.kind == PartKind::kText && part.text.units > 0;
    });
    (words ? torn.words : torn.tools) += pieces[i].block.units;
  }
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

std::vector<RangePart> partsOf(const RangeNotes& notes, uint64_t window, Family family,
                               Unread& torn) {
  if (notes.messages.empty()) return {};
  std::vector<RangeBlock> blocks = renderBlocks(notes);
  std::vector<Piece> pieces;
  pieces.reserve(blocks.size());
  // What is counted apart may be a little more than what is counted at once.
  const uint64_t most = std::max<uint64_t>(window * 2 / 5, 1);
  for (uint32_t i = 0; i < blocks.size(); ++i) {
    const uint64_t tokens = tokensOfText(blocks[i].text, family);
    pieces.push_back({std::move(blocks[i]), i, tokens});
  }
  std::vector<RangePart> parts{partOf(notes, pieces, UINT32_MAX, family)};
  if (countedAtMost(parts.front().tokens) <= window) return parts;

  std::vector<Piece> split;
  for (Piece& piece : pieces) {
    addPieces(split, std::move(piece.block), piece.message, piece.tokens, most, family);
  }
  const std::vector<Chunk> units = unitsOf(split);
  std::vector<uint64_t> sizes;
  sizes.reserve(units.size());
  for (const Chunk& unit : units) sizes.push_back(split[unit.begin].tokens);
  parts.clear();
  uint32_t end = 0;
  for (const Chunk& chunk : chunksOf(sizes, window)) {
    const uint32_t begin = units[chunk.begin].begin;
    if (!parts.empty()) addTorn(torn, notes, split, {end, begin});
    end = units[chunk.end - 1].end;
    const uint32_t next = parts.empty() ? UINT32_MAX : parts.back().lastNumber + 1;
    parts.push_back(partOf(notes, std::span(split).subspan(begin, end - begin), next, family));
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
    Ends shown;
    part.text = renderRange(notes, units, &shown);
    part.gap = {static_cast<uint32_t>(shown.head), static_cast<uint32_t>(shown.tail)};
    part.tokens = tokensOfText(part.text, family);
    if (part.tokens <= maxTokens) return part;
  }
  part.gap = part.messages;
  part.text.clear();
  part.tokens = 0;
  return part;
}

Unread unreadOf(const RangeNotes& notes, std::span<const RangePart> parts) {
  Unread unread = notes.leftOut;
  for (size_t m = 0, at = 0; m < notes.messages.size(); ++m) {
    while (at < parts.size() && parts[at].messages.end <= m) ++at;
    const bool shown = at < parts.size() && m >= parts[at].messages.begin &&
                       (m < parts[at].gap.begin || m >= parts[at].gap.end);
    for (const NotedPart& part : notes.messages[m].parts) {
      if ((part.flags & kOpaque) != 0) continue;
      const uint64_t kept = shown ? part.text.shown() : 0;
      const uint64_t units = part.text.units - std::min(part.text.units, kept);
      (part.kind == PartKind::kText ? unread.words : unread.tools) += units;
    }
  }
  return unread;
}

}  // namespace epitome
