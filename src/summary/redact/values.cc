/// Quotes, ends, and what a secret can look like.
#include "summary/redact/values.h"

#include <algorithm>

#include "summary/redact/char_set.h"
#include "summary/redact/surroundings.h"
#include "summary/redact/words.h"

namespace epitome::redact {
namespace {

/// Longest value without quotes that is looked at; a longer one goes on in its tail.
constexpr size_t kLongestWord = 256;
/// Of a value, what is looked at for stand-ins.
constexpr size_t kTelling = 64;

bool isQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

/// General punctuation, CJK and full-width punctuation begin so in UTF-8.
bool beginsPunctuation(char c) { return c == '\xe2' || c == '\xe3' || c == '\xef' || c == '\xc2'; }

size_t wordLength(std::string_view text) {
  constexpr std::string_view kEnds = " \t\r\n\"'`,;\\<>|)}]&";
  size_t at = 0;
  while (at < text.size() && at < kLongestWord && kEnds.find(text[at]) == std::string_view::npos &&
         !beginsPunctuation(text[at]) && static_cast<uint8_t>(text[at]) > ' ') {
    ++at;
  }
  // Not amid a character.
  if (at == kLongestWord) {
    while (at > 0 && at < text.size() && (static_cast<uint8_t>(text[at]) & 0xC0U) == 0x80U) --at;
  }
  return at;
}

/// Offset of the quote that closes what `escapes` backslashes and `quote` opened, or npos.
size_t closingQuote(std::string_view text, char quote, size_t escapes) {
  size_t backslashes = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' || c == '\r') return std::string_view::npos;
    // What a marker hides may have held the quote: with it in the value, nothing is found.
    if (c == '[' && text.substr(at).starts_with(kMarkerStart)) return at + kMarkerStart.size();
    if (c == '\\') {
      ++backslashes;
      continue;
    }
    if (c == quote) {
      const bool closes = escapes == 0 ? backslashes % 2 == 0 : backslashes <= escapes;
      if (closes) return at - std::min(backslashes, escapes);
    }
    backslashes = 0;
  }
  return std::string_view::npos;
}

bool endsLineAt(std::string_view ahead, size_t at) {
  while (at < ahead.size() && (ahead[at] == ' ' || ahead[at] == '\t')) ++at;
  return at == ahead.size() || ahead[at] == '\n' || ahead[at] == '\r' ||
         ahead.substr(at).starts_with("\\n") || ahead.substr(at).starts_with("\\r");
}

void describeEnd(std::string_view ahead, Value& value) {
  value.next = value.to < ahead.size() ? ahead[value.to] : '\0';
  value.endsLine = endsLineAt(ahead, value.to);
}

/// A word without quotes behind the name of a password.
bool canBeBarePassword(std::string_view text, const Makeup& makeup, const Value& value,
                       const Setting& setting) {
  const bool mixed = makeup.symbol || (makeup.digit && makeup.letter());
  const bool number = makeup.digit && !makeup.letter() && !makeup.symbol;
  const bool wholeLine = setting.beginsLine && value.endsLine;
  if (setting.name.common && (number || setting.separator == ':')) return false;
  switch (setting.separator) {
    case '>':
    case ' ':
      return mixed || number || text.size() >= 8 || value.endsLine;
    case ':':
      return text.size() >= 6 && (mixed || number);
    default:
      break;
  }
  if (setting.apart || value.apart) return mixed && (wholeLine || looksRandom(text));
  if (mixed || number) return true;
  // `connect(password=password_of_user)` is code, `PASSWORD=hunter` and `?password=hunter` are not.
  const bool inAddress = setting.before == '?' || setting.before == '&' || setting.before == ';';
  return setting.name.capitals || inAddress || wholeLine;
}

bool canBePassword(std::string_view text, const Makeup& makeup, const Value& value,
                   const Setting& setting) {
  if (text.size() < 3) return false;
  if (makeup.space) return setting.name.phrase && value.quoted;
  if (looksLikePath(text)) return false;
  return value.quoted || canBeBarePassword(text, makeup, value, setting);
}

bool canBeToken(std::string_view text, const Makeup& makeup, const Value& value,
                const Setting& setting) {
  if (makeup.space || !makeup.letter() || text.size() < 8) return false;
  if (looksLikePath(text) || text.starts_with("sha") || text.starts_with("md5")) return false;
  constexpr CharSet kPlain = alphanumericAnd("_-+/=~");
  if (text.find('?') != std::string_view::npos) return false;
  const bool digest = isHex(text) || isUuid(text);
  if (setting.name.grade == Grade::kKey) {
    return text.size() >= 20 && makeup.upper && makeup.lower && makeup.digit && !digest &&
           runLength(text, kPlain) == text.size() && looksRandom(text);
  }
  if (digest) return makeup.digit;
  const bool variable =
      setting.name.capitals && setting.separator == '=' && !setting.apart && !value.apart;
  if (variable && makeup.digit) return true;
  return text.size() >= 12 && makeup.digit && looksRandom(text);
}

}  // namespace

Value valueAt(std::string_view ahead) {
  Value value;
  size_t at = 0;
  while (at < ahead.size() && at < 16 && (ahead[at] == ' ' || ahead[at] == '\t')) ++at;
  value.apart = at > 0;
  constexpr std::string_view kStringMarks = "bfru@";
  if (at + 1 < ahead.size() && isQuote(ahead[at + 1]) &&
      kStringMarks.find(ahead[at]) != std::string_view::npos) {
    ++at;
  }
  size_t escapes = 0;
  while (escapes < 4 && at + escapes < ahead.size() && ahead[at + escapes] == '\\') ++escapes;
  const size_t quote = at + escapes;
  if (quote < ahead.size() && isQuote(ahead[quote])) {
    value.from = quote + 1;
    const size_t end = closingQuote(ahead.substr(value.from), ahead[quote], escapes);
    if (end != std::string_view::npos) {
      value.quoted = true;
      value.to = value.from + end;
      describeEnd(ahead, value);
      return value;
    }
  } else {
    value.from = at;
  }
  value.to = value.from + wordLength(ahead.substr(value.from));
  describeEnd(ahead, value);
  // The end of a sentence.
  const bool sentence = value.to - value.from > 1 && isSpace(value.next == '\0' ? ' ' : value.next);
  if (sentence && ahead[value.to - 1] == '.') --value.to;
  return value;
}

bool canBeSecret(std::string_view text, const Value& value, const Setting& setting) {
  if (setting.compares && !value.quoted) return false;
  if (!value.quoted && looksLikeCode(text)) return false;
  if (isPlaceholder(text.substr(0, kTelling))) return false;
  if (text.find(kMarkerStart) != std::string_view::npos) return false;
  const Makeup makeup = makeupOf(text);
  return setting.name.grade == Grade::kPassword ? canBePassword(text, makeup, value, setting)
                                                : canBeToken(text, makeup, value, setting);
}

Value proofAt(std::string_view ahead) {
  Value value;
  size_t at = 0;
  constexpr CharSet kBefore = setOf(" \t\\\"'`");
  at = std::min<size_t>(runLength(ahead, kBefore), 16);
  size_t length = wordLength(ahead.substr(at));
  constexpr std::string_view kSchemes[] = {"bearer", "basic", "token",     "digest",
                                           "apikey", "bot",   "negotiate", "key"};
  const std::string_view first = ahead.substr(at, length);
  const bool scheme = std::any_of(std::begin(kSchemes), std::end(kSchemes), [&](auto known) {
    return std::equal(first.begin(), first.end(), known.begin(), known.end(),
                      [](char a, char b) { return lowered(a) == b; });
  });
  if (scheme) {
    at += length;
    while (at < ahead.size() && ahead[at] == ' ' && at < 64) ++at;
    length = wordLength(ahead.substr(at));
  }
  const std::string_view proof = ahead.substr(at, length);
  const Makeup makeup = makeupOf(proof);
  if (looksLikeCode(proof) || isPlaceholder(proof.substr(0, kTelling))) return value;
  const bool random = looksRandom(proof);
  const bool enough = scheme ? random || (proof.size() >= 6 && makeup.digit && makeup.letter())
                             : random && proof.size() >= 16 && makeup.digit;
  if (!enough) return value;
  value.from = at;
  value.to = at + length;
  return value;
}

size_t cookiesLength(std::string_view ahead) {
  constexpr CharSet kEnds = setOf("\r\n\"'`\\<>{}()[]");
  size_t length = 0;
  bool telling = false;
  size_t run = 0;
  bool behindEquals = false;
  while (length < ahead.size() && !kEnds.has(ahead[length]) &&
         static_cast<uint8_t>(ahead[length]) < 0x80) {
    const char c = ahead[length++];
    if (c == '=') {
      behindEquals = true;
      run = 0;
    } else if (c == ';' || c == ' ') {
      behindEquals = false;
    } else if (behindEquals && ++run >= 8) {
      telling = true;
    }
  }
  return telling ? length : 0;
}

}  // namespace epitome::redact
