/// A second opinion on views: reads the messages that a model would be given, next to the host's,
/// and names the first contract that they break. It reads strings and message order alone, and
/// shares no code with the core.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/support/view_reader.h"

namespace epitome::script {

/// What the checker has to be told besides host and view: host messages [begin, end) are what the
/// segments stand for, but for those of the range that show all the same.
struct FoldedRange {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::set<uint32_t> staying;

  bool holds(uint32_t message) const {
    return message >= begin && message < end && !staying.contains(message);
  }
};

/// What a policy allows beyond cutting a client's result.
struct Allowed {
  bool dropReasoning = false;
  bool clearMedia = false;
  bool resultMedia = false;
};

class ViewChecker {
 public:
  ViewChecker(const Messages& host, const std::vector<ShownMessage>& view, FoldedRange folded,
              Allowed allowed = {})
      : host_(host), view_(view), folded_(std::move(folded)), allowed_(allowed) {}

  /// Empty when the view is valid.
  std::string check() {
    order();
    segments();
    calls();
    approvals();
    contents();
    edits();
    pointers();
    kept();
    return fault_;
  }

  /// The same as far as it shows without knowing what was folded.
  std::string checkShape() {
    calls();
    approvals();
    contents();
    edits();
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
      if (folded_.holds(view_[i].source)) fail("folded message shown", i);
    }
  }

  /// A tool message of which nothing is left but what the user wrote.
  static bool onlyWords(const Message& message) {
    for (const Part& part : message.parts) {
      if (!part.has(kUserWords)) return false;
    }
    return message.role == Role::kTool && !message.parts.empty();
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
      } else if (role == Role::kUser || onlyWords(view_[i].message)) {
        user = true;
      } else if (role == Role::kAssistant || role == Role::kTool) {
        if (found > 0 && !user) fail("does not start with user content", i);
        conversation = true;
      }
    }
    if (found > 1) fail("two segments messages", 0);
    if (found == 0 && folded_.begin != folded_.end) fail("folded without segments", 0);
  }

  /// Each result stands behind its call in the same run of assistant and then tool messages;
  /// neither the user nor another such run overtakes a client call; nothing is answered twice.
  void calls() {
    struct State {
      /// Calls with this id that wait: a host may use one again while it does.
      size_t waiting = 0;
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
          if (call.provider && call.waiting > 0)
            fail("a user message overtakes a provider call", i);
        }
      }
      const bool goesOn = i > 0 && view_[i - 1].message.role == Role::kAssistant;
      if (message.role == Role::kAssistant && !goesOn && waiting > 0) {
        fail("an assistant message overtakes a call", i);
      }
      if (message.role == Role::kAssistant ? tools : message.role != Role::kTool) {
        ++block;
        tools = false;
      }
      if (message.role == Role::kTool) tools = true;
      for (const Part& part : message.parts) {
        if (part.callId.empty()) continue;
        if (part.kind == PartKind::kToolCall && message.role == Role::kAssistant) {
          State& call = calls[part.callId];
          const bool provider = part.has(kProviderExecuted);
          if (call.provider != provider) {
            if (!call.provider) waiting -= call.waiting;
            call.waiting = 0;
          }
          if (call.waiting > 0 && !provider) fail("an id called twice", i);
          ++call.waiting;
          call.provider = provider;
          call.block = block;
          if (!provider) ++waiting;
        } else if (part.kind == PartKind::kToolResult) {
          const auto known = calls.find(part.callId);
          if (known == calls.end()) {
            fail("result without call", i);
            continue;
          }
          if (known->second.waiting == 0) fail("second result", i);
          const bool apart = known->second.block != block;
          if (apart && !known->second.provider) fail("result in another place", i);
          if (known->second.waiting > 0 && !known->second.provider) --waiting;
          if (known->second.waiting > 0) --known->second.waiting;
        }
      }
      const bool words =
          message.role == Role::kTool &&
          std::ranges::any_of(message.parts, [](const Part& part) { return part.has(kUserWords); });
      if (words && waiting > 0) fail("words of the user overtake a call", i);
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

  /// Nothing empty, and a faulty message as it is.
  void contents() {
    for (size_t i = 0; i < view_.size(); ++i) {
      const ShownMessage& shown = view_[i];
      const bool touched = shown.op != 0;
      const bool whole = shown.op < 3 && shown.op != 1 &&
                         shown.message.parts.size() == host_[shown.source].parts.size();
      if (shown.message.faulty() && touched) fail("faulty message edited", i);
      bool content = shown.message.faulty();
      for (size_t p = 0; p < shown.message.parts.size(); ++p) {
        const Part& part = shown.message.parts[p];
        if (part.kind == PartKind::kReasoning) {
          content |= part.has(kOpaque | kFaulty) && whole;
        } else if (part.kind != PartKind::kText || !blank(part.text) ||
                   part.has(kOpaque | kFaulty)) {
          content = true;
        } else if (!shown.message.faulty()) {
          fail("empty text", i);
        }
      }
      if (!content) fail("empty message", i);
    }
  }

  /// Only what an edit may touch is edited, and to something smaller.
  void edits() {
    for (size_t i = 0; i < view_.size(); ++i) {
      const ShownMessage& shown = view_[i];
      if (shown.op == 1 || shown.op == 3) continue;
      for (size_t p = 0; p < shown.message.parts.size(); ++p) {
        if (shown.shown(p) == Shown::kAsIs) continue;
        const Message& from = host_[shown.source];
        if (from.faulty()) fail("faulty message edited", i);
        edit(i, shown.message.parts[p], from.parts[shown.parts[p]], from.role, shown.changes[p]);
      }
    }
  }

  void edit(size_t at, const Part& part, const Part& whole, Role role, const ShownChange& change) {
    if (change.kind == Shown::kMended) {
      if (!whole.has(kIllFormed | kInvalidInput) || whole.has(kOpaque))
        fail("a part was mended that may not be", at);
      return;
    }
    const bool sealed = whole.has(kProviderExecuted | kOpaque | kFaulty);
    if (change.kind == Shown::kReplaced) {
      // Where only images may go, what is beside them stays.
      const bool stays = allowed_.clearMedia && part.text.starts_with(whole.text);
      const bool result =
          clientResult(whole, role) && (!whole.has(kHasMedia) || allowed_.resultMedia || stays);
      const bool media = whole.kind == PartKind::kMedia && allowed_.clearMedia;
      if (sealed || (!result && !media)) fail("a part was replaced that may not be", at);
      if (tokensWith(part) > tokensWith(whole)) fail("a placeholder that saves nothing", at);
      return;
    }
    if (sealed || !clientResult(whole, role) || whole.has(kHasMedia)) {
      fail("a part was cut that may not be", at);
    }
    if (unitsOf(part.text) >= unitsOf(whole.text)) fail("a cut that saves nothing", at);
  }

  static int64_t tokensWith(const Part& part) {
    const bool text = part.kind != PartKind::kMedia;
    return (text ? counted(part.text) : 0) + tokensBesideText(part);
  }

  /// What names another result names one that the view tells, and that is the same where it says
  /// so.
  void pointers() {
    for (size_t i = 0; i < view_.size(); ++i) {
      for (size_t p = 0; p < view_[i].changes.size(); ++p) {
        const ShownChange& change = view_[i].changes[p];
        for (const ShownPiece& piece : change.pieces) {
          if (piece.kind != 2) continue;
          const Part& own = host_[view_[i].source].parts[view_[i].parts[p]];
          const Part& call = host_[piece.message].parts[piece.part];
          const bool same = change.pieces.front().text.starts_with("[Same output");
          if (const std::string wrong = target(own, call, same); !wrong.empty()) fail(wrong, i);
        }
      }
    }
  }

  std::string target(const Part& own, const Part& call, bool same) const {
    if (call.kind != PartKind::kToolCall || call.callId.empty()) return "a pointer to no call";
    bool shown = false;
    // Where ids are used again, one of the results with this one has to be right.
    std::string wrong;
    for (const ShownMessage& message : view_) {
      if (message.op == 1 || message.op == 3) continue;
      for (size_t p = 0; p < message.message.parts.size(); ++p) {
        const Part& part = message.message.parts[p];
        if (part.kind != PartKind::kToolResult || part.callId != call.callId) continue;
        shown = true;
        const Part& whole = host_[message.source].parts[message.parts[p]];
        std::string here;
        if (&whole == &own) {
          here = "a pointer to itself";
        } else if (message.shown(p) == Shown::kReplaced) {
          here = "a pointer to a placeholder";
        } else if (same && whole.text != own.text) {
          here = "a pointer to another text";
        }
        if (here.empty()) return "";
        wrong = here;
      }
    }
    return shown ? wrong : "a pointer to what is not there";
  }

  /// The newest call with an id before a message.
  bool callFolded(const std::string& id, uint32_t before) const {
    for (uint32_t m = before; m-- > 0;) {
      for (const Part& part : host_[m].parts) {
        if (part.kind == PartKind::kToolCall && part.callId == id) return folded_.holds(m);
      }
    }
    return false;
  }

  /// A result of the call comes before its id is used again.
  bool answeredBehind(uint32_t message, uint32_t part) const {
    const std::string& id = host_[message].parts[part].callId;
    for (uint32_t m = message, p = part + 1; m < host_.size(); ++m, p = 0) {
      for (; p < host_[m].parts.size(); ++p) {
        const Part& other = host_[m].parts[p];
        if (other.callId != id) continue;
        if (other.kind == PartKind::kToolResult) return true;
        if (other.kind == PartKind::kToolCall) return false;
      }
    }
    return false;
  }

  /// The view has another call by the same id, with nobody else's message in between.
  bool repeated(uint32_t message, uint32_t part,
                const std::set<std::pair<uint32_t, uint32_t>>& shown) const {
    const std::string& id = host_[message].parts[part].callId;
    uint32_t m = message;
    while (m > 0 && host_[m - 1].role == Role::kAssistant) --m;
    for (; m < host_.size() && host_[m].role == Role::kAssistant; ++m) {
      for (uint32_t p = 0; p < host_[m].parts.size(); ++p) {
        const Part& other = host_[m].parts[p];
        const bool same = other.kind == PartKind::kToolCall && other.callId == id;
        // Of two in one block the first counts, also where a record stands for it.
        if (same && (shown.contains({m, p}) || (m < message && folded_.holds(m)))) return true;
      }
    }
    return false;
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
    // What stands before the newest words of the user is finished.
    uint32_t turn = 0;
    for (uint32_t m = 0; m < host_.size(); ++m) {
      bool user = host_[m].role == Role::kUser;
      for (const Part& part : host_[m].parts) user = user || part.has(kUserWords);
      if (user) turn = m;
    }
    for (uint32_t m = 0; m < host_.size(); ++m) {
      if (folded_.holds(m)) {
        if ((host_[m].flags & kPinned) != 0) fail("pinned message folded", m);
        continue;
      }
      if (host_[m].faulty() && messages.count(m) == 0) fail("faulty message lost", m);
      bool other = false;
      bool thought = false;
      for (uint32_t p = 0; p < host_[m].parts.size(); ++p) {
        const Part& part = host_[m].parts[p];
        if (shown.count({m, p}) == 0) continue;
        (part.kind == PartKind::kReasoning ? thought : other) = true;
      }
      // Finished reasoning goes as a whole or not at all.
      const bool dropped = allowed_.dropReasoning && m < turn && !thought;
      for (uint32_t p = 0; p < host_[m].parts.size(); ++p) {
        if (shown.count({m, p}) != 0) continue;
        const Part& part = host_[m].parts[p];
        bool excused = false;
        switch (part.kind) {
          case PartKind::kText:
            excused = blank(part.text);
            break;
          case PartKind::kReasoning:
            excused = !other || dropped;
            break;
          case PartKind::kToolResult:
            excused = callsShown.count(part.callId) == 0 || callsShown[part.callId] > m ||
                      answersShown.count(part.callId) != 0 || callFolded(part.callId, m);
            break;
          case PartKind::kToolCall:
            excused = part.has(kProviderExecuted)
                          ? answersShown.count(part.callId) == 0 || !answeredBehind(m, p)
                          : repeated(m, p, shown);
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
      if (folded_.holds(static_cast<uint32_t>(m))) fail("latest request folded", m);
    }
  }

  const Messages& host_;
  const std::vector<ShownMessage>& view_;
  FoldedRange folded_;
  Allowed allowed_;
  std::string fault_;
};

}  // namespace epitome::script
