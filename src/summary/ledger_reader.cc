/// One call at a time; what its resource is decides which rows it gives.
#include "summary/ledger_reader.h"

#include <algorithm>
#include <utility>

#include "extract/leaves.h"
#include "extract/sayings.h"
#include "summary/shape.h"
#include "summary/shell_line.h"
#include "text/characters.h"
#include "text/path.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostOpen = 256;
constexpr size_t kMostIdBytes = 256;
/// Bytes of an error that says something.
constexpr size_t kLeastError = 10;
/// Bytes of an input in which a patch names its files.
constexpr size_t kMostInput = 8192;

bool beginsLike(std::string_view text, std::string_view lower) {
  return lowered(text.substr(0, lower.size())) == lower;
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), isDigit);
}

uint32_t valueOf(std::string_view digits) {
  uint32_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<uint32_t>(c - '0');
  return value;
}

/// Values of a call that are looked at.
constexpr size_t kMostGiven = 24;
/// Of a call as it is told, bytes, and of one value in it.
constexpr size_t kMostDeed = 160;
constexpr size_t kMostValue = 60;
constexpr uint32_t kMostTold = 3;
/// Of a short result that is told as the outcome, bytes.
constexpr size_t kMostOutcome = 80;

/// First words of the names of tools that only look, whatever they are called on.
constexpr std::string_view kLooking =
    "get list search find read fetch view show query check lookup describe calculate compute think "
    "plan browse open inspect retrieve load count analyze validate explain help status ping ask "
    "select scan watch wait sleep grep glob ls cat head tail stat info is has can verify estimate "
    "preview summarize translate navigate screenshot scroll hover observe";

/// The name of a tool in words, folded: `mcp__shop__cancelOrder` is "cancel order".
std::string wordsOfTool(std::string_view tool) {
  if (const size_t server = tool.rfind("__"); server != tool.npos) tool.remove_prefix(server + 2);
  if (const size_t point = tool.rfind('.'); point != tool.npos) tool.remove_prefix(point + 1);
  std::string out;
  for (size_t i = 0; i < tool.size(); ++i) {
    const bool gap = !isAlnum(tool[i]);
    const bool hump = isUpper(tool[i]) && i > 0 && !isUpper(tool[i - 1]);
    if ((gap || hump) && !out.empty() && out.back() != ' ') out += ' ';
    if (!gap) out += lowered(tool[i]);
  }
  return out;
}

bool onlyLooks(std::string_view tool) {
  const std::string words = wordsOfTool(tool);
  const std::string_view view = words;
  const std::string_view first = view.substr(0, view.find(' '));
  // `crm_search`: behind the thing stands what is done with it, unless that stands first.
  constexpr std::string_view kLast = "get search find read fetch lookup query";
  constexpr std::string_view kChanging =
      "cancel refund set create update delete remove add book send place issue change modify start "
      "stop save clear reset close";
  return words.empty() || isOneOf(first, kLooking) ||
         (isOneOf(view.substr(view.rfind(' ') + 1), kLast) && !isOneOf(first, kChanging));
}

/// What a name of an argument says of its value: the thing's own id before its owner's, then what
/// is short.
constexpr uint32_t kRanks = 4;
uint32_t rankOf(const Leaf& leaf) {
  const std::string name = lowered(leaf.name);
  const bool id = name == "id" || name.ends_with("id") || name.ends_with("number") ||
                  name.ends_with("code") || name.ends_with("name") || name.ends_with("key");
  const bool owner = name.find("user") != name.npos || name.find("customer") != name.npos;
  if (!id) return 3;
  if (leaf.depth > 1) return 2;
  return owner ? 1 : 0;
}

std::string deedOf(std::string_view tool, const std::vector<Leaf>& given) {
  std::string out = oneLine(text::wellFormed(tool));
  std::string told;
  uint32_t values = 0;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    for (const Leaf& leaf : given) {
      if (values == kMostTold) break;
      const std::string value = oneLine(leaf.value);
      if (rankOf(leaf) != rank || leaf.cut || value.empty() || value.size() > kMostValue) continue;
      if (out.size() + value.size() + 2 > kMostDeed) continue;
      // Each value once.
      const std::string piece = "\n" + value + "\n";
      if (told.find(piece) != told.npos) continue;
      out += (told.empty() ? " " : ", ") + value;
      told += piece;
      ++values;
    }
  }
  return out;
}

bool saysMissing(std::string_view line) {
  const std::string low = lowered(line.substr(0, 160));
  for (const std::string_view sign :
       {"enoent", "no such file", "not found", "does not exist", "cannot find", "can't find"}) {
    if (low.find(sign) != low.npos) return true;
  }
  return false;
}

LedgerKind kindOf(ShellAccess access) {
  switch (access) {
    case ShellAccess::kReads:
      return LedgerKind::kRead;
    case ShellAccess::kDeletes:
      return LedgerKind::kDeleted;
    case ShellAccess::kWrites:
      break;
  }
  return LedgerKind::kChanged;
}

}  // namespace

std::string bareCommand(std::string_view command) {
  std::string out = oneLine(command);
  if (out.starts_with("bash -lc ") || out.starts_with("bash -c ")) {
    out.erase(0, out.find("c ") + 2);
  }
  while (out.starts_with("cd ")) {
    const size_t next = out.find(" && ");
    if (next == out.npos) break;
    out.erase(0, next + 4);
  }
  for (bool cut = true; cut;) {
    cut = false;
    const size_t pipe = out.rfind('|');
    if (pipe != out.npos && pipe > 0) {
      const std::string_view last = trimmed(std::string_view(out).substr(pipe + 1));
      const std::string_view name = last.substr(0, last.find(' '));
      cut = isOneOf(name, "tail head cat less");
      if (cut) out.resize(pipe);
    }
    out.resize(trimmed(out).size());
    if (out.ends_with(" 2>&1")) {
      out.resize(out.size() - 5);
      cut = true;
    }
  }
  return out;
}

std::string rangeOf(const CallTexts& texts) {
  std::string_view from;
  std::string_view to;
  std::string_view count;
  for (const auto& [name, value] : texts.arguments) {
    if (name == "viewrange") {
      const std::string_view range = value;
      const size_t gap = range.find(' ');
      from = range.substr(0, gap);
      if (gap != range.npos) to = range.substr(range.rfind(' ') + 1);
    } else if (isOneOf(name, "offset startline start from line startlineoneindexed")) {
      from = value;
    } else if (isOneOf(name, "endline end to endlineoneindexedinclusive")) {
      to = value;
    } else if (isOneOf(name, "limit lines count head maxlines")) {
      count = value;
    }
  }
  if (!isNumber(from) && !isNumber(count) && !isNumber(to)) return {};
  const uint32_t first = isNumber(from) ? valueOf(from) : 1;
  if (!isNumber(to) && isNumber(count)) {
    return std::to_string(first) + "-" + std::to_string(first + std::max(valueOf(count), 1U) - 1);
  }
  return std::to_string(first) + "-" + (isNumber(to) ? std::string(to) : "");
}

LedgerReader::LedgerReader(std::span<const Extractor> own, Facts* names)
    : resources_(own), names_(names) {
  resources_.keepTexts();
}

void LedgerReader::beginMessage(Role, uint16_t) { endPart(); }

void LedgerReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts&) {
  endPart();
  inPart_ = kind == PartKind::kToolCall || kind == PartKind::kToolResult;
  kind_ = kind;
  flags_ = flags;
  callId_.clear();
  tool_.clear();
  input_.clear();
  output_ = RunOutput();
}

void LedgerReader::fieldPiece(Field field, std::string_view utf8) {
  if (!inPart_) return;
  const bool call = kind_ == PartKind::kToolCall;
  if (field == Field::kCallId) {
    callId_ += utf8.substr(0, kMostIdBytes - std::min(kMostIdBytes, callId_.size()));
  } else if (field == Field::kToolName && call) {
    resources_.name(utf8);
    tool_ += utf8.substr(0, kMostIdBytes - std::min(kMostIdBytes, tool_.size()));
  } else if (field == Field::kText && call) {
    resources_.input(utf8);
    input_ += utf8.substr(0, kMostInput - std::min(kMostInput, input_.size()));
  } else if (field == Field::kText) {
    output_.update(utf8);
  }
}

void LedgerReader::endMessage() { endPart(); }

void LedgerReader::endPart() {
  if (!inPart_) return;
  inPart_ = false;
  if (kind_ == PartKind::kToolCall) {
    Call call;
    call.order = calls_++;
    call.resource = resources_.take(call.texts);
    if (call.resource.kind == ResourceKind::kPlan) return;
    if (call.resource.kind == ResourceKind::kNone) {
      const std::vector<Leaf> given = leavesOf(input_, kMostGiven);
      for (const Leaf& leaf : given) {
        if (names_ != nullptr && !leaf.cut) names_->value(leaf.value, position_);
      }
      if (onlyLooks(tool_)) return;
      call.deed = deedOf(tool_, given);
    } else if (call.texts.subject.empty())
      call.input = std::move(input_);
    open_.insert_or_assign(callId_, std::move(call));
    if (open_.size() > kMostOpen) {
      open_.erase(std::min_element(open_.begin(), open_.end(), [](const auto& a, const auto& b) {
        return a.second.order < b.second.order;
      }));
    }
    return;
  }
  output_.finish();
  const auto call = open_.find(callId_);
  if (call == open_.end()) return;
  const bool refused = (flags_ & kDenied) != 0 || toldAsRefused(output_.firstLine());
  if (!refused) settle(call->second, (flags_ & PartFlag::kError) != 0);
  open_.erase(call);
}

void LedgerReader::settle(const Call& call, bool failed) {
  const std::string& subject = call.texts.subject;
  const std::string& first = output_.firstLine();
  if (call.resource.kind == ResourceKind::kRun) return settleRun(call, failed);
  if (call.resource.kind == ResourceKind::kNone) return settleOther(call, failed);
  const bool missing = call.resource.kind == ResourceKind::kRead && saysMissing(first);
  failed = failed || missing || beginsLike(first, "error") || beginsLike(first, "{\"error\"") ||
           beginsLike(first, "failed");
  if (failed) {
    if (call.resource.kind != ResourceKind::kSearch) {
      const bool read = call.resource.kind == ResourceKind::kRead;
      const bool address = subject.find("://") != subject.npos;
      addError(first.empty() ? "failed without a message" : first,
               (read ? "read " : "") + (address ? subject : text::normalizedPath(subject)));
    }
    return;
  }
  switch (call.resource.kind) {
    case ResourceKind::kRead:
      addFile(LedgerKind::kRead, subject, rangeOf(call.texts));
      break;
    case ResourceKind::kWrite: {
      const std::string low = lowered(first);
      const bool created = low.find("created") != low.npos || low.find("new file") != low.npos;
      if (!subject.empty()) {
        addFile(created ? LedgerKind::kCreated : LedgerKind::kChanged, subject);
      } else {
        patched(call.input);
      }
      break;
    }
    case ResourceKind::kDelete:
      addFile(LedgerKind::kDeleted, subject);
      break;
    case ResourceKind::kFetch:
      ledger_.add({LedgerKind::kFetched, subject, "", "", position_, position_, 1, false});
      break;
    case ResourceKind::kNone:
    case ResourceKind::kRun:
    case ResourceKind::kSearch:
    case ResourceKind::kPlan:
      break;
  }
}

void LedgerReader::settleOther(const Call& call, bool failed) {
  const std::string& first = output_.firstLine();
  const std::string low = lowered(std::string_view(first).substr(0, 16));
  failed = failed || low.starts_with("error") || low.starts_with("{\"error") ||
           low.starts_with("failed") || low.starts_with("invalid");
  const bool tells = first.size() <= kMostOutcome && !first.empty() && first.front() != '{' &&
                     first.front() != '[';
  ledger_.add({LedgerKind::kCalled, call.deed,
               tells    ? first
               : failed ? "failed"
                        : "",
               "", position_, position_, 1, failed});
}

void LedgerReader::settleRun(const Call& call, bool failed) {
  const std::string command = bareCommand(call.texts.subject);
  if (command.empty()) return;
  const int32_t status = output_.status();
  const TestCounts tests = output_.tests();
  const ShellLine line = readShellLine(call.texts.subject);
  if (status == 1 && !tests.known && line.asks)
    failed = false;
  else
    failed = failed || status > 0 || (tests.known && tests.failed > 0);
  if (!failed) {
    for (const ShellFile& file : line.files) addFile(kindOf(file.access), file.path, file.lines);
    // As with tools of their own for searches and edits, only files and mended errors are told.
    const bool shell = call.texts.exact && isOneOf(call.texts.member, "command cmd");
    if (shell && line.told && !tests.known) return ledger_.settle(command, position_);
  }
  std::string detail;
  if (status >= 0) detail = "exit " + std::to_string(status);
  if (tests.known) {
    detail += (detail.empty() ? "" : ", ") + std::to_string(tests.passed) + " passed, " +
              std::to_string(tests.failed) + " failed";
  }
  if (detail.empty() && failed) detail = "failed";
  ledger_.add({tests.known ? LedgerKind::kTests : LedgerKind::kCommand, command, detail, "",
               position_, position_, 1, failed});
  if (failed && !output_.error().empty()) {
    addError(output_.error(), command);
  } else if (failed && !tests.known && !output_.firstLine().empty() &&
             output_.firstLine().front() != '{') {
    addError(output_.firstLine(), command);
  }
}

/// The files that a patch in the form of `apply_patch` or of `diff` names.
void LedgerReader::patched(std::string_view input) {
  struct Mark {
    std::string_view text;
    LedgerKind kind;
  };
  static constexpr Mark kMarks[] = {{"*** Update File: ", LedgerKind::kChanged},
                                    {"*** Add File: ", LedgerKind::kCreated},
                                    {"*** Delete File: ", LedgerKind::kDeleted},
                                    {"+++ b/", LedgerKind::kChanged}};
  for (const Mark& mark : kMarks) {
    // What is read once is not read again: a mark inside a path is a part of it.
    for (size_t at = input.find(mark.text); at != input.npos; at = input.find(mark.text, at)) {
      at += mark.text.size();
      const size_t end = input.find_first_of("\\\r\n\"", at);
      if (end == input.npos) break;
      addFile(mark.kind, input.substr(at, end - at));
      at = end;
    }
  }
}

void LedgerReader::addFile(LedgerKind kind, std::string_view path, std::string detail) {
  if (path.empty()) return;
  ledger_.add(
      {kind, text::normalizedPath(path), std::move(detail), "", position_, position_, 1, false});
}

void LedgerReader::addError(std::string_view text, std::string_view source) {
  if (text.size() < kLeastError) return;
  ledger_.add({LedgerKind::kFault, std::string(text), "", std::string(source), position_, position_,
               1, true});
}

Ledger LedgerReader::take() {
  endPart();
  open_.clear();
  calls_ = 0;
  ledger_.joinPaths();
  return std::exchange(ledger_, Ledger());
}

}  // namespace epitome
