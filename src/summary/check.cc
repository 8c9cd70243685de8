/// The tests of a reply, in the order of how sure they are.
#include "summary/check.h"

#include <algorithm>
#include <array>
#include <set>

#include "summary/json_scan.h"
#include "summary/no_record.h"
#include "summary/refusal.h"
#include "summary/repetition.h"
#include "summary/shape.h"
#include "summary/tidy.h"
#include "text/characters.h"
#include "text/fold_case.h"
#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

struct Row {
  Action action;
  std::string_view fault;
};

/// By verdict. What a provider filters or a model declines is not asked for twice.
constexpr std::array<Row, kVerdicts> kRows = {{
    {Action::kAccept, ""},
    {Action::kAskAgain, "It was empty."},
    {Action::kRefuse, ""},
    {Action::kAskAgain, "It was cut off before its end: be briefer."},
    {Action::kAskAgain, "It was far longer than the limit: be briefer."},
    {Action::kAskAgain, "It was too short for the messages that it replaces."},
    {Action::kAskAgain, "It called a tool. There are no tools: answer with text."},
    {Action::kAskAgain, "It repeated the data instead of summarizing it."},
    {Action::kAskAgain, "It was not in the language that was asked for."},
    {Action::kAskAgain, "Much of it is not in the data, or only where a tool asks for it."},
    {Action::kMend, ""},
    {Action::kAskAgain, "It did not have the headings that the form asks for."},
    {Action::kAskAgain,
     "It asked a question, made a promise or continued the conversation. Nobody will answer, and "
     "there is nothing to do: record what the data shows."},
    {Action::kAskAgain, "It repeated itself over and over."},
}};

constexpr uint32_t kMostFloorTokens = 40;
constexpr uint32_t kFloorDivisor = 40;
constexpr size_t kSentencesPerToken = 4;
constexpr uint64_t kBytesPerToken = 4;
/// A mended prose is at least this share of what it was.
constexpr size_t kLeastLeftPercent = 50;
/// An echo is at least so long: a shorter reply may be a quotation.
constexpr size_t kLeastEchoBytes = 200;
constexpr size_t kSamples = 9;
constexpr size_t kSampleBytes = 240;

/// What models write when they call a tool in plain text.
constexpr std::string_view kToolMarks[] = {
    "<tool_call",   "<tool_use",       "<function_call",        "<function=",
    "<invoke",      "<function_calls", "<|tool_call",           "<|python_tag|>",
    "[TOOL_CALLS]", "<tool_code",      "<\uff5ctool\u2581call",
};

/// A JSON object or array that names a tool and its arguments.
bool isJsonCall(std::string_view text) {
  const bool object = text.starts_with('{') && text.ends_with('}');
  const bool list = text.starts_with('[') && text.ends_with(']');
  if (!object && !list) return false;
  const uint32_t depth = object ? 1 : 2;
  bool name = false;
  bool arguments = false;
  JsonScan scan(text);
  JsonMember member;
  while (scan.next(member)) {
    if (member.depth > depth) continue;
    constexpr std::string_view kCalls =
        "tool_calls toolCalls tool_call toolCall function_call tool_use tool_uses";
    if (isOneOf(member.name, kCalls)) return true;
    if (member.name == "type" &&
        isOneOf(member.value, "function function_call tool_use tool-call tool_call")) {
      return true;
    }
    name = name || isOneOf(member.name, "name tool tool_name toolName function action");
    arguments = arguments ||
                isOneOf(member.name, "arguments args input parameters tool_input action_input");
  }
  return name && arguments;
}

/// Written as markup, with too little before it to be a record.
bool isMarkedCall(std::string_view text, uint64_t leastBytes) {
  if (!text.ends_with('>') && !text.ends_with('}') && !text.ends_with(']')) return false;
  return std::ranges::any_of(kToolMarks, [&](std::string_view mark) {
    const size_t at = text.find(mark);
    return at != text.npos && trimmed(text.substr(0, at)).size() <= leastBytes;
  });
}

/// Most of it stands in what was given as it is. Samples are longer than what one quotes.
bool echoes(std::string_view reply, const Evidence& evidence) {
  if (reply.size() < kLeastEchoBytes) return false;
  const size_t length = std::min(kSampleBytes, reply.size() / 2);
  size_t copied = 0;
  for (size_t i = 0; i < kSamples; ++i) {
    const std::string_view sample =
        reply.substr((reply.size() - length) * i / (kSamples - 1), length);
    const bool copy =
        evidence.given.find(sample) != sample.npos && evidence.records.find(sample) == sample.npos;
    copied += copy ? 1 : 0;
  }
  return copied > kSamples / 2;
}

Verdict judged(std::string_view text, FinishReason finish, const CheckLimits& limits,
               const Evidence& evidence) {
  if (finish == FinishReason::kContentFilter) return Verdict::kRefused;
  const uint64_t substance = (text.size() + kBytesPerToken - 1) / kBytesPerToken;
  const uint64_t ample =
      std::min({kMostFloorTokens, limits.replacedTokens / kFloorDivisor, limits.proseTokens / 2});
  const uint64_t held = evidence.voices.sentences() / kSentencesPerToken;
  if (finish == FinishReason::kToolCalls && (text.empty() || substance < ample)) {
    return Verdict::kToolCall;
  }
  if (!std::ranges::any_of(text, [](char c) { return isAlnum(c) || !isAscii(c); })) {
    return Verdict::kEmpty;
  }
  if (finish == FinishReason::kLength || finish == FinishReason::kError) return Verdict::kTruncated;
  const bool checked = finish == FinishReason::kChecked;
  if (!checked && (isJsonCall(text) || isMarkedCall(text, ample * kBytesPerToken))) {
    return Verdict::kToolCall;
  }
  if (!checked && isRefusal(text, evidence.facts, evidence.voices)) return Verdict::kRefused;
  const uint64_t tokens = tokensOfText(text, limits.family);
  if (tokens >= limits.replacedTokens || tokens * 4 > uint64_t{limits.proseTokens} * 5 ||
      text::jsonBytes(text) > limits.proseBytes) {
    return Verdict::kInflated;
  }
  if (checked) return Verdict::kAccepted;
  const bool brief = substance < std::min(ample, held);
  if (brief || (substance < kMostFloorTokens && !evidence.voices.sharesWith(text))) {
    return Verdict::kTooShort;
  }
  if (echoes(text, evidence)) return Verdict::kEcho;
  if (repeatsItself(text)) return Verdict::kRepetitive;
  if (goesOn(text, evidence.voices, evidence.given)) return Verdict::kNoRecord;
  return contradicts(limits.language, text) ? Verdict::kWrongLanguage : Verdict::kAccepted;
}

uint32_t headingsIn(std::string_view prose) {
  const std::vector<text::Piece> pieces = text::piecesOf(prose);
  return static_cast<uint32_t>(std::ranges::count_if(pieces, &text::Piece::heading));
}

/// Leaves out the sentences that may not stand.
void mend(CheckedReply& reply, const Evidence& evidence) {
  const WasRead read(evidence.facts, evidence.given);
  const std::string& prose = reply.prose;
  const std::vector<text::Piece> pieces = text::piecesOf(prose);
  std::vector<bool> out = evidence.voices.ordersIn(prose, pieces);
  reply.toolOrders = static_cast<uint32_t>(std::ranges::count(out, true));
  std::set<std::string> names;
  size_t at = 0;
  for (const Span& span : read.inventedIn(prose)) {
    names.insert(prose.substr(span.begin, span.end - span.begin));
    while (at < pieces.size() && pieces[at].end <= span.begin) ++at;
    for (size_t i = at; i < pieces.size() && pieces[i].begin < span.end; ++i) out[i] = true;
  }
  reply.inventions.assign(names.begin(), names.end());
  if (std::ranges::count(out, true) == 0) return;
  const std::string left(trimmed(text::without(prose, pieces, out)));
  const bool enough = left.size() * 100 >= prose.size() * kLeastLeftPercent;
  // Where a sentence went, what stood around it may read as one name; a fence may hold one.
  const bool clean = read.inventedIn(left).empty();
  reply.verdict = enough && clean ? Verdict::kMended : Verdict::kInvented;
  reply.prose = left;
}

}  // namespace

Action actionOf(Verdict verdict) { return kRows[static_cast<size_t>(verdict)].action; }

std::string_view faultOf(Verdict verdict) { return kRows[static_cast<size_t>(verdict)].fault; }

CheckedReply checkReply(std::string_view reply, FinishReason finish, const CheckLimits& limits,
                        const Evidence& evidence) {
  CheckedReply out;
  out.prose = tidyReply(reply);
  out.verdict = judged(out.prose, finish, limits, evidence);
  const bool checked = finish == FinishReason::kChecked;
  if (out.verdict == Verdict::kAccepted && !checked) mend(out, evidence);
  const Action action = actionOf(out.verdict);
  if (action != Action::kAccept && action != Action::kMend) {
    out.prose.clear();
  } else if (!checked && headingsIn(out.prose) < limits.headings) {
    out.verdict = Verdict::kNoHeadings;
  }
  return out;
}

}  // namespace epitome
