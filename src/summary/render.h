/// Writes notes of a range as quoted data for the summariser. Decides what a reader of the range
/// sees of it; refuses to know the prompt around it.
///
/// A rendering is made of entries that start with a message number in brackets at the start of a
/// line; every further line of an entry is indented, so that no content can pass for an entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "summary/notes.h"
#include "summary/segment.h"

namespace epitome {

/// Entries that stay or go together: a message with the results of its calls.
struct RangeBlock {
  /// Whole lines. Empty for a message that shows nothing, or nothing of its own: one that holds
  /// results of calls of the range.
  std::string text;
  /// Of the text, UTF-16 code units.
  uint64_t units = 0;
  /// Numbers of the first and last message that it shows.
  uint32_t first = 0;
  uint32_t last = 0;
};

/// The blocks of a range, one for each message of the notes, in their order.
std::vector<RangeBlock> renderBlocks(const RangeNotes& notes);

/// Blocks in a row as one text that starts with message `firstNumber`; a line says which messages
/// none of them shows.
std::string joinBlocks(std::span<const RangeBlock> blocks, uint32_t firstNumber);

/// What stays of a row that is too long: its items [0, head) and [tail, size).
struct Ends {
  size_t head = 0;
  size_t tail = 0;
};

/// The ends of a row that together are no longer than `most`: more of the newest than of the
/// oldest.
Ends endsWithin(std::span<const uint64_t> sizes, uint64_t most);

/// At most `maxUnits` UTF-16 code units: when the range is longer, whole messages are left out of
/// its middle (a call never without its result) and a line says which, and how much that is.
/// Reasoning is not shown, media is one line, a long base64 run is a note of its length. `shown`:
/// which messages are.
std::string renderRange(const RangeNotes& notes, uint64_t maxUnits, Ends* shown = nullptr);

/// The opening request alone, for context.
std::string renderOpening(const RangeNotes& notes, uint64_t maxUnits);

/// What came after the range, likewise; empty when nothing of it is known.
std::string renderAfter(const RangeNotes& notes, uint64_t maxUnits);

/// Segments that are about to be merged: of each its prose and the user's words, all shortened
/// alike when they do not fit.
std::string renderSegments(std::span<const SegmentBody* const> segments, uint64_t maxUnits);

/// The prose of each alone, in the same way.
std::string renderRecords(std::span<const SegmentBody* const> segments, uint64_t maxUnits);

}  // namespace epitome
