/**
 * The published formats of secrets, as their providers document them and their own keys show them: a kind; literals,
 * parted by `|`, one of which stands in front; what follows, in the language of patterns.ts. Signs before a kind:
 * `=`, the literal tells what it is, and stays; `!`, what follows need not look random; `~`, it may begin inside a
 * word. Where two formats fit, the first one names the kind.
 */
// biome-ignore format: one format after the other
export const formats: readonly string[] = [
  '!aws-access-key AKIA|ASIA|ABIA|ACCA [A-Z2-7]{16}', '!aws-access-key A3T [A-Z0-9]{17}', 'aws-bedrock-key ABSK [A-Za-z0-9+/]{100,}', '!aws-bedrock-key bedrock-api-key- [A-Za-z0-9+/=]{40,}', 'github-token ghp_|gho_|ghu_|ghs_|ghr_ [A-Za-z0-9]{30,}',
  'github-token github_pat_ [A-Za-z0-9_]{36,}', 'gitlab-token glpat-|glrt-|glcbt-|gldt-|glptt-|glft-|glsoat-|glimt-|glffct-|glwt-|glrtr- [A-Za-z0-9_.-]{20,}', 'gitlab-token gloas-|glagent- [A-Za-z0-9_-]{40,}',
  'gitlab-token GR1348941 [A-Za-z0-9_-]{20,}', 'atlassian-token ATATT3|ATCTT3 [A-Za-z0-9_=-]{60,}', 'atlassian-token ATBB|ATTA [A-Za-z0-9_=-]{32,}', 'slack-token xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxc-|xoxe-|xoxe.xoxb-|xoxe.xoxp- [A-Za-z0-9-]{20,}',
  'slack-token xoxd- [A-Za-z0-9%/+=-]{20,}', 'slack-token xapp- [0-9]{1}-[A-Za-z0-9-]{20,}', '=slack-webhook hooks.slack.com/services/|hooks.slack.com/workflows/|hooks.slack.com/triggers/ [A-Za-z0-9/]{20,}',
  '=!webhook hooks.zapier.com/hooks/catch/ [A-Za-z0-9/]{12,}', '=webhook webhook.office.com/webhookb2/ [A-Za-z0-9@/-]{60,}', 'stripe-key sk_live_|rk_live_|sk_test_|rk_test_|sk_prod_|rk_prod_ [A-Za-z0-9]{16,}', 'stripe-key whsec_ [A-Za-z0-9+/=]{24,}',
  'anthropic-key sk-ant- [A-Za-z0-9_-]{24,}', 'openrouter-key sk-or- [A-Za-z0-9_-]{24,}', 'langfuse-key sk-lf- [A-Za-z0-9-]{32,}', 'openai-key sk-proj-|sk-svcacct-|sk-admin-|sk- [A-Za-z0-9_-]{20,}', 'google-key AIza [A-Za-z0-9_-]{35,39}',
  'google-oauth GOCSPX- [A-Za-z0-9_-]{24,}', 'google-oauth ya29. [A-Za-z0-9_-]{20,}', 'google-oauth 1//0 [A-Za-z0-9_-]{40,}', 'facebook-token EAA [A-Za-z0-9]{80,}', 'npm-token npm_ [A-Za-z0-9]{36,}', 'pypi-token pypi- [A-Za-z0-9_-]{50,}',
  'rubygems-token rubygems_ [0-9a-f]{48}', 'crates-token cio [A-Za-z0-9]{32}', 'clojars-token CLOJARS_ [a-z0-9]{60}', 'nuget-key oy2 [a-z0-9]{43}', 'huggingface-token hf_|api_org_ [A-Za-z0-9]{30,}',
  'sendgrid-key SG. [A-Za-z0-9_-]{22}.[A-Za-z0-9_-]{43}', 'brevo-key xkeysib-|xsmtpsib- [0-9a-f]{64}-[A-Za-z0-9]{16}', 'mailgun-key key- [0-9a-f]{32}', 'mailchimp-key  [0-9a-f]{32}-us[0-9]{1,2}', 'twilio-key SK [0-9a-f]{32}',
  '~azure-secret Q~ [A-Za-z0-9_.~-]{31,34}', 'telegram-token  [0-9]{8,10}:AA[A-Za-z0-9_-]{32,35}', '=telegram-token bot [0-9]{8,10}:AA[A-Za-z0-9_-]{32,35}', 'discord-token  [MNO][A-Za-z0-9_-]{23,27}.[A-Za-z0-9_-]{6}.[A-Za-z0-9_-]{27,40}',
  '=discord-webhook discord.com/api/webhooks/|discordapp.com/api/webhooks/ [0-9]{17,20}/[A-Za-z0-9_-]{60,}', 'shopify-token shpat_|shpca_|shppa_|shpss_ [0-9a-fA-F]{32}', 'digitalocean-token dop_v1_|doo_v1_|dor_v1_ [0-9a-f]{64}',
  'databricks-token dapi|dose [0-9a-f]{32}', 'hashicorp-token hvs.|hvb.|hvr. [A-Za-z0-9_-]{24,}', 'hashicorp-token .atlasv1. [A-Za-z0-9_=-]{60,}', 'docker-token dckr_pat_|dckr_oat_ [A-Za-z0-9_-]{20,}', 'openshift-token sha256~ [A-Za-z0-9_-]{43}',
  'linear-key lin_api_|lin_oauth_ [A-Za-z0-9]{32,}', 'notion-token ntn_|secret_ [A-Za-z0-9]{40,}', 'figma-token figd_ [A-Za-z0-9_-]{36,}', 'airtable-token pat [A-Za-z0-9]{14}.[0-9a-f]{64}',
  'harness-token pat.|sat. [A-Za-z0-9_-]{22}.[0-9a-f]{24}.[A-Za-z0-9]{20}', 'hubspot-token pat- [a-z]{2}[0-9]{1}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'typeform-token tfp_ [A-Za-z0-9_.=-]{40,}',
  'postman-key PMAK- [0-9a-f]{24}-[0-9a-f]{34}', 'grafana-token glc_ [A-Za-z0-9+/=]{32,}', 'grafana-token glsa_ [A-Za-z0-9_]{32,}', '!newrelic-key NRAK- [A-Z0-9]{27}', 'newrelic-key NRII- [A-Za-z0-9_-]{32}',
  'dynatrace-token dt0c01.|dt0s01.|dt0s16. [A-Z0-9]{8,24}.[A-Z0-9]{64}', 'sentry-token sntrys_ [A-Za-z0-9+/=_-]{40,}', 'sentry-token sntryu_ [0-9a-f]{64}', 'doppler-token dp.pt. [A-Za-z0-9]{40,44}',
  'doppler-token dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit. [A-Za-z0-9_.-]{40,}', 'pulumi-token pul- [0-9a-f]{40}', 'planetscale-token pscale_tkn_|pscale_pw_|pscale_oauth_ [A-Za-z0-9_.=-]{32,}', 'supabase-key sbp_ [0-9a-f]{40}',
  'supabase-key sb_secret_ [A-Za-z0-9_-]{20,}', 'vercel-token vcp_|vck_ [A-Za-z0-9]{24,}', 'netlify-token nfp_ [A-Za-z0-9]{36,}', 'fly-token FlyV1 fm2_|fm2_ [A-Za-z0-9+/=,_]{50,}', 'fly-token fo1_ [A-Za-z0-9_-]{40,}',
  'heroku-key HRKU- [A-Za-z0-9_-]{36,}', 'render-key rnd_ [A-Za-z0-9]{28,}', 'square-token sq0atp- [A-Za-z0-9_-]{22}', 'square-token sq0csp- [A-Za-z0-9_-]{43}', 'square-token EAAAE [A-Za-z0-9_-]{59,}',
  'razorpay-key rzp_live_|rzp_test_ [A-Za-z0-9]{14,24}', 'flutterwave-key FLWSECK_TEST-|FLWSECK- [0-9a-f]{12,32}', 'easypost-key EZAK|EZTK [A-Za-z0-9]{54}', 'shippo-token shippo_live_|shippo_test_ [0-9a-f]{40}',
  'duffel-token duffel_live_|duffel_test_ [A-Za-z0-9_=-]{43}', 'plaid-token access-sandbox-|access-development-|access-production- [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'groq-key gsk_ [A-Za-z0-9]{40,}',
  'xai-key xai- [A-Za-z0-9]{60,}', 'replicate-token r8_ [A-Za-z0-9]{36,}', 'perplexity-key pplx- [A-Za-z0-9]{40,}', 'nvidia-key nvapi- [A-Za-z0-9_-]{60,}', 'pinecone-key pcsk_ [A-Za-z0-9_]{50,}', 'tavily-key tvly- [A-Za-z0-9_-]{28,}',
  'fireworks-key fw_ [A-Za-z0-9]{22,}', 'langsmith-key lsv2_pt_|lsv2_sk_ [0-9a-f]{32}_[0-9a-f]{10}', 'cerebras-key csk- [A-Za-z0-9]{40,}', 'together-key tgp_v1_ [A-Za-z0-9_-]{40,}', 'resend-key re_ [A-Za-z0-9]{8}_[A-Za-z0-9]{20,}',
  'posthog-key phx_ [A-Za-z0-9]{40,}', 'sourcegraph-token sgp_ [0-9a-f_]{40,}', 'sonar-token sqp_|squ_|sqa_ [0-9a-f]{40}', 'snyk-token snyk_uat.|snyk_sat. [A-Za-z0-9_.-]{40,}', 'tailscale-key tskey- [A-Za-z0-9-]{24,}',
  'buildkite-token bkua_|bkat_ [0-9a-f]{40}', 'circleci-token CCIPAT_|CCIPRJ_ [A-Za-z0-9_]{40,}', 'prefect-key pnu_|pnb_ [A-Za-z0-9]{36}', 'readme-key rdme_ [a-z0-9]{70}', 'infracost-key ico- [A-Za-z0-9]{32}', 'adobe-secret p8e- [A-Za-z0-9]{32}',
  'alibaba-key LTAI [A-Za-z0-9]{17,26}', 'frameio-token fio-u- [A-Za-z0-9_=-]{64}', 'defined-token dnkey- [A-Za-z0-9_=-]{26}-[A-Za-z0-9_=-]{52}', 'scalingo-token tk-us- [A-Za-z0-9_-]{48}', 'cloudflare-key v1.0- [0-9a-f]{24}-[0-9a-f]{146}',
  'yandex-key AQVN [A-Za-z0-9_-]{35,38}', 'octopus-key API- [A-Z0-9]{26}', 'mapbox-token sk.eyJ1 [A-Za-z0-9_-]{20,120}.[A-Za-z0-9_-]{20,24}', '!onepassword-token ops_eyJ [A-Za-z0-9+/=_-]{100,}',
  'onepassword-key A3- [A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}', 'age-key AGE-SECRET-KEY-1 [A-Z0-9]{58}',
  'private-key LS0tLS1CRUdJTiBSU0EgUFJJVkFURS|LS0tLS1CRUdJTiBQUklWQVRFI|LS0tLS1CRUdJTiBFQyBQUklWQVRFI|LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg [A-Za-z0-9+/=]{60,}', 'jfrog-key AKCp [A-Za-z0-9]{65,75}', 'jfrog-key cmVmdGtu [A-Za-z0-9]{54,60}',
  'contentful-token CFPAT- [A-Za-z0-9_-]{43}', 'dropbox-token sl.u.|sl. [A-Za-z0-9_-]{120,}', 'launchdarkly-key sdk-|api- [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  'password-hash $1$|$5$|$6$|$5$rounds=5000$|$6$rounds=5000$|$6$rounds=656000$|$apr1$ [A-Za-z0-9./]{1,16}$[A-Za-z0-9./]{22,86}', 'password-hash $2a$|$2b$|$2y$|$2x$ [0-9]{2}$[A-Za-z0-9./]{53}',
  'password-hash $y$|$gy$|$7$ [A-Za-z0-9./]{1,8}$[A-Za-z0-9./]{1,40}$[A-Za-z0-9./]{43}', 'password-hash $P$|$H$ [A-Za-z0-9./]{31}', 'password-hash $argon2id$v=19$|$argon2i$v=19$|$argon2d$v=19$ [A-Za-z0-9+/=,$-]{40,}',
  'password-hash {SHA} [A-Za-z0-9+/]{27}=', 'password-hash {SSHA}|{SSHA256}|{SSHA512} [A-Za-z0-9+/=]{32,}', 'password-hash pbkdf2_sha256$|pbkdf2:sha256: [0-9]{4,7}$[A-Za-z0-9]{8,32}$[A-Za-z0-9+/=]{40,}',
  'password-hash scrypt:32768:8:1$ [A-Za-z0-9]{8,32}$[0-9a-f]{128}', '=bearer-token Bearer |bearer  [A-Za-z0-9_.~+/=-]{20,}',
];
