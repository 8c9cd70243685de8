/// The tests of a reply, in the order of how sure they are.
#include "summary/gate.h"

#include <algorithm>
#include <array>

#include "summary/echo.h"
#include "summary/json_scan.h"
#include "summary/shape.h"
#include "text/json_escape.h"
#include "text/utf.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

constexpr uint32_t kMostFloorTokens = 50;
constexpr uint32_t kFloorDivisor = 40;
constexpr uint64_t kBytesPerToken = 4;
/// Bytes up to which a reply that opens with a refusal is one.
constexpr size_t kShortRefusal = 800;
/// The same for a reply without a heading or a list.
constexpr size_t kLongRefusal = 2'000;
/// Bytes of the opening that is searched for a phrase of refusal.
constexpr size_t kOpeningBytes = 160;

/// Openings of a refusal, lower case, apostrophes straight.
constexpr std::string_view kRefusals[] = {
    // English
    "sorry",
    "i'm sorry",
    "i am sorry",
    "i apologize",
    "i apologise",
    "my apologies",
    "i can't",
    "i cannot",
    "i can not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "i will not",
    "i must decline",
    "i have to decline",
    "i decline",
    "i'm afraid",
    "i am afraid",
    "as an ai",
    "unfortunately, i",
    "unfortunately i",
    "i'm not comfortable",
    "i am not comfortable",
    "i don't feel comfortable",
    "i do not feel comfortable",
    "i don't have access",
    "i do not have access",
    // German
    "es tut mir leid",
    "tut mir leid",
    "leider kann ich",
    "ich kann leider",
    "ich kann nicht",
    "ich kann dir nicht",
    "ich kann ihnen nicht",
    "ich kann das nicht",
    "ich kann diese",
    "entschuldigung",
    "ich bin nicht in der lage",
    // French
    "je suis d\u00e9sol\u00e9",
    "d\u00e9sol\u00e9",
    "je ne peux pas",
    "je ne suis pas en mesure",
    "malheureusement, je",
    "malheureusement je",
    "je regrette",
    // Spanish
    "lo siento",
    "no puedo",
    "lamento",
    "lamentablemente",
    "desafortunadamente",
    "disculpa",
    // Portuguese, Galician
    "desculpe",
    "sinto muito",
    "n\u00e3o posso",
    "infelizmente",
    // Italian
    "mi dispiace",
    "non posso",
    "purtroppo",
    // Dutch
    "het spijt me",
    "ik kan niet",
    "ik kan dit niet",
    "helaas kan ik",
    // Scandinavian, Finnish
    "beklager",
    "jeg kan ikke",
    "tyv\u00e4rr",
    "jag kan inte",
    "valitettavasti",
    "olen pahoillani",
    // Polish, Czech
    "przepraszam",
    "przykro mi",
    "niestety",
    "nie mog\u0119",
    "omlouv\u00e1m se",
    "bohu\u017eel",
    "nemohu",
    // Turkish
    "\u00fczg\u00fcn\u00fcm",
    "\u00f6z\u00fcr dilerim",
    "maalesef",
    // Indonesian, Vietnamese
    "maaf",
    "saya tidak bisa",
    "saya tidak dapat",
    "xin l\u1ed7i",
    "r\u1ea5t ti\u1ebfc",
    "t\u00f4i kh\u00f4ng th\u1ec3",
    // Russian, Ukrainian: izvinite, prostite, k sozhaleniyu, ya ne mogu; vybachte, na zhal
    "\u0438\u0437\u0432\u0438\u043d\u0438\u0442\u0435",
    "\u043f\u0440\u043e\u0441\u0442\u0438\u0442\u0435",
    "\u043a \u0441\u043e\u0436\u0430\u043b\u0435\u043d\u0438\u044e",
    "\u044f \u043d\u0435 \u043c\u043e\u0433\u0443",
    "\u0432\u0438\u0431\u0430\u0447\u0442\u0435",
    "\u043d\u0430 \u0436\u0430\u043b\u044c",
    // Greek: lypamai, den boro
    "\u03bb\u03c5\u03c0\u03ac\u03bc\u03b1\u03b9",
    "\u03b4\u03b5\u03bd \u03bc\u03c0\u03bf\u03c1\u03ce",
    // Chinese: baoqian, hen baoqian, duibuqi (both scripts), wo wufa (both), wo buneng
    "\u62b1\u6b49",
    "\u5f88\u62b1\u6b49",
    "\u975e\u5e38\u62b1\u6b49",
    "\u5bf9\u4e0d\u8d77",
    "\u5c0d\u4e0d\u8d77",
    "\u6211\u65e0\u6cd5",
    "\u6211\u7121\u6cd5",
    "\u6211\u4e0d\u80fd",
    // Japanese: moushiwake, sumimasen, gomen nasai, zannen nagara
    "\u7533\u3057\u8a33",
    "\u3059\u307f\u307e\u305b\u3093",
    "\u3054\u3081\u3093",
    "\u6b8b\u5ff5\u306a\u304c\u3089",
    // Korean: joesong, mian
    "\uc8c4\uc1a1",
    "\ubbf8\uc548",
    // Arabic: asif, aatadhir, udhran, la astati, la yumkinuni
    "\u0622\u0633\u0641",
    "\u0623\u0639\u062a\u0630\u0631",
    "\u0639\u0630\u0631\u0627",
    "\u0644\u0627 \u0623\u0633\u062a\u0637\u064a\u0639",
    "\u0644\u0627 \u064a\u0645\u0643\u0646\u0646\u064a",
    // Hebrew: mitztaer, eini yakhol
    "\u05de\u05e6\u05d8\u05e2\u05e8",
    "\u05d0\u05d9\u05e0\u05d9 \u05d9\u05db\u05d5\u05dc",
    // Hindi: kshama karen, maaf karen, main nahin
    "\u0915\u094d\u0937\u092e\u093e",
    "\u092e\u093e\u092b",
    "\u092e\u0948\u0902 \u0928\u0939\u0940\u0902",
};

/// What models write when they call a tool in plain text.
constexpr std::string_view kToolMarks[] = {
    "<tool_call",   "<tool_use",       "<function_call",        "<function=",
    "<invoke",      "<function_calls", "<|tool_call",           "<|python_tag|>",
    "[TOOL_CALLS]", "<tool_code",      "<\uff5ctool\u2581call",
};

/// The code point at `at` in lower case, for the scripts of kRefusals; moves `at` behind it.
uint32_t nextFolded(std::string_view text, size_t& at) {
  const uint32_t bytes = std::max<uint32_t>(1, text::codePointBytes(text, at));
  uint32_t code = static_cast<uint8_t>(text[at]);
  if (bytes > 1) {
    code &= 0x7FU >> bytes;
    for (uint32_t i = 1; i < bytes; ++i) {
      code = code << 6 | (static_cast<uint8_t>(text[at + i]) & 0x3FU);
    }
  }
  at += bytes;
  if (code >= 'A' && code <= 'Z') return code + 0x20;
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 0x20;
  if (code >= 0x391 && code <= 0x3A9) return code + 0x20;
  if (code >= 0x410 && code <= 0x42F) return code + 0x20;
  if (code == 0x2019 || code == 0x2BC) return '\'';
  return code;
}

/// Quotation marks, bullets and other signs that may stand before the first word.
bool isSign(uint32_t code) {
  if (code < 0x80) return !((code >= '0' && code <= '9') || (code >= 'a' && code <= 'z'));
  return code <= 0xBF || (code >= 0x2000 && code <= 0x206F) || (code >= 0x3000 && code <= 0x303F);
}

bool startsWithFolded(std::string_view text, std::string_view phrase) {
  size_t at = 0;
  size_t wanted = 0;
  while (wanted < phrase.size()) {
    if (at >= text.size() || nextFolded(text, at) != nextFolded(phrase, wanted)) return false;
  }
  // "sorry" is not the beginning of "sorrynotsorry"; scripts without spaces go on at once.
  size_t next = at;
  const bool letter =
      at < text.size() && static_cast<uint8_t>(text[at]) < 0x80 && !isSign(nextFolded(text, next));
  const bool asciiPhrase = static_cast<uint8_t>(phrase.back()) < 0x80;
  return !(letter && asciiPhrase);
}

bool opensWithRefusal(std::string_view text) {
  std::string_view opening = text.substr(0, kOpeningBytes);
  while (!opening.empty()) {
    size_t at = 0;
    if (!isSign(nextFolded(opening, at))) break;
    opening.remove_prefix(at);
  }
  return std::any_of(
      std::begin(kRefusals), std::end(kRefusals),
      [opening](std::string_view phrase) { return startsWithFolded(opening, phrase); });
}

std::string_view nextLine(std::string_view& rest) {
  const size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

/// A heading, a list or a table: how a record looks and a refusal does not.
bool isStructured(std::string_view text) {
  uint32_t marked = 0;
  while (!text.empty()) {
    const std::string_view line = trimmed(nextLine(text));
    if (line.size() < 2) continue;
    const bool bullet = (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ';
    const bool numbered = line[0] >= '0' && line[0] <= '9' && (line[1] == '.' || line[1] == ')');
    if (line[0] == '#' || line[0] == '|' || bullet || numbered || line.starts_with("\u2022")) {
      ++marked;
    }
  }
  return marked >= 2;
}

bool isRefusal(std::string_view text) {
  if (text.size() > kLongRefusal) return false;
  if (text.size() > kShortRefusal && isStructured(text)) return false;
  return opensWithRefusal(text);
}

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
  const auto isAny = [&member](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), member.name) != names.end();
  };
  while (scan.next(member)) {
    if (member.depth > depth) continue;
    if (isAny({"tool_calls", "toolCalls", "tool_call", "toolCall", "function_call", "tool_use",
               "tool_uses"})) {
      return true;
    }
    if (member.name == "type" && (member.value == "function" || member.value == "function_call" ||
                                  member.value == "tool_use" || member.value == "tool-call" ||
                                  member.value == "tool_call")) {
      return true;
    }
    name = name || isAny({"name", "tool", "tool_name", "toolName", "function", "action"});
    arguments = arguments ||
                isAny({"arguments", "args", "input", "parameters", "tool_input", "action_input"});
  }
  return name && arguments;
}

/// Written as markup, with too little before it to be a record.
bool isMarkedCall(std::string_view text, uint64_t leastBytes) {
  const bool ends = text.ends_with('>') || text.ends_with('}') || text.ends_with(']');
  if (!ends) return false;
  for (const std::string_view mark : kToolMarks) {
    const size_t at = text.find(mark);
    if (at != std::string_view::npos && trimmed(text.substr(0, at)).size() <= leastBytes) {
      return true;
    }
  }
  return false;
}

/// Tokens that a reply needs to stand for the range.
uint32_t floorTokens(const GateLimits& limits) {
  return std::min(
      {kMostFloorTokens, limits.replacedTokens / kFloorDivisor, limits.proseTokens / 2});
}

uint64_t substanceTokens(std::string_view text) {
  return (text.size() + kBytesPerToken - 1) / kBytesPerToken;
}

/// Without the reasoning that some models write before their answer. A block that is not closed is
/// all there is.
std::string_view withoutReasoning(std::string_view text) {
  static constexpr std::array<std::string_view, 3> kNames = {"think", "thinking", "reasoning"};
  for (const std::string_view name : kNames) {
    const std::string open = "<" + std::string(name) + ">";
    if (!text.starts_with(open)) continue;
    const std::string close = "</" + std::string(name) + ">";
    const size_t end = text.find(close);
    return end == std::string_view::npos ? std::string_view()
                                         : trimmed(text.substr(end + close.size()));
  }
  return text;
}

/// Length of the fence (``` or longer, or ~~~) that starts the line, or 0.
size_t fenceOf(std::string_view line) {
  const size_t length = std::min(line.find_first_not_of(line.substr(0, 1)), line.size());
  return length >= 3 && (line[0] == '`' || line[0] == '~') ? length : 0;
}

/// The inside of a fence around the whole text, or the text. Two fenced blocks in a row are not one
/// around everything: there the first fence inside closes, it does not open.
std::string_view withoutFence(std::string_view text) {
  std::string_view rest = text;
  const std::string_view firstLine = trimmed(nextLine(rest));
  const size_t fence = fenceOf(firstLine);
  const size_t lastBreak = text.rfind('\n');
  if (fence == 0 || lastBreak == std::string_view::npos) return text;
  const std::string_view lastLine = trimmed(text.substr(lastBreak));
  if (lastLine.substr(0, fence) != firstLine.substr(0, fence) ||
      fenceOf(lastLine) != lastLine.size()) {
    return text;
  }
  const std::string_view info = trimmed(firstLine.substr(fence));
  const bool document = info == "markdown" || info == "md" || info == "text" || info == "txt";
  const size_t start = text.size() - rest.size();
  const std::string_view inside =
      start <= lastBreak ? text.substr(start, lastBreak - start) : std::string_view();
  for (rest = inside; !document && !rest.empty();) {
    const std::string_view line = trimmed(nextLine(rest));
    const size_t inner = fenceOf(line);
    if (inner < fence || line[0] != firstLine[0]) continue;
    if (inner == line.size()) return text;
    break;
  }
  return inside;
}

}  // namespace

std::string tidyReply(std::string_view reply) {
  const std::string whole = text::wellFormed(reply);
  return std::string(trimmed(withoutFence(withoutReasoning(trimmed(whole)))));
}

GateVerdict judgeReply(std::string_view reply, FinishReason finish, const GateLimits& limits) {
  if (finish == FinishReason::kContentFilter) return GateVerdict::kRefused;
  const std::string text = tidyReply(reply);
  const uint64_t least = floorTokens(limits);
  const bool tooShort = substanceTokens(text) < least;
  if (finish == FinishReason::kToolCalls && (text.empty() || tooShort))
    return GateVerdict::kToolCall;
  if (text.empty()) return GateVerdict::kEmpty;
  if (finish == FinishReason::kLength || finish == FinishReason::kError) {
    return GateVerdict::kTruncated;
  }
  if (isJsonCall(text) || isMarkedCall(text, least * kBytesPerToken)) return GateVerdict::kToolCall;
  if (isRefusal(text)) return GateVerdict::kRefused;
  const uint64_t tokens = tokensOfText(text, limits.family);
  if (tokens >= limits.replacedTokens || tokens * 4 > uint64_t{limits.proseTokens} * 5 ||
      text::jsonBytes(text) > limits.proseBytes) {
    return GateVerdict::kInflated;
  }
  if (tooShort) return GateVerdict::kTooShort;
  if (echoes(text, limits.given, limits.records)) return GateVerdict::kEcho;
  return contradicts(limits.language, text) ? GateVerdict::kWrongLanguage : GateVerdict::kAccepted;
}

}  // namespace epitome
