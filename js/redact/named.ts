/**
 * Secrets beside a name: `password=x`, `"token": "x"`, `Authorization: Bearer x`, `<password>x<`, `--password x`,
 * `the password is x`, `IDENTIFIED BY 'x'`, `define('TOKEN', 'x')`.
 */
import * as looks from './looks.ts';
import { kindAfter, type Name, nameAt, namePlaces } from './names.ts';
import * as scan from './scan.ts';
import { cookiesAt, endOfValue, proofAt, type Value, valueAt } from './values.ts';

/** What stands between a name and its value. `tag`: `<password>`; `comma`: `"password", "x"`; `call`: `PASSWORD('x')`. */
interface Link {
  sort: 'equals' | 'colon' | 'tag' | 'comma' | 'call' | 'words' | 'table' | 'space';
  /** Where the value begins, blanks before it included. */
  at: number;
  /** `==` or `!=`: the value is compared with, not set. */
  compares: boolean;
  /** Blanks stand between the name and the link. */
  apart: boolean;
  quotedName: boolean;
}

const number = /[\d_]{0,3}/y;
/** What closes a name: a quote, a bracket, stars of Markdown, `[]` of a type. */
const closers = /(?:["'`\]*]|\\{1,3}(?=["'`])|\[\d{0,4}\]){0,8}[”’»」]?/y;
const sign = '[是为為は는은：＝—]';
const linkWords =
  '(?:[ \\t]{1,4}(?:is|was|are|now|set|to|changed|ist|lautet|est|es|era|è|é|été|jest|je|er|är|-|—|–|=>|olarak|это)(?=[ \\t:]|$))';
const spoken = new RegExp(`${linkWords}{0,3}${sign}|${linkWords}{1,4}:?`, 'y');
/** Between a name and its link: `password for the admin is x`. */
const aside = new RegExp(
  `(?:(?:for|of|für|von|del?|para|pour|per|d[ia]|voor) |\\()[^.,;\\n\\r"'\`<{=>[\\0]{0,54}?(?::(?= )|${linkWords}{1,4}:?)`,
  'y',
);
const blanks = /[ \t]{0,32}/y;
/** `: &str = "x"`, ` string = "x"`. */
const type = /[\w&'<>. :|*?]{1,40}=(?=[ \t]{0,32}["'`])/y;
const operator =
  /(?:([?!]?:)(?!\/\/)\**|(>)|(\|)|(={2,3}|!==?)|(?:=|[:?+]=|\|\|=|\?\?=|=>))(?![=!:?+|>~])/y;
/** `"name": "TOKEN", "value": "x"`, on one line or two. */
const nextField = /[ \t\r\n,"'\\n]{1,48}value["'\\ ]{0,4}[:=]/iy;

function linkAt(text: string, end: number): Link | undefined {
  const closed = scan.endAt(closers, text, scan.endAt(number, text, end));
  const quotedName = /["'`]/.test(text.slice(end, closed));
  const at = scan.endAt(blanks, text, closed);
  const apart = at > closed;
  const link = (sort: Link['sort'], at: number, compares = false): Link => {
    return { sort, at, compares, apart, quotedName };
  };
  const typed = scan.endAt(type, text, at);
  if (typed > at) return link('equals', typed);
  const match = scan.matchAt(operator, text, at);
  if (match) {
    const [all, colon, tag, table, compares] = match;
    const sort = colon ? 'colon' : tag ? 'tag' : table ? 'table' : 'equals';
    return link(sort, at + all.length, compares !== undefined);
  }
  const field = scan.endAt(nextField, text, closed);
  if (field > closed) return { ...link('colon', field), quotedName: false };
  if (text[at] === ',' && quotedName) return link('comma', at + 1);
  if (text[at] === '(' && /["']/.test(text.charAt(at + 1))) return link('call', at + 1);
  const words = scan.endAt(spoken, text, closed);
  if (words > closed) return link('words', words);
  if (!apart) return undefined;
  const aboutWhat = scan.endAt(aside, text, at);
  return aboutWhat > at ? link('words', aboutWhat) : link('space', at);
}

/** A name, its link, and what stands before the name in its line. */
interface Setting extends Link, Name {
  beginsLine: boolean;
  /** `--name`. */
  flag: boolean;
  /** A word before says that a name and its value follow, without a sign between them. */
  announced: boolean;
  /** `define('name', 'x')`. */
  defined: boolean;
  before: string;
}

const nothing = new RegExp(`^${scan.linePrefix}(?:export |set |ENV )?[ \\t"'\`\\\\]*$`);
const announcer =
  /(?:^|[ \t])(?:(?:ENV|ARG|set|setenv|setx|-x|-gx|-Ux|config|define|add|SETEX|with|var|SET)|(?:login|user|username|account|ssid|connect)[ \t]+[^ \t]*[^ \t,])[ \t]+["'`\\]*$/;

function settingAt(text: string, end: number): Setting | undefined {
  const link = linkAt(text, end);
  const name = link && nameAt(text, end);
  if (!name) return undefined;
  const before = text.charAt(name.from - 1);
  // `<password>x`, `<entry key="password">x`, but not `password > x`.
  if (link.sort === 'tag' && before !== '<' && !link.quotedName) return undefined;
  const { line, whole } = scan.lineBefore(text, name.from);
  return {
    ...name,
    ...link,
    before,
    beginsLine: whole && nothing.test(line),
    flag: name.run.startsWith('-') && (link.sort !== 'comma' || name.run[1] === '-'),
    announced: announcer.test(line),
    defined: /define\(["'`\\]*$/.test(line),
  };
}

/** A word without quotes behind the name of a password. */
function canBeBarePassword(text: string, bits: number, value: Value, setting: Setting): boolean {
  const wholeLine = setting.beginsLine && value.endsLine;
  const mixed = looks.isMixed(bits);
  const telling = mixed || looks.isNumber(bits);
  const technical = looks.looksTechnical(text);
  switch (setting.sort) {
    case 'tag':
      return value.next === '<' && (telling || text.length >= 8);
    case 'space':
      if (text.startsWith('-')) return false;
      if (!telling) {
        return setting.flag && (value.endsLine || (text.length >= 8 && value.next === '-'));
      }
      if (setting.flag) return true;
      return mixed && !setting.common && !technical && (setting.announced || wholeLine);
    case 'colon':
      return !setting.common && text.length >= 6 && telling;
    case 'words': {
      // What ends a sentence is no sign of a password.
      const inner = text.replace(/[.,:;!?)]+$/, '');
      if (setting.common || technical || inner.length < 4) return false;
      const own = looks.makeup(inner);
      if (looks.isNumber(own) || ((own & looks.digit) > 0 && looks.isMixed(own))) return true;
      return (own & looks.symbol) > 0 && (own & looks.letter) === looks.letter;
    }
    case 'table':
      return text.length >= 6 && !technical && hasLetterAndDigit(bits);
    case 'equals':
      break;
    default:
      return false;
  }
  if (setting.common && looks.isNumber(bits)) return false;
  if (setting.apart || value.apart) return mixed && (wholeLine || looks.looksRandom(text));
  // `connect(password=password_of_user)` is code, `PASSWORD=hunter` and `?password=hunter` are not.
  return telling || setting.capitals || /[?&;]/.test(setting.before) || wholeLine;
}

const hasLetterAndDigit = (bits: number) => (bits & looks.digit) > 0 && (bits & looks.letter) > 0;

function canBePassword(text: string, bits: number, value: Value, setting: Setting): boolean {
  if (text.length < 3 || looks.looksLikePath(text)) return false;
  const { sort, common } = setting;
  if ((bits & looks.space) > 0) {
    return setting.phrase && value.quoted && (sort === 'equals' || sort === 'colon');
  }
  if (!value.quoted) {
    if (text.startsWith(':') || (text.startsWith('0x') && text.length <= 10)) return false;
    return canBeBarePassword(text, bits, value, setting);
  }
  // `"PASS" : "FAIL"`, `'Event::Pass' => '1.302'`.
  const telling = !looks.looksTechnical(text) && (bits & looks.digit) > 0 && looks.isMixed(bits);
  if (common && !telling && ((bits & looks.lower) === 0 || sort === 'words')) return false;
  switch (sort) {
    case 'comma':
      return setting.flag || setting.defined || (setting.before !== '' && telling);
    case 'call':
      return telling;
    case 'space':
      return !setting.quotedName && (setting.flag || (!common && (telling || setting.announced)));
    case 'table':
      return looks.isMixed(bits);
    default:
      return true;
  }
}

function canBeToken(text: string, bits: number, value: Value, setting: Setting): boolean {
  if ((bits & looks.space) > 0 || (bits & looks.letter) === 0 || text.length < 8) return false;
  if (/^(?:sha|md5)|[?()[\]{}<>^|\\*]/.test(text) || looks.looksLikePath(text)) return false;
  const all = looks.letter | looks.digit;
  if (setting.grade === 'key') {
    return (
      text.length >= 20 &&
      (bits & all) === all &&
      /^[\w+/=~-]+$/.test(text) &&
      looks.looksRandom(text)
    );
  }
  const { sort, announced, beginsLine } = setting;
  const linked = sort !== 'space' || value.quoted || setting.flag || announced;
  if (!linked && !(beginsLine && value.endsLine)) return false;
  if ((bits & looks.digit) === 0) return false;
  if (looks.isDigest(text)) return sort !== 'comma' || setting.defined;
  const variable = !setting.apart && !value.apart && sort === 'equals';
  if (setting.capitals && (variable || (announced && sort === 'space'))) return true;
  return text.length >= 12 && looks.looksRandom(text);
}

/** Whether the value can be the secret that the setting announces. */
function canBeSecret(value: Value, setting: Setting): boolean {
  const { text, quoted } = value;
  if ((setting.compares && !quoted) || looks.isPlaceholder(text)) return false;
  // A file of variables holds no code.
  const variable =
    setting.capitals &&
    setting.sort === 'equals' &&
    !setting.apart &&
    !value.apart &&
    setting.beginsLine &&
    value.endsLine &&
    !text.endsWith(')');
  if (!quoted && !variable && looks.looksLikeCode(text)) return false;
  const can = setting.grade === 'password' ? canBePassword : canBeToken;
  return can(text, looks.makeup(text), value, setting);
}

function secretAt(text: string, setting: Setting): readonly [from: number, to: number] | undefined {
  const header = /equals|colon|comma/.test(setting.sort);
  if (setting.grade === 'authorization') return header ? proofAt(text, setting.at) : undefined;
  if (setting.grade === 'cookie') return header ? cookiesAt(text, setting.at) : undefined;
  const far = setting.beginsLine && (setting.sort === 'equals' || setting.sort === 'colon');
  for (const toBlank of far ? [true, false] : [false]) {
    const value = valueAt(text, setting.at, toBlank);
    if (canBeSecret(value, setting)) return [value.from, endOfValue(value, text)];
  }
  return undefined;
}

export const findNamed: scan.Finder = (text, found) => {
  scan.eachMatch(namePlaces, text, ({ index, 0: word }) => {
    const setting = settingAt(text, index + word.length);
    const secret = setting && secretAt(text, setting);
    return secret && found(secret[0], secret[1], kindAfter(text, setting));
  });
};
