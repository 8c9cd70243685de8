/**
 * Seeded randomness and texts for generated tests. Decides that one seed always gives one sequence, on
 * every machine; refuses to know what a message is.
 */

/** A source of randomness. Every method advances it. */
export interface Rng {
  /** In [0, 1). */
  next(): number;
  /** A whole number, both ends included. */
  int(least: number, most: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the values; they must not be empty. */
  pick<T>(values: readonly T[]): T;
  /** One of the keys, each as likely as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** A shuffled copy. */
  shuffle<T>(values: readonly T[]): T[];
  /** An independent source that depends on this one's present state. */
  fork(): Rng;
}

/** Spreads a seed over 32-bit words (splitmix32). */
function splitmix(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}

/** Starts a sequence (sfc32). Numbers and strings are equally good seeds. */
export function createRng(seed: number | string): Rng {
  let start = typeof seed === 'number' ? seed : 0x811c9dc5;
  if (typeof seed === 'string') {
    for (let i = 0; i < seed.length; i++) start = Math.imul(start ^ seed.charCodeAt(i), 0x01000193);
  }
  const spread = splitmix(start);
  let a = spread();
  let b = spread();
  let c = spread();
  let counter = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) word();

  const rng: Rng = {
    next: () => word() / 0x100000000,
    int: (least, most) => least + Math.floor(rng.next() * (most - least + 1)),
    chance: (probability) => rng.next() < probability,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('pick needs at least one value');
      return values[rng.int(0, values.length - 1)] as (typeof values)[number];
    },
    weighted: (weights) => {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let total = 0;
      for (const key of keys) total += weights[key];
      let left = rng.next() * total;
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return keys[keys.length - 1] as (typeof keys)[number];
    },
    shuffle: (values) => {
      const copy = [...values];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = rng.int(0, i);
        const swapped = copy[i] as (typeof copy)[number];
        copy[i] = copy[j] as (typeof copy)[number];
        copy[j] = swapped;
      }
      return copy;
    },
    fork: () => createRng(word()),
  };
  return rng;
}

const englishWords = (
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an ' +
  'they which one you were all her she there would their we him been has when who will no more if out so ' +
  'up said what its about than into them can only other time new some could these two may first then do ' +
  'test file build error function module parser cache stream budget session token window summary branch ' +
  'commit deploy review server client request response timeout retry queue worker schema index migration'
).split(' ');

const codeLines = [
  'export function parse(input: string): Node | undefined {',
  '  if (input.length === 0) return undefined;',
  '  for (let i = 0; i < tokens.length; i++) {',
  '    const next = tokens[i] ?? fallback;',
  "    if (next.kind === 'comma') continue;",
  '  }',
  '  return { kind: "list", items, start: 0, end: input.length };',
  '}',
  'int main(int argc, char** argv) { return run(argc, argv); }',
  "SELECT id, created_at FROM runs WHERE state <> 'done' ORDER BY id;",
  '\tdef __init__(self, *args, **kwargs):',
  '// a comment: https://example.org/path?q=1&r=%20#frag',
  "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
  '    at Object.<anonymous> (/srv/app/src/index.ts:42:13)',
  '<|endoftext|> <|im_start|>system',
  '[2026-01-02T03:04:05.678Z] WARN  retrying in 250ms (attempt 3/5)',
];

const chinese = '请先阅读这个文件然后修复测试中的错误最后把结果写进报告里并说明原因每一步都要检查';
const japanese = 'まずこのファイルを読んでからテストを直してください結果は報告書に書きます';
const korean = '먼저 이 파일을 읽고 테스트를 고친 다음 결과를 보고서에 적어 주세요';
const rtl = 'اقرأ هذا الملف أولا ثم أصلح الاختبار וכתוב את התוצאה בדוח בבקשה תודה רבה ';
const emoji = [
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}',
  '\u{1F9D1}\u{1F3FD}\u200D\u{1F680}',
  '\u{1F1E9}\u{1F1EA}',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  '\u2764\uFE0F\u200D\u{1F525}',
  'e\u0301\u0323\u0308',
  '\u{1F600}',
  '3\uFE0F\u20E3',
];
const surrogates = ['\uD83D', '\uDE00', '\uDC00\uD800', 'a\uD800b', '\uDFFF'];
const spaces = [' ', '  ', '\n', '\r\n', '\t', '\u00A0', '\u2028', '\u3000', '\uFEFF', '\u200B'];
const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Kinds of text, from the everyday to the hostile. */
export const textKinds = [
  'words',
  'code',
  'json',
  'cjk',
  'rtl',
  'emoji',
  'surrogates',
  'base64',
  'space',
  'controls',
] as const;
export type TextKind = (typeof textKinds)[number];

/** How often each kind occurs when none is asked for. */
const everyday: Readonly<Record<TextKind, number>> = {
  words: 40,
  code: 20,
  json: 10,
  cjk: 10,
  rtl: 4,
  emoji: 5,
  surrogates: 3,
  base64: 4,
  space: 2,
  controls: 2,
};

/** A lower-case ASCII name that can stand in an id or a path. */
export function word(rng: Rng): string {
  return rng.pick(englishWords);
}

function slice(rng: Rng, source: string, units: number): string {
  let result = source.slice(rng.int(0, source.length - 1));
  while (result.length < units) result += source;
  return result.slice(0, units);
}

function joined(units: number, piece: () => string): string {
  let result = '';
  while (result.length < units) result += piece();
  return result;
}

function jsonText(rng: Rng, units: number): string {
  const rows: unknown[] = [];
  let size = 2;
  while (size < units) {
    const row = {
      id: rng.int(0, 99_999),
      name: `${word(rng)} "${word(rng)}"\n`,
      path: `/src/${word(rng)}/${word(rng)}.ts`,
      ok: rng.chance(0.5),
      ratio: rng.int(0, 1000) / 8,
      tags: [word(rng), slice(rng, chinese, 4)],
      none: null,
    };
    rows.push(row);
    size += 120;
  }
  return JSON.stringify(rows);
}

/**
 * A text of about the given length in UTF-16 code units, never empty. Long texts repeat a block of at
 * most 2,000 code units with a running number between, so that they are cheap and yet never periodic.
 */
export function text(rng: Rng, units: number, kind: TextKind = rng.weighted(everyday)): string {
  const wanted = Math.max(1, units);
  if (kind === 'json') return jsonText(rng, Math.min(wanted, 20_000));
  if (wanted > 2_000) {
    const block = text(rng, 2_000, kind);
    let count = 0;
    return joined(wanted, () => `${block}\n${count++} `);
  }
  switch (kind) {
    case 'words':
      return joined(wanted, () => `${rng.pick(englishWords)} `);
    case 'code':
      return joined(wanted, () => `${rng.pick(codeLines)}\n`);
    case 'cjk':
      return slice(rng, rng.pick([chinese, japanese, korean]), wanted);
    case 'rtl':
      return slice(rng, rtl, wanted);
    case 'emoji':
      return joined(wanted, () => rng.pick(emoji));
    case 'surrogates':
      return joined(wanted, () => rng.pick(surrogates) + rng.pick(englishWords));
    case 'base64':
      return joined(wanted, () => base64Alphabet[rng.int(0, 63)] as string);
    case 'space':
      return joined(wanted, () => rng.pick(spaces));
    default:
      return joined(wanted, () => String.fromCharCode(rng.int(0, 31)) + rng.pick(englishWords));
  }
}
