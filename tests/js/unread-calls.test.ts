// promise: 9 loses nothing silently, 1 always valid, 3 never larger
/**
 * What the model has not read yet, where a call's own input is what is too large: the results of that step stay, the
 * input gives way, and where anything unread goes an event says what.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactionEvent } from 'epitome';
import { dialectNames, type Exchanged, exchange } from './support/exchange.ts';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import type { Message } from './support/shapes.ts';
import { validateView } from './support/validator.ts';

const open = opener({ system: '', tools: [] });

const long = (name: string, units: number) => text(createRng(name), units, 'code');

/** The calls of the last step, for a window; the results that have to stay are small. */
const steps: Record<string, (tokens: number) => Exchanged[]> = {
  'a large write beside a small read': (tokens) => [
    {
      id: 'w',
      tool: 'write_file',
      input: { path: 'src/generated.ts', content: long('content', tokens * 4) },
      result: 'ok: written',
    },
    { id: 'r', tool: 'read_file', input: { path: 'src/port.ts' }, result: 'port = 54321' },
  ],
  'a large query beside seven calls': (tokens) => [
    { id: 'q', tool: 'search_notes', input: { query: long('query', tokens * 6) }, result: 'none' },
    ...Array.from({ length: 7 }, (_, i) => ({
      id: `s${i}`,
      tool: 'get_unit',
      input: { unit: i },
      result: `unit ${i}: port 5432${i}`,
    })),
  ],
  'two large inputs of several texts': (tokens) =>
    ['a', 'b'].map((id) => ({
      id,
      tool: 'edit_file',
      input: {
        path: `src/${id}.ts`,
        edits: [
          { old: long(`old ${id}`, tokens), new: long(`new ${id}`, tokens) },
          { old: 'x = 1', new: '"quoted"\n\\ \u00e9\ud83d\ude00'.repeat(tokens / 16) },
        ],
      },
      result: `applied to src/${id}.ts`,
    })),
  'a large input alone': (tokens) => [
    {
      id: 'n',
      tool: 'send',
      input: { body: long('body', tokens * 5), to: 'a@b.example' },
      result: 'sent as 771',
    },
  ],
  'a text that is all escapes': (tokens) => [
    { id: 'e', tool: 'send', input: { body: '\u0001\n"\\'.repeat(tokens) }, result: 'sent as 772' },
    { id: 'f', tool: 'status', input: {}, result: 'state 91' },
  ],
};

const before = (dialect: 'ai-sdk' | 'openai-chat' | 'anthropic', turns: number): Message[] => {
  const history = [{ role: 'user', content: 'Build the generator.' }] as Message[];
  for (let i = 0; i < turns; i++) {
    const result = long(`part ${i}`, 900);
    history.push(
      ...exchange(dialect, [
        { id: `c${i}`, tool: 'read_file', input: { path: `a${i}.ts` }, result },
      ]),
    );
  }
  return history;
};

/** Each call has an object for its input and one result, whatever the dialect. */
function checkCalls(view: readonly unknown[]): void {
  const calls: string[] = [];
  const answers: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    const {
      type,
      role,
      id,
      toolCallId,
      tool_use_id,
      tool_call_id,
      input,
      function: body,
      content,
    } = value as Record<string, unknown>;
    if (type === 'tool-call' || type === 'tool_use' || type === 'function') {
      const json = (body as { arguments?: string } | undefined)?.arguments;
      const given: unknown = json === undefined ? input : JSON.parse(json);
      assert.ok(typeof given === 'object' && given !== null && !Array.isArray(given));
      calls.push(String(toolCallId ?? id));
      return;
    }
    if (type === 'tool-result' || type === 'tool_result') {
      answers.push(String(toolCallId ?? tool_use_id));
      return;
    }
    if (role === 'tool' && tool_call_id !== undefined) answers.push(String(tool_call_id));
    visit(content);
    visit((value as { tool_calls?: unknown }).tool_calls);
  };
  visit(view);
  assert.deepEqual(answers.sort(), calls.sort());
}

describe('a step whose calls alone are too large', () => {
  for (const [name, calls] of Object.entries(steps)) {
    for (const dialect of dialectNames) {
      for (const contextWindow of [8_000, 16_000, 64_000, 200_000]) {
        it(`keeps its results, or says which go: ${name}, ${dialect}, ${contextWindow}`, async () => {
          for (const turns of [0, 12]) {
            const { session, log } = await open({ dialect, contextWindow });
            const step = calls(contextWindow);
            const last = exchange(dialect, step);
            const history = [...before(dialect, turns), ...last];
            const sent = structuredClone(history);
            const { messages: view } = await session.prepare(history);
            assert.deepEqual(history, sent);
            if (dialect === 'ai-sdk') assert.deepEqual(validateView(view, history), []);
            checkCalls(view);
            const shown = JSON.stringify(view);
            for (const { result } of step) assert.ok(shown.includes(result), result);
            const edits = log.rewrites.flatMap(({ edits }: CompactionEvent) => edits);
            const inputs = edits.filter(({ message }) => message === turns * 2 + 2);
            assert.ok(inputs.length > 0, JSON.stringify(edits));
            const { viewTokens, budget } = session.explain();
            assert.ok(viewTokens <= budget.total, `${viewTokens} of ${budget.total}`);
            // The next step goes on from there, and shows the same.
            const more = exchange(dialect, [
              { id: 'z', tool: 'status', input: {}, result: 'fine' },
            ]);
            const next = (await session.prepare([...history, ...more])).messages;
            assert.deepEqual(next.slice(0, view.length), view);
          }
        });
      }
    }
  }
});

describe('a step whose calls are bound to what was thought', () => {
  for (const [name, calls] of Object.entries(steps)) {
    it(`shows its results, or says how many go: ${name}`, async () => {
      for (const contextWindow of [8_000, 16_000, 64_000]) {
        const { session, log } = await open({ dialect: 'ai-sdk', contextWindow });
        const step = calls(contextWindow);
        const [call, results] = exchange('ai-sdk', step) as [Message, Message];
        const thought = { type: 'reasoning', text: 'First the generator.' };
        const content = [thought, ...(call as { content: unknown[] }).content];
        const history = [...before('ai-sdk', 6), { ...call, content } as Message, results];
        const { messages: view } = await session.prepare(history);
        assert.deepEqual(validateView(view, history), []);
        const shown = JSON.stringify(view);
        const gone = step.filter(({ id }) => !shown.includes(`"toolCallId":"${id}"`)).length;
        const told = log.rewrites.flatMap(({ folds }) =>
          folds.map((fold) => fold.unseenResults ?? 0),
        );
        assert.equal(
          told.reduce((sum, count) => sum + count, 0),
          gone,
        );
      }
    });
  }
});
