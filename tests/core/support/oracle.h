/// What a step may do at most and must do at least, told from the host's messages and options
/// alone, by naive counts that share no code with the planner.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/support/driver.h"

namespace epitome::script {

inline int64_t wholeTokens(const Message& message) {
  int64_t tokens = messageOverhead(message.role, Family::kO200k);
  for (const Part& part : message.parts) {
    if (part.kind != PartKind::kMedia) tokens += counted(part.text);
    tokens += tokensBesideText(part);
  }
  return tokens;
}

inline int64_t wholeTokens(const Messages& messages) {
  int64_t tokens = 0;
  for (const Message& message : messages) tokens += wholeTokens(message);
  return tokens;
}

/// A message with its results at their shortest: nothing but the line that tells of the cut. A
/// second cut has to free 16 tokens, and 200 code units are not worth one.
inline int64_t leastTokens(const Message& message) {
  constexpr int64_t kCut = 48;
  constexpr uint64_t kShort = 200;
  int64_t tokens = wholeTokens(message);
  if (message.role != Role::kTool || message.faulty()) return tokens;
  for (const Part& part : message.parts) {
    const bool cuttable = part.kind == PartKind::kToolResult &&
                          !part.has(kProviderExecuted | kOpaque | kHasMedia | kFaulty);
    if (!cuttable || unitsOf(part.text) <= kShort) continue;
    tokens -= std::max<int64_t>(0, counted(part.text) - kCut);
  }
  return tokens;
}

/// Calls of the host that have no result of their own, at least.
inline int64_t unanswered(const Messages& host) {
  std::map<std::string, int64_t> waiting;
  for (const Message& message : host) {
    for (const Part& part : message.parts) {
      if (part.kind == PartKind::kToolCall && !part.has(kProviderExecuted)) ++waiting[part.callId];
      if (part.kind == PartKind::kToolResult) --waiting[part.callId];
    }
  }
  int64_t calls = 0;
  for (const auto& [id, count] : waiting) calls += std::max<int64_t>(0, count);
  return calls;
}

/// Message `m` calls for something that has no result before `end`.
inline bool waits(const Messages& host, size_t m, size_t end) {
  return std::ranges::any_of(host[m].parts, [&](const Part& part) {
    if (part.kind != PartKind::kToolCall || part.has(kProviderExecuted)) return false;
    const auto answers = [&](const Part& other) {
      return other.kind == PartKind::kToolResult && other.callId == part.callId;
    };
    for (size_t later = m; later < end; ++later) {
      if (std::ranges::any_of(host[later].parts, answers)) return false;
    }
    return true;
  });
}

/// The newest user messages, with what the host put between them and no assistant message among
/// them: [begin, end).
inline std::pair<size_t, size_t> currentRequest(const Messages& host) {
  size_t end = host.size();
  while (end > 0 && host[end - 1].role != Role::kUser) --end;
  size_t begin = end;
  for (size_t m = end; m-- > 0 && host[m].role != Role::kAssistant;) {
    if (host[m].role == Role::kUser) begin = m;
  }
  return {begin, end};
}

/// Messages before the first of the assistant's.
inline size_t initialEnd(const Messages& host) {
  size_t end = 0;
  while (end < host.size() && host[end].role != Role::kAssistant) ++end;
  return end;
}

/// The current request stays: it and the initial messages take no more than half of the budget.
inline bool requestStays(const Messages& host, int64_t budget) {
  const auto [begin, end] = currentRequest(host);
  const size_t initial = initialEnd(host);
  if (begin < initial) return false;
  int64_t tokens = 0;
  for (size_t m = 0; m < initial; ++m) tokens += wholeTokens(host[m]);
  for (size_t m = begin; m < end; ++m) tokens += wholeTokens(host[m]);
  return tokens <= budget / 2;
}

/// What a view may have at least: opening, current request and what waits at the end or has just
/// come back, tool results at their shortest, what the host pinned, and one segment for the rest.
/// `budget` tells whether a request that the assistant has begun on stays.
inline int64_t floorOf(const Driver& driver, int64_t budget) {
  const Messages& host = driver.host();
  // A segment with a one-line digest and a row, and a remainder that is too small to be worth
  // another.
  constexpr int64_t kSegment = 264;
  const auto words = [](const Message& message) {
    return message.role == Role::kUser ||
           std::ranges::any_of(message.parts, [](const Part& p) { return p.has(kUserWords); });
  };
  size_t begin = 0;
  while (begin < host.size() && host[begin].role != Role::kAssistant) ++begin;
  size_t end = host.size();
  bool request = false;
  for (size_t m = host.size(); m-- > begin && host[m].role != Role::kAssistant;) {
    if (!words(host[m])) continue;
    end = m;
    request = true;
  }
  // The user's words in a tool message stand with the calls that it answers; everything behind the
  // last user message may belong to calls that wait.
  if (request && host[end].role != Role::kUser) {
    while (end > begin && host[end - 1].role != Role::kUser) --end;
  }
  std::set<std::string> answered;
  if (!request) {
    for (size_t m = host.size(); m-- > begin && host[m].role != Role::kUser;) {
      for (const Part& part : host[m].parts) {
        if (part.kind == PartKind::kToolResult) answered.insert(part.callId);
        const bool open = part.kind == PartKind::kToolCall && !part.has(kProviderExecuted) &&
                          answered.count(part.callId) == 0;
        if (open) end = m;
      }
      // What the assistant has left behind waits no longer.
      if (m == begin) break;
      if (host[m].role == Role::kAssistant && host[m - 1].role != Role::kAssistant) break;
    }
  }
  // Neighbouring assistant messages stay together while a call of theirs waits.
  for (size_t m = end; m-- > begin && host[m].role == Role::kAssistant;) {
    if (end < host.size() && host[end].role == Role::kAssistant && waits(host, m, end)) end = m;
  }
  // So does what a model has called for last, while it has not seen what came of it.
  const Units& units = driver.state().units();
  if (end == host.size() && host.back().role == Role::kTool) {
    end = std::max<size_t>(begin, units[units.size() - 1].begin);
  }
  // What stands for the result of an aborted call.
  constexpr int64_t kAborted = 20;
  int64_t tokens = kAborted * unanswered(host);
  for (size_t m = 0; m < begin; ++m) tokens += leastTokens(host[m]);
  for (size_t m = end; m < host.size(); ++m) tokens += leastTokens(host[m]);
  if (end > begin) tokens += kSegment;
  // Results that came before the calls at the end show with them.
  std::set<uint32_t> early;
  for (auto m = static_cast<uint32_t>(end); m < host.size(); ++m) {
    for (const Call& call : units.callsOf(m)) {
      if (call.moved && call.answerMessage < end) early.insert(call.answerMessage);
    }
  }
  for (const uint32_t m : early) tokens += leastTokens(host[m]);
  const auto [asked, told] = currentRequest(host);
  // It alone may have room, and what the initial messages gave up is left aside.
  if (asked >= begin) {
    int64_t stays = 0;
    for (size_t m = asked; m < std::min(told, end); ++m) stays += wholeTokens(host[m]);
    if (stays <= budget / 2) tokens += stays;
  }
  // What is pinned stays with all that belongs to it, word for word.
  std::set<uint32_t> pinned;
  for (uint32_t m = 0; m < host.size(); ++m) {
    if ((host[m].flags & kPinned) != 0) pinned.insert(units.of(m));
  }
  for (const uint32_t unit : pinned) {
    for (uint32_t m = units[unit].begin; m < units[unit].end; ++m) {
      const bool already = m < begin || m >= end;
      tokens += wholeTokens(host[m]) - (already ? leastTokens(host[m]) : 0);
      // A result that came late shows with its call.
      for (const Call& call : units.callsOf(m)) {
        if (call.moved) tokens += wholeTokens(host[call.answerMessage]);
      }
    }
  }
  return tokens;
}

/// Window minus reserve, overhead and margin, as src/budget/budget.h describes them.
inline int64_t budgetOf(const SessionOptions& options, uint32_t window) {
  const int64_t asked = options.maxOutputTokens > 0
                            ? std::min<int64_t>(options.maxOutputTokens, window / 2)
                            : std::min<int64_t>(8'192, window / 8);
  const int64_t overhead =
      options.hostOverhead >= 0 ? options.hostOverhead : std::min<int64_t>(8'000, window / 4);
  const int64_t left = std::max<int64_t>(0, int64_t{window} - overhead);
  const int64_t messages = std::min<int64_t>(window / 16, left / 2);
  const int64_t room = std::max(left - asked, messages);
  const double margin = options.budget.margin.value;
  const double kept = margin >= 1 ? margin : margin * static_cast<double>(room);
  return room - std::min(static_cast<int64_t>(kept), room / 2);
}

/// The host wants the results of this tool to stay while the view can be made to fit without.
inline bool keeps(const SessionOptions& options, std::string_view tool) {
  for (const ToolRule& rule : options.policy.results.tools) {
    std::string_view glob = rule.tools;
    const bool before = glob.starts_with('*');
    if (before) glob.remove_prefix(1);
    if (before ? tool.ends_with(glob) : tool == glob) return rule.keep;
  }
  return false;
}

/// Message `m` is newer than what the protection lets go; its share in tokens is left aside.
inline bool protects(const Protection& protect, const Messages& host, size_t m) {
  uint32_t results = 0;
  uint32_t assistants = 0;
  for (size_t newer = m + 1; newer < host.size(); ++newer) {
    if (host[newer].role == Role::kAssistant) ++assistants;
    for (const Part& part : host[newer].parts) {
      if (part.kind == PartKind::kToolResult) ++results;
    }
  }
  // What no model has read yet is protected whatever the policy says.
  return assistants == 0 || assistants < protect.assistants || results < protect.results;
}

/// Equal parts and texts.
inline bool equal(const Message& a, const Message& b) {
  if (a.role != b.role || a.parts.size() != b.parts.size()) return false;
  for (size_t p = 0; p < a.parts.size(); ++p) {
    if (a.parts[p].kind != b.parts[p].kind || a.parts[p].text != b.parts[p].text ||
        a.parts[p].callId != b.parts[p].callId) {
      return false;
    }
  }
  return true;
}

inline std::string describe(const Messages& host) {
  static constexpr std::string_view kRoles[] = {"system", "user", "assistant", "tool", "other"};
  static constexpr std::string_view kKinds[] = {
      "text",  "reasoning", "call", "result", "media", "approval-request", "approval-response",
      "custom"};
  std::string out;
  for (size_t m = 0; m < host.size(); ++m) {
    out += std::to_string(m) + " " + std::string(kRoles[static_cast<size_t>(host[m].role)]);
    if (host[m].flags != 0) out += "/" + std::to_string(host[m].flags);
    for (const Part& part : host[m].parts) {
      out += " " + std::string(kKinds[static_cast<size_t>(part.kind)]);
      if (part.flags != 0) out += "/" + std::to_string(part.flags);
      out += "(" + part.callId + part.approvalId + " " + part.toolName + " " +
             std::to_string(unitsOf(part.text)) + ")";
    }
    out += " " + std::to_string(wholeTokens(host[m])) + "\n";
  }
  return out;
}

inline std::string describe(const std::vector<ShownMessage>& view) {
  std::string out;
  for (const ShownMessage& shown : view) {
    out += "op " + std::to_string(shown.op) + " of " + std::to_string(shown.source) +
           describe(Messages{shown.message}).substr(1);
    for (const ShownChange& change : shown.changes) {
      if (change.kind == Shown::kAsIs) continue;
      out += "    part " + std::to_string(change.part) + " change " +
             std::to_string(static_cast<int>(change.kind)) +
             (change.pieces.empty() ? "" : " " + change.pieces.front().text) + "\n";
    }
  }
  return out;
}

}  // namespace epitome::script
