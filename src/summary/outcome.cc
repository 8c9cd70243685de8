/// Members first, then words.
#include "summary/outcome.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "extract/orders.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Of a heading, bytes and spaces; of the first lines together.
constexpr size_t kHeadingLine = 40;
constexpr ptrdiff_t kHeadingWords = 3;
constexpr size_t kMostOpening = 1024;
/// Words of a line that tells something by itself.
constexpr std::string_view kNoHeading[] = {"err",     "fail",  "exception", "traceback",
                                           "denied",  "fatal", "refused",   "panic",
                                           "timeout", "abort", "invalid",   "not "};
/// Bytes of a text whose sentences are read.
constexpr size_t kHeadBytes = 600;
/// Of its end, in which its last line lies.
constexpr size_t kTailBytes = 240;

constexpr std::string_view kFailedFlags =
    "iserror haserror haserrors errored failed failure timedout aborted rejected denied refused "
    "interrupted killed";
constexpr std::string_view kDoneFlags =
    "success ok succeeded successful issuccess issuccessful acknowledged passed accepted";
constexpr std::string_view kErrors =
    "error err errcode errno errmsg errormessage errormsg errorcode errordetails errordescription "
    "exception fault "
    "faultstring faultcode failurereason failurecode failuremessage traceback declinecode";
constexpr std::string_view kErrorLists =
    "errors usererrors validationerrors fielderrors errormessages faults";
constexpr std::string_view kHttp =
    "status statuscode httpstatus httpcode httpstatuscode responsecode code";
constexpr std::string_view kExits = "exitcode exitstatus exit returncode retcode rc";
constexpr std::string_view kStates =
    "status state result outcome conclusion code statustext resulttype resultcode disposition";
constexpr std::string_view kKinds = "type typename kind";
constexpr std::string_view kProse =
    "message msg detail details reason text note info output result response why hint content "
    "statustext statusmessage statusdescription error";
/// States of a thing that was to be made or changed.
constexpr std::string_view kFailedStates =
    "error errored fail failed failing failure rejected denied declined refused timeout timedout "
    "aborted invalid unauthorized forbidden notfound conflict unavailable unsuccessful bounced "
    "undelivered nok ko false expired blocked crashed err undeliverable";
constexpr std::string_view kDoneStates =
    "ok okay success succeeded successful successfully completed complete done finished confirmed "
    "ready created updated deleted removed cancelled canceled saved sent delivered paid captured "
    "refunded merged passed applied booked published deployed active true modified replaced added "
    "open new draft live enabled";
/// It goes on, or waits.
constexpr std::string_view kOpenStates =
    "pending queued inprogress submitted accepted received scheduled partial partiallycompleted "
    "requiresaction";
constexpr std::string_view kParticiples =
    "applied updated created deleted removed saved sent written changed modified executed "
    "completed processed accepted cancelled canceled booked confirmed delivered approved added "
    "inserted published deployed moved renamed replaced";

bool isNothing(const Member& member) {
  if (member.compound) return !member.filled;
  const std::string value = lowered(trimmed(member.value));
  return value.empty() || value == "(none)" || value == "no error" || value == "no errors" ||
         isOneOf(value, "null none nil undefined false 0 ok success n/a -");
}

bool toNumber(std::string_view text, int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

/// "404", "404 Not Found".
int64_t httpStatus(std::string_view value) {
  if (value.size() < 3 || (value.size() > 3 && value[3] != ' ')) return 0;
  int64_t status = 0;
  return toNumber(value.substr(0, 3), status) && status >= 100 && status < 600 ? status : 0;
}

/// `NOT_FOUND`, "pending (item modified)" and "Invalid argument" as words without gaps.
std::string foldedState(std::string_view value) {
  return foldedName(value.substr(0, value.find('(')));
}

Outcome ofState(std::string_view value) {
  if (value.size() > 40) return Outcome::kUnsaid;
  const std::string state = foldedState(value);
  if (isOneOf(state, kDoneStates)) return Outcome::kDone;
  const std::string_view view = state;
  for (const std::string_view end : {"error", "failed", "failure", "exception", "rejected",
                                     "denied", "notfound", "exceeded", "timeout"}) {
    if (view.ends_with(end)) return Outcome::kFailed;
  }
  for (const std::string_view start :
       {"error", "fail", "invalid", "insufficient", "unauth", "forbidden", "permissiondenied",
        "rejected", "declined", "denied", "refused"}) {
    if (view.starts_with(start)) return Outcome::kFailed;
  }
  return isOneOf(state, kFailedStates) ? Outcome::kFailed : Outcome::kUnsaid;
}

/// "deleted" of delete_record, "sent" and its like of any tool.
bool isParticiple(std::string_view name, std::string_view tool) {
  if (isOneOf(name, kParticiples)) return true;
  if (!name.ends_with("ed") || name.size() < 6) return false;
  return lowered(tool).find(name.substr(0, name.size() - 3)) != std::string::npos;
}

/// What was made is named: nothing is said against it.
bool namesThing(const Member& member) {
  const std::string_view name = member.name;
  return name.ends_with("id") || name.ends_with("sid") || name.ends_with("number") ||
         isOneOf(name, "url uri path href sha link key ts arn name bytes byteswritten");
}

/// A line that a harness puts before what a tool gave back: "OBSERVATION:", "### Result",
/// "[execute_command for 'ls'] Result:".
bool isHeading(std::string_view line) {
  if (line.empty() || line.starts_with("### ") || line.ends_with("] Result:") ||
      line.ends_with("Output:")) {
    return true;
  }
  const bool label = line.size() <= kHeadingLine && line.ends_with(':') &&
                     std::ranges::count(line, ' ') < kHeadingWords;
  const std::string low = lowered(line);
  return label && std::ranges::none_of(kNoHeading, [&](std::string_view word) {
           return low.find(word) != low.npos;
         });
}

/// A dictionary as Python prints it, as JSON.
std::string jsonOfPython(std::string_view text) {
  std::string out;
  char quote = '\0';
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote == '\0' && isUpper(c)) {
      for (const auto& [python, json] :
           {std::pair{"True", "true"}, {"False", "false"}, {"None", "null"}}) {
        if (!text.substr(at).starts_with(python)) continue;
        out += json;
        at += std::string_view(python).size() - 1;
        break;
      }
      continue;
    }
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      out += '"';
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
      out += '"';
    } else if (quote != '\0' && c == '\\' && at + 1 < text.size()) {
      if (text[at + 1] != '\'') out += c;
      out += text[++at];
    } else {
      if (c == '"') out += '\\';
      out += c;
    }
  }
  return out;
}

/// Signs as they are counted, the surest first.
struct Signs {
  bool failed = false;
  bool done = false;
  /// Of an HTTP status, which tells of the transport alone.
  bool served = false;
  /// Failed in parts.
  bool doubt = false;
  bool weakFailed = false;
  bool weakDone = false;
  bool names = false;
  /// A state in a word that is not known.
  bool state = false;
  bool prose = false;
  int64_t exit = -1;
};

void addFlag(Signs& signs, const Member& member, bool meansDone) {
  const std::string value = lowered(member.value);
  int64_t count = 0;
  if (member.compound) {
    if (meansDone && !member.filled) signs.weakFailed = true;
    if (!meansDone && member.filled) signs.doubt = true;
  } else if (value == "true" || value == "yes") {
    (meansDone ? signs.done : signs.failed) = true;
  } else if (value == "false" || value == "no") {
    (meansDone ? signs.failed : signs.weakDone) = true;
  } else if (toNumber(value, count)) {
    if (count == 0 && meansDone) signs.weakFailed = true;
    if (count > 0) (meansDone ? signs.weakDone : signs.doubt) = true;
  }
}

void addMember(Signs& signs, const Member& member, const Asked& asked) {
  const std::string_view name = member.name;
  const bool acts = asked.aim != Aim::kLooks;
  int64_t number = 0;
  const bool envelope = isOneOf(name, kDoneFlags) || isOneOf(name, kErrorLists);
  if (member.deep && !envelope && name != "typename") return;
  if (isOneOf(name, kFailedFlags)) return addFlag(signs, member, false);
  if (isOneOf(name, kDoneFlags)) return addFlag(signs, member, true);
  const bool error = isOneOf(name, kErrors) || (acts && name.ends_with("error"));
  if (error && !isNothing(member)) {
    signs.failed = true;
    return;
  }
  // What says that there is none.
  if (isNothing(member) && isOneOf(name, "error err errors usererrors")) signs.weakDone = true;
  if (isOneOf(name, kErrorLists) && !isNothing(member)) {
    (acts ? signs.weakFailed : signs.doubt) = true;
    return;
  }
  if (isOneOf(name, kExits) && toNumber(member.value, number)) {
    signs.exit = number;
    return;
  }
  if (name == "signal" && !isNothing(member) && member.value.starts_with("SIG")) {
    signs.failed = true;
    return;
  }
  if (isOneOf(name, kHttp)) {
    const int64_t status = httpStatus(member.value);
    if (status >= 400) signs.failed = true;
    if (status >= 200 && status < 400) signs.served = true;
    // JSON-RPC, and libraries that count their errors below zero.
    if (name == "code" && toNumber(member.value, number)) {
      if (number < 0) signs.failed = true;
      if (number == 0) signs.weakDone = true;
    }
    if (status != 0) return;
  }
  if (isOneOf(name, kKinds) && !member.compound) {
    const std::string kind = foldedState(member.value);
    if (kind == "error" || kind.ends_with("error") || kind.ends_with("exception"))
      signs.failed = true;
    return;
  }
  if ((isOneOf(name, kStates) || name.ends_with("state") || name.ends_with("status")) &&
      !member.compound) {
    const Outcome state = ofState(member.value);
    // What was looked up may be a thing that failed.
    const bool sure = isOneOf(lowered(member.value), "error fail success");
    if (state != Outcome::kUnsaid && (acts || sure)) {
      (state == Outcome::kDone ? signs.done : signs.failed) = true;
      return;
    }
    const std::string folded = foldedState(member.value);
    if (folded.ends_with("ing") || isOneOf(folded, kOpenStates)) signs.doubt = true;
    signs.state = signs.state || !folded.empty();
  }
  const std::string_view counted = name.ends_with("count") ? name.substr(0, name.size() - 5) : name;
  if (acts && isParticiple(counted, asked.tool)) {
    const std::string value = lowered(member.value);
    if (value == "true" || (toNumber(value, number) && number > 0)) signs.weakDone = true;
    if (value == "false") signs.weakFailed = true;
    if (toNumber(value, number) && number == 0) signs.doubt = true;
    return;
  }
  if (isOneOf(name, kProse)) signs.prose = signs.prose || !isNothing(member);
  if (namesThing(member) && !isNothing(member)) signs.names = true;
}

}  // namespace

Outcome outcomeOfMembers(const std::vector<Member>& members, const Asked& asked) {
  Signs signs;
  for (const Member& member : members) addMember(signs, member, asked);
  if (signs.exit != -1) {
    const bool fine = signs.exit == 0 || (signs.exit == 1 && asked.asks);
    (fine ? signs.done : signs.failed) = true;
  }
  if (signs.failed) return signs.done ? Outcome::kUnsaid : Outcome::kFailed;
  if (signs.done) return signs.doubt ? Outcome::kUnsaid : Outcome::kDone;
  if (signs.weakFailed) return signs.weakDone ? Outcome::kUnsaid : Outcome::kFailed;
  if (signs.doubt) return Outcome::kUnsaid;
  for (const Member& member : members) {
    if (member.compound || !isOneOf(member.name, kProse)) continue;
    const Outcome told = outcomeOfWords(member.value, false, asked);
    if (told != Outcome::kUnsaid) return told;
  }
  if (signs.weakDone || signs.served) return Outcome::kDone;
  return asked.aim != Aim::kLooks && signs.names && !signs.prose && !signs.state ? Outcome::kDone
                                                                                 : Outcome::kUnsaid;
}

void ResultReader::update(std::string_view utf8) {
  while (!begun_ && !utf8.empty()) {
    const size_t end = utf8.find('\n');
    const std::string_view piece = utf8.substr(0, end == utf8.npos ? end : end + 1);
    utf8.remove_prefix(piece.size());
    opening_ += piece;
    begun_ = opening_.size() > kMostOpening;
    if (end == utf8.npos && !begun_) return;
    if (!begun_ && isHeading(trimmed(opening_))) {
      opening_.clear();
      continue;
    }
    begun_ = true;
    take(opening_);
  }
  take(utf8);
}

/// Without headings.
void ResultReader::take(std::string_view utf8) {
  bytes_ += utf8.size();
  run_.update(utf8);
  members_.update(utf8);
  if (head_.size() < kHeadBytes) head_ += utf8.substr(0, kHeadBytes - head_.size());
  tail_ += utf8.substr(utf8.size() - std::min(utf8.size(), kTailBytes));
  if (tail_.size() > 2 * kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
}

void ResultReader::finish(bool failed) {
  failed_ = failed;
  // One line, whatever it ends with.
  if (!begun_) take(opening_);
  run_.finish();
  members_.finish();
  more_ = bytes_ > head_.size();
  // The last character may be cut.
  head_ = text::wellFormed(head_);
  tail_ = text::wellFormed(tail_);
  if (more_ || !head_.starts_with("{'")) return;
  members_ = MembersReader();
  members_.update(jsonOfPython(head_));
  members_.finish();
}

/// What a command's exit status and the counts of its tests say.
Outcome ResultReader::ofStatus(const Asked& asked) const {
  const int32_t status = run_.status();
  const TestCounts tests = run_.tests();
  if (status == 1 && !tests.known && asked.asks) return Outcome::kDone;
  if (status > 0 || (tests.known && tests.failed > 0)) return Outcome::kFailed;
  return status == 0 || tests.known ? Outcome::kDone : Outcome::kUnsaid;
}

Outcome ResultReader::outcome(const Asked& asked) const {
  if (asked.aim == Aim::kRuns) {
    const Outcome status = ofStatus(asked);
    const bool answered = status == Outcome::kDone && run_.status() == 1;
    if (status != Outcome::kUnsaid && (!failed_ || answered)) return status;
  }
  if (failed_) return Outcome::kFailed;
  if (asked.aim == Aim::kActs && !members_.known()) {
    // Other statuses may be those of what it tells about.
    const bool own = lowered(std::string_view(head_).substr(0, 4)) == "exit";
    const Outcome status = own || run_.tests().known ? ofStatus(asked) : Outcome::kUnsaid;
    if (status != Outcome::kUnsaid) return status;
  }
  if (members_.known()) {
    const Outcome told = outcomeOfMembers(members_.members(), asked);
    // Whatever else it holds is what was asked for.
    const bool seen = asked.aim == Aim::kLooks && told == Outcome::kUnsaid && !members_.empty();
    return seen ? Outcome::kDone : told;
  }
  const Outcome told = outcomeOfWords(head_, more_, asked);
  if (asked.aim != Aim::kRuns || told != Outcome::kUnsaid) return told;
  const std::string_view last = trimmed(tail_);
  return outcomeOfWords(last.substr(last.rfind('\n') + 1), false, asked);
}

std::string ResultReader::undone(std::string_view command, bool& sure) const {
  for (std::string_view rest = trimmed(tail_); !rest.empty();) {
    const size_t begin = rest.rfind('\n') + 1;
    const std::string_view line = trimmed(rest.substr(begin));
    if (orderOf(line) != Order::kPoses && tellsUndone(line, command, sure)) return oneLine(line);
    rest = trimmed(rest.substr(0, begin));
  }
  return "";
}

std::string ResultReader::words() const {
  if (!members_.known()) {
    if (head_.starts_with('{') || head_.starts_with("[{")) return "";
    for (size_t at = 0; at < head_.size();) {
      const size_t end = std::min(head_.find('\n', at), head_.size());
      std::string_view line = trimmed(std::string_view(head_).substr(at, end - at));
      at = end + 1;
      // A tag around the message, or a word before it.
      if (line.starts_with('<')) line.remove_prefix(std::min(line.find('>') + 1, line.size()));
      if (!line.empty() && !(line.size() <= 8 && line.ends_with(':'))) return oneLine(line);
    }
    return "";
  }
  for (const Member& member : members_.members()) {
    const bool tells = isOneOf(member.name, kProse) || isOneOf(member.name, kErrors);
    if (tells && !member.compound && !isNothing(member)) return oneLine(member.value);
  }
  return "";
}

}  // namespace epitome
