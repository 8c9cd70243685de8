/// What a provider bills, learned from its own bills: ratio * estimate + perMessage * messages.
/// Decides how far one bill is believed; refuses to know models, messages and where a bill comes
/// from. Only + - * / on doubles, so that every machine learns the same.
///
/// The rule is that of least squares in which every estimated token counts once, so that what was
/// billed for long messages says what long messages cost. What is expected counts as a bill of
/// kExpectedTokens that never fades: a few short messages move the ratio little, and what they
/// differ by goes to `perMessage` first. A bill counts as kMostWeight tokens at most and is
/// believed no further than a quarter of the estimate off what was told before; each one makes all
/// earlier ones count a hundredth less. The rule holds for messages of the sizes that were billed.
/// Of what is longer nothing was seen: it costs no less than expected.
#pragma once

#include <algorithm>
#include <cstdint>

namespace epitome {

/// How a calibration learns. The names travel in options.
enum class CalibrationMethod : uint8_t {
  /// Least squares over what each step added.
  kLeastSquares = 0,
  /// An exponential average over whole prompts: a tenth of each new ratio, upwards alone.
  kMovingAverage = 1,
  kOff = 2,
};

class Calibration {
 public:
  /// All that is remembered, for a saved state: sums over bills, what is expected among them.
  struct Memory {
    /// Billed tokens for one estimated before the first bill.
    double expected = 1;
    /// Estimated tokens and messages; what was billed for them.
    double tokens = 0;
    double messages = 0;
    double billed = 0;
    /// Messages, and billed tokens, times messages for each estimated token.
    double density = 0;
    double billedDensity = 0;
    /// Estimated tokens of the largest bill.
    uint32_t largest = 0;

    bool operator==(const Memory&) const = default;
  };

  /// `expected`: the tokens of this model for one estimated, before the first bill.
  explicit Calibration(double expected = 1);

  /// New input of `estimate` tokens in `messages` messages was billed at `billed` tokens. Samples
  /// that are not positive teach nothing.
  void observe(int64_t estimate, int64_t messages, int64_t billed);
  /// A whole prompt, for the moving average.
  void observeWhole(int64_t estimate, int64_t billed);

  double ratio() const { return ratio_; }
  double perMessage() const { return perMessage_; }
  /// The ratio of what is longer than all that was billed.
  double cautiousRatio() const { return std::max(ratio_, memory_.expected); }
  bool covers(int64_t estimate) const { return estimate <= memory_.largest; }
  /// Tokens that a provider would bill; 0 for nothing.
  int64_t billed(int64_t estimate, int64_t messages) const;

  const Memory& memory() const { return memory_; }
  /// False when the memory is none that this class could have come to.
  bool recall(const Memory& memory);

 private:
  void solve();

  Memory memory_;
  double ratio_ = 1;
  double perMessage_ = 0;
};

}  // namespace epitome
