/**
 * Secrets beside a name: `password=x`, `"token": "x"`, `Authorization: Bearer x`, `<password>x<`, `--password x`,
 * `the password is x`, `IDENTIFIED BY 'x'`, `define('TOKEN', 'x')`.
 */
import * as looks from './looks.ts';
import { kindAfter, type Name, nameAt, namePlaces, namesPassword } from './names.ts';
import * as scan from './scan.ts';
import { endAt, regex, sticky } from './scan.ts';
import {
  blanks,
  cookiesAt,
  endOfValue,
  proofAt,
  type Reach,
  type Value,
  valueAt,
} from './values.ts';

/** What closes a name: a number, a quote, a bracket, stars of Markdown, `[]` of a type. */
const closers = /[\d_]{0,3}(?:["'`\]*]|\\{1,3}(?=["'`])|\[\d{0,4}\]){0,8}[”’»」]?/y;
/** `: &str = "x"`, ` string = "x"`; not `<a href="x"`. */
const type = /(?![^=]{0,39}<\w{1,9} [^>=]{0,20}=)[\w&'<>. :|*?]{1,40}=(?=[ \t]{0,32}\\{0,4}["'`])/y;
/** `==` and `!=` compare with the value, they do not set it. */
const operator =
  /(?:([?!]?:)(?!\/\/)\**|(>)|(\|)|(={2,3}|!==?)|=|[:?+]=|\|\|=|\?\?=|=>)(?![=!:?+|>~])/y;
/** `"name": "TOKEN", "value": "x"`, on one line or two. */
const nextField = /[ \t\r\n,"'\\n]{1,48}value["'\\ ]{0,4}[:=]/iy;
const is = String.raw`(?:[ \t]{1,4}(?:is|was|are|now|has|have|been|will|be|becomes|(?:re)?set(?: to)?|to|changed|(?:updated|rotated) to|as follows|wurde auf|wird|a été (?:chang|modifi)ée? (?:en|à)|ha sido cambiad[ao] (?:a|por)|ist|lautet|hei(?:ß|ss)t|wie folgt|est|es|era|è|é|été|jest|je|on|er|är|este|είναι|là|adalah|هو|هي|הוא|היא|है|คือ|-|—|–|=>|olarak|это|такой|такая|це)(?=[ \t:]|$))`;
const words = sticky`${is}{0,3}(?:已?(?:更改|修改|改|设置|設)?[是为為成は는은：＝—]|คือ)|${is}{1,4}:?`;
/** `password for the admin is x`. */
const aside = sticky`(?:(?:for|of|für|von|del?|para|pour|per|d[ia]|voor) |\()[^.,;\n\r"'\`<{=>[\0]{0,54}?(?::(?= )|${is}{1,4}:?)`;
/** As far as a line of its own: `Your password is:`, and below it the value, also in a fence or a quote. */
const toBelow = sticky`[ \t]{0,8}(?:${scan.lineEnd}[> \t]{0,32}){1,2}(?:\`\`\`\w{0,10}${scan.lineEnd}[> \t]{0,32})?`;
type Sort = 'set' | 'test' | 'colon' | 'tag' | 'comma' | 'call' | 'words' | 'cell' | 'blank';

/** What links a name to its value: `<password>` is a tag, `"password", "x"` a comma, `PASSWORD('x')` a call. */
function linkAt(text: string, end: number) {
  const closed = endAt(closers, text, end);
  const quotedName = /["'`]/.test(text.slice(end, closed));
  const begin = endAt(blanks, text, closed);
  // `apart`: blanks stand before it.
  const link = (sort: Sort, at: number) => ({ sort, at, apart: begin > closed, quotedName });
  let at = endAt(type, text, begin);
  if (at > begin) return link('set', at);
  const [sign, colon, tag, table, compares] = scan.matchAt(operator, text, begin) ?? [];
  const sort = colon ? 'colon' : tag ? 'tag' : table ? 'cell' : compares ? 'test' : 'set';
  if (sign) return link(sort, begin + sign.length);
  at = endAt(nextField, text, closed);
  if (at > closed) return { ...link('colon', at), quotedName: false };
  if (text[begin] === ',' && quotedName) return link('comma', begin + 1);
  if (/^\(["']/.test(text.slice(begin, begin + 2))) return link('call', begin + 1);
  at = endAt(words, text, closed);
  if (at > closed) return link('words', at);
  if (begin === closed) return undefined;
  at = endAt(aside, text, begin);
  return link(at > begin ? 'words' : 'blank', at);
}
type Link = NonNullable<ReturnType<typeof linkAt>>;

const isField = /(?:[?&]|\S#|&amp;|\\u)$/;
const nothing = regex`^(?:\n|\\n)${scan.linePrefix}(?:export |set |ENV )?[ \t"'\`\\]*$`;
const announcer =
  /[\s"'`](?:(?:ENV|ARG|set|setenv|setx|-x|-gx|-Ux|config|define|add|SETEX|with|var|SET)|(?:login|user|username|account|ssid|connect)[ \t]+[^\s]*[^\s,])[ \t]+["'`\\]*$/;

/** A name, its link, and what stands before the name in its line. */
function settingOf(text: string, link: Link, name: Name) {
  const line = scan.lineBefore(text, name.from);
  const flag = name.run.startsWith('-') && (link.sort !== 'comma' || name.run[1] === '-');
  // `announced`: a word before says that a name and its value follow, without a sign between them.
  const before = { announced: announcer.test(line), defined: /define\(["'`\\]*$/.test(line) };
  const first = line.slice(-1);
  return { ...name, ...link, ...before, flag, beginsLine: nothing.test(line), first };
}
type Setting = ReturnType<typeof settingOf>;

/** A word without quotes behind the name of a password. */
function canBeBarePassword({ text, apart, endsLine, next }: Value, is: Setting): boolean {
  const whole = is.beginsLine && endsLine;
  const mixed = looks.isMixed(text);
  const telling = mixed || /\d/.test(text);
  const usual = is.common || looks.looksTechnical(text);
  // What ends a sentence is no sign of a password.
  const inner = text.replace(/[.,:;!?)]+$/, '');
  const signed = /[^\W_][#!$%^&*+~?][^\W_]/.test(inner);
  if (is.sort === 'tag') return next === '<' && (telling || text.length >= 8);
  if (is.sort === 'colon') return telling && !is.common && text.length >= 6;
  if (is.sort === 'cell') return looks.hasDigitAndLetter(text) && !usual && text.length >= 6;
  const signs = signed || /\d/.test(inner) || (looks.isMixed(inner) && looks.hasBothCases(inner));
  if (is.sort === 'words') return !usual && inner.length >= 4 && signs;
  const lone = telling || endsLine || (text.length >= 8 && next === '-');
  if (is.sort === 'blank') return is.flag ? lone : mixed && !usual && (is.announced || whole);
  if (is.sort !== 'set') return false;
  if (is.apart || apart) return mixed && (whole || looks.looksRandom(text));
  // `connect(password=password_of_user)` is code, `PASSWORD=hunter` and `?password=hunter` are not.
  return telling ? mixed || !is.common : is.capitals || /[?&;]/.test(is.first) || whole;
}

/** Words in quotes. Behind a variable's name they are its value, whatever they say. */
function canBePhrase({ text, quoted, apart }: Value, is: Setting): boolean {
  if (!quoted || !/set|colon/.test(is.sort)) return false;
  if (is.phrase || (is.capitals && is.sort === 'set' && !is.apart && !apart)) return true;
  return !is.common && looks.looksLikePhrase(text) && !namesPassword(text);
}

function canBePassword(value: Value, is: Setting): boolean {
  const { text, quoted } = value;
  // Labels of forms are in scripts without spaces, passwords are not.
  if (looks.looksLikePath(text) || /[\u2e80-\ud7af\uff00-\uffef]/.test(text)) return false;
  if (/\s/.test(text)) return canBePhrase(value, is);
  if (!quoted) return !/^(?:[:-]|0x.{0,8}$)/.test(text) && canBeBarePassword(value, is);
  // `"PASS" : "FAIL"`, `'Event::Pass' => '1.302'`.
  const telling = !looks.looksTechnical(text) && /\d/.test(text) && looks.isMixed(text);
  if (is.common && !telling && (is.sort === 'words' || !/[a-z]/.test(text))) return false;
  const told = is.flag || (!is.common && (telling || is.announced));
  if (is.sort === 'comma') return is.flag || is.defined || (is.first !== '\n' && telling);
  if (is.sort === 'blank') return told && !is.quotedName;
  return is.sort === 'call' ? telling : is.sort !== 'cell' || looks.isMixed(text);
}

function canBeToken({ text, ...value }: Value, is: Setting): boolean {
  if (/^(?:sha|md5)|[\s?()[\]{}<>^|\\*]/.test(text) || looks.looksLikePath(text)) return false;
  const random = looks.looksRandom(text);
  if (is.grade === 'key') return looks.hasAll(text) && /^[\w+/=~-]+$/.test(text) && random;
  const blank = is.sort === 'blank';
  const told = value.quoted || is.flag || is.announced || (is.beginsLine && value.endsLine);
  if ((blank && !told) || !looks.hasDigitAndLetter(text)) return false;
  // A digest or a UUID.
  const digest = /^(?:[\da-f]{20,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(text);
  if (digest) return is.sort !== 'comma' || is.defined;
  const variable = /set|test/.test(is.sort) && !is.apart && !value.apart;
  if (is.capitals && (variable || (blank && is.announced))) return true;
  return text.length >= 12 && random;
}

/** What people make up: letters, digits and signs, not the name of something else: `db-secret-v2`. */
const canBeOwnSecret = (value: Value, is: Setting): boolean =>
  /\s/.test(value.text)
    ? canBePhrase(value, is)
    : looks.hasDigitAndLetter(value.text) &&
      !/^[a-z]+(?:[-_.:/][a-z\d]+)+$/.test(value.text) &&
      !looks.looksTechnical(value.text) &&
      canBePassword(value, is);

const least = { password: 3, secret: 8, key: 20, authorization: 6, cookie: 8 };

/** Whether the value can be the secret that the setting announces. */
function canBeSecret(value: Value, is: Setting): boolean {
  const { text, quoted, endsLine } = value;
  if (text.length < least[is.grade] || looks.isPlaceholder(text)) return false;
  // A file of variables holds no code.
  const alone = is.beginsLine && endsLine && !is.apart && !value.apart && !text.endsWith(')');
  const variable = alone && is.capitals && is.sort === 'set';
  const code = is.sort === 'words' ? looks.opensCode(text) : looks.looksLikeCode(text);
  if (!quoted && (is.sort === 'test' || (code && !variable))) return false;
  if (is.grade === 'password') return canBePassword(value, is);
  return canBeToken(value, is) || (is.own && canBeOwnSecret(value, is));
}

/** A line with one word that only a secret looks like. */
const standsAlone = ({ text, quoted, to, endsLine }: Value, whole: string) =>
  (endsLine || (quoted && scan.lineEnds(whole, to + 1))) &&
  !text.endsWith(':') &&
  (looks.isMadeUp(text) || (text.length >= 8 && looks.hasDigitAndLetter(text)));

/** What ends the value, where it is a field of a query or of a form. */
function fieldIn(text: string, { sort }: Link, { from, capitals }: Name): Reach['field'] {
  if (sort !== 'set') return undefined;
  if (isField.test(scan.behind(text, from, 6))) return 'any';
  return capitals ? undefined : 'next';
}

function secretAt(text: string, link: Link, name: Name): readonly [number, number] | undefined {
  const header = /set|test|colon|comma/.test(link.sort);
  if (name.grade === 'authorization') return header ? proofAt(text, link.at) : undefined;
  if (name.grade === 'cookie') return header ? cookiesAt(text, link.at) : undefined;
  // `<password>x`, `<entry key="password">x`, but not `password > x`.
  if (link.sort === 'tag' && text[name.from - 1] !== '<' && !link.quotedName) return undefined;
  const field = fieldIn(text, link, name);
  const far = valueAt(text, link.at, { field, far: link.sort === 'words' ? 'sentence' : 'line' });
  if (far.text === '' && name.grade !== 'key' && /colon|words/.test(link.sort)) {
    const below = valueAt(text, endAt(toBelow, text, link.at));
    const isSecret = standsAlone(below, text) && canBeSecret(below, settingOf(text, link, name));
    return isSecret ? [below.from, endOfValue(below, text)] : undefined;
  }
  if (far.text.length < least[name.grade]) return undefined;
  if (name.grade === 'key' && !looks.hasAll(far.text)) return undefined;
  const setting = settingOf(text, link, name);
  const toBlank = link.sort === 'words' || (setting.beginsLine && /set|test|colon/.test(link.sort));
  const values = [...(toBlank ? [far] : []), valueAt(text, link.at, { field })];
  const value = values.find((each) => canBeSecret(each, setting));
  return value && [value.from, endOfValue(value, text)];
}

export const findNamed: scan.Finder = (text, found) => {
  scan.eachMatch(namePlaces, text, ({ index, 0: word }) => {
    const link = linkAt(text, index + word.length);
    const name = link && nameAt(text, index + word.length);
    const secret = name && secretAt(text, link, name);
    return secret && found(secret[0], secret[1], kindAfter(text, name));
  });
};
