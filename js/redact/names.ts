/** Names that announce a secret: how sure a name is, and what kind follows. */
import { isAlnum, lower, makeup, upper } from './looks.ts';
import { matchAt } from './scan.ts';

/** `key`: of what, it does not say, so only what is plainly made by chance counts. */
export type Grade = 'password' | 'authorization' | 'cookie' | 'secret' | 'key';

export interface Name {
  grade: Grade;
  /** As far as spaces. */
  run: string;
  /** Where that begins. */
  from: number;
  /** In capitals, as variables of an environment are. */
  capitals: boolean;
  /** Says by itself that spaces may be inside. */
  phrase: boolean;
  /** Also what tests did that went well: numbers behind it are counts. */
  common: boolean;
}

/**
 * Ends of names. `word`: count only where a word begins with them: `db_pass`, not `bypass`. `_`: a separator
 * may stand there; `~`: also there, and what is before it belongs to the last word. The first that fits counts.
 */
const endings: readonly (readonly [grade: Grade, word: boolean, texts: string])[] = [
  [
    'password',
    false,
    'pass_word passwd pass_phrase passwort pswd pass_code kennwort contrase[nñ]a mot_de_passe wachtwoord identified~by store_pass key_pass require_pass master_auth has[łŁ]o l[öÖ]senord şifre пароль 密码 密碼 口令 パスワード 비밀번호 암호',
  ],
  [
    'password',
    true,
    'senha pwd pw pg_pass pass psk pre_shared_key parola heslo haslo clave losenord adgangskode with~by sha256_password~by',
  ],
  ['authorization', false, 'authorization'],
  ['cookie', false, 'set_cookie'],
  ['cookie', true, 'cookie'],
  [
    'secret',
    false,
    'secret secret_key~base api_key access_key secret_key account_key private_key auth_key encryption_key signing_key master_key service_key service_role_key client_key consumer_key license_key admin_key deploy_key webhook_key hmac_key jwt_key shared_key storage_key subscription_key function_key token credentials? session~id sess~id amz_signature goog_signature',
  ],
  ['secret', true, 'app_key auth bearer sid sig pat'],
  ['key', true, 'key'],
];

/** Within a name: no secret, whatever it ends with. Of passwords none is. */
const harmless =
  /public|publishable|primary|foreign|cache|sort|partition|idempotency|nexttoken|pagetoken|continuation|synctoken|cancel|starttoken|tokentype|routing|dedup|pad|eostoken|bostoken|unktoken|clientsid|accountsid/;

const separated = (text: string) => text.replace(/[_~]/g, '[-_. ]?');
const lastWords = new Set(
  endings.flatMap(([, , texts]) => texts.split(' ').map((each) => each.replace(/^.*_/, ''))),
);

/** Ends of what may be a name, and a sign or blank behind it that may link it to a value. */
export const namePlaces = new RegExp(
  `(?:${[...lastWords].map(separated).join('|')})(?=[\\d_]{0,3}(?:["'\`\\\\\\]\\[*=:>|!?+,(\\s”’»」是为為は는은：＝—]))`,
  'gi',
);
const ending = new RegExp(
  `(?<=${endings.map(([, , texts]) => `(${texts.split(' ').map(separated).join('|')})`).join('|')})`,
  'iy',
);

const longestName = 64;
const inName = (text: string, at: number) => /[\w.\x80-\uffff-]/.test(text.charAt(at));

/** The name whose words end at the place. */
export function nameAt(text: string, end: number): Name | undefined {
  const groups = matchAt(ending, text, end)?.slice(1) ?? [];
  const index = groups.findIndex((group) => group !== undefined);
  const last = groups[index];
  const [grade, word] = endings[index] ?? [];
  if (!grade || last === undefined) return undefined;
  let from = end;
  while (inName(text, from - 1)) {
    if (--from < end - longestName) return undefined;
  }
  // The letter of an escape in JSON: `\nPASSWORD`.
  if (from < end && text[from - 1] === '\\') from++;
  const start = end - last.length;
  if (word && start > from && isAlnum(text, start - 1)) {
    const camel = (makeup(text.charAt(start)) & upper) > 0;
    if (!camel || (makeup(text.charAt(start - 1)) & lower) === 0) return undefined;
  }
  const run = text.slice(from, end);
  const flat = flattened(run);
  if (grade !== 'password' && harmless.test(flat)) return undefined;
  return {
    ...{ grade, run, from },
    capitals: (makeup(run) & lower) === 0,
    phrase: /^(?:pass.?phrase|psk)$/i.test(last),
    common: /^(?:pass|pwd|pw)$/.test(flat),
  };
}

const flattened = (name: string) => name.toLowerCase().replace(/[-_. ]/g, '');

/** The kind of what follows the name; `AWS Secret Access Key` says it with spaces. */
export function kindAfter(text: string, { grade, from, run }: Name): string {
  if (grade !== 'secret' && grade !== 'key') return grade;
  const behind = text.slice(Math.max(0, from - longestName), from);
  const name = flattened(`${/[\w. -]*$/.exec(behind)?.[0]}${run}`);
  if (/secretaccesskey|aws.*secret|secret.*aws/.test(name)) return 'aws-secret-key';
  if (/accountkey|sharedaccesskey/.test(name)) return 'azure-key';
  return name.includes('twilio') ? 'twilio-token' : 'secret';
}
