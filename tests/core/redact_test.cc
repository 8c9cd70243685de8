// promise: 9 loses nothing silently
/// That secrets of published formats are found wherever they stand, that other texts stay as they
/// are, and that neither pieces nor hostile bytes make a difference.
#include "redact/redact.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/secret_corpus.h"

namespace epitome {
namespace {

using test::Random;
using test::SecretCase;

const RedactionRules& rules() {
  static const RedactionRules kRules;
  return kRules;
}

struct Tally {
  uint64_t found = 0;
  uint64_t all = 0;
  std::vector<std::string> missed;
};
using Tallies = std::map<std::string, Tally>;

/// Whether any `window` characters of the secret behind its literal are left in a row.
bool isLeft(std::string_view outcome, std::string_view secret, size_t literal, size_t window) {
  for (size_t at = literal; at + window <= secret.size(); ++at) {
    if (outcome.find(secret.substr(at, window)) != std::string_view::npos) return true;
  }
  return false;
}

void look(Tallies& tallies, std::string_view place, const std::string& text,
          std::string_view secret, size_t literal) {
  Tally& tally = tallies[std::string(place)];
  ++tally.all;
  const std::string outcome = redacted(text, rules());
  EXPECT_EQ(redacted(outcome, rules()), outcome);
  const size_t window = std::min<size_t>(secret.size() - literal, 5);
  if (isLeft(outcome, secret, literal, window)) {
    tally.missed.push_back(outcome);
  } else {
    ++tally.found;
  }
}

void report(const Tallies& tallies) {
  uint64_t found = 0;
  uint64_t all = 0;
  for (const auto& [place, tally] : tallies) {
    printf("%-16s %6zu of %6zu  %6.2f %%\n", place.c_str(), static_cast<size_t>(tally.found),
           static_cast<size_t>(tally.all),
           100.0 * static_cast<double>(tally.found) / static_cast<double>(tally.all));
    if (std::getenv("EPITOME_MISSES") != nullptr) {
      for (const std::string& text : tally.missed) printf("  %s\n", text.c_str());
    }
    found += tally.found;
    all += tally.all;
    EXPECT_GE(tally.found * 100, tally.all * 90) << place;
  }
  printf("%-16s %6zu of %6zu  %6.2f %%\n", "all", static_cast<size_t>(found),
         static_cast<size_t>(all), 100.0 * static_cast<double>(found) / static_cast<double>(all));
  EXPECT_GE(found * 100, all * 97);
}

TEST(Redact, KeysOfProviders) {
  Tallies tallies;
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    Random random(seed);
    for (const test::Format& format : test::kFormats) {
      for (const test::SecretPlace& place : test::kSecretPlaces) {
        if (!place.named && !format.bare) continue;
        size_t literal = 0;
        const std::string secret = test::secretOf(random, format.shape, literal);
        look(tallies, place.place, test::placed(place.text, format.variable, secret), secret,
             literal);
      }
      if (!format.bare) continue;
      // Cut at its end, by the text's end or by points that stand for the rest.
      size_t literal = 0;
      const std::string secret = test::secretOf(random, format.shape, literal);
      if (literal < 3) continue;
      const size_t kept = literal + (secret.size() - literal) * 3 / 4;
      const std::string cut = secret.substr(0, kept);
      look(tallies, "cut", "token " + cut, cut, literal);
      look(tallies, "cut", "token " + cut + "...", cut, literal);
      look(tallies, "cut", "{\"a\":\"" + cut + "\xe2\x80\xa6\"}", cut, literal);
    }
  }
  report(tallies);
}

/// Made of a word or two, digits and signs, as people and policies make them.
std::string passwordOf(Random& random) {
  static constexpr std::string_view kWords[] = {"Summer", "hunter", "Falcon", "trust", "Moon",
                                                "dragon", "Sesame", "qwerty", "Tokyo", "apple"};
  static constexpr std::string_view kSigns[] = {"!", "#", "_", "-", "@", "%", "*", "+"};
  std::string out(random.pick(kWords));
  switch (random.below(4)) {
    case 0:
      return out + test::charactersOf(random, test::kDecimal, 4);
    case 1:
      return (out += random.pick(kSigns)) + test::charactersOf(random, test::kDecimal, 3) + "x";
    case 2:
      return test::charactersOf(random, test::kBase62, 6) + std::string(random.pick(kSigns)) + "7" +
             test::charactersOf(random, test::kBase62, 6);
    default:
      return out + std::string(random.pick(kWords)) + test::charactersOf(random, test::kDecimal, 2);
  }
}

TEST(Redact, Passwords) {
  Tallies tallies;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    for (const test::SecretPlace& place : test::kPasswordPlaces) {
      const std::string password = passwordOf(random);
      look(tallies, place.place, test::placed(place.text, "", password), password, 0);
    }
    for (const std::string_view sign : {"#", "/", "?", "@", ":", "&", "=", "(", ";", ","}) {
      const std::string password = passwordOf(random) + std::string(sign) + passwordOf(random);
      look(tallies, "URL", "DATABASE_URL=postgres://bob:" + password + "@db:5432/shop\n", password,
           0);
    }
  }
  report(tallies);
}

TEST(Redact, FilesOfPasswordsAndTheirHashes) {
  using test::charactersOf;
  constexpr std::string_view kCrypt =
      "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  Tallies tallies;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const std::string salt = charactersOf(random, kCrypt, 8);
    const std::pair<std::string, std::string> hashes[] = {
        {"bob:$6$" + salt + "$", charactersOf(random, kCrypt, 86)},
        {"root:$y$j9T$" + salt + "$", charactersOf(random, kCrypt, 43)},
        {"bob:$5$rounds=5000$" + salt + "$", charactersOf(random, kCrypt, 43)},
        {"bob:$apr1$" + salt + "$", charactersOf(random, kCrypt, 22)},
        {"bob:$2y$05$", charactersOf(random, kCrypt, 53)},
        {"bob:{SHA}", charactersOf(random, test::kBase64, 27) + "="},
    };
    for (const auto& [before, hash] : hashes) {
      look(tallies, "hash", before + hash + ":19000:0:99999:7:::\n", hash, 0);
      look(tallies, "hash", "     1\t" + before + hash + "\n", hash, 0);
    }
    const std::string key = charactersOf(random, test::kLowerHex, 32);
    look(tallies, "Sentry", "dsn: 'https://" + key + "@o12345.ingest.sentry.io/678'", key, 0);
    look(tallies, "Sentry", "SENTRY_DSN=https://" + key + "@sentry.example.com/2\n", key, 0);
    const std::string bot =
        charactersOf(random, "123456789", 10) + ":AA" + charactersOf(random, test::kBase64Url, 33);
    look(tallies, "bot", "https://api.telegram.org/bot" + bot + "/sendMessage?chat_id=1", bot, 0);
    const std::string hook = "T" + charactersOf(random, test::kBase32, 8) + "/B" +
                             charactersOf(random, test::kBase32, 8) + "/" +
                             charactersOf(random, test::kBase62, 24);
    look(tallies, "bot", "https://hooks.slack.com/services/" + hook, hook, 0);
    const std::string aws = charactersOf(random, test::kBase64, 40);
    look(tallies, "command", "aws configure set aws_secret_access_key " + aws + " --profile x", aws,
         0);
  }
  report(tallies);
}

/// Words of the published list, as wallets hand them out.
TEST(Redact, Seeds) {
  static constexpr std::string_view kWords[] = {
      "abandon", "ability", "zoo",   "wrong",  "legal",  "winner",  "thank", "year",
      "wave",    "sausage", "worth", "useful", "letter", "advice",  "cage",  "absurd",
      "amount",  "doctor",  "vital", "avoid",  "bless",  "crystal", "fold",  "guard"};
  Tallies tallies;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    std::string phrase;
    const uint32_t count = 12 + 3 * random.below(5);
    std::string numbered;
    std::string list;
    for (uint32_t i = 0; i < count; ++i) {
      const std::string word(random.pick(kWords));
      phrase += (i == 0 ? "" : " ") + word;
      numbered += std::to_string(i + 1) + ". " + word + "\n";
      list += (i == 0 ? "\"" : ", \"") + word + "\"";
    }
    for (const std::string& text :
         {"seed phrase: " + phrase + "\n", phrase, "MNEMONIC=\"" + phrase + "\"\n",
          "{\"mnemonic\": \"" + phrase + "\"}", "12\xe2\x86\x92" + phrase + "\n"}) {
      look(tallies, "seed", text, phrase, 0);
    }
    look(tallies, "seed", "words = [" + list + "]", list, 0);
    look(tallies, "seed", "Write down:\n" + numbered, numbered, 0);
  }
  report(tallies);
}

/// A key's lines as a reader numbers them, and parts of it.
TEST(Redact, KeysInLines) {
  Tallies tallies;
  const auto numbered = [](const std::vector<std::string>& lines, size_t from, size_t style) {
    std::string out;
    for (size_t i = from; i < lines.size(); ++i) {
      const std::string number = std::to_string(i + 1);
      const std::array<std::string, 9> styles = {
          "",
          std::string(6 - number.size(), ' ') + number + "\t",
          number + "\xe2\x86\x92",
          number + ":",
          number + " | ",
          "keys/id_rsa:" + number + ":",
          "> ",
          std::string(5 - number.size(), ' ') + number + "\xe2\x86\x92",
          number + "- "};
      out += styles[style] + lines[i] + "\n";
    }
    return out;
  };
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    for (const std::string_view label :
         {"RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY", "PuTTY"}) {
      const uint32_t width = label.starts_with("OPENSSH") ? 70 : 64;
      const bool putty = label == "PuTTY";
      std::vector<std::string> lines;
      std::string body;
      if (putty) {
        lines = {"PuTTY-User-Key-File-3: ssh-rsa",
                 "Encryption: none",
                 "Comment: rsa-key",
                 "Public-Lines: 1",
                 "AAAAB3NzaC1yc2E=",
                 "Private-Lines: 9"};
      } else {
        lines = {std::string(5, '-') + "BEGIN " + std::string(label) + std::string(5, '-')};
      }
      const size_t first = lines.size();
      for (int i = 0; i < 8; ++i) {
        lines.push_back(test::charactersOf(random, test::kBase64, width));
      }
      lines.push_back(test::charactersOf(random, test::kBase64, 22) + "==");
      for (size_t i = first; i < lines.size(); ++i) body += lines[i] + "\n";
      lines.push_back(putty ? "Private-MAC: " + test::charactersOf(random, test::kLowerHex, 64)
                            : std::string(5, '-') + "END " + std::string(label) +
                                  std::string(5, '-'));
      for (size_t style = 0; style < 9; ++style) {
        const std::string whole = numbered(lines, 0, style);
        const std::string tail = numbered(lines, first + 4, style);
        const std::string end = numbered(lines, lines.size() - 2, style);
        std::vector<std::string> some(lines.begin(),
                                      lines.begin() + static_cast<ptrdiff_t>(first) + 6);
        const std::string middle = numbered(some, first + 2, style);
        const std::string head = numbered(some, 0, style);
        const auto all = [&](std::string_view place, const std::string& text) {
          look(tallies, place, text, body, 0);
          look(tallies, place, test::replacedAll(test::replacedAll(text, "\t", "\\t"), "\n", "\\n"),
               body, 0);
        };
        all("key", whole);
        all("key tail", tail);
        all("key end", end);
        all("key middle", middle);
        all("key head", head);
      }
    }
  }
  report(tallies);
}

// ---- Pieces, hostile bytes, the host's own patterns

std::string inPieces(std::string_view text, size_t first, size_t length) {
  Redactor redactor(rules());
  std::string out;
  redactor.update(text.substr(0, first), out);
  for (size_t at = std::min(first, text.size()); at < text.size(); at += length) {
    redactor.update(text.substr(at, length), out);
  }
  redactor.finish(out);
  return out;
}

std::vector<SecretCase> allSecrets(Random& random) {
  std::vector<SecretCase> all = test::bareSecrets(random);
  for (SecretCase& named : test::namedSecrets(random)) all.push_back(std::move(named));
  return all;
}

TEST(Redact, LeavesHarmlessTextsAlone) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    for (const std::string& text : test::harmlessTexts(random)) {
      EXPECT_EQ(redacted(text, rules()), text);
      EXPECT_EQ(redacted("a " + text + "\nb", rules()), "a " + text + "\nb");
    }
  }
}

TEST(Redact, EveryCutGivesTheSame) {
  Random random(5);
  for (const SecretCase& secret : allSecrets(random)) {
    const std::string text = "first line\n" + secret.text() + "\nlast line";
    const std::string whole = redacted(text, rules());
    const size_t stride = text.size() > 400 ? 61 : 1;
    for (size_t cut = 0; cut <= text.size(); cut += stride) {
      ASSERT_EQ(inPieces(text, cut, text.size()), whole) << cut;
    }
    ASSERT_EQ(inPieces(text, 0, 1), whole);
  }
}

TEST(Redact, HostileBytesPassUnchangedAndARedactedTextStays) {
  Random random(7);
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (int i = 0; i < 12; ++i) {
      text += test::randomBytes(random, random.below(60));
      std::vector<SecretCase> all = allSecrets(random);
      const std::string secret = all[random.below(static_cast<uint32_t>(all.size()))].text();
      text += secret.substr(0, random.below(static_cast<uint32_t>(secret.size() + 1)));
    }
    const std::string once = redacted(text, rules());
    ASSERT_EQ(redacted(once, rules()), once);
    ASSERT_EQ(inPieces(text, random.below(400), 1 + random.below(50)), once);
    const std::string bytes = test::randomBytes(random, 2000);
    ASSERT_EQ(redacted(bytes, rules()), bytes);
  }
}

TEST(Redact, OwnPatterns) {
  RedactionRules own;
  ASSERT_TRUE(own.add("acme", "acme_[A-Za-z0-9]{24,}").has_value());
  ASSERT_TRUE(own.add("ticket", "TK\\{[0-9]{2,4}-[a-f]+").has_value());
  EXPECT_EQ(redacted("x acme_abcdefghijklmnopqrstuvwxyz.", own), "x [redacted: acme].");
  EXPECT_EQ(redacted("x acme_abcdefghijklmnopqrstuvw.", own), "x acme_abcdefghijklmnopqrstuvw.");
  EXPECT_EQ(redacted("pacme_abcdefghijklmnopqrstuvwxyz", own), "pacme_abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(redacted("TK{12-abc TK{1-abc", own), "[redacted: ticket] TK{1-abc");
  const std::string endless = "acme_" + std::string(100000, 'a');
  EXPECT_EQ(redacted(endless + " b", own), "[redacted: acme] b");
}

TEST(Redact, RefusesPatternsThatAreNotSafe) {
  RedactionRules own;
  for (const std::string_view pattern : {"",
                                         "ab",
                                         "[a-z]{3}",
                                         "abc[",
                                         "abc\\[x",
                                         "abc[]",
                                         "abc[^a]",
                                         "abc[z-a]",
                                         "abc[a-z]{",
                                         "abc[a-z]{3",
                                         "abc[a-z]{4,3}",
                                         "abc[a-z]{0}",
                                         "abc[a-z]{x}",
                                         "abc+",
                                         "abc{3}",
                                         "abc]",
                                         "abc\\",
                                         "abc[a-z]{1,}d",
                                         "abc[a-z]{1,3}d",
                                         "abc[a-z]{1,3}-{2}",
                                         "abc[a-z]{900}",
                                         "abc\xc3\xa9",
                                         "abc\n",
                                         "abc[!-~]+",
                                         "abc[a-z]{99999}"}) {
    EXPECT_FALSE(own.add("mine", pattern).has_value()) << pattern;
  }
  EXPECT_FALSE(own.add("Mine", "acme_[a-z]+").has_value());
  EXPECT_FALSE(own.add("", "acme_[a-z]+").has_value());
  EXPECT_FALSE(own.add(std::string(41, 'a'), "acme_[a-z]+").has_value());
  for (size_t i = 0; i < RedactionRules::kMostOwn; ++i) {
    EXPECT_TRUE(own.add("mine", "acme_[a-z]+").has_value());
  }
  EXPECT_FALSE(own.add("mine", "acme_[a-z]+").has_value());
}

std::vector<std::string> adversaries() {
  return {"-----BEGIN ",
          "-----BEGIN PRIVATE KEY-----\n",
          "-----BEGIN PRIVATE KEY-----\nProc-Type: x\n",
          "4111 ",
          "4",
          "4111111111111111",
          "sk-",
          "sk-a ",
          "ghp_",
          "AKIA ",
          "xoxb-1 ",
          "eyJ",
          "eyJaaaaaaaaaaaaaaaa.",
          "password=",
          "password=x(",
          "password=\"",
          "token: ",
          "--password ",
          "--password",
          "://a:",
          "://a:b",
          "a:b@",
          "Cookie: a=",
          "Authorization: ",
          "[redacted: ",
          "[redacted: password]",
          "\\\\\\\"",
          "=",
          ":",
          "deadbeef",
          "the password for ",
          "password is ",
          "\x1b[m",
          "\\u001b[",
          "echo a | ",
          "mysql -p",
          "a:1234:",
          "abandon ",
          "\n12:",
          "Private-Lines: 1\n",
          "a.pem-12-",
          "<input value=",
          "\n0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1",
          "MNOMNO",
          "a"};
}

TEST(Redact, HostileRepetitionEnds) {
  for (const std::string& unit : adversaries()) {
    std::string text;
    while (text.size() < 200'000) text += unit;
    EXPECT_LE(redacted(text, rules()).size(), text.size() * 4);
  }
}

}  // namespace
}  // namespace epitome
