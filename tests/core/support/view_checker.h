/// A second opinion on views: reads the messages that a model would be given, next to the host's,
/// and names the first contract that they break. Decides by strings and message order alone; shares
/// no code with the core and knows neither units nor segments' content.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/support/view_reader.h"

namespace epitome::script {

/// What the checker has to be told besides host and view: host messages [foldBegin, foldEnd) are
/// what the segments stand for.
struct FoldedRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

class ViewChecker {
 public:
  ViewChecker(const Messages& host, const std::vector<ShownMessage>& view, FoldedRange folded)
      : host_(host), view_(view), folded_(folded) {}

  /// Empty when the view is valid.
  std::string check() {
    order();
    segments();
    calls();
    approvals();
    contents();
    kept();
    return fault_;
  }

  /// The same as far as it shows without knowing what was folded.
  std::string checkShape() {
    calls();
    approvals();
    contents();
    return fault_;
  }

 private:
  static bool clientResult(const Part& part, Role role) {
    return part.kind == PartKind::kToolResult && role == Role::kTool;
  }
  void fail(const std::string& what, size_t at) {
    if (fault_.empty()) fault_ = what + " at view message " + std::to_string(at);
  }

  /// Host messages come in their order, none twice; a message made by the engine stands behind
  /// them.
  void order() {
    int64_t last = -1;
    for (size_t i = 0; i < view_.size(); ++i) {
      if (view_[i].op != 0 && view_[i].op != 2) continue;
      if (static_cast<int64_t>(view_[i].source) <= last) fail("host order", i);
      last = view_[i].source;
      if (view_[i].source >= folded_.begin && view_[i].source < folded_.end) {
        fail("folded message shown", i);
      }
    }
  }

  void segments() {
    size_t found = 0;
    bool conversation = false;
    bool user = false;
    for (size_t i = 0; i < view_.size(); ++i) {
      const Role role = view_[i].message.role;
      if (view_[i].op == 1) {
        ++found;
        if (conversation) fail("segments behind the conversation's begin", i);
        user = true;
        if (view_[i].message.parts.empty()) fail("empty segments", i);
      } else if (role == Role::kUser) {
        user = true;
      } else if (role == Role::kAssistant || role == Role::kTool) {
        if (found > 0 && !user) fail("does not start with user content", i);
        conversation = true;
      }
    }
    if (found > 1) fail("two segments messages", 0);
    if (found == 0 && folded_.begin != folded_.end) fail("folded without segments", 0);
  }

  /// Each result stands behind its call in the same run of assistant and then tool messages; no
  /// user message overtakes a client call; nothing is answered twice.
  void calls() {
    struct State {
      bool answered = false;
      bool provider = false;
      size_t block = 0;
    };
    std::map<std::string, State> calls;
    size_t waiting = 0;
    size_t block = 0;
    bool tools = false;
    for (size_t i = 0; i < view_.size(); ++i) {
      const Message& message = view_[i].message;
      if (message.role == Role::kUser) {
        if (waiting > 0) fail("a user message overtakes a call", i);
        for (const auto& [id, call] : calls) {
          if (call.provider && !call.answered) fail("a user message overtakes a provider call", i);
        }
      }
      if (message.role == Role::kAssistant ? tools : message.role != Role::kTool) {
        ++block;
        tools = false;
      }
      if (message.role == Role::kTool) tools = true;
      for (const Part& part : message.parts) {
        if (part.callId.empty()) continue;
        if (part.kind == PartKind::kToolCall && message.role == Role::kAssistant) {
          const auto known = calls.find(part.callId);
          if (known != calls.end() && !known->second.answered && !known->second.provider) --waiting;
          calls[part.callId] = {false, part.has(kProviderExecuted), block};
          if (!part.has(kProviderExecuted)) ++waiting;
        } else if (part.kind == PartKind::kToolResult) {
          const auto known = calls.find(part.callId);
          if (known == calls.end()) {
            fail("result without call", i);
            continue;
          }
          if (known->second.answered) fail("second result", i);
          const bool apart = known->second.block != block;
          if (apart && !known->second.provider) fail("result in another place", i);
          if (!known->second.answered && !known->second.provider) --waiting;
          known->second.answered = true;
        }
      }
    }
  }

  void approvals() {
    std::set<std::string> asked;
    for (size_t i = 0; i < view_.size(); ++i) {
      if (view_[i].message.role == Role::kUser) asked.clear();
      for (const Part& part : view_[i].message.parts) {
        if (part.kind == PartKind::kApprovalRequest) asked.insert(part.approvalId);
        if (part.kind != PartKind::kApprovalResponse || view_[i].message.role != Role::kTool)
          continue;
        if (asked.count(part.approvalId) == 0) fail("approval without request", i);
      }
    }
  }

  /// Nothing empty, and only client results without media are ever cut, to something smaller.
  void contents() {
    for (size_t i = 0; i < view_.size(); ++i) {
      const ShownMessage& shown = view_[i];
      const bool touched = shown.op != 0;
      if (shown.message.faulty() && touched) fail("faulty message edited", i);
      bool content = shown.message.faulty();
      bool reasoning = false;
      for (size_t p = 0; p < shown.message.parts.size(); ++p) {
        const Part& part = shown.message.parts[p];
        if (part.kind == PartKind::kReasoning) {
          reasoning = true;
        } else if (part.kind != PartKind::kText || !part.text.empty() ||
                   part.has(kOpaque | kFaulty)) {
          content = true;
        } else if (!shown.message.faulty()) {
          fail("empty text", i);
        }
        if (!shown.cut[p]) continue;
        const Part& whole = host_[shown.source].parts[shown.parts[p]];
        if (!clientResult(whole, host_[shown.source].role) ||
            whole.has(kProviderExecuted | kOpaque | kHasMedia)) {
          fail("a part was cut that may not be", i);
        }
        if (unitsOf(part.text) >= unitsOf(whole.text)) fail("a cut that saves nothing", i);
      }
      if (!content && (touched || !reasoning)) fail("empty message", i);
    }
  }

  /// Whatever the host has outside the folded range is shown, unless it could not be valid.
  void kept() {
    std::set<std::pair<uint32_t, uint32_t>> shown;
    // Ids may be used again: a result's call is one that stands before it.
    std::map<std::string, uint32_t> callsShown;
    std::set<std::string> answersShown;
    std::set<uint32_t> messages;
    for (const ShownMessage& message : view_) {
      if (message.op == 1) continue;
      if (message.op == 0 || message.op == 2) messages.insert(message.source);
      for (size_t p = 0; p < message.parts.size(); ++p) {
        const Part& part = message.message.parts[p];
        if (message.op != 3 && !shown.insert({message.source, message.parts[p]}).second) {
          fail("part shown twice", message.source);
        }
        if (part.kind == PartKind::kToolCall) callsShown.try_emplace(part.callId, message.source);
        if (part.kind == PartKind::kToolResult) answersShown.insert(part.callId);
      }
    }
    for (uint32_t m = 0; m < host_.size(); ++m) {
      if (m >= folded_.begin && m < folded_.end) continue;
      if (host_[m].faulty() && messages.count(m) == 0) fail("faulty message lost", m);
      bool other = false;
      for (uint32_t p = 0; p < host_[m].parts.size(); ++p) {
        const Part& part = host_[m].parts[p];
        if (part.kind != PartKind::kReasoning && shown.count({m, p}) != 0) other = true;
      }
      for (uint32_t p = 0; p < host_[m].parts.size(); ++p) {
        if (shown.count({m, p}) != 0) continue;
        const Part& part = host_[m].parts[p];
        bool excused = false;
        switch (part.kind) {
          case PartKind::kText:
            excused = part.text.empty();
            break;
          case PartKind::kReasoning:
            excused = !other;
            break;
          case PartKind::kToolResult:
            excused = callsShown.count(part.callId) == 0 || callsShown[part.callId] > m ||
                      answersShown.count(part.callId) != 0;
            break;
          case PartKind::kToolCall:
            excused = part.has(kProviderExecuted) && answersShown.count(part.callId) == 0;
            break;
          case PartKind::kApprovalResponse:
            excused = true;
            break;
          default:
            break;
        }
        if (!excused) fail("part lost, host message " + std::to_string(m), p);
      }
    }
    // The latest request is shown as the host has it.
    for (size_t m = host_.size(); m-- > 0 && host_[m].role != Role::kAssistant;) {
      if (host_[m].role != Role::kUser) continue;
      if (m >= folded_.begin && m < folded_.end) fail("latest request folded", m);
    }
  }

  const Messages& host_;
  const std::vector<ShownMessage>& view_;
  FoldedRange folded_;
  std::string fault_;
};

}  // namespace epitome::script
