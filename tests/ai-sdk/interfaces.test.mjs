/** Compactions as interfaces show them: a data part of UI messages, and updates of the Agent Client Protocol. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createCompactor } from 'epitome';
import { compactionParts, compactionUpdates, withCompaction } from 'epitome/ai-sdk';
import { play, scriptedModel } from './support/loop.mjs';

const request = 'Read all files of the project.';
const compaction = {
  ...{ type: 'compaction', sessionId: 's', round: 1, reason: 'trigger', budget: 9, trigger: 8 },
  ...{ target: 5, tokensBefore: 8, tokensAfter: 4, edits: [], takenBack: [], redactions: [] },
  folds: [{ kind: 'fold', firstMessage: 2, lastMessage: 9 }],
};
const compacting = (fraction, kind = 'fold') => ({
  ...{ type: 'compacting', sessionId: 's' },
  ...{ kind, fraction },
});

describe('a compaction in an interface', () => {
  it('C13: is one part, which its progress and its end update in place', () => {
    const parts = [];
    const listen = compactionParts((part) => parts.push(part));
    for (const event of [compacting(0), compacting(0.5), compacting(1), compaction]) listen(event);
    listen(compaction);
    assert.equal(new Set(parts.slice(0, 4).map(({ id }) => id)).size, 1);
    assert.notEqual(parts[4].id, parts[3].id);
    assert.deepEqual(
      parts.map(({ data, transient = false }) => [data.status, data.fraction, transient]),
      [
        ['in_progress', 0, true],
        ['in_progress', 0.5, true],
        ['in_progress', 1, true],
        ['completed', undefined, false],
        ['completed', undefined, false],
      ],
    );
    assert.deepEqual(parts[3].data.folded, [{ firstMessage: 2, lastMessage: 9 }]);
  });

  it('is told to clients of the Agent Client Protocol once for each state', () => {
    const updates = [];
    const records = () => [
      { inView: true, text: 'What was done.' },
      { inView: false, text: 'Merged.' },
    ];
    const listen = compactionUpdates((update) => updates.push(update), { session: { records } });
    for (const event of [compacting(0), compacting(0.5), compaction]) listen(event);
    listen(compacting(0));
    listen({ type: 'error', sessionId: 's', error: new Error('no store') });
    const [{ compactionId: first }, , { compactionId: second }] = updates;
    assert.notEqual(first, second);
    const update = (compactionId, status, more) => ({
      ...{ sessionUpdate: 'compaction_update', compactionId, status },
      ...more,
    });
    assert.deepEqual(updates, [
      update(first, 'in_progress'),
      update(first, 'completed', { summary: [{ type: 'text', text: 'What was done.' }] }),
      update(second, 'in_progress'),
      update(second, 'failed', { error: 'no store' }),
    ]);
  });

  it('is nothing where nothing was taken away, or the agent has its turn', () => {
    const parts = [];
    const listen = compactionParts((part) => parts.push(part));
    for (const event of [
      { type: 'arrival', sessionId: 's', round: 1, tokensBefore: 8, tokensAfter: 4, edits: [] },
      compacting(0, 'flush'),
      { type: 'error', sessionId: 's', error: new Error('x') },
      { type: 'warning', sessionId: 's', viewTokens: 1, warn: 1, budget: 2 },
    ]) {
      listen(event);
    }
    assert.deepEqual(parts, []);
  });

  for (const [version, sdk, specification] of [
    [5, ai5, 'v2'],
    [6, ai6, 'v3'],
    [7, ai7, 'v4'],
  ]) {
    it(`is kept in the message of a chat and is not sent to the model: AI SDK ${version}`, async () => {
      using compactor = await createCompactor({ contextWindow: 5_000, maxOutputTokens: 400 });
      const session = compactor.session('s');
      const model = scriptedModel({ specification, steps: 25 });
      let message;
      const stream = sdk.createUIMessageStream({
        execute: async ({ writer }) => {
          const onEvent = compactionParts((part) => writer.write(part), { session });
          const { prepareStep } = session.with({ onEvent });
          await play({ sdk, mode: 'generate', steps: 25, request, model, prepareStep });
        },
      });
      for await (const next of sdk.readUIMessageStream({ stream })) message = next;
      const kept = message.parts.filter(({ type }) => type === 'data-compaction');
      assert.ok(kept.length >= 1);
      assert.equal(kept[0].data.status, 'completed');
      assert.ok(kept[0].data.summary.length > 0);
      const messages = await sdk.convertToModelMessages([message]);
      assert.ok(!JSON.stringify(messages).includes('data-compaction'));
    });
  }

  it('comes from middleware alike', async () => {
    const parts = [];
    using compactor = await createCompactor({
      ...{ contextWindow: 5_000, maxOutputTokens: 400 },
      onEvent: compactionParts((part) => parts.push(part)),
    });
    const model = scriptedModel({ specification: 'v4', steps: 25 });
    const wrapped = withCompaction(model, compactor);
    await play({ sdk: ai7, mode: 'agent', steps: 25, request, model: wrapped });
    assert.ok(parts.length >= 1);
  });
});
