/** Names that announce a secret: how sure a name is, and what kind follows. */
import { isAlnum } from './looks.ts';
import { matchAt } from './scan.ts';

export interface Name {
  /** `key`: of what, it does not say, so only what is plainly made by chance counts. */
  grade: 'password' | 'authorization' | 'cookie' | 'secret' | 'key';
  /** As far as spaces, and where that begins. */
  run: string;
  from: number;
  /** In capitals, as variables of an environment are. */
  capitals: boolean;
  /** Says by itself that spaces may be inside. */
  phrase: boolean;
  /** Also what tests did that went well: numbers behind it are counts. */
  common: boolean;
}

/**
 * Ends of names, the first one that fits counts. `word`: only where a word begins with it: `db_pass`, not `bypass`.
 * `_` and `~`: a separator may stand there. What stands before the last `_` tells the grade alone.
 */
// biome-ignore format: one row a grade
const endings: readonly (readonly [grade: Name['grade'], word: boolean, texts: string])[] = [
  ['password', false, 'pass_word passwd pass_phrase passwort pswd pass_code kennwort contrase[nñ]a mot_de_passe wachtwoord identified~by store_pass key_pass require_pass master_auth has[łŁ]o l[öÖ]senord şifre пароль 密码 密碼 口令 パスワード 비밀번호 암호'],
  ['password', true, 'senha pwd pw pg_pass pass psk pre_shared_key parola heslo haslo clave losenord adgangskode with~by sha256_password~by'],
  ['authorization', false, 'authorization'],
  ['cookie', false, 'set_cookie'],
  ['cookie', true, 'cookie'],
  ['secret', false, 'secret secret_key~base api_key access_key secret_key account_key private_key auth_key encryption_key signing_key master_key service_key service_role_key client_key consumer_key license_key admin_key deploy_key webhook_key hmac_key jwt_key shared_key storage_key subscription_key function_key token credentials? session~id sess~id amz_signature goog_signature'],
  ['secret', true, 'app_key auth bearer sid sig pat'],
  ['key', true, 'key'],
];

/** Within a name: no secret, whatever it ends with. Of passwords none is. */
const harmless =
  /public|publishable|primary|foreign|cache|sort|partition|idempotency|nexttoken|pagetoken|continuation|synctoken|cancel|starttoken|tokentype|routing|dedup|pad|eostoken|bostoken|unktoken|clientsid|accountsid/;

const oneOf = (texts: string) =>
  texts.replace(/[_~]/g, '[-_. ]?').replaceAll(' ', '|').replaceAll('-_.|', '-_. ');
const lastWords = endings.map(([, , texts]) => texts.replace(/[^ ]*_/g, '')).join(' ');

/** Last words of what may be a name, where a number and what may link it to a value are behind it. */
export const namePlaces = new RegExp(
  `(?:${oneOf([...new Set(lastWords.split(' '))].join(' '))})(?=[\\d_]{0,3}["'\`\\\\\\]\\[*=:>|!?+,(\\s”’»」是为為は는은：＝—])`,
  'gi',
);
const ending = new RegExp(`(?<=${endings.map((row) => `(${oneOf(row[2])})`).join('|')})`, 'iy');
const flattened = (name: string) => name.toLowerCase().replace(/[-_. ]/g, '');
const longestName = 64;

/** The name whose words end at the place. */
export function nameAt(text: string, end: number): Name | undefined {
  const groups = matchAt(ending, text, end)?.slice(1) ?? [];
  const index = groups.findIndex((group) => group !== undefined);
  const last = groups[index] ?? '';
  const [grade, word] = endings[index] ?? [];
  if (!grade) return undefined;
  const behind = text.slice(Math.max(0, end - longestName - 1), end);
  // Not the letter of an escape in JSON: `\nPASSWORD`.
  const run = /(?:(?<=\\).)?([\w.\x80-\uffff-]*)$/.exec(behind)?.[1] ?? '';
  const from = end - run.length;
  const start = end - last.length;
  const camel = /^[a-z][A-Z]/.test(text.slice(start - 1, start + 1));
  if (run.length > longestName || (word && start > from && isAlnum(text, start - 1) && !camel))
    return undefined;
  const flat = flattened(run);
  if (grade !== 'password' && harmless.test(flat)) return undefined;
  return {
    ...{ grade, run, from, capitals: !/[a-z]/.test(run) },
    phrase: /^(?:pass.?phrase|psk)$/i.test(last),
    common: /^(?:pass|pwd|pw)$/.test(flat),
  };
}

/** The kind of what follows the name; `AWS Secret Access Key` says it with spaces. */
export function kindAfter(text: string, { grade, from, run }: Name): string {
  if (grade !== 'secret' && grade !== 'key') return grade;
  const behind = text.slice(Math.max(0, from - longestName), from);
  const name = flattened(`${/[\w. -]*$/.exec(behind)?.[0]}${run}`);
  if (/secretaccesskey|aws.*secret|secret.*aws/.test(name)) return 'aws-secret-key';
  if (/accountkey|sharedaccesskey/.test(name)) return 'azure-key';
  return name.includes('twilio') ? 'twilio-token' : 'secret';
}
