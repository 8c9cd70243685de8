// promise: 12 promises are programs
/** The page on upgrading: a session goes on from one AI SDK to the next, and no range is paid for twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import { runLoop, sdkVersions } from './support/agents.ts';
import { EventLog } from './support/conversation.ts';

async function compactorOf() {
  const log = new EventLog();
  const asked: SummaryRequest[] = [];
  const compactor = await createCompactor({
    contextWindow: 12_000,
    onEvent: log.onEvent,
    summarize: async (request) => {
      asked.push(request);
      return `## Work\nThe files up to message ${request.lastMessage} were read.\n## Open\nThe others.`;
    },
  });
  return { compactor, asked, log };
}

/** As stored by AI SDK 4, and what its migration makes of that. */
function stored(calls: number, form: 4 | 5): { role: string; content: unknown }[] {
  const messages: { role: string; content: unknown }[] = [
    { role: 'user', content: 'Read all files.' },
  ];
  for (let i = 0; i < calls; i += 1) {
    const call = { toolCallId: `c${i}`, toolName: 'read' };
    const input = { path: `src/file-${i}.ts` };
    const text = `line of file ${i}\n`.repeat(80);
    const value = i % 2 === 0 ? text : { lines: text.split('\n') };
    const output = typeof value === 'string' ? { type: 'text', value } : { type: 'json', value };
    messages.push(
      {
        role: 'assistant',
        content: [{ type: 'tool-call', ...call, ...(form === 4 ? { args: input } : { input }) }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', ...call, ...(form === 4 ? { result: value } : { output }) },
        ],
      },
    );
  }
  return messages;
}

describe('an upgrade of the AI SDK', () => {
  it('5 to 6 to 7: the session goes on from its state', async () => {
    const { compactor, asked, log } = await compactorOf();
    // biome-ignore lint/suspicious/noExplicitAny: messages of three SDKs
    let history: any[] = [{ role: 'user', content: 'Find out why the tests fail, and fix it.' }];
    let state: string | undefined;
    for (const version of sdkVersions) {
      const session = compactor.session('chat', { state });
      log.all.length = 0;
      const { prepareStep } = session;
      const loop = await runLoop({
        version,
        mode: 'generate',
        steps: 20,
        messages: history,
        prepareStep,
      });
      assert.deepEqual(loop.errors, []);
      const [first] = log.of('aligned');
      if (state !== undefined) {
        assert.equal(first?.how, 'extended', `ai ${version}`);
        // The last reply and its results came behind the last step, so the session has not seen them.
        assert.ok(
          first.common >= history.length - 3,
          `ai ${version} knows ${first.common} of them`,
        );
      }
      history = [
        ...history,
        ...loop.result.responseMessages,
        { role: 'user', content: `And then, ${version}?` },
      ];
      state = session.snapshot();
      session.dispose();
    }
    const folds = asked.filter(({ kind, attempt }) => kind === 'fold' && attempt === 1);
    assert.ok(folds.length > 2, 'each SDK has folded');
    const ends = folds.map(({ firstMessage, lastMessage }) => [firstMessage, lastMessage]);
    for (const [i, [from = 0]] of ends.entries()) {
      assert.ok(
        from > (ends[i - 1]?.[1] ?? 0),
        `a range was asked for twice: ${JSON.stringify(ends)}`,
      );
    }
    compactor.dispose();
  });

  it('4 to 5: converted messages are those that the records stand for', async () => {
    const { compactor, asked } = await compactorOf();
    const before = compactor.session('chat');
    await before.prepare(stored(30, 4));
    const ids = before.records().map(({ id, inView }) => [id, inView]);
    const paid = asked.length;
    assert.ok(paid > 0);
    const state = before.snapshot();
    before.dispose();
    const after = compactor.session('chat', { state });
    await after.prepare(stored(30, 5));
    assert.deepEqual(
      after.records().map(({ id, inView }) => [id, inView]),
      ids,
    );
    assert.equal(asked.length, paid);
    compactor.dispose();
  });
});
