/// Entries, grouped so that a call stays with its result, and the choice of which to show.
#include "summary/render.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "summary/base64_runs.h"
#include "summary/exchange.h"
#include "summary/shape.h"
#include "text/utf.h"

namespace epitome {
namespace {

constexpr std::string_view kArrow = " \u2192 ";
/// Room for the line that says which messages were left out.
constexpr uint64_t kGapUnits = 80;

std::string_view nameOf(Role role) {
  switch (role) {
    case Role::kSystem:
      return "system";
    case Role::kUser:
      return "user";
    case Role::kAssistant:
      return "assistant";
    case Role::kTool:
      return "tool";
    case Role::kOther:
      return "other";
  }
  return "other";
}

std::string heading(uint32_t number) { return "[" + std::to_string(number) + "] "; }

void appendQuoted(std::string& out, std::string_view content) {
  const std::string shown = text::wellFormed(withoutBase64(content));
  appendIndented(out, trimmed(shown));
  out += '\n';
}

std::string_view outcomeOf(const NotedPart& result) {
  if ((result.flags & kDenied) != 0) return "denied";
  return (result.flags & kError) != 0 ? "error" : "result";
}

class RangeWriter {
 public:
  explicit RangeWriter(std::span<const NotedMessage> messages)
      : messages_(messages), exchanges_(messages) {}

  std::vector<RangeBlock> blocks() {
    std::vector<RangeBlock> blocks;
    for (uint32_t m = 0; m < messages_.size(); ++m) {
      RangeBlock block;
      block.first = block.last = messages_[m].number;
      for (uint32_t p = 0; p < messages_[m].parts.size(); ++p) appendPart(block, {m, p});
      if (messages_[m].partsLeftOut > 0) {
        block.text += heading(messages_[m].number) + std::to_string(messages_[m].partsLeftOut) +
                      " more parts omitted\n";
      }
      block.units = text::utf16Length(block.text);
      blocks.push_back(std::move(block));
    }
    return blocks;
  }

 private:
  void appendPart(RangeBlock& block, PartRef at) const {
    const NotedMessage& message = messages_[at.message];
    const NotedPart& part = message.parts[at.part];
    const std::string name = oneLine(part.toolName);
    std::string& out = block.text;
    switch (part.kind) {
      case PartKind::kText:
        if (part.text.units == 0 || (part.flags & kOpaque) != 0) return;
        out += heading(message.number);
        out += nameOf(message.role);
        if (!part.toolName.empty()) out += " (" + speakerOf(part) + ")";
        out += ": ";
        appendQuoted(out, textOf(part.text));
        return;
      case PartKind::kMedia:
        out += heading(message.number);
        out += nameOf(message.role);
        out += ": " + mediaLine(part.media) + "\n";
        return;
      case PartKind::kToolCall:
        out += heading(message.number);
        out += nameOf(message.role);
        out += kArrow;
        out += name + "(";
        appendQuoted(out, textOf(part.text) + ")");
        appendAnswer(block, at);
        return;
      case PartKind::kToolResult: {
        PartRef call;
        if (exchanges_.callOf(at, call) != nullptr) return;
        appendResult(block, message, part, name.empty() ? name : " of " + name);
        return;
      }
      case PartKind::kApprovalRequest:
        out +=
            heading(message.number) + "approval requested for" + (name.empty() ? "" : " " + name);
        out += '\n';
        return;
      case PartKind::kApprovalResponse:
        out += heading(message.number);
        out += (part.flags & kDenied) != 0 ? "approval denied: " : "approval given: ";
        appendQuoted(out, textOf(part.text));
        return;
      case PartKind::kReasoning:
      case PartKind::kCustom:
        return;
    }
  }

  void appendAnswer(RangeBlock& block, PartRef call) const {
    PartRef at;
    const NotedPart* result = exchanges_.resultOf(call, at);
    if (result == nullptr) {
      block.text += "  no result\n";
      return;
    }
    const NotedMessage& message = messages_[at.message];
    block.last = std::max(block.last, message.number);
    appendResult(block, message, *result, "");
  }

  static void appendResult(RangeBlock& block, const NotedMessage& message, const NotedPart& result,
                           const std::string& of) {
    block.text += heading(message.number);
    block.text += outcomeOf(result);
    block.text += of + ": ";
    appendQuoted(block.text, textOf(result.text) + attachedLines(result));
  }

  std::span<const NotedMessage> messages_;
  Exchanges exchanges_;
};

/// `units` of what could have been shown; 0 where nobody knows.
std::string gapLine(uint32_t first, uint32_t last, uint64_t units) {
  std::string line = "[" + messageRange(first, last) + " omitted";
  if (units > 0) line += ", " + std::to_string(units) + " characters";
  return line + "]\n";
}

/// Joins blocks; where the numbers jump by more than the blocks tell, a line says so.
class Joiner {
 public:
  explicit Joiner(uint32_t firstNumber) : next_(firstNumber) {}

  void expect(size_t bytes) { out_.reserve(bytes); }
  void leaveOut(const RangeBlock& block) { gapUnits_ += block.units; }
  void add(const RangeBlock& block) {
    if (block.first > next_) out_ += gapLine(next_, block.first - 1, gapUnits_);
    gapUnits_ = 0;
    out_ += block.text;
    next_ = std::max(next_, block.last == UINT32_MAX ? block.last : block.last + 1);
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  uint32_t next_;
  uint64_t gapUnits_ = 0;
};

std::string joinWithin(const std::vector<NotedMessage>& messages, uint64_t maxUnits, Ends& ends) {
  ends = {messages.size(), messages.size()};
  if (messages.empty()) return {};
  const std::vector<RangeBlock> blocks = RangeWriter(messages).blocks();
  std::string text = joinBlocks(blocks, messages.front().number);
  const uint64_t units = text::utf16Length(text);
  if (units <= maxUnits) return text;

  // Lines about messages that memory did not hold are part of the price.
  std::vector<uint64_t> lengths;
  lengths.reserve(blocks.size());
  uint64_t blockUnits = 0;
  for (const RangeBlock& block : blocks) {
    lengths.push_back(block.units);
    blockUnits += block.units;
  }
  const uint64_t gaps = units - blockUnits + kGapUnits;
  ends = endsWithin(lengths, maxUnits - std::min(maxUnits, gaps));
  // The results of calls that were left out are left out.
  while (ends.tail < blocks.size() && blocks[ends.tail].text.empty()) ++ends.tail;
  Joiner joiner(messages.front().number);
  bool shows = false;
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (i >= ends.head && i < ends.tail) {
      joiner.leaveOut(blocks[i]);
      continue;
    }
    joiner.add(blocks[i]);
    shows = shows || !blocks[i].text.empty();
  }
  if (shows) return shortenedMiddle(joiner.take(), maxUnits);
  // Not one message fits: the newest that shows anything, cut.
  const auto newest = std::find_if(blocks.rbegin(), blocks.rend(),
                                   [](const RangeBlock& block) { return !block.text.empty(); });
  return newest == blocks.rend() ? std::string() : shortenedMiddle(newest->text, maxUnits);
}

std::string recordEntry(const SegmentBody& segment) {
  std::string out = "[" + std::to_string(segment.firstMessage) + "-" +
                    std::to_string(segment.lastMessage) + "] record: ";
  appendQuoted(out, segment.prose);
  for (const EditedText& edited : segment.edited) {
    out += "The user's own record, which stays beside yours: ";
    appendQuoted(out, edited.text);
  }
  return out;
}

std::string segmentEntry(const SegmentBody& segment) {
  std::string out = recordEntry(segment);
  for (const UserWords& words : segment.words) {
    const char* part = words.excerpts ? " (excerpts)" : words.cut ? " (beginning only)" : "";
    out += heading(words.message) + "user" + part + ": ";
    appendQuoted(out, words.text);
  }
  return out;
}

std::string joinShortened(const std::vector<std::string>& entries, uint64_t maxUnits) {
  std::vector<uint64_t> lengths;
  lengths.reserve(entries.size());
  for (const std::string& entry : entries) lengths.push_back(text::utf16Length(entry));
  const std::vector<uint64_t> shares = fairShares(lengths, maxUnits);
  std::string out;
  for (size_t i = 0; i < entries.size(); ++i) {
    std::string entry = shortenedMiddle(entries[i], shares[i]);
    // A cut may have taken the last line break.
    if (!entry.empty() && entry.back() != '\n') {
      entry = shortenedMiddle(entries[i], shares[i] - 1) + "\n";
    }
    out += entry;
  }
  return out;
}

}  // namespace

Ends endsWithin(std::span<const uint64_t> sizes, uint64_t most) {
  Ends ends{0, sizes.size()};
  uint64_t left = most;
  // The newest get up to two thirds, the oldest what is left of the rest, the newest what is left
  // of that.
  const uint64_t forOldest = most / 3;
  const auto takeNewest = [&](uint64_t reserve) {
    while (ends.tail > ends.head && sizes[ends.tail - 1] + reserve <= left) {
      left -= sizes[--ends.tail];
    }
  };
  takeNewest(forOldest);
  while (ends.head < ends.tail && sizes[ends.head] <= left) left -= sizes[ends.head++];
  takeNewest(0);
  return ends;
}

std::vector<RangeBlock> renderBlocks(const RangeNotes& notes) {
  return RangeWriter(notes.messages).blocks();
}

std::string joinBlocks(std::span<const RangeBlock> blocks, uint32_t firstNumber) {
  Joiner joiner(firstNumber);
  size_t bytes = 0;
  for (const RangeBlock& block : blocks) bytes += block.text.size();
  joiner.expect(bytes);
  for (const RangeBlock& block : blocks) joiner.add(block);
  return joiner.take();
}

std::string renderRange(const RangeNotes& notes, uint64_t maxUnits, Ends* shown) {
  Ends ends;
  std::string text = joinWithin(notes.messages, maxUnits, ends);
  if (shown != nullptr) *shown = ends;
  return text;
}

std::string renderAfter(const RangeNotes& notes, uint64_t maxUnits) {
  Ends shown;
  return joinWithin(notes.after, maxUnits, shown);
}

std::string renderOpening(const RangeNotes& notes, uint64_t maxUnits) {
  std::string text;
  for (const RangeBlock& block : RangeWriter(notes.opening).blocks()) text += block.text;
  return shortenedMiddle(text, maxUnits);
}

std::string renderSegments(std::span<const SegmentBody* const> segments, uint64_t maxUnits) {
  std::vector<std::string> entries;
  entries.reserve(segments.size());
  for (const SegmentBody* segment : segments) {
    // Its rows are told beside what is asked for.
    if (segment->prose.empty() && segment->words.empty()) continue;
    entries.push_back(segmentEntry(*segment));
  }
  return joinShortened(entries, maxUnits);
}

std::string renderRecords(std::span<const SegmentBody* const> segments, uint64_t maxUnits) {
  std::vector<std::string> entries;
  entries.reserve(segments.size());
  for (const SegmentBody* segment : segments) {
    if (!segment->prose.empty()) entries.push_back(recordEntry(*segment));
  }
  return joinShortened(entries, maxUnits);
}

}  // namespace epitome
