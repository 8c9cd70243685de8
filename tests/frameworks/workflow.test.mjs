/** WorkflowAgent and the recipe of js/docs: what a step returns is sticky, and the state lives in its context. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { it } from 'node:test';
import * as ai7 from 'ai7';
import { createCompactor } from 'epitome';
import { checkPairs } from '../ai-sdk/support/checks.mjs';
import { prose, scriptedModel } from '../ai-sdk/support/loop.mjs';

const moduleOf = (code) => `data:text/javascript,${encodeURIComponent(code)}`;

// The runtime that suspends and resumes runs is only asked whether it is there. It is not.
const noRuntime = "export const getWorkflowMetadata = () => { throw new Error('no workflow'); };";
registerHooks({
  resolve: (name, context, next) =>
    name === 'workflow' ? { url: moduleOf(noRuntime), shortCircuit: true } : next(name, context),
});
const { WorkflowAgent } = await import('@ai-sdk/workflow');

/** The recipe's `prepareStep`, as it stands there. */
async function recipe(compactor) {
  const page = readFileSync(new URL('../../js/docs/hosts/ai-sdk.md', import.meta.url), 'utf8');
  const [, code] = /WorkflowAgent[\s\S]*?```ts\n([\s\S]*?)```/.exec(page);
  globalThis.setup = { compactor };
  const setUp = code.replace(
    "import { compactor } from './setup.js';",
    'const { compactor } = setup;',
  );
  assert.notEqual(setUp, code);
  return (await import(moduleOf(setUp))).prepareStep;
}

it('keeps a long run within the window, its state in the context of the run', async () => {
  const events = [];
  using compactor = await createCompactor({
    ...{ contextWindow: 5_000, maxOutputTokens: 400 },
    onEvent: (event) => events.push(event),
  });
  const prepareStep = await recipe(compactor);
  const states = new Set();
  const model = scriptedModel({ specification: 'v4', steps: 30, window: 5_000 });
  const properties = { path: { type: 'string' } };
  const agent = new WorkflowAgent({
    model,
    instructions: 'You review code.',
    runtimeContext: {},
    tools: {
      read: ai7.tool({
        description: 'Reads a file of the project.',
        inputSchema: ai7.jsonSchema({ type: 'object', properties }),
        execute: async ({ path }) => `${path}\n${prose(220, path.length)}`,
      }),
    },
    async prepareStep(step) {
      const prepared = await prepareStep(step);
      // What a run that is suspended keeps.
      states.add(JSON.stringify(prepared.runtimeContext));
      return prepared;
    },
  });
  await agent.stream({
    messages: [{ role: 'user', content: 'Read all files of the project.' }],
    stopWhen: ai7.isStepCount(40),
  });
  assert.equal(model.log.answered, 31);
  assert.equal(model.log.refused, 0);
  assert.equal(states.size, 31, 'each step leaves its state for the next');
  const folds = events.filter(({ type }) => type === 'compaction').length;
  assert.ok(folds > 1 && folds < 12, `${folds} folds`);
  model.log.sent.forEach(checkPairs);
});
