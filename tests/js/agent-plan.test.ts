// promise: 9 loses nothing silently, tells nothing false
/**
 * The agent's own list of things to do behind a fold: the newest one that its tool accepted, all of it where
 * the call changed a part, and of a long one what is open.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '../../js/testing/shapes.ts';
import { stringsIn } from '../../js/testing/values.ts';
import { prose, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng } from './support/random.ts';
import { type Dialect, dialects, type Made, talkIn } from './support/talk.ts';

const contextWindow = 16_000;
const open = opener({ contextWindow, system: '', tools: [] });

const step = (dialect: Dialect, made: Made): Message[] => talkIn(dialect).calls([made]);

const reads = (dialect: Dialect, count = 24): Message[] =>
  Array.from({ length: count }, (_, i) =>
    step(dialect, { tool: 'read', input: { path: `lib/f${i}.ts` }, result: prose(600, `f${i}`) }),
  ).flat();

/** What the view says above the list that stands behind the records, and the list. */
async function planAfter(dialect: Dialect, history: readonly Message[]) {
  const { session, log } = await open({ dialect });
  const { messages } = await session.prepare(history);
  assert.ok(log.rewrites.length > 0, 'something was folded');
  for (const text of stringsIn(messages)) {
    const [, head = '', , list = ''] =
      /(\[Your own plan.*)\n(== .*)\n([\s\S]*?)\n\2/.exec(text) ?? [];
    if (head !== '') return { head, list };
  }
  return undefined;
}

/** The list after these steps and more that are folded with them; `last` are the newest of all. */
async function listAfter(dialect: Dialect, steps: readonly Made[], last: readonly Made[] = []) {
  const early = steps.flatMap((made) => step(dialect, made));
  const late = last.flatMap((made) => step(dialect, made));
  const plan = await planAfter(dialect, [user('Go on.'), ...early, ...reads(dialect), ...late]);
  return plan?.list ?? '';
}

const item = (content: string, status: string, id = content) => ({ id, content, status });
const accepted = [item('Write the parser', 'in_progress'), item('Test it', 'pending')];
const write = (todos: unknown, result: unknown = 'Todos have been modified.'): Made => ({
  tool: 'TodoWrite',
  input: { todos },
  result,
});

describe('the list that its tool accepted', () => {
  const refusals: Pick<Made, 'result' | 'failed'>[] = [
    { result: 'InputValidationError: status is not one of pending, done', failed: true },
    { result: 'Error: the list was not changed, an item has no status.' },
    { result: { success: false, message: 'Only one item may be in progress' } },
    { result: { error: 'Invalid todos: content is missing', todos: [] } },
    { result: 'Failed to update the todo list: it is locked.' },
    { result: "The user doesn't want to proceed with this tool use. The tool use was rejected." },
  ];
  for (const dialect of dialects) {
    for (const { failed = false, result } of refusals) {
      if (failed && dialect === 'openai-chat') continue;
      it(`stays after a refused one: ${dialect}, ${JSON.stringify(result)}`, async () => {
        const refused = { ...write([item('Rewrite it in Zig', 'pending')], result), failed };
        const folded = await listAfter(dialect, [write(accepted), refused]);
        assert.deepEqual(JSON.parse(folded).todos, accepted);
        const late = await listAfter(dialect, [write(accepted)], [refused]);
        assert.deepEqual(JSON.parse(late).todos, accepted);
      });
    }

    it(`gives way to a newer one: ${dialect}`, async () => {
      const newer = [item('Test it', 'in_progress')];
      for (const result of ['', 'ok', { todos: newer, error: null }]) {
        const list = await listAfter(dialect, [write(accepted), write(newer, result)]);
        assert.deepEqual(JSON.parse(list).todos, newer);
      }
      const emptied = await listAfter(dialect, [write(accepted), write([])]);
      assert.deepEqual(JSON.parse(emptied).todos, []);
      assert.equal(await listAfter(dialect, [write(accepted)], [write(newer)]), '');
    });

    it(`stands through folds whose calls were all refused: ${dialect}`, async () => {
      const { session } = await open({ dialect });
      const refused = write([item('Rewrite it in Zig', 'pending')], { success: false });
      const history = [user('Go on.'), ...step(dialect, write(accepted))];
      let view: readonly unknown[] = [];
      for (let i = 0; i < 4; i += 1) {
        history.push(...reads(dialect), ...step(dialect, refused));
        ({ messages: view } = await session.prepare(history));
      }
      const blocks = stringsIn(view).filter((text) => text.includes('[Your own plan'));
      assert.equal(blocks.length, 1);
      assert.ok(blocks[0]?.includes('Write the parser') && !blocks[0].includes('Zig'));
    });
  }
});

describe('all of the list', () => {
  const whole = Array.from({ length: 6 }, (_, i) =>
    item(`Part ${i} of the port`, 'pending', `${i}`),
  );
  const lines = whole
    .map(({ content, status }, i) => `${i + 1}. [${status}] ${content}`)
    .join('\n');
  const part = [{ id: '2', status: 'completed' }];
  const updates: Record<string, Made> = {
    merged: {
      tool: 'todo',
      input: { merge: true, todos: part },
      result: { todos: whole, summary: { total: 6, pending: 6 } },
    },
    'merged, told in words': {
      tool: 'todo_write',
      input: { merge: true, todos: part },
      result: `Updated. The list is now:\n${lines}`,
    },
    'merged, JSON behind words': {
      tool: 'todo_write',
      input: { merge: true, todos: part },
      result: `Here is the list: ${JSON.stringify(whole)} Go on with it.`,
    },
    'from a server': {
      tool: 'mcp__tasks__todo_write',
      input: { merge: true, todos: part },
      result: { content: [{ type: 'text', text: JSON.stringify({ todos: whole }) }] },
    },
    'read as JSON': { tool: 'todoread', input: {}, result: whole },
    'read as lines': { tool: 'TaskList', input: {}, result: lines },
    viewed: {
      tool: 'task_tracker',
      input: { command: 'view' },
      result: `# Task List\n\n${whole.map(({ content }, i) => `${i + 1}. ⏳ ${content}`).join('\n')}`,
    },
  };
  for (const dialect of dialects) {
    for (const [name, update] of Object.entries(updates)) {
      it(`is shown where the result has it: ${dialect}, ${name}`, async () => {
        const list = await listAfter(dialect, [write([item('Port it', 'pending')]), update]);
        for (const { content } of whole) assert.ok(list.includes(content), content);
      });
    }

    it(`is what was written where the result only talks of it: ${dialect}`, async () => {
      const results = [
        'Todos have been modified successfully. Ensure that you continue to use the todo list.\n- Go on',
        { success: true, oldTodos: [...whole, ...whole], newTodos: accepted },
        {
          results: [
            { id: 'a', ok: true },
            { id: 'b', ok: true },
            { id: 'c', ok: true },
          ],
        },
        [{ type: 'text', text: 'Todos have been modified.' }],
      ];
      for (const result of results) {
        const list = await listAfter(dialect, [write(accepted, result)]);
        assert.deepEqual(JSON.parse(list).todos, accepted, JSON.stringify(result));
      }
    });

    it(`stays where only a part of it is not folded: ${dialect}`, async () => {
      const update: Made = { tool: 'todo', input: { merge: true, todos: part }, result: 'ok' };
      const list = await listAfter(dialect, [write(whole)], [update]);
      assert.deepEqual(JSON.parse(list).todos, whole);
    });

    it(`is not what a call without a list asked: ${dialect}`, async () => {
      const view: Made = { tool: 'task_tracker', input: { command: 'view' }, result: 'No tasks.' };
      const list = await listAfter(dialect, [write(accepted), view]);
      assert.deepEqual(JSON.parse(list).todos, accepted);
    });
  }
});

describe('a long list', () => {
  const states = ['pending', 'in_progress', 'completed', 'cancelled'];
  const isOpen = (status: string) => status === 'pending' || status === 'in_progress';
  const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2;

  for (const dialect of dialects) {
    it(`keeps what is open, in order, and says how much it leaves out: ${dialect}`, async () => {
      const rng = createRng(`long lists ${dialect}`);
      for (let i = 0; i < 6; i += 1) {
        const words = rng.pick(['walk the dog ', 'größer „heute“ ', '検査する "x" \\ ']);
        const long = rng.int(4, 10);
        const all = Array.from({ length: rng.int(60, 90) }, (_, n) =>
          item(`${n}: ${words.repeat(long)}`, rng.pick(states), `${n}`),
        );
        // Some 30 of 250 bytes have room.
        const todos = all.map((made, n) =>
          isOpen(made.status) && n % 4 > 1 ? { ...made, status: 'completed' } : made,
        );
        const plan = await planAfter(dialect, [
          user('Go on.'),
          ...step(dialect, write(todos)),
          ...reads(dialect),
        ]);
        assert.ok(plan !== undefined && bytesOf(plan.list) <= 8_000);
        const shown: typeof todos = JSON.parse(plan.list).todos;
        const wanted = todos.filter(({ status }) => isOpen(status));
        const kept = shown.filter(({ status }) => isOpen(status));
        assert.deepEqual(
          kept.map(({ id }) => id),
          wanted.map(({ id }) => id),
        );
        const left = todos.length - shown.length;
        const said = [...plan.head.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0);
        assert.equal(said, left);
      }
    });

    it(`of lines in a string stays one: ${dialect}`, async () => {
      const rows = Array.from(
        { length: 120 },
        (_, n) => `[${n % 3 ? 'x' : ' '}] ${n} "walk" ${'on '.repeat(30)}`,
      );
      const plan = await planAfter(dialect, [
        user('Go on.'),
        ...step(dialect, {
          tool: 'update_todo_list',
          input: { todos: rows.join('\n') },
          result: 'Todo list updated successfully.',
        }),
        ...reads(dialect),
      ]);
      assert.ok(plan !== undefined && bytesOf(plan.list) <= 8_000);
      const shown: string[] = JSON.parse(plan.list).todos.split('\n');
      const open = rows.filter((row) => row.startsWith('[ ]'));
      assert.deepEqual(
        shown.filter((row) => row.startsWith('[ ]')).map((row) => row.trim()),
        open.map((row) => row.trim()),
      );
    });
  }

  it('fits whatever it holds', async () => {
    const rng = createRng('lists that fit');
    for (let i = 0; i < 12; i += 1) {
      const todos = Array.from({ length: rng.int(1, 400) }, (_, n) =>
        item(`${n} ${'weiter so '.repeat(rng.int(0, 60))}`, rng.pick(states), `${n}`),
      );
      const window = rng.pick([8_000, 16_000, 64_000]);
      const { session, log } = await open({ dialect: 'ai-sdk', contextWindow: window });
      const history = [
        user('Go on.'),
        ...step('ai-sdk', write(todos, { todos })),
        ...reads('ai-sdk', 90),
      ];
      const { messages } = await session.prepare(history);
      assert.deepEqual(log.of('cannot-fit'), []);
      const block = stringsIn(messages).find((text) => text.includes('[Your own plan')) ?? '';
      assert.ok(bytesOf(block) <= 8_400);
    }
  });
});
