/// The first sentences of a result, as tools write them in English. What they quote and the names
/// that they hold say nothing of the call.
#include <algorithm>
#include <array>

#include "summary/outcome.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/sentences.h"

namespace epitome {
namespace {

constexpr size_t kMostSentences = 4;
constexpr ptrdiff_t kMostLines = 4;
/// Bytes of a text that may be a message about the call, not what was asked for.
constexpr size_t kMostMessage = 240;
constexpr size_t kMostLine = 200;

/// A sentence begins with it, and the call has failed.
constexpr std::string_view kFailedStarts[] = {
    "error:",         "error -",        "error (",        "error [",        "error!",
    "error[",         "error while ",   "error when ",    "error in ",      "error at ",
    "error from ",    "error code ",    "error occurred", "error during ",  "errno ",
    "fatal:",         "fatal error",    "exception:",     "exception in ",  "traceback",
    "unhandled ",     "uncaught ",      "failed to ",     "failed:",        "failed with ",
    "failed at ",     "failed -",       "failed because", "failed.",        "failed!",
    "failed validat", "failure:",       "invalid ",       "cannot ",        "can't ",
    "can not ",       "could not ",     "couldn't ",      "unable to ",     "unknown ",
    "unrecognized ",  "unsupported ",   "access denied",  "access to ",     "permission denied",
    "forbidden",      "unauthorized",   "not found",      "no such ",       "no match",
    "no changes",     "no replacement", "no sufficient",  "no file",        "not allowed",
    "rejected",       "refused",        "denied",         "aborted",        "timed out",
    "timeout",        "sorry",          "unfortunately",  "request failed", "usage:",
    "nothing was ",   "nothing to ",    "missing ",       "npm err",        "not authorized",
    "illegal ",       "undefined ",     "insufficient ",  "skipped:",       "skipping "};

/// Stands somewhere in a sentence before anything says that the call was done.
constexpr std::string_view kFailedPhrases[] = {
    " could not ",      " couldn't ",      " unable to ",    " was not ",      " were not ",
    " wasn't ",         " weren't ",       " did not ",      " didn't ",       " has not ",
    " have not ",       " hasn't ",        " haven't ",      " not found",     " not allowed",
    " not permitted",   " not available",  " not applied",   " not possible",  " denied",
    " rejected",        " refused",        " declined",      " timed out",     " failed to ",
    " failed:",         " failed.",        " failed!",       " failed,",       " failed with ",
    " failed because ", " failed at ",     " failed due ",   " failed on ",    " has failed ",
    " have failed ",    " apply failed",   " exceeded",      " sold out",      " out of stock",
    " modified since",  " changed since",  " nothing was",   " no changes",    " limit reached",
    " been reached",    " error occurred", " went wrong",    " syntax error",  " unavailable",
    " insufficient",    " is taken",       " status code 4", " status code 5", " http 4",
    " http 5",          " http error"};

/// The same in the first sentence of a short text, where a longer one may describe something.
constexpr std::string_view kFailedShort[] = {
    " cannot ",     " can't ",          " does not ",        " doesn't ",
    " do not ",     " don't ",          " is not ",          " isn't ",
    " are not ",    " aren't ",         " not supported",    " not enough",
    " not exist",   " not unique",      " not match",        " not be ",
    " failure",     " forbidden",       " unauthorized",     " exceeds ",
    " too large",   " too long",        " too many",         " already ",
    " no longer ",  " read-only",       " expired",          " illegal ",
    " invalid",     " conflict",        " no such ",         " is a directory",
    " quota",       " must be ",        " must have ",       " requires ",
    " unexpected ", " never ",          " no match",         " refuses ",
    " matches of ", " occurrences of ", " occurrences found"};

/// Words that leave open how it went.
constexpr std::string_view kDoubts =
    "but must should need needs missing required only unchanged instead skipped pending queued "
    "partially partial however retry nothing none no not unless except would could can't later "
    "wait "
    "waiting failed error errors warning zero 0 dry since if when please try until before cannot "
    "never without sorry blocked";

/// What a call was for, done.
constexpr std::string_view kDoneVerbs =
    "updated created written wrote saved applied edited deleted removed replaced added modified "
    "changed completed sent done set moved renamed inserted stored recorded uploaded posted "
    "processed scheduled booked confirmed generated executed overwritten appended patched "
    "succeeded committed published finished made";

/// One line that stands for a file or a page says that there is none to see.
constexpr std::string_view kUnseen[] = {
    "no such file",  "does not exist", "doesn't exist", "not found",      "cannot read",
    "cannot open",   "cannot find",    "cannot access", "cannot view",    "could not ",
    "couldn't ",     "unable to ",     "failed to ",    "is a directory", "illegal operation",
    " denied",       "exceeds ",       "too large",     "not allowed",    "outside allowed",
    "status code 4", "status code 5",  "timed out",     "not a file",     "binary file",
    "net::err",      "not accessible", "not readable",  "request failed"};

/// A line that a shell or a common program writes when it gives up.
constexpr std::string_view kFailedRuns[] = {"error:",
                                            "error[",
                                            "err_",
                                            "permission to ",
                                            "make: ***",
                                            "build failed",
                                            "! [rejected]",
                                            "fatal:",
                                            "traceback (most recent",
                                            "panic:",
                                            "npm err!",
                                            "npm error",
                                            "command timed out",
                                            "command failed",
                                            "killed",
                                            "segmentation fault",
                                            "bash: ",
                                            "sh: ",
                                            "zsh: ",
                                            "/bin/sh: ",
                                            "/bin/bash: ",
                                            "timeout: ",
                                            "failed to ",
                                            "exception in thread",
                                            "unable to ",
                                            "error response from daemon",
                                            "error from server",
                                            "cannot ",
                                            "could not "};

/// What undoes work, or leaves it out, and the stem of a command that asks for that, if any does.
struct Undone {
  std::string_view says;
  std::string_view stem;
  /// False: a part of the work may be meant.
  bool sure;
};
constexpr Undone kUndone[] = {
    {"rolled back", "roll", true},
    {"rolling back", "roll", true},
    {"reverted", "revert", false},
    {"aborted", "abort", true},
    {"aborting", "abort", true},
    {"cancelled", "cancel", true},
    {"canceled", "cancel", true},
    {"cancelling", "cancel", true},
    {"skipped", "skip", false},
    {"skipping", "skip", false},
    {"terminated", "kill", false},
    {"evicted", "evict", false},
    {"interrupted", "interrupt", false},
    {"unsuccessful", "", true},
    {"unsuccessfully", "", true},
    {"did not succeed", "", true},
    {"did not complete", "", true},
    {"not completed", "", true},
    {"incomplete", "", true},
    {"exceeded its", "", true},
    {"deadline exceeded", "", true},
    {"giving up", "", true},
    {"gave up", "", true},
    {"crashloopbackoff", "", true},
    {"imagepullbackoff", "", true},
    {"errimagepull", "", true},
    {"oomkilled", "", true},
    {"bad gateway", "", true},
    {"service unavailable", "", true},
    {"gateway timeout", "", true},
    {"gateway time-out", "", true},
    {"internal server error", "", true},
    {"fehlgeschlagen", "", true},
    {"gescheitert", "", true},
    {"abgebrochen", "", true},
    {"fall\u00F3", "", true},
    {"fallido", "", true},
    {"falhou", "", true},
    {"fallito", "", true},
    {"\u00E9chec", "", true},
    {"\u00C9chec", "", true},
    {"\u00E9chou\u00E9", "", true},
    {"\u5931\u8D25", "", true},
    {"\u5931\u6557", "", true},
    {"\u5DF2\u53D6\u6D88", "", true},
    {"\u5DF2\u56DE\u6EDA", "", true},
    {"\uC2E4\uD328", "", true},
    {"\u043E\u0448\u0438\u0431\u043A\u0430", "", true},
    {"\u041E\u0448\u0438\u0431\u043A\u0430", "", true},
    {"\u043D\u0435 \u0443\u0434\u0430\u043B\u043E\u0441\u044C", "", true},
    {"\u041D\u0435 \u0443\u0434\u0430\u043B\u043E\u0441\u044C", "", true},
};

/// Signs that the whole is a message about a failure, whatever the call was for.
bool marked(std::string_view text, bool crosses) {
  if (text.starts_with('<')) {
    const std::string tag = lowered(text.substr(1, text.find('>') - 1));
    return tag.find("error") != tag.npos && tag.size() < 32;
  }
  for (const std::string_view sign :
       {"\u274C", "\u2717", "\u2716", "\u2718", "\U0001F6AB", "\u26D4"}) {
    if (crosses && text.starts_with(sign)) return true;
  }
  // ENOENT: and its like.
  size_t code = 0;
  while (code < text.size() && (isUpper(text[code]) || isDigit(text[code]))) ++code;
  return code >= 5 && text[0] == 'E' && text.substr(code).starts_with(": ") &&
         text.substr(0, code) != "ERROR";
}

bool ticked(std::string_view text) {
  return text.starts_with("\u2705") || text.starts_with("\u2714") || text.starts_with("\u2713") ||
         text.starts_with("\u2611");
}

/// The end of what is quoted from `at` on, or `at`.
size_t quotedEnd(std::string_view text, size_t at) {
  struct Pair {
    std::string_view open;
    std::string_view close;
  };
  static constexpr Pair kPairs[] = {{"\"", "\""}, {"`", "`"}, {"'", "'"}, {"\u201C", "\u201D"}};
  for (const auto& [open, close] : kPairs) {
    if (!text.substr(at).starts_with(open)) continue;
    // An apostrophe stands inside a word.
    if (open == "'" && at > 0 && text[at - 1] != ' ' && text[at - 1] != '(' && text[at - 1] != ':')
      continue;
    const size_t end = text.find(close, at + open.size());
    if (end != text.npos) return end + close.size();
  }
  return at;
}

/// What is quoted is told about, not said.
std::string withoutQuotes(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = quotedEnd(text, at);
    if (end > at) {
      out += " x ";
      at = end;
    } else {
      out += text[at++];
    }
  }
  return out;
}

/// A path, an address, an id: told about, not said.
bool isName(std::string_view word) {
  while (!word.empty() && !isAlnum(word.back())) word.remove_suffix(1);
  while (!word.empty() && word.front() == '(') word.remove_prefix(1);
  if (word == "read-only") return false;
  return word.find_first_of("/\\_.#@=-") != word.npos;
}

/// A sentence in lower case with one space before each word; names are an `x`.
std::string plainWords(std::string_view sentence) {
  std::string out;
  for (size_t at = 0; at < sentence.size();) {
    while (at < sentence.size() && static_cast<uint8_t>(sentence[at]) <= ' ') ++at;
    size_t end = at;
    while (end < sentence.size() && static_cast<uint8_t>(sentence[end]) > ' ') ++end;
    const std::string_view word = sentence.substr(at, end - at);
    at = end;
    // Lines and bullets.
    if (word.empty() || (word.size() <= 4 && !std::ranges::any_of(word, isAlnum))) continue;
    out += ' ';
    out += isName(word) ? std::string(word.ends_with(':') ? "x:" : "x") : lowered(word);
  }
  // What did not happen is no failure.
  for (const std::string_view none : {" no error", " 0 error", " without error", " no failure",
                                      " 0 failure", " 0 failed", " no issue", " zero error"}) {
    for (size_t at = out.find(none); at != out.npos; at = out.find(none, at)) {
      size_t end = at + none.size();
      while (end < out.size() && isLetter(out[end])) ++end;
      out.erase(at, end - at);
    }
  }
  return out + ' ';
}

std::string_view bareWord(std::string_view word) {
  while (!word.empty() && !isAlnum(word.back())) word.remove_suffix(1);
  while (!word.empty() && !isAlnum(word.front())) word.remove_prefix(1);
  return word;
}

/// "cancelled" of cancel_order.
bool isOfTool(std::string_view word, std::string_view tool) {
  if (!word.ends_with("ed") || word.size() < 6) return false;
  return lowered(tool).find(word.substr(0, std::min<size_t>(word.size() - 3, 5))) !=
         std::string::npos;
}

/// Where a plain sentence says that it was done; its size: nowhere. `doubt`: another word of it
/// leaves that open.
size_t doneAt(std::string_view plain, std::string_view tool, bool& doubt) {
  size_t done = std::min(
      {plain.find(" made the following changes"), plain.find(" after edit"), plain.size()});
  std::string_view before;
  bool named = false;
  for (size_t at = 1; at < plain.size();) {
    const size_t end = std::min(plain.find(' ', at), plain.size());
    const std::string_view raw = plain.substr(at, end - at);
    const std::string_view word = bareWord(raw);
    const bool first = at == 1;
    // "Saved.", "was updated", "Message sent."
    const bool place = first || isOneOf(before, "was were been successfully now and has have") ||
                       end + 1 >= plain.size() || !isAlnum(raw.back());
    const bool verb = isOneOf(word, kDoneVerbs) || isOfTool(word, tool);
    const bool sure = isOneOf(word, "successfully successful") ||
                      (first && isOneOf(word, "ok okay success done") &&
                       (end + 1 >= plain.size() || !isAlnum(raw.back())));
    if (done == plain.size() && (sure || (verb && place && !isOneOf(before, "is are be")))) {
      done = at - 1;
    }
    doubt = doubt || (!named && isOneOf(word, kDoubts));
    // "Created issue 7: Login error"
    named = named || (done < plain.size() && raw.ends_with(':'));
    before = word;
    at = end + 1;
  }
  return done;
}

/// Where it says that the call has failed; its size: nowhere. `phrases`: not at its beginning
/// alone.
size_t failedAt(std::string_view plain, bool isShort) {
  const std::string_view text = plain.substr(1);
  for (const std::string_view start : kFailedStarts) {
    if (text.starts_with(start)) return 0;
  }
  // "Error creating the file"
  if (text.starts_with("error ")) {
    const std::string_view next = text.substr(6, text.find(' ', 6) - 6);
    if (next.ends_with("ing")) return 0;
  }
  size_t at = plain.ends_with(" failed ") ? plain.size() - 8 : plain.size();
  for (const std::string_view phrase : kFailedPhrases) at = std::min(at, plain.find(phrase));
  if (!isShort) return at;
  for (const std::string_view phrase : kFailedShort) at = std::min(at, plain.find(phrase));
  return at;
}

/// Told beside what the call did.
bool isAside(std::string_view plain) {
  for (const std::string_view start : {" warning", " npm warn", " [info]", " info:", " note:"}) {
    if (plain.starts_with(start)) return true;
  }
  return false;
}

/// Sentence by sentence; of a long text the first one, since what follows may be what was made.
Outcome ofActs(std::string_view head, bool more, const Asked& asked) {
  const bool isShort = !more && head.size() <= kMostMessage &&
                       std::count(head.begin(), head.end(), '\n') < kMostLines;
  Outcome told = Outcome::kUnsaid;
  text::Sentences sentences(head);
  std::string_view sentence;
  for (size_t i = 0; i < (isShort ? kMostSentences : 1) && sentences.next(sentence); ++i) {
    const std::string plain = plainWords(sentence);
    if (plain.size() < 3 || isAside(plain)) continue;
    bool doubt = false;
    const size_t done = doneAt(plain, asked.tool, doubt);
    const size_t failed = failedAt(plain, isShort && i == 0);
    if (failed < plain.size() && failed <= done) {
      return told == Outcome::kDone ? Outcome::kUnsaid : Outcome::kFailed;
    }
    if (done == plain.size()) continue;
    if (told == Outcome::kDone && failed == plain.size()) continue;
    if (doubt || failed < plain.size()) return Outcome::kUnsaid;
    told = Outcome::kDone;
  }
  return told;
}

/// A file, a page, a list of hits, or a message that there is none.
Outcome ofLooks(std::string_view head, bool more) {
  const std::string low = lowered(head.substr(0, head.find('\n')));
  const bool isShort = !more && head.size() <= 2 * kMostMessage;
  if (isShort && low.starts_with("error:")) return Outcome::kFailed;
  // A numbered line is a line of a file, and so are many lines.
  if (more || isDigit(low[0])) return Outcome::kDone;
  const bool single = low.size() == head.size();
  const std::string plain = plainWords(head.substr(0, low.size()));
  for (const std::string_view sign : kUnseen) {
    if (plain.find(sign) == plain.npos) continue;
    return single && low.size() <= kMostLine ? Outcome::kFailed : Outcome::kUnsaid;
  }
  // One line may be a message in words that are not known.
  return single && low.size() <= kMostLine ? Outcome::kUnsaid : Outcome::kDone;
}

/// What a shell or a program says in its first line, or in its last.
Outcome ofRuns(std::string_view head) {
  const std::string_view line = head.substr(0, head.find('\n'));
  const std::string low = lowered(line);
  for (const std::string_view start : kFailedRuns) {
    if (low.starts_with(start)) return Outcome::kFailed;
  }
  if (head.find("\n ! [") != head.npos) return Outcome::kFailed;
  // "cat: nothere.txt: No such file or directory"
  const size_t colon = line.find(": ");
  const bool program =
      colon != line.npos && colon > 0 && line.substr(0, colon).find(' ') == line.npos;
  if (!program) return Outcome::kUnsaid;
  const std::string_view said = std::string_view(low).substr(colon);
  for (const std::string_view sign :
       {"no such file", "not found", "permission denied", "cannot ", "can't ", "invalid ",
        "unrecognized ", "unknown ", "illegal ", "is a directory", "failed", "unable to "}) {
    if (said.find(sign) != said.npos) return Outcome::kFailed;
  }
  return Outcome::kUnsaid;
}

/// "0 skipped", "skipped 0", "no tests were skipped", "skipped: none".
bool countsNone(std::string_view low, size_t begin, size_t end) {
  std::string_view before = trimmed(low.substr(0, begin));
  const size_t word = before.find_last_of(" \t,;(");
  before = word == before.npos ? before : before.substr(word + 1);
  const size_t next = low.find_first_not_of(" \t:=", end);
  const std::string_view behind = next == low.npos ? "" : low.substr(next);
  const bool zero = behind.starts_with('0') && (behind.size() == 1 || !isDigit(behind[1]));
  return isOneOf(before, "0 no not never without if") || zero || behind.starts_with("none");
}

}  // namespace

bool tellsUndone(std::string_view line, std::string_view command, bool& sure) {
  sure = false;
  if (line.size() > kMostLine) return false;
  const std::string low = lowered(line);
  const std::string asked = lowered(command);
  return std::ranges::any_of(kUndone, [&](const Undone& undone) {
    const size_t at = low.find(undone.says);
    const bool isAsked = !undone.stem.empty() && asked.find(undone.stem) != asked.npos;
    if (at == low.npos || isAsked) return false;
    const size_t end = at + undone.says.size();
    const bool word =
        (at == 0 || !isAlnum(low[at - 1])) && (end == low.size() || !isAlnum(low[end]));
    if (!word || countsNone(low, at, end)) return false;
    sure = undone.sure;
    return true;
  });
}

Outcome outcomeOfWords(std::string_view head, bool more, const Asked& asked) {
  const std::string bare = asked.aim == Aim::kRuns ? std::string(head) : withoutQuotes(head);
  const std::string_view text = trimmed(bare);
  if (text.empty() || isOneOf(text, "null {} [] undefined None")) return Outcome::kUnsaid;
  if (marked(text, asked.aim != Aim::kRuns)) return Outcome::kFailed;
  switch (asked.aim) {
    case Aim::kLooks:
      return ofLooks(text, more);
    case Aim::kRuns:
      return ofRuns(text);
    case Aim::kActs:
      break;
  }
  if (ticked(text)) {
    const bool crossed = text.find("\n\u2716") != text.npos || text.find("\n\u274C") != text.npos;
    return crossed ? Outcome::kFailed : Outcome::kDone;
  }
  // What an edit changed, as a diff.
  for (const std::string_view diff :
       {"--- ", "diff --git ", "@@ ", "```diff", "<file_write_result>"}) {
    if (text.starts_with(diff)) return Outcome::kDone;
  }
  return ofActs(text, more, asked);
}

}  // namespace epitome
