/** Passwords in commands, fields of forms, and files of passwords. */
import { isMixed, isPlaceholder, looksLikeCode, opensCode } from './looks.ts';
import { eachMatch, endAt, every, type Finder, lineBefore, linePrefix, regex } from './scan.ts';
import { type Value, valueAt } from './values.ts';

/** Between words of a command, also where they are a list: `"docker", "login", "-p"`. */
const gap = String.raw`[ "',\\]{1,6}`;
const spaced = String.raw`[ "',\\=]{1,5}?(?=["']?[^ "',\\=])`;
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
  const line = String.raw`${gap}(?:[^;|&\n\0]{0,150}?[ "'\`])?`;
  return `(?:${commands.replaceAll(' ', gap)})${line}-${letter}${between}`;
});
const field = String.raw`[A-Za-z_*][\w.*$+@-]{0,63}`;
const hostField = regex`^(?:\n|\\n)${linePrefix}${field}$`;
const readers =
  /["'\\]{0,4} {0,8}\|[^\n]{0,150}?(?:sudo -S|--password-stdin|passwd|--stdin|--with-token|cryptsetup)/y;

/** Places where a password follows, and what has to be true of it. */
// biome-ignore format: one row a place
const places: readonly (readonly [RegExp, (value: Value, text: string, at: number) => boolean])[] = [
  [every`(?:^|[^\w.-])(?:${flag.join('|')})`, ({ text, quoted }) => text[0] !== '-' && (quoted || !looksLikeCode(text))],
  // `curl -u name:x`.
  [/(?: -u| --user| -a| --auth| --creds|--proxy-user)[ \t=]{1,4}(\\{0,3}["'`])?[\w.@+%\\/-]{1,64}:(?![\s:"'`])/g, ({ text, quoted }) => /[^\d_.-]/.test(text) && !(quoted ? opensCode : looksLikeCode)(text)],
  // `echo x | docker login --password-stdin`.
  [/\b(?:echo|printf)(?: -[ne]| ["']?%s["']?){0,3}(?= {1,8}[^ ])/g, ({ to }, text) => endAt(readers, text, to) > to],
  // `<input type="password" value="x">`.
  [/type=["'\\]{0,3}password[^<>\0]{0,200}?\bvalue=(?=["'\\])|<input[^<>\0]{0,200}?\bvalue=(?=["'\\][^<>\0]{0,256}type=["'\\]{0,3}password)/g, ({ quoted }) => quoted],
  // `host:5432:database:user:x`.
  [every`:(?:\d{4,5}|\*):${field}:${field}:(?![\s:])`, ({ endsLine, quoted, text: word }, text, at) => endsLine && !quoted && isMixed(word) && hostField.test(lineBefore(text, at))],
];

export const findInCommands: Finder = (text, found) => {
  for (const [place, can] of places) {
    eachMatch(place, text, ({ index, 0: all, 1: opened }) => {
      const far = all.startsWith(':') ? 'line' : undefined;
      const value = valueAt(text, index + all.length, { far }, opened);
      const blank = !value.quoted && /\s/.test(value.text);
      const usual = value.text.length < 3 || isPlaceholder(value.text) || blank;
      return usual || !can(value, text, index)
        ? undefined
        : found(value.from, value.to, 'password');
    });
  }
};
