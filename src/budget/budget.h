/// How many tokens the messages of a view may have: windows, reserves and thresholds.
#pragma once

#include <cstdint>

namespace epitome {

/// Overhead assumed until options or a provider's usage tell, where the policy does not say;
/// tokens. AI SDK 5 and 6 never show a system prompt or tools to prepareStep.
inline constexpr int64_t kAssumedOverhead = 8'000;

/// Providers refuse requests of more than 20 to 32 MB.
inline constexpr int64_t kRequestBytes = 20'000'000;
/// And of a saved state; in larger windows a byte a token.
inline constexpr int64_t kStateBytes = 65'536;

/// An option that is an amount of tokens (>= 1) or a fraction in (0, 1) of the budget; 0 is unset.
struct Amount {
  double value = 0;

  /// In tokens, rounded down. Exact on every machine: one product of doubles.
  int64_t of(int64_t budget) const;
};

struct BudgetPolicy {
  Amount trigger{0.8};
  /// Unset: two fifths of the budget, half of the trigger at most.
  Amount target{0};
  /// Unset: a fifth of the budget, half of the target at most.
  Amount keepRecentTokens{0};
  uint32_t keepRecentMessages = 0;
  /// Of these two the one that keeps least holds, not the one that keeps most.
  bool keepLeast = false;
  Amount userWords{0.1};
  /// Hosts are told when a view has grown to this; unset: never.
  Amount warn{0};
  /// Hosts that want it may flush when a view has grown to this; unset: kFlushLead before the
  /// trigger.
  Amount flushAt{0};
  /// Kept free beside the output.
  Amount margin{0};
  /// What the host sends besides messages as long as nobody tells, tokens; a quarter of the window
  /// at most.
  int64_t assumedOverhead = kAssumedOverhead;
  /// Amounts of at least 1 token that trigger, target, flushAt and warn are given in count the
  /// host's overhead, too.
  bool ofPrompt = false;
  /// What a view may have, bytes of JSON text.
  int64_t requestBytes = kRequestBytes;
  /// What a saved state may have, bytes; 0: by the window.
  int64_t stateBytes = 0;
};

/// What a step brings along. All in tokens.
struct BudgetInput {
  uint32_t contextWindow = 0;
  /// Largest output that the host allows; 0 when it did not say. Half of the window at most is kept
  /// free for it, and less where the overhead would leave messages no sixteenth of the window.
  uint32_t maxOutputTokens = 0;
  /// Largest output of the model; 0 when unknown.
  uint32_t modelMaxOutput = 0;
  /// System prompt and tools as counted from the options; negative when the host did not give them.
  int64_t configuredOverhead = -1;
  /// Difference between what a provider billed and what the view was counted at; negative when none
  /// was seen.
  int64_t observedOverhead = -1;
  /// Images that the provider takes in a request; 0: any number.
  uint32_t requestImages = 0;
  /// Where they are many, none may be large (tokens/media.h).
  bool manyAreSmall = false;
};

/// All in tokens.
struct Budget {
  int64_t contextWindow = 0;
  int64_t outputReserve = 0;
  int64_t hostOverhead = 0;
  /// Kept free beside them.
  int64_t margin = 0;
  /// Window minus reserve, overhead and margin; never negative.
  int64_t total = 0;
  /// Kept free beside the total, in case what has just arrived is longer than estimated.
  int64_t unsure = 0;
  int64_t trigger = 0;
  int64_t target = 0;
  int64_t warn = 0;
  /// At most the trigger.
  int64_t flush = 0;
  int64_t keepRecentTokens = 0;
  uint32_t keepRecentMessages = 0;
  bool keepLeast = false;
  int64_t userWords = 0;
  /// Not in tokens.
  int64_t requestBytes = kRequestBytes;
  uint32_t requestImages = 0;
  bool manyAreSmall = false;
  int64_t stateBytes = kStateBytes;
};

/// What a saved state may have at the least and the most, bytes.
inline constexpr int64_t kLeastStateBytes = 32'768;
inline constexpr int64_t kMostStateBytes = 1'048'576;

/// Reserve for the output where the host does not set one: at most this, an eighth of the window,
/// and the model's own limit.
inline constexpr int64_t kDefaultOutputReserve = 8'192;

/// Share of the budget that a rewrite aims at where the host does not say.
inline constexpr double kTarget = 0.4;

/// Share of the budget that stays verbatim where the host does not say.
inline constexpr double kKeepRecent = 0.2;

/// How long before the trigger a flush comes where the host does not say, tokens; the trigger's
/// half at most.
inline constexpr int64_t kFlushLead = 4'000;

/// The same with room for `unbilled` tokens to turn out twice as many: what has just arrived was
/// only estimated, and dense text (CJK, hex, logs) is estimated low. At most a third of the budget.
Budget withMargin(const Budget& budget, int64_t unbilled);

/// Most of what `keepRecentTokens` may ask for: the rest of the trigger is for summaries, blocks
/// and what comes next. Tokens.
int64_t mostRecent(int64_t trigger);

/// What a view is brought to where no fold can bring it to its target, tokens: so far below the
/// trigger that not every new message asks for a rewrite. A low target asks for deep folds; it does
/// not ask for what is kept to be small.
int64_t restingSize(const Budget& budget);

Budget makeBudget(const BudgetPolicy& policy, const BudgetInput& input);

/// The same in proportion for a view of at most `total` tokens.
Budget scaledTo(const Budget& budget, int64_t total);

}  // namespace epitome
