/** Passwords in commands, fields of forms, and files of passwords. */
import { isMixed, isNumber, isPlaceholder, looksLikeCode } from './looks.ts';
import { eachMatch, endAt, type Finder, lineBefore, linePrefix } from './scan.ts';
import { type Value, valueAt } from './values.ts';

/** Between words of a command, also where they are a list: `"docker", "login", "-p"`. */
const gap = '[ "\',\\\\]{1,6}';
const spaced = '[ "\',\\\\=]{1,5}?(?=["\']?[^ "\',\\\\=])';
const attached = '(?![ ,])';
/** A command, the letter of its flag, and what stands between that and the value. */
// biome-ignore format: one row a flag
const flags = [
  ['(?:docker|podman|nerdctl|buildah|skopeo|helm registry|oc|az|az acr|cf|heroku) login', 'p', spaced],
  ['sshpass', 'p', `(?:${spaced}|${attached})`],
  ['mysql(?:dump|admin|import|sh|check)?|mariadb(?:-dump)?|mycli|7za?', 'p', attached],
  ['mongo(?:sh|dump|restore|export)?|cqlsh|psexec|clickhouse-client|ncftp', 'p', spaced],
  ['redis-cli', 'a', spaced],
  ['sqlcmd|bcp|isql|osql|zip|unzip|ipmitool', 'P', `(?:${spaced}|${attached})`],
  ['ldap(?:search|add|modify|delete|passwd|whoami)', 'w', spaced],
] as const;
const flag = flags.map(([commands, letter, between]) => {
  const line = `${gap}(?:[^;|&\\n\\0]{0,150}?[ "'\`])?`;
  return `(?:${commands.replaceAll(' ', gap)})${line}-${letter}${between}`;
});

const field = '[A-Za-z_*][\\w.*$+@-]{0,63}';
const hostField = new RegExp(`^(?:\\n|\\\\n)${linePrefix}${field}$`);
const readers =
  /["'\\]{0,4} {0,8}\|[^\n]{0,150}?(?:sudo -S|--password-stdin|passwd|--stdin|--with-token|cryptsetup)/y;

/** Finds the password behind such a place, where `can` says that it is one. */
function behind(
  places: RegExp,
  can: (value: Value, text: string, at: number) => boolean,
  far = false,
): Finder {
  return (text, found) => {
    eachMatch(places, text, ({ index, 0: all }) => {
      const value = valueAt(text, index + all.length, far);
      const usual = value.text.length < 3 || isPlaceholder(value.text) || /\s/.test(value.text);
      if (usual || !can(value, text, index)) return undefined;
      return found(value.from, value.to, 'password');
    });
  };
}

export const findInCommands = [
  behind(
    new RegExp(`(?:^|[^\\w.-])(?:${flag.join('|')})`, 'g'),
    ({ text, quoted }) => !text.startsWith('-') && (quoted || !looksLikeCode(text)),
  ),
  // `curl -u name:x`.
  behind(
    /(?: -u| --user| -a| --auth| --creds|--proxy-user)[ \t=]{1,4}["'`]?[\w.@+%\\/-]{1,64}:(?![\s:"'`])/g,
    ({ text }) => !isNumber(text) && !looksLikeCode(text),
  ),
  // `echo x | docker login --password-stdin`.
  behind(
    /\b(?:echo|printf)(?: -[ne]| ["']?%s["']?){0,3}(?= {1,8}[^ ])/g,
    ({ to }, text) => endAt(readers, text, to) > to,
  ),
  // `<input type="password" value="x">`.
  behind(
    /type=["'\\]{0,3}password[^<>\0]{0,200}?\bvalue=(?=["'\\])|<input[^<>\0]{0,200}?\bvalue=(?=["'\\][^<>\0]{0,256}type=["'\\]{0,3}password)/g,
    ({ quoted }) => quoted,
  ),
  // `host:5432:database:user:x`.
  behind(
    new RegExp(`:(?:\\d{4,5}|\\*):${field}:${field}:(?![\\s:])`, 'g'),
    (value, text, at) =>
      value.endsLine &&
      !value.quoted &&
      isMixed(value.text) &&
      hostField.test(lineBefore(text, at)),
    true,
  ),
];
