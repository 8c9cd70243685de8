/// What stands in the view for a folded range, and the text it is written as. Decides the layout of
/// that text; refuses to know how the prose came about and where a segment is kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "summary/notes.h"
#include "tokens/family.h"

namespace epitome {

/// Who wrote a segment's prose. The names travel in state and events.
enum class ProseSource : uint8_t { kModel = 0, kDigest = 1 };

/// A user message of the range, or a system message amid it, carried by code.
struct UserWords {
  /// Position in the transcript, counted from 1.
  uint32_t message = 0;
  std::string text;
  /// The share did not hold all of it: `text` is its beginning.
  bool cut = false;
  /// Length of the whole message in UTF-16 code units; 0 when unknown.
  uint32_t units = 0;

  bool operator==(const UserWords&) const = default;
};

/// The written side of a segment. Written once; only a merge replaces it.
struct SegmentBody {
  ProseSource source = ProseSource::kDigest;
  std::string prose;
  /// Oldest first.
  std::vector<UserWords> words;
  /// User messages of the range that the share could not hold at all.
  uint32_t wordsLeftOut = 0;
  /// First and last message that it stands for, counted from 1.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  /// Folds that were merged into it; 1 for a plain fold.
  uint32_t rounds = 1;
};

/// Bytes that `text` takes inside a JSON string.
uint64_t jsonBytes(std::string_view text);

/// Limits of what a segment may take.
struct SegmentLimits {
  uint32_t proseTokens = 0;
  /// Of the texts alone: a quoting line costs what a message's envelope does.
  uint32_t wordsTokens = 0;
  /// Of `words` as JSON text in UTF-8: the state's ceiling is in bytes.
  uint32_t wordsBytes = 0;
  /// What tokens are counted by.
  Family family = Family::kO200k;
};

/// The user's messages of a range, verbatim, up to the share, returned oldest first. When not all
/// fit, the newest go first; one that does not fit is cut at its end and leaves half of what is
/// left to older ones, and takes what they did not need. The newest is always there in part while
/// the share is not zero. `before` are segments whose words come first. Text parts of one message
/// are joined by a line break, attachments stand as a line in brackets; a message without either is
/// not counted. Tool output never counts as the user's words. Sets `wordsLeftOut`.
std::vector<UserWords> carryWords(const RangeNotes& notes, const SegmentLimits& limits,
                                  uint32_t& wordsLeftOut,
                                  std::span<const SegmentBody* const> before = {});

/// The same over segments that are about to be merged, oldest first.
std::vector<UserWords> carryWords(std::span<const SegmentBody* const> segments,
                                  const SegmentLimits& limits, uint32_t& wordsLeftOut);

/// Tokens that a segment with the user's words has at most beside its prose and those words, and
/// those of one without.
uint32_t frameTokens(Family family, bool words = true);

/// The text that the model reads: a heading that says what it stands for and that it is reference,
/// not orders; the prose; the user's words as quoted data. Well-formed UTF-8, deterministic.
/// Content cannot forge the layout: the boundary of quoted data derives from a hash of what it
/// encloses.
std::string segmentText(const SegmentBody& body);

}  // namespace epitome
