/** Passwords in commands, fields of forms, and files of passwords. */
import { isMixed, isPlaceholder, letter, looksLikeCode, makeup, space, symbol } from './looks.ts';
import {
  eachMatch,
  endAt,
  type Finder,
  lineBefore,
  lineEnds,
  linePrefix,
  matchAt,
} from './scan.ts';
import { valueAt } from './values.ts';

/** Commands, the letter of their flag, and whether the value may follow it at once, and behind a space. */
type Flag = readonly [commands: string, letter: string, attached: boolean, apart: boolean];
const flags: readonly Flag[] = [
  [
    '(?:docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az|az acr|cf|heroku) login',
    'p',
    false,
    true,
  ],
  ['sshpass', 'p', true, true],
  ['mysql(?:dump|admin|import|sh|check)?|mariadb(?:-dump)?|mycli|7za?', 'p', true, false],
  ['mongo(?:sh|dump|restore|export)?|cqlsh|psexec|clickhouse-client|ncftp', 'p', false, true],
  ['redis-cli', 'a', false, true],
  ['sqlcmd|bcp|isql|osql|zip|unzip|ipmitool', 'P', true, true],
  ['ldap(?:search|add|modify|delete|passwd|whoami)', 'w', false, true],
];
/** Blanks of a command, and what parts it in a list: `"docker", "login", "-p"`. */
const gap = '[ "\',\\\\]{1,6}';
const commands = new RegExp(
  `(?:^|[^\\w.-])(?:${flags.map(([names]) => `(${names.replaceAll(' ', gap)})`).join('|')})(?=${gap}[^;|&\\n\\0])`,
  'g',
);
const values = flags.map(([, letter, attached, apart]) => {
  const behind = [
    apart ? '(?=[ "\',\\\\])[\\\\"\',= ]{0,5}?(?=["\']?[^\\\\"\',= ])' : '',
    attached ? '(?![ ,])' : '',
  ];
  return new RegExp(
    `[^;|&\\n\\0]{0,150}?[ "'\`]-${letter}(?:${behind.filter(Boolean).join('|')})`,
    'y',
  );
});

/** Whether what was read where a password stands can be one. */
const canBe = (text: string) =>
  text.length >= 3 && !isPlaceholder(text) && (makeup(text) & space) === 0;

const findFlags: Finder = (text, found) => {
  eachMatch(commands, text, (match) => {
    const index = match.slice(1).findIndex((each) => each !== undefined);
    const flag = values[index];
    const end = match.index + match[0].length;
    const at = flag ? endAt(flag, text, end) : end;
    const value = valueAt(text, at);
    if (at === end || !canBe(value.text) || value.text.startsWith('-')) return undefined;
    if (!value.quoted && looksLikeCode(value.text)) return undefined;
    return found(value.from, value.to, 'password');
  });
};

const users =
  /(?: -u| --user| -a| --auth| --creds|--proxy-user)[ \t=]{1,4}["'`]?[\w.@+%\\/-]{1,64}:(?![\s:"'`])/g;

/** `curl -u name:x`. */
const findUsers: Finder = (text, found) => {
  eachMatch(users, text, ({ index, 0: all }) => {
    const { from, to, text: word } = valueAt(text, index + all.length);
    if (!canBe(word) || (makeup(word) & (letter | symbol)) === 0 || looksLikeCode(word))
      return undefined;
    return found(from, to, 'password');
  });
};

const echoes = /\b(?:echo|printf)(?: -[ne]| ["']?%s["']?){0,3}(?= {1,8}[^ ])/g;
const readers =
  /["'\\]{0,4} {0,8}\|[^\n]{0,150}?(?:sudo -S|--password-stdin|passwd|--stdin|--with-token|cryptsetup)/y;

/** `echo x | docker login --password-stdin`. */
const findPiped: Finder = (text, found) => {
  eachMatch(echoes, text, ({ index, 0: all }) => {
    const { from, to, text: word } = valueAt(text, index + all.length);
    return canBe(word) && matchAt(readers, text, to) ? found(from, to, 'password') : undefined;
  });
};

const fields = /type=["'\\]{0,3}password/g;
const fieldValue = /\bvalue=(?=["'\\])/;

/** `<input type="password" value="x">`. */
const findFields: Finder = (text, found) => {
  eachMatch(fields, text, ({ index }) => {
    const start =
      text.slice(Math.max(0, index - 256), index).lastIndexOf('<') + Math.max(0, index - 256);
    const [field = ''] = /^<[^>\0]*/.exec(text.slice(start, index + 256)) ?? [];
    const at = fieldValue.exec(field);
    const value = at && valueAt(text, start + at.index + at[0].length);
    if (!value?.quoted || value.text.length < 3 || isPlaceholder(value.text)) return undefined;
    return found(value.from, value.to, 'password');
  });
};

const field = '[A-Za-z_*][\\w.*$+@-]{0,63}';
const passwordLines = new RegExp(`:(?:\\d{4,5}|\\*):${field}:${field}:(?![\\s:])`, 'g');
const hostField = new RegExp(`^${linePrefix}${field}$`);

/** `host:5432:database:user:x`. */
const findPasswordLines: Finder = (text, found) => {
  eachMatch(passwordLines, text, ({ index, 0: all }) => {
    const { line, whole } = lineBefore(text, index);
    const value = valueAt(text, index + all.length, true);
    if (!whole || !hostField.test(line) || value.quoted || !value.endsLine) return undefined;
    if (value.text.length < 4 || !canBe(value.text) || !isMixed(makeup(value.text)))
      return undefined;
    return found(value.from, value.to, 'password');
  });
};

export const findInCommands: readonly Finder[] = [
  findFlags,
  findUsers,
  findPiped,
  findFields,
  findPasswordLines,
];
