/// Fits the steps of a range, and the lists over them, into a number of tokens.
#include "summary/digest.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "summary/shape.h"
#include "summary/steps.h"
#include "text/grapheme.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

/// Of the room: what the course of finished work may take, what the closing text may.
constexpr uint64_t kCourseDivisor = 2;
constexpr uint64_t kClosingPart = 5;
/// Of the course, what conclusions on the way may take at least.
constexpr uint64_t kFindingsPart = 4;
/// The newest account of the work is the best description of where it stands. UTF-16 code units.
constexpr uint64_t kLastTextUnits = 1'600;
constexpr uint64_t kLeastLastTextUnits = 60;
/// Of a report, and where there is too little room for more of them.
constexpr uint64_t kMostReportUnits = 1'200;
constexpr uint64_t kLeastReportUnits = 160;
/// Of the room for steps the part, in percent, that the newest may take in full.
constexpr uint64_t kFullPercent = 50;
/// Of a brief line, UTF-16 code units: below the least older steps leave instead.
constexpr uint64_t kMostBriefUnits = 200;
constexpr uint64_t kLeastBriefUnits = 96;

/// Units that brief lines of steps[0, end) take when each may have `cap`, line break included.
uint64_t briefUnits(std::span<const Step> steps, size_t end, uint64_t cap) {
  uint64_t units = 0;
  for (size_t i = 0; i < end; ++i) units += std::min(steps[i].briefUnits, cap);
  return units;
}

/// The largest cap up to kMostBriefUnits at which steps[0, end) fit in brief; kLeastBriefUnits when
/// none does.
uint64_t briefCap(std::span<const Step> steps, size_t end, uint64_t maxUnits) {
  uint64_t fits = kLeastBriefUnits;
  uint64_t over = kMostBriefUnits + 1;
  while (over - fits > 1) {
    const uint64_t middle = fits + (over - fits) / 2;
    (briefUnits(steps, end, middle) <= maxUnits ? fits : over) = middle;
  }
  return fits;
}

/// The steps within `maxUnits`: the newest in full, older ones in brief and shortened alike, the
/// oldest only counted.
std::string fitSteps(std::span<const Step> steps, uint64_t maxUnits) {
  uint64_t all = 0;
  for (const Step& step : steps) all += step.fullUnits;
  std::string out;
  if (all <= maxUnits) {
    for (const Step& step : steps) out += step.full;
    return out;
  }
  const auto leftOut = [](size_t count) {
    return "- (" + std::to_string(count) + " earlier steps are left out)\n";
  };
  // steps[full, size) in full, steps[brief, full) in brief.
  size_t full = steps.size();
  uint64_t left = maxUnits;
  const uint64_t forBrief = maxUnits - maxUnits * kFullPercent / 100;
  while (full > 0 && steps[full - 1].fullUnits + forBrief <= left) left -= steps[--full].fullUnits;
  const uint64_t cap = briefCap(steps, full, left);
  size_t brief = 0;
  if (briefUnits(steps, full, cap) > left) {
    left -= std::min<uint64_t>(left, leftOut(steps.size()).size());
    brief = full;
    while (brief > 0 && std::min(steps[brief - 1].briefUnits, cap) <= left) {
      left -= std::min(steps[--brief].briefUnits, cap);
    }
  }
  if (brief == steps.size()) return shortened(steps.back().brief, maxUnits);
  if (brief > 0) out += leftOut(brief);
  for (size_t i = brief; i < full; ++i) {
    const std::string_view line =
        std::string_view(steps[i].brief).substr(0, steps[i].brief.size() - 1);
    out += shortened(line, cap - 1) + "\n";
  }
  for (size_t i = full; i < steps.size(); ++i) out += steps[i].full;
  return out;
}

/// Both ends, on one line.
std::string shortenedInside(std::string_view line, uint64_t maxUnits) {
  if (text::reach(line, maxUnits).bytes == line.size()) return std::string(line);
  constexpr std::string_view kGap = " \u2026 ";
  constexpr uint64_t kGapUnits = 3;
  if (maxUnits < 8 * kGapUnits) return shortened(line, maxUnits);
  const uint64_t head = (maxUnits - kGapUnits) * 3 / 5;
  std::string out(line.substr(0, text::graphemePrefix(line, head)));
  out += kGap;
  out += line.substr(text::graphemeSuffix(line, maxUnits - kGapUnits - head));
  return out;
}

/// What is told of finished work: how turns ended, in the assistant's words, and what it concluded
/// on the way; what a step did stands in the ledger.
std::string courseOf(std::span<const Step> steps, uint64_t maxUnits) {
  constexpr std::string_view kLeftOut = " earlier steps are left out)\n";
  std::vector<std::string> lines(steps.size());
  std::vector<uint64_t> lengths;
  std::vector<size_t> reports;
  uint64_t left = maxUnits - std::min<uint64_t>(maxUnits, kLeftOut.size() + 16);
  const uint64_t forReports = left - left / kFindingsPart;
  const auto start = [](const Step& step) { return "- [" + std::to_string(step.message) + "] "; };
  // The newest reports, each with a fair share of the room.
  for (size_t i = steps.size(); i-- > 0;) {
    if (steps[i].report.empty()) continue;
    if ((reports.size() + 1) * kLeastReportUnits > forReports) break;
    reports.push_back(i);
    lengths.push_back(std::min(kMostReportUnits, text::utf16Length(steps[i].report)) +
                      start(steps[i]).size() + 1);
  }
  const std::vector<uint64_t> shares = fairShares(lengths, forReports);
  for (size_t r = 0; r < reports.size(); ++r) {
    const Step& step = steps[reports[r]];
    const uint64_t frame = start(step).size() + 1;
    if (shares[r] <= frame) continue;
    lines[reports[r]] = start(step) + shortenedInside(step.report, shares[r] - frame) + "\n";
    left -= shares[r];
  }
  // Conclusions in what is left, the newest first.
  for (size_t i = steps.size(); i-- > 0;) {
    if (!lines[i].empty() || steps[i].finding.empty()) continue;
    const std::string line = start(steps[i]) + steps[i].finding + "\n";
    const uint64_t units = text::utf16Length(line);
    if (units > left) break;
    left -= units;
    lines[i] = line;
  }
  std::string out;
  const auto missing = static_cast<size_t>(std::count(lines.begin(), lines.end(), ""));
  if (missing > 0) out += "- (" + std::to_string(missing) + std::string(kLeftOut);
  for (const std::string& line : lines) out += line;
  return text::utf16Length(out) <= maxUnits ? out : std::string();
}

/// Finished work, then the steps since the latest request, then where things stand.
std::string digestWithin(std::span<const NotedMessage> messages, const Steps& steps,
                         uint64_t maxUnits) {
  if (messages.empty()) return {};
  std::string out = "Messages " + std::to_string(messages.front().number) + " to " +
                    std::to_string(messages.back().number) + ", step by step.";
  if (steps.latestRequest() != 0) {
    out += " The latest request in them is message " + std::to_string(steps.latestRequest()) + ".";
  }
  out = shortened(out + "\n", maxUnits);
  const std::vector<Step>& all = steps.steps();
  const auto current = static_cast<size_t>(
      std::find_if(all.begin(), all.end(),
                   [&](const Step& step) { return step.message > steps.latestRequest(); }) -
      all.begin());
  const std::span<const Step> finished = std::span(all).first(current);
  const std::span<const Step> running = std::span(all).subspan(current);
  std::string closing;
  const uint64_t closingRoom = std::min(kLastTextUnits, maxUnits / kClosingPart);
  if (closingRoom >= kLeastLastTextUnits) {
    // Of a range that ends with a report, the course tells it.
    const bool told = running.empty() && !all.empty() && !all.back().report.empty();
    if (!steps.lastText().empty() && !told) {
      closing = "Last said: " + shortenedInside(steps.lastText(), closingRoom) + "\n";
    }
    if (!steps.openBoxes().empty()) {
      closing = "Open boxes: " + shortened(steps.openBoxes(), closingRoom) + "\n" + closing;
    }
  }
  const uint64_t used = text::utf16Length(out) + text::utf16Length(closing);
  const uint64_t room = maxUnits - std::min(maxUnits, used);
  uint64_t wanted = 0;
  for (const Step& step : running) wanted += step.fullUnits;
  // What the running work does not need is told of the finished.
  const uint64_t courseRoom = std::max(room / kCourseDivisor, room - std::min(room, wanted));
  const std::string course = finished.empty() ? std::string() : courseOf(finished, courseRoom);
  out += course;
  if (!running.empty()) out += fitSteps(running, room - text::utf16Length(course));
  return shortened(out + closing, maxUnits);
}

/// Writes with ever less room until the engine's counter agrees.
template <typename Write>
std::string withinTokens(uint32_t maxTokens, Family family, Write&& write) {
  constexpr uint64_t kUnitsPerToken = 4;
  constexpr int kAttempts = 8;
  uint64_t units = kUnitsPerToken * maxTokens;
  std::string out;
  for (int i = 0; i < kAttempts; ++i) {
    out = write(units);
    const uint32_t tokens = tokensOfText(out, family);
    if (tokens <= maxTokens) return out;
    units = units * maxTokens / tokens;
  }
  return out.substr(0, prefixForTokens(out, maxTokens, family));
}

std::string_view withoutFinalBreak(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  return text;
}

/// The proses of segments, each under a heading that says what it stands for.
class Proses {
 public:
  explicit Proses(std::span<const SegmentBody* const> segments) {
    for (const SegmentBody* segment : segments) {
      Entry entry;
      // A digest names its messages itself, and so does what was merged into it.
      if (segment->source == ProseSource::kModel) {
        entry.heading = "Messages " + std::to_string(segment->firstMessage) + " to " +
                        std::to_string(segment->lastMessage) + ":\n";
      }
      entry.prose = text::wellFormed(trimmed(segment->prose));
      lengths_.push_back(entry.heading.size() + text::utf16Length(entry.prose) + 1);
      units_ += lengths_.back();
      entries_.push_back(std::move(entry));
    }
  }

  /// Of all in full, UTF-16 code units.
  uint64_t units() const { return units_; }

  std::string within(uint64_t maxUnits) const {
    const std::vector<uint64_t> shares = fairShares(lengths_, maxUnits);
    std::string out;
    for (size_t i = 0; i < entries_.size(); ++i) {
      const uint64_t frame = entries_[i].heading.size() + 1;
      if (shares[i] <= frame) {
        out +=
            shortened(withoutFinalBreak(entries_[i].heading), shares[i] - (shares[i] > 0 ? 1 : 0));
      } else {
        out += entries_[i].heading + shortenedMiddle(entries_[i].prose, shares[i] - frame);
      }
      if (shares[i] > 0) out += '\n';
    }
    return out;
  }

 private:
  struct Entry {
    std::string heading;
    std::string prose;
  };

  std::vector<Entry> entries_;
  std::vector<uint64_t> lengths_;
  uint64_t units_ = 0;
};

}  // namespace

std::string digestRange(std::span<const NotedMessage> messages, uint32_t maxTokens, Family family) {
  const Steps steps(messages);
  const std::string digest = withinTokens(maxTokens, family, [&](uint64_t maxUnits) {
    return digestWithin(messages, steps, maxUnits);
  });
  return text::wellFormed(withoutFinalBreak(digest));
}

std::string digestSegments(std::span<const SegmentBody* const> segments, uint32_t maxTokens,
                           Family family) {
  const Proses proses(segments);
  const std::string digest =
      withinTokens(maxTokens, family, [&](uint64_t maxUnits) { return proses.within(maxUnits); });
  return text::wellFormed(withoutFinalBreak(digest));
}

std::string digestOnto(std::span<const SegmentBody* const> segments, const RangeNotes& notes,
                       uint32_t maxTokens, Family family) {
  const Proses proses(segments);
  const Steps steps(notes.messages);
  const std::string digest = withinTokens(maxTokens, family, [&](uint64_t maxUnits) {
    const uint64_t earlier = std::min(proses.units() + 1, maxUnits / 2);
    const std::string range = digestWithin(notes.messages, steps, maxUnits - earlier);
    const uint64_t taken = text::utf16Length(range);
    // An empty line stands between the two.
    std::string out = proses.within(maxUnits - std::min(maxUnits, taken + 1));
    if (!out.empty() && !range.empty()) out += '\n';
    return out + range;
  });
  return text::wellFormed(withoutFinalBreak(digest));
}

}  // namespace epitome
