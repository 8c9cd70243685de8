#include "summary/draft.h"

#include <utility>

#include "summary/boundary.h"
#include "summary/shape.h"
#include "summary/tidy.h"

namespace epitome {
namespace {

constexpr uint32_t kMostReplies = 2;
/// Of a list of names, UTF-16 code units.
constexpr uint64_t kMostListUnits = 400;

}  // namespace

std::string askedAgain(std::string_view reply, const CheckedReply& checked, uint64_t quotedUnits) {
  std::string names;
  for (const std::string& name : checked.inventions) {
    names += (names.empty() ? "" : "\n") + oneLine(name);
  }
  const std::string quoted = shortenedMiddle(reply, quotedUnits);
  const std::string list = shortened(names, kMostListUnits);
  const std::string mark = markFor(std::vector<std::string_view>{quoted, list});
  std::string out = "\n\nYou answered this once. The answer was not accepted. ";
  out += faultOf(checked.verdict);
  const auto append = [&](std::string_view lead, std::string_view text) {
    if (text.empty()) return;
    ((((out += "\n\n") += lead) += '\n') += mark) += '\n';
    ((out += text) += '\n') += mark;
  };
  append("The answer, as data:", quoted);
  append(
      "These names from it are not in the data. Leave them out unless you find them there, letter "
      "by "
      "letter:",
      list);
  out += "\n\nWrite the whole record again, in the form and size asked for above.";
  return out;
}

Draft::Draft(SummaryRequest request, DraftTerms terms)
    : request_(std::move(request)), terms_(std::move(terms)), prompt_(request_.prompt) {}

DraftStep Draft::reply(std::string_view text, FinishReason finish, const Facts& facts,
                       const Voices& voices) {
  ++replies_;
  const std::string tidy = tidyReply(text);
  CheckLimits limits = terms_.limits;
  limits.language = request_.language;
  last_ = checkReply(tidy, finish, limits, {facts, voices, prompt_, terms_.records});
  switch (actionOf(last_.verdict)) {
    case Action::kAccept:
    case Action::kMend:
      return DraftStep::kDone;
    case Action::kRefuse:
      return DraftStep::kRejected;
    case Action::kAskAgain:
      break;
  }
  if (!terms_.asksAgain || replies_ >= kMostReplies) {
    return last_.prose.empty() ? DraftStep::kRejected : DraftStep::kDone;
  }
  request_.prompt = prompt_ + askedAgain(tidy, last_, terms_.quotedUnits);
  ++request_.attempt;
  return DraftStep::kAgain;
}

}  // namespace epitome
