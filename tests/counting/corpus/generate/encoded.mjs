/**
 * Text that no language explains: base64, hex, URLs with identifiers, numbers. Decides its shapes from
 * what agents' tools return; draws everything from the seeded dice it is given.
 */

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const urlLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const hexLetters = '0123456789abcdef';
const words =
  'api user account items search image static assets docs blog order file upload session project report dashboard settings v1 v2 public data index download media content product category'.split(
    ' ',
  );
const hosts =
  'example.com example.org api.example.net cdn.example.io service.internal localhost:8080 shop.example.de docs.example.dev'.split(
    ' ',
  );

const hex = (dice, count) => dice.letters(hexLetters, count);

export const uuid = (dice) => [8, 4, 4, 4, 12].map((length) => hex(dice, length)).join('-');

export function url(dice) {
  const path = Array.from({ length: dice.between(1, 4) }, () =>
    dice.chance(0.3) ? String(dice.between(1, 99999)) : dice.pick(words),
  ).join('/');
  const tail = dice.pick([
    () => '',
    () => `/${uuid(dice)}`,
    () => `?id=${dice.between(1, 1e6)}&page=${dice.between(1, 40)}`,
    () => `?token=${dice.letters(urlLetters, dice.between(20, 60))}`,
    () => `#${dice.pick(words)}`,
    () => `/${hex(dice, 40)}`,
    () => `.${dice.pick(['html', 'json', 'png', 'js', 'pdf'])}`,
  ])();
  return `${dice.pick(['https', 'https', 'http'])}://${dice.pick(hosts)}/${path}${tail}`;
}

/** Base64 of bytes, bare, wrapped, as a data address or inside JSON. */
export function base64(dice, length, bytes) {
  const raw = bytes?.toString('base64') ?? dice.letters(base64Letters, length);
  const text = raw.slice(0, length);
  return dice.pick([
    () => text,
    () => text.replace(/.{76}/g, '$&\n'),
    () => text.replace(/.{64}/g, '$&\n'),
    () => `data:${dice.pick(['image/png', 'image/jpeg', 'application/pdf'])};base64,${text}`,
    () => `{"data":"${text}"}`,
    () => text.replaceAll('+', '-').replaceAll('/', '_'),
    () => text.replace(/.{43}/g, '$&.').replaceAll('+', '-').replaceAll('/', '_'),
  ])();
}

/** Hexadecimal: digests, dumps, colours, addresses. */
export function hexadecimal(dice, length, bytes) {
  const source = bytes?.toString('hex') ?? '';
  let used = 0;
  const take = (count) => {
    const part = source.slice(used, used + count);
    used += count;
    return part.length === count ? part : hex(dice, count);
  };
  const row = dice.pick([
    () => take(dice.pick([32, 40, 64, 128])),
    () =>
      `${take(dice.pick([40, 64]))}  ${dice.pick(words)}/${dice.pick(words)}.${dice.pick(['tgz', 'js', 'bin'])}`,
    (line) =>
      `${(line * 16).toString(16).padStart(8, '0')}  ${Array.from({ length: 16 }, () => take(2)).join(' ')}`,
    (line) =>
      `${(line * 16).toString(16).padStart(8, '0')}: ${Array.from({ length: 8 }, () => take(4)).join(' ')}`,
    () => `0x${take(dice.pick([8, 16]))}`,
    () => `#${take(6)}, #${take(6)}`,
    () => `sha256:${take(64)}`,
    () => Array.from({ length: 6 }, () => take(2)).join(':'),
    () => take(96).toUpperCase(),
  ]);
  let text = '';
  for (let line = 0; text.length < length; line += 1) text += `${row(line)}\n`;
  return text.slice(0, length);
}

/** URLs and UUIDs in lists, JSON and prose-like lines. */
export function addresses(dice, length) {
  const row = dice.pick([
    () => url(dice),
    () => uuid(dice),
    () => `- ${url(dice)}`,
    () => `{"id":"${uuid(dice)}","url":"${url(dice)}"},`,
    () => `${uuid(dice)} ${url(dice)}`,
    () => `  "${dice.pick(words)}_id": "${uuid(dice)}",`,
    () => `GET ${url(dice)}`,
    () => `[${dice.pick(words)}](${url(dice)})`,
  ]);
  let text = '';
  while (text.length < length) text += `${row()}\n`;
  return text.slice(0, length);
}

/** Numbers: tables, arrays, coordinates, times, money. */
export function numbers(dice, length) {
  const digits = (count) => dice.letters('0123456789', count);
  const decimal = () => (dice.next() * 10 ** dice.between(0, 4)).toFixed(dice.between(1, 8));
  const row = dice.pick([
    () => digits(dice.between(1, 12)),
    () => Array.from({ length: 6 }, () => digits(dice.between(1, 5))).join(' '),
    () => Array.from({ length: 5 }, decimal).join(','),
    () => Array.from({ length: 5 }, decimal).join(', '),
    () => Array.from({ length: 4 }, () => digits(dice.between(1, 6)).padStart(8)).join(''),
    () => `[${Array.from({ length: 8 }, () => digits(dice.between(1, 4))).join(',')}],`,
    () => `${decimal()}\t${decimal()}\t${decimal()}`,
    () => `-${decimal()}, ${decimal()}`,
    () => String(1600000000000 + Math.floor(dice.next() * 1e11)),
    () => digits(16).replace(/.{4}/g, '$& ').trim(),
  ]);
  let text = '';
  while (text.length < length) text += `${row()}\n`;
  return text.slice(0, length);
}
