/// Prose written by code alone, for when there is no model or its reply was not accepted. Decides
/// what matters most in a range; refuses to know why it was asked.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "summary/notes.h"
#include "summary/segment.h"

namespace epitome {

/// Never more than `maxTokens` by the counter of `family`, never empty for a range with a message,
/// well-formed, deterministic. The user's words are not in it: a segment carries them itself.
std::string digestRange(std::span<const NotedMessage> messages, uint32_t maxTokens, Family family);

inline std::string digestRange(const RangeNotes& notes, uint32_t maxTokens, Family family) {
  return digestRange(notes.messages, maxTokens, family);
}

/// One prose out of several: each segment's in turn, shortened evenly to fit.
std::string digestSegments(std::span<const SegmentBody* const> segments, uint32_t maxTokens,
                           Family family);

/// Both in one: the prose of segments, then the digest of the range behind them. Each gets half of
/// the tokens, and what the other does not need.
std::string digestOnto(std::span<const SegmentBody* const> segments, const RangeNotes& notes,
                       uint32_t maxTokens, Family family);

}  // namespace epitome
