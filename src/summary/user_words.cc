#include "summary/user_words.h"

#include <algorithm>
#include <map>
#include <utility>

#include "summary/shape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Of a call's input, behind a user's approval of it, UTF-16 code units.
constexpr uint64_t kApprovedUnits = 120;

/// Calls by the approval that was asked for them.
using Approvals = std::map<std::string_view, const NotedPart*>;

Approvals approvalsIn(const RangeNotes& notes) {
  std::map<std::string_view, const NotedPart*> calls;
  Approvals approvals;
  for (const NotedMessage& message : notes.messages) {
    for (const NotedPart& part : message.parts) {
      if (part.kind == PartKind::kToolCall) calls.insert_or_assign(part.callId, &part);
      if (part.kind != PartKind::kApprovalRequest) continue;
      const auto call = calls.find(part.callId);
      if (call != calls.end()) approvals.insert_or_assign(part.approvalId, call->second);
    }
  }
  return approvals;
}

std::string approvalLine(const NotedPart& part, const Approvals& approvals) {
  const auto asked = approvals.find(part.approvalId);
  std::string out = (part.flags & kDenied) != 0 ? "[denied" : "[approved";
  if (asked != approvals.end()) {
    out += ": " + oneLine(asked->second->toolName) + " " +
           shortened(oneLine(asked->second->text.head), kApprovedUnits);
  }
  out += "]";
  const std::string reason = oneLine(textOf(part.text));
  return reason.empty() ? out : out + " " + reason;
}

/// The user's words of one message. False when it holds none.
bool wordsOf(const NotedMessage& message, const Approvals& approvals, UserWords& words) {
  words = UserWords{};
  words.message = message.number;
  uint64_t units = 0;
  bool cut = false;
  for (const NotedPart& part : message.parts) {
    const bool approval = part.kind == PartKind::kApprovalResponse;
    if (!givesOrders(message.role) && (part.flags & kUserWords) == 0 && !approval) continue;
    std::string line;
    std::string_view piece = part.text.head;
    uint64_t pieceUnits = part.text.units;
    if (part.kind == PartKind::kMedia || approval) {
      line = approval ? approvalLine(part, approvals) : mediaLine(part.media);
      piece = line;
      pieceUnits = text::utf16Length(line);
    } else if (part.kind != PartKind::kText) {
      continue;
    }
    if (pieceUnits == 0) continue;
    words.approval = approval;
    if (units > 0) ++units;
    units += pieceUnits;
    // Behind a cut nothing can follow: what is carried is a beginning.
    if (cut) continue;
    if (!words.text.empty()) words.text += '\n';
    text::appendWellFormed(words.text, piece);
    cut = text::utf16Length(piece) < pieceUnits;
  }
  words.cut = cut || message.partsLeftOut > 0;
  words.units = static_cast<uint32_t>(std::min<uint64_t>(units, UINT32_MAX));
  return !trimmed(words.text).empty();
}

}  // namespace

std::vector<UserWords> wordsIn(const RangeNotes& notes) {
  const Approvals approvals = approvalsIn(notes);
  std::vector<UserWords> all;
  for (const NotedMessage& message : notes.messages) {
    UserWords words;
    if (wordsOf(message, approvals, words)) all.push_back(std::move(words));
  }
  return all;
}

uint32_t tokensWithMarks(std::string_view text, Family family) {
  return tokensOfText(text, family) + (hasLineBreak(text) ? kLinesFrame : 0);
}

uint64_t tokensOfWords(const std::vector<UserWords>& words, Family family) {
  uint64_t tokens = 0;
  for (const UserWords& one : words) {
    tokens += uint64_t{tokensWithMarks(one.text, family)} + kWordsFrame;
  }
  return tokens;
}

}  // namespace epitome
