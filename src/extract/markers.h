/// Words that say what a sentence does: limits, takes back, concludes. Decides by a table of about
/// ten languages; refuses to know who says it and what follows from it.
#pragma once

#include <cstdint>
#include <string_view>

namespace epitome {

using Markers = uint16_t;

/// Bit set of a sentence.
enum Marker : Markers {
  /// It forbids, demands or limits: never, must, only, keep, without.
  kLimits = 1,
  /// It holds for longer than the moment: always, from now on, every.
  kLasts = 2,
  /// It takes back or corrects what was said: no longer, instead, forget, changed my mind.
  kTakesBack = 4,
  /// It tells an outcome, or what is left to do.
  kConcludes = 8,
  kAsks = 16,
  /// It says what the speaker is about to do.
  kAnnounces = 32,
  /// It gives a reason, or says what was decided.
  kReasons = 64,
  /// It says what the speaker wants, or how things are to be.
  kWants = 128,
  /// It says that what was decided or done is undone: reverted, went back on, no longer.
  kUndoes = 256,
};

/// The markers of a sentence. Linear.
Markers markersOf(std::string_view sentence);

}  // namespace epitome
