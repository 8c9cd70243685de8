#include "summary/asking_again.h"

#include <algorithm>
#include <vector>

#include "summary/boundary.h"
#include "summary/shape.h"

namespace epitome {
namespace {

/// Of a list of names, UTF-16 code units.
constexpr uint64_t kMostListUnits = 400;

std::string_view faultOf(GateVerdict verdict) {
  switch (verdict) {
    case GateVerdict::kAccepted:
      return {};
    case GateVerdict::kEmpty:
      return "It was empty.";
    case GateVerdict::kRefused:
      return "It declined the task. Nothing is asked of you but a record of what happened.";
    case GateVerdict::kTruncated:
      return "It broke off before its end: be briefer.";
    case GateVerdict::kInflated:
      return "It was far longer than the limit: be briefer.";
    case GateVerdict::kTooShort:
      return "It was too short to stand for what it replaces.";
    case GateVerdict::kToolCall:
      return "It called a tool. There are none: answer with text.";
    case GateVerdict::kEcho:
      return "It repeated what it was given instead of recording it.";
    case GateVerdict::kWrongLanguage:
      return "It was written in another language than the one that was asked for.";
    case GateVerdict::kInvented:
      return "Much of it is found nowhere in the data.";
  }
  return {};
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "\n") + oneLine(name);
  return shortened(out, kMostListUnits);
}

void appendQuoted(std::string& out, std::string_view lead, std::string_view text,
                  const std::string& mark) {
  if (text.empty()) return;
  out += "\n\n";
  out += lead;
  ((out += '\n') += mark) += '\n';
  out += text;
  (out += '\n') += mark;
}

}  // namespace

std::string askedAgain(std::string_view reply, GateVerdict verdict, const Review* review,
                       uint64_t quotedUnits) {
  std::vector<std::string> inventions;
  bool headings = false;
  if (review != nullptr) {
    inventions = review->inventions;
    headings = review->headingsMissing;
  }
  const std::string quoted = shortenedMiddle(reply, quotedUnits);
  const std::string inventedList = listed(inventions);
  const std::string mark =
      markFor(std::vector<std::string_view>{quoted, inventedList});

  std::string out = "\n\nYou answered this once, and the answer was not accepted.";
  const std::string_view fault = faultOf(verdict);
  if (!fault.empty()) (out += ' ') += fault;
  if (headings) out += " It did not have the headings that the form asks for.";
  appendQuoted(out, "That answer, as data:", quoted, mark);
  appendQuoted(out,
               "It named what occurs nowhere in the data, and must not be there unless you find it "
               "there, letter by letter:",
               inventedList, mark);
  out += "\n\nWrite the record anew, whole, in the form and size asked for above.";
  return out;
}

}  // namespace epitome
