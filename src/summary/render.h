/// Writes notes of a range as quoted data for the summariser. Decides what a reader of the range
/// sees of it; refuses to know the prompt around it.
///
/// A rendering is made of entries that start with a message number in brackets at the start of a
/// line; every further line of an entry is indented, so that no content can pass for an entry.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "summary/notes.h"
#include "summary/segment.h"

namespace epitome {

/// At most `maxUnits` UTF-16 code units: when the range is longer, whole messages are left out of
/// its middle (a call never without its result) and a line says which, and how much that is.
/// Reasoning is not shown, media is one line, a long base64 run is a note of its length.
std::string renderRange(const RangeNotes& notes, uint64_t maxUnits);

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
