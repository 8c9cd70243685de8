/// Rows by what they are about.
#include "summary/ledger.h"

#include <algorithm>
#include <set>

#include "summary/shape.h"
#include "text/characters.h"
#include "text/sort.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using enum LedgerKind;

/// Bytes.
constexpr size_t kMostSubject = 240;
constexpr size_t kMostDetail = 200;
/// Files that are named as what fixed an error.
constexpr size_t kFixes = 3;
/// Ranges of lines that are told apart.
constexpr size_t kMostRanges = 8;
constexpr uint32_t kOpenEnd = UINT32_MAX - 1;

bool isFile(LedgerKind kind) {
  return kind == kRead || kind == kChanged || kind == kCreated || kind == kDeleted;
}

bool isAbsolute(std::string_view path) { return path.starts_with('/'); }

bool isChange(LedgerKind kind) { return isFile(kind) && kind != kRead; }

bool isCall(LedgerKind kind) { return kind == kCalled || kind == kTried; }

bool isCommand(LedgerKind kind) { return kind == kCommand || kind == kTests; }

std::string fitted(std::string_view text, size_t maxBytes) {
  std::string out = oneLine(text::wellFormed(text));
  if (out.size() <= maxBytes) return out;
  size_t bytes = maxBytes - 3;
  while (bytes > 0 && (static_cast<uint8_t>(out[bytes]) & 0xC0) == 0x80) --bytes;
  out.resize(bytes);
  return out + "\u2026";
}

/// What a row is worth when not all fit.
uint32_t valueOf(const LedgerRow& row) {
  if (row.kind == kCalled && row.failed) return 7;
  if (isChange(row.kind) || isCall(row.kind)) return 6;
  if (isCommand(row.kind) && row.failed) return 5;
  if (row.kind == kFault) return row.failed ? 4 : 3;
  if (row.kind == kTests) return 3;
  if (row.kind == kRead) return 2;
  return row.kind == kFetched ? 1 : 0;
}

/// More valuable first, then newer, then by name: a total order on rows of one ledger.
bool isBefore(const LedgerRow& a, const LedgerRow& b) {
  const uint32_t valueA = valueOf(a);
  const uint32_t valueB = valueOf(b);
  if (valueA != valueB) return valueA > valueB;
  if (a.lastMessage != b.lastMessage) return a.lastMessage > b.lastMessage;
  return a.kind != b.kind ? a.kind < b.kind : a.subject < b.subject;
}

/// In the order of messages; a change stands before the run that shows its effect.
bool isOlder(const LedgerRow& a, const LedgerRow& b) {
  if (a.lastMessage != b.lastMessage) return a.lastMessage < b.lastMessage;
  return a.kind != b.kind ? a.kind < b.kind : a.subject < b.subject;
}

std::string_view lastComponent(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

struct Range {
  uint32_t first = 0;
  uint32_t last = 0;
};

/// "10-59, 100-": behind the last hyphen nothing stands where it goes to the end.
std::vector<Range> rangesOf(std::string_view text) {
  std::vector<Range> out;
  for (size_t at = 0; at < text.size();) {
    Range range;
    const auto number = [&](uint32_t& value) {
      for (; at < text.size() && isDigit(text[at]); ++at) {
        if (value < kOpenEnd / 10) value = value * 10 + static_cast<uint32_t>(text[at] - '0');
      }
    };
    number(range.first);
    if (at == text.size() || text[at] != '-') return {};
    ++at;
    number(range.last);
    if (range.last == 0) range.last = kOpenEnd;
    out.push_back(range);
    if (at < text.size() && !text.substr(at).starts_with(", ")) return {};
    at += 2;
  }
  return out;
}

/// Ranges of both, those that touch as one. Empty: all of the file.
std::string joinedRanges(const std::string& older, const std::string& newer) {
  std::vector<Range> all = rangesOf(older);
  const std::vector<Range> more = rangesOf(newer);
  if (all.empty() || more.empty()) return "";
  all.insert(all.end(), more.begin(), more.end());
  sortBy(all, [](const Range& a, const Range& b) {
    return a.first != b.first ? a.first < b.first : a.last < b.last;
  });
  std::vector<Range> joined;
  for (const Range& range : all) {
    if (!joined.empty() && range.first <= joined.back().last + 1) {
      joined.back().last = std::max(joined.back().last, range.last);
    } else {
      joined.push_back(range);
    }
  }
  // Too many gaps to tell: from the first to the last.
  if (joined.size() > kMostRanges) joined = {{joined.front().first, joined.back().last}};
  std::string out;
  for (const Range& range : joined) {
    out += (out.empty() ? "" : ", ") + std::to_string(range.first) + "-";
    if (range.last != kOpenEnd) out += std::to_string(range.last);
  }
  return out;
}

/// A file's kind after both. Associative, so that it does not matter where a session is folded.
/// What is there again after it was deleted was made anew.
LedgerKind fileKind(LedgerKind older, LedgerKind newer) {
  if (newer == kDeleted || newer == kCreated) return newer;
  if (older == kDeleted || older == kCreated) return kCreated;
  return newer == kRead ? older : kChanged;
}

void combine(LedgerRow& known, LedgerRow&& row) {
  if (isFile(row.kind)) {
    const LedgerKind kind = fileKind(known.kind, row.kind);
    // Of a file that was changed the reads count no more.
    const bool reads = known.kind == kRead && row.kind == kRead;
    if (reads) known.detail = joinedRanges(known.detail, row.detail);
    if (!reads && kind != kRead) known.detail.clear();
    const bool counts = reads || row.kind != kRead;
    if (known.kind == kRead && !reads) known.times = 0;
    known.times += counts ? row.times : 0;
    known.kind = kind;
    if (counts) known.lastMessage = std::max(known.lastMessage, row.lastMessage);
    return;
  }
  // So often it went like that.
  const bool same = known.failed == row.failed && known.kind == row.kind;
  known.times = row.times + (same ? known.times : 0);
  known.lastMessage = std::max(known.lastMessage, row.lastMessage);
  known.failed = row.failed;
  known.detail = std::move(row.detail);
  if (!row.source.empty()) known.source = std::move(row.source);
  if (row.kind == kTests || isCall(row.kind)) known.kind = row.kind;
}

struct Group {
  std::string_view title;
  LedgerKind kind;
  bool failed;
};

/// In the order in which they are written. Files, addresses and commands that passed stand in one
/// line.
constexpr Group kGroups[] = {
    {"", kCalled, false},
    {"Call failed: ", kCalled, true},
    {"Tried, outcome not known: ", kTried, false},
    {"Created: ", kCreated, false},
    {"Changed: ", kChanged, false},
    {"Deleted: ", kDeleted, false},
    {"Tests failed: ", kTests, true},
    {"Tests passed: ", kTests, false},
    {"Command failed: ", kCommand, true},
    {"Open error: ", kFault, true},
    {"Fixed error: ", kFault, false},
    {"Ran: ", kCommand, false},
    {"Called: ", kCounted, false},
    {"Fetched: ", kFetched, false},
    {"Read: ", kRead, false},
};

/// Of the command or file that an error came from, UTF-16 code units.
constexpr uint64_t kMostSourceUnits = 100;

std::string itemOf(const LedgerRow& row) {
  const bool quoted = isCommand(row.kind) || row.kind == kCounted;
  std::string out = quoted ? "`" + row.subject + "`" : row.subject;
  if (row.kind == kFault && !row.source.empty()) {
    out += " (from: " + shortened(row.source, kMostSourceUnits) + ")";
  }
  if (isFile(row.kind)) {
    if (!row.detail.empty()) out += " (lines " + row.detail + ")";
  } else if (!row.detail.empty()) {
    out += " -> " + row.detail;
  }
  if (row.times > 1) out += " x" + std::to_string(row.times);
  return out;
}

/// Calls by the tool, each with what it was given.
void appendCalls(std::string& out, std::span<const LedgerRow> rows, const Group& group) {
  std::vector<std::pair<std::string_view, std::string>> tools;
  for (const LedgerRow& row : rows) {
    if (row.kind != group.kind || row.failed != group.failed) continue;
    const size_t gap = row.subject.find(' ');
    const std::string_view tool = std::string_view(row.subject).substr(0, gap);
    std::string item = gap == std::string::npos ? "" : row.subject.substr(gap + 1);
    if (!row.detail.empty()) item += (item.empty() ? "" : " ") + ("-> " + row.detail);
    if (row.times > 1) item += " x" + std::to_string(row.times);
    auto place = std::ranges::find(tools, tool, [](const auto& one) { return one.first; });
    if (place == tools.end()) place = tools.insert(tools.end(), {tool, ""});
    if (!item.empty()) place->second += (place->second.empty() ? "" : "; ") + item;
  }
  for (const auto& [tool, items] : tools) {
    // A tool may be called what a group is.
    const auto isTitle = [&](const Group& one) { return one.title == std::string(tool) + ": "; };
    if (group.title.empty() && std::ranges::any_of(kGroups, isTitle)) out += "> ";
    out += group.title;
    out += tool;
    if (!items.empty()) out += ": " + items;
    out += '\n';
  }
}

}  // namespace

Ledger::Ledger(std::span<const LedgerRow> rows) {
  for (const LedgerRow& row : rows) {
    if (static_cast<uint8_t>(row.kind) >= kLedgerKindCount) continue;
    LedgerRow copy = row;
    copy.subject = fitted(copy.subject, kMostSubject);
    copy.detail = fitted(copy.detail, kMostDetail);
    copy.source = fitted(copy.source, kMostSubject);
    if (!copy.subject.empty()) rows_.insert_or_assign(keyOf(copy), std::move(copy));
    if (rows_.size() > kMostRows) evict();
  }
}

Ledger::Key Ledger::keyOf(const LedgerRow& row) {
  const LedgerKind kind = isFile(row.kind)      ? kRead
                          : isCommand(row.kind) ? kCommand
                          : isCall(row.kind)    ? kCalled
                                                : row.kind;
  return {static_cast<uint8_t>(kind), row.subject};
}

void Ledger::add(LedgerRow row) {
  row.subject = fitted(row.subject, kMostSubject);
  row.detail = fitted(row.detail, kMostDetail);
  row.source = fitted(row.source, kMostSubject);
  if (row.subject.empty()) return;
  const bool done = row.kind != kFault && row.kind != kTried && row.kind != kCounted;
  if (done && !row.failed) settleErrors(row);
  if (isChange(row.kind)) noteChange(row);
  const Key key = keyOf(row);
  const auto known = rows_.find(key);
  if (known != rows_.end()) {
    combine(known->second, std::move(row));
    return;
  }
  rows_.emplace(key, std::move(row));
  if (rows_.size() > kMostRows) evict();
}

void Ledger::settle(const std::string& command, uint32_t message) {
  LedgerRow row;
  row.kind = kCommand;
  row.subject = fitted(command, kMostSubject);
  row.firstMessage = row.lastMessage = message;
  settleErrors(row);
  rows_.erase(keyOf(row));
}

/// The errors of a command that passes now are fixed, by what changed since.
void Ledger::settleErrors(const LedgerRow& row) {
  for (auto& [key, error] : rows_) {
    if (error.kind != kFault || !error.failed) continue;
    const bool same = row.kind != kRead && error.source == row.subject;
    // Reading a file does not undo a write that failed.
    const bool read = isFile(row.kind) && error.source == "read " + row.subject;
    if (!same && !read) continue;
    error.failed = false;
    std::string by;
    size_t left = kFixes;
    for (const auto& [other, file] : rows_) {
      const bool between = isChange(file.kind) && file.lastMessage >= error.lastMessage &&
                           file.lastMessage <= row.lastMessage;
      if (!between || left == 0) continue;
      --left;
      by += (by.empty() ? "" : ", ") + file.subject;
    }
    error.detail = fitted("gone in message " + std::to_string(row.lastMessage) +
                              (by.empty() ? "" : " after changing " + by),
                          kMostDetail);
  }
}

void Ledger::noteChange(const LedgerRow& row) {
  std::erase_if(rows_, [&](const auto& one) {
    return one.second.kind == kTried && one.second.source == row.subject;
  });
  const std::string name(lastComponent(row.subject));
  if (name.size() < 4) return;
  for (auto& [key, error] : rows_) {
    if (error.kind != kFault || !error.failed || !error.detail.empty()) continue;
    if (error.subject.find(name) == error.subject.npos) continue;
    error.detail = fitted(row.subject + " changed since", kMostDetail);
  }
}

void Ledger::evict() {
  std::vector<std::map<Key, LedgerRow>::iterator> order;
  order.reserve(rows_.size());
  for (auto at = rows_.begin(); at != rows_.end(); ++at) order.push_back(at);
  sortBy(order, [](const auto& a, const auto& b) { return isBefore(a->second, b->second); });
  // An eighth at once, so that the next time is far away.
  for (size_t i = kMostRows - kMostRows / 8; i < order.size(); ++i) rows_.erase(order[i]);
}

void Ledger::joinPaths() {
  std::map<std::string, uint32_t> roots;
  std::set<std::string_view> relative;
  for (const auto& [key, row] : rows_) {
    if (isFile(row.kind) && !isAbsolute(row.subject)) relative.insert(row.subject);
  }
  for (const auto& [key, row] : rows_) {
    if (!isFile(row.kind) || !isAbsolute(row.subject)) continue;
    const std::string_view path = row.subject;
    for (size_t at = path.find('/', 1); at != path.npos; at = path.find('/', at + 1)) {
      // Files of one name lie in many folders: a folder and a name say more.
      const std::string_view rest = path.substr(at + 1);
      if (rest.find('/') == rest.npos || !relative.contains(rest)) continue;
      ++roots[std::string(path.substr(0, at + 1))];
    }
  }
  if (roots.empty()) return;
  const auto root = std::ranges::max_element(
      roots, {}, [](const auto& one) { return std::pair(one.second, one.first.size()); });
  std::vector<LedgerRow> moved;
  std::erase_if(rows_, [&](const auto& one) {
    const bool below = isFile(one.second.kind) && one.second.subject.starts_with(root->first);
    if (below) moved.push_back(one.second);
    return below;
  });
  sortBy(moved, isOlder);
  for (LedgerRow& row : moved) {
    row.subject.erase(0, root->first.size());
    const auto known = rows_.find(keyOf(row));
    // Of the two the newer happened last.
    if (known != rows_.end() && isOlder(row, known->second)) std::swap(row, known->second);
    add(std::move(row));
  }
}

void Ledger::merge(const Ledger& newer) {
  for (LedgerRow& row : newer.rows()) add(std::move(row));
}

std::vector<LedgerRow> Ledger::rows() const {
  std::vector<LedgerRow> out;
  out.reserve(rows_.size());
  for (const auto& [key, row] : rows_) out.push_back(row);
  sortBy(out, isOlder);
  return out;
}

std::vector<LedgerRow> Ledger::best(uint32_t maxTokens, Family family) const {
  std::vector<LedgerRow> all = rows();
  const size_t total = all.size();
  sortBy(all, isBefore);
  size_t fits = 0;
  uint64_t units = 0;
  constexpr uint64_t kUnitsPerToken = 6;
  while (fits < all.size() && units <= kUnitsPerToken * maxTokens) {
    units += itemOf(all[fits]).size();
    ++fits;
  }
  for (; fits > 0; fits -= (fits + 15) / 16) {
    all.resize(fits);
    std::vector<LedgerRow> chosen = all;
    sortBy(chosen, isOlder);
    if (tokensOfText(writtenLedger(chosen, total - fits), family) <= maxTokens) return chosen;
  }
  return {};
}

std::string writtenLedger(std::span<const LedgerRow> rows, size_t leftOut) {
  std::string out;
  for (const Group& group : kGroups) {
    if (isCall(group.kind)) {
      appendCalls(out, rows, group);
      continue;
    }
    const bool list = !group.failed && group.kind != kFault && group.kind != kTests;
    bool open = false;
    for (const LedgerRow& row : rows) {
      if (row.kind != group.kind || (row.failed && !isFile(row.kind)) != group.failed) continue;
      out += open && list ? ", " : std::string(group.title);
      out += itemOf(row);
      open = true;
      if (!list) out += '\n';
    }
    if (open && list) out += '\n';
  }
  if (leftOut > 0) out += "(" + std::to_string(leftOut) + " more omitted)\n";
  return out;
}

}  // namespace epitome
