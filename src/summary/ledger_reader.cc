/// One call at a time; what its resource is decides which rows it gives.
#include "summary/ledger_reader.h"

#include <algorithm>
#include <utility>

#include "extract/leaves.h"
#include "extract/orders.h"
#include "extract/sayings.h"
#include "summary/shape.h"
#include "summary/shell_line.h"
#include "text/characters.h"
#include "text/path.h"
#include "text/sort.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr size_t kMostOpen = 256;
constexpr size_t kMostIdBytes = 256;
/// Bytes of an error that says something.
constexpr size_t kLeastError = 10;
/// Bytes of an input in which a patch names its files.
constexpr size_t kMostInput = 8192;

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
/// Tools whose calls are counted apart; more than most hosts have.
constexpr size_t kMostCounted = 64;
/// Files that one call is told to have touched.
constexpr size_t kMostFiles = 16;
/// Arguments that name files, wherever they stand in a call.
constexpr std::string_view kPathNames =
    "filepath path file filename targetfile absolutepath notebookpath paths files uri url urls";

/// First words of the names of tools that only look, whatever they are called on.
constexpr std::string_view kLooking =
    "get list search find read fetch view show query check lookup describe calculate compute think "
    "plan browse open inspect retrieve load count analyze validate explain help status ping ask "
    "select scan watch wait sleep grep glob ls cat head tail stat info is has can verify estimate "
    "preview summarize translate navigate screenshot scroll hover observe diagnostics logs ps diff "
    "extract parse transcribe "
    "log";

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
  if (words.empty()) return true;
  std::vector<std::string_view> all;
  for (std::string_view rest = words; !rest.empty();) {
    const size_t end = std::min(rest.find(' '), rest.size());
    all.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (isOneOf(all.front(), kLooking)) return true;
  // `crm_search`, `browser_console_messages`: what is done stands behind the thing.
  constexpr std::string_view kLast = "get search find read fetch lookup query messages diagnostics";
  constexpr std::string_view kChanging =
      "cancel create update delete remove add send modify save clear reset write edit insert "
      "replace";
  constexpr std::string_view kChangingFirst =
      "refund set book place issue change start stop close put post run make move copy";
  const auto changes = [&](std::string_view word) { return isOneOf(word, kChanging); };
  if (isOneOf(all.front(), kChangingFirst) || std::ranges::any_of(all, changes)) return false;
  return isOneOf(all.back(), kLast) || (all.size() > 1 && isOneOf(all[1], kLooking));
}

/// `docker` called with "ps", `memory` with the action "get".
bool asksToLook(const std::vector<Leaf>& given) {
  if (given.empty()) return false;
  const std::string name = lowered(given.front().name);
  const std::string value = lowered(given.front().value);
  return isOneOf(name, "args action operation subcommand verb") &&
         isOneOf(value.substr(0, value.find(' ')), kLooking);
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

/// What the shell that a list of words calls is given.
std::string_view withoutShell(std::string_view command) {
  for (const std::string_view shell : {"bash -lc ", "bash -c ", "sh -c ", "zsh -lc "}) {
    if (command.starts_with(shell)) return command.substr(shell.size());
  }
  return command;
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

/// A line by which a command without a status may have failed; empty where none is.
std::string doubtOf(const RunOutput& output, std::string_view command) {
  if (!output.error().empty()) return output.error();
  for (const std::string* line : {&output.firstLine(), &output.lastLine()}) {
    const bool failed =
        outcomeOfWords(*line, false, {Aim::kActs, command, false}) == Outcome::kFailed;
    if (failed && orderOf(*line) == Order::kNone) return oneLine(*line);
  }
  return "";
}

}  // namespace

std::string bareCommand(std::string_view command) {
  std::string out = oneLine(withoutShell(command));
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

bool LedgerReader::Call::onlySees() const {
  switch (resource.kind) {
    case ResourceKind::kRead:
    case ResourceKind::kFetch:
    case ResourceKind::kSearch:
    case ResourceKind::kPlan:
      return true;
    case ResourceKind::kNone:
      return looks;
    case ResourceKind::kRun:
    case ResourceKind::kWrite:
    case ResourceKind::kDelete:
      break;
  }
  return false;
}

std::string LedgerReader::Call::whole() const {
  if (!deed.empty()) return deed;
  const bool runs = resource.kind == ResourceKind::kRun;
  return tool + " " + (runs ? bareCommand(texts.subject) : texts.subject);
}

LedgerReader::LedgerReader(std::span<const Extractor> own, Facts* names)
    : resources_(own), names_(names) {
  resources_.keepTexts();
}

void LedgerReader::beginMessage(Role, uint16_t) { endPart(); }

void LedgerReader::beginPart(PartKind kind, uint16_t flags, const MediaFacts&) {
  endPart();
  inPart_ = kind == PartKind::kToolCall || kind == PartKind::kToolResult ||
            kind == PartKind::kApprovalRequest || kind == PartKind::kApprovalResponse;
  kind_ = kind;
  flags_ = flags;
  callId_.clear();
  approvalId_.clear();
  tool_.clear();
  input_.clear();
  result_ = ResultReader();
}

void LedgerReader::fieldPiece(Field field, std::string_view utf8) {
  if (!inPart_) return;
  const bool call = kind_ == PartKind::kToolCall;
  const auto add = [utf8](std::string& text, size_t most) {
    text += utf8.substr(0, most - std::min(most, text.size()));
  };
  if (field == Field::kCallId) {
    add(callId_, kMostIdBytes);
  } else if (field == Field::kApprovalId) {
    add(approvalId_, kMostIdBytes);
  } else if (field == Field::kToolName && call) {
    resources_.name(utf8);
    add(tool_, kMostIdBytes);
  } else if (field == Field::kText && call) {
    resources_.input(utf8);
    add(input_, kMostInput);
  } else if (field == Field::kText && kind_ == PartKind::kToolResult) {
    result_.update(utf8);
  }
}

void LedgerReader::endMessage() { endPart(); }

void LedgerReader::endPart() {
  if (!std::exchange(inPart_, false)) return;
  if (kind_ == PartKind::kToolCall) {
    endCall();
  } else if (kind_ == PartKind::kToolResult) {
    endResult();
  } else if (kind_ == PartKind::kApprovalRequest) {
    if (approvals_.size() < kMostOpen) approvals_.insert_or_assign(approvalId_, callId_);
  } else if ((flags_ & kDenied) != 0) {
    const auto asked = approvals_.find(approvalId_);
    if (asked != approvals_.end()) deny(asked->second);
  }
}

void LedgerReader::endCall() {
  Call call;
  call.order = calls_++;
  call.tool = tool_;
  call.answerable = !callId_.empty() && (flags_ & kProviderExecuted) == 0;
  call.resource = resources_.take(call.texts);
  const bool unknown = call.resource.kind == ResourceKind::kNone;
  if (unknown || call.texts.subject.empty()) {
    const std::vector<Leaf> given = leavesOf(input_, kMostGiven);
    for (const Leaf& leaf : given) {
      if (unknown && names_ != nullptr && !leaf.cut) names_->value(leaf.value, position_);
    }
    call.looks = unknown && (onlyLooks(tool_) || asksToLook(given));
    call.deed = deedOf(tool_, given);
  }
  if (!unknown && !call.texts.exact) call.input = std::move(input_);
  call.told = call.deed;
  if (call.told.empty() && call.resource.kind == ResourceKind::kRun) {
    call.told = bareCommand(call.texts.subject);
  }
  if (call.told.empty()) call.told = tool_ + " " + call.texts.subject;
  call.position = position_;
  const auto before = open_.find(callId_);
  if (before != open_.end()) endUnanswered(before->second);
  open_.insert_or_assign(callId_, std::move(call));
  if (open_.size() > kMostOpen) {
    open_.erase(std::min_element(open_.begin(), open_.end(), [](const auto& a, const auto& b) {
      return a.second.order < b.second.order;
    }));
  }
}

void LedgerReader::endResult() {
  result_.finish((flags_ & PartFlag::kError) != 0);
  const auto call = open_.find(callId_);
  if (call == open_.end()) return;
  if ((flags_ & kDenied) != 0 || toldAsRefused(result_.words())) return deny(callId_);
  count(call->second.tool, call->second.told);
  if (!call->second.looks) settle(call->second);
  open_.erase(call);
}

/// The user did not want it.
void LedgerReader::deny(const std::string& callId) {
  const auto call = open_.find(callId);
  if (call == open_.end()) return;
  ledger_.add(
      {LedgerKind::kCalled, call->second.whole(), "denied", "", position_, position_, 1, true});
  open_.erase(call);
}

/// What a call without a result was to do may have been done.
void LedgerReader::endUnanswered(const Call& call) {
  count(call.tool, call.told);
  if (call.onlySees() || !call.answerable) return;
  const bool file = call.resource.kind != ResourceKind::kRun;
  ledger_.add({LedgerKind::kTried, call.whole(), "no result", file ? call.texts.subject : "",
               call.position, call.position, 1, false});
}

std::string LedgerReader::said() const {
  std::string words = result_.words();
  return orderOf(words) == Order::kPoses ? "" : words;
}

void LedgerReader::settle(const Call& call) {
  switch (call.resource.kind) {
    case ResourceKind::kRun:
      return settleRun(call);
    case ResourceKind::kNone:
      return settleOther(call);
    case ResourceKind::kRead:
    case ResourceKind::kWrite:
    case ResourceKind::kDelete:
    case ResourceKind::kFetch:
      return settleFiles(call);
    case ResourceKind::kSearch:
    case ResourceKind::kPlan:
      return;
  }
}

void LedgerReader::called(std::string_view tool) { count(tool, tool); }

void LedgerReader::count(std::string_view tool, std::string_view told) {
  const auto known = [&] { return std::ranges::find(counted_, tool, &Counted::tool); };
  if (counted_.size() >= kMostCounted && known() == counted_.end()) {
    tool = told = "other tools";
  }
  auto place = known();
  if (place == counted_.end()) place = counted_.insert(place, {std::string(tool), {}, 0, 0, 0});
  place->alike = place->newest == told ? place->alike + 1 : 1;
  place->newest = told;
  place->position = position_;
  ++place->times;
}

/// How many there were of each tool, and what the newest was given.
void LedgerReader::tellCounted() {
  for (const Counted& calls : counted_) {
    const auto tell = [&](const std::string& told, uint32_t times) {
      ledger_.add(
          {LedgerKind::kCounted, told, "", "", calls.position, calls.position, times, false});
    };
    if (calls.times > calls.alike) tell(calls.tool, calls.times - calls.alike);
    tell(calls.newest, calls.alike);
  }
}

/// Files and addresses.
void LedgerReader::settleFiles(const Call& call) {
  const bool looks =
      call.resource.kind == ResourceKind::kRead || call.resource.kind == ResourceKind::kFetch;
  const Outcome outcome = result_.outcome({looks ? Aim::kLooks : Aim::kActs, call.tool, false});
  std::vector<LedgerRow> files = filesOf(call);
  if (outcome == Outcome::kDone) {
    for (LedgerRow& row : files) ledger_.add(std::move(row));
  } else if (outcome == Outcome::kFailed) {
    const bool read = call.resource.kind == ResourceKind::kRead;
    const std::string words = said();
    addError(words.empty()                ? "failed without a message"
             : words.size() < kLeastError ? "failed: " + words
                                          : words,
             (read ? "read " : "") + (files.empty() ? call.tool : files.front().subject));
  } else if (!looks) {
    for (const LedgerRow& row : files) tried(call.tool + " " + row.subject, row.subject);
  }
}

void LedgerReader::settleOther(const Call& call) {
  const Outcome outcome = result_.outcome({Aim::kActs, call.tool, false});
  if (outcome == Outcome::kUnsaid) return tried(call.deed);
  const bool failed = outcome == Outcome::kFailed;
  std::string words = said();
  if (failed) words = words.empty() ? "failed" : shortened(words, kMostOutcome);
  if (words.size() > kMostOutcome && !failed) words.clear();
  ledger_.add({LedgerKind::kCalled, call.deed, words, "", position_, position_, 1, failed});
}

/// What it was to do, and what the result says of it.
void LedgerReader::tried(std::string call, std::string file) {
  ledger_.add({LedgerKind::kTried, std::move(call), shortened(said(), kMostOutcome),
               std::move(file), position_, position_, 1, false});
}

void LedgerReader::settleRun(const Call& call) {
  const std::string command = bareCommand(call.texts.subject);
  if (command.empty()) return settleOther(call);
  const RunOutput& output = result_.run();
  const TestCounts tests = output.tests();
  const ShellLine line = readShellLine(withoutShell(call.texts.subject));
  const Outcome outcome = result_.outcome({Aim::kRuns, command, line.asks});
  const bool unsaid = outcome == Outcome::kUnsaid;
  bool sure = false;
  const std::string undone = unsaid ? result_.undone(command, sure) : "";
  const bool failed = outcome == Outcome::kFailed || sure;
  // Without a status, an error in the output leaves open how it went.
  const std::string doubtful = undone.empty() ? doubtOf(output, command) : undone;
  const bool doubt = !failed && unsaid && !doubtful.empty();
  if (!failed && !doubt) {
    for (const ShellFile& file : line.files) addFile(kindOf(file.access), file.path, file.lines);
    // As with tools of their own for searches and edits, only files and mended errors are told.
    const bool shell = call.texts.exact && isOneOf(call.texts.member, "command cmd");
    if (shell && line.told && !tests.known) return ledger_.settle(command, position_);
  }
  std::string detail;
  if (output.status() >= 0) detail = "exit " + std::to_string(output.status());
  if (tests.known) {
    detail += (detail.empty() ? "" : ", ") + std::to_string(tests.passed) + " passed, " +
              std::to_string(tests.failed) + " failed";
  }
  if (detail.empty() && failed)
    detail = undone.empty() ? "failed" : shortened(undone, kMostOutcome);
  if (detail.empty() && doubt) detail = shortened(doubtful, kMostOutcome);
  // How it went stands in what it said last, in words that are not known.
  if (detail.empty() && orderOf(output.lastLine()) == Order::kNone) {
    detail = shortened(oneLine(output.lastLine()), kMostOutcome);
  }
  ledger_.add({tests.known ? LedgerKind::kTests : LedgerKind::kCommand, command, detail, "",
               position_, position_, 1, failed});
  if (!failed) return;
  if (!output.error().empty()) {
    addError(output.error(), command);
  } else if (!tests.known) {
    addError(undone.empty() ? said() : undone, command);
  }
}

/// A row for each file that a call names: by its argument, in a list, or in a patch in the form of
/// `apply_patch` or of `diff`.
std::vector<LedgerRow> LedgerReader::filesOf(const Call& call) const {
  std::vector<LedgerRow> rows;
  const auto add = [&](LedgerKind kind, std::string_view path, std::string detail = {}) {
    if (path.empty() || rows.size() == kMostFiles) return;
    const bool address = path.find("://") != path.npos;
    rows.push_back({kind, address ? std::string(path) : text::normalizedPath(path),
                    std::move(detail), "", position_, position_, 1, false});
  };
  const std::string low = lowered(result_.run().firstLine());
  const bool created = low.find("created") != low.npos || low.find("new file") != low.npos;
  LedgerKind kind = created ? LedgerKind::kCreated : LedgerKind::kChanged;
  if (call.resource.kind == ResourceKind::kRead) kind = LedgerKind::kRead;
  if (call.resource.kind == ResourceKind::kDelete) kind = LedgerKind::kDeleted;
  if (call.resource.kind == ResourceKind::kFetch) kind = LedgerKind::kFetched;
  const bool reads = kind == LedgerKind::kRead;
  if (call.texts.exact) add(kind, call.texts.subject, reads ? rangeOf(call.texts) : "");
  if (!rows.empty()) return rows;
  for (const Leaf& leaf : leavesOf(call.input, kMostGiven * kMostFiles)) {
    if (!leaf.cut && isOneOf(foldedName(leaf.name), kPathNames)) add(kind, leaf.value);
  }
  if (!rows.empty() || kind == LedgerKind::kFetched || reads) return rows;
  struct Mark {
    std::string_view text;
    LedgerKind kind;
  };
  const Mark marks[] = {{"*** Update File: ", LedgerKind::kChanged},
                        {"*** Add File: ", LedgerKind::kCreated},
                        {"*** Delete File: ", LedgerKind::kDeleted},
                        {"+++ b/", LedgerKind::kChanged},
                        {"<path>", kind}};
  const std::string_view input = call.input;
  for (const Mark& mark : marks) {
    // What is read once is not read again: a mark inside a path is a part of it.
    for (size_t at = input.find(mark.text); at != input.npos; at = input.find(mark.text, at)) {
      at += mark.text.size();
      const size_t end = input.find_first_of("\\\r\n\"<", at);
      if (end == input.npos) break;
      add(mark.kind, input.substr(at, end - at));
      at = end;
    }
  }
  return rows;
}

void LedgerReader::addFile(LedgerKind kind, std::string_view path, std::string detail) {
  if (path.empty()) return;
  ledger_.add(
      {kind, text::normalizedPath(path), std::move(detail), "", position_, position_, 1, false});
}

void LedgerReader::addError(std::string_view text, std::string_view source) {
  if (text.size() < kLeastError || orderOf(text) == Order::kPoses) return;
  ledger_.add({LedgerKind::kFault, std::string(text), "", std::string(source), position_, position_,
               1, true});
}

Ledger LedgerReader::take() {
  endPart();
  std::vector<const Call*> unanswered;
  for (const auto& [id, call] : open_) unanswered.push_back(&call);
  sortByKey(unanswered, &Call::order);
  for (const Call* call : unanswered) endUnanswered(*call);
  open_.clear();
  approvals_.clear();
  calls_ = 0;
  // A record that stands for calls is never empty.
  if (ledger_.empty()) tellCounted();
  counted_.clear();
  ledger_.joinPaths();
  return std::exchange(ledger_, Ledger());
}

}  // namespace epitome
