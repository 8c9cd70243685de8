// promise: 1 always valid
/**
 * What of a model's reasoning goes with `reasoning: 'drop'`: that of finished turns, in words and in files,
 * but for models whose APIs refuse a call without what was thought before it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { toChat } from './support/chat.ts';
import { callMessage, EventLog, prose, resultMessage, user } from './support/conversation.ts';

const thought = (id: string): Part => ({
  type: 'reasoning',
  text: `I think of ${id}. ${prose(120, id)}`,
});
const drawn: Part = { type: 'reasoning-file', data: 'iVBORw0KGgo=', mediaType: 'image/png' };

/** Turns of so many steps each, every one of them thought about; the last turn is not finished. */
function history(steps: readonly number[], ...more: Part[]): Message[] {
  return steps.flatMap((count, turn) => {
    const messages = [user(`Request ${turn}.`)];
    for (let i = 0; i < count; i += 1) {
      const id = `t${turn}s${i}`;
      const call = callMessage(id);
      const content = [thought(id), ...more, ...(call.content as Part[])];
      messages.push({ ...call, content }, resultMessage(id, prose(30, id)));
    }
    if (turn === steps.length - 1) return messages;
    const last = { type: 'text', text: `Turn ${turn} is done.` };
    return [...messages, { role: 'assistant', content: [thought(`t${turn}`), ...more, last] }];
  });
}

const turns = [3, 0, 2, 0, 0, 4, 1, 0, 3, 0, 2, 5, 0, 4];
const thinks = (message: Message) =>
  (message as { reasoning_content?: unknown }).reasoning_content !== undefined ||
  (Array.isArray(message.content) && message.content.some(({ type }) => type === 'reasoning'));

/** Views at every step at which a model is asked, with what the host has sent until then. */
async function views(model: string, all: readonly Message[], dialect: string) {
  const log = new EventLog();
  const options = {
    contextWindow: 6_000,
    maxOutputTokens: 500,
    system: '',
    tools: {},
    trigger: 0.6,
  };
  const own = { ...options, reasoning: 'drop', dialect, onEvent: log.onEvent } as CompactorOptions;
  using compactor = await createCompactor(own);
  const session = compactor.session('a');
  const seen: { host: readonly Message[]; view: Message[] }[] = [];
  for (let end = 1; end <= all.length; end += 1) {
    if (all[end - 1]?.role === 'assistant') continue;
    const host = all.slice(0, end);
    seen.push({ host, view: (await session.prepare(host, { model })).messages });
  }
  const dropped = log.rewrites
    .flatMap(({ edits }) => edits)
    .filter((edit) => edit.kind === 'reasoning');
  return { seen, dropped: dropped.length };
}

const idOf = (message: Message) => JSON.stringify(message).match(/"(t\d+s\d+)"/)?.[1];

describe('reasoning', () => {
  const dialects = { 'ai-sdk': (host: Message[]) => host, 'openai-chat': inChat };
  /** With the field that servers of this dialect have. */
  function inChat(host: Message[]): Message[] {
    return host.flatMap((message) => {
      const parts = Array.isArray(message.content) ? (message.content as Part[]) : [];
      const content =
        parts.length > 0 ? parts.filter(({ type }) => type !== 'reasoning') : message.content;
      const [reasoning] = parts.filter(({ type }) => type === 'reasoning');
      const chat = toChat([{ ...message, content } as Message], new Map()) as Message[];
      return reasoning === undefined
        ? chat
        : chat.map((one) => ({ ...one, reasoning_content: reasoning.text }) as Message);
    });
  }

  for (const [dialect, as] of Object.entries(dialects)) {
    it(`${dialect}: stays with calls for models that want it back`, async () => {
      const talk = Array.from({ length: 30 }, () => 0);
      const all = as(history([...talk, ...turns]));
      for (const model of [
        'deepseek-v4-pro',
        'openrouter/deepseek/deepseek-r1',
        'kimi-k2-thinking',
      ]) {
        const { seen, dropped } = await views(model, all, dialect);
        assert.ok(dropped > 0, 'that of turns without calls goes');
        for (const { view } of seen) {
          for (const message of view) {
            if (message.role === 'assistant' && idOf(message) !== undefined) {
              assert.ok(thinks(message), `${model}: ${idOf(message)}`);
            }
          }
        }
      }
    });

    it(`${dialect}: stays in the turn that is not finished, for any model`, async () => {
      const all = as(history(turns));
      const { seen, dropped } = await views('gpt-4o', all, dialect);
      assert.ok(dropped > 0);
      for (const { host, view } of seen) {
        const begin = host.findLastIndex(({ role }) => role === 'user');
        for (const message of view) {
          const own = host.slice(begin).some((other) => idOf(other) === idOf(message));
          const calls = message.role === 'assistant' && idOf(message) !== undefined;
          if (own && calls) assert.ok(thinks(message), idOf(message));
        }
      }
    });
  }

  it('goes with its files', async () => {
    const all = history(turns, drawn);
    const { seen, dropped } = await views('gemini-2.5-pro', all, 'ai-sdk');
    assert.ok(dropped > 0);
    let bare = 0;
    for (const { view } of seen) {
      for (const { role, content } of view) {
        if (role !== 'assistant' || !Array.isArray(content)) continue;
        const types = content.map(({ type }) => type);
        assert.equal(types.includes('reasoning-file'), types.includes('reasoning'), `${types}`);
        assert.ok(types.some((type) => !String(type).startsWith('reasoning')));
        bare += types.includes('reasoning') ? 0 : 1;
      }
    }
    assert.ok(bare > 0);
  });
});
