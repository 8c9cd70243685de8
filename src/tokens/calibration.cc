#include "tokens/calibration.h"

namespace epitome {
namespace {

/// No tokeniser bills a text at half of what another does, or at three times as much.
constexpr double kLeastRatio = 0.5;
constexpr double kMostRatio = 3;
/// Bills move what is expected to half of it, or to twice.
constexpr double kMostMoved = 2;
/// Tokens that wrap a message or result beyond those that are counted for its envelope.
constexpr double kLeastPerMessage = -16;
constexpr double kMostPerMessage = 32;

/// The bill that stands for what is expected: so many tokens at the expected ratio, and messages
/// that cost nothing besides, so dense as these.
constexpr double kExpectedTokens = 2'000;
constexpr double kExpectedDensity = 0.05;
/// Estimated tokens that a bill counts as at most: what a long message holds is of one kind.
constexpr double kMostWeight = kExpectedTokens;
/// What one bill is believed to be off by: a share of its estimate, and tokens a message.
constexpr double kMostOff = 0.25;
constexpr double kMostOffPerMessage = 32;
/// Weight that a bill keeps with each later one: about the last hundred count.
constexpr double kMemory = 0.99;
/// Larger numbers are no prompt, and products of them would lose digits.
constexpr int64_t kMostTokens = 100'000'000;

constexpr double kMovingAverage = 0.1;
/// Smaller prompts tell little of the tokens in larger ones.
constexpr int64_t kLeastWhole = 500;

}  // namespace

Calibration::Calibration(double expected) {
  memory_.expected = std::clamp(expected, kLeastRatio, kMostRatio);
  memory_.tokens = kExpectedTokens;
  memory_.billed = memory_.expected * kExpectedTokens;
  memory_.density = kExpectedDensity;
  solve();
}

void Calibration::solve() {
  const Memory& m = memory_;
  // Positive: what is expected is in it, and the rest is no less by the inequality of Cauchy.
  const double scale = m.tokens * m.density - m.messages * m.messages;
  perMessage_ = std::clamp((m.tokens * m.billedDensity - m.messages * m.billed) / scale,
                           kLeastPerMessage, kMostPerMessage);
  // The best with that, which is the best of all where no bound was met.
  ratio_ = std::clamp((m.billed - perMessage_ * m.messages) / m.tokens, m.expected / kMostMoved,
                      m.expected * kMostMoved);
}

void Calibration::observe(int64_t estimate, int64_t messages, int64_t billed) {
  // Every message has a token at least.
  if (messages <= 0 || estimate < messages || billed <= 0) return;
  if (estimate > kMostTokens || billed > kMostTokens) return;
  const auto x = static_cast<double>(estimate);
  const auto n = static_cast<double>(messages);
  const double told = ratio_ * x + perMessage_ * n;
  const double off = kMostOff * x + kMostOffPerMessage * n;
  const double y =
      std::clamp(static_cast<double>(billed), std::max(1.0, told - off), std::max(1.0, told + off));
  const double weight = std::min(1.0, kMostWeight / x);

  Memory& m = memory_;
  const auto add = [](double& sum, double expected, double more) {
    sum = expected + kMemory * (sum - expected) + more;
  };
  add(m.tokens, kExpectedTokens, weight * x);
  add(m.messages, 0, weight * n);
  add(m.billed, m.expected * kExpectedTokens, weight * y);
  add(m.density, kExpectedDensity, weight * n * n / x);
  add(m.billedDensity, 0, weight * n * y / x);
  m.largest = std::max(m.largest, static_cast<uint32_t>(estimate));
  solve();
}

void Calibration::observeWhole(int64_t estimate, int64_t billed) {
  // What a provider adds to every prompt would count as a property of the text.
  if (estimate < kLeastWhole || billed <= 0 || estimate > kMostTokens || billed > kMostTokens)
    return;
  const double ratio = static_cast<double>(billed) / static_cast<double>(estimate);
  Memory& m = memory_;
  // What a provider does not bill for may leave the prompt: the rest costs what is expected at
  // least.
  m.billed = std::clamp(kMovingAverage * ratio * m.tokens + (1 - kMovingAverage) * m.billed,
                        m.expected * m.tokens, m.expected * kMostMoved * m.tokens);
  m.largest = std::max(m.largest, static_cast<uint32_t>(estimate));
  solve();
}

int64_t Calibration::billed(int64_t estimate, int64_t messages) const {
  const double tokens =
      ratio_ * static_cast<double>(estimate) + perMessage_ * static_cast<double>(messages);
  if (tokens <= 0) return 0;
  const auto whole = static_cast<int64_t>(tokens);
  return tokens - static_cast<double>(whole) < 0.5 ? whole : whole + 1;
}

bool Calibration::recall(const Memory& memory) {
  // Written so that what is no number is refused too.
  constexpr double kMost = 1e12;
  const auto within = [](double value, double least, double most) {
    return value >= least && value <= most;
  };
  const bool good =
      within(memory.expected, kLeastRatio, kMostRatio) &&
      within(memory.tokens, kExpectedTokens, kMost) && within(memory.messages, 0, kMost) &&
      within(memory.billed, 0, kMost) && within(memory.density, kExpectedDensity, kMost) &&
      within(memory.billedDensity, 0, kMost) && memory.largest <= kMostTokens &&
      memory.tokens * (memory.density - kExpectedDensity / 2) >= memory.messages * memory.messages;
  if (!good) return false;
  memory_ = memory;
  solve();
  return true;
}

}  // namespace epitome
