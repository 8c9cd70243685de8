/// Whether a rewrite pays before the view is too large. Decides by prices, growth and the state of
/// the provider's cache; refuses to know what the rewrite does.
#pragma once

#include <cstdint>

#include "session/policy.h"

namespace epitome {

/// What is weighed. Tokens and steps.
struct Outlook {
  /// Of the view now, and of what triggers a rewrite anyway.
  int64_t view = 0;
  int64_t trigger = 0;
  /// A step adds this on average; 0: unknown.
  int64_t growth = 0;
  /// What the rewrite frees, and what of the view has to be written anew behind its first change.
  int64_t freed = 0;
  int64_t rewritten = 0;
  /// What a model reads and writes for it.
  int64_t summaryInput = 0;
  int64_t summaryOutput = 0;
  bool cold = false;
};

struct Reckoning {
  Outlook outlook;
  /// Steps until the trigger is reached without a rewrite; kHorizonSteps where growth is unknown.
  int64_t steps = 0;
  /// In the currency of the prices.
  double saves = 0;
  double costs = 0;
  bool pays = false;
};

/// What most providers ask for, in the price of one token of input.
inline constexpr Prices kUsualPrices{1, 0.1, 1.25, 5};

/// Steps that are looked ahead at most: nobody knows what comes later.
inline constexpr int64_t kHorizonSteps = 50;

/// Saves: what the freed tokens would cost to read at each step to come, and to write now where the
/// cache is cold. Costs: writing what stays behind them instead of reading it, unless it has to be
/// written anyway, and the call of a model that writes a summary.
Reckoning reckon(const Outlook& outlook, const Prices& prices);

}  // namespace epitome
