/// What a host asks of the form of its records: the terms and their limits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "summary/record_shapes.h"

namespace epitome {

/// Lengths in UTF-16 code units.
inline constexpr uint32_t kMostInstructionUnits = 2'000;
/// Of one fold alone: a saved state holds those of two.
inline constexpr uint32_t kMostTurnInstructionUnits = 1'000;
inline constexpr uint32_t kMostSections = 16;
inline constexpr uint32_t kMostHeadingUnits = 120;
inline constexpr uint32_t kMostSectionUnits = 500;

struct OwnSection {
  std::string heading;
  std::string instruction;
};

struct SummaryStyle {
  SummaryShape shape = SummaryShape::kEpitome;
  /// What the host asks for beyond the shape; empty: nothing.
  std::string instructions;
  /// In place of the shape's own sections; empty: those.
  std::vector<OwnSection> sections;
  /// What a request quotes of a range at most, UTF-16 code units: the middle of a longer one is cut
  /// out. 0: a longer one is read in parts.
  uint32_t maxInput = 0;
  /// A reply with faults is asked for once more before code mends it.
  bool asksAgain = true;
};

}  // namespace epitome
