/// From a separator back to the name and on to the value.
#include "summary/redact/assignments.h"

#include <algorithm>

#include "summary/redact/names.h"
#include "summary/redact/values.h"
#include "summary/redact/words.h"

namespace epitome::redact {
namespace {

/// What a value goes on with where it is longer than can be seen.
constexpr CharSet kWordTail = alphanumericAnd("_-+/=.~%:");
constexpr CharSet kCookieTail = alphanumericAnd(" !#$%&*+,-./:;=?@^_|~");

/// Takes characters from the end of `text`; returns whether there were any.
bool trimBack(std::string_view& text, std::string_view characters) {
  const size_t size = text.size();
  while (!text.empty() && characters.find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text.size() != size;
}

/// The name that `text` ends with; leaves what stands before it.
std::string_view takeName(std::string_view& text) {
  size_t length = 0;
  while (length < text.size() && length <= kLongestName && inName(text[text.size() - 1 - length])) {
    ++length;
  }
  std::string_view name = text.substr(text.size() - length);
  text.remove_suffix(length);
  // The letter of an escape in JSON: `\nPASSWORD`.
  if (text.ends_with('\\') && !name.empty()) name.remove_prefix(1);
  return name;
}

/// `Access key`, `AWS Secret Access Key`: the words before a name that ends with `name`.
std::string_view withWordsBefore(std::string_view text, std::string_view name) {
  const char* end = name.data() + name.size();
  const char* begin = name.data();
  for (int words = 0; words < 3 && text.size() > 1 && text.back() == ' '; ++words) {
    text.remove_suffix(1);
    size_t length = 0;
    while (length < text.size() && length < 16 && isLetter(text[text.size() - 1 - length])) {
      ++length;
    }
    if (length == 0) break;
    text.remove_suffix(length);
    begin -= length + 1;
  }
  return {begin, static_cast<size_t>(end - begin)};
}

/// The text before a name ends where a line begins, but for what indents it.
bool beginsLine(std::string_view before, bool fromStart) {
  for (const std::string_view word : {"export", "set", "-", "+"}) {
    trimBack(before, " \t");
    if (before.ends_with(word)) before.remove_suffix(word.size());
  }
  trimBack(before, " \t");
  if (before.empty()) return fromStart;
  return before.back() == '\n' || before.ends_with("\\");
}

/// The setting whose separator stands at the place; its name's grade is kNone where there is none.
Setting settingAt(const Surroundings& place) {
  Setting setting;
  setting.separator = place.ahead[0];
  std::string_view before = place.behind;
  if (setting.separator == '>') {
    // `<password>x` or `:password => x`.
    const bool arrow = before.ends_with('=');
    if (arrow) setting.separator = '=';
    std::string_view tag = before;
    if (!arrow && (takeName(tag).empty() || !tag.ends_with('<'))) return setting;
  }
  setting.apart = trimBack(before, " \t");
  const std::string_view operators = before;
  if (trimBack(before, "=!:?+")) {
    setting.compares = operators.ends_with('!') || operators.ends_with('=');
    if (place.ahead[0] == '>') setting.compares = false;
    setting.apart = trimBack(before, " \t") || setting.apart;
  }
  const std::string_view unbracketed = before;
  trimBack(before, "]");
  if (!trimBack(before, "\"'`\\")) before = unbracketed;
  std::string_view name = takeName(before);
  if (isType(name)) {
    // `password: str = "x"`, `password string = "x"`.
    trimBack(before, " \t:?&");
    name = takeName(before);
  }
  setting.name = nameOf(name);
  if (setting.name.grade == Grade::kKey || setting.name.grade == Grade::kSecret) {
    const Name longer = nameOf(withWordsBefore(before, name));
    if (longer.grade != Grade::kNone) setting.name = longer;
  }
  setting.before = before.empty() ? '\0' : before.back();
  setting.beginsLine = beginsLine(before, place.fromStart);
  return setting;
}

/// Whether the separator at the place is the last of its operator.
bool isLastOfOperator(std::string_view ahead) {
  if (ahead.size() < 2) return false;
  const char next = ahead[1];
  switch (ahead[0]) {
    case '=':
      return next != '=' && next != '>' && next != '~';
    case ':':
      return next != ':' && next != '=' && !ahead.substr(1).starts_with("//");
    default:
      return next != '>' && next != '=';
  }
}

std::optional<Found> foundValue(std::string_view ahead, size_t at, const Setting& setting) {
  Value value = valueAt(ahead.substr(at));
  value.from += at;
  value.to += at;
  const std::string_view text = ahead.substr(value.from, value.to - value.from);
  if (!canBeSecret(text, value, setting)) return std::nullopt;
  Found found{.from = value.from, .to = value.to, .kind = setting.name.kind};
  if (!value.quoted) found.tail = kWordTail;
  return found;
}

}  // namespace

std::optional<Found> assignedAt(const Surroundings& place) {
  if (!isLastOfOperator(place.ahead)) return std::nullopt;
  const Setting setting = settingAt(place);
  switch (setting.name.grade) {
    case Grade::kNone:
      return std::nullopt;
    case Grade::kAuthorization: {
      const Value proof = proofAt(place.ahead.substr(1));
      if (proof.to == 0) return std::nullopt;
      return Found{
          .from = proof.from + 1, .to = proof.to + 1, .kind = setting.name.kind, .tail = kWordTail};
    }
    case Grade::kCookie: {
      constexpr CharSet kBefore = setOf(" \t\\\"'`");
      const size_t from = 1 + std::min<size_t>(runLength(place.ahead.substr(1), kBefore), 16);
      const size_t length = cookiesLength(place.ahead.substr(from));
      if (length == 0) return std::nullopt;
      return Found{
          .from = from, .to = from + length, .kind = setting.name.kind, .tail = kCookieTail};
    }
    default:
      return foundValue(place.ahead, 1, setting);
  }
}

std::optional<Found> flagAt(const Surroundings& place) {
  const std::string_view ahead = place.ahead;
  if (!place.behind.empty() && inName(place.behind.back())) return std::nullopt;
  Setting setting;
  setting.separator = ' ';
  if (!ahead.starts_with("--")) return std::nullopt;
  size_t at = 2;
  while (at < ahead.size() && at <= kLongestName && inName(ahead[at])) ++at;
  setting.name = nameOf(ahead.substr(2, at - 2));
  const Grade grade = setting.name.grade;
  if (grade != Grade::kPassword && grade != Grade::kSecret) return std::nullopt;
  // `--password x`, or two strings of an array.
  if (at < ahead.size() && ahead[at] != ' ') {
    constexpr CharSet kBetween = setOf("\\\"', ");
    const size_t between = std::min<size_t>(runLength(ahead.substr(at), kBetween), 12);
    const size_t comma = ahead.substr(at, between).find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    at += comma + 1;
  }
  if (at >= ahead.size()) return std::nullopt;
  const size_t value = ahead.find_first_not_of(' ', at);
  if (value != std::string_view::npos && ahead[value] == '-') return std::nullopt;
  return foundValue(ahead, at, setting);
}

std::optional<Found> userPasswordAt(const Surroundings& place) {
  std::string_view before = place.behind;
  if (takeName(before).empty()) return std::nullopt;
  trimBack(before, "\"'`\\");
  if (!trimBack(before, " \t")) return std::nullopt;
  if (!before.ends_with(" -u") && !before.ends_with(" --user")) return std::nullopt;
  Value value = valueAt(place.ahead.substr(1));
  if (value.apart || value.quoted) return std::nullopt;
  const std::string_view word = place.ahead.substr(1, value.to);
  const Makeup makeup = makeupOf(word);
  if (word.size() < 3 || !(makeup.letter() || makeup.symbol)) return std::nullopt;
  if (looksLikeCode(word) || isPlaceholder(word.substr(0, 64))) return std::nullopt;
  return Found{.from = 1, .to = 1 + value.to, .kind = "password"};
}

std::optional<Found> addressPasswordAt(const Surroundings& place) {
  constexpr CharSet kUser = alphanumericAnd("_.-+%~!$&*=");
  std::string_view before = place.behind;
  size_t user = 0;
  while (user < before.size() && user <= kLongestName &&
         kUser.has(before[before.size() - 1 - user])) {
    ++user;
  }
  before.remove_suffix(user);
  // Slashes may be escaped in JSON.
  if (!before.ends_with("://") && !before.ends_with(":\\/\\/")) return std::nullopt;
  constexpr std::string_view kEnds = " \t\r\n\"'`<>\\/?#,;(){}";
  size_t host = 0;
  size_t at = 1;
  for (; at < place.ahead.size() && at < 512; ++at) {
    if (place.ahead[at] == '@') host = at;
    // A marker says that the address was looked at while it was whole.
    if (place.ahead.substr(at).starts_with(kMarkerStart)) return std::nullopt;
    if (kEnds.find(place.ahead[at]) != std::string_view::npos) break;
  }
  if (host < 2 || host + 1 >= place.ahead.size()) return std::nullopt;
  const std::string_view word = place.ahead.substr(1, host - 1);
  if (isPlaceholder(word.substr(0, 64))) return std::nullopt;
  return Found{.from = 1, .to = host, .kind = "url-password"};
}

}  // namespace epitome::redact
