/// Whose words a text is. Decides it by role and kind of part; refuses to read the text.
#pragma once

#include <cstdint>

#include "transcript/message.h"

namespace epitome {

enum class Voice : uint8_t {
  kTool = 0,
  kAssistant = 1,
  /// What an assistant passes to a tool: its own word as well.
  kArgument = 2,
  kUser = 3,
};

/// A part's voice.
constexpr Voice voiceOf(Role role, PartKind kind, uint16_t partFlags) {
  const bool answer = (partFlags & kUserWords) != 0;
  if (kind == PartKind::kToolResult) return answer ? Voice::kUser : Voice::kTool;
  if (kind == PartKind::kToolCall) return Voice::kArgument;
  const bool user = givesOrders(role) || (partFlags & kUserWords) != 0;
  if (user || kind == PartKind::kApprovalResponse) return Voice::kUser;
  return role == Role::kAssistant ? Voice::kAssistant : Voice::kTool;
}

}  // namespace epitome
