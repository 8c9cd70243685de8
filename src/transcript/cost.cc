#include "transcript/cost.h"

namespace epitome {

uint32_t messageOverhead(Role role, Family family) {
  return role == Role::kTool ? 0 : envelopeOf(family).message;
}

uint32_t partOverhead(PartKind kind, Family family) {
  switch (kind) {
    case PartKind::kToolCall:
      return envelopeOf(family).toolCall;
    case PartKind::kToolResult:
      return envelopeOf(family).toolResult;
    case PartKind::kText:
    case PartKind::kReasoning:
    case PartKind::kMedia:
    case PartKind::kApprovalRequest:
    case PartKind::kApprovalResponse:
    case PartKind::kCustom:
      return 0;
  }
  return 0;
}

uint32_t textCost(PartKind kind, uint32_t tokens, Family family) {
  if (kind != PartKind::kToolCall) return tokens;
  constexpr uint64_t kMilli = 1000;
  return static_cast<uint32_t>(uint64_t{tokens} * envelopeOf(family).inputMilli / kMilli);
}

}  // namespace epitome
