/// The names themselves, as data.
#include "summary/redact/names.h"

#include <algorithm>
#include <array>

#include "summary/redact/char_set.h"

namespace epitome::redact {
namespace {

struct Ending {
  std::string_view text;
  Grade grade;
  /// Counts only where a word begins with it: `db_pass`, not `bypass`.
  bool word = false;
};

/// Ends of names in lower case without separators. The first that fits counts.
constexpr Ending kEndings[] = {
    {"password", Grade::kPassword},
    {"passwd", Grade::kPassword},
    {"passphrase", Grade::kPassword},
    {"passwort", Grade::kPassword},
    {"pswd", Grade::kPassword},
    {"passcode", Grade::kPassword},
    {"contrasena", Grade::kPassword},
    {"motdepasse", Grade::kPassword},
    {"senha", Grade::kPassword, true},
    {"pwd", Grade::kPassword, true},
    {"pgpass", Grade::kPassword, true},
    {"pass", Grade::kPassword, true},
    {"authorization", Grade::kAuthorization},
    {"setcookie", Grade::kCookie},
    {"cookie", Grade::kCookie, true},
    {"secret", Grade::kSecret},
    {"secretkeybase", Grade::kSecret},
    {"apikey", Grade::kSecret},
    {"appkey", Grade::kSecret, true},
    {"accesskey", Grade::kSecret},
    {"secretkey", Grade::kSecret},
    {"accountkey", Grade::kSecret},
    {"privatekey", Grade::kSecret},
    {"authkey", Grade::kSecret},
    {"encryptionkey", Grade::kSecret},
    {"signingkey", Grade::kSecret},
    {"masterkey", Grade::kSecret},
    {"servicekey", Grade::kSecret},
    {"servicerolekey", Grade::kSecret},
    {"clientkey", Grade::kSecret},
    {"consumerkey", Grade::kSecret},
    {"licensekey", Grade::kSecret},
    {"adminkey", Grade::kSecret},
    {"deploykey", Grade::kSecret},
    {"webhookkey", Grade::kSecret},
    {"hmackey", Grade::kSecret},
    {"jwtkey", Grade::kSecret},
    {"sharedkey", Grade::kSecret},
    {"storagekey", Grade::kSecret},
    {"subscriptionkey", Grade::kSecret},
    {"functionkey", Grade::kSecret},
    {"token", Grade::kSecret},
    {"credential", Grade::kSecret},
    {"credentials", Grade::kSecret},
    {"auth", Grade::kSecret, true},
    {"bearer", Grade::kSecret, true},
    {"sessionid", Grade::kSecret},
    {"sessid", Grade::kSecret},
    {"sid", Grade::kSecret, true},
    {"sig", Grade::kSecret, true},
    {"amzsignature", Grade::kSecret},
    {"googsignature", Grade::kSecret},
    {"key", Grade::kKey, true},
};

/// Within a name: no secret, whatever it ends with. Of passwords none is.
constexpr std::string_view kHarmless[] = {
    "public",    "publishable", "primary",   "foreign",   "cache",        "sort",
    "partition", "idempotency", "nexttoken", "pagetoken", "continuation", "synctoken",
    "cancel",    "starttoken",  "tokentype", "routing",   "dedup",        "pad",
    "eostoken",  "bostoken",    "unktoken",  "clientsid", "accountsid",
};

constexpr std::string_view kTypes[] = {"string", "str", "String", "&str", "char", "text", "bytes"};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view kindOf(std::string_view name, Grade grade) {
  switch (grade) {
    case Grade::kPassword:
      return "password";
    case Grade::kCookie:
      return "cookie";
    case Grade::kAuthorization:
      return "authorization";
    default:
      break;
  }
  if (holds(name, "secretaccesskey") || (holds(name, "aws") && holds(name, "secret"))) {
    return "aws-secret-key";
  }
  if (holds(name, "accountkey") || holds(name, "sharedaccesskey")) return "azure-key";
  if (holds(name, "twilio")) return "twilio-token";
  return "secret";
}

}  // namespace

bool inName(char c) {
  constexpr CharSet kSet = alphanumericAnd("_-.");
  return kSet.has(c);
}

bool isType(std::string_view word) {
  return std::find(std::begin(kTypes), std::end(kTypes), word) != std::end(kTypes);
}

Name nameOf(std::string_view name) {
  // A number at the end tells one of several apart.
  while (!name.empty() && !isLetter(name.back())) name.remove_suffix(1);
  if (name.size() < 3 || name.size() > kLongestName) return {};
  std::array<char, kLongestName> letters{};
  std::array<bool, kLongestName> begins{};
  size_t length = 0;
  bool parted = true;
  bool anyLower = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!isAlphanumeric(c)) {
      parted = true;
      continue;
    }
    anyLower = anyLower || isLower(c);
    begins[length] = parted || (isUpper(c) && i > 0 && isLower(name[i - 1]));
    letters[length++] = lowered(c);
    parted = false;
  }
  const std::string_view flat(letters.data(), length);
  for (const Ending& ending : kEndings) {
    if (!flat.ends_with(ending.text)) continue;
    if (ending.word && !begins[length - ending.text.size()]) continue;
    const bool harmless = ending.grade != Grade::kPassword &&
                          std::any_of(std::begin(kHarmless), std::end(kHarmless),
                                      [&](std::string_view part) { return holds(flat, part); });
    if (harmless) return {};
    return {.grade = ending.grade,
            .kind = kindOf(flat, ending.grade),
            .capitals = !anyLower,
            .phrase = ending.text == "passphrase",
            .common = flat == "pass" || flat == "pwd"};
  }
  return {};
}

}  // namespace epitome::redact
