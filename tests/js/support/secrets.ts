/**
 * Secrets in the formats that their providers publish, and the places where agents meet them. Made at run time
 * from a seed: no file holds one. Shares no table with what looks for them.
 */
import type { Rng } from './random.ts';

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabets: Readonly<Record<string, string>> = {
  a: '0123456789abcdef',
  w: base62,
  u: `${base62}-_`,
  b: `${base62}+/`,
  c: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  l: 'abcdefghijkl0123456789',
  3: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  d: '0123456789',
  p: `./${base62}`,
};

/** Kinds that a name alone tells. */
const named = new Set(['secret', 'aws-secret-key', 'twilio-token', 'azure-key']);

/** A kind, a shape of parts `<alphabet:length>`, and a variable's name as the provider's documentation has it. */
export const formats: readonly (readonly [kind: string, shape: string, variable: string])[] = [
  ['aws-access-key', 'AKIA<3:16>', 'AWS_ACCESS_KEY_ID'],
  ['aws-access-key', 'ASIA<3:16>', 'AWS_ACCESS_KEY_ID'],
  ['aws-secret-key', '<b:40>', 'AWS_SECRET_ACCESS_KEY'],
  ['github-token', 'ghp_<w:36>', 'GITHUB_TOKEN'],
  ['github-token', 'ghs_<w:36>', 'GH_TOKEN'],
  ['github-token', 'github_pat_<w:22>_<w:59>', 'GITHUB_TOKEN'],
  ['gitlab-token', 'glpat-<u:20>', 'GITLAB_TOKEN'],
  ['gitlab-token', 'glrt-<u:20>', 'RUNNER_TOKEN'],
  ['slack-token', 'xoxb-<d:12>-<d:13>-<w:24>', 'SLACK_BOT_TOKEN'],
  ['slack-token', 'xoxp-<d:12>-<d:12>-<d:13>-<a:32>', 'SLACK_TOKEN'],
  ['slack-token', 'xapp-1-A<c:10>-<d:13>-<a:64>', 'SLACK_APP_TOKEN'],
  ['stripe-key', 'sk_live_<w:24>', 'STRIPE_SECRET_KEY'],
  ['stripe-key', 'rk_live_<w:99>', 'STRIPE_KEY'],
  ['stripe-key', 'whsec_<w:32>', 'STRIPE_WEBHOOK_SECRET'],
  ['anthropic-key', 'sk-ant-api03-<u:93>AA', 'ANTHROPIC_API_KEY'],
  ['openai-key', 'sk-proj-<u:74>T3BlbkFJ<u:74>', 'OPENAI_API_KEY'],
  ['openai-key', 'sk-<w:20>T3BlbkFJ<w:20>', 'OPENAI_API_KEY'],
  ['openrouter-key', 'sk-or-v1-<a:64>', 'OPENROUTER_API_KEY'],
  ['google-key', 'AIza<u:35>', 'GOOGLE_API_KEY'],
  ['google-oauth', 'GOCSPX-<u:28>', 'GOOGLE_CLIENT_SECRET'],
  ['google-oauth', 'ya29.<u:160>', 'GOOGLE_OAUTH_TOKEN'],
  ['npm-token', 'npm_<w:36>', 'NPM_TOKEN'],
  ['pypi-token', 'pypi-AgEIcHlwaS5vcmc<u:150>', 'TWINE_PASSWORD'],
  ['rubygems-token', 'rubygems_<a:48>', 'GEM_HOST_API_KEY'],
  ['nuget-key', 'oy2<l:43>', 'NUGET_API_KEY'],
  ['huggingface-token', 'hf_<w:34>', 'HF_TOKEN'],
  ['sendgrid-key', 'SG.<u:22>.<u:43>', 'SENDGRID_API_KEY'],
  ['brevo-key', 'xkeysib-<a:64>-<w:16>', 'BREVO_API_KEY'],
  ['mailgun-key', 'key-<a:32>', 'MAILGUN_API_KEY'],
  ['mailchimp-key', '<a:32>-us12', 'MAILCHIMP_API_KEY'],
  ['twilio-key', 'SK<a:32>', 'TWILIO_API_KEY'],
  ['twilio-token', '<a:32>', 'TWILIO_AUTH_TOKEN'],
  ['telegram-token', '<d:10>:AA<u:33>', 'TELEGRAM_BOT_TOKEN'],
  ['discord-token', 'MT<w:24>.<u:6>.<u:38>', 'DISCORD_TOKEN'],
  ['shopify-token', 'shpat_<a:32>', 'SHOPIFY_ACCESS_TOKEN'],
  ['digitalocean-token', 'dop_v1_<a:64>', 'DIGITALOCEAN_TOKEN'],
  ['databricks-token', 'dapi<a:32>', 'DATABRICKS_TOKEN'],
  ['hashicorp-token', 'hvs.<u:90>', 'VAULT_TOKEN'],
  ['docker-token', 'dckr_pat_<u:27>', 'DOCKER_TOKEN'],
  ['linear-key', 'lin_api_<w:40>', 'LINEAR_API_KEY'],
  ['notion-token', 'ntn_<w:46>', 'NOTION_TOKEN'],
  ['figma-token', 'figd_<u:40>', 'FIGMA_TOKEN'],
  ['airtable-token', 'pat<w:14>.<a:64>', 'AIRTABLE_TOKEN'],
  ['postman-key', 'PMAK-<a:24>-<a:34>', 'POSTMAN_API_KEY'],
  ['grafana-token', 'glsa_<w:32>_<a:8>', 'GRAFANA_TOKEN'],
  ['newrelic-key', 'NRAK-<c:27>', 'NEW_RELIC_API_KEY'],
  ['dynatrace-token', 'dt0c01.<c:24>.<c:64>', 'DT_API_TOKEN'],
  ['sentry-token', 'sntryu_<a:64>', 'SENTRY_AUTH_TOKEN'],
  ['doppler-token', 'dp.pt.<w:43>', 'DOPPLER_TOKEN'],
  ['pulumi-token', 'pul-<a:40>', 'PULUMI_ACCESS_TOKEN'],
  ['planetscale-token', 'pscale_tkn_<u:43>', 'PLANETSCALE_TOKEN'],
  ['supabase-key', 'sbp_<a:40>', 'SUPABASE_ACCESS_TOKEN'],
  ['netlify-token', 'nfp_<w:36>', 'NETLIFY_AUTH_TOKEN'],
  ['heroku-key', 'HRKU-AA<u:58>', 'HEROKU_API_KEY'],
  ['square-token', 'sq0atp-<u:22>', 'SQUARE_ACCESS_TOKEN'],
  ['groq-key', 'gsk_<w:52>', 'GROQ_API_KEY'],
  ['xai-key', 'xai-<w:80>', 'XAI_API_KEY'],
  ['replicate-token', 'r8_<w:37>', 'REPLICATE_API_TOKEN'],
  ['perplexity-key', 'pplx-<w:48>', 'PERPLEXITY_API_KEY'],
  ['nvidia-key', 'nvapi-<u:64>', 'NVIDIA_API_KEY'],
  ['pinecone-key', 'pcsk_<w:5>_<w:63>', 'PINECONE_API_KEY'],
  ['langsmith-key', 'lsv2_pt_<a:32>_<a:10>', 'LANGSMITH_API_KEY'],
  ['sonar-token', 'sqp_<a:40>', 'SONAR_TOKEN'],
  ['typeform-token', 'tfp_<u:59>', 'TYPEFORM_TOKEN'],
  ['duffel-token', 'duffel_live_<u:43>', 'DUFFEL_TOKEN'],
  ['easypost-key', 'EZAK<w:54>', 'EASYPOST_API_KEY'],
  ['plaid-token', 'access-production-<a:8>-<a:4>-<a:4>-<a:4>-<a:12>', 'PLAID_ACCESS_TOKEN'],
  ['alibaba-key', 'LTAI<w:20>', 'ALIBABA_CLOUD_ACCESS_KEY_ID'],
  ['buildkite-token', 'bkua_<a:40>', 'BUILDKITE_API_TOKEN'],
  ['infracost-key', 'ico-<w:32>', 'INFRACOST_API_KEY'],
  ['openshift-token', 'sha256~<u:43>', 'OPENSHIFT_TOKEN'],
  ['jwt', 'eyJ<w:33>.eyJ<u:90>.<u:43>', 'ID_TOKEN'],
  ['secret', '<a:32>', 'DD_API_KEY'],
  ['secret', '<u:40>', 'CLOUDFLARE_API_TOKEN'],
  ['secret', '<a:8>-<a:4>-<a:4>-<a:4>-<a:12>', 'HEROKU_API_KEY'],
  ['secret', '<a:32>', 'ALGOLIA_ADMIN_KEY'],
  ['azure-key', '<b:86>==', 'AZURE_STORAGE_ACCOUNT_KEY'],
  ['secret', '<w:3>8Q~<u:34>', 'AZURE_CLIENT_SECRET'],
  ['secret', '<w:32>', 'MISTRAL_API_KEY'],
  ['secret', '<a:32>', 'RAILS_MASTER_KEY'],
  ['secret', '<b:43>=', 'SESSION_SECRET'],
];

export const isBare = (kind: string) => !named.has(kind);

/**
 * `{}` is the secret, `{N}` the variable, `{n}` the same as programs write it, `{k}` with dashes, `{1}` and `{2}`
 * the secret's halves. `bare`: no name says what it is.
 */
type Places = readonly [place: string, texts: readonly string[], bare?: boolean];
const flat = (rows: readonly Places[]) =>
  rows.flatMap(([place, texts, bare = false]) => texts.map((text) => ({ place, text, bare })));

// biome-ignore format: one row a place
export const keyPlaces = flat([
  ['plain', ['I found {} in the log.', 'Use {}'], true],
  ['plain', ['the {k} is {}\n']],
  ['quoted', ["the one is '{}', I think", 'run it with `{}` please', 'it says “{}” there'], true],
  ['JSON', ['{"{n}": "{}", "b": 1}', '{"name": "{N}", "value": "{}"}']],
  ['JSON', ['["a","{}"]'], true],
  ['escaped JSON', ['{"out":"{\\"{n}\\":\\"{}\\",\\"b\\":1}"}', '{"content":"A=1\\n{N}={}\\nB=2\\n"}']],
  ['escaped JSON', ['"log: {}\\n"'], true],
  ['URL', ['https://api.example.com/v1/items?{n}={}&page=2', 'GET /cb?code=1&access_token={} HTTP/1.1', 'https://bob:{}@git.example.com/a/b.git']],
  ['header', ['Authorization: Bearer {}\r\nHost: x\r\n', 'X-Api-Key: {}\r\nAccept: */*\r\n', 'curl -H "Authorization: token {}" https://api.example.com']],
  ['env', ['{N}={}\nPORT=80\n', 'export {N}="{}"\n', "A=b\n{N}='{}'\n"]],
  ['Dockerfile', ['FROM a:1\nENV {N} {}\nRUN x\n', 'ENV {N}={}\n']],
  ['YAML', ['env:\n  {n}: {}\n  b: 1\n', '  - name: {N}\n    value: "{}"\n']],
  ['TOML', ['[a]\n{n} = "{}"\n']],
  ['ini', ['[default]\n{n}={}\n', '[default]\n{n} = {}\n']],
  ['shell', ['tool login --{k} {} --verbose', 'tool login --{k}={}', '{N}={} npm publish', "fish -c 'set -x {N} {}'"]],
  ['code', ['const {n} = "{}";', "    {n}='{}',", '{n} := "{}"', 'let {n}: &str = "{}";', 'private static final String {N} = "{}";', '#define {N} "{}"']],
  ['code', ["define('{N}', '{}');", "'{n}' => '{}',"]],
  ['code', ['client = Client("{}")'], true],
  ['numbered', ['     6\tA=1\n     7\t{N}={}\n     8\tB=2\n', '6→a\n7→  {n}: "{}"\n', '12:{N}={}\n13:B=1\n', "12 | const {n} = '{}';\n", 'src/config.env:12:{N}={}\n']],
  ['coloured', ['a.env:\x1b[01;31m\x1b[K{N}\x1b[m\x1b[K={}\n', '{n}: \\u001b[31m{1}\\u001b[0m{2}\\n']],
  ['coloured', ["x = '\x1b[01;31m\x1b[K{1}\x1b[m\x1b[K{2}'\n"], true],
  ['markup', ['<{n}>{}</{n}>', '| {n} | {} |']],
]);

/** The same for passwords that people made up. */
// biome-ignore format: one row a place
export const passwordPlaces = flat([
  ['sentence', ['The password is {}.', 'ok, password for the staging database is {} and the user is bob', 'password: {}\n', 'Das Passwort ist {}\n']],
  ['sentence', ['Das Kennwort lautet {}\n', 'Le mot de passe est {}\n', 'la contraseña es {}\n', 'A senha é {}\n', 'La password è {}\n', 'Hasło to {}\n']],
  ['sentence', ['Пароль: {}\n', '密码是{}\n', '密码：{}\n', 'パスワードは{}です\n', '비밀번호: {}\n', 'password：{}\n', '**Password:** {}\n']],
  ['sentence', ['Парола: {}\n', 'пароль такой: {}\n', 'Salasana on {}\n', 'A jelszó: {}\n', 'Parola este {}\n', 'Lozinka je {}\n', 'Adgangskoden er {}\n']],
  ['sentence', ['mật khẩu là {}\n', 'kata sandi adalah {}\n', 'Ο κωδικός είναι {}\n', 'รหัสผ่านคือ {}\n', 'पासवर्ड है {}\n', 'הסיסמה: {}\n', 'كلمة المرور: {}\n']],
  ['sentence', ['Das Passwort heißt {}\n', 'password for db: {} (ask bob)', '<p>The password is {}</p>', '{"text":"the password is {}"}']],
  ['sentence', ['The admin password has been changed to {}.', 'I reset the password to {}\n', 'Das Passwort wurde auf {} geändert', 'Le mot de passe a été changé en {}\n', 'La contraseña ha sido cambiada a {}\n', '密码已改为 {}\n']],
  ['line below', ['The new password is:\n{}\nBye', 'Password:\n\n    {}\n', 'Das Passwort lautet:\n```\n{}\n```\n', '> Passwort:\n> `{}`\n', '{"text":"Password:\\n{}\\nBye"}', '密码：\r\n{}\r\n']],
  ['command', ['docker login -u bob -p {} registry.example.com', 'echo {} | docker login -u bob --password-stdin', "echo '{}' | sudo -S apt-get update"]],
  ['command', ['mysql -u root -p{} shop', "mysqldump -uroot -p'{}' shop > a.sql", 'sshpass -p {} ssh bob@host', "sshpass -p '{}' scp a b"]],
  ['command', ['redis-cli -h cache -a {} ping', 'curl -u bob:{} https://example.com/x', 'PGPASSWORD={} psql -h db', '["docker", "login", "-p", "{}"]']],
  ['command', ['mongosh -u bob -p {} --host db', 'keytool -storepass {} -list', 'ldapsearch -D cn=a -w {} -b dc=x']],
  ['file', ['machine api.example.com login bob password {}\n', 'machine api.example.com\n  login bob\n  password {}\n', 'db.example.com:5432:shop:bob:{}\n']],
  ['file', ['requirepass {}\n', 'network={\n  ssid="home"\n  psk="{}"\n}\n', 'spring.datasource.password={}\n', '<input type="password" name="p" value="{}">']],
  ['file', ["<input name='p' value='{}' type='password'/>", '    <password>{}</password>\n', 'ENV DB_PASSWORD {}\n']],
  ['file', ['Server=db;Database=x;User Id=sa;Password={};Encrypt=True']],
  ['SQL', ["CREATE USER bob WITH PASSWORD '{}';", "ALTER ROLE bob PASSWORD '{}'", "CREATE USER 'bob'@'%' IDENTIFIED BY '{}';"]],
  ['SQL', ["CREATE LOGIN bob WITH PASSWORD = N'{}';"]],
  ['code', ["define('DB_PASSWORD', '{}');", 'password = "{}"', "{ user: 'bob', password: '{}' }", 'connect(host, password="{}")']],
  ['URL', ['postgres://bob:{}@db.example.com:5432/shop', 'mongodb+srv://bob:{}@c.example.net/x?retry=1']],
  ['numbered', ['   12\tDB_PASSWORD={}\n', '12→password: {}\n']],
  ['JSON', ['{"user":"bob","password":"{}"}']],
  ['escaped JSON', ['{\\"password\\":\\"{}\\"}']],
]);

export function charactersOf(rng: Rng, alphabet: string, length: number): string {
  const characters = alphabets[alphabet] ?? alphabet;
  let out = '';
  while (out.length < length) {
    const c = rng.pick([...characters]);
    // A sign at an end would run into what stands around, and runs of one letter mean "left out".
    const end = out === '' || out.length + 1 === length;
    if ((end && !base62.includes(c)) || (/x/i.test(c) && /x$/i.test(out))) continue;
    out += c;
  }
  return out;
}

/** What the shape says. */
export const secretOf = (rng: Rng, shape: string) =>
  shape.replace(/<(.):(\d+)>/g, (_, kind, length) => charactersOf(rng, kind, Number(length)));

/** Characters before the first part: they may stay. */
export const literalOf = (shape: string) => shape.indexOf('<');

/** The text with its names and the secret in place. */
export function placed(text: string, variable: string, secret: string): string {
  const half = secret.length >> 1;
  return text
    .replaceAll('{N}', variable)
    .replaceAll('{n}', variable.toLowerCase())
    .replaceAll('{k}', variable.toLowerCase().replaceAll('_', '-'))
    .replaceAll('{1}', () => secret.slice(0, half))
    .replaceAll('{2}', () => secret.slice(half))
    .replaceAll('{}', () => secret);
}

/** Made of a word or two, digits and signs, as people and policies make them. */
export function passwordOf(rng: Rng): string {
  const words = 'Summer hunter Falcon trust Moon dragon Sesame qwerty Tokyo apple'.split(' ');
  const sign = rng.pick([...'!#_-@%*+&']);
  switch (rng.int(0, 3)) {
    case 0:
      return rng.pick(words) + charactersOf(rng, 'd', 4);
    case 1:
      return `${rng.pick(words)}${sign}${charactersOf(rng, 'd', 3)}x`;
    case 2:
      return `${charactersOf(rng, 'w', 6)}${sign}7${charactersOf(rng, 'w', 6)}`;
    default:
      return rng.pick(words) + rng.pick(words) + charactersOf(rng, 'd', 2);
  }
}

/** A number of `length` digits that begins with `start` and has its check digit. */
export function cardNumber(rng: Rng, start: string, length: number): string {
  const digits = start + charactersOf(rng, 'd', length - 1 - start.length);
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** A private key as its tools write it: all lines, of which those from `first` to `last` are base64. */
export function keyLines(rng: Rng, label: string) {
  const width = label.startsWith('OPENSSH') ? 70 : 64;
  const dashes = '-'.repeat(5);
  const putty = label === 'PuTTY';
  const head = putty
    ? [
        'PuTTY-User-Key-File-3: ssh-rsa',
        'Encryption: none',
        'Public-Lines: 1',
        'AAAAB3NzaC1yc2E=',
        'Private-Lines: 9',
      ]
    : [`${dashes}BEGIN ${label}${dashes}`];
  if (label.startsWith('PGP')) head.push('Version: 1', '');
  const body = Array.from({ length: 8 }, () => charactersOf(rng, 'b', width));
  body.push(`${charactersOf(rng, 'b', 22)}==`);
  const foot = putty
    ? `Private-MAC: ${charactersOf(rng, 'a', 64)}`
    : `${dashes}END ${label}${dashes}`;
  return { lines: [...head, ...body, foot], body, first: head.length };
}

/** Texts that stay as they are. */
export function harmlessTexts(rng: Rng): string[] {
  const of = (alphabet: string, length: number) => charactersOf(rng, alphabet, length);
  const sha = of('a', 40);
  return [
    `commit ${sha}`,
    `sha256:${of('a', 64)}`,
    `"id": "550e8400-e29b-41d4-a716-${of('a', 12)}"`,
    `integrity: sha512-${of('b', 86)}==`,
    `data:image/png;base64,${of('b', 3000)}`,
    `"cacheKey": "${of('w', 32)}"`,
    `"nextPageToken": "${of('w', 32)}"`,
    `public_key = "${of('w', 32)}"`,
    `key = "${sha}"`,
    'veryLongIdentifierThatGoesOnAndOnWithoutAnyEndInSight(withArguments)',
    'password = getPassword()',
    'password = config.password',
    'this.password = password;',
    'connect(user=user, password=password, host=host)',
    'password: string;',
    '{"password": "密码不能为空", "pass": "aria-label属性が存在します"}',
    'password: z.string().min(8),',
    'password?: string | undefined',
    '"password": {"type": "string"}',
    '"password": "string"',
    'password = os.environ["DB_PASSWORD"]',
    'password: process.env.DB_PASSWORD',
    'PASSWORD=$DB_PASSWORD',
    `PASSWORD=\${DB_PASSWORD:-}`,
    'PASSWORD=$(cat file)',
    'password: <your-password>',
    'password: "your-password-1"',
    'PASSWORD=replace-me-2',
    'password: "$DB_PASSWORD_2"',
    'Enter password:\nWelcome back',
    '[sudo] password for bob:\nReading package lists... Done',
    'Password:\nroot@db-2:~# ls',
    'password:\n  type: string2',
    'Forgot your password:\nv2.1.3',
    'The password has been reset 3 times',
    'password: "<your-key>"',
    '"password": "Enter something new"',
    'password: "Too short"',
    "errors: { password: 'Does not match' }",
    '"password": "Neues Passwort"',
    '"password": "Mot de passe oublié"',
    '"password": "Nueva contraseña"',
    '"secret": "Client secret"',
    'secret: my-app-secret-1',
    'char* password = &buffer;',
    'the password is user/password',
    'password is bob@example.com',
    'pass them to <a href="#serializer"><code class="literal">it</code>',
    'if (token&1) next();',
    'token = flags & mask1',
    'password = "****"',
    'api_key = "xxxxxxxxxxxxxxxx"',
    'api_key = "YOUR_API_KEY_12345678"',
    `Authorization: Bearer \${token}`,
    'Authorization: Bearer <token>',
    'Authorization: see RFC 7235',
    'The password must have 8 characters. Password: required.',
    'Forgot your password? Reset it.',
    'max_tokens: 4096, token_count: 123456',
    'tokenizer = "cl100k_base"',
    'PWD=/home/user/project1',
    'PASS: 12 FAIL: 3',
    '--password is deprecated',
    'docker run -u 1000:1000 image',
    'https://host:8080/path@version',
    'git@github.com:owner/repository.git',
    'postgres://user:password@host/db',
    `postgres://user:\${PASSWORD}@host/db`,
    'a line with -----BEGIN PRIVATE KEY----- begins a key',
    'AK' + 'IAIOSFODNN7' + 'EXAMPLE',
    `ghp_${'x'.repeat(36)}`,
    'sk-learn-pipeline-with-many-transformers',
    'npm_config_registry and hf_hub_download_with_progress_bar',
    'eyJhbGciOiJub25lIn0 alone is no token',
    '1700000000000000 0.4111111111111111 4111111111111112',
    '4000 1234 5678 9017 2222 3333',
    'cookie: string, document.cookie = value',
    '[redacted: password] and password=[redacted: password]',
    '0x4111111111111111abcdef',
  ];
}
