#include "tokens/calibration.h"

#include <algorithm>

namespace epitome {
namespace {

/// No tokeniser bills a text at a quarter of what another does, or at four times as much.
constexpr double kLeastSlope = 0.4;
constexpr double kMostSlope = 4;
/// Tokens that wrap a message or result beyond those that are counted for its envelope.
constexpr double kLeastPerMessage = -16;
constexpr double kMostPerMessage = 128;

/// Doubt at the start, and the most there ever is: a slope within half of what is expected, an
/// envelope within twenty tokens.
constexpr double kSlopeVariance = 0.25;
constexpr double kPerMessageVariance = 400;
/// What a bill differs by without being wrong: eight tokens, and a twentieth of the estimate.
constexpr double kNoise = 8;
constexpr double kRelativeNoise = 0.05;
/// A bill further off than this many deviations counts as much less as it is further off.
constexpr double kOutlier = 2;
/// Weight that a sample keeps with each later one: about the last hundred count.
constexpr double kMemory = 0.99;
/// Larger numbers are no prompt, and squares of them would lose digits.
constexpr int64_t kMostTokens = 100'000'000;

constexpr double kMovingAverage = 0.1;
/// Smaller prompts tell little of the tokens in larger ones.
constexpr int64_t kLeastWhole = 500;

}  // namespace

Calibration::Calibration(double slope) {
  memory_.slope = std::clamp(slope, kLeastSlope, kMostSlope);
  memory_.slopeVariance = kSlopeVariance;
  memory_.perMessageVariance = kPerMessageVariance;
}

void Calibration::observe(int64_t estimate, int64_t messages, int64_t billed) {
  if (estimate <= 0 || messages <= 0 || billed <= 0) return;
  if (estimate > kMostTokens || messages > kMostTokens || billed > kMostTokens) return;
  const auto x = static_cast<double>(estimate);
  const auto n = static_cast<double>(messages);
  Memory& m = memory_;
  const double error = static_cast<double>(billed) - (m.slope * x + m.perMessage * n);

  // The direction in which this sample tells something, and how much it was in doubt.
  const double towardSlope = m.slopeVariance * x + m.covariance * n;
  const double towardPerMessage = m.covariance * x + m.perMessageVariance * n;
  const double doubt = x * towardSlope + n * towardPerMessage;
  double noise = kNoise * kNoise + kRelativeNoise * kRelativeNoise * x * x;
  const double usual = kOutlier * kOutlier * (noise + doubt);
  if (error * error > usual) noise = noise * (error * error / usual);

  const double total = noise + doubt;
  const double slopeGain = towardSlope / total;
  const double perMessageGain = towardPerMessage / total;
  m.slope = std::clamp(m.slope + slopeGain * error, kLeastSlope, kMostSlope);
  m.perMessage =
      std::clamp(m.perMessage + perMessageGain * error, kLeastPerMessage, kMostPerMessage);

  m.slopeVariance = std::min((m.slopeVariance - slopeGain * towardSlope) / kMemory, kSlopeVariance);
  m.covariance = (m.covariance - slopeGain * towardPerMessage) / kMemory;
  m.perMessageVariance = std::min(
      (m.perMessageVariance - perMessageGain * towardPerMessage) / kMemory, kPerMessageVariance);
  // Rounding and the ceilings above may leave what no doubt looks like; without the part that binds
  // the two it is one again.
  m.slopeVariance = std::max(m.slopeVariance, 0.0);
  m.perMessageVariance = std::max(m.perMessageVariance, 0.0);
  if (m.covariance * m.covariance > m.slopeVariance * m.perMessageVariance) m.covariance = 0;
  if (m.samples < UINT32_MAX) ++m.samples;
}

void Calibration::observeWhole(int64_t estimate, int64_t billed) {
  // What a provider adds to every prompt would count as a property of the text.
  if (estimate < kLeastWhole || billed <= 0 || estimate > kMostTokens || billed > kMostTokens)
    return;
  const double ratio = static_cast<double>(billed) / static_cast<double>(estimate);
  memory_.slope = std::clamp(kMovingAverage * ratio + (1 - kMovingAverage) * memory_.slope,
                             kLeastSlope, kMostSlope);
  if (memory_.samples < UINT32_MAX) ++memory_.samples;
}

int64_t Calibration::billed(int64_t estimate, int64_t messages) const {
  const double tokens = memory_.slope * static_cast<double>(estimate) +
                        memory_.perMessage * static_cast<double>(messages);
  if (tokens <= 0) return 0;
  const auto whole = static_cast<int64_t>(tokens);
  return tokens - static_cast<double>(whole) < 0.5 ? whole : whole + 1;
}

int64_t Calibration::estimateWithin(int64_t billed) const {
  return billed > 0 ? static_cast<int64_t>(static_cast<double>(billed) / memory_.slope) : 0;
}

bool Calibration::recall(const Memory& memory) {
  // Written so that what is no number is refused too.
  const auto within = [](double value, double least, double most) {
    return value >= least && value <= most;
  };
  const bool good =
      within(memory.slope, kLeastSlope, kMostSlope) &&
      within(memory.perMessage, kLeastPerMessage, kMostPerMessage) &&
      within(memory.slopeVariance, 0, kSlopeVariance) &&
      within(memory.perMessageVariance, 0, kPerMessageVariance) &&
      memory.covariance * memory.covariance <= memory.slopeVariance * memory.perMessageVariance;
  if (good) memory_ = memory;
  return good;
}

}  // namespace epitome
