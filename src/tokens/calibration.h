/// What a provider bills, learned from its own bills: slope * estimate + perMessage * messages.
/// Decides how far one bill is believed; refuses to know models, messages and where a bill comes
/// from. Only + - * / on doubles, so that every machine learns the same.
#pragma once

#include <cstdint>

namespace epitome {

/// How a calibration learns. The names travel in options.
enum class CalibrationMethod : uint8_t {
  /// Recursive least squares over what each step added.
  kLeastSquares = 0,
  /// An exponential average over whole prompts: a tenth of each new ratio.
  kMovingAverage = 1,
  kOff = 2,
};

class Calibration {
 public:
  /// All that is remembered, for a saved state.
  struct Memory {
    double slope = 1;
    double perMessage = 0;
    /// How unsure each is, and how they hang together.
    double slopeVariance = 0;
    double covariance = 0;
    double perMessageVariance = 0;
    uint32_t samples = 0;

    bool operator==(const Memory&) const = default;
  };

  /// `slope` is what to expect before the first bill: the tokens of this model for one estimated.
  explicit Calibration(double slope = 1);

  /// New input of `estimate` tokens in `messages` messages was billed at `billed` tokens. Samples
  /// that are not positive teach nothing.
  void observe(int64_t estimate, int64_t messages, int64_t billed);
  /// A whole prompt, for the moving average.
  void observeWhole(int64_t estimate, int64_t billed);

  /// Tokens that a provider would bill; 0 for nothing.
  int64_t billed(int64_t estimate, int64_t messages) const;
  /// The most estimated tokens that are billed at no more than `billed`, for no message.
  int64_t estimateWithin(int64_t billed) const;

  uint32_t samples() const { return memory_.samples; }
  const Memory& memory() const { return memory_; }
  /// False when the memory is none that this class could have come to.
  bool recall(const Memory& memory);

 private:
  Memory memory_;
};

}  // namespace epitome
