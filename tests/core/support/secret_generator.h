/// Made-up secrets in the shapes that providers document, and texts that only look like some. Made
/// at run time from a seed: no file holds one. Shares no table with what looks for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/random_text.h"

namespace epitome::test {

/// A text `before + secret + after` of which only `secret` is to go.
struct SecretCase {
  std::string kind;
  std::string before;
  std::string secret;
  std::string after;
  std::string text() const { return before + secret + after; }
  std::string outcome() const { return before + "[redacted: " + kind + "]" + after; }
};

constexpr std::string_view kLowerHex = "0123456789abcdef";
constexpr std::string_view kBase62 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::string_view kDecimal = "0123456789";

inline std::string charactersOf(Random& random, std::string_view alphabet, uint32_t length) {
  std::string out;
  while (out.size() < length) {
    const char c = alphabet[random.below(static_cast<uint32_t>(alphabet.size()))];
    // A sign at an end would run into what stands around, and runs of one letter mean "left out".
    const bool end = out.empty() || out.size() + 1 == length;
    if (end && kBase62.find(c) == std::string_view::npos) continue;
    if ((c | 0x20) == 'x' && !out.empty() && (out.back() | 0x20) == 'x') continue;
    out += c;
  }
  return out;
}

/// A number of `length` digits that begins with `start` and has its check digit.
inline std::string cardNumber(Random& random, std::string_view start, uint32_t length) {
  std::string digits(start);
  while (digits.size() + 1 < length) digits += static_cast<char>('0' + random.below(10));
  for (char last = '0'; last <= '9'; ++last) {
    const std::string number = digits + last;
    int sum = 0;
    bool twice = false;
    for (size_t i = number.size(); i-- > 0; twice = !twice) {
      const int digit = (number[i] - '0') * (twice ? 2 : 1);
      sum += digit / 10 + digit % 10;
    }
    if (sum % 10 == 0) return number;
  }
  return digits;
}

inline std::string grouped(std::string_view digits, std::initializer_list<size_t> sizes,
                           char sign) {
  std::string out;
  size_t at = 0;
  for (const size_t size : sizes) {
    if (at > 0) out += sign;
    out.append(digits.substr(at, size));
    at += size;
  }
  return out;
}

/// A private key as its tools write it, with lines parted by `newline`.
inline std::string keyBlock(Random& random, std::string_view label, std::string_view newline) {
  const std::string dashes(5, '-');
  std::string out = dashes + "BEGIN " + std::string(label) + dashes;
  out += newline;
  if (label.starts_with("PGP"))
    (out += "Version: 1") += std::string(newline) + std::string(newline);
  const uint32_t lines = 1 + random.below(30);
  for (uint32_t i = 0; i < lines; ++i) (out += charactersOf(random, kBase64, 64)) += newline;
  (out += charactersOf(random, kBase64, 1 + random.below(40)) + "==") += newline;
  return out + dashes + "END " + std::string(label) + dashes;
}

/// One provider's shape: what it begins with, and parts in an alphabet each.
struct DocumentedShape {
  std::string_view kind;
  std::string_view start;
  std::string_view alphabet;
  uint32_t length;
};

constexpr DocumentedShape kDocumentedShapes[] = {
    {"aws-access-key", "AKIA", kBase32, 16},
    {"aws-access-key", "ASIA", kBase32, 16},
    {"github-token", "ghp_", kBase62, 36},
    {"github-token", "gho_", kBase62, 36},
    {"github-token", "ghs_", kBase62, 36},
    {"github-token", "github_pat_", kBase62, 82},
    {"gitlab-token", "glpat-", kBase64Url, 20},
    {"slack-token", "xoxb-", kBase62, 48},
    {"slack-token", "xapp-1-", kBase62, 60},
    {"stripe-key", "sk_live_", kBase62, 24},
    {"stripe-key", "rk_live_", kBase62, 99},
    {"stripe-key", "whsec_", kBase62, 32},
    {"openai-key", "sk-", kBase62, 48},
    {"openai-key", "sk-proj-", kBase64Url, 156},
    {"openai-key", "sk-svcacct-", kBase64Url, 120},
    {"anthropic-key", "sk-ant-api03-", kBase64Url, 95},
    {"anthropic-key", "sk-ant-oat01-", kBase64Url, 95},
    {"openrouter-key", "sk-or-v1-", kLowerHex, 64},
    {"google-key", "AIza", kBase64Url, 35},
    {"google-oauth", "GOCSPX-", kBase64Url, 28},
    {"google-oauth", "ya29.", kBase64Url, 200},
    {"npm-token", "npm_", kBase62, 36},
    {"pypi-token", "pypi-", kBase64Url, 160},
    {"huggingface-token", "hf_", kBase62, 34},
    {"twilio-key", "SK", kLowerHex, 32},
    {"mailgun-key", "key-", kLowerHex, 32},
    {"shopify-token", "shpat_", kLowerHex, 32},
    {"digitalocean-token", "dop_v1_", kLowerHex, 64},
    {"databricks-token", "dapi", kLowerHex, 32},
    {"hashicorp-token", "hvs.", kBase62, 90},
    {"docker-token", "dckr_pat_", kBase64Url, 27},
    {"linear-key", "lin_api_", kBase62, 40},
    {"groq-key", "gsk_", kBase62, 52},
    {"xai-key", "xai-", kBase62, 80},
    {"replicate-token", "r8_", kBase62, 37},
    {"supabase-key", "sbp_", kLowerHex, 40},
    {"newrelic-key", "NRAK-", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 27},
    {"azure-secret", "Q~", kBase64Url, 34},
};

/// Secrets that stand for themselves, each with its kind.
inline std::vector<SecretCase> bareSecrets(Random& random) {
  std::vector<SecretCase> out;
  const auto add = [&](std::string_view kind, std::string secret, std::string before = "") {
    out.push_back({std::string(kind), std::move(before), std::move(secret), ""});
  };
  for (const DocumentedShape& shape : kDocumentedShapes) {
    add(shape.kind, std::string(shape.start) + charactersOf(random, shape.alphabet, shape.length));
  }
  add("sendgrid-key",
      "SG." + charactersOf(random, kBase64Url, 22) + "." + charactersOf(random, kBase64Url, 43));
  add("telegram-token",
      charactersOf(random, "123456789", 10) + ":AA" + charactersOf(random, kBase64Url, 33));
  add("discord-token", "MT" + charactersOf(random, kBase62, 24) + "." +
                           charactersOf(random, kBase62, 6) + "." +
                           charactersOf(random, kBase64Url, 38));
  add("jwt", "eyJ" + charactersOf(random, kBase62, 33) + ".eyJ" +
                 charactersOf(random, kBase64Url, 50 + random.below(3000)) + "." +
                 charactersOf(random, kBase64Url, 43));
  add("mailchimp-key", charactersOf(random, kLowerHex, 32) + "-us12");
  add("slack-webhook",
      "T" + charactersOf(random, kBase32, 8) + "/B" + charactersOf(random, kBase32, 8) + "/" +
          charactersOf(random, kBase62, 24),
      "https://hooks.slack.com/services/");
  for (const std::string_view label : {"RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY",
                                       "EC PRIVATE KEY", "PGP PRIVATE KEY BLOCK"}) {
    add("private-key", keyBlock(random, label, "\n"));
    add("private-key", keyBlock(random, label, "\r\n"));
    add("private-key", keyBlock(random, label, "\\n"));
  }
  const std::string visa = cardNumber(random, "4", 16);
  add("card-number", visa);
  add("card-number", grouped(visa, {4, 4, 4, 4}, ' '));
  add("card-number", grouped(visa, {4, 4, 4, 4}, '-'));
  add("card-number", cardNumber(random, "53", 16));
  add("card-number", cardNumber(random, "2223", 16));
  add("card-number", grouped(cardNumber(random, "37", 15), {4, 6, 5}, ' '));
  add("card-number", cardNumber(random, "6011", 16));
  add("card-number", cardNumber(random, "36", 14));
  return out;
}

/// Secrets that a name announces, in the notations of shells, programs, files and headers.
inline std::vector<SecretCase> namedSecrets(Random& random) {
  const std::string word = "a7" + charactersOf(random, kBase62, 8);
  const std::string odd = "p@" + charactersOf(random, kBase62, 6) + "!";
  const std::string random32 = "Zq7" + charactersOf(random, kBase62, 29);
  const std::string hex = "a0" + charactersOf(random, kLowerHex, 30);
  const std::string base64 = "4k" + charactersOf(random, kBase64, 84) + "==";
  return {
      {"password", "export PGPASSWORD=", word, "\n"},
      {"password", "DB_PASSWORD=", "letmein", "\n"},
      {"password", "password = \"", "hunter", "\""},
      {"password", "password: '", odd, "'"},
      {"password", "{\"password\": \"", odd, "\"}"},
      {"password", "{\\\"password\\\": \\\"", odd, "\\\", \\\"a\\\": 1}"},
      {"password", "{\"dbPassword\":\"", "a\\\"b1", "\"}"},
      {"password", "mysql --password ", word, " -h db"},
      {"password", "mysql --password=", word, " -h db"},
      {"password", "[\"--password\", \"", word, "\"]"},
      {"password", "curl -u admin:", word, " https://example.com"},
      {"password", "Server=db;User Id=sa;Password=", "Sesame", ";Encrypt=no"},
      {"password", "jdbc:mysql://db/x?user=a&password=", "sesame", "&ssl=1"},
      {"password", "config['password'] = '", word, "'"},
      {"password", ":password => \"", word, "\""},
      {"password", "password := `", word, "`"},
      {"password", "password: str = \"", word, "\""},
      {"password", "<password>", word, "</password>"},
      {"password", "if password == \"", word, "\":"},
      {"password", "  password: ", word, "\n  user: x\n"},
      {"password", "\\nDB_PASS=", word, "\\nX=1"},
      {"password", "passphrase: \"", "correct horse battery staple", "\""},
      {"url-password", "postgres://user:", word, "@db.example.com:5432/x"},
      {"url-password", "redis://:", odd, "@cache:6379"},
      {"url-password", "\"mongodb+srv://a.b:", "plain", "@c.example.com/?x=1\""},
      {"authorization", "Authorization: Bearer ", random32, "\r\n"},
      {"authorization", "-H 'Authorization: Basic ", base64, "'"},
      {"authorization", "\"Authorization\": \"token ", random32, "\""},
      {"cookie", "Cookie: ", "sid=" + random32 + "; theme=dark", "\r\nHost: x"},
      {"cookie", "Set-Cookie: ", "sid=" + random32 + "; Path=/; HttpOnly", "\n"},
      {"aws-secret-key", "aws_secret_access_key = ", "w1" + charactersOf(random, kBase64, 38),
       "\n"},
      {"aws-secret-key", "\"SecretAccessKey\": \"", "w1" + charactersOf(random, kBase64, 38), "\""},
      {"aws-secret-key", "AWS Secret Access Key: ", "w1" + charactersOf(random, kBase64, 38), "\n"},
      {"azure-key", "AccountName=a;AccountKey=", base64, ";EndpointSuffix=core.windows.net"},
      {"twilio-token", "TWILIO_AUTH_TOKEN=", hex, "\n"},
      {"secret", "API_KEY=", hex, "\n"},
      {"secret", "\"client_secret\": \"", random32, "\""},
      {"secret", "apiKey: '", random32, "',"},
      {"secret", "X-Api-Key: ", random32, "\r\n"},
      {"secret", "access_token=", random32, "&x=1"},
      {"secret", "key = \"", random32, "\""},
      {"secret", "JWT_SECRET=", "sesame-open-42", "\n"},
      {"bearer-token", "sends Bearer ", random32, " along"},
  };
}

/// Texts that stay as they are.
inline std::vector<std::string> harmlessTexts(Random& random) {
  const std::string sha = charactersOf(random, kLowerHex, 40);
  const std::string uuid = "550e8400-e29b-41d4-a716-" + charactersOf(random, kLowerHex, 12);
  return {
      "commit " + sha,
      "sha256:" + charactersOf(random, kLowerHex, 64),
      "\"id\": \"" + uuid + "\"",
      "integrity: sha512-" + charactersOf(random, kBase64, 86) + "==",
      "data:image/png;base64," + charactersOf(random, kBase64, 3000),
      "\"cacheKey\": \"" + charactersOf(random, kBase62, 32) + "\"",
      "\"nextPageToken\": \"" + charactersOf(random, kBase62, 32) + "\"",
      "public_key = \"" + charactersOf(random, kBase62, 32) + "\"",
      "key = \"" + sha + "\"",
      "veryLongIdentifierThatGoesOnAndOnWithoutAnyEndInSight(withArguments)",
      "password = getPassword()",
      "password = config.password",
      "this.password = password;",
      "connect(user=user, password=password, host=host)",
      "password: string;",
      "password: z.string().min(8),",
      "password?: string | undefined",
      "\"password\": {\"type\": \"string\"}",
      "\"password\": \"string\"",
      "password = os.environ[\"DB_PASSWORD\"]",
      "password: process.env.DB_PASSWORD",
      "PASSWORD=$DB_PASSWORD",
      "PASSWORD=${DB_PASSWORD:-}",
      "PASSWORD=$(cat file)",
      "password: <your-password>",
      "password: \"<your-key>\"",
      "password = \"****\"",
      "api_key = \"xxxxxxxxxxxxxxxx\"",
      "api_key = \"YOUR_API_KEY_12345678\"",
      "Authorization: Bearer ${token}",
      "Authorization: Bearer <token>",
      "Authorization: see RFC 7235",
      "The password must have 8 characters. Password: required.",
      "Forgot your password? Reset it.",
      "max_tokens: 4096, token_count: 123456",
      "tokenizer = \"cl100k_base\"",
      "PWD=/home/user/project1",
      "PASS: 12 FAIL: 3",
      "--password is deprecated",
      "docker run -u 1000:1000 image",
      "https://host:8080/path@version",
      "git@github.com:owner/repository.git",
      "postgres://user:password@host/db",
      "postgres://user:${PASSWORD}@host/db",
      "a line with -----BEGIN PRIVATE KEY----- begins a key",
      std::string("AK") + "IAIOSFODNN7" + "EXAMPLE",
      "ghp_" + std::string(36, 'x'),
      "sk-learn-pipeline-with-many-transformers",
      "npm_config_registry and hf_hub_download_with_progress_bar",
      "eyJhbGciOiJub25lIn0 alone is no token",
      "1700000000000000 0.4111111111111111 4111111111111112",
      "4000 1234 5678 9017 2222 3333",
      "cookie: string, document.cookie = value",
      "[redacted: password] and password=[redacted: password]",
      "0x4111111111111111abcdef",
  };
}

}  // namespace epitome::test
