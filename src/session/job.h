/// A rewrite whose prose is written beside the run, while the view stays as it is: what has to be
/// known to take it up again, here or after a restart. The texts are the host's, and read again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "session/plan.h"
#include "transcript/fingerprint.h"

namespace epitome {

/// That a session has at once; a new one takes the place of the oldest.
inline constexpr uint32_t kMostJobs = 2;

struct Job {
  /// The run that it was begun in or last found to belong to; 0 when that is not here any more.
  uint32_t run = 0;
  /// Fingerprint of the segments that stood in the view, in order.
  uint64_t chain = 0;
  /// Of the messages behind them that are to be folded, and their numbers.
  RangePrint range;
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  RangePlan plan;
  /// What a request may quote, tokens.
  uint64_t inputTokens = 0;
  /// What the host wants of the summary.
  std::string instructions;
  /// A stopgap stands for the range already. The replies are taken all the same, and nobody is
  /// asked.
  bool late = false;
  /// The requests so far, by `idOf`: to take it up again, all of them have to be answered again.
  std::vector<uint64_t> requests;
};

}  // namespace epitome
