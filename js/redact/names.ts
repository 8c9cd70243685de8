/** Names that announce a secret: how sure a name is, and what kind follows. */
import { isAlnum } from './looks.ts';
import { behind, matchAt, regex } from './scan.ts';

/** Of what, `key` does not say, so only what is plainly made by chance counts. */
type Grade = 'password' | 'authorization' | 'cookie' | 'secret' | 'key';
export type Name = NonNullable<ReturnType<typeof nameAt>>;

/**
 * Ends of names, the first one that fits counts. `word`: only where a word begins with it: `db_pass`, not `bypass`.
 * `_` and `~`: a separator may stand there. What stands before the last `_` tells the grade alone.
 */
// biome-ignore format: one row a grade
const endings: readonly (readonly [grade: Grade, word: boolean, texts: string])[] = [
  ['password', false, 'pass_word passwd pass_phrase passwort pswd pass_code kennwort contrase[nñ]a mot_de_passe wachtwoord identified~by store_pass key_pass require_pass master_auth has[łŁ]o l[öÖ]senord(?:et)? şifre пароль 密码 密碼 口令 パスワード 비밀번호 암호 salasana jelsz[óo] parol[ăa] lozinka парола mật~khẩu kata~sandi κωδικός รหัสผ่าน पासवर्ड סיסמ[הא] كلمة~(?:المرور|السر) گذرواژه passord(?:et)?'],
  ['password', true, 'senha pwd pw pg_pass pass psk pre_shared_key parola heslo haslo clave losenord adgangskoden? with~by sha256_password~by'],
  ['authorization', false, 'authorization'],
  ['cookie', true, 'set_cookie cookie'],
  ['secret', false, 'secret secret_key~base geheimnis geheimwort segredo segreto sekret clave~secreta chave~secreta chiave~segreta cl[ée]~secr[èe]te секрет секретный~ключ (?:api|zugangs|geheim)~schl(?:ü|ue)ssel cl[ée]~(?:d.)?api clave~(?:de~)?api chave~(?:d[ea]~)?api chiave~api (?:api|апи)~ключ ключ~api токен 密钥 密鑰 秘钥 令牌 秘密鍵 シークレット トークン 비밀~키 시크릿 토큰 api_key access_key secret_key account_key private_key auth_key encryption_key signing_key master_key service_key service_role_key client_key consumer_key license_key admin_key deploy_key webhook_key hmac_key jwt_key shared_key storage_key subscription_key function_key token credentials? session~id sess~id amz_signature goog_signature'],
  ['secret', true, 'app_key auth bearer sid sig pat'],
  ['key', true, 'key'],
];

/** Within a name: no secret, whatever it ends with. Of passwords none is. */
const harmless =
  /public|publishable|primary|foreign|cache|sort|partition|idempotency|nexttoken|pagetoken|continuation|synctoken|cancel|starttoken|tokentype|routing|dedup|pad|eostoken|bostoken|unktoken|clientsid|accountsid/;

/** Secrets that are no token of a machine's. */
const isOwn =
  /^(?:secret|geheimnis|geheimwort|segredo|segreto|sekret|секрет|密钥|密鑰|秘钥|シークレット|시크릿)$/i;

const oneOf = (texts: Iterable<string>) => [...texts].join('|').replace(/[_~]/g, '[-_. ]?');
const words = endings.map(([, , texts]) => texts.split(' '));
/** Of several that begin at a place the longest counts: `clave secreta`. */
const lastWords = new Set(
  [...words.flat().map((text) => text.replace(/^.*_/, ''))].sort((a, b) => b.length - a.length),
);

/** Last words of what may be a name, where a number and what may link it to a value are behind it. */
const places = regex`(?:${oneOf(lastWords)})(?=[\d_]{0,3}["'\`\\\]\[*=:>|!?+,(\s”’»」是已为為は는은ค：＝—])`;
const end = regex`(?<=${words.map((texts) => `(${oneOf(texts)})`).join('|')})`;
/** A name of a password stands in the text, as in labels. */
export const namesPassword = (text: string): boolean => named.test(text);
const named = new RegExp(`${oneOf(words[0] ?? [])}|(?:^|[^a-z])(?:${oneOf(words[1] ?? [])})`, 'i');
export const namePlaces = new RegExp(places, 'gi');
const ending = new RegExp(end, 'iy');
const flattened = (name: string) => name.toLowerCase().replace(/[-_. ]/g, '');

/** The name whose words end at the place. */
export function nameAt(text: string, end: number) {
  const groups = matchAt(ending, text, end)?.slice(1) ?? [];
  const index = groups.findIndex((group) => group !== undefined);
  const last = groups[index] ?? '';
  const [grade, word] = endings[index] ?? [];
  // As far as spaces; not the letter of an escape in JSON: `\nPASSWORD`.
  const run = /(?:(?<=\\).)?([\w.\x80-\uffff-]*)$/.exec(behind(text, end, 65))?.[1] ?? '';
  const start = end - last.length;
  const inWord = last.length < run.length && isAlnum(text, start - 1);
  const camel = /^[a-z][A-Z]/.test(text.slice(start - 1, start + 1));
  const flat = flattened(run);
  if (!grade || run.length > 64 || (word && inWord && !camel)) return undefined;
  if (grade !== 'password' && harmless.test(flat)) return undefined;
  // `phrase`: spaces may be inside; `common`: also what tests did that went well, so numbers behind it are counts;
  // `own`: people make it up, as they do passwords.
  const [phrase, common] = [/^(?:pass.?phrase|psk)$/i.test(last), /^(?:pass|pwd|pw)$/.test(flat)];
  const own = grade === 'password' || isOwn.test(last);
  return { grade, run, from: end - run.length, capitals: !/[a-z]/.test(run), phrase, common, own };
}

/** The kind of what follows the name; `AWS Secret Access Key` says it with spaces. */
export function kindAfter(text: string, { grade, from, run }: Name): string {
  if (grade !== 'secret' && grade !== 'key') return grade;
  const name = flattened(`${/[\w. -]*$/.exec(behind(text, from, 64))?.[0]}${run}`);
  if (/secretaccesskey|aws.*secret|secret.*aws/.test(name)) return 'aws-secret-key';
  if (/accountkey|sharedaccesskey/.test(name)) return 'azure-key';
  return name.includes('twilio') ? 'twilio-token' : 'secret';
}
