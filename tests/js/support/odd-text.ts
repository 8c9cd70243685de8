/**
 * Texts that tokenizers disagree on, if anything makes them: seeded, so that a failure can be found
 * again. Decides what is odd; refuses to know what is counted.
 */
import type { Rng } from './random.ts';

const spaces = [
  ' ',
  ' ',
  ' ',
  '  ',
  '   ',
  '\t',
  '\t\t',
  '\u000b',
  '\f',
  '\u00a0',
  '\u1680',
  '\u2000',
].concat([
  '\u2003',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  '\u200b',
  '\u180e',
  '\u2060',
]);
const newlines = ['\n', '\n', '\r\n', '\r', '\n\n', '\r\r', '\n\r\n', ' \n', '\t\n ', '\n \n  '];
const engines = ['\u0085', '\ufeff', "'\u017f", '\u{323b0}', '\u1add', '\ua7ce'];
const contractions = [
  "'s",
  "'S",
  "'t",
  "'T",
  "'re",
  "'RE",
  "'Re",
  "'ve",
  "'vE",
  "'m",
  "'M",
  "'ll",
].concat([
  "'LL",
  "'lL",
  "'d",
  "'D",
  "'r",
  "'v",
  "'l",
  "'sup",
  "'",
  "''",
  "'e",
  "'\u212a",
  '\u2019s',
]);
const signs = [...'!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~']
  .concat(['//', '/', '\n/', '...', '---', '=>'])
  .concat([
    '!==',
    '/*',
    '*/',
    '](',
    '”',
    '€',
    '—',
    '、',
    '。',
    '！',
    '\u0000',
    '\u007f',
    '\u001b[0m',
  ]);
const cased = [
  'a',
  'b',
  'the',
  'Z',
  'HTTP',
  'camelCase',
  'PascalCase',
  'SHOUT',
  'iOS',
  'aB',
  'ABc',
].concat([
  'é',
  'É',
  'ß',
  'ẞ',
  'Ж',
  'ж',
  'Ω',
  'ω',
  'ǅ',
  'ǈ',
  'ᾈ',
  'Ა',
  'ა',
  'ꭰ',
  'Ꭰ',
  '𐐀',
  '𐐨',
  '𝐀',
  '𝐚',
]);
const caseless = [
  'ª',
  'º',
  'ʰ',
  'ˇ',
  'ⁿ',
  'あ',
  'ア',
  '漢',
  '字',
  '一',
  '한',
  '국',
  'ا',
  'ب',
  'ש',
  'ก',
  'ไ',
].concat(['क', 'ா', 'ഴ', '𠀀', '\u{2a6df}', 'ـ', 'ー', '々', 'ꜰ', 'ꟸ']);
const marks = [
  '\u0301',
  '\u0308',
  '\u0330',
  '\u093f',
  '\u0e34',
  '\u20dd',
  '\u20e3',
  '\ufe0f',
  '\u0903',
].concat(['\u3099', '\u{e0100}', '\u{1d165}', '\u0488', '\u05b0']);
const numbers = [
  '0',
  '1',
  '12',
  '123',
  '1234',
  '٣',
  '३',
  '½',
  'Ⅷ',
  '²',
  '①',
  '〇',
  '𝟘',
  '𐄇',
  '፲',
  '൧',
];
const pictures = [
  '😀',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '👍🏽',
  '❤️',
  '☃',
  '♻︎',
  '\u200d',
  '\u{e007f}',
  '🫠',
];
const specials = ['<|endoftext|>', '<|im_start|>', '<|fim_prefix|>', '<|', '|>', '<|endofprompt|>'];
const broken = ['\ud800', '\udc00', '\udbff\ud83d', '\ude00\ud83d', '\ufffd', '\ufffe', '\uffff'];
/**
 * What the two reference packages themselves disagree on, where texts are compared with
 * `gpt-tokenizer`. JavaScript's `\s` has U+FEFF and not U+0085, without regard to case it takes no
 * U+017F for an s, and a newer Node knows letters, marks and numbers of Unicode 17; `tiktoken`, which
 * bills, has Unicode 16 and the standard's white space. Counts follow `tiktoken`.
 */
export function isDisputed(text: string): boolean {
  return disputed.test(text);
}
const disputedPoints =
  '0085 feff 017f 088f 0c5c 0cdc 1acf-1add 1ae0-1aeb a7ce a7cf a7d2 a7d4 a7f1 ' +
  '10940-10959 10ec5-10ec7 10efa 10efb 11b60-11b67 11db0-11ddb 11de0-11de9 16ea0-16eb8 ' +
  '16ebb-16ed3 16ff2-16ff6 187f8-187ff 18d09-18d1e 18d80-18df2 1e6c0-1e6de 1e6e0-1e6f5 ' +
  '1e6fe 1e6ff 2b73a-2b73f 2cea2-2cead 323b0-33479';
const disputed = new RegExp(
  `[${disputedPoints
    .split(' ')
    .map((range) => range.replace(/[0-9a-f]+/g, '\\u{$&}'))
    .join('')}]`,
  'u',
);

const kinds: readonly (readonly [weight: number, values: readonly string[]])[] = [
  [6, spaces],
  [3, newlines],
  [3, contractions],
  [4, signs],
  [6, cased],
  [4, caseless],
  [3, marks],
  [3, numbers],
  [2, pictures],
  [1, specials],
  [1, broken],
  [1, engines],
];
const wheel = kinds.flatMap(([weight, values]) => Array<readonly string[]>(weight).fill(values));

function fragment(rng: Rng, words: readonly string[]): string {
  switch (rng.int(0, 15)) {
    case 0:
      // Any code point at all, surrogates and unassigned ones with it.
      return String.fromCodePoint(rng.int(0, rng.chance(0.5) ? 0x2fff : 0x10ffff));
    case 1:
      return rng.pick(rng.pick(wheel)).repeat(rng.int(1, rng.chance(0.125) ? 90 : 6));
    case 2:
      return String.fromCharCode(...Array.from({ length: rng.int(1, 40) }, () => rng.int(97, 122)));
    case 3: {
      const start = rng.pick([0x4e00, 0x3040, 0xac00, 0x0400, 0x0900, 0x0e00, 0x0600, 0x1f300]);
      return String.fromCodePoint(
        ...Array.from({ length: rng.int(1, 24) }, () => start + rng.int(0, 95)),
      );
    }
    case 4:
    case 5:
    case 6:
    case 7:
      return words.length > 0 ? rng.pick(words) : rng.pick(cased);
    default:
      return rng.pick(rng.pick(wheel));
  }
}

/** A text of up to about `fragments` fragments; `words` are mixed in, such as a vocabulary's tokens. */
export function oddText(rng: Rng, fragments: number, words: readonly string[] = []): string {
  let text = '';
  for (let count = rng.int(1, fragments); count > 0; count -= 1) text += fragment(rng, words);
  return text;
}
