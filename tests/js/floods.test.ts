// promise: budget
/**
 * Results that arrive at once and do not fit lose as much as the target asks for and no more: the view is inside the
 * budget, most of the target is used, and small messages behind it ask for no further rewrite.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, prose, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng, type Rng } from './support/random.ts';
import { talkIn } from './support/talk.ts';

const open = opener({ system: '', tools: {} });

/** Results of one step, of so many tokens together. */
function flood(
  results: number,
  tokens: number,
  textOf: (tokens: number, id: string) => string = prose,
): Message[] {
  const made = Array.from({ length: results }, (_, i) => {
    const id = `flood-${i}`;
    const result = textOf(Math.ceil(tokens / results), id);
    return { tool: 'read', input: { path: id }, result, id };
  });
  return talkIn('ai-sdk').calls(made);
}

for (const contextWindow of [16_000, 32_000, 128_000, 200_000]) {
  describe(`a flood in a window of ${contextWindow}`, () => {
    for (const results of [1, 3, 10]) {
      for (const share of [1.03, 1.6]) {
        for (const before of [0, 40]) {
          it(`of ${share} budgets in ${results} results behind ${before} steps`, async (t) => {
            const { session, log } = await open({ contextWindow });
            const host = [user('Look after this repository.')];
            await session.prepare(host);
            const { total, target } = session.explain().budget;
            for (let i = 0; i < before; i += 1) {
              host.push(...step(`step-${i}`, Math.floor((total * 0.2) / before)));
            }
            await session.prepare(host);
            host.push(...flood(results, total * share));
            await session.prepare(host);
            const { viewTokens } = session.explain();
            t.diagnostic(`${(viewTokens / target).toFixed(2)} of the target`);
            assert.ok(viewTokens <= total);
            assert.ok(viewTokens >= target * 0.8, `${viewTokens} of ${target}`);
            const rewrites = log.rewrites.length;
            host.push(assistant('I have read them.'), user('Go on.'));
            await session.prepare(host);
            assert.equal(log.rewrites.length, rewrites);
          });
        }
      }
    }
  });
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const syllables = ['bra', 'qu', 'xon', 'vel', 'ith', 'zar', 'omb', 'ek', 'ul', 'sno', 'pth', 'wex'];
const several = (rng: Rng, of: readonly string[], count: number) =>
  Array.from({ length: count }, () => rng.pick(of)).join('');

/** Words that no text has, which an estimate takes for fewer tokens than they are. */
const words: Record<string, (rng: Rng) => string> = {
  'of rare syllables': (rng) => several(rng, syllables, 3),
  'in camel case': (rng) =>
    several(rng, syllables, 4).replace(/(?<=^.{2,4})[a-z]/, (c) => c.toUpperCase()),
  'of capitals': (rng) => several(rng, letters, 5).toUpperCase(),
};

/** A line of such words, of at most so many tokens as o200k counts them. */
function rare(word: (rng: Rng) => string, tokens: number, seed: string): string {
  const rng = createRng(seed);
  let [text, left] = ['', tokens];
  while (left > 0) {
    const piece = Array.from({ length: 40 }, () => ` ${word(rng)}`).join('');
    left -= countTokens(piece);
    if (left > 0) text += piece;
  }
  return text;
}

/** Of all texts in it, at least. */
function exactTokens(messages: readonly Message[]): number {
  const texts: string[] = [];
  JSON.stringify(messages, (_, value) => {
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

for (const [kind, word] of Object.entries(words)) {
  describe(`a flood ${kind}, before any bill`, () => {
    for (const results of [3, 10]) {
      it(`is inside the budget as the tokeniser counts it, in ${results} results`, async () => {
        for (const share of [0.8, 0.9, 0.97, 1.03, 1.2]) {
          const { session } = await open({ model: 'gpt-4o', contextWindow: 32_000 });
          const host = [user('Look after this repository.')];
          await session.prepare(host);
          const { total } = session.explain().budget;
          host.push(...flood(results, total * share, (tokens, id) => rare(word, tokens, id)));
          const { messages } = await session.prepare(host);
          const tokens = exactTokens(messages);
          assert.ok(tokens <= total, `${tokens} of ${total} at ${share}`);
        }
      });
    }
  });
}
