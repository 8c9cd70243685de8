/// How a range that one request can't hold is read in several. Decides where it is split and what
/// is named instead of shown; refuses to know what is asked about a part, and who is asked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "summary/notes.h"
#include "tokens/family.h"

namespace epitome {

/// Parts that a range is read in at most; what they can't hold is left out of its middle.
inline constexpr uint32_t kMostParts = 16;

/// Items [begin, end) of a row.
struct Chunk {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool operator==(const Chunk&) const = default;
};

/// Splits a row of items, none of which is split itself, for requests that may read `window` each.
/// A chunk leaves a sixth of the window to spare, since sizes are estimates; an item larger than
/// that has one to itself. No more chunks than that needs, and the largest of them as small as it
/// can be with that many. In order, without overlap; every item is in one, unless kMostParts can't
/// hold them all: then those in the middle are in none. Linear times the logarithm of the sizes'
/// sum.
std::vector<Chunk> chunksOf(std::span<const uint64_t> sizes, uint64_t window);

/// What one request reads of a range.
struct RangePart {
  /// Messages [begin, end) of the notes, but for those in `gap`. A call's results are in the part
  /// that has the call.
  Chunk messages;
  Chunk gap;
  /// Their numbers in the transcript, and of those that lie between the part before and this one.
  uint32_t firstNumber = 0;
  uint32_t lastNumber = 0;
  /// As `renderRange` shows them. What would take more than half of the window is split, so that a
  /// part may begin and end amid a message.
  std::string text;
  /// Of the text, by the engine's counter.
  uint64_t tokens = 0;
};

/// The parts in which a range is read by requests that may quote `window` tokens of it each: one
/// when that holds it with a sixth to spare. Never none for notes with a message. What no part
/// shows of a message that others show is added to `torn`.
std::vector<RangePart> partsOf(const RangeNotes& notes, uint64_t window, Family family,
                               Unread& torn);

/// The whole of it in one part of at most `maxUnits` UTF-16 code units and `maxTokens`, whose
/// middle is cut out by whole units where it is longer.
RangePart cutRange(const RangeNotes& notes, uint64_t maxUnits, uint64_t maxTokens, Family family);

/// What of the range none of its parts shows, but for torn messages.
Unread unreadOf(const RangeNotes& notes, std::span<const RangePart> parts);

}  // namespace epitome
