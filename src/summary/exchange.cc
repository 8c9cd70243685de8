/// One pass over the parts, with the open calls by id.
#include "summary/exchange.h"

#include <map>
#include <string_view>

namespace epitome {

Exchanges::Exchanges(std::span<const NotedMessage> messages) : messages_(messages) {
  std::map<std::string_view, uint32_t> open;
  firstPart_.reserve(messages.size());
  for (uint32_t m = 0; m < messages.size(); ++m) {
    firstPart_.push_back(static_cast<uint32_t>(refs_.size()));
    const std::vector<NotedPart>& parts = messages[m].parts;
    for (uint32_t p = 0; p < parts.size(); ++p) {
      const uint32_t index = static_cast<uint32_t>(refs_.size());
      refs_.push_back({m, p});
      partner_.push_back(kNone);
      if (parts[p].kind == PartKind::kToolCall) {
        open.insert_or_assign(parts[p].callId, index);
      } else if (parts[p].kind == PartKind::kToolResult) {
        const auto call = open.find(parts[p].callId);
        if (call == open.end()) continue;
        partner_[index] = call->second;
        partner_[call->second] = index;
        open.erase(call);
      }
    }
  }
}

const NotedPart* Exchanges::partner(PartRef ref, PartRef& at) const {
  const uint32_t index = partner_[indexOf(ref)];
  if (index == kNone) return nullptr;
  at = refs_[index];
  return &messages_[at.message].parts[at.part];
}

const NotedPart* Exchanges::resultOf(PartRef call, PartRef& at) const { return partner(call, at); }

const NotedPart* Exchanges::callOf(PartRef result, PartRef& at) const {
  return partner(result, at);
}

}  // namespace epitome
