/** VoltAgent: its `prepareStep` is the AI SDK's, and its models may be wrapped. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Agent, createTool } from '@voltagent/core';
import { createCompactor } from 'epitome';
import { withCompaction } from 'epitome/ai-sdk';
import { z } from 'zod';
import { checkPairs } from '../ai-sdk/support/checks.mjs';
import { prose, scriptedModel } from '../ai-sdk/support/loop.mjs';

const steps = 30;
const read = createTool({
  ...{ name: 'read', description: 'Reads a file of the project.' },
  parameters: z.object({ path: z.string() }),
  execute: async ({ path }) => `${path}\n${prose(220, path.length)}`,
});

describe('VoltAgent', () => {
  // It leaves timers behind.
  after(() => setImmediate(() => process.exit()));

  for (const way of ['middleware', 'prepareStep']) {
    it(`keeps a long turn within the window by ${way}`, async () => {
      using compactor = await createCompactor({ contextWindow: 5_000, maxOutputTokens: 400 });
      const session = compactor.session('s');
      const model = scriptedModel({ specification: 'v3', steps, window: 5_000 });
      const agent = new Agent({
        ...{ name: 'reader', instructions: 'You review code.', tools: [read], maxSteps: 40 },
        ...(way === 'middleware'
          ? { model: withCompaction(model, session) }
          : { model, prepareStep: session.prepareStep }),
      });
      const { text } = await agent.generateText('Read all files of the project.');
      assert.match(text, /Done after 30 steps/);
      assert.ok(session.usage().compactions > 0);
      assert.equal(model.log.refused, 0);
      model.log.sent.forEach(checkPairs);
    });
  }
});
