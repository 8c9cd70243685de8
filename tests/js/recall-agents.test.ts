// promise: api
/** Agents of the AI SDK 5, 6 and 7 that recall what was folded, and compact when they ask for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { loopModes, runLoop, sdkVersions } from './support/agents.ts';
import { prose } from './support/conversation.ts';
import type { ScriptedTurn } from './support/script.ts';

const secret = 'The release code word is BANDICOOT-4471.';

function script(call: number, last: number): ScriptedTurn {
  if (call === 1) return { calls: [{ tool: 'read', input: { path: 'a.txt' }, result: secret }] };
  if (call === last)
    return { calls: [{ tool: 'recall' as never, input: { query: 'release code word' } }] };
  if (call > last) return { text: 'Done.' };
  const path = `src/f${call}.ts`;
  return { calls: [{ tool: 'read', input: { path }, result: prose(300, `f${call}`) }] };
}

for (const version of sdkVersions) {
  describe(`an agent of ai ${version}`, () => {
    for (const mode of loopModes) {
      it(`gets a folded fact back by the tool (${mode})`, async (t) => {
        const compactor = await createCompactor({ contextWindow: 8_000, system: '', quiet: true });
        t.after(() => compactor.dispose());
        const session = compactor.session();
        const tools = session.tools();
        const last = 40;
        const loop = await runLoop({
          version,
          mode,
          steps: 60,
          tools,
          prepareStep: session.prepareStep as never,
          script: (call) => script(call, last),
        });
        assert.deepEqual(loop.errors, []);
        const before = JSON.stringify(loop.prompts[last]);
        assert.ok(session.usage().compactions > 0);
        assert.equal(session.explain().messages[4]?.fate, 'folded');
        assert.ok(!JSON.stringify(loop.views[last]?.slice(-8)).includes('BANDICOOT'));
        assert.ok(before.includes('Call recall to search'));
        // The result of the call, in the prompt of the step after it.
        const answer = JSON.stringify(loop.prompts[last + 1]?.at(-1));
        assert.ok(
          answer.includes('"recall"') &&
            answer.includes('> The release code word is BANDICOOT-4471.'),
        );
      });
    }

    it('compacts before the next step when the tool is called', async (t) => {
      const compactor = await createCompactor({ contextWindow: 16_000, system: '', quiet: true });
      t.after(() => compactor.dispose());
      const session = compactor.session();
      const reasons: string[] = [];
      const loop = await runLoop({
        version,
        mode: 'generate',
        steps: 40,
        tools: session.tools(),
        prepareStep: (async (step: object) =>
          session.prepareStep({
            ...step,
            onEvent: (event: { type: string; reason?: string }) => {
              if (event.type === 'compaction') reasons.push(event.reason ?? '');
            },
          } as never)) as never,
        script: (call) => {
          if (call === 20) return { calls: [{ tool: 'compact_context' as never, input: {} }] };
          return call > 22 ? { text: 'Done.' } : script(call, 99);
        },
      });
      assert.deepEqual(loop.errors, []);
      assert.deepEqual(reasons, ['manual']);
      assert.ok((loop.promptTokens[21] ?? 0) < (loop.promptTokens[20] ?? 0));
    });
  });
}
