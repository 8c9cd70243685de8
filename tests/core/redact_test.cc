// promise: 9 loses nothing silently
/// Secrets of a generator that knows the shapes from their documentation, in all kinds of text.
#include "summary/redact.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"
#include "core/support/secret_generator.h"
#include "summary/redact/provider_data.h"

namespace epitome {
namespace {

using test::Random;
using test::SecretCase;

const RedactionRules& rules() {
  static const RedactionRules kRules;
  return kRules;
}

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

TEST(Redact, FindsEachKind) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    for (const SecretCase& secret : allSecrets(random)) {
      EXPECT_EQ(redacted(secret.text(), rules()), secret.outcome()) << "seed " << seed;
    }
  }
}

TEST(Redact, FindsBareSecretsInAnySurroundings) {
  static constexpr std::string_view kBefore[] = {"",
                                                 " ",
                                                 "\n",
                                                 "\"",
                                                 "'",
                                                 "`",
                                                 "(",
                                                 "x=",
                                                 "\\n",
                                                 "\\u003d",
                                                 "%3D",
                                                 "\u4f60",
                                                 "\xff",
                                                 "see ",
                                                 ",",
                                                 "KEY=",
                                                 "\\\"key\\\":\\\"",
                                                 "_"};
  static constexpr std::string_view kAfter[] = {"",  " ",   "\n", "\"",   "'",      "`",
                                                ")", "\\n", ";",  "\\\"", "\u4f60", "\xff"};
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    for (const SecretCase& secret : test::bareSecrets(random)) {
      for (const std::string_view before : kBefore) {
        for (const std::string_view after : kAfter) {
          if (secret.kind == "card-number" && (before == "_" || before == "%3D")) continue;
          const std::string text =
              std::string(before) + secret.before + secret.secret + std::string(after);
          EXPECT_EQ(redacted(text, rules()),
                    std::string(before) + secret.outcome() + std::string(after));
        }
      }
    }
  }
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

TEST(Redact, LongTextsInPieces) {
  Random random(6);
  for (int round = 0; round < 20; ++round) {
    std::string text;
    std::string outcome;
    while (text.size() < 60000) {
      const std::string plain = test::randomText(random, 40) + "\n";
      text += plain;
      outcome += plain;
      std::vector<SecretCase> all = allSecrets(random);
      const SecretCase& secret = all[random.below(static_cast<uint32_t>(all.size()))];
      text += secret.text() + "\n";
      outcome += secret.outcome() + "\n";
    }
    ASSERT_EQ(redacted(text, rules()), outcome);
    ASSERT_EQ(inPieces(text, random.below(5000), 1 + random.below(3000)), outcome);
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

TEST(Redact, UnfinishedKeyBlocksGoAsFarAsTheyLookLikeOne) {
  Random random(8);
  const std::string block = test::keyBlock(random, "RSA PRIVATE KEY", "\n");
  const std::string cut = block.substr(0, 31 + 1 + 65);
  EXPECT_EQ(redacted(cut + "[3 lines left out]\nand so on", rules()),
            "[redacted: private-key]\n[3 lines left out]\nand so on");
  EXPECT_EQ(redacted(cut + "This is what people say", rules()),
            "[redacted: private-key]\nThis is what people say");
}

TEST(Redact, TakesTheSecretThatFollowsItsKey) {
  Random random(9);
  const std::string key = "AKIA" + test::charactersOf(random, test::kBase32, 16);
  const std::string secret = "w1" + test::charactersOf(random, test::kBase64, 38);
  EXPECT_EQ(redacted(key + "," + secret + "\n", rules()),
            "[redacted: aws-access-key],[redacted: aws-secret-key]\n");
}

TEST(Redact, CountsByKind) {
  Random random(10);
  const std::string key = "ghp_" + test::charactersOf(random, test::kBase62, 36);
  Redactor redactor(rules());
  std::string out;
  redactor.update("password=\"hunter2\" " + key + " " + key, out);
  redactor.finish(out);
  const std::vector<RedactionCount> expected = {{"github-token", 2}, {"password", 1}};
  EXPECT_EQ(redactor.counts(), expected);
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

TEST(Redact, KnownShapesAreAllPatterns) {
  for (const redact::ProviderShape& shape : redact::kProviderShapes) {
    const auto pattern = redact::parsePattern(shape.pattern, 0);
    EXPECT_TRUE(pattern.has_value())
        << shape.pattern << ": " << (pattern ? std::string() : pattern.error());
  }
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
