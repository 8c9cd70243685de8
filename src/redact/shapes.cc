#include "redact/shapes.h"

#include <algorithm>
#include <array>

#include "redact/lines.h"
#include "redact/looks.h"
#include "redact/values.h"

namespace epitome::redact {
namespace {

constexpr size_t kTelling = 64;

struct Flag {
  /// Commands, parted by `|`, one of which stands before the flag in its line.
  std::string_view commands;
  char letter;
  /// The value may follow without a space; must it?
  bool attached = false;
  bool apart = true;
};
constexpr Flag kFlags[] = {
    {"docker login|podman login|nerdctl login|buildah login|skopeo login|helm registry login|"
     "oc login|az login|az acr login|cf login|heroku login",
     'p'},
    {"sshpass", 'p', true},
    {"mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mysqlcheck|mariadb|mariadb-dump|mycli|7z|7za",
     'p', true, false},
    {"mongo|mongosh|mongodump|mongorestore|mongoexport|cqlsh|psexec|clickhouse-client|ncftp", 'p'},
    {"redis-cli", 'a'},
    {"sqlcmd|bcp|isql|osql", 'P', true},
    {"zip|unzip|ipmitool", 'P', true},
    {"ldapsearch|ldapadd|ldapmodify|ldapdelete|ldappasswd|ldapwhoami", 'w'},
};

/// Whether the command that is being written in `line` is one of `commands`.
bool isCommand(std::string_view line, std::string_view commands) {
  constexpr CharSet kInWord = alphanumericAnd("-./");
  line.remove_prefix(line.find_last_of(";|&") + 1);
  for (size_t at = 0; at < line.size(); ++at) {
    if (!isLetter(line[at]) || (at > 0 && line[at - 1] != '/' && kInWord.has(line[at - 1])))
      continue;
    for (size_t from = 0; from < commands.size();) {
      const size_t end = std::min(commands.find('|', from), commands.size());
      const std::string_view command = commands.substr(from, end - from);
      from = end + 1;
      if (command[0] != line[at] || !line.substr(at).starts_with(command)) continue;
      const size_t behind = at + command.size();
      if (behind < line.size() && !kInWord.has(line[behind])) return true;
    }
  }
  return false;
}

/// `docker", "login", "-p` reads as the command does.
std::string_view withoutQuotes(std::string_view line, std::array<char, Place::kBehind>& room) {
  size_t size = 0;
  for (const char c : line) {
    if (c == '"' || c == '\'' || c == '\\' || c == ',' || size == room.size()) continue;
    room[size++] = c;
  }
  return {room.data(), size};
}

/// Whether a host's name or number is at the start of `text`, with nothing else of an address's
/// user behind it.
bool beginsWithHost(std::string_view text) {
  constexpr CharSet kHost = alphanumericAnd("._-");
  constexpr std::string_view kBehind = ":/?,\"'`\\ \t\r\n;)>]}&#|";
  const size_t host = text.starts_with('[') ? 1 : runLength(text, kHost);
  return host > 0 && (host == text.size() || kBehind.find(text[host]) != std::string_view::npos);
}

/// Where the `@` is that ends the password at the start of `text`, 0 for none.
size_t passwordEnd(std::string_view text) {
  constexpr std::string_view kEnds = " \t\r\n\"'`<>\\";
  size_t end = 0;
  for (size_t at = 0; at < text.size() && at < 512; ++at) {
    const char c = text[at];
    // A marker says that the address was looked at while it was whole.
    if (text.substr(at).starts_with(kMarkerStart)) return 0;
    if (kEnds.find(c) != std::string_view::npos) break;
    // Behind the host is no password any more.
    if (end > 0 && (c == '/' || c == '?' || c == '#')) break;
    if (c == '@' && beginsWithHost(text.substr(at + 1))) end = at;
  }
  return end;
}

}  // namespace

std::optional<Found> webTokenAt(const Place& place) {
  const std::string_view ahead = place.ahead;
  if (!ahead.starts_with("eyJ") || !place.wordBegins()) return std::nullopt;
  const size_t header = runLength(ahead, kBase64Url);
  if (header < 16 || header >= 640 || !ahead.substr(header).starts_with('.')) return std::nullopt;
  const std::string_view rest = ahead.substr(header + 1);
  const size_t claims = runLength(rest, kBase64Url);
  const size_t next = rest.starts_with("..") ? 1 : claims;
  const bool known = rest.starts_with("eyJ") || (next > 0 && rest.substr(next).starts_with('.'));
  if (claims < 6 || (!known && !isKeyBody(rest.substr(0, claims)))) return std::nullopt;
  return Found{
      .from = 0, .to = header + 1 + claims, .kind = "jwt", .tail = alphanumericAnd("_-.=")};
}

std::optional<Found> addressAt(const Place& place) {
  const std::string_view ahead = place.ahead;
  const size_t slashes = ahead.starts_with("://") ? 3 : ahead.starts_with(":\\/\\/") ? 5 : 0;
  if (slashes == 0) return std::nullopt;
  constexpr CharSet kUser = alphanumericAnd("_.-+%~!$&*=");
  const size_t user = runLength(ahead.substr(slashes), kUser, 96);
  const size_t at = slashes + user;
  if (at >= ahead.size()) return std::nullopt;
  if (ahead[at] == '@') {
    const std::string_view token = ahead.substr(slashes, user);
    const bool secret = user >= 16 && makeupOf(token).digit && looksRandom(token, 2);
    if (!secret || !beginsWithHost(ahead.substr(at + 1)) || isExample(token)) return std::nullopt;
    return Found{.from = slashes, .to = at, .kind = "url-password"};
  }
  if (ahead[at] != ':') return std::nullopt;
  const std::string_view rest = ahead.substr(at + 1);
  const size_t length = passwordEnd(rest);
  // `host:8080/path@version`.
  const size_t port = runLength(rest, kDigits);
  const bool isPort = rest.substr(port).starts_with('/') || rest.substr(port).starts_with('?') ||
                      rest.substr(port).starts_with('#');
  if (length == 0 || (isPort && user > 0) ||
      isPlaceholder(rest.substr(0, std::min(length, kTelling)))) {
    return std::nullopt;
  }
  return Found{.from = at + 1, .to = at + 1 + length, .kind = "url-password"};
}

std::optional<Found> userPasswordAt(const Place& place) {
  constexpr CharSet kUser = alphanumericAnd("_-.@+%\\/");
  std::string_view before = place.behind;
  if (!trimBack(before, kUser)) return std::nullopt;
  trimBack(before, setOf("\"'`"));
  if (!trimBack(before, setOf(" \t="))) return std::nullopt;
  constexpr std::string_view kBefore[] = {" -u",     " --user",  " -a",
                                          " --auth", " --creds", "--proxy-user"};
  if (std::none_of(std::begin(kBefore), std::end(kBefore),
                   [&](std::string_view flag) { return before.ends_with(flag); })) {
    return std::nullopt;
  }
  const Value value = valueAt(place.ahead, 1);
  const std::string_view word = value.in(place.ahead);
  const Makeup makeup = makeupOf(word);
  if (value.apart || value.quoted || word.size() < 3 || !(makeup.letter() || makeup.symbol)) {
    return std::nullopt;
  }
  if (word[0] == ':' || looksLikeCode(word) || isPlaceholder(word.substr(0, kTelling))) {
    return std::nullopt;
  }
  return Found{.from = 1, .to = value.to, .kind = "password"};
}

std::optional<Found> commandAt(const Place& place) {
  const std::string_view ahead = place.ahead;
  if (ahead.size() < 4 || ahead[0] != '-' || place.behind.empty()) return std::nullopt;
  const char before = place.behind.back();
  if (before != ' ' && !isQuote(before)) return std::nullopt;
  bool any = false;
  std::array<char, Place::kBehind> room{};
  const std::string_view line = withoutQuotes(lastLine(place.behind, any), room);
  for (const Flag& flag : kFlags) {
    if (ahead[1] != flag.letter || !isCommand(line, flag.commands)) continue;
    size_t at = 2;
    if (isSpace(ahead[2]) || ahead[2] == ',' || (isQuote(before) && ahead[2] == before)) {
      if (!flag.apart) continue;
      at += runLength(ahead.substr(at), setOf("\\\"',= "), 6);
      // Not the quote that the value begins with.
      if (isQuote(ahead[at - 1])) --at;
    } else if (!flag.attached) {
      continue;
    }
    const Value value = valueAt(ahead, at);
    const std::string_view word = value.in(ahead);
    if (word.size() < 3 || word[0] == '-' || isPlaceholder(word.substr(0, kTelling))) continue;
    if (!value.quoted && looksLikeCode(word)) continue;
    return Found{.from = value.from, .to = value.to, .kind = "password"};
  }
  return std::nullopt;
}

std::optional<Found> passwordLineAt(const Place& place, size_t prefix) {
  constexpr CharSet kField = alphanumericAnd("_.-*$+@");
  // A host and its port look like a file and its line.
  for (const size_t from : {prefix, size_t{0}}) {
    size_t at = from;
    int field = 0;
    for (; field < 4; ++field) {
      const std::string_view rest = place.ahead.substr(at);
      const size_t length = runLength(rest, kField, 64);
      if (length == 0 || !rest.substr(length).starts_with(':')) break;
      const std::string_view text = rest.substr(0, length);
      const bool any = text == "*";
      if (field == 1 && !any && (length < 4 || runLength(text, kDigits) != length)) break;
      if (field != 1 && !any && !isLetter(text[0]) && text[0] != '_') break;
      at += length + 1;
    }
    if (field < 4 && prefix == 0) break;
    if (field < 4) continue;
    const Value value = valueAt(place.ahead, at, true);
    const std::string_view word = value.in(place.ahead);
    if (!value.apart && !value.quoted && value.endsLine && word.size() >= 4 &&
        makeupOf(word).mixed() && !isPlaceholder(word.substr(0, kTelling))) {
      return Found{.from = value.from, .to = value.to, .kind = "password"};
    }
  }
  return std::nullopt;
}

std::optional<Found> seedAt(const Place& place, size_t from) {
  constexpr CharSet kLower = [] {
    CharSet set;
    set.addRange('a', 'z');
    return set;
  }();
  constexpr CharSet kBetween = setOf(" ,\"'0123456789.)\n\t\\");
  size_t words = 0;
  size_t end = from;
  size_t between = 0;
  for (size_t at = from; words < 25;) {
    const std::string_view rest = place.ahead.substr(at);
    const size_t length = runLength(rest, kLower, 9);
    if (length < 3 || length > 8 || !isSeedWord(rest.substr(0, length))) break;
    if (rest.size() > length && (isAlnum(rest[length]) || rest[length] == '_')) break;
    ++words;
    end = at + length;
    size_t gap = runLength(rest.substr(length), kBetween, 9);
    // The letter of an escaped line's end.
    if (rest.substr(length).starts_with("\\n"))
      gap = 2 + runLength(rest.substr(length + 2), kBetween, 9);
    if (gap == 0 || (words > 1 && between != gap && (between == 1 || gap == 1))) break;
    between = gap;
    at = end + gap;
  }
  if (words < 12 || words > 24 || words % 3 != 0) return std::nullopt;
  // Amid a list that began before.
  std::string_view before = place.behind;
  if (from == 0 && trimBack(before, kBetween) && place.behind.size() - before.size() > 2 &&
      !before.empty() && isLower(before.back())) {
    return std::nullopt;
  }
  return Found{.from = from, .to = end, .kind = "seed-phrase"};
}

}  // namespace epitome::redact
