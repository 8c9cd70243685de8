/// Looks at each line once.
#include "summary/preview_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "summary/characters.h"
#include "summary/error_line.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Of a line that is shown, UTF-16 code units.
constexpr uint64_t kLineUnits = 160;
/// Entries that stay from the beginning and from the end.
constexpr size_t kMostFirst = 8;
constexpr size_t kMostLast = 12;
/// Frames behind an error that are shown.
constexpr uint32_t kFrames = 2;
/// Python prints the frame, the code, then the error.
constexpr uint32_t kLinesBeforeError = 3;
constexpr uint32_t kMostWarnings = 3;
constexpr std::string_view kGap = "\u2026\n";

std::string_view withoutIndent(std::string_view line) {
  const size_t start = line.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view() : line.substr(start);
}

bool isFrame(std::string_view line) {
  const bool indented = !line.empty() && (line[0] == ' ' || line[0] == '\t');
  const std::string_view text = withoutIndent(line);
  if (text.starts_with("File \"")) return text.find(", line ") != std::string_view::npos;
  if (text.size() > 2 && text[0] == '#' && isDigit(text[1])) return true;
  if (!indented) return false;
  return text.starts_with("at ") || text.find(".go:") != std::string_view::npos;
}

bool isError(std::string_view line) {
  size_t begin = 0;
  size_t end = 0;
  return withoutIndent(line).starts_with("Caused by: ") ||
         line.find("panicked at ") != std::string_view::npos || findError(line, begin, end);
}

bool isWarning(std::string_view line) {
  const std::string_view start = line.substr(0, 60);
  return start.find("WARN") != std::string_view::npos ||
         start.find("arning:") != std::string_view::npos;
}

}  // namespace

// ---- Diffs

void DiffOutline::put(Version& version, std::string_view line) {
  if (version.units > maxUnits_) return;
  const std::string shown = shortened(line, kLineUnits);
  version.out += shown;
  version.out += '\n';
  version.units += text::utf16Length(shown) + 1;
}

void DiffOutline::beginFile(std::string_view name) {
  endFile();
  inFile_ = true;
  for (Version& version : versions_) put(version, name);
}

void DiffOutline::endFile() {
  if (inFile_ && added_ + removed_ > 0) {
    const std::string counts =
        "(+" + std::to_string(added_) + " -" + std::to_string(removed_) + ")";
    for (Version& version : versions_) put(version, counts);
  }
  inFile_ = inHunk_ = false;
  added_ = removed_ = 0;
}

void DiffOutline::line(std::string_view line) {
  const bool old = std::exchange(old_, false);
  if (line.starts_with("diff --git ")) {
    beginFile(line);
    named_ = true;
  } else if (line.starts_with("--- ")) {
    old_ = true;
    if (!inHunk_) return;
    // In a hunk it may be a removed line.
    ++removed_;
  } else if (old && line.starts_with("+++ ")) {
    if (inHunk_) --removed_;
    if (!named_) beginFile(line);
    named_ = false;
    inHunk_ = false;
  } else if (inFile_ && line.starts_with("@@ ")) {
    ++hunks_;
    inHunk_ = true;
    named_ = false;
    changedInHunk_ = 0;
    for (size_t i = 0; i + 1 < versions_.size(); ++i) put(versions_[i], line);
  } else if (inHunk_ && !line.empty() && (line[0] == '+' || line[0] == '-')) {
    ++(line[0] == '+' ? added_ : removed_);
    ++changedInHunk_;
    for (size_t i = 0; i < versions_.size(); ++i) {
      if (changedInHunk_ <= kLines[i]) put(versions_[i], line);
    }
  }
}

void DiffOutline::finish() { endFile(); }

std::string DiffOutline::text() const {
  for (const Version& version : versions_) {
    if (version.units <= maxUnits_) return version.out;
  }
  return shortened(versions_.back().out, maxUnits_);
}

// ---- Errors

void TellingLines::add(Kind kind, std::string_view line, uint64_t at) {
  Entry entry{kind, at, at + line.size(), 1,
              shortened(text::wellFormed(trimmed(line)), kLineUnits)};
  const auto errorBefore = [&]() -> Entry* {
    for (std::deque<Entry>* entries : {&last_, &first_}) {
      const auto found = std::find_if(entries->rbegin(), entries->rend(), [](const Entry& other) {
        return other.kind == Kind::kError;
      });
      if (found != entries->rend()) return &*found;
    }
    return nullptr;
  };
  if (Entry* before = kind == Kind::kError ? errorBefore() : nullptr;
      before != nullptr && before->text == entry.text) {
    ++before->times;
    return;
  }
  if (first_.size() < kMostFirst) {
    first_.push_back(std::move(entry));
    return;
  }
  last_.push_back(std::move(entry));
  if (last_.size() > kMostLast) last_.pop_front();
}

void TellingLines::line(std::string_view line, uint64_t at) {
  if (linesSinceFrame_ != UINT32_MAX) ++linesSinceFrame_;
  if (isFrame(line)) {
    if (framesWanted_ > 0) {
      --framesWanted_;
      add(Kind::kFrame, line, at);
    } else {
      frame_ = {Kind::kFrame, at, at + line.size(), 1, std::string(line)};
      linesSinceFrame_ = 0;
    }
  } else if (isError(line)) {
    if (linesSinceFrame_ < kLinesBeforeError) add(Kind::kFrame, frame_.text, frame_.at);
    linesSinceFrame_ = UINT32_MAX;
    add(Kind::kError, line, at);
    framesWanted_ = kFrames;
  } else if (warnings_ < kMostWarnings && isWarning(line)) {
    ++warnings_;
    add(Kind::kWarning, line, at);
  }
}

bool TellingLines::any(uint64_t from, uint64_t to) const {
  const auto between = [&](const Entry& entry) {
    return entry.kind == Kind::kError && entry.at >= from && entry.end <= to;
  };
  return std::any_of(first_.begin(), first_.end(), between) ||
         std::any_of(last_.begin(), last_.end(), between);
}

std::string TellingLines::text(uint64_t maxUnits, uint64_t from, uint64_t to) const {
  struct Candidate {
    const Entry* entry;
    std::string line;
    uint32_t rank;
    bool taken;
  };
  std::vector<Candidate> all;
  for (const std::deque<Entry>* entries : {&first_, &last_}) {
    for (const Entry& entry : *entries) {
      if (entry.at < from || entry.end > to) continue;
      std::string line = entry.text;
      if (entry.times > 1) line += " \u00d7" + std::to_string(entry.times);
      all.push_back({&entry, line + "\n", 0, false});
    }
  }
  // The cause stands last or first; what is between comes newest first.
  std::vector<size_t> order;
  for (size_t i = all.size(); i-- > 0;) order.push_back(i);
  const auto firstError = std::find_if(
      all.begin(), all.end(), [](const Candidate& c) { return c.entry->kind == Kind::kError; });
  for (Candidate& candidate : all) {
    candidate.rank = candidate.entry->kind == Kind::kError   ? 2
                     : candidate.entry->kind == Kind::kFrame ? 3
                                                             : 4;
  }
  const auto lastError = std::find_if(order.begin(), order.end(),
                                      [&](size_t i) { return all[i].entry->kind == Kind::kError; });
  if (firstError != all.end()) firstError->rank = 1;
  if (lastError != order.end()) all[*lastError].rank = 0;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return all[a].rank != all[b].rank ? all[a].rank < all[b].rank : a > b;
  });
  uint64_t left = maxUnits;
  for (const size_t i : order) {
    const uint64_t units = text::utf16Length(all[i].line) + text::utf16Length(kGap);
    if (units > left) continue;
    left -= units;
    all[i].taken = true;
  }
  std::string out;
  uint64_t end = UINT64_MAX;
  for (const Candidate& candidate : all) {
    if (!candidate.taken) continue;
    if (end != UINT64_MAX && candidate.entry->at > end + 1) out += kGap;
    out += candidate.line;
    end = candidate.entry->end;
  }
  return out;
}

}  // namespace epitome
