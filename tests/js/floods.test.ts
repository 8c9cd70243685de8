// promise: budget
/**
 * Results that arrive at once and do not fit lose as much as the target asks for and no more: the view is inside the
 * budget, most of the target is used, and small messages behind it ask for no further rewrite.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistant, prose, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import type { Message } from './support/shapes.ts';

const open = opener({ system: '', tools: {} });

/** Results of one step, of so many tokens together. */
function flood(results: number, tokens: number): Message[] {
  const ids = Array.from({ length: results }, (_, i) => `flood-${i}`);
  const texts = ids.map((id) => prose(Math.ceil(tokens / results), id));
  return [
    {
      role: 'assistant',
      content: ids.map((toolCallId) => ({
        type: 'tool-call',
        toolCallId,
        toolName: 'read',
        input: { path: toolCallId },
      })),
    },
    {
      role: 'tool',
      content: ids.map((toolCallId, i) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 'read',
        output: { type: 'text', value: texts[i] },
      })),
    },
  ] as Message[];
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
