/// What a host or a preset has decided once and for all about its sessions: which results may
/// shrink and when, what stays, what a rewrite has to be worth.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "budget/budget.h"
#include "summary/style.h"
#include "transcript/resource.h"
#include "transcript/tool_rules.h"

namespace epitome {

/// What is newest and stays as it is. Of several terms the one that protects most holds.
struct Protection {
  /// Tool results.
  uint32_t results = 0;
  /// Everything from the n-th newest assistant message on.
  uint32_t assistants = 0;
  Amount tokens{0};
};

/// Cutting long results to head and tail. Lengths in UTF-16 code units.
struct TrimRule {
  /// Only longer results are cut; 0: none.
  uint32_t over = 0;
  uint32_t head = 0;
  uint32_t tail = 0;
  Protection protect;
};

struct ClearRule {
  bool on = false;
  Protection protect;
};

struct ResultPolicy {
  /// Longer results are cut to this as they arrive, UTF-16 code units; 0: none are.
  uint32_t arrival = 0;
  /// A result that repeats another one points at it.
  bool repeats = true;
  /// An older read of what was read again gives way to a note.
  bool outdated = true;
  TrimRule trim;
  ClearRule clear;
  /// Trims and clears as soon as this much is to be gained, below the trigger too, where it pays at
  /// the prices that are known, else at the usual ones; unset: never.
  Amount batch{0};
  /// Results that hold images or files may be cleared.
  bool media = false;
  /// The first one that a tool's name matches holds.
  std::vector<ToolRule> tools;
};

struct MediaPolicy {
  bool clear = false;
  Protection protect;
};

/// Prices of one token, in any one currency; all 0: unknown.
struct Prices {
  double input = 0;
  double cacheRead = 0;
  double cacheWrite = 0;
  double output = 0;

  bool known() const { return input > 0; }
};

/// How often to rewrite.
struct Pace {
  /// Least that a rewrite has to free while the view fits; unset: a twentieth of the budget, and of
  /// a fold a quarter of what it leaves.
  Amount minimumGain{0};
  /// A fold of fewer messages is not worth a summary.
  uint32_t leastFold = 1;
};

struct Policy {
  ResultPolicy results;
  bool dropReasoning = false;
  MediaPolicy media;
  Pace pace;
  Prices prices;
  /// Milliseconds after which a provider's cache is cold; 0: never.
  uint32_t cacheLifetime = 0;
  /// One summary that every fold writes anew, instead of segments.
  bool oneSummary = false;
  /// Of one segment's prose; unset: by the budget.
  Amount summaryTokens{0};
  /// Of all blocks behind the segments.
  Amount blockTokens{0.1};
  SummaryStyle style;
  /// Off: no model, no trigger; the oldest messages give way when there are more than
  /// `mostMessages`, or too many tokens.
  bool enabled = true;
  uint32_t mostMessages = 0;
  std::vector<Extractor> extractors;
  /// Name of the tool by which the agent reads messages again that the view has no more; empty: it
  /// has none.
  std::string recall;
};

}  // namespace epitome
