/**
 * Secrets beside a name: `password=x`, `"token": "x"`, `Authorization: Bearer x`, `<password>x<`, `--password x`,
 * `the password is x`, `IDENTIFIED BY 'x'`, `define('TOKEN', 'x')`.
 */
import {
  hasAll,
  hasBothCases,
  hasDigitAndLetter,
  isDigest,
  isMixed,
  isNumber,
  isPlaceholder,
  looksLikeCode,
  looksLikePath,
  looksRandom,
  looksTechnical,
} from './looks.ts';
import { kindAfter, type Name, nameAt, namePlaces } from './names.ts';
import { eachMatch, endAt, type Finder, lineBefore, linePrefix, matchAt } from './scan.ts';
import { cookiesAt, endOfValue, proofAt, type Value, valueAt } from './values.ts';

/** What stands between a name and its value: `<password>` is a tag, `"password", "x"` a comma, `PASSWORD('x')` a call. */
interface Link {
  sort: 'equals' | 'colon' | 'tag' | 'comma' | 'call' | 'words' | 'table' | 'space';
  /** Where the value begins, blanks before it included. */
  at: number;
  /** `==` or `!=`: the value is compared with, not set. */
  compares: boolean;
  /** Blanks stand before it. */
  apart: boolean;
  quotedName: boolean;
}

const blanks = /[ \t]{0,32}/y;
/** What closes a name: a number, a quote, a bracket, stars of Markdown, `[]` of a type. */
const closers = /[\d_]{0,3}(?:["'`\]*]|\\{1,3}(?=["'`])|\[\d{0,4}\]){0,8}[”’»」]?/y;
/** `: &str = "x"`, ` string = "x"`. */
const type = /[\w&'<>. :|*?]{1,40}=(?=[ \t]{0,32}["'`])/y;
const operator =
  /(?:([?!]?:)(?!\/\/)\**|(>)|(\|)|(={2,3}|!==?)|=|[:?+]=|\|\|=|\?\?=|=>)(?![=!:?+|>~])/y;
/** `"name": "TOKEN", "value": "x"`, on one line or two. */
const nextField = /[ \t\r\n,"'\\n]{1,48}value["'\\ ]{0,4}[:=]/iy;
const is =
  '(?:[ \\t]{1,4}(?:is|was|are|now|set|to|changed|ist|lautet|est|es|era|è|é|été|jest|je|er|är|-|—|–|=>|olarak|это)(?=[ \\t:]|$))';
const words = new RegExp(`${is}{0,3}[是为為は는은：＝—]|${is}{1,4}:?`, 'y');
/** `password for the admin is x`. */
const aside = new RegExp(
  `(?:(?:for|of|für|von|del?|para|pour|per|d[ia]|voor) |\\()[^.,;\\n\\r"'\`<{=>[\\0]{0,54}?(?::(?= )|${is}{1,4}:?)`,
  'y',
);

function linkAt(text: string, end: number): Link | undefined {
  const closed = endAt(closers, text, end);
  const quotedName = /["'`]/.test(text.slice(end, closed));
  const at = endAt(blanks, text, closed);
  const link = (sort: Link['sort'], at: number, compares = false): Link => {
    return { sort, at, compares, apart: /[ \t]/.test(text.charAt(closed)), quotedName };
  };
  let next = endAt(type, text, at);
  if (next > at) return link('equals', next);
  const [sign, colon, tag, table, compares] = matchAt(operator, text, at) ?? [];
  const sort = colon ? 'colon' : tag ? 'tag' : table ? 'table' : 'equals';
  if (sign) return link(sort, at + sign.length, compares !== undefined);
  next = endAt(nextField, text, closed);
  if (next > closed) return { ...link('colon', next), quotedName: false };
  if (text[at] === ',' && quotedName) return link('comma', at + 1);
  if (text[at] === '(' && /["']/.test(text.charAt(at + 1))) return link('call', at + 1);
  next = endAt(words, text, closed);
  if (next > closed) return link('words', next);
  if (at === closed) return undefined;
  next = endAt(aside, text, at);
  return next > at ? link('words', next) : link('space', at);
}

const nothing = new RegExp(`^(?:\\n|\\\\n)${linePrefix}(?:export |set |ENV )?[ \\t"'\`\\\\]*$`);
const announcer =
  /\s(?:(?:ENV|ARG|set|setenv|setx|-x|-gx|-Ux|config|define|add|SETEX|with|var|SET)|(?:login|user|username|account|ssid|connect)[ \t]+[^\s]*[^\s,])[ \t]+["'`\\]*$/;

/** A name, its link, and what stands before the name in its line. */
type Setting = ReturnType<typeof settingOf>;

function settingOf(text: string, link: Link, name: Name) {
  const line = lineBefore(text, name.from);
  return {
    ...{ ...name, ...link, before: text.charAt(name.from - 1), beginsLine: nothing.test(line) },
    /** `--name`. */
    flag: name.run.startsWith('-') && (link.sort !== 'comma' || name.run[1] === '-'),
    /** A word before says that a name and its value follow, without a sign between them. */
    announced: announcer.test(line),
    /** `define('name', 'x')`. */
    defined: /define\(["'`\\]*$/.test(line),
  };
}

/** A word without quotes behind the name of a password. */
function canBeBarePassword({ text: word, ...value }: Value, is: Setting): boolean {
  const whole = is.beginsLine && value.endsLine;
  const mixed = isMixed(word);
  const telling = mixed || isNumber(word);
  const usual = is.common || looksTechnical(word);
  // What ends a sentence is no sign of a password.
  const inner = word.replace(/[.,:;!?)]+$/, '');
  switch (is.sort) {
    case 'tag':
      return value.next === '<' && (telling || word.length >= 8);
    case 'space':
      if (!is.flag) return mixed && !usual && (is.announced || whole);
      return telling || value.endsLine || (word.length >= 8 && value.next === '-');
    case 'colon':
      return !is.common && word.length >= 6 && telling;
    case 'words':
      if (usual || inner.length < 4) return false;
      return isNumber(inner) || (isMixed(inner) && (/\d/.test(inner) || hasBothCases(inner)));
    case 'table':
      return word.length >= 6 && !looksTechnical(word) && hasDigitAndLetter(word);
    case 'equals':
      if (is.common && isNumber(word)) return false;
      if (is.apart || value.apart) return mixed && (whole || looksRandom(word));
      // `connect(password=password_of_user)` is code, `PASSWORD=hunter` and `?password=hunter` are not.
      return telling || is.capitals || /[?&;]/.test(is.before) || whole;
    default:
      return false;
  }
}

function canBePassword(value: Value, is: Setting): boolean {
  const { text, quoted } = value;
  if (looksLikePath(text)) return false;
  if (/\s/.test(text)) return is.phrase && quoted && /equals|colon/.test(is.sort);
  if (!quoted) return !/^(?:[:-]|0x.{0,8}$)/.test(text) && canBeBarePassword(value, is);
  // `"PASS" : "FAIL"`, `'Event::Pass' => '1.302'`.
  const telling = !looksTechnical(text) && /\d/.test(text) && isMixed(text);
  if (is.common && !telling && (is.sort === 'words' || !/[a-z]/.test(text))) return false;
  const told = is.flag || (!is.common && (telling || is.announced));
  if (is.sort === 'comma') return is.flag || is.defined || (is.before !== '' && telling);
  if (is.sort === 'space') return told && !is.quotedName;
  return is.sort === 'call' ? telling : is.sort !== 'table' || isMixed(text);
}

function canBeToken({ text, ...value }: Value, is: Setting): boolean {
  if (/^(?:sha|md5)|[\s?()[\]{}<>^|\\*]/.test(text) || looksLikePath(text)) return false;
  if (is.grade === 'key') return hasAll(text) && /^[\w+/=~-]+$/.test(text) && looksRandom(text);
  const spaced = is.sort === 'space';
  const told = value.quoted || is.flag || is.announced || (is.beginsLine && value.endsLine);
  if ((spaced && !told) || !hasDigitAndLetter(text)) return false;
  if (isDigest(text)) return is.sort !== 'comma' || is.defined;
  const variable = is.sort === 'equals' && !is.apart && !value.apart;
  if (is.capitals && (variable || (spaced && is.announced))) return true;
  return text.length >= 12 && looksRandom(text);
}

/** Characters of a value at the least. */
const least = { password: 3, secret: 8, key: 20, authorization: 6, cookie: 8 };

/** Whether the value can be the secret that the setting announces. */
function canBeSecret(value: Value, is: Setting): boolean {
  const { text, quoted, endsLine } = value;
  if (text.length < least[is.grade] || isPlaceholder(text) || (is.compares && !quoted))
    return false;
  // A file of variables holds no code.
  const alone = is.beginsLine && endsLine && !is.apart && !value.apart && !text.endsWith(')');
  const code = !quoted && looksLikeCode(text) && !(alone && is.capitals && is.sort === 'equals');
  return !code && (is.grade === 'password' ? canBePassword(value, is) : canBeToken(value, is));
}

function secretAt(text: string, link: Link, name: Name): readonly [number, number] | undefined {
  const { sort, at, quotedName } = link;
  const header = /equals|colon|comma/.test(sort);
  if (name.grade === 'authorization') return header ? proofAt(text, at) : undefined;
  if (name.grade === 'cookie') return header ? cookiesAt(text, at) : undefined;
  // `<password>x`, `<entry key="password">x`, but not `password > x`.
  if (sort === 'tag' && text[name.from - 1] !== '<' && !quotedName) return undefined;
  const far = valueAt(text, at, true);
  if (far.text.length < least[name.grade]) return undefined;
  if (name.grade === 'key' && !hasAll(far.text)) return undefined;
  const setting = settingOf(text, link, name);
  const toBlank = setting.beginsLine && /equals|colon/.test(sort);
  const values = [...(toBlank ? [far] : []), valueAt(text, at)];
  const value = values.find((each) => canBeSecret(each, setting));
  return value && [value.from, endOfValue(value, text)];
}

export const findNamed: Finder = (text, found) => {
  eachMatch(namePlaces, text, ({ index, 0: word }) => {
    const link = linkAt(text, index + word.length);
    const name = link && nameAt(text, index + word.length);
    const secret = name && secretAt(text, link, name);
    return secret && found(secret[0], secret[1], kindAfter(text, name));
  });
};
