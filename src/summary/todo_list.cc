#include "summary/todo_list.h"

#include <algorithm>
#include <utility>

#include "extract/leaves.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "text/characters.h"
#include "text/json_escape.h"
#include "text/utf.h"

namespace epitome {

/// An array or a string of a JSON text that lies in no other array.
struct JsonPlace {
  std::string name;
  size_t begin = 0;
  size_t end = 0;
  bool array = false;
  std::vector<std::string_view> items;
  /// The text ends before it does.
  bool cut = true;
  /// Objects around it.
  uint32_t depth = 0;
};

namespace {

/// Names of members that hold the list, folded.
constexpr std::string_view kLists =
    "todos todolist todoitems newtodos currenttodos tasks tasklist plan planitems items steps list "
    "checklist entries subtasks";
/// Beginnings of names of members that hold something else.
constexpr std::string_view kOthers[] = {"old",  "prev",  "before", "removed", "deleted",
                                        "hist", "error", "issue",  "warn"};
/// Members of an item that say what is to be done.
constexpr std::string_view kTexts =
    "content step title text task todo description name subject label summary activeform item goal";
constexpr std::string_view kStates = "status state";
constexpr std::string_view kFlags = "done completed complete checked finished iscompleted isdone";
constexpr std::string_view kFinished =
    "completed complete done finished closed resolved cancelled canceled skipped dropped abandoned "
    "deleted removed obsolete";
constexpr std::string_view kOpen =
    "pending inprogress todo open notstarted active doing started blocked waiting failed new next "
    "ready";
constexpr std::string_view kOpenSigns[] = {"⬜", "☐", "⏳", "🔄", "○", "◯", "◻", "▶", "🔲", "⏸"};
constexpr std::string_view kFinishedSigns[] = {"✅", "✔", "✓", "☑", "☒", "❌", "✗", "●", "🗹"};
/// Between the brackets of a check box.
constexpr std::string_view kOpenBoxes = " -~>/!?o.";
constexpr std::string_view kFinishedBoxes = "xX*";

/// An open item that has less room is left out, bytes.
constexpr size_t kLeastItem = 200;
/// Values of an item that are looked at.
constexpr size_t kMostLeaves = 24;
/// Arrays and strings of a text that are looked at.
constexpr size_t kMostValues = 16;
/// A list in a string in a text in a list of texts.
constexpr uint32_t kMostDepth = 3;

bool startsWithOne(std::string_view text, auto&& starts) {
  return std::ranges::any_of(starts, [&](std::string_view s) { return text.starts_with(s); });
}

enum class Mark : uint8_t { kNone, kOpen, kFinished };

/// "[x]", "[in_progress]".
Mark boxOf(std::string_view text) {
  const size_t end = text.substr(0, 24).find(']');
  if (!text.starts_with('[') || end == text.npos) return Mark::kNone;
  const std::string_view inside = text.substr(1, end - 1);
  // That would be JSON.
  if (inside.find('"') != text.npos) return Mark::kNone;
  if (inside.size() == 1 && kOpenBoxes.find(inside[0]) != text.npos) return Mark::kOpen;
  if (inside.size() == 1 && kFinishedBoxes.find(inside[0]) != text.npos) return Mark::kFinished;
  if (startsWithOne(inside, kFinishedSigns)) return Mark::kFinished;
  const std::string state = foldedName(inside);
  if (state.empty()) return Mark::kNone;
  if (isOneOf(state, kFinished)) return Mark::kFinished;
  return isOneOf(state, kOpen) ? Mark::kOpen : Mark::kNone;
}

/// What a line of a text says that is an item: "- [ ] Read it", "2. [done] Read it", "✅ Read it".
Mark markOf(std::string_view line) {
  line = trimmed(line);
  for (const std::string_view bullet : {"- ", "* ", "+ ", "• "}) {
    if (line.starts_with(bullet)) line = trimmed(line.substr(bullet.size()));
  }
  size_t digits = line.starts_with('#') ? 1 : 0;
  while (digits < line.size() && isDigit(line[digits])) ++digits;
  if (digits > 0) {
    line.remove_prefix(digits);
    constexpr AsciiSet kBehindNumber(".):");
    if (!line.empty() && kBehindNumber.has(line[0])) line.remove_prefix(1);
    line = trimmed(line);
  }
  if (startsWithOne(line, kOpenSigns)) return Mark::kOpen;
  if (startsWithOne(line, kFinishedSigns)) return Mark::kFinished;
  return boxOf(line);
}

bool isFinished(const std::vector<Leaf>& leaves) {
  for (const Leaf& leaf : leaves) {
    if (leaf.depth != 1) continue;
    const std::string name = foldedName(leaf.name);
    if (isOneOf(name, kStates) && isOneOf(foldedName(leaf.value), kFinished)) return true;
    if (isOneOf(name, kFlags) && leaf.value == "true") return true;
  }
  return false;
}

bool tells(const std::vector<Leaf>& leaves) {
  return std::ranges::any_of(leaves, [](const Leaf& leaf) {
    return leaf.depth == 1 && isOneOf(foldedName(leaf.name), kTexts) && !leaf.value.empty();
  });
}

/// Behind the closing quote of the string at `at`, or the end.
size_t stringEnd(std::string_view json, size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return std::min(at + 1, json.size());
}

/// The values of the JSON text that `text` begins with; `end` is behind it.
std::vector<JsonPlace> valuesOf(std::string_view text, size_t& end) {
  std::vector<JsonPlace> values;
  std::string name;
  uint32_t objects = 0;
  /// Brackets within the array that is read.
  uint32_t inside = 0;
  size_t from = 0;
  const auto endItem = [&](size_t at) {
    const std::string_view item = trimmed(text.substr(from, at - from));
    if (!item.empty()) values.back().items.push_back(item);
    from = at + 1;
  };
  size_t at = 0;
  while (at < text.size() && values.size() <= kMostValues) {
    const char c = text[at];
    if (c == '"') {
      const size_t begin = std::exchange(at, stringEnd(text, at));
      if (inside > 0) continue;
      const std::string_view rest = trimmed(text.substr(at, 16));
      if (rest.starts_with(':')) {
        name = foldedName(text.substr(begin, std::min<size_t>(at - begin, 64)));
      } else {
        const bool cut = at < begin + 2 || text[at - 1] != '"';
        values.push_back({name, begin, at, false, {}, cut, objects});
      }
      if (objects == 0) break;
      continue;
    }
    ++at;
    if (inside > 0) {
      if (c == '[' || c == '{') ++inside;
      if (c == ',' && inside == 1) endItem(at - 1);
      if ((c == ']' || c == '}') && --inside == 0) {
        endItem(at - 1);
        values.back().end = at;
        values.back().cut = false;
        if (objects == 0) break;
      }
    } else if (c == '[') {
      values.push_back({name, at - 1, text.size(), true, {}, true, objects});
      inside = 1;
      from = at;
    } else if (c == '{') {
      ++objects;
    } else if (c == '}' && objects > 0 && --objects == 0) {
      break;
    }
  }
  end = at;
  return values;
}

/// Of an item of a host's list of texts, the text as it is written; else empty.
std::string_view textIn(std::string_view item) {
  JsonMember member;
  bool isText = false;
  std::string_view text;
  for (JsonScan scan(item); scan.next(member);) {
    if (member.depth != 1 || !member.isString || member.cut) continue;
    if (member.name == "type") isText = member.value == "text";
    if (member.name == "text") text = member.value;
  }
  return isText ? text : "";
}

/// A string or an object of a JSON array with each of its texts in at most `units`: JSON still.
std::string shortenedItem(std::string_view item, uint64_t units) {
  std::string out;
  const auto shorten = [&](std::string_view raw) {
    out.append(item.substr(0, static_cast<size_t>(raw.data() - item.data())));
    text::appendJson(out, shortened(unescaped(raw), units));
    item.remove_prefix(static_cast<size_t>(raw.data() + raw.size() - item.data()));
  };
  JsonMember member;
  for (JsonScan scan(item); scan.next(member);) {
    if (member.isString && !member.cut) shorten(member.value);
  }
  if (item.starts_with('"') && item.size() > 1) shorten(item.substr(1, item.size() - 2));
  return out.append(item);
}

/// The text in at most `most` bytes of a JSON string; empty where that is not to be had.
std::string shortenedTo(std::string_view text, size_t most, bool item) {
  uint64_t units = text::utf16Length(text) * most / (text::jsonBytes(text) + 1);
  for (; units >= 32; units -= units / 4) {
    std::string out = item ? shortenedItem(text, units) : shortened(text, units);
    if (text::jsonBytes(out) <= most) return out;
  }
  return {};
}

}  // namespace

TodoList::TodoList(std::string_view text, uint32_t depth)
    : whole_(text::wellFormed(trimmed(text))) {
  const std::string own = whole_;
  if (!readLines(own)) readJson(own, depth);
}

bool TodoList::readLines(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const Mark mark = markOf(line);
    if (mark != Mark::kNone) {
      if (items_.empty()) head_ = text.substr(0, at);
      items_.push_back({std::string(line), mark == Mark::kFinished});
    } else if (!items_.empty()) {
      items_.back().text.append("\n").append(line);
    }
    at = end + 1;
  }
  told_ = static_cast<uint32_t>(items_.size());
  return known_ = !items_.empty();
}

void TodoList::readJson(std::string_view text, uint32_t depth) {
  if (depth > kMostDepth) return;
  size_t start = 0;
  if (!text.starts_with('{') && !text.starts_with('[') && !text.starts_with('"')) {
    start = std::min(text.find("[{"), text.find("{\""));
    if (start == text.npos) return;
  }
  size_t end = 0;
  const std::vector<JsonPlace> values = valuesOf(text.substr(start), end);
  const std::string_view json = text.substr(start, end);
  // What is named like a list comes before what only looks like one.
  for (const bool named : {true, false}) {
    for (const JsonPlace& value : values) {
      const bool isNamed = value.array && isOneOf(value.name, kLists);
      if (known_ || isNamed != named || startsWithOne(value.name, kOthers)) continue;
      if (value.array ? readArray(value, json, depth) : readString(value, json, depth)) {
        lead_ = text.substr(0, start);
      }
    }
  }
}

bool TodoList::readArray(const JsonPlace& value, std::string_view json, uint32_t depth) {
  const bool named = isOneOf(value.name, kLists);
  std::vector<Item> read;
  uint32_t told = 0;
  for (const std::string_view item : value.items) {
    const bool object = item.starts_with('{');
    if (!object && !(named && item.starts_with('"'))) return false;
    if (const std::string_view raw = object ? textIn(item) : ""; !raw.empty()) {
      if (readInner(raw, json, true, depth)) return true;
      continue;
    }
    const std::vector<Leaf> leaves = object ? leavesOf(item, kMostLeaves) : std::vector<Leaf>();
    const Mark mark = object ? Mark::kNone : markOf(item.substr(1));
    if (!object || tells(leaves)) ++told;
    read.push_back({std::string(item), mark == Mark::kFinished || isFinished(leaves)});
  }
  if (told == 0 && !named) return false;
  items_ = std::move(read);
  told_ = told;
  head_ = json.substr(0, value.begin);
  tail_ = value.cut ? std::string(value.depth, '}') : std::string(json.substr(value.end));
  whole_ = json;
  return known_ = array_ = true;
}

bool TodoList::readString(const JsonPlace& value, std::string_view json, uint32_t depth) {
  if (value.cut) return false;
  const std::string_view raw = json.substr(value.begin + 1, value.end - value.begin - 2);
  return readInner(raw, json, value.depth == 0, depth);
}

bool TodoList::readInner(std::string_view raw, std::string_view json, bool envelope,
                         uint32_t depth) {
  TodoList inner(unescaped(raw), depth + 1);
  if (!inner.known_) return false;
  const auto begin = static_cast<size_t>(raw.data() - json.data());
  if (!envelope) inner.whole_ = json;
  inner.inString_ = true;
  inner.envelope_ = envelope;
  inner.outerHead_ = json.substr(0, begin - 1);
  inner.outerTail_ = json.substr(begin + raw.size() + 1);
  *this = std::move(inner);
  return true;
}

std::string TodoList::quoted(std::string_view text) const {
  std::string out = "\"";
  text::appendJson(out, text);
  return out + '"';
}

std::string TodoList::written(const std::vector<std::string>& items, bool framed) const {
  std::string list = array_ ? "[" : "";
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) list += array_ ? ',' : '\n';
    list += items[i];
  }
  if (array_) list += ']';
  if (framed) list = head_ + list + tail_;
  if (!inString_ || envelope_) return list;
  return framed ? outerHead_ + quoted(list) + outerTail_ : quoted(list);
}

bool TodoList::isUpdate() const {
  if (!known_ || items_.empty()) return false;
  const std::vector<Leaf> beside = leavesOf(withoutItems(), kMostLeaves);
  return told_ == 0 || std::ranges::any_of(beside, [](const Leaf& leaf) {
           return foldedName(leaf.name) == "merge" && leaf.value == "true";
         });
}

std::string TodoList::withoutItems() const {
  if (!known_) return whole_;
  if (!lead_.empty()) return lead_;
  const std::string list = head_ + (array_ ? "[]" : "") + tail_;
  return inString_ ? outerHead_ + quoted(list) + outerTail_ : list;
}

FittedList TodoList::fitted(size_t most) const {
  FittedList fitted;
  fitted.text = whole_;
  if (text::jsonBytes(fitted.text) <= most) return fitted;
  if (!known_) {
    fitted.text = shortenedTo(whole_, most, false);
    return fitted;
  }
  const bool framed = text::jsonBytes(written({}, true)) <= most / 4;
  const size_t frame = text::jsonBytes(written({}, framed));
  size_t room = most - std::min(frame, most);
  // With what separates it from the next one.
  const auto costOf = [&](std::string_view item) {
    return text::jsonBytes(inString_ && !envelope_ ? quoted(item) : std::string(item)) + 3;
  };
  std::vector<std::string> texts;
  std::vector<uint64_t> costs;
  uint64_t sum = 0;
  for (const Item& item : items_) {
    texts.push_back(item.text);
    costs.push_back(costOf(texts.back()));
    sum += costs.back();
  }
  std::vector<size_t> stay;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (sum <= room || !items_[i].finished) {
      stay.push_back(i);
      continue;
    }
    sum -= costs[i];
    ++fitted.finished;
  }
  // The first ones, if there is not even room for a little of each.
  size_t taken = 0;
  for (size_t least = 0; taken < stay.size(); ++taken) {
    least += std::min<size_t>(costs[stay[taken]], kLeastItem);
    if (least > room) break;
  }
  fitted.open = static_cast<uint32_t>(stay.size() - taken);
  stay.resize(taken);
  std::vector<uint64_t> lengths;
  for (const size_t i : stay) lengths.push_back(costs[i]);
  const std::vector<uint64_t> shares = fairShares(lengths, room);
  std::vector<std::string> shown;
  for (size_t s = 0; s < stay.size(); ++s) {
    const size_t i = stay[s];
    std::string text = std::move(texts[i]);
    if (costs[i] > shares[s]) {
      // The escapes of a string in a string take their part of the share.
      text = shortenedTo(text, shares[s] * text::jsonBytes(text) / costs[i], array_);
    }
    if (!text.empty() && costOf(text) <= shares[s]) {
      shown.push_back(std::move(text));
    } else {
      ++fitted.open;
    }
  }
  fitted.text = written(shown, framed);
  return fitted;
}

}  // namespace epitome
