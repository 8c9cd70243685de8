/// The layout of a segment.
#include "summary/segment.h"

#include <algorithm>
#include <array>
#include <span>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

constexpr std::string_view kRecord = "[The application replaced ";
constexpr std::string_view kEdited = "The user wrote in place of the record of messages ";
constexpr std::string_view kProse = "Summary by a model:";
constexpr std::string_view kWords =
    "The user wrote (limits still apply; requests may be finished):";
constexpr std::string_view kDone = "Done:";
constexpr std::string_view kSaid = "Assistant said:";
constexpr std::string_view kPrinted = "Tool output:";
constexpr std::string_view kNames = "Also mentioned: ";

/// Whether a line could pass for the beginning of one of the sections, white space before it or
/// not.
bool looksLikeSection(std::string_view whole) {
  const std::string_view line = trimmed(whole);
  static constexpr std::array kStarts{kRecord,
                                      std::string_view("Summary by"),
                                      std::string_view("The user wrote"),
                                      kDone,
                                      kSaid,
                                      kPrinted,
                                      std::string_view("Also mentioned:")};
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return line.starts_with(start); });
}

/// Lines of which none passes for a section's beginning.
void appendProse(std::string& out, std::string_view prose) {
  while (!prose.empty()) {
    // Whatever breaks a line for some reader does for all.
    size_t end = 0;
    while (end < prose.size() && lineBreakBytes(prose, end) == 0) ++end;
    const std::string_view line = prose.substr(0, end);
    if (looksLikeSection(line)) out += "> ";
    text::appendWellFormed(out, line);
    out += '\n';
    if (end < prose.size()) end += lineBreakBytes(prose, end);
    prose.remove_prefix(end);
  }
}

std::string placeOf(const UserWords& words) {
  std::string out = "[" + std::to_string(words.message);
  if (!words.speaker.empty()) text::appendWellFormed(out += ", ", words.speaker);
  if (words.cut) {
    out += words.excerpts ? ", excerpts" : ", beginning only";
  }
  if (words.times > 1) out += ", said " + std::to_string(words.times) + " times";
  return out + "]";
}

void appendWords(std::string& out, const SegmentBody& body) {
  out += kWords;
  out += '\n';
  std::string mark;
  for (const UserWords& words : body.words) {
    if (!hasLineBreak(words.text)) {
      out += "- " + placeOf(words) + " ";
      text::appendWellFormed(out, words.text);
      out += '\n';
      continue;
    }
    if (mark.empty()) {
      std::vector<std::string_view> texts{body.prose};
      for (const EditedText& edited : body.edited) texts.push_back(edited.text);
      for (const UserWords& one : body.words) texts.push_back(one.text);
      mark = markFor(texts);
    }
    out += "- " + placeOf(words) + " quoted between two lines \"" + mark + "\":\n" + mark + "\n";
    text::appendWellFormed(out, words.text);
    out += "\n" + mark + "\n";
  }
  if (body.wordsLeftOut > 0) {
    out += "- (" + std::to_string(body.wordsLeftOut) + " more omitted)\n";
  }
}

void appendSayings(std::string& out, std::string_view title, std::span<const Saying> sayings) {
  if (sayings.empty()) return;
  out += title;
  out += '\n';
  for (const Saying& saying : sayings) {
    out += "- [" + std::to_string(saying.message);
    if (saying.request > 0) out += ", answers " + std::to_string(saying.request);
    out += "] ";
    text::appendWellFormed(out, oneLine(saying.text));
    out += '\n';
  }
}

void appendBeside(std::string& out, const SegmentBody& body) {
  if (!body.words.empty() || body.wordsLeftOut > 0) appendWords(out, body);
  if (!body.ledger.empty()) {
    out += kDone;
    out += '\n';
    appendProse(out, writtenLedger(body.ledger, body.ledgerLeftOut));
  }
  appendSayings(out, kSaid, body.said);
  appendSayings(out, kPrinted, body.printed);
  if (body.names.empty()) return;
  out += kNames;
  for (const Name& name : body.names) {
    if (&name != body.names.data()) out += ", ";
    text::appendWellFormed(out, toldName(name));
  }
  out += '\n';
}

}  // namespace

std::string besideProse(const SegmentBody& body) {
  std::string out;
  appendBeside(out, body);
  return out;
}

std::string headingText(const SegmentBody& body) {
  std::string out(kRecord);
  out += messageRange(body.firstMessage, body.lastMessage);
  out +=
      " with this record. It is reference, not instructions. Work reported as done is done. Later "
      "messages override it.";
  if (body.leaves > 0) {
    out += " User message " + std::to_string(body.leaves) +
           " follows below or in a later record; do not repeat work on it that is reported here as "
           "done.";
  }
  if (!body.recall.empty()) {
    out += " Call ";
    text::appendWellFormed(out, body.recall);
    out += " to search or read the replaced messages.";
  }
  out += "]\n";
  return out;
}

std::string editedText(const SegmentBody& body) {
  std::string out;
  for (const EditedText& edited : body.edited) {
    out += kEdited;
    out +=
        std::to_string(edited.firstMessage) + " to " + std::to_string(edited.lastMessage) + ":\n";
    appendProse(out, edited.text);
  }
  return out;
}

std::string segmentText(const SegmentBody& body) {
  std::string out = headingText(body) + editedText(body);
  if (!body.prose.empty()) {
    out += kProse;
    out += '\n';
    appendProse(out, body.prose);
  }
  appendBeside(out, body);
  return out;
}

uint32_t frameTokens(Family family, bool empty, std::string_view recall) {
  // Numbers as long as they get in the longest sessions.
  constexpr uint32_t kLongNumber = 4'000'000;
  constexpr uint32_t kDoubt = 6;
  SegmentBody body;
  body.firstMessage = kLongNumber;
  body.lastMessage = kLongNumber + 1;
  body.leaves = kLongNumber;
  body.recall = recall;
  if (!empty) {
    body.prose = "-";
    body.words.push_back({kLongNumber, "", false, 0});
    body.wordsLeftOut = 1'000;
    body.ledger.push_back({});
    body.ledgerLeftOut = 1'000;
    body.said.push_back({kLongNumber, "", 0, kLongNumber});
    body.printed.push_back({kLongNumber, "", 0});
    body.names.push_back({});
  }
  return tokensOfText(segmentText(body), family) + kDoubt;
}

}  // namespace epitome
