/// What secrets look like: the shapes of providers' keys as their documentation and their own keys
/// show them, names that announce a secret, and what stands between a name and its value. Decides
/// nothing: data in the pattern language.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "redact/worth.h"

namespace epitome::redact {

/// What rules say beside bits of Worth, which are the values that they take.

/// A shape's body need not look random.
constexpr uint32_t kAnyBody = 1U << 8U;
/// A shape's start says what it is and stays.
constexpr uint32_t kKeep = 1U << 9U;
/// May begin inside a word.
constexpr uint32_t kInWord = 1U << 10U;
constexpr uint32_t kCard = 1U << 11U;
constexpr uint32_t kKeyLine = 1U << 12U;
/// The value may hold what looks like code.
constexpr uint32_t kVerbatim = 1U << 13U;
/// Of names: they count only where a word of the name begins with them (`db_pass`, not `bypass`);
/// announce what people make, what programs make, or what can be anything and must be plain chance.
constexpr uint32_t kPart = 1U << 14U;
constexpr uint32_t kPassword = 1U << 15U;
constexpr uint32_t kSecret = 1U << 16U;
constexpr uint32_t kKey = 1U << 17U;
/// Also what went well in a test.
constexpr uint32_t kCommon = 1U << 18U;
/// Any value without spaces.
constexpr uint32_t kAnyValue = kWord | kLongWord | kNumber | kMixed | kTelling | kRandom;
constexpr uint32_t kNoWord = kNumber | kMixed | kTelling | kRandom;
constexpr uint32_t kSure = kTelling | kRandom;

struct Rule {
  /// None: what is found is no secret, and nothing in it is.
  std::string_view kind;
  /// Parted by `|`: what a match begins with.
  std::string_view starts;
  std::string_view body;
  uint32_t flags = 0;
  /// What a secret goes on with, as often as it fits; it ends where this marks something.
  std::string_view tail = {};
};

// clang-format off
/// What patterns call by a letter.
constexpr std::pair<char, std::string_view> kParts[] = {
    {'A', R"~([^])~"},
    {'B', R"~([ \t]{0,32})~"},
    // What closes a name: quotes, brackets, stars of Markdown, `[]` of a type.
    {'C', R"~((\\{0,4}["'`]|[\]*]|\[\d{0,4}\]|”|’|»|」){0,8})~"},
    {'E', R"~(!%A)~"},
    {'F', R"~([\w_.*$+@-]{1,64}:)~"},
    {'H', R"~(([\w._-]+(&[:/?,"'`\\ \t\r\n;)>\]}&#|]|%E)|\[))~"},
    // Between words of a command, as a shell or an array has them; behind a flag.
    {'I', R"~([ "',\\]{1,8})~"},
    {'J', R"~(\\?["']?[ ,=]{1,3})~"},
    // Between words of a seed in a list.
    {'K', R"~((\\n|[ ,"'0-9.)\n\t]|\\){2,9})~"},
    {'L', R"~([ \t]{0,32}(\r|%N|%E))~"},
    {'N', R"~((\r?\n|\\{1,2}(r\\{1,2})?n))~"},
    {'O', R"~((:=|=\>|[!=]==?|\|\|=|\?\?=|[?+]?=|[?!]?:!(//)))~"},
    // What readers and tools put before each line: `   12\t`, `12→`, `src/a.pem:12:`, `+ `, `> `.
    {'P', R"~(%B(([\w_./~@+]{1,96}|-!(\d{1,7}-)){1,16}(:\d{1,7}:|-\d{1,7}-)|\d{1,7}(%B(→|│|:|\||\\t|\)|\.)|-|[ \t]+))?%B((\> |# |// |\* |\+ |- |\| |-- |; )%B)?)~"},
    {'Q', R"~((([bfru@LN]&["'`])?%q|(“|„|‘|«|「)<(!(”|“|’|»|」|\n)%A){1,256}>(”|“|’|»|」)))~"},
    // Between lines of a key: line ends, what numbers lines, quotes and what joins strings.
    {'S', R"~((%N%P|[ \t"'`,>\\\r]|\+&\s){1,192})~"},
    {'T', R"~(([\w+/=]+|%S(%Z<>|[\w+/=]{16}[\w+/=]*|[\w+/=]+&(%S%Z)|&([a-z0-9+/=]*[A-Z])&([A-Z0-9+/=]*[a-z])([\w+/]{2,15}=+&%L|[\w+/=]{4,15}%E))))~"},
    {'U', R"~(\h{8}-\h{4}-\h{4}-\h{4}-)~"},
    // The type of a variable: `: &str =`.
    {'V', R"~([\w&'_<>. :|*?]{1,40}=)~"},
    {'W', R"~(<([^\c"'`,;\\<>|)}\]&.\p]|\.!(\s|%E)){1,256}>)~"},
    // A value that fills the rest of its line.
    {'X', R"~(<([^\c"'`\\,;&\p]|[,;]!%L|&![\w_.-]{1,40}=){1,256}>[,;]?%L)~"},
    // Words between a name and its value.
    {'Y', R"~(([ \t]{1,4}(ist|is|was|are|now|set|to|changed|lautet|est|es|era|er|été|è|é|jest|je|är|—|–|=\>|olarak|это)&[ \t:]){1,4}:?%B)~"},
    {'Z', R"~((Private-MAC: \w{1,64}|-{4,5} ?END (!(----)%A){0,70}-{4,5}))~"},
};

/// Secrets that a name or a place tells rather than a start of their own.
constexpr Rule kForms[] = {
    {"aws-secret-key", "AKIA|ASIA|ABIA|ACCA", R"~([A-Z2-7]{16}[ \t\r\n,;:|"']{1,5}<[\w+/]{40}>![\w+/=])~", kRandom},
    {"jwt", "eyJ", R"~([\w_-]{13,636}.(&(eyJ)|&([\w_-]+.[\w_-]))[\w_.=-]{6}[\w_.=-]*)~", 0, R"~([\w_.=-]+)~"},
    {"private-key", "-----BEGIN |---- BEGIN ", R"~((!(PRIVATE KEY)[A-Z0-9 ]){0,40}PRIVATE KEY[A-Z0-9 ]{0,10}-{4,5}(%S[\w-]{3,24}: [^\n\r\\"[]{0,128}){0,6}&(%S[\w+/=]{16}))~", kInWord, "%T"},
    {"private-key", "Private-Lines: ", R"~(\d{1,4}&(%S[\w+/=]{16}))~", 0, "%T"},
    {"", "-----BEGIN |---- BEGIN ", R"~((!(PRIVATE)[A-Z0-9 ]){1,48}-{4,5})~", kInWord, "%T"},
    {"", "Public-Lines: ", R"~(\d{1,4})~", 0, "%T"},
    // Lines as keys are broken into, without a header in sight; the last ones before a footer.
    {"private-key", "\n|\\n", R"~(%P!(AAAA[BCE])(<[\w+/=]{64}>&%L&(%S[\w+/=]{64}&%L)|<[\w+/=]{70}>&%L&(%S[\w+/=]{70}&%L)))~", kInWord | kKeyLine, "%T"},
    {"private-key", "\n|\\n", R"~(%P<[\w+/=]{4,70}>&%L&(%S(Private-MAC|-{4,5} ?END (!(PRIVATE)[A-Z0-9 ]){0,40}PRIVATE KEY)))~", kInWord, "%T"},
    {"seed-phrase", "\n|\\n", R"~(%P<%w(( %w){2}(( %w){3}){3,7}!( %w)|(%K%w){2}((%K%w){3}){3,7}!(%K%w))>)~", kInWord},
    {"seed-phrase", "\"|'|=|:|: ", R"~(&[a-z]<%w(( %w){2}(( %w){3}){3,7}!( %w)|(%K%w){2}((%K%w){3}){3,7}!(%K%w))>)~", kInWord},
    {"password", "\n|\\n", R"~((%P%F(\*|\d{4,5}):%F%F%X|%F(\*|\d{4,5}):%F%F%X))~", kInWord | kMixed | kSure},
    {"url-password", "://|:\\/\\/", R"~([\w_.+%~!$&*=-]{0,96}:!(\d+[/?#])<([^\s"'`<>\\@]{1,512}|!(@%H!([^\s"'`<>\\/?#@]*@))@){1,16}>@)~", kInWord | kVerbatim | kAnyValue},
    {"url-password", "://|:\\/\\/", R"~(<[\w_.+%~!$&*=-]{16,96}>@%H)~", kInWord | kVerbatim | kRandom},
    {"password", " -u| --user| -a| --auth| --creds| --proxy-user", R"~([ =\t]{1,4}\\?["'`]?[\w_.@+%\\/-]{1,64}:%W)~", kInWord | kWord | kLongWord | kMixed | kSure},
    {"password", "docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az|az acr|cf|heroku", R"~(%Ilogin(!(%I-p%J)[^\n;&|]){0,160}%I-p%J(%Q|!-%W))~", kAnyValue},
    {"password", "mongo|mongosh|mongodump|mongorestore|mongoexport|cqlsh|psexec|clickhouse-client|ncftp|sshpass", R"~(&%I(!(%I-p%J)[^\n;&|]){0,160}%I-p%J(%Q|!-%W))~", kAnyValue},
    {"password", "mysql|mysqldump|mysqladmin|mysqlimport|mysqlsh|mysqlcheck|mariadb|mariadb-dump|mycli|7z|7za|sshpass", R"~(&%I(!(%I-p)[^\n;&|]){0,160}%I-p(%Q|!-%W))~", kAnyValue},
    {"password", "redis-cli", R"~(&%I(!(%I-a%J)[^\n;&|]){0,160}%I-a%J(%Q|!-%W))~", kAnyValue},
    {"password", "sqlcmd|bcp|isql|osql|zip|unzip|ipmitool", R"~(&%I(!(%I-P)[^\n;&|]){0,160}%I-P%J?(%Q|!-%W))~", kAnyValue},
    {"password", "ldapsearch|ldapadd|ldapmodify|ldapdelete|ldappasswd|ldapwhoami", R"~(&%I(!(%I-w%J)[^\n;&|]){0,160}%I-w%J(%Q|!-%W))~", kAnyValue},
    {"password", "echo |printf ", R"~((-[ne] |\\?["']\%s\\?["'] |\%s ){0,3}(%Q|%W)%B\|(!(sudo -S|--password-stdin|passwd|--stdin|--with-token|cryptsetup)[^\n]){0,160}(sudo -S|--password-stdin|passwd|--stdin|--with-token|cryptsetup))~", kAnyValue},
    {"password", "<input", R"~((!(type=|\>)%A){0,200}type=\\?["']?password(!(value=|\>)%A){0,200}value=%Q)~", kInWord | kAnyValue},
    {"password", "<input", R"~((!(value=|\>)%A){0,200}value=%Q(!(type=|\>)%A){0,200}type=\\?["']?password)~", kInWord | kAnyValue},
    {"card-number", "2|3|4|5|6", R"~((\d{3}( \d{4}){3}( \d{3})?!( [0-9a-fA-F]{4,6}!\w)|\d{3}(-\d{4}){3}(-\d{3})?|\d{3} \d{6} \d{4,5}|\d{3}-\d{6}-\d{4,5}|\d{13,18})![\w_]!(\.\d)!(-\w))~", kCard},
};

/// Shapes that tell a secret by themselves: kinds with the starts that their providers give them,
/// and what follows. Where two fit, the first one names the kind.
struct Shape {
  /// `kind:start|start`; a line for each kind.
  std::string_view kinds;
  std::string_view body;
  uint32_t flags = 0;
};
constexpr Shape kShapes[] = {
    {"aws-access-key:AKIA|ASIA|ABIA|ACCA", "[A-Z2-7]{16}", kAnyBody},
    {"aws-access-key:A3T", "[A-Z0-9]{17}", kAnyBody},
    {"aws-bedrock-key:ABSK|bedrock-api-key-", R"(\w[\w+/=]{59,})"},
    {"github-token:ghp_|gho_|ghu_|ghs_|ghr_\nhuggingface-token:hf_|api_org_\nnpm-token:npm_\nnetlify-token:nfp_\n"
     "replicate-token:r8_\nprefect-key:pnu_|pnb_\nlinear-key:lin_api_|lin_oauth_\nxai-key:xai-\nrender-key:rnd_",
     R"(\w{28,})"},
    {"github-token:github_pat_\ngrafana-token:glsa_\ncircleci-token:CCIPAT_|CCIPRJ_\npinecone-key:pcsk_", R"([\w_]{32,})"},
    {"gitlab-token:glpat-|glrt-|glcbt-|gldt-|glptt-|glft-|glsoat-|glimt-|glffct-|glwt-|glrtr-|gloas-|glagent-|GR1348941", R"([\w_.-]{20,})"},
    {"atlassian-token:ATATT3|ATCTT3|ATBB|ATTA", R"([\w_=-]{32,})"},
    {"slack-token:xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxc-|xoxe-|xoxe.xoxb-|xoxe.xoxp-|xapp-", R"([\w-]{20,})"},
    {"slack-token:xoxd-", R"([\w%/+=-]{20,})"},
    {"slack-webhook:hooks.slack.com/services/|hooks.slack.com/workflows/|hooks.slack.com/triggers/", R"([\w/]{20,})", kKeep},
    {"webhook:hooks.zapier.com/hooks/catch/", R"([\w/]{12,})", kKeep | kAnyBody},
    {"webhook:webhook.office.com/webhookb2/", R"([\w@/-]{60,})", kKeep},
    {"stripe-key:sk_live_|rk_live_|sk_test_|rk_test_|sk_prod_|rk_prod_", R"(\w{16,})"},
    {"anthropic-key:sk-ant-\nopenrouter-key:sk-or-\nlangfuse-key:sk-lf-", R"([\w_-]{24,})"},
    {"openai-key:sk-proj-|sk-svcacct-|sk-admin-|sk-\ngoogle-oauth:ya29.|GOCSPX-\ndocker-token:dckr_pat_|dckr_oat_\nsupabase-key:sb_secret_\n"
     "hashicorp-token:hvs.|hvb.|hvr.\ntavily-key:tvly-\nfigma-token:figd_\nheroku-key:HRKU-\ntailscale-key:tskey-\nnewrelic-key:NRII-",
     R"([\w_-]{20,})"},
    {"google-oauth:1//0\nfly-token:fo1_\ntogether-key:tgp_v1_\npypi-token:pypi-\nnvidia-key:nvapi-", R"([\w_-]{40,})"},
    {"google-key:AIza\nyandex-key:AQVN", R"([\w_-]{35,39})"},
    {"facebook-token:EAA", R"(\w{80,})"},
    {"rubygems-token:rubygems_", R"(\h{48})"},
    {"crates-token:cio\ninfracost-key:ico-\nadobe-secret:p8e-", R"(\w{32})"},
    {"clojars-token:CLOJARS_", "[a-z0-9]{60}"},
    {"nuget-key:oy2", "[a-z0-9]{43}"},
    {"readme-key:rdme_", "[a-z0-9]{70}"},
    {"sendgrid-key:SG.", R"([\w_-]{22}.[\w_-]{43})"},
    {"brevo-key:xkeysib-|xsmtpsib-", R"(\h{64}-\w{16})"},
    {"mailgun-key:key-\ntwilio-key:SK\ndatabricks-token:dapi|dose", R"(\h{32})"},
    {"mailchimp-key:0|1|2|3|4|5|6|7|8|9|a|b|c|d|e|f", R"(\h{31}-us\d{1,2})"},
    {"azure-secret:Q~", R"([\w_.~-]{31,34})", kInWord},
    {"telegram-token:0|1|2|3|4|5|6|7|8|9", R"(\d{7,9}:AA[\w_-]{32,35})"},
    {"telegram-token:bot", R"(\d{8,10}:AA[\w_-]{32,35})", kKeep},
    {"discord-token:MT|Mj|Mz|ND|NT|Nj|Nz|OD|OT", R"([\w_-]{22,26}.[\w_-]{6}.[\w_-]{27,40})"},
    {"discord-webhook:discord.com/api/webhooks/|discordapp.com/api/webhooks/", R"(\d{17,20}/[\w_-]{60,})", kKeep},
    {"shopify-token:shpat_|shpca_|shppa_|shpss_", "[0-9a-fA-F]{32}"},
    {"digitalocean-token:dop_v1_|doo_v1_|dor_v1_\nsentry-token:sntryu_", R"(\h{64})"},
    {"atlassian-token:.atlasv1.\nplanetscale-token:pscale_tkn_|pscale_pw_|pscale_oauth_\ntypeform-token:tfp_\n"
     "doppler-token:dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.\nsnyk-token:snyk_uat.|snyk_sat.",
     R"([\w_.=-]{32,})"},
    {"sentry-token:sntrys_\nstripe-key:whsec_\ngrafana-token:glc_", R"([\w_+/=-]{24,})"},
    {"openshift-token:sha256~\nsquare-token:sq0csp-\ncontentful-token:CFPAT-\nduffel-token:duffel_live_|duffel_test_", R"([\w_=-]{43})"},
    {"square-token:sq0atp-", R"([\w_-]{22})"},
    {"square-token:EAAAE", R"([\w_-]{59,})"},
    {"notion-token:ntn_|secret_\ngroq-key:gsk_\nperplexity-key:pplx-\ncerebras-key:csk-\nposthog-key:phx_", R"(\w{40,})"},
    {"airtable-token:pat", R"(\w{14}.\h{64})"},
    {"harness-token:pat.|sat.", R"([\w_-]{22}.\h{24}.\w{20})"},
    {"hubspot-token:pat-", R"([a-z]{2}\d-%U\h{12})"},
    {"plaid-token:access-sandbox-|access-development-|access-production-\nlaunchdarkly-key:sdk-|api-", R"(%U\h{12})"},
    {"postman-key:PMAK-", R"(\h{24}-\h{34})"},
    {"newrelic-key:NRAK-\noctopus-key:API-", "[A-Z0-9]{26,27}"},
    {"dynatrace-token:dt0c01.|dt0s01.|dt0s16.", "[A-Z0-9]{8,24}.[A-Z0-9]{64}"},
    {"pulumi-token:pul-\nsupabase-key:sbp_\nsonar-token:sqp_|squ_|sqa_\nbuildkite-token:bkua_|bkat_\nshippo-token:shippo_live_|shippo_test_", R"(\h{40})"},
    {"sourcegraph-token:sgp_", "[0-9a-f_]{40,}"},
    {"fly-token:FlyV1 fm2_|fm2_", R"([\w+/=,_]{50,})"},
    {"vercel-token:vcp_|vck_\nfireworks-key:fw_", R"(\w{22,})"},
    {"razorpay-key:rzp_live_|rzp_test_\nalibaba-key:LTAI", R"(\w{14,26})"},
    {"flutterwave-key:FLWSECK_TEST-|FLWSECK-", R"(\h{12,32})"},
    {"easypost-key:EZAK|EZTK\njfrog-key:cmVmdGtu", R"(\w{54,60})"},
    {"jfrog-key:AKCp", R"(\w{65,75})"},
    {"langsmith-key:lsv2_pt_|lsv2_sk_", R"(\h{32}_\h{10})"},
    {"resend-key:re_", R"(\w{8}_\w{20,})"},
    {"defined-token:dnkey-", R"([\w_=-]{26}-[\w_=-]{52})"},
    {"frameio-token:fio-u-\nscalingo-token:tk-us-", R"([\w_=-]{48,64})"},
    {"cloudflare-key:v1.0-", R"(\h{24}-\h{146})"},
    {"mapbox-token:sk.eyJ1", R"([\w_-]{20,120}.[\w_-]{20,24})"},
    {"onepassword-token:ops_eyJ", R"([\w+/=_-]{100,})", kAnyBody},
    {"onepassword-key:A3-", "[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"},
    {"age-key:AGE-SECRET-KEY-1", "[A-Z0-9]{58}"},
    {"private-key:LS0tLS1CRUdJTiBSU0EgUFJJVkFURS|LS0tLS1CRUdJTiBQUklWQVRFI|LS0tLS1CRUdJTiBFQyBQUklWQVRFI|LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg", R"([\w+/=]{60,})"},
    {"dropbox-token:sl.u.|sl.", R"([\w_-]{120,})"},
    {"password-hash:$1$|$5$|$6$|$5$rounds=5000$|$6$rounds=5000$|$6$rounds=656000$|$apr1$", R"([\w./]{1,16}$[\w./]{22,86})"},
    {"password-hash:$2a$|$2b$|$2y$|$2x$", R"(\d{2}$[\w./]{53})"},
    {"password-hash:$y$|$gy$|$7$", R"([\w./]{1,8}$[\w./]{1,40}$[\w./]{43})"},
    {"password-hash:$P$|$H$", R"([\w./]{31})"},
    {"password-hash:$argon2id$v=19$|$argon2i$v=19$|$argon2d$v=19$|{SSHA}|{SSHA256}|{SSHA512}", R"([\w+/=,$-]{32,})"},
    {"password-hash:{SHA}", R"([\w+/]{27}=)"},
    {"password-hash:pbkdf2_sha256$|pbkdf2:sha256:", R"(\d{4,7}$\w{8,32}$[\w+/=]{40,})"},
    {"password-hash:scrypt:32768:8:1$", R"(\w{8,32}$\h{128})"},
    {"bearer-token:Bearer |bearer ", R"([\w_.~+/=-]{20,})", kKeep},
};

/// Ends of names that announce a secret, in lower case without separators.
constexpr Rule kNames[] = {
    {"authorization", "authorization", R"~(%C%B[:=,][ \t\\"'`]{0,16}((bearer|Bearer|BEARER|basic|Basic|token|Token|digest|Digest|apikey|ApiKey|bot|Bot|key|negotiate|Negotiate|bot-key|Splunk) {1,64}%W|<[\w_.~+/=-]{16,256}>))~", kSure},
    {"cookie", "setcookie|cookie", R"~(%C%B[:=,][ \t\\"'`]{0,16}&(([^=\r\n"'`\\<>{}()[\]\u]{1,512}|=!([^;= \r\n"'`\\<>{}()[\]\u]{8})){1,64}=)<[^\r\n"'`\\<>{}()[\]\u]{1,768}>)~", kPart | kVerbatim | kAnyValue | kPhrase, R"~([\w !#$%&*+,./:;=?@^_|~-]+)~"},
    {"aws-secret-key", "secretaccesskey|awssecretkey|awssecret", "", kSecret},
    {"azure-key", "accountkey|sharedaccesskey", "", kSecret},
    {"twilio-token", "twilioauthtoken", "", kSecret},
    {"password", "passphrase", "", kPassword | kPhrase},
    {"password", "presharedkey|psk", "", kPassword | kPhrase | kPart},
    {"password", "password|passwd|passwort|pswd|passcode|kennwort|contrasena|motdepasse|wachtwoord|identifiedby|storepass|keypass|requirepass|masterauth", "", kPassword},
    {"password", "contraseña|hasło|lösenord|şifre|ароль|密码|密碼|口令|パスワード|비밀번호|암호", "", kPassword},
    {"password", "senha|pwd|pw|pgpass|parola|heslo|haslo|clave|losenord|adgangskode|withby|sha256passwordby", "", kPassword | kPart},
    {"password", "pass", "", kPassword | kPart | kCommon},
    {"secret", "secret|secretkeybase|apikey|accesskey|secretkey|privatekey|authkey|encryptionkey|signingkey|masterkey|servicekey|servicerolekey|clientkey|consumerkey|licensekey|adminkey|deploykey|webhookkey|hmackey|jwtkey|sharedkey|storagekey|subscriptionkey|functionkey|token|credential|credentials|sessionid|sessid|amzsignature|googsignature", "", kSecret},
    {"secret", "appkey|auth|bearer|sid|sig|pat", "", kSecret | kPart},
    {"secret", "key", "", kKey | kPart},
};

/// Within a name: no secret, whatever it ends with. Of passwords none is.
constexpr std::string_view kHarmless =
    "public publishable primary foreign cache sort partition idempotency nexttoken pagetoken "
    "continuation synctoken cancel starttoken tokentype routing dedup pad eostoken bostoken unktoken "
    "clientsid accountsid";

/// What stands around a name.
enum Around : uint8_t {
  kAnywhere = 0,
  /// In capitals, as variables of an environment are.
  kCapitals = 1,
  /// `--name`.
  kFlag = 2,
  /// It begins its line.
  kBegins = 4,
  /// A word before says that a name and its value follow, without a sign between them.
  kAnnounced = 8,
  /// `define('name', 'x')`.
  kDefined = 16,
  /// `?name=x`.
  kInAddress = 32,
  /// `<name>x`.
  kTag = 64,
};
/// Words before a name that its value follows right away; before such a one's first argument.
constexpr std::string_view kAnnouncers =
    "ENV ARG set setenv setx -x -gx -Ux config define add SETEX with var SET WITH ROLE";
constexpr std::string_view kUserWords = "login user username account ssid connect";

/// From the end of a name to its value.
struct Link {
  std::string_view pattern;
  uint8_t around;
  /// What counts behind the name of a password, and of what programs make.
  uint32_t password;
  uint32_t secret;
};
constexpr Link kLinks[] = {
    {"%C=%Q", kCapitals, kAnyValue | kPhrase, kSure},
    {"%C%B%O%B%Q", kAnywhere, kAnyValue | kPhrase, kRandom},
    {"%B%V%B%Q", kAnywhere, kAnyValue | kPhrase, kRandom},
    {R"~(%C[ \t\r\n,"'\\n]{0,48}[vV]alue%C%B[:=]%B%Q)~", kAnywhere, kAnyValue, kRandom},
    {R"~(%C[ \t\r\n,"'\\n]{0,48}[vV]alue%C%B[:=]%B%W)~", kAnywhere, kNoWord, kRandom},
    {"=%X", kCapitals | kBegins, kAnyValue | kVerbatim, kSure | kVerbatim},
    {"=%X", kBegins, kAnyValue, kRandom},
    {"%C%B:%B%X", kBegins, kNoWord, kRandom},
    {"%B=%B%X", kBegins, kMixed | kSure, kRandom},
    {"%C=%W", kCapitals, kAnyValue, kSure},
    {"=%W", kInAddress, kAnyValue, kRandom},
    {"%C=%W", kAnywhere, kNoWord, kRandom},
    {"%C%B(:=|=\\>|[?+]?=)!=%B%W", kAnywhere, kRandom, kRandom},
    {R"~(%C%B[?!]?:!(//)\*{0,2}%B%W)~", kAnywhere, kNoWord, kRandom},
    {R"~(\>%W&(%B\<))~", kTag, kLongWord | kNoWord, kRandom},
    {R"~(\\?["']\>%W&(%B\<))~", kAnywhere, kLongWord | kNoWord, kRandom},
    {R"~(\\{0,4}["'`],%B%Q)~", kFlag, kAnyValue, kRandom},
    {R"~(\\{0,4}["'`],%B%Q)~", kDefined, kAnyValue, kSure},
    {R"~(\\{0,4}["'`],%B%Q)~", kAnywhere, kSure, kRandom},
    {R"~(\(%Q)~", kAnywhere, kSure, kRandom},
    {"%C%Y%Q", kAnywhere, kAnyValue, kRandom},
    {"%C%Y%W", kAnywhere, kNumber | kSure, kRandom},
    {"%C(是|为|為|は|는|은|：|＝|—)%B%Q", kAnywhere, kAnyValue, kRandom},
    {"%C(是|为|為|は|는|은|：|＝|—)%B%W", kAnywhere, kNoWord, kRandom},
    {R"~([ \t]{1,4}(for |of |für |von |de |del |para |pour |per |di |da |voor |\()(!(%Y|: )[^.,;\n\r"'`<{=>[]){1,56}(: |%Y)(%Q|%W))~", kAnywhere, kNumber | kSure, kRandom},
    {R"~(%C%B\|%B%W)~", kAnywhere, kSure, kRandom},
    {R"~([ \t]{1,32}%Q)~", kFlag, kAnyValue, kRandom},
    {R"~([ \t]{1,32}%Q)~", kAnnounced, kAnyValue, kRandom},
    {R"~([ \t]{1,32}%Q)~", kAnywhere, kSure, kRandom},
    {R"~([ \t]{1,32}!-%W&%L)~", kFlag, kAnyValue, kRandom},
    {R"~([ \t]{1,32}!-%W&( -))~", kFlag, kLongWord | kNoWord, kRandom},
    {R"~([ \t]{1,32}!-%W)~", kFlag, kNoWord, kRandom},
    {R"~([ \t]{1,32}%W)~", kAnnounced | kCapitals, kSure, kSure},
    {R"~([ \t]{1,32}%W)~", kAnnounced, kSure, kRandom},
    {R"~([ \t]{1,32}%W&%L)~", kBegins, kMixed | kSure, kRandom},
};
// clang-format on

}  // namespace epitome::redact
