/// Secrets in the formats that their providers publish, and the places where agents meet them. Made
/// at run time from a seed: no file holds one. Decides what is written where; refuses to know the
/// rules that look for it, and shares no table with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/random_text.h"
#include "core/support/secret_generator.h"

namespace epitome::test {

/// Parts `<class:length>`: `a` lower-case hex, `w` letters and digits, `u` with
/// `-_`, `b` with `+/`, `c` capitals and digits, `l` lower-case letters and digits, `3` base32, `d`
/// digits; all else between brackets stands for itself.
constexpr std::string_view kBase36 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

struct Format {
  std::string_view provider;
  std::string_view shape;
  /// A variable's name as the provider's documentation has it.
  std::string_view variable;
  /// Told by itself, without a name beside it.
  bool bare = true;
};

constexpr Format kFormats[] = {
    {"AWS access key", "AKIA<3:16>", "AWS_ACCESS_KEY_ID"},
    {"AWS temporary key", "ASIA<3:16>", "AWS_ACCESS_KEY_ID"},
    {"AWS secret", "<b:40>", "AWS_SECRET_ACCESS_KEY", false},
    {"GitHub personal", "ghp_<w:36>", "GITHUB_TOKEN"},
    {"GitHub app", "ghs_<w:36>", "GH_TOKEN"},
    {"GitHub fine-grained", "github_pat_<w:22>_<w:59>", "GITHUB_TOKEN"},
    {"GitLab personal", "glpat-<u:20>", "GITLAB_TOKEN"},
    {"GitLab runner", "glrt-<u:20>", "RUNNER_TOKEN"},
    {"Slack bot", "xoxb-<d:12>-<d:13>-<w:24>", "SLACK_BOT_TOKEN"},
    {"Slack user", "xoxp-<d:12>-<d:12>-<d:13>-<a:32>", "SLACK_TOKEN"},
    {"Slack app", "xapp-1-A<c:10>-<d:13>-<a:64>", "SLACK_APP_TOKEN"},
    {"Stripe", "sk_live_<w:24>", "STRIPE_SECRET_KEY"},
    {"Stripe restricted", "rk_live_<w:99>", "STRIPE_KEY"},
    {"Stripe webhook", "whsec_<w:32>", "STRIPE_WEBHOOK_SECRET"},
    {"Anthropic", "sk-ant-api03-<u:93>AA", "ANTHROPIC_API_KEY"},
    {"OpenAI project", "sk-proj-<u:74>T3BlbkFJ<u:74>", "OPENAI_API_KEY"},
    {"OpenAI", "sk-<w:20>T3BlbkFJ<w:20>", "OPENAI_API_KEY"},
    {"OpenRouter", "sk-or-v1-<a:64>", "OPENROUTER_API_KEY"},
    {"Google API", "AIza<u:35>", "GOOGLE_API_KEY"},
    {"Google client", "GOCSPX-<u:28>", "GOOGLE_CLIENT_SECRET"},
    {"Google access", "ya29.<u:160>", "GOOGLE_OAUTH_TOKEN"},
    {"npm", "npm_<w:36>", "NPM_TOKEN"},
    {"PyPI", "pypi-AgEIcHlwaS5vcmc<u:150>", "TWINE_PASSWORD"},
    {"RubyGems", "rubygems_<a:48>", "GEM_HOST_API_KEY"},
    {"NuGet", "oy2<l:43>", "NUGET_API_KEY"},
    {"Hugging Face", "hf_<w:34>", "HF_TOKEN"},
    {"SendGrid", "SG.<u:22>.<u:43>", "SENDGRID_API_KEY"},
    {"Brevo", "xkeysib-<a:64>-<w:16>", "BREVO_API_KEY"},
    {"Mailgun", "key-<a:32>", "MAILGUN_API_KEY"},
    {"Mailchimp", "<a:32>-us12", "MAILCHIMP_API_KEY"},
    {"Twilio key", "SK<a:32>", "TWILIO_API_KEY"},
    {"Twilio token", "<a:32>", "TWILIO_AUTH_TOKEN", false},
    {"Telegram", "<d:10>:AA<u:33>", "TELEGRAM_BOT_TOKEN"},
    {"Discord", "MT<w:24>.<u:6>.<u:38>", "DISCORD_TOKEN"},
    {"Shopify", "shpat_<a:32>", "SHOPIFY_ACCESS_TOKEN"},
    {"DigitalOcean", "dop_v1_<a:64>", "DIGITALOCEAN_TOKEN"},
    {"Databricks", "dapi<a:32>", "DATABRICKS_TOKEN"},
    {"Vault", "hvs.<u:90>", "VAULT_TOKEN"},
    {"Docker Hub", "dckr_pat_<u:27>", "DOCKER_TOKEN"},
    {"Linear", "lin_api_<w:40>", "LINEAR_API_KEY"},
    {"Notion", "ntn_<w:46>", "NOTION_TOKEN"},
    {"Figma", "figd_<u:40>", "FIGMA_TOKEN"},
    {"Airtable", "pat<w:14>.<a:64>", "AIRTABLE_TOKEN"},
    {"Postman", "PMAK-<a:24>-<a:34>", "POSTMAN_API_KEY"},
    {"Grafana", "glsa_<w:32>_<a:8>", "GRAFANA_TOKEN"},
    {"New Relic", "NRAK-<c:27>", "NEW_RELIC_API_KEY"},
    {"Dynatrace", "dt0c01.<c:24>.<c:64>", "DT_API_TOKEN"},
    {"Sentry", "sntryu_<a:64>", "SENTRY_AUTH_TOKEN"},
    {"Doppler", "dp.pt.<w:43>", "DOPPLER_TOKEN"},
    {"Pulumi", "pul-<a:40>", "PULUMI_ACCESS_TOKEN"},
    {"PlanetScale", "pscale_tkn_<u:43>", "PLANETSCALE_TOKEN"},
    {"Supabase", "sbp_<a:40>", "SUPABASE_ACCESS_TOKEN"},
    {"Netlify", "nfp_<w:36>", "NETLIFY_AUTH_TOKEN"},
    {"Heroku", "HRKU-AA<u:58>", "HEROKU_API_KEY"},
    {"Square", "sq0atp-<u:22>", "SQUARE_ACCESS_TOKEN"},
    {"Groq", "gsk_<w:52>", "GROQ_API_KEY"},
    {"xAI", "xai-<w:80>", "XAI_API_KEY"},
    {"Replicate", "r8_<w:37>", "REPLICATE_API_TOKEN"},
    {"Perplexity", "pplx-<w:48>", "PERPLEXITY_API_KEY"},
    {"NVIDIA", "nvapi-<u:64>", "NVIDIA_API_KEY"},
    {"Pinecone", "pcsk_<w:5>_<w:63>", "PINECONE_API_KEY"},
    {"LangSmith", "lsv2_pt_<a:32>_<a:10>", "LANGSMITH_API_KEY"},
    {"Sonar", "sqp_<a:40>", "SONAR_TOKEN"},
    {"Typeform", "tfp_<u:59>", "TYPEFORM_TOKEN"},
    {"Duffel", "duffel_live_<u:43>", "DUFFEL_TOKEN"},
    {"EasyPost", "EZAK<w:54>", "EASYPOST_API_KEY"},
    {"Plaid", "access-production-<a:8>-<a:4>-<a:4>-<a:4>-<a:12>", "PLAID_ACCESS_TOKEN"},
    {"Alibaba", "LTAI<w:20>", "ALIBABA_CLOUD_ACCESS_KEY_ID"},
    {"Buildkite", "bkua_<a:40>", "BUILDKITE_API_TOKEN"},
    {"Infracost", "ico-<w:32>", "INFRACOST_API_KEY"},
    {"OpenShift", "sha256~<u:43>", "OPENSHIFT_TOKEN"},
    {"JSON Web Token", "eyJ<w:33>.eyJ<u:90>.<u:43>", "ID_TOKEN"},
    {"Datadog", "<a:32>", "DD_API_KEY", false},
    {"Cloudflare", "<u:40>", "CLOUDFLARE_API_TOKEN", false},
    {"Heroku UUID", "<a:8>-<a:4>-<a:4>-<a:4>-<a:12>", "HEROKU_API_KEY", false},
    {"Algolia", "<a:32>", "ALGOLIA_ADMIN_KEY", false},
    {"Azure storage", "<b:86>==", "AZURE_STORAGE_ACCOUNT_KEY", false},
    {"Azure client", "<w:3>8Q~<u:34>", "AZURE_CLIENT_SECRET", false},
    {"Mistral", "<w:32>", "MISTRAL_API_KEY", false},
    {"Rails", "<a:32>", "RAILS_MASTER_KEY", false},
    {"Session secret", "<b:43>=", "SESSION_SECRET", false},
};

/// What `shape` says; `literal` gets the bytes before its first part.
inline std::string secretOf(Random& random, std::string_view shape, size_t& literal) {
  std::string out;
  literal = std::string_view::npos;
  for (size_t at = 0; at < shape.size(); ++at) {
    if (shape[at] != '<') {
      out += shape[at];
      continue;
    }
    if (literal == std::string_view::npos) literal = out.size();
    const char kind = shape[at + 1];
    uint32_t length = 0;
    for (at += 3; shape[at] != '>'; ++at)
      length = length * 10 + static_cast<uint32_t>(shape[at] - '0');
    const std::string_view alphabet = kind == 'a'   ? kLowerHex
                                      : kind == 'w' ? kBase62
                                      : kind == 'u' ? kBase64Url
                                      : kind == 'b' ? kBase64
                                      : kind == '3' ? kBase32
                                      : kind == 'd' ? kDecimal
                                      : kind == 'c' ? kBase36
                                                    : std::string_view("abcdefghijkl0123456789");
    out += charactersOf(random, alphabet, length);
  }
  return out;
}

/// `{}` is the secret, `{N}` the variable, `{n}` the same as programs write it, `{k}` with dashes,
/// `{1}` and `{2}` the secret's halves.
struct SecretPlace {
  std::string_view place;
  std::string_view text;
  /// Says by a name what it is.
  bool named = true;
};

#define EPITOME_RED "\x1b[01;31m\x1b[K"
#define EPITOME_END "\x1b[m\x1b[K"

constexpr SecretPlace kSecretPlaces[] = {
    {"plain", "I found {} in the log.", false},
    {"plain", "Use {}", false},
    {"plain", "the {k} is {}\n"},
    {"quoted", "the one is '{}', I think", false},
    {"quoted", "run it with `{}` please", false},
    {"quoted", "it says \xe2\x80\x9c{}\xe2\x80\x9d there", false},
    {"JSON", "{\"{n}\": \"{}\", \"b\": 1}"},
    {"JSON", "[\"a\",\"{}\"]", false},
    {"JSON", "{\"name\": \"{N}\", \"value\": \"{}\"}"},
    {"escaped JSON", "{\"out\":\"{\\\"{n}\\\":\\\"{}\\\",\\\"b\\\":1}\"}"},
    {"escaped JSON", "{\"content\":\"A=1\\n{N}={}\\nB=2\\n\"}"},
    {"escaped JSON", "\"log: {}\\n\"", false},
    {"URL", "https://api.example.com/v1/items?{n}={}&page=2"},
    {"URL", "GET /cb?code=1&access_token={} HTTP/1.1"},
    {"URL", "https://bob:{}@git.example.com/a/b.git"},
    {"header", "Authorization: Bearer {}\r\nHost: x\r\n"},
    {"header", "X-Api-Key: {}\r\nAccept: */*\r\n"},
    {"header", "curl -H \"Authorization: token {}\" https://api.example.com"},
    {"env", "{N}={}\nPORT=80\n"},
    {"env", "export {N}=\"{}\"\n"},
    {"env", "A=b\n{N}='{}'\n"},
    {"Dockerfile", "FROM a:1\nENV {N} {}\nRUN x\n"},
    {"Dockerfile", "ENV {N}={}\n"},
    {"YAML", "env:\n  {n}: {}\n  b: 1\n"},
    {"YAML", "  - name: {N}\n    value: \"{}\"\n"},
    {"TOML", "[a]\n{n} = \"{}\"\n"},
    {"ini", "[default]\n{n}={}\n"},
    {"ini", "[default]\n{n} = {}\n"},
    {"shell", "tool login --{k} {} --verbose"},
    {"shell", "tool login --{k}={}"},
    {"shell", "{N}={} npm publish"},
    {"shell", "fish -c 'set -x {N} {}'"},
    {"code", "const {n} = \"{}\";"},
    {"code", "    {n}='{}',"},
    {"code", "{n} := \"{}\""},
    {"code", "let {n}: &str = \"{}\";"},
    {"code", "private static final String {N} = \"{}\";"},
    {"code", "#define {N} \"{}\""},
    {"code", "define('{N}', '{}');"},
    {"code", "'{n}' => '{}',"},
    {"code", "client = Client(\"{}\")", false},
    {"numbered", "     6\tA=1\n     7\t{N}={}\n     8\tB=2\n"},
    {"numbered",
     "6\xe2\x86\x92"
     "a\n7\xe2\x86\x92  {n}: \"{}\"\n"},
    {"numbered", "12:{N}={}\n13:B=1\n"},
    {"numbered", "12 | const {n} = '{}';\n"},
    {"numbered", "src/config.env:12:{N}={}\n"},
    {"coloured", "a.env:" EPITOME_RED "{N}" EPITOME_END "={}\n"},
    {"coloured", "x = '" EPITOME_RED "{1}" EPITOME_END "{2}'\n", false},
    {"coloured", "{n}: \\u001b[31m{1}\\u001b[0m{2}\\n"},
    {"markup", "<{n}>{}</{n}>"},
    {"markup", "| {n} | {} |"},
};

/// The same for passwords that people made up.
constexpr SecretPlace kPasswordPlaces[] = {
    {"sentence", "The password is {}."},
    {"sentence", "ok, password for the staging database is {} and the user is bob"},
    {"sentence", "password: {}\n"},
    {"sentence", "Das Passwort ist {}\n"},
    {"sentence", "Das Kennwort lautet {}\n"},
    {"sentence", "Le mot de passe est {}\n"},
    {"sentence",
     "la contrase\xc3\xb1"
     "a es {}\n"},
    {"sentence", "A senha \xc3\xa9 {}\n"},
    {"sentence", "La password \xc3\xa8 {}\n"},
    {"sentence", "Has\xc5\x82o to {}\n"},
    {"sentence", "\xd0\x9f\xd0\xb0\xd1\x80\xd0\xbe\xd0\xbb\xd1\x8c: {}\n"},
    {"sentence", "\xe5\xaf\x86\xe7\xa0\x81\xe6\x98\xaf{}\n"},
    {"sentence", "\xe5\xaf\x86\xe7\xa0\x81\xef\xbc\x9a{}\n"},
    {"sentence",
     "\xe3\x83\x91\xe3\x82\xb9\xe3\x83\xaf\xe3\x83\xbc\xe3\x83\x89\xe3\x81\xaf{}"
     "\xe3\x81\xa7\xe3\x81\x99\n"},
    {"sentence", "\xeb\xb9\x84\xeb\xb0\x80\xeb\xb2\x88\xed\x98\xb8: {}\n"},
    {"sentence", "password\xef\xbc\x9a{}\n"},
    {"sentence", "**Password:** {}\n"},
    {"command", "docker login -u bob -p {} registry.example.com"},
    {"command", "echo {} | docker login -u bob --password-stdin"},
    {"command", "echo '{}' | sudo -S apt-get update"},
    {"command", "mysql -u root -p{} shop"},
    {"command", "mysqldump -uroot -p'{}' shop > a.sql"},
    {"command", "sshpass -p {} ssh bob@host"},
    {"command", "sshpass -p '{}' scp a b"},
    {"command", "redis-cli -h cache -a {} ping"},
    {"command", "curl -u bob:{} https://example.com/x"},
    {"command", "PGPASSWORD={} psql -h db"},
    {"command", "[\"docker\", \"login\", \"-p\", \"{}\"]"},
    {"command", "mongosh -u bob -p {} --host db"},
    {"command", "keytool -storepass {} -list"},
    {"command", "ldapsearch -D cn=a -w {} -b dc=x"},
    {"file", "machine api.example.com login bob password {}\n"},
    {"file", "machine api.example.com\n  login bob\n  password {}\n"},
    {"file", "db.example.com:5432:shop:bob:{}\n"},
    {"file", "requirepass {}\n"},
    {"file", "network={\n  ssid=\"home\"\n  psk=\"{}\"\n}\n"},
    {"file", "spring.datasource.password={}\n"},
    {"file", "<input type=\"password\" name=\"p\" value=\"{}\">"},
    {"file", "<input name='p' value='{}' type='password'/>"},
    {"file", "    <password>{}</password>\n"},
    {"file", "ENV DB_PASSWORD {}\n"},
    {"file", "Server=db;Database=x;User Id=sa;Password={};Encrypt=True"},
    {"SQL", "CREATE USER bob WITH PASSWORD '{}';"},
    {"SQL", "ALTER ROLE bob PASSWORD '{}'"},
    {"SQL", "CREATE USER 'bob'@'%' IDENTIFIED BY '{}';"},
    {"SQL", "CREATE LOGIN bob WITH PASSWORD = N'{}';"},
    {"code", "define('DB_PASSWORD', '{}');"},
    {"code", "password = \"{}\""},
    {"code", "{ user: 'bob', password: '{}' }"},
    {"code", "connect(host, password=\"{}\")"},
    {"URL", "postgres://bob:{}@db.example.com:5432/shop"},
    {"URL", "mongodb+srv://bob:{}@c.example.net/x?retry=1"},
    {"numbered", "   12\tDB_PASSWORD={}\n"},
    {"numbered", "12\xe2\x86\x92password: {}\n"},
    {"JSON", "{\"user\":\"bob\",\"password\":\"{}\"}"},
    {"escaped JSON", "{\\\"password\\\":\\\"{}\\\"}"},
};

inline std::string replacedAll(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

/// `text` with its names and the secret in place.
inline std::string placed(std::string_view text, std::string_view variable,
                          std::string_view secret) {
  std::string lower;
  for (const char c : variable) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  std::string out = replacedAll(std::string(text), "{N}", variable);
  out = replacedAll(out, "{n}", lower);
  out = replacedAll(out, "{k}", replacedAll(lower, "_", "-"));
  out = replacedAll(out, "{1}", secret.substr(0, secret.size() / 2));
  out = replacedAll(out, "{2}", secret.substr(secret.size() / 2));
  return replacedAll(out, "{}", secret);
}

}  // namespace epitome::test
