/// What fits the window of the model that a request goes to. Decides how much that model can take;
/// refuses to know what is asked. All in tokens but where it says otherwise.
#pragma once

#include <algorithm>
#include <cstdint>

namespace epitome {

/// Of a window, what the reply may be asked to take: the rest is what there is to read.
inline constexpr uint32_t kReplyShare = 4;
/// What a provider adds around a request of two messages; more than any does.
inline constexpr int64_t kRequestEnvelope = 64;
/// Instructions at their longest, the host's own left out, and the boundaries of quoted data.
inline constexpr int64_t kInstructionTokens = 2'200;
/// What a second attempt adds beside the first reply, which it quotes.
inline constexpr int64_t kAgainTokens = 900;

/// No request fits a smaller one.
inline constexpr uint32_t kLeastWindow = 4'000;

/// What another model counts at most where the estimate says `tokens`.
template <typename Tokens>
constexpr Tokens countedAtMost(Tokens tokens) {
  return tokens + tokens / 5;
}

/// What a request leaves of a window; negative where it does not fit.
constexpr int64_t leftOf(uint32_t window, int64_t inputTokens, uint32_t maxOutputTokens) {
  return int64_t{window} - kRequestEnvelope - maxOutputTokens - countedAtMost(inputTokens);
}

/// What a second attempt quotes of the first reply, UTF-16 code units.
inline constexpr int64_t kLeastQuotedUnits = 200;
inline constexpr int64_t kMostQuotedUnits = 8'000;

/// Of that, as much as has room where the first attempt left so much of the window.
constexpr uint64_t quotedUnits(int64_t left) {
  return static_cast<uint64_t>(
      std::clamp(left - kAgainTokens, kLeastQuotedUnits, kMostQuotedUnits));
}

/// What may stand beside a range in a request, and what a merge may read, for a known window.
inline int64_t inputRoom(uint32_t window) {
  const int64_t left = int64_t{window} - window / kReplyShare - kRequestEnvelope;
  return std::max<int64_t>(left - kInstructionTokens, left / 4) * 5 / 6;
}

/// Of that, what one request may quote of a range beside the rest, with room for the marks of its
/// messages.
inline int64_t roomForRange(uint32_t window) { return inputRoom(window) * 2 / 3; }

}  // namespace epitome
