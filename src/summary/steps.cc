/// Turns messages into lines.
#include "summary/steps.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "summary/base64_runs.h"
#include "summary/brief_input.h"
#include "summary/error_line.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "summary/telling_sentence.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr std::string_view kArrow = " \u2192 ";
constexpr std::string_view kBetween = " \u2026 ";
constexpr std::string_view kTimes = " \u00d7";

// Lengths in UTF-16 code units.
constexpr uint64_t kNameUnits = 80;
constexpr uint64_t kSentenceUnits = 300;
constexpr uint64_t kInputUnits = 120;
constexpr uint64_t kOutcomeUnits = 140;
constexpr uint64_t kBriefSentenceUnits = 140;
constexpr uint64_t kBriefInputUnits = 40;
constexpr uint64_t kBriefUnits = 190;
constexpr uint64_t kOpenUnits = 600;
/// Calls that a brief line names.
constexpr size_t kBriefCalls = 3;

std::string_view firstLine(std::string_view text) {
  text = trimmed(text);
  return text.substr(0, text.find_first_of("\r\n"));
}

std::string_view lastLine(std::string_view text) {
  text = trimmed(text);
  const size_t lineBreak = text.find_last_of("\r\n");
  return lineBreak == std::string_view::npos ? text : text.substr(lineBreak + 1);
}

/// A JSON string is read as what it says; any other JSON stays as it is. `start` for the head of a
/// preview, which shows what kind it is; a tail is read as the end of a string.
std::string plainOf(const std::string& text, uint16_t flags, bool start) {
  if ((flags & kJson) == 0) return text;
  if (!start) return unescaped(text);
  if (text.empty() || text.front() != '"') return text;
  const bool closed = text.size() > 1 && text.back() == '"';
  return unescaped(std::string_view(text).substr(1, text.size() - (closed ? 2 : 1)));
}

bool isText(const NotedPart& part) { return part.kind == PartKind::kText; }

bool hasFailed(const NotedPart* result) {
  return result != nullptr && (result->flags & (kError | kDenied)) != 0;
}

/// The last line that says that something went wrong; empty when none does.
std::string errorIn(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t lineEnd = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, lineEnd - at);
    size_t begin = 0;
    size_t end = 0;
    if (findError(line, begin, end)) out = oneLine(line.substr(begin, end - begin));
    at = lineEnd + 1;
  }
  return out;
}

/// What a tool said, in quotation marks that it can't end: it is no word of ours.
std::string quoted(std::string_view line) {
  constexpr std::string_view kOpen = "\u201c";
  constexpr std::string_view kClose = "\u201d";
  std::string out(kOpen);
  const std::string text = shortened(line, kOutcomeUnits);
  for (size_t at = 0; at < text.size(); ++at) {
    const std::string_view here = std::string_view(text).substr(at, kClose.size());
    const bool mark = here == kOpen || here == kClose;
    out += mark ? '"' : text[at];
    if (mark) at += kClose.size() - 1;
  }
  return out += kClose;
}

/// The first line, the last one, and between them an error.
std::string outcomeOf(const NotedPart* result) {
  if (result == nullptr) return "no result";
  std::string out;
  if ((result->flags & kDenied) != 0) {
    out = "denied: ";
  } else if ((result->flags & kError) != 0) {
    out = "error: ";
  }
  const std::string head = plainOf(result->text.head, result->flags, true);
  const std::string tail =
      result->text.tail.empty() ? head : plainOf(result->text.tail, result->flags, false);
  const std::string first = oneLine(withoutBase64(firstLine(head)));
  const std::string last = oneLine(withoutBase64(lastLine(tail)));
  const std::string attached = attachedLines(*result);
  if (first.empty()) return out + (attached.empty() ? "empty" : attached.substr(1));
  out += quoted(first);
  const std::string error = errorIn(head);
  if (!error.empty() && first.find(error) == std::string::npos &&
      last.find(error) == std::string::npos) {
    out += kBetween;
    out += quoted(error);
  }
  if (!last.empty() && last != first) {
    out += kBetween;
    out += quoted(last);
  }
  return out + attached;
}

std::string toolName(const NotedPart& part) {
  const std::string name = oneLine(part.toolName);
  return name.empty() ? "tool" : shortened(name, kNameUnits);
}

}  // namespace

Steps::Steps(std::span<const NotedMessage> messages) : messages_(messages), exchanges_(messages) {
  for (uint32_t m = 0; m < messages_.size(); ++m) readMessage(m);
}

void Steps::readMessage(uint32_t index) {
  const NotedMessage& message = messages_[index];
  sentences_.clear();
  calls_.clear();
  finding_.clear();
  if (message.role == Role::kUser) latestRequest_ = message.number;
  for (uint32_t p = 0; p < message.parts.size(); ++p) {
    const NotedPart& part = message.parts[p];
    if (part.kind == PartKind::kText) {
      readText(message, part);
    } else if (part.kind == PartKind::kToolCall) {
      readCall({index, p});
    } else {
      readOther({index, p});
    }
  }
  addStep(index);
}

void Steps::readText(const NotedMessage& message, const NotedPart& part) {
  // The user's words stand beside the digest, whole.
  if (givesOrders(message.role) || trimmed(part.text.head).empty()) return;
  const std::string text = withoutFences(withoutBase64(textOf(part.text)));
  TellingSentence telling = tellingSentence(text);
  std::string sentence = std::move(telling.text);
  if (message.role == Role::kAssistant) {
    lastText_ = oneLine(text);
    if (lastText_ == sentence) lastText_.clear();
    if (telling.concludes && finding_.empty()) finding_ = shortened(sentence, kSentenceUnits);
    if (text.find("[ ] ") != std::string::npos || text.find("[x] ") != std::string::npos) {
      openBoxes_ = epitome::openBoxes(text, kOpenUnits);
    }
  } else {
    sentence = "(neither user nor assistant) " + sentence;
  }
  if (!sentence.empty()) sentences_.push_back(shortened(sentence, kSentenceUnits));
}

void Steps::readCall(PartRef at) {
  const NotedPart& part = messages_[at.message].parts[at.part];
  PartRef answer;
  const NotedPart* result = exchanges_.resultOf(at, answer);
  Call call;
  call.name = toolName(part);
  call.failed = hasFailed(result);
  call.input = briefInput(part, kInputUnits);
  if (!calls_.empty()) {
    Call& last = calls_.back();
    if (last.name == call.name && last.input == call.input && last.failed == call.failed) {
      ++last.times;
      return;
    }
  }
  call.briefest = briefestInput(part, kBriefInputUnits);
  call.outcome = outcomeOf(result);
  calls_.push_back(std::move(call));
}

void Steps::readOther(PartRef at) {
  const NotedMessage& message = messages_[at.message];
  const NotedPart& part = message.parts[at.part];
  PartRef call;
  if (part.kind == PartKind::kToolResult && exchanges_.callOf(at, call) == nullptr) {
    sentences_.push_back("result of " + toolName(part) + ": " + outcomeOf(&part));
  } else if (part.kind == PartKind::kMedia && !givesOrders(message.role)) {
    sentences_.push_back(mediaLine(part.media));
  } else if (part.kind == PartKind::kApprovalResponse) {
    sentences_.push_back((part.flags & kDenied) != 0 ? "approval denied" : "approval given");
  }
}

bool Steps::endsTurn(uint32_t index) const {
  const NotedMessage& message = messages_[index];
  if (message.role != Role::kAssistant || !calls_.empty() || sentences_.empty()) return false;
  return index + 1 == messages_.size() || messages_[index + 1].role == Role::kUser;
}

void Steps::addStep(uint32_t index) {
  if (sentences_.empty() && calls_.empty()) return;
  const NotedMessage& message = messages_[index];
  const std::string start = "- [" + std::to_string(message.number) + "] ";
  Step step;
  step.message = message.number;
  step.finding = finding_;
  if (endsTurn(index)) {
    for (const NotedPart& part : message.parts) {
      if (!isText(part)) continue;
      if (!step.report.empty()) step.report += ' ';
      step.report += oneLine(withoutFences(withoutBase64(textOf(part.text))));
    }
  }
  // What was said stands before what was done, since the end may be cut, and the ledger tells what
  // was done.
  std::string brief;
  std::string said;
  for (const std::string& sentence : sentences_) {
    step.full += start + sentence + "\n";
    if (said.empty()) said = shortened(sentence, kBriefSentenceUnits);
  }
  for (size_t i = 0; i < calls_.size(); ++i) {
    const Call& call = calls_[i];
    std::string times;
    if (call.times > 1) {
      times = kTimes;
      times += std::to_string(call.times);
    }
    step.full += start;
    step.full += call.name;
    step.full += "(" + call.input + ")" + times;
    step.full += kArrow;
    step.full += call.outcome + "\n";
    if (i >= kBriefCalls) continue;
    if (!brief.empty()) brief += "; ";
    brief += call.name;
    brief += "(" + call.briefest + ")" + times;
    if (call.failed) brief += " failed";
  }
  if (calls_.size() > kBriefCalls) {
    brief += "; " + std::to_string(calls_.size() - kBriefCalls) + " more";
  }
  if (!said.empty() && !brief.empty()) said += said.back() == '.' ? " " : "; ";
  brief.insert(0, said);
  step.brief = start + shortened(brief, kBriefUnits) + "\n";
  step.fullUnits = text::utf16Length(step.full);
  step.briefUnits = text::utf16Length(step.brief);
  steps_.push_back(std::move(step));
}

}  // namespace epitome
