/// What fits the window of the model that a request goes to. Decides how much quoted data that
/// model can take; refuses to know what is asked.
#pragma once

#include <algorithm>
#include <cstdint>

namespace epitome {

/// Of a window, what the reply may be asked to take: the rest is what there is to read.
inline constexpr uint32_t kReplyShare = 4;
/// What a provider adds around a request of two messages, tokens; more than any does.
inline constexpr int64_t kRequestEnvelope = 64;
/// Instructions at their longest, the host's own left out, and the boundaries of quoted data.
inline constexpr int64_t kInstructionTokens = 2'200;

/// What a second attempt quotes of the first reply, UTF-16 code units; `window` 0 is unknown.
inline uint64_t quotedUnits(uint32_t window) {
  constexpr uint64_t kMost = 8'000;
  return window == 0 ? kMost : std::min<uint64_t>(kMost, window / 16);
}
/// What a second attempt adds besides, tokens.
inline constexpr int64_t kAgainTokens = 900;

/// No request fits a smaller one.
inline constexpr uint32_t kLeastWindow = 4'000;

/// Tokens of quoted data for which a request fits a window: what the reply and the instructions
/// leave, with a sixth kept free, for another model counts otherwise.
inline int64_t inputRoom(uint32_t window) {
  const int64_t again = static_cast<int64_t>(quotedUnits(window)) + kAgainTokens;
  const int64_t left = int64_t{window} - window / kReplyShare - kRequestEnvelope - again;
  return std::max<int64_t>(left - kInstructionTokens, left / 4) * 5 / 6;
}

}  // namespace epitome
