/// Segments in a saved state. Decides their fields, what leaves one that has not the room for all
/// of it, and checks all that is read before it is used; refuses to know which segments are saved.
#pragma once

#include <cstdint>

#include "session/decisions.h"
#include "session/json_reader.h"
#include "session/json_writer.h"

namespace epitome {

/// `withBlocks`: with the blocks behind it, which only the newest of a chain shows.
void writeSegment(JsonWriter& json, const Segment& segment, bool withBlocks = true);

/// Bytes that a segment takes there.
int64_t savedBytes(const Segment& segment, bool withBlocks = true);

/// Of these what the user's own texts take.
int64_t editedBytes(const SegmentBody& body);

/// Takes lines off the end of the prose until the body takes no more than `bytes` there beside
/// them.
void fitInto(SegmentBody& body, int64_t bytes);

/// Keeps the segment; false for what was not written by writeSegment, or was altered since.
bool restoreSegment(const JsonValue& json, Decisions& decisions);

}  // namespace epitome
