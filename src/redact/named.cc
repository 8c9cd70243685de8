/// From a name on to its value.
#include "redact/named.h"

#include <algorithm>

#include "redact/lines.h"
#include "redact/looks.h"
#include "redact/names.h"
#include "redact/values.h"

namespace epitome::redact {
namespace {

/// What stands between a name and its value.
enum class Link : uint8_t {
  kNone,
  kEquals,
  kColon,
  /// `<password>`.
  kTag,
  /// `"password", "x"`.
  kComma,
  /// `PASSWORD('x')`.
  kCall,
  /// `password is x`.
  kWords,
  /// `| password | x |`.
  kTable,
  kSpace,
};

struct Setting {
  Name name;
  Link link = Link::kNone;
  /// `==` or `!=`: the value is compared with, not set.
  bool compares = false;
  /// Spaces stand between the name and the link.
  bool apart = false;
  bool beginsLine = false;
  bool quotedName = false;
  /// `--name`.
  bool flag = false;
  /// A word before says that a name and its value follow, without a sign between them.
  bool announced = false;
  /// `define('name', 'x')`.
  bool defined = false;
  /// What stands before the name; 0 where nothing does.
  char before = '\0';
  /// Where the value begins, spaces before it included.
  size_t at = 0;
};

/// What a value goes on with where it is longer than can be seen.
constexpr CharSet kWordTail = alphanumericAnd("_-+/=.~%:");
constexpr CharSet kCookieTail = alphanumericAnd(" !#$%&*+,-./:;=?@^_|~");
constexpr size_t kTelling = 64;

/// Words that may stand between a name and its value, and signs that need no spaces around them.
constexpr std::string_view kLinkWords[] = {"is",       "was",          "are",
                                           "now",      "set",          "to",
                                           "changed",  "ist",          "lautet",
                                           "est",      "es",           "era",
                                           "\xc3\xa8", "\xc3\xa9",     "\xc3\xa9t\xc3\xa9",
                                           "era",      "jest",         "je",
                                           "to",       "er",           "\xc3\xa4r",
                                           "-",        "\xe2\x80\x94", "\xe2\x80\x93",
                                           "=>",       "olarak",       "\xd1\x8d\xd1\x82\xd0\xbe"};
constexpr std::string_view kLinkSigns[] = {"\xe6\x98\xaf", "\xe4\xb8\xba", "\xe7\x82\xba",
                                           "\xe3\x81\xaf", "\xeb\x8a\x94", "\xec\x9d\x80",
                                           "\xef\xbc\x9a", "\xef\xbc\x9d", "\xe2\x80\x94"};
/// Between a name and its link: `password for the admin is x`.
constexpr std::string_view kAsides[] = {"for ",  "of ",   "f\xc3\xbcr ", "von ", "de ", "del ",
                                        "para ", "pour ", "per ",        "di ",  "da ", "voor ",
                                        "("};
/// Before a name that its value follows right away.
constexpr std::string_view kAnnouncers[] = {"ENV", "ARG",   "set",  "setenv", "setx",
                                            "-x",  "-gx",   "-Ux",  "config", "define",
                                            "add", "SETEX", "with", "var",    "SET"};
constexpr std::string_view kUserWords[] = {"login",   "user", "username",
                                           "account", "ssid", "connect"};

template <size_t N>
bool isOneOf(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// The length of the first of `parts` that `text` begins with, 0 for none.
template <size_t N>
size_t startLength(std::string_view text, const std::string_view (&parts)[N]) {
  for (const std::string_view part : parts) {
    if (text.starts_with(part)) return part.size();
  }
  return 0;
}

std::string_view takeWord(std::string_view& text) {
  if (!trimBack(text, kBlanks)) return {};
  const size_t begin = text.find_last_of(" \t") + 1;
  const std::string_view word = text.substr(begin);
  text.remove_suffix(word.size());
  return word;
}

/// What stands before the name in its line.
void readBefore(std::string_view before, bool fromStart, Setting& setting) {
  setting.before = before.empty() ? '\0' : before.back();
  bool any = false;
  std::string_view line = lastLine(before, any);
  const size_t quotes = line.find_last_not_of("\"'`\\") + 1;
  const std::string_view words = line.substr(0, quotes);
  std::string_view rest = words;
  const std::string_view last = takeWord(rest);
  const std::string_view user = takeWord(rest);
  setting.announced =
      isOneOf(last, kAnnouncers) || (isOneOf(user, kUserWords) && !last.ends_with(','));
  setting.defined = words.ends_with("define(");
  line.remove_prefix(linePrefix(line));
  for (const std::string_view word : {"export ", "set ", "ENV "}) {
    if (line.starts_with(word)) line.remove_prefix(word.size());
  }
  setting.beginsLine =
      (any || fromStart) && line.find_first_not_of(" \t\"'`\\") == std::string_view::npos;
}

/// `: &str = "x"`, ` string = "x"`: bytes to behind the `=`, 0 for none.
size_t typeLength(std::string_view text) {
  constexpr CharSet kType = alphanumericAnd("&'_<>. :|*?");
  const size_t run = runLength(text, kType, 40);
  if (run == 0 || !text.substr(run).starts_with('=')) return 0;
  const size_t value = text.find_first_not_of(" \t", run + 1);
  return value != std::string_view::npos && isQuote(text[value]) ? run + 1 : 0;
}

/// ` is now `; bytes to behind the last of such words, 0 for none.
size_t linkWordsLength(std::string_view text) {
  size_t end = 0;
  for (int words = 0; words < 4; ++words) {
    if (const size_t sign = startLength(text.substr(end), kLinkSigns); sign > 0) return end + sign;
    const size_t begin = end + runLength(text.substr(end), kBlanks, 4);
    const size_t stop = std::min(text.substr(0, 64).find_first_of(" \t:", begin), text.size());
    if (begin == end || !isOneOf(text.substr(begin, stop - begin), kLinkWords)) break;
    end = stop;
  }
  return end > 0 && text.substr(end).starts_with(':') ? end + 1 : end;
}

/// `for the admin is `, `(root): `; bytes to behind the link, 0 for none.
size_t asideLength(std::string_view text) {
  constexpr std::string_view kEnds = ".,;\n\r\"'`<{=>[";
  if (startLength(text, kAsides) == 0) return 0;
  for (size_t at = 1; at < text.size() && at < 56; ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(": ")) return at + 1;
    if (kEnds.find(text[at]) != std::string_view::npos) break;
    if (const size_t words = rest[0] == ' ' ? linkWordsLength(rest) : 0; words > 0) {
      return at + words;
    }
  }
  return 0;
}

/// `"name": "TOKEN", "value": "x"`, on one line or two: bytes to behind the colon, 0 for none.
size_t nextFieldLength(std::string_view text) {
  size_t at = runLength(text, setOf(" \t\r\n,\"'\\n"), 48);
  if (at == 0 || !equalsIgnoringCase(text.substr(at, 5), "value")) return 0;
  at += 5;
  at += runLength(text.substr(at), setOf("\"'\\ "), 4);
  return at < text.size() && (text[at] == ':' || text[at] == '=') ? at + 1 : 0;
}

/// An operator at the start of `text`: its length, and what it says of the value.
size_t operatorLength(std::string_view text, Setting& setting) {
  const size_t length = runLength(text, setOf("=!:?+|>~"), 4);
  const std::string_view sign = text.substr(0, length);
  if (sign == ":" || sign == "?:" || sign == "!:") {
    if (text.substr(1).starts_with("//")) return 0;
    setting.link = Link::kColon;
  } else if (sign == ">") {
    setting.link = Link::kTag;
  } else if (sign == "=" || sign == ":=" || sign == "=>" || sign == "?=" || sign == "+=" ||
             sign == "||=" || sign == "==" || sign == "===" || sign == "!=" || sign == "!==" ||
             sign == "\?\?=") {
    setting.link = Link::kEquals;
    setting.compares = sign.find("==") != std::string_view::npos || sign.starts_with('!');
  } else if (sign == "|") {
    setting.link = Link::kTable;
  }
  return setting.link == Link::kNone ? 0 : length;
}

/// What closes the name: a quote, a bracket, stars of Markdown, `[]` of a type.
size_t closersLength(std::string_view text, Setting& setting) {
  size_t at = 0;
  for (; at < 8 && at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\' && at + 1 < text.size() && !isQuote(text[at + 1])) break;
    if (isQuote(c)) setting.quotedName = true;
    if (c == '[') {
      const size_t digits = runLength(text.substr(at + 1), kDigits, 4);
      if (!text.substr(at + 1 + digits).starts_with(']')) break;
      at += digits;
    } else if (!isQuote(c) && c != '\\' && c != ']' && c != '*') {
      break;
    }
  }
  for (const std::string_view sign : {"\xe2\x80\x9d", "\xe2\x80\x99", "\xc2\xbb", "\xe3\x80\x8d"}) {
    if (text.substr(at).starts_with(sign)) at += sign.size();
  }
  return at;
}

void readLink(std::string_view ahead, Setting& setting) {
  size_t at = closersLength(ahead, setting);
  const auto link = [&](Link kind, size_t length) {
    setting.link = kind;
    setting.at = at + length;
  };
  if (const size_t sign = startLength(ahead.substr(at), kLinkSigns); sign > 0) {
    return link(Link::kWords, sign);
  }
  const size_t blanks = runLength(ahead.substr(at), kBlanks, 32);
  const std::string_view spaced = ahead.substr(at);
  at += blanks;
  const std::string_view rest = ahead.substr(at);
  setting.apart = blanks > 0;
  if (const size_t type = typeLength(rest); type > 0) return link(Link::kEquals, type);
  if (const size_t sign = operatorLength(rest, setting); sign > 0) {
    setting.at = at + sign;
    // `**Password:** x`.
    if (setting.link == Link::kColon) setting.at += runLength(rest.substr(sign), setOf("*"), 2);
    return;
  }
  if (const size_t field = nextFieldLength(spaced); field > 0) {
    at -= blanks;
    setting.quotedName = false;
    return link(Link::kColon, field);
  }
  if (rest.starts_with(',') && setting.quotedName) return link(Link::kComma, 1);
  if (rest.starts_with("('") || rest.starts_with("(\"")) return link(Link::kCall, 1);
  if (blanks == 0) return;
  if (const size_t words = linkWordsLength(spaced); words > 0) {
    at -= blanks;
    return link(Link::kWords, words);
  }
  if (const size_t aside = asideLength(rest); aside > 0) return link(Link::kWords, aside);
  link(Link::kSpace, 0);
}

/// The setting whose name ends at the place; its name's grade is kNone where there is none.
Setting settingAt(const Place& place) {
  Setting setting;
  setting.name = nameOf(place.behind);
  if (setting.name.grade == Grade::kNone) return setting;
  const std::string_view name = nameRun(place.behind);
  const std::string_view before = place.behind.substr(0, place.behind.size() - name.size());
  readLink(place.ahead, setting);
  if (setting.link == Link::kNone) return setting;
  readBefore(before, place.fromStart, setting);
  setting.flag = name.starts_with('-') && (setting.link != Link::kComma || name[1] == '-');
  // `<password>x`, `<entry key="password">x`, but not `password > x`.
  if (setting.link == Link::kTag && setting.before != '<' && !setting.quotedName) {
    setting.link = Link::kNone;
  }
  return setting;
}

/// A word without quotes behind the name of a password.
bool canBeBarePassword(std::string_view text, const Makeup& makeup, const Value& value,
                       const Setting& setting) {
  const bool wholeLine = setting.beginsLine && value.endsLine;
  switch (setting.link) {
    case Link::kTag:
      return value.next == '<' && (makeup.mixed() || makeup.number() || text.size() >= 8);
    case Link::kSpace:
      if (text[0] == '-') return false;
      if (makeup.mixed() || makeup.number()) {
        return setting.flag || (!makeup.number() && !setting.name.common && !looksTechnical(text) &&
                                (setting.announced || wholeLine));
      }
      return setting.flag && (value.endsLine || (text.size() >= 8 && value.next == '-'));
    case Link::kColon:
      if (setting.name.common) return false;
      return text.size() >= 6 && (makeup.mixed() || makeup.number());
    case Link::kWords: {
      // What ends a sentence is no sign of a password.
      const size_t end = text.find_last_not_of(".,:;!?)") + 1;
      const Makeup inner = makeupOf(text.substr(0, end));
      if (setting.name.common || looksTechnical(text)) return false;
      return end >= 4 && (inner.number() || (inner.digit && inner.mixed()) ||
                          (inner.symbol && inner.upper && inner.lower));
    }
    case Link::kTable:
      return makeup.digit && makeup.letter() && text.size() >= 6 && !looksTechnical(text);
    case Link::kEquals:
      break;
    default:
      return false;
  }
  if (setting.name.common && makeup.number()) return false;
  if (setting.apart || value.apart) return makeup.mixed() && (wholeLine || looksRandom(text));
  if (makeup.mixed() || makeup.number()) return true;
  // `connect(password=password_of_user)` is code, `PASSWORD=hunter` and `?password=hunter` are not.
  const bool inAddress = setting.before == '?' || setting.before == '&' || setting.before == ';';
  return setting.name.capitals || inAddress || wholeLine;
}

bool canBePassword(std::string_view text, const Makeup& makeup, const Value& value,
                   const Setting& setting) {
  if (text.size() < 3 || looksLikePath(text)) return false;
  if (makeup.space) {
    return setting.name.phrase && value.quoted &&
           (setting.link == Link::kEquals || setting.link == Link::kColon);
  }
  if (!value.quoted) {
    const bool number = text.starts_with("0x") && text.size() <= 10;
    return !number && text[0] != ':' && canBeBarePassword(text, makeup, value, setting);
  }
  // `"PASS" : "FAIL"`, `'Event::Pass' => '1.302'`.
  const bool telling = !looksTechnical(text) && makeup.digit && makeup.mixed();
  if (setting.name.common && !telling && (!makeup.lower || setting.link == Link::kWords))
    return false;
  switch (setting.link) {
    case Link::kComma:
      return setting.flag || setting.defined || (setting.before != '\0' && telling);
    case Link::kCall:
      return telling;
    case Link::kSpace:
      return !setting.quotedName &&
             (setting.flag || (!setting.name.common && (telling || setting.announced)));
    case Link::kTable:
      return makeup.mixed();
    default:
      return true;
  }
}

bool canBeToken(std::string_view text, const Makeup& makeup, const Value& value,
                const Setting& setting) {
  if (makeup.space || !makeup.letter() || text.size() < 8) return false;
  if (looksLikePath(text) || text.starts_with("sha") || text.starts_with("md5")) return false;
  constexpr CharSet kPlain = alphanumericAnd("_-+/=~");
  if (text.find_first_of("?()[]{}<>^|\\*") != std::string_view::npos) return false;
  if (setting.name.grade == Grade::kKey) {
    return text.size() >= 20 && makeup.upper && makeup.lower && makeup.digit &&
           runLength(text, kPlain) == text.size() && looksRandom(text);
  }
  const bool wholeLine = setting.beginsLine && value.endsLine;
  const bool linked = setting.link != Link::kSpace || value.quoted || setting.flag ||
                      setting.announced || wholeLine;
  if (!linked) return false;
  if (isDigest(text)) return makeup.digit && (setting.link != Link::kComma || setting.defined);
  const bool variable =
      setting.name.capitals && !setting.apart && !value.apart && setting.link == Link::kEquals;
  const bool declared = setting.name.capitals && setting.announced && setting.link == Link::kSpace;
  if ((variable || declared) && makeup.digit) return true;
  return text.size() >= 12 && makeup.digit && looksRandom(text);
}

/// Whether `value` can be the secret that `setting` announces.
bool canBeSecret(std::string_view text, const Value& value, const Setting& setting) {
  if (setting.compares && !value.quoted) return false;
  // A file of variables holds no code.
  const bool variable = setting.name.capitals && setting.link == Link::kEquals && !setting.apart &&
                        !value.apart && setting.beginsLine && value.endsLine &&
                        !text.ends_with(')');
  if (!value.quoted && !variable && looksLikeCode(text)) return false;
  if (isPlaceholder(text.substr(0, kTelling))) return false;
  if (text.find(kMarkerStart) != std::string_view::npos) return false;
  const Makeup makeup = makeupOf(text);
  return setting.name.grade == Grade::kPassword ? canBePassword(text, makeup, value, setting)
                                                : canBeToken(text, makeup, value, setting);
}

std::optional<Found> valueFound(std::string_view ahead, const Setting& setting) {
  const bool toBlank =
      setting.beginsLine && (setting.link == Link::kEquals || setting.link == Link::kColon);
  for (const bool far : {toBlank, false}) {
    const Value value = valueAt(ahead, setting.at, far);
    if (canBeSecret(value.in(ahead), value, setting)) {
      Found found{.from = value.from, .to = value.to, .kind = setting.name.kind};
      if (!value.quoted) found.tail = kWordTail;
      return found;
    }
    if (!far) break;
  }
  return std::nullopt;
}

/// `<input type="password" value="x">`.
std::optional<Found> fieldFound(const Place& place, const Setting& setting) {
  const size_t open = place.behind.rfind('<');
  if (open == std::string_view::npos || setting.link != Link::kEquals) return std::nullopt;
  const std::string_view close = place.ahead.substr(0, place.ahead.substr(0, 256).find('>'));
  for (const std::string_view part : {place.behind.substr(open), close}) {
    const size_t type = part.find("type=");
    if (type == std::string_view::npos) continue;
    if (!part.substr(std::min(part.find_first_not_of("\"'\\", type + 5), part.size()))
             .starts_with("password")) {
      continue;
    }
    const Value value = valueAt(place.ahead, setting.at);
    const std::string_view text = value.in(place.ahead);
    if (!value.quoted || text.size() < 3 || isPlaceholder(text.substr(0, kTelling))) continue;
    return Found{.from = value.from, .to = value.to, .kind = "password"};
  }
  return std::nullopt;
}

/// `echo x | docker login --password-stdin`.
std::optional<Found> pipedFound(std::string_view ahead, const Setting& setting) {
  constexpr std::string_view kReaders[] = {"sudo -S", "--password-stdin", "passwd",
                                           "--stdin", "--with-token",     "cryptsetup"};
  if (setting.link != Link::kSpace) return std::nullopt;
  size_t at = setting.at;
  for (const std::string_view flag : {" -n", " -e", " '%s'", " \"%s\"", " %s"}) {
    if (ahead.substr(at).starts_with(flag)) at += flag.size();
  }
  const Value value = valueAt(ahead, at);
  const std::string_view text = value.in(ahead);
  size_t pipe =
      value.to + (value.quoted ? runLength(ahead.substr(value.to), setOf("\\\"'"), 4) : 0);
  pipe += runLength(ahead.substr(pipe), kBlanks, 8);
  if (text.size() < 3 || !ahead.substr(pipe).starts_with('|')) return std::nullopt;
  if (isPlaceholder(text.substr(0, kTelling)) || makeupOf(text).space) return std::nullopt;
  const std::string_view rest = ahead.substr(pipe, 160);
  const std::string_view command = rest.substr(0, rest.find('\n'));
  for (const std::string_view reader : kReaders) {
    if (command.find(reader) != std::string_view::npos) {
      return Found{.from = value.from, .to = value.to, .kind = "password"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Found> namedAt(const Place& place) {
  const Setting setting = settingAt(place);
  if (setting.link == Link::kNone) return std::nullopt;
  const auto range = [&](const Value& value, const CharSet& tail) -> std::optional<Found> {
    if (value.to == 0) return std::nullopt;
    return Found{.from = value.from, .to = value.to, .kind = setting.name.kind, .tail = tail};
  };
  const bool header =
      setting.link == Link::kEquals || setting.link == Link::kColon || setting.link == Link::kComma;
  switch (setting.name.grade) {
    case Grade::kNone:
      return std::nullopt;
    case Grade::kAuthorization:
      return header ? range(proofAt(place.ahead, setting.at), kWordTail) : std::nullopt;
    case Grade::kCookie:
      return header ? range(cookiesAt(place.ahead, setting.at), kCookieTail) : std::nullopt;
    case Grade::kField:
      return fieldFound(place, setting);
    case Grade::kPiped:
      return pipedFound(place.ahead, setting);
    default:
      return valueFound(place.ahead, setting);
  }
}

}  // namespace epitome::redact
