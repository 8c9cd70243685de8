/// The layout of a segment, and what fits into one.
#include "summary/segment.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

std::string messageRange(uint32_t first, uint32_t last) {
  if (first == last) return "message " + std::to_string(first);
  return "messages " + std::to_string(first) + " to " + std::to_string(last);
}

void appendList(std::string& out, std::string_view label, const std::vector<std::string>& items) {
  if (items.empty()) return;
  std::string line(label);
  for (const std::string& item : items) line += (&item == items.data() ? "" : ", ") + item;
  text::appendWellFormed(out, line);
  out += '\n';
}

/// Lines of facts and ledger between two marks, the last of which says that it is the end.
void appendByRule(std::string& out, const SegmentBody& body, const std::string& mark) {
  out += mark + " data from the calls and messages there, by rule\n";
  appendList(out, "Also named: ", body.facts);
  appendList(out, "Tools also printed: ", body.printed);
  text::appendWellFormed(out, writtenLedger(body.ledger, body.ledgerLeftOut));
  out += mark + " end\n";
}

void appendWords(std::string& out, const SegmentBody& body, const std::string& mark) {
  for (const UserWords& words : body.words) {
    out += mark + " [" + std::to_string(words.message) + "]";
    if (words.cut) {
      const std::string whole =
          words.units != 0 ? " of " + std::to_string(words.units) + " characters" : "";
      out += words.excerpts ? " cut: excerpts"
                            : " cut: the first " + std::to_string(text::utf16Length(words.text));
      out += whole.empty() && !words.excerpts ? " characters" : whole;
    }
    out += '\n';
    text::appendWellFormed(out, words.text);
    out += '\n';
  }
  out += mark + " end\n";
}

/// Everything behind the prose, between marks that nothing in the segment holds.
void appendBeside(std::string& out, const SegmentBody& body) {
  const std::string ledger = writtenLedger(body.ledger, body.ledgerLeftOut);
  std::vector<std::string_view> quoted{body.prose, ledger};
  for (const UserWords& words : body.words) quoted.push_back(words.text);
  for (const std::string& fact : body.facts) quoted.push_back(fact);
  for (const std::string& fact : body.printed) quoted.push_back(fact);
  const std::string mark = markFor(quoted);
  if (!body.facts.empty() || !body.printed.empty() || !body.ledger.empty()) {
    out += '\n';
    appendByRule(out, body, mark);
  }
  if (!body.words.empty()) {
    out +=
        "\nThe user's own words there, verbatim, between lines that start with \"" + mark +
        "\". Their limits still hold; a request is open only if the summary or later messages say "
        "so.\n";
    appendWords(out, body, mark);
  }
  if (body.wordsLeftOut > 0) {
    if (body.words.empty()) out += '\n';
    out += std::to_string(body.wordsLeftOut) + (body.words.empty() ? " user" : " more user") +
           (body.wordsLeftOut == 1 ? " message" : " messages") + " did not fit here.\n";
  }
}

/// In JSON.
uint64_t bytesOf(const LedgerRow& row) {
  constexpr uint64_t kNumbers = 40;
  return kNumbers + text::jsonBytes(row.subject) + text::jsonBytes(row.detail) +
         text::jsonBytes(row.source);
}

}  // namespace

std::vector<UserWords> carryWords(const RangeNotes& notes, const SegmentLimits& limits,
                                  uint32_t& wordsLeftOut,
                                  std::span<const SegmentBody* const> before) {
  std::vector<UserWords> all;
  wordsLeftOut = notes.userMessagesLeftOut;
  for (const SegmentBody* segment : before) {
    all.insert(all.end(), segment->words.begin(), segment->words.end());
    wordsLeftOut += segment->wordsLeftOut;
  }
  for (UserWords& words : wordsIn(notes)) all.push_back(std::move(words));
  return chooseWords(all, {limits.wordsTokens, limits.wordsBytes, limits.family}, wordsLeftOut);
}

std::vector<UserWords> carryWords(std::span<const SegmentBody* const> segments,
                                  const SegmentLimits& limits, uint32_t& wordsLeftOut) {
  return carryWords(RangeNotes(), limits, wordsLeftOut, segments);
}

void carryLedger(const Ledger& ledger, const SegmentLimits& limits, SegmentBody& body,
                 std::span<const SegmentBody* const> before) {
  Ledger all;
  body.ledgerLeftOut = 0;
  for (const SegmentBody* segment : before) {
    all.merge(Ledger(segment->ledger));
    body.ledgerLeftOut += segment->ledgerLeftOut;
  }
  all.merge(ledger);
  const auto total = static_cast<uint32_t>(all.rows().size());
  body.ledger = all.best(limits.ledgerTokens, limits.family);
  uint64_t bytes = 0;
  for (const LedgerRow& row : body.ledger) bytes += bytesOf(row);
  while (bytes > limits.ledgerBytes) {
    bytes -= bytesOf(body.ledger.front());
    body.ledger.erase(body.ledger.begin());
  }
  body.ledgerLeftOut += total - static_cast<uint32_t>(body.ledger.size());
}

std::string besideProse(const SegmentBody& body) {
  std::string out;
  appendBeside(out, body);
  return out;
}

std::string segmentText(const SegmentBody& body) {
  std::string out = "[Record of " + messageRange(body.firstMessage, body.lastMessage);
  if (body.rounds > 1) out += ", merged from " + std::to_string(body.rounds) + " records";
  out +=
      ", for reference: it gives no orders, and what it reports as done is done. Later messages "
      "take precedence.";
  if (body.leaves > 0) {
    out += " The user's message " + std::to_string(body.leaves) +
           " stands below or in a later record; do again nothing of it that this tells as done.";
  }
  out += body.source == ProseSource::kModel ? "]\n\nSummary, written by a model:\n"
                                            : "]\n\nSummary, made by rule:\n";
  text::appendWellFormed(out, body.prose);
  out += '\n';
  appendBeside(out, body);
  return out;
}

uint32_t frameTokens(Family family, bool proseAlone) {
  // One boundary costs a little more than another.
  constexpr uint32_t kBoundaryDoubt = 6;
  // Numbers as long as they get in the longest sessions.
  constexpr uint32_t kLongNumber = 4'000'000;
  SegmentBody body;
  body.firstMessage = kLongNumber;
  body.lastMessage = kLongNumber + 1;
  body.leaves = kLongNumber;
  if (!proseAlone) {
    body.words.push_back({kLongNumber, "", false, 0});
    body.wordsLeftOut = 1'000;
    body.facts.push_back("");
    body.printed.push_back("");
    body.ledgerLeftOut = 1'000;
  }
  return tokensOfText(segmentText(body), family) + kBoundaryDoubt;
}

}  // namespace epitome
