#include "transcript/align.h"

#include <algorithm>

#include "transcript/units.h"

namespace epitome {
namespace {

uint32_t commonPrefix(const Transcript& known, uint32_t from, const Transcript& incoming,
                      uint32_t at) {
  uint32_t length = 0;
  while (from + length < known.size() && at + length < incoming.size() &&
         known[from + length].anchor == incoming[at + length].anchor) {
    ++length;
  }
  return length;
}

void add(Alignment& alignment, bool known, uint32_t begin, uint32_t count) {
  if (count > 0) alignment.sources.push_back({known, begin, count});
}

/// Messages at equal positions that agree, over the shorter length.
uint32_t agreements(const Transcript& known, const Transcript& incoming) {
  const uint32_t shorter = std::min(known.size(), incoming.size());
  uint32_t equal = 0;
  for (uint32_t i = 0; i < shorter; ++i) equal += known[i].anchor == incoming[i].anchor ? 1 : 0;
  return equal;
}

}  // namespace

uint32_t findOverlap(std::span<const Anchor> known, std::span<const Anchor> incoming,
                     uint32_t least) {
  // Knuth-Morris-Pratt with `incoming` as the pattern: at the end of `known`, the running match is
  // the longest suffix of it that begins `incoming`. A full match inside `known` ends the search
  // only when `incoming` repeats nothing later.
  if (incoming.empty() || known.empty()) return kNone;
  std::vector<uint32_t> fallback(incoming.size(), 0);
  uint32_t run = 0;
  for (uint32_t i = 1; i < incoming.size(); ++i) {
    while (run > 0 && incoming[i] != incoming[run]) run = fallback[run - 1];
    if (incoming[i] == incoming[run]) ++run;
    fallback[i] = run;
  }
  uint32_t matched = 0;
  uint32_t inside = kNone;
  for (uint32_t i = 0; i < known.size(); ++i) {
    if (matched == incoming.size()) matched = fallback[matched - 1];
    while (matched > 0 && known[i] != incoming[matched]) matched = fallback[matched - 1];
    if (known[i] == incoming[matched]) ++matched;
    if (matched == incoming.size()) inside = i + 1 - matched;
  }
  if (inside != kNone && incoming.size() >= least) return inside;
  if (matched >= least && matched > 0) return static_cast<uint32_t>(known.size()) - matched;
  return kNone;
}

Alignment align(const Transcript& known, const Transcript& incoming,
                std::optional<HandedBack> handedBack) {
  Alignment result;
  if (handedBack) {
    uint32_t tail = handedBack->index + 1;
    uint32_t at = handedBack->foldBegin;
    add(result, false, 0, handedBack->index);
    // What stays of the folded range is there already.
    for (const uint32_t message : handedBack->staying) {
      if (tail == incoming.size() || incoming[tail].anchor != known[message].anchor) continue;
      add(result, true, at, message - at);
      add(result, false, tail, 1);
      at = message + 1;
      ++tail;
    }
    add(result, true, at, handedBack->foldEnd - at);
    add(result, false, tail, incoming.size() - tail);
    result.how = AlignCase::kOwnView;
    result.common = tail + commonPrefix(known, handedBack->foldEnd, incoming, tail);
    return result;
  }

  const uint32_t common = commonPrefix(known, 0, incoming, 0);
  if (common == known.size()) {
    result.how = AlignCase::kExtended;
    result.common = common;
    add(result, false, 0, incoming.size());
    return result;
  }
  if (common == incoming.size()) {
    result.how = AlignCase::kTruncated;
    result.common = common;
    add(result, false, 0, incoming.size());
    return result;
  }

  const uint32_t incomingSystem = leadingSystem(incoming);
  const uint32_t knownSystem = leadingSystem(known);
  // One message in common proves little: "go on" begins many a conversation.
  const std::vector<Anchor> knownAnchors = anchorsOf(known, knownSystem, known.size());
  const std::vector<Anchor> incomingAnchors = anchorsOf(incoming, incomingSystem, incoming.size());
  const bool sameStart = common > std::min(incomingSystem, knownSystem);
  if (!sameStart) {
    const uint32_t at = findOverlap(knownAnchors, incomingAnchors, 2);
    if (at != kNone && at > 0) {
      const uint32_t begin = knownSystem + at;
      const uint32_t overlap = commonPrefix(known, begin, incoming, incomingSystem);
      result.how = AlignCase::kSuffix;
      result.common = incomingSystem + overlap;
      add(result, false, 0, incomingSystem);
      add(result, true, knownSystem, at);
      add(result, false, incomingSystem, incoming.size() - incomingSystem);
      return result;
    }
  }

  const uint32_t shorter = std::min(known.size(), incoming.size());
  const bool related = sameStart || 2 * agreements(known, incoming) > shorter;
  if (!related) {
    result.how = AlignCase::kUnrelated;
    add(result, false, 0, incoming.size());
    return result;
  }
  result.how = incoming[common].role == Role::kAssistant && known[common].role == Role::kAssistant
                   ? AlignCase::kRegenerated
                   : AlignCase::kEdited;
  result.common = common;
  add(result, false, 0, incoming.size());
  return result;
}

}  // namespace epitome
