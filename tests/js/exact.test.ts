// promise: counting
/**
 * The exact counter: equal to what it replaces, on real and on odd texts; cuts that hold what they
 * say; and what a caller gets for wrong arguments and broken files. `tests/counting/equality.mjs`
 * compares a million texts, with both reference packages.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import {
  countTokens,
  type ExactCounter,
  type ExactEncoding,
  inspectExactTokens,
  loadExactCounter,
} from 'epitome/tokens';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { exactEncodings } from '../../js/load/exact-parts.ts';
import { encodingOf } from '../../js/tokens/encodings.ts';
import { ExactModule } from '../../js/tokens/exact-module.ts';
import { scaled } from './support/amount.ts';
import { isDisputed, oddText } from './support/odd-text.ts';
import { createRng } from './support/random.ts';

const texts = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const references: Record<ExactEncoding, (text: string) => number> = {
  o200k_base: (text) => countO200k(text, texts),
  cl100k_base: (text) => countCl100k(text, texts),
};

/** What `tiktoken` 1.0.22 answers where `gpt-tokenizer` differs, or could: o200k_base, cl100k_base. */
const billed: readonly (readonly [text: string, o200k: number, cl100k: number])[] = [
  ["it'\u017fthe", 4, 5],
  ["x'\u017fabout", 4, 5],
  ["'\u017fhe said", 4, 5],
  ['a\u0085\u0085the', 6, 6],
  ['a\u0085 b\u0085', 6, 6],
  ['\ufeffhello', 2, 2],
  ['the\ufeff', 2, 2],
  ['a\ufeff\ufeff b', 3, 4],
  ['\u{323b0}the \u{323b0}s', 11, 11],
  ["a\u{323b0}'s", 7, 7],
  ['\u1add the\u1add', 7, 7],
];

const vocabularyFile = (encoding: ExactEncoding) =>
  readFileSync(new URL(`../../dist/${encoding}.bin`, import.meta.url));
const codeFile = readFileSync(new URL('../../dist/bpe.wasm', import.meta.url));

for (const encoding of exactEncodings) {
  describe(`exact ${encoding}`, () => {
    let counter: ExactCounter;
    const reference = references[encoding];
    before(async () => {
      counter = await loadExactCounter({ encoding });
    });

    it('counts odd texts as gpt-tokenizer does', () => {
      const rng = createRng(`odd ${encoding}`);
      const texts = scaled(1_500);
      let compared = 0;
      for (let i = 0; i < texts; i += 1) {
        const text = oddText(rng, 12);
        if (isDisputed(text)) continue;
        compared += 1;
        assert.equal(counter.count(text), reference(text), JSON.stringify(text));
      }
      assert.ok(compared > 0.7 * texts, `${compared}`);
    });

    it('counts as tiktoken does where the two differ', () => {
      for (const [text, o200k, cl100k] of billed) {
        const expected = encoding === 'o200k_base' ? o200k : cl100k;
        assert.equal(counter.count(text), expected, JSON.stringify(text));
      }
    });

    it('counts texts that cross in many pieces', () => {
      const rng = createRng(`long ${encoding}`);
      const long = (fragments: number) => {
        let text = '';
        while (text.length < fragments) {
          const more = oddText(rng, 12);
          if (!isDisputed(more)) text += more;
        }
        return text;
      };
      for (const length of [21_000, 22_000, 65_536, 200_000]) {
        const text = long(length);
        assert.equal(counter.count(text), reference(text), `${length}`);
      }
      // Surrogate pairs and spaces where pieces end.
      for (let shift = 0; shift < 4; shift += 1) {
        const text = `${'x'.repeat(shift)}${'\u{1f600} '.repeat(30_000)}`;
        assert.equal(counter.count(text), reference(text), `shift ${shift}`);
      }
    });

    it('takes a single pre-token of any length', () => {
      assert.equal(counter.count('a'.repeat(1_000_000)), 125_000);
      const half = 'ab'.repeat(500);
      assert.equal(counter.count(half), reference(half));
      // Afterwards as before.
      assert.equal(counter.count('hello world'), 2);
    });

    it('cuts heads that have no more tokens than asked for, counted alone', () => {
      const rng = createRng(`cuts ${encoding}`);
      for (let i = 0; i < scaled(250); i += 1) {
        const text = oddText(rng, 20);
        const all = counter.count(text);
        const most = rng.int(0, all + 1);
        const { end, tokens } = counter.truncate(text, most);
        const head = text.slice(0, end);
        const told = JSON.stringify([text, most, end]);
        assert.equal(counter.count(head), tokens, told);
        assert.ok(tokens <= most, told);
        if (all <= most) assert.equal(end, text.length, told);
        const split = /[\ud800-\udbff]$/.test(head) && /^[\udc00-\udfff]/.test(text.slice(end));
        assert.ok(!split, told);
        // Little is given away: a pre-token's few tokens, or what a code point takes.
        if (all > most) assert.ok(most - tokens <= 8, told);
      }
    });

    it('cuts long texts, and long pre-tokens', () => {
      const words = 'The quick brown fox jumps over the lazy dog. '.repeat(20_000);
      const head = counter.truncate(words, 50_000);
      assert.ok(head.tokens > 49_990 && head.tokens <= 50_000);
      assert.equal(counter.count(words.slice(0, head.end)), head.tokens);
      assert.deepEqual(counter.truncate('a'.repeat(300_000), 1_000), { end: 8_000, tokens: 1_000 });
    });

    it('refuses a damaged vocabulary, and never traps', () => {
      const module = new WebAssembly.Module(codeFile);
      const whole = vocabularyFile(encoding);
      const refused = (vocabulary: Uint8Array, told: string) =>
        assert.throws(() => new ExactModule({ module, vocabulary }), { code: 'load-failed' }, told);
      for (const length of [
        0,
        1,
        3,
        5,
        20,
        33,
        34,
        40,
        5_000,
        whole.length >> 1,
        whole.length - 1,
      ]) {
        refused(whole.subarray(0, length), `${length} bytes`);
      }
      const rng = createRng(`damage ${encoding}`);
      for (let i = 0; i < 12; i += 1) {
        const damaged = Uint8Array.from(whole);
        const at = i < 4 ? i : rng.int(5, i < 9 ? 60 : whole.length - 1);
        damaged[at] = (damaged[at] as number) ^ (1 << rng.int(0, 7));
        refused(damaged, `byte ${at}`);
      }
    });
  });
}

describe('exact counts on demand', () => {
  it('knows the encoding of a model, and says when it does not', async () => {
    const o200k = [
      'gpt-4o',
      'openai/gpt-4o-mini',
      'gpt-4.1',
      'gpt-4.5-preview',
      'gpt-5',
      'gpt-5.1',
    ];
    o200k.push(
      'o1',
      'o1-mini',
      'o3',
      'o4-mini',
      'gpt-oss-120b',
      'openai.gpt-oss-20b-1:0',
      'GPT-4o',
    );
    o200k.push('ft:gpt-4o-mini:acme', 'chatgpt-4o-latest');
    for (const model of o200k) {
      assert.deepEqual(encodingOf(model), { encoding: 'o200k_base', exact: true }, model);
    }
    const cl100k = ['gpt-4', 'gpt-4-turbo', 'gpt-4-0613', 'gpt-3.5-turbo', 'gpt-35-turbo'];
    cl100k.push('text-embedding-3-small', 'text-embedding-ada-002', 'ft:gpt-3.5-turbo:acme');
    for (const model of cl100k) {
      assert.deepEqual(encodingOf(model), { encoding: 'cl100k_base', exact: true }, model);
    }
    for (const model of ['claude-sonnet-4-5', 'gemini-2.5-pro', 'o1000', 'gpt-40', 'qwen3', '']) {
      assert.deepEqual(encodingOf(model), { encoding: 'o200k_base', exact: false }, model);
    }
    assert.deepEqual(await inspectExactTokens('hello', { model: 'claude-sonnet-4-5' }), {
      tokens: 1,
      encoding: 'o200k_base',
      exact: false,
    });
  });

  it('counts special tokens as the text that they are', async () => {
    assert.equal(await countTokens('<|endoftext|>'), references.o200k_base('<|endoftext|>'));
    assert.ok((await countTokens('<|endoftext|>')) > 1);
    assert.equal(await countTokens('', { model: 'gpt-4' }), 0);
  });

  it('loads an encoding once', async () => {
    const both = await Promise.all([loadExactCounter(), loadExactCounter({ model: 'gpt-5' })]);
    assert.equal(both[0].count('hello world'), both[1].count('hello world'));
  });
});
