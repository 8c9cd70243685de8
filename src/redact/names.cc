/// The names themselves, as data.
#include "redact/names.h"

#include <algorithm>
#include <array>

#include "redact/chars.h"

namespace epitome::redact {
namespace {

struct Endings {
  Grade grade;
  /// Count only where a word begins with them: `db_pass`, not `bypass`.
  bool word;
  /// Parted by spaces.
  std::string_view texts;
};

/// Ends of names in lower case without separators. The first that fits counts.
constexpr Endings kEndings[] = {
    {Grade::kPassword, false,
     "password passwd passphrase passwort pswd passcode kennwort contrasena motdepasse wachtwoord "
     "identifiedby storepass keypass requirepass masterauth"},
    {Grade::kPassword, false,
     "contrase\xc3\xb1"
     "a has\xc5\x82o l\xc3\xb6senord \xc5\x9f"
     "ifre \xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c \xe5\xaf\x86\xe7\xa0\x81 "
     "\xe5\xaf\x86\xe7\xa2\xbc "
     "\xe5\x8f\xa3\xe4\xbb\xa4 \xe3\x83\x91\xe3\x82\xb9\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89 "
     "\xeb\xb9\x84\xeb\xb0\x80\xeb\xb2\x88\xed\x98\xb8 \xec\x95\x94\xed\x98\xb8"},
    {Grade::kPassword, true,
     "senha pwd pw pgpass pass psk presharedkey parola heslo haslo clave losenord adgangskode "
     "withby sha256passwordby"},
    {Grade::kAuthorization, false, "authorization"},
    {Grade::kCookie, false, "setcookie"},
    {Grade::kCookie, true, "cookie"},
    {Grade::kSecret, false,
     "secret secretkeybase apikey accesskey secretkey accountkey privatekey authkey encryptionkey "
     "signingkey masterkey servicekey servicerolekey clientkey consumerkey licensekey adminkey "
     "deploykey webhookkey hmackey jwtkey sharedkey storagekey subscriptionkey functionkey token "
     "credential credentials sessionid sessid amzsignature googsignature"},
    {Grade::kSecret, true, "appkey auth bearer sid sig pat"},
    {Grade::kKey, true, "key"},
    {Grade::kField, true, "value"},
    {Grade::kPiped, true, "echo printf"},
};

/// Within a name: no secret, whatever it ends with. Of passwords none is.
constexpr std::string_view kHarmless[] = {
    "public",    "publishable", "primary",   "foreign",   "cache",        "sort",
    "partition", "idempotency", "nexttoken", "pagetoken", "continuation", "synctoken",
    "cancel",    "starttoken",  "tokentype", "routing",   "dedup",        "pad",
    "eostoken",  "bostoken",    "unktoken",  "clientsid", "accountsid",
};

/// Calls `take` with each of the texts.
template <typename Take>
constexpr void eachOf(std::string_view texts, Take take) {
  for (size_t at = 0; at < texts.size();) {
    const size_t end = std::min(texts.find(' ', at), texts.size());
    if (end > at) take(texts.substr(at, end - at));
    at = end + 1;
  }
}

constexpr size_t kEndingCount = [] {
  size_t count = 0;
  for (const Endings& endings : kEndings) eachOf(endings.texts, [&](auto) { ++count; });
  return count;
}();

constexpr uint32_t slotOf(char beforeLast, char last) {
  return static_cast<uint8_t>(lowered(beforeLast)) * 256U + static_cast<uint8_t>(lowered(last));
}

struct Ending {
  std::string_view text;
  const Endings* row = nullptr;
  uint32_t slot = 0;
};
constexpr std::array<Ending, kEndingCount> kFlat = [] {
  std::array<Ending, kEndingCount> flat{};
  size_t at = 0;
  for (const Endings& endings : kEndings) {
    eachOf(endings.texts, [&](std::string_view text) {
      flat[at++] = {text, &endings, slotOf(text[text.size() - 2], text.back())};
    });
  }
  return flat;
}();

/// Chains of endings by their last byte: one more than their places, 0 at an end.
struct Chains {
  std::array<uint8_t, 32> first{};
  std::array<uint8_t, kEndingCount + 1> next{};
};
constexpr Chains kChains = [] {
  Chains chains;
  for (size_t at = kEndingCount; at > 0; --at) {
    uint8_t& first = chains.first[kFlat[at - 1].slot % 32];
    chains.next[at] = first;
    first = static_cast<uint8_t>(at);
  }
  return chains;
}();

bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

/// Where in `text` the ending begins that it ends with, separators left out; npos where it does
/// not.
size_t endingStart(std::string_view text, std::string_view ending) {
  size_t at = text.size();
  for (size_t left = ending.size(); left > 0; --at) {
    if (at == 0) return std::string_view::npos;
    const char c = text[at - 1];
    if (lowered(c) == ending[left - 1]) {
      --left;
    } else if (!isSeparator(c) || left == ending.size() || (at > 1 && isSeparator(text[at - 2]))) {
      return std::string_view::npos;
    }
  }
  return at;
}

/// In lower case, without separators.
std::string_view flattened(std::string_view name, std::array<char, kLongestName>& room) {
  size_t length = 0;
  for (const char c : name.substr(name.size() - std::min(name.size(), room.size()))) {
    if (!isSeparator(c)) room[length++] = lowered(c);
  }
  return {room.data(), length};
}

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view kindOf(std::string_view name, Grade grade) {
  if (grade == Grade::kCookie) return "cookie";
  if (grade == Grade::kAuthorization) return "authorization";
  if (grade != Grade::kSecret && grade != Grade::kKey) return "password";
  if (holds(name, "secretaccesskey") || (holds(name, "aws") && holds(name, "secret"))) {
    return "aws-secret-key";
  }
  if (holds(name, "accountkey") || holds(name, "sharedaccesskey")) return "azure-key";
  return holds(name, "twilio") ? "twilio-token" : "secret";
}

}  // namespace

bool inName(char c) {
  constexpr CharSet kSet = alphanumericAnd("_-.");
  return kSet.has(c) || isBeyondAscii(c);
}

const std::array<uint64_t, 128> kNameEnds = [] {
  std::array<uint64_t, 128> bits{};
  for (const Ending& ending : kFlat) {
    const std::string_view text = ending.text;
    const size_t size = text.size();
    const auto add = [&](char first) {
      const uint32_t end = endOf(first, text[size - 2], text[size - 1]);
      bits[end / 64] |= uint64_t{1} << end % 64;
    };
    // A separator may stand where the ending has none: `session_id`.
    add('_');
    for (char c = 'a'; size == 2 && c <= 'z'; ++c) add(c);
    if (size > 2) add(text[size - 3]);
  }
  return bits;
}();

std::string_view nameRun(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && length <= kLongestName && inName(text[text.size() - 1 - length])) {
    ++length;
  }
  const std::string_view run = text.substr(text.size() - length);
  // The letter of an escape in JSON: `\nPASSWORD`.
  const bool escaped = length > 0 && length < text.size() && text[text.size() - 1 - length] == '\\';
  return run.substr(escaped ? 1 : 0);
}

Name nameOf(std::string_view text) {
  const std::string_view whole = text;
  // A number at the end tells one of several apart.
  while (!text.empty() && (isDigit(text.back()) || isSeparator(text.back()))) {
    if (text.back() == ' ') return {};
    text.remove_suffix(1);
  }
  if (text.size() < 2) return {};
  const uint32_t slot = slotOf(text[text.size() - 2], text.back());
  for (uint8_t next = kChains.first[slot % 32]; next > 0; next = kChains.next[next]) {
    const Ending& ending = kFlat[next - 1];
    if (ending.slot != slot) continue;
    const size_t start = endingStart(text, ending.text);
    if (start == std::string_view::npos) continue;
    const std::string_view run = nameRun(whole);
    if (run.size() > kLongestName) return {};
    const size_t begin = whole.size() - run.size();
    const bool parted = start <= begin || !isAlnum(text[start - 1]) ||
                        (isUpper(text[start]) && isLower(text[start - 1]));
    if (ending.row->word && !parted) continue;
    std::array<char, kLongestName> room{};
    const std::string_view name = flattened(run, room);
    const Grade grade = ending.row->grade;
    if (grade != Grade::kPassword && std::any_of(std::begin(kHarmless), std::end(kHarmless),
                                                 [&](auto part) { return holds(name, part); })) {
      return {};
    }
    Name found{.grade = grade,
               .kind = {},
               .capitals = std::none_of(run.begin(), run.end(), isLower),
               .phrase = ending.text == "passphrase" || ending.text == "psk",
               .common = name == "pass" || name == "pwd" || name == "pw"};
    // `AWS Secret Access Key`.
    std::array<char, kLongestName> more{};
    const size_t line = whole.find_last_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ");
    found.kind = kindOf(flattened(whole.substr(line + 1), more), grade);
    return found;
  }
  return {};
}

}  // namespace epitome::redact
