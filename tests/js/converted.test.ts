// promise: dialects, 6 pays once
/** A chat that a session has served comes again in another dialect: a fallback client, a migration, a mixed fleet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { EventLog } from './support/conversation.ts';

const forms = ['ai-sdk', 'ai-sdk-4', 'openai-chat', 'anthropic'] as const;
type Form = (typeof forms)[number];
type Message = { role: string; content: unknown };

/** One step of the chat as clients of each dialect write it. */
const steps: Record<Form, (id: string, input: object, text: string) => Message[]> = {
  'ai-sdk': (toolCallId, input, value) => {
    const call = { toolCallId, toolName: 'read' };
    const output = { type: 'text', value };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    ];
  },
  'ai-sdk-4': (toolCallId, args, result) => {
    const call = { toolCallId, toolName: 'read' };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', ...call, args }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, result }] },
    ];
  },
  'openai-chat': (id, input, content) => {
    const tool = { name: 'read', arguments: JSON.stringify(input) };
    const call = { id, type: 'function', function: tool };
    return [
      { role: 'assistant', content: null, tool_calls: [call] } as Message,
      { role: 'tool', tool_call_id: id, content } as Message,
    ];
  },
  anthropic: (id, input, content) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ],
};

function chat(form: Form, count: number): Message[] {
  const messages: Message[] = [{ role: 'user', content: 'Read all files, and keep the headers.' }];
  for (let i = 0; i < count; i += 1) {
    const text = `file ${i}\n${`line ${i} of it says a little\n`.repeat(25)}`;
    messages.push(...steps[form](`c${i}`, { path: `src/${i}.ts` }, text));
    if (i % 9 === 8) {
      messages.push({ role: 'assistant', content: `Files up to ${i} are read.` });
      messages.push({ role: 'user', content: `Go on behind ${i}.` });
    }
  }
  return messages;
}

async function opened() {
  const log = new EventLog();
  const compactor = await createCompactor({ contextWindow: 9_000, onEvent: log.onEvent });
  return { log, compactor };
}

const pairs = forms.flatMap((from) =>
  forms.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('a chat that is converted', () => {
  for (const [from, to] of pairs) {
    it(`from ${from} to ${to} is served as by a session that was restored`, async () => {
      const { log, compactor } = await opened();
      const open = compactor.session('open');
      for (const count of [10, 25, 40]) await open.prepare(chat(from, count));
      assert.ok(open.records().length > 0);
      const restored = compactor.session('restored', { state: open.snapshot() });
      log.all.length = 0;
      for (const count of [40, 48, 60]) {
        const messages = chat(to, count);
        const plan = open.plan(messages);
        const before = log.rewrites.length;
        const { messages: view } = await open.prepare(messages);
        const folds = log.rewrites.slice(before).flatMap((rewrite) => rewrite.folds);
        assert.equal(plan.folds.length, folds.length);
        const expected = await restored.prepare(chat(to, count));
        assert.deepEqual(view, expected.messages);
        assert.deepEqual(
          open.records().map(({ text }) => text),
          restored.records().map(({ text }) => text),
        );
      }
      assert.deepEqual(log.of('fault'), []);
      const how = new Set(log.of('aligned').map((event) => event.how));
      assert.deepEqual([...how], ['extended']);
      compactor.dispose();
    });
  }

  it('back and forth goes on with the same records', async () => {
    const { log, compactor } = await opened();
    const session = compactor.session('chat');
    for (let count = 40; count < 60; count += 1) {
      const form = forms[count % forms.length] ?? 'ai-sdk';
      await session.prepare(chat(form, count));
    }
    assert.deepEqual(log.of('fault'), []);
    const ends = session.records().map(({ lastMessage }) => lastMessage);
    assert.deepEqual(
      ends,
      [...ends].sort((a, b) => a - b),
    );
    const { messages } = await session.prepare(chat('openai-chat', 60));
    assert.match(JSON.stringify(messages), /src\/0\.ts/);
    compactor.dispose();
  });

  it('in a part only stays in the dialect that was known', async () => {
    const { log, compactor } = await opened();
    const session = compactor.session('chat');
    await session.prepare(chat('ai-sdk', 20));
    const [, call, result] = chat('ai-sdk-4', 1);
    const mixed = [chat('ai-sdk', 1)[0], call, result, ...chat('ai-sdk', 22).slice(3)];
    const { messages } = await session.prepare(mixed as Message[]);
    // The newest ones are shown in the dialect that was known.
    assert.match(JSON.stringify(messages.slice(-4)), /"input":/);
    assert.doesNotMatch(JSON.stringify(messages.slice(-4)), /"args":/);
    assert.deepEqual(
      log.of('fault').filter(({ messageIndex }) => (messageIndex ?? 0) > 2),
      [],
    );
    compactor.dispose();
  });
});
