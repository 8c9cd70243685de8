/// Matches what the host sends with what is known. Decides which known messages a new array repeats
/// and how the two differ; refuses to know segments' content and what becomes of decisions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "transcript/transcript.h"

namespace epitome {

/// How an incoming array relates to a known transcript. The values travel in events.
enum class AlignCase : uint8_t {
  /// Nothing was known.
  kNew = 0,
  /// The known transcript, with or without more at its end.
  kExtended = 1,
  /// A view of ours, handed back, with or without more at its end.
  kOwnView = 2,
  /// Begins in the middle of the known transcript and goes on to its end or beyond.
  kSuffix = 3,
  /// The known transcript without its end.
  kTruncated = 4,
  /// A known user message reads differently.
  kEdited = 5,
  /// From some assistant message on, the history is another one.
  kRegenerated = 6,
  /// Another conversation.
  kUnrelated = 7,
};

/// Consecutive messages of the transcript that results from a match. Whatever the incoming array
/// holds comes from there: a host may have altered what an anchor does not see, and its own word
/// counts. Known messages fill in only what the array leaves out.
struct Source {
  bool known = false;
  uint32_t begin = 0;
  uint32_t count = 0;
};

struct Alignment {
  AlignCase how = AlignCase::kUnrelated;
  /// Messages of the incoming array that repeat known ones.
  uint32_t common = 0;
  std::vector<Source> sources;
};

/// A segments message inside the incoming array.
struct HandedBack {
  /// Its index there.
  uint32_t index = 0;
  /// Known messages [foldBegin, foldEnd) are what its segments stand for.
  uint32_t foldBegin = 0;
  uint32_t foldEnd = 0;
  /// Those of them that the view shows all the same, ascending.
  std::vector<uint32_t> staying;
};

/// Linear in both lengths. `handedBack` names a segments message whose segments are those in use
/// for the known transcript.
Alignment align(const Transcript& known, const Transcript& incoming,
                std::optional<HandedBack> handedBack);

/// Index in `known` from which `incoming[from...]` repeats it up to its end or the end of
/// `incoming`; kNone when fewer than `least` messages would match. The longest match wins. Linear.
uint32_t findOverlap(std::span<const Anchor> known, std::span<const Anchor> incoming,
                     uint32_t least);

}  // namespace epitome
