/// Requests that fit the window of the model that they go to. Decides how much quoted data that
/// model can take; refuses to know what is asked.
#pragma once

#include <algorithm>
#include <cstdint>

#include "summary/request.h"
#include "tokens/counter.h"

namespace epitome {

/// Of a window, what the reply may be asked to take: the rest is what there is to read.
inline constexpr uint32_t kReplyShare = 4;
/// What a provider adds around a request of two messages, tokens; more than any does.
inline constexpr int64_t kRequestEnvelope = 64;

/// Tokens that a request takes of a window, reply included, whatever its text is made of.
inline int64_t windowTokens(const SummaryRequest& request, Family family) {
  const int64_t input =
      int64_t{tokensOfText(request.system, family)} + tokensOfText(request.prompt, family);
  return input + safeMargin(input) + kRequestEnvelope + request.maxOutputTokens;
}

/// What `make` makes of the limits, or of tighter ones where that would not fit `window` tokens; 0
/// is a window that nobody knows. Empty where not even the instructions fit. Each try is shorter by
/// a quarter or more: linear in what the first one holds.
template <typename Make>
SummaryRequest requestWithin(uint32_t window, RequestLimits limits, Family family,
                             const Make& make) {
  if (window == 0) return make(limits);
  limits.proseTokens = std::min(limits.proseTokens, window / kReplyShare);
  while (true) {
    SummaryRequest request = make(limits);
    const int64_t taken = windowTokens(request, family);
    if (taken <= window) return request;
    if (limits.inputUnits == 0) return {};
    const auto share = limits.inputUnits * window / static_cast<uint64_t>(taken);
    limits.inputUnits = std::min(share, limits.inputUnits - limits.inputUnits / 4);
    // Less than this shows no message.
    if (limits.inputUnits < 200) limits.inputUnits = 0;
  }
}

}  // namespace epitome
