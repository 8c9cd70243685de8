// promise: counting
/**
 * The estimator through `epitome/tokens`: options, families and what a caller gets for wrong arguments.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  createTokenCounter,
  EpitomeError,
  estimateTokens,
  inspectTokens,
  type TokenCounter,
  type TokenFamily,
} from 'epitome/tokens';
import { createRng } from './support/random.ts';

describe('epitome/tokens', () => {
  let counter: TokenCounter;
  before(async () => {
    counter = await createTokenCounter();
  });

  it('answers the same with and without waiting', async () => {
    const text = 'Count me: 12,345 tokens?';
    const options = { model: 'claude-sonnet-4-5' };
    assert.equal(await estimateTokens(text, options), counter.estimateTokens(text, options));
    assert.deepEqual(await inspectTokens(text, options), counter.inspectTokens(text, options));
  });

  it('says for which family it estimated, and whether it knew the model', () => {
    const cases: [string, TokenFamily, boolean][] = [
      ['gpt-5-mini', 'o200k', true],
      ['openai/gpt-4', 'cl100k', true],
      ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'claude', true],
      ['google/gemini-2.5-flash', 'gemini', true],
      ['meta-llama/Llama-3.1-8B-Instruct', 'llama3', true],
      ['Qwen/Qwen3-32B', 'qwen', true],
      ['deepseek-chat', 'deepseek', true],
      ['a-model-of-my-own', 'o200k', false],
    ];
    for (const [model, family, known] of cases) {
      const estimate = counter.inspectTokens('text', { model });
      assert.deepEqual([estimate.family, estimate.known], [family, known], model);
    }
    assert.equal(counter.inspectTokens('text').known, false);
  });

  it('does not split surrogate pairs where a long text crosses in pieces', () => {
    const rng = createRng(7);
    for (let round = 0; round < 20; round += 1) {
      // The border between pieces falls into a pair for one of two neighbouring lengths.
      const text = `${'x'.repeat(rng.int(16_000, 16_800))}${'\u{1F600}'.repeat(400)}`;
      const doubled = counter.inspectTokens(text, { family: 'o200k' });
      const whole = counter.estimateTokens(text.slice(0, -800), { family: 'o200k' });
      const emoji = counter.estimateTokens('\u{1F600}'.repeat(400), { family: 'o200k' });
      assert.ok(Math.abs(doubled.tokens - whole - emoji) <= 3, `${doubled.tokens}`);
    }
  });

  it('refuses what is no text and what is no family', async () => {
    const invalid = (code: string) => (error: unknown) =>
      EpitomeError.isInstance(error) && error.code === code;
    // @ts-expect-error: what the types forbid is the subject.
    assert.throws(() => counter.estimateTokens(42), invalid('invalid-argument'));
    // @ts-expect-error: the same.
    assert.throws(() => counter.inspectTokens({}), invalid('invalid-argument'));
    assert.equal(counter.estimateTokens(undefined), 0);
    await assert.rejects(
      // @ts-expect-error: the same.
      estimateTokens('text', { family: 'gpt2' }),
      invalid('invalid-option'),
    );
  });
});
