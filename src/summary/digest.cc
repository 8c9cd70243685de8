#include "summary/digest.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "summary/base64_runs.h"
#include "summary/exchange.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

constexpr std::string_view kArrow = " \u2192 ";
constexpr std::string_view kBetween = " \u2026 ";

// Lengths in UTF-16 code units.
constexpr uint64_t kLineUnits = 220;
constexpr uint64_t kRecentLineUnits = 500;
constexpr uint64_t kInputUnits = 100;
constexpr uint64_t kOutcomeUnits = 160;
constexpr uint64_t kPathUnits = 160;
/// The newest account of the work is the best description of where it stands.
constexpr uint64_t kLastTextUnits = 1'200;
/// Below this a step says nothing: older steps leave instead.
constexpr uint64_t kLeastLineUnits = 48;
/// Steps from the end that may be longer.
constexpr size_t kRecentLines = 12;
/// Shares of the whole that the two lists may take.
constexpr uint64_t kToolsShare = 8;
constexpr uint64_t kFilesShare = 4;

// Names that tools commonly give to the argument that says most, in order of preference.
constexpr std::string_view kPathNames[] = {"path",      "file",         "filePath", "filename",
                                           "file_path", "absolutePath", "url",      "uri"};
constexpr std::string_view kCommandNames[] = {"command", "cmd"};
constexpr std::string_view kOtherNames[] = {"query", "pattern", "regex", "prompt", "name", "id"};

bool isOneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A word of a command line that names a file or an address: it has a slash inside or a short
/// extension, and none of the characters of shell syntax.
bool looksLikePath(std::string_view word) {
  if (word.size() < 3 || word.size() > kPathUnits || word.front() == '-') return false;
  if (word.find_first_of("{}()[]<>|&;$*?!=,`'\"\\^%~#@ \t\r\n") != std::string_view::npos) {
    return false;
  }
  if (word.starts_with("/dev/")) return false;
  const size_t slash = word.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? word : word.substr(slash + 1);
  const size_t dot = last.rfind('.');
  const bool extension = dot != std::string_view::npos && dot > 0 && last.size() - dot >= 2 &&
                         last.size() - dot <= 6 &&
                         std::any_of(last.begin() + static_cast<ptrdiff_t>(dot), last.end(),
                                     [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
  return extension || (slash != std::string_view::npos && slash > 0 && !last.empty());
}

/// Where the members go on in the end of a JSON text whose middle is missing: behind the first
/// string that ends there. Quotes inside a string are escaped, so `","` is never content.
std::string_view membersOfTail(std::string_view tail) {
  for (size_t at = tail.find("\","); at != std::string_view::npos; at = tail.find("\",", at + 1)) {
    if (at == 0 || tail[at - 1] != '\\') return tail.substr(at + 2);
  }
  return {};
}

/// Calls `use` with each string member of a call's input that was kept.
template <typename Use>
void forEachString(const NotedPart& call, Use&& use) {
  JsonMember member;
  for (JsonScan scan(call.text.head); scan.next(member);) {
    if (member.isString) use(member);
  }
  for (JsonScan scan(membersOfTail(call.text.tail)); scan.next(member);) {
    ++member.depth;
    if (member.isString) use(member);
  }
}

/// The files and addresses that calls name, each at its latest mention.
class Mentions {
 public:
  void readInput(const NotedPart& call) {
    forEachString(call, [this](const JsonMember& member) {
      if (member.cut) return;
      if (isOneOf(member.name, kPathNames)) {
        add(oneLine(unescaped(member.value)));
      } else if (isOneOf(member.name, kCommandNames)) {
        readCommand(unescaped(member.value));
      }
    });
  }

  /// Latest first.
  std::vector<std::string> latestFirst() const {
    std::vector<std::string> out;
    for (auto at = byTime_.rbegin(); at != byTime_.rend(); ++at) out.push_back(at->second);
    return out;
  }

 private:
  void readCommand(std::string_view command) {
    size_t at = 0;
    while (at < command.size()) {
      const size_t end = std::min(command.find_first_of(" \t\r\n\"'`();|&<>,", at), command.size());
      const std::string_view word = command.substr(at, end - at);
      if (looksLikePath(word)) add(std::string(word));
      at = end + 1;
    }
  }

  void add(std::string path) {
    if (path.empty() || text::utf16Length(path) > kPathUnits) return;
    const auto known = latest_.find(path);
    if (known != latest_.end()) byTime_.erase(known->second);
    byTime_.emplace(time_, path);
    latest_.insert_or_assign(std::move(path), time_);
    ++time_;
  }

  uint64_t time_ = 0;
  std::map<std::string, uint64_t> latest_;
  std::map<uint64_t, std::string> byTime_;
};

struct Tally {
  uint32_t calls = 0;
  uint32_t failed = 0;
};

/// "a, b, and 3 more": as many items as fit.
std::string listing(std::string_view title, const std::vector<std::string>& items,
                    uint64_t maxUnits) {
  if (items.empty()) return {};
  const auto more = [](size_t count) { return ", and " + std::to_string(count) + " more"; };
  std::string out(title);
  uint64_t units = text::utf16Length(title);
  size_t shown = 0;
  for (; shown < items.size(); ++shown) {
    const std::string piece = (shown == 0 ? "" : ", ") + items[shown];
    const size_t left = items.size() - shown - 1;
    const uint64_t reserve = left == 0 ? 0 : more(left).size();
    const uint64_t length = text::utf16Length(piece);
    if (units + length + reserve + 1 > maxUnits) break;
    out += piece;
    units += length;
  }
  if (shown == 0) return {};
  if (shown < items.size()) out += more(items.size() - shown);
  return out + "\n";
}

/// The first sentence, or the first line when it ends sooner.
std::string firstSentence(std::string_view text) {
  text = trimmed(text);
  size_t end = 0;
  while (end < text.size()) {
    const char c = text[end];
    if (c == '\n' || c == '\r') break;
    const std::string_view wide = text.substr(end, 3);
    if (wide == "\u3002" || wide == "\uff01" || wide == "\uff1f") {
      end += 3;
      break;
    }
    ++end;
    const bool stop = c == '.' || c == '!' || c == '?';
    // A very short "sentence" is a number or an abbreviation.
    if (stop && end >= 12 && (end == text.size() || text[end] == ' ')) break;
  }
  return oneLine(text.substr(0, end));
}

std::string_view firstLine(std::string_view text) {
  text = trimmed(text);
  return text.substr(0, text.find_first_of("\r\n"));
}

std::string_view lastLine(std::string_view text) {
  text = trimmed(text);
  const size_t lineBreak = text.find_last_of("\r\n");
  return lineBreak == std::string_view::npos ? text : text.substr(lineBreak + 1);
}

/// What a call was about: the argument that says most, else the input as it is.
std::string briefInput(const NotedPart& call) {
  JsonMember best;
  const auto rank = [](const JsonMember& candidate) {
    if (candidate.value.empty()) return 0;
    if (isOneOf(candidate.name, kPathNames)) return 3;
    if (isOneOf(candidate.name, kCommandNames)) return 2;
    return isOneOf(candidate.name, kOtherNames) ? 1 : 0;
  };
  forEachString(call, [&](const JsonMember& member) {
    if (member.depth == 1 && rank(member) > rank(best)) best = member;
  });
  const std::string brief = rank(best) > 0 ? unescaped(best.value) : call.text.head;
  return shortened(oneLine(withoutBase64(brief)), kInputUnits);
}

/// A JSON string is read as what it says; any other JSON stays as it is.
std::string plainOf(const std::string& text, uint16_t flags, bool start) {
  if ((flags & kJson) == 0) return text;
  if (start && !text.empty() && text.front() == '"') {
    const bool closed = text.size() > 1 && text.back() == '"';
    return unescaped(std::string_view(text).substr(1, text.size() - (closed ? 2 : 1)));
  }
  return start ? text : unescaped(text);
}

/// "error: first line ... last line".
std::string briefOutcome(const NotedPart* result) {
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
  if (first.empty()) return out + "empty";
  out += shortened(first, kOutcomeUnits);
  if (!last.empty() && last != first) {
    out += kBetween;
    out += shortened(last, kOutcomeUnits);
  }
  return out;
}

/// The steps of a range, one line each, oldest first, and what they add up to.
class Steps {
 public:
  explicit Steps(const RangeNotes& notes) : messages_(notes.messages), exchanges_(messages_) {
    for (uint32_t m = 0; m < messages_.size(); ++m) {
      for (uint32_t p = 0; p < messages_[m].parts.size(); ++p) read({m, p});
    }
  }

  const std::vector<std::string>& lines() const { return lines_; }
  /// The assistant's last text, on one line, as far as the notes hold it; empty when there is none
  /// or one of the last lines says it in full.
  std::string_view lastText() const {
    const bool said = lastTextLine_ != kNone && lines_.size() - lastTextLine_ <= kRecentLines;
    return said ? std::string_view() : lastText_;
  }
  std::vector<std::string> files() const { return mentions_.latestFirst(); }

  /// "read 12 (1 failed)", most used first.
  std::vector<std::string> tools() const {
    std::vector<std::pair<std::string, Tally>> sorted(tally_.begin(), tally_.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return a.second.calls != b.second.calls ? a.second.calls > b.second.calls : a.first < b.first;
    });
    std::vector<std::string> out;
    for (const auto& [name, tally] : sorted) {
      out.push_back(name + " " + std::to_string(tally.calls));
      if (tally.failed > 0) out.back() += " (" + std::to_string(tally.failed) + " failed)";
    }
    return out;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  void read(PartRef at) {
    const NotedMessage& message = messages_[at.message];
    const NotedPart& part = message.parts[at.part];
    const std::string number = "- [" + std::to_string(message.number) + "] ";
    PartRef other;
    switch (part.kind) {
      case PartKind::kText: {
        // The user's words stand beside the digest, whole.
        if (message.role == Role::kUser || trimmed(part.text.head).empty()) return;
        const std::string sentence = firstSentence(withoutBase64(part.text.head));
        if (message.role == Role::kAssistant) {
          lastText_ = oneLine(withoutBase64(textOf(part.text)));
          lastTextLine_ = lastText_ == sentence ? lines_.size() : kNone;
          lines_.push_back(number + sentence);
        } else {
          lines_.push_back(number + "(not from the user or the assistant) " + sentence);
        }
        return;
      }
      case PartKind::kToolCall: {
        const NotedPart* result = exchanges_.resultOf(at, other);
        const std::string name = toolName(part);
        Tally& tally = tally_[name];
        ++tally.calls;
        if (result != nullptr && (result->flags & (kError | kDenied)) != 0) ++tally.failed;
        mentions_.readInput(part);
        std::string line = number + name + "(" + briefInput(part) + ")";
        line += kArrow;
        lines_.push_back(line + briefOutcome(result));
        return;
      }
      case PartKind::kToolResult:
        if (exchanges_.callOf(at, other) != nullptr) return;
        lines_.push_back(number + "result of " + toolName(part) + ": " + briefOutcome(&part));
        return;
      case PartKind::kMedia:
        if (message.role != Role::kUser) lines_.push_back(number + mediaLine(part));
        return;
      case PartKind::kApprovalResponse:
        lines_.push_back(number + ((part.flags & kDenied) != 0 ? "approval denied" : "approved"));
        return;
      case PartKind::kReasoning:
      case PartKind::kApprovalRequest:
      case PartKind::kCustom:
        return;
    }
  }

  static std::string toolName(const NotedPart& part) {
    const std::string name = oneLine(part.toolName);
    return name.empty() ? "tool" : shortened(name, kInputUnits);
  }

  std::span<const NotedMessage> messages_;
  Exchanges exchanges_;
  std::vector<std::string> lines_;
  std::string lastText_;
  /// The line that says all of it.
  size_t lastTextLine_ = kNone;
  std::map<std::string, Tally> tally_;
  Mentions mentions_;
};

/// Most units that line `i` of `count` may have when ordinary lines may have `cap`.
uint64_t capOf(size_t i, size_t count, uint64_t cap) {
  const bool recent = count - i <= kRecentLines;
  return recent ? std::min(cap * 2, kRecentLineUnits) : std::min(cap, kLineUnits);
}

/// The lines within `maxUnits`, breaks included: all shortened alike, the recent ones less, and the
/// oldest left out when even that does not do.
std::string fitLines(const std::vector<std::string>& lines, uint64_t maxUnits) {
  std::vector<uint64_t> lengths;
  lengths.reserve(lines.size());
  for (const std::string& line : lines) lengths.push_back(text::utf16Length(line));
  const size_t count = lines.size();
  const auto unitsAt = [&](uint64_t cap) {
    uint64_t units = 0;
    for (size_t i = 0; i < count; ++i) units += std::min(lengths[i], capOf(i, count, cap)) + 1;
    return units;
  };
  std::string out;
  size_t first = 0;
  uint64_t cap = kLeastLineUnits;
  if (unitsAt(kLeastLineUnits) > maxUnits) {
    const std::string note = "- (" + std::to_string(count) + " steps before are left out)\n";
    uint64_t left = maxUnits - std::min<uint64_t>(maxUnits, note.size());
    first = count;
    while (first > 0) {
      const uint64_t units = std::min(lengths[first - 1], capOf(first - 1, count, cap)) + 1;
      if (units > left) break;
      left -= units;
      --first;
    }
    if (first == count) return {};
    out = "- (" + std::to_string(first) + " steps before are left out)\n";
  } else {
    // The largest cap that fits.
    uint64_t over = kRecentLineUnits + 1;
    while (over - cap > 1) {
      const uint64_t middle = cap + (over - cap) / 2;
      (unitsAt(middle) <= maxUnits ? cap : over) = middle;
    }
  }
  for (size_t i = first; i < count; ++i) {
    out += shortened(lines[i], capOf(i, count, cap)) + "\n";
  }
  return out;
}

std::string digestWithin(const RangeNotes& notes, const Steps& steps, uint64_t maxUnits) {
  const uint32_t first = notes.messages.front().number;
  const uint32_t last = notes.messages.back().number;
  std::string out = shortened(
      "Messages " + std::to_string(first) + " to " + std::to_string(last) + ", step by step.\n",
      maxUnits);
  const auto left = [&out, maxUnits] {
    const uint64_t used = text::utf16Length(out);
    return maxUnits - std::min(maxUnits, used);
  };
  out += listing("Tool calls: ", steps.tools(), std::min(left(), maxUnits / kToolsShare));
  out += listing("Files and addresses, latest first: ", steps.files(),
                 std::min(left(), maxUnits / kFilesShare));
  std::string closing;
  if (!steps.lastText().empty() && left() >= 4 * kLeastLineUnits) {
    closing =
        "Last said: " + shortened(steps.lastText(), std::min(kLastTextUnits, left() / 4)) + "\n";
  }
  const uint64_t closingUnits = text::utf16Length(closing);
  out += fitLines(steps.lines(), left() - std::min(left(), closingUnits));
  out += closing;
  return shortened(out, maxUnits);
}

/// Writes with ever less room until the engine's counter agrees.
template <typename Write>
std::string withinTokens(uint32_t maxTokens, Write&& write) {
  constexpr uint64_t kUnitsPerToken = 4;
  constexpr int kAttempts = 4;
  uint64_t units = kUnitsPerToken * maxTokens;
  std::string out;
  for (int i = 0; i < kAttempts; ++i) {
    out = write(units);
    const uint32_t tokens = tokensOfText(out);
    if (tokens <= maxTokens) return out;
    units = units * maxTokens / tokens;
  }
  return out.substr(0, prefixForTokens(out, maxTokens));
}

std::string_view withoutFinalBreak(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

}  // namespace

std::string digestRange(const RangeNotes& notes, uint32_t maxTokens) {
  if (notes.messages.empty()) return {};
  const Steps steps(notes);
  const std::string digest = withinTokens(
      maxTokens, [&](uint64_t maxUnits) { return digestWithin(notes, steps, maxUnits); });
  return text::wellFormed(withoutFinalBreak(digest));
}

std::string digestSegments(std::span<const SegmentBody* const> segments, uint32_t maxTokens) {
  std::vector<std::string> entries;
  std::vector<uint64_t> lengths;
  for (const SegmentBody* segment : segments) {
    std::string entry = "Messages " + std::to_string(segment->firstMessage) + " to " +
                        std::to_string(segment->lastMessage) + ":\n";
    text::appendWellFormed(entry, trimmed(segment->prose));
    entry += '\n';
    lengths.push_back(text::utf16Length(entry));
    entries.push_back(std::move(entry));
  }
  const std::string digest = withinTokens(maxTokens, [&](uint64_t maxUnits) {
    const std::vector<uint64_t> shares = fairShares(lengths, maxUnits);
    std::string out;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (shares[i] == 0) continue;
      const std::string entry = shortenedMiddle(entries[i], shares[i] - 1);
      out += withoutFinalBreak(entry);
      out += '\n';
    }
    return out;
  });
  return text::wellFormed(withoutFinalBreak(digest));
}

}  // namespace epitome
