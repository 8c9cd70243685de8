/// Segments in a saved state. Decides their fields, and checks all that is read before it is used;
/// refuses to know which segments are saved.
#pragma once

#include "session/decisions.h"
#include "session/json_reader.h"
#include "session/json_writer.h"

namespace epitome {

void writeSegment(JsonWriter& json, const Segment& segment);

/// Keeps the segment; false for what was not written by writeSegment, or was altered since.
bool restoreSegment(const JsonValue& json, Decisions& decisions);

}  // namespace epitome
