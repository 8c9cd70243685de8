/// Segments in a saved state. Decides their fields, what leaves one that has not the room for all
/// of it, and checks all that is read before it is used; refuses to know which segments are saved.
#pragma once

#include <cstdint>
#include <optional>

#include "session/decisions.h"
#include "session/json_reader.h"
#include "session/json_writer.h"

namespace epitome {

/// `withBlocks`: with the blocks behind it, which only the newest of a chain shows.
void writeSegment(JsonWriter& json, const Segment& segment, bool withBlocks = true);

/// Bytes that a segment takes there.
int64_t savedBytes(const Segment& segment, bool withBlocks = true);

/// Takes lines off the end of the prose until the body takes no more than `bytes` there.
void fitInto(SegmentBody& body, int64_t bytes);

/// As it was saved, and as it is kept.
struct SavedId {
  uint64_t saved = 0;
  uint64_t kept = 0;
};

/// Keeps the segment; nothing for what was not written by writeSegment, or was altered since.
/// `earlier`: by a version that wrote other texts; the segment is written anew from the same rows.
std::optional<SavedId> restoreSegment(const JsonValue& json, Decisions& decisions, bool earlier);

}  // namespace epitome
