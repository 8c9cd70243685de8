// promise: counting
/**
 * Estimates of what repeats itself, beside exact counts: after the `cat` of a binary file a budget must
 * not believe that there is room. What is appended never makes a text cheaper.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  createTokenCounter,
  loadExactCounter,
  type TokenCounter,
  tokenFamilies,
} from 'epitome/tokens';
import { createRng } from './support/random.ts';

const ascii = Array.from({ length: 128 }, (_, point) => String.fromCharCode(point));
/** Drawn with, in words, of no script, no characters at all. */
const others = Array.from(
  'é─█…\u00a0\u3000哈あ한Жαא\u200b！😀\ue000\uf8ff\ufdd0\ufffd\ufffe\uffff\u{f0000}\u{10ffff}',
);
const dumps: Record<string, string> = {
  'an ELF file': `\x7fELF\x02\x01\x01${'\0'.repeat(9)}${'\x03\0>\0\x01\0\0\0\xf0\x1b\0\0'.repeat(2_000)}${'\0'.repeat(100_000)}`,
  'UTF-16 read as bytes': Buffer.from('The quick brown fox. '.repeat(800), 'utf16le').toString(
    'latin1',
  ),
  'what is no UTF-8': '\ufffd\ufffd\0\x01\ufffdA\ufffd\0\0\0\x10'.repeat(2_000),
  'base64 of zeros': Buffer.alloc(60_000).toString('base64'),
  'base64 of ones': Buffer.alloc(60_000, 0xff).toString('base64'),
  'a common word': 'word '.repeat(1_000),
};

describe('estimates of what repeats itself', () => {
  let counter: TokenCounter;
  before(async () => {
    counter = await createTokenCounter();
  });

  for (const family of ['o200k', 'cl100k'] as const) {
    it(`are at least half of what ${family} counts, and the safe ones all of it`, async () => {
      const exact = await loadExactCounter({ encoding: `${family}_base` });
      const texts = new Map(Object.entries(dumps));
      for (const character of [...ascii, ...others]) {
        for (const times of [64, 333, 5_000]) {
          const name = `${JSON.stringify(character)} x ${times}`;
          texts.set(name, character.repeat(times));
        }
      }
      for (const [name, text] of texts) {
        const truth = exact.count(text);
        const { tokens, bound } = counter.inspectTokens(text, { family });
        assert.ok(2 * tokens >= truth, `${name}: ${tokens} of ${truth}`);
        assert.ok(bound >= truth, `${name}: ${bound} of ${truth}`);
      }
      for (const character of ascii) {
        if (/[ 0-9]/.test(character)) continue;
        const truth = exact.count(character.repeat(5_000));
        const tokens = counter.estimateTokens(character.repeat(5_000), { family });
        assert.ok(tokens <= 1.25 * truth, `${JSON.stringify(character)}: ${tokens} of ${truth}`);
      }
    });
  }

  it('never fall when something is appended', () => {
    const rng = createRng('appended');
    const prose = 'The agent reads the failing test, then it fixes what is off by one.\n';
    const pieces = [
      ...ascii,
      ...others,
      ...Object.values(dumps).map((text) => text.slice(0, 3_000)),
    ];
    for (let round = 0; round < 300; round += 1) {
      const text = prose.repeat(rng.int(0, 40)).slice(rng.int(0, 60));
      const unit = Array.from({ length: rng.int(1, 4) }, () => rng.pick(pieces)).join('');
      const longer = text + unit.repeat(rng.int(1, Math.ceil(9_000 / unit.length)));
      for (const family of tokenFamilies) {
        const once = counter.estimateTokens(text, { family });
        const more = counter.estimateTokens(longer, { family });
        assert.ok(more >= once - 2, `${family}: ${once} to ${more} by ${JSON.stringify(unit)}`);
      }
    }
  });
});
