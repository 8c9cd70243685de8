#include "redact/values.h"

#include <algorithm>

#include "redact/chars.h"
#include "redact/lines.h"
#include "redact/looks.h"
#include "redact/place.h"

namespace epitome::redact {
namespace {

/// Longest value without quotes that is looked at; a longer one goes on in its tail.
constexpr size_t kLongestWord = 256;
constexpr std::string_view kWordEnds = " \t\r\n\"'`,;\\<>|)}]&";
constexpr std::string_view kBlankEnds = " \t\r\n\"'`\\";
constexpr CharSet kBeforeValue = setOf(" \t\\\"'`");

struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr Quotes kForeignQuotes[] = {{"\xe2\x80\x9c", "\xe2\x80\x9d"},
                                     {"\xe2\x80\x9e", "\xe2\x80\x9c"},
                                     {"\xe2\x80\x98", "\xe2\x80\x99"},
                                     {"\xc2\xab", "\xc2\xbb"},
                                     {"\xe3\x80\x8c", "\xe3\x80\x8d"}};

/// General punctuation, CJK and full-width punctuation begin so in UTF-8.
bool beginsPunctuation(char c) { return c == '\xe2' || c == '\xe3' || c == '\xef' || c == '\xc2'; }

size_t wordLength(std::string_view text, std::string_view ends = kWordEnds) {
  size_t at = 0;
  while (at < text.size() && at < kLongestWord && ends.find(text[at]) == std::string_view::npos &&
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

void describeEnd(std::string_view ahead, Value& value) {
  const std::string_view rest = ahead.substr(value.to);
  const size_t blanks = runLength(rest, kBlanks, 32);
  value.endsLine = lineEnds(rest);
  value.next = blanks < rest.size() ? rest[blanks] : '\0';
}

/// The value that quotes other than those of programs enclose.
bool takeForeignQuoted(std::string_view ahead, size_t at, Value& value) {
  for (const Quotes& quotes : kForeignQuotes) {
    if (!ahead.substr(at).starts_with(quotes.open)) continue;
    const size_t from = at + quotes.open.size();
    const size_t length = ahead.substr(from, kLongestWord).find(quotes.close);
    if (length == std::string_view::npos) return false;
    value.from = from;
    value.to = from + length;
    return value.quoted = value.in(ahead).find('\n') == std::string_view::npos;
  }
  return false;
}

}  // namespace

Value valueAt(std::string_view ahead, size_t at, bool toBlank) {
  Value value;
  const size_t blanks = runLength(ahead.substr(std::min(at, ahead.size())), kBlanks, 16);
  at = std::min(at + blanks, ahead.size());
  value.apart = blanks > 0;
  constexpr std::string_view kStringMarks = "bfru@LN";
  if (at + 1 < ahead.size() && isQuote(ahead[at + 1]) &&
      kStringMarks.find(ahead[at]) != std::string_view::npos) {
    ++at;
  }
  const size_t escapes = runLength(ahead.substr(at), setOf("\\"), 4);
  const size_t quote = at + escapes;
  value.from = at;
  if (takeForeignQuoted(ahead, at, value)) {
    describeEnd(ahead, value);
    return value;
  }
  value.from = at;
  if (quote < ahead.size() && isQuote(ahead[quote])) {
    value.from = quote + 1;
    const size_t end = closingQuote(ahead.substr(value.from), ahead[quote], escapes);
    if (end != std::string_view::npos) {
      value.quoted = true;
      value.to = value.from + end;
      if (value.in(ahead).ends_with(kMarkerStart)) value.to = value.from;
      describeEnd(ahead, value);
      return value;
    }
  }
  const std::string_view rest = ahead.substr(value.from);
  size_t length = wordLength(rest);
  if (toBlank) {
    const size_t whole = wordLength(rest, kBlankEnds);
    // `token=x&page=2` is of more than one.
    const bool more = length < whole && rest[length] == '&' &&
                      rest.substr(length, whole - length).find('=') != std::string_view::npos;
    if (!more && whole < kLongestWord && lineEnds(rest.substr(whole))) length = whole;
    while (length > 1 && length == whole && (rest[length - 1] == ',' || rest[length - 1] == ';')) {
      --length;
    }
  }
  // The end of a sentence.
  const bool sentence = length > 1 && (length == rest.size() || isSpace(rest[length]));
  if (sentence && rest[length - 1] == '.') --length;
  // What a marker hides is no part of a value, nor is what it left of one.
  if (rest.substr(0, length).find("[redacted:") != std::string_view::npos) length = 0;
  value.to = value.from + length;
  describeEnd(ahead, value);
  return value;
}

Value proofAt(std::string_view ahead, size_t at) {
  at += runLength(ahead.substr(at), kBeforeValue, 16);
  size_t length = wordLength(ahead.substr(at));
  constexpr std::string_view kSchemes[] = {"bearer", "basic", "token",     "digest",  "apikey",
                                           "bot",    "key",   "negotiate", "bot-key", "splunk"};
  const std::string_view first = ahead.substr(at, length);
  const bool scheme =
      std::any_of(std::begin(kSchemes), std::end(kSchemes),
                  [&](std::string_view known) { return equalsIgnoringCase(first, known); });
  if (scheme) {
    at += length;
    at += runLength(ahead.substr(at), setOf(" "), 64);
    length = wordLength(ahead.substr(at));
  }
  const std::string_view proof = ahead.substr(at, length);
  const Makeup makeup = makeupOf(proof);
  if (looksLikeCode(proof) || isPlaceholder(proof.substr(0, 64))) return {};
  const bool random = looksRandom(proof);
  const bool enough = scheme ? random || (proof.size() >= 6 && makeup.digit && makeup.letter())
                             : random && proof.size() >= 16 && makeup.digit;
  return enough ? Value{.from = at, .to = at + length} : Value{};
}

Value cookiesAt(std::string_view ahead, size_t at) {
  constexpr CharSet kEnds = setOf("\r\n\"'`\\<>{}()[]");
  at += runLength(ahead.substr(at), kBeforeValue, 16);
  size_t end = at;
  bool telling = false;
  size_t run = 0;
  bool behindEquals = false;
  while (end < ahead.size() && !kEnds.has(ahead[end]) && !isBeyondAscii(ahead[end])) {
    const char c = ahead[end++];
    if (c == '=') {
      behindEquals = true;
      run = 0;
    } else if (c == ';' || c == ' ') {
      behindEquals = false;
    } else if (behindEquals && ++run >= 8) {
      telling = true;
    }
  }
  return telling ? Value{.from = at, .to = end} : Value{};
}

}  // namespace epitome::redact
