// promise: 6 pays once, api
/**
 * Saved states from outside: how large they get, that every state which was ever saved is read again,
 * that a session goes on from one as if nothing had happened; and what a long session holds in memory.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type Session, type SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, conversation, goodSummary, jsonClone, user } from './support/conversation.ts';
import { memoryOf } from './support/memory.ts';
import { opener } from './support/opener.ts';
import { createRng, type Rng, type TextKind, text } from './support/random.ts';

const bytesOf = (state: string) => new TextEncoder().encode(state).length;
const open = opener({ windowGuard: { warn: 0 } });

/** What an agent does in a step: writes a file, runs a command that may fail, reads another file. */
function work(rng: Rng, number: number, kind: TextKind, length: number): Message[] {
  const path = `src/${text(rng, 20, 'words').trim().replaceAll(' ', '-')}-${number}.ts`;
  const failed = `TypeError: ${path} is not what it should be, see line ${number}`;
  const calls = [
    ['write_file', { path }, 'written'],
    ['bash', { command: `npm test -- ${path}` }, number % 3 === 0 ? failed : 'all passed'],
    ['read_file', { path }, text(rng, length, kind)],
  ] as const;
  return calls.flatMap(([toolName, input, value], i): Message[] => {
    const toolCallId = `c${number}-${i}`;
    return [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: text(rng, 80, kind) },
          { type: 'tool-call', toolCallId, toolName, input },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }],
      },
    ];
  });
}

describe('a saved state', () => {
  const options: Partial<CompactorOptions> = { contextWindow: 200_000, keepRecent: { tokens: 1 } };

  it('is read whatever its size, and wherever the pieces in which it crosses are cut', async () => {
    const { session } = await open(options);
    const messages = conversation(40);
    messages[0] = user('请先阅读这个文件,然后修复测试中的错误。'.repeat(20));
    await session.compact({ messages });
    const state = session.snapshot();
    for (const unknown of ['x', 'é', '请', '🚢']) {
      for (let offset = 0; offset < 4; offset += 1) {
        // As a store gives it that has reformatted it, or a release that saves more.
        const padding = 'x'.repeat(offset) + unknown.repeat(150_000);
        const padded = `{"of another release":${JSON.stringify(padding)},${state.slice(1)}`;
        const restored = await open(options, padded);
        assert.equal(restored.session.snapshot(), state);
      }
    }
    const spaced = JSON.stringify(JSON.parse(state), null, 2).replaceAll(
      '\n',
      `\n${' '.repeat(2_000)}`,
    );
    assert.ok(spaced.length > 200_000);
    const { session: restored } = await open(options, spaced);
    assert.equal(restored.snapshot(), state);
  });

  it('that no session has saved is refused, whatever its size', async () => {
    for (const state of [' '.repeat(300_000), '{'.repeat(300_000), '[0,'.repeat(2_000_000)]) {
      await assert.rejects(open({ ...options, strict: true }, state), { code: 'invalid-state' });
    }
  });

  for (const contextWindow of [200_000, 1_000_000]) {
    const largest = Math.max(65_536, Math.min(contextWindow, 1_048_576));
    it(`stays within its bytes in a window of ${contextWindow}, and goes on where it is restored`, async () => {
      for (const [kind, said] of [
        ['words', 200],
        ['cjk', 3_000],
        ['emoji', 3_000],
      ] as const) {
        const rng = createRng(`${contextWindow} ${kind}`);
        const settings = { ...options, contextWindow, userWords: 0.5 };
        const { session: whole } = await open(settings);
        let restored: Session | undefined;
        const messages: Message[] = [user('Mend what is broken.')];
        for (let fold = 0; fold < 24; fold += 1) {
          for (let i = 0; i < 8; i += 1) messages.push(...work(rng, 8 * fold + i, kind, 400));
          messages.push(user(text(rng, said, kind)), assistant('I see.'), user('Go on.'));
          const usage = { inputTokens: 4_000 + rng.int(0, 2_000), outputTokens: rng.int(0, 200) };
          const views = [];
          for (const session of [whole, restored]) {
            if (session === undefined) continue;
            await session.compact({ messages: jsonClone(messages) });
            views.push((await session.prepare(jsonClone(messages), { usage })).messages);
          }
          const state = whole.snapshot();
          assert.ok(bytesOf(state) <= largest, `${kind}: ${bytesOf(state)} bytes, fold ${fold}`);
          if (restored !== undefined) {
            assert.deepEqual(views[1], views[0]);
            assert.equal(restored.snapshot(), state);
          }
          if (rng.chance(0.3)) restored = (await open(settings, state)).session;
        }
        assert.ok(whole.usage().compactions > 1);
      }
    });
  }

  it('keeps the records of the branches that were used last, over restarts', async () => {
    for (let seed = 0; seed < 2; seed += 1) {
      const rng = createRng(`branches ${seed}`);
      let asked = 0;
      const summarize = async (request: SummaryRequest) => {
        asked += 1;
        return goodSummary(request);
      };
      const opened = async (state?: string) =>
        (await open({ contextWindow: 4_000, summarize }, state)).session;
      const branch = (i: number) => conversation(16, { name: `b${i}x` });
      // Least recent first.
      const used: number[] = [];
      let session = await opened();
      for (let visits = 0, begun = 0; begun < 48; visits += 1) {
        const again = begun > 8 && rng.chance(0.2);
        const at = again ? (rng.pick(used.slice(-8)) as number) : begun;
        if (!again) begun += 1;
        const before = asked;
        await session.prepare(branch(at));
        assert.equal(asked > before, !again, `${seed}: ${at}`);
        used.splice(0, used.length, ...used.filter((other) => other !== at), at);
        if (visits % 10 === 9) session = await opened(session.snapshot());
      }
      const state = session.snapshot();
      for (const at of used.slice(-20)) {
        const before = asked;
        await (await opened(state)).prepare(branch(at));
        assert.equal(asked, before, `${seed}: ${at}`);
      }
    }
  });

  it('holds what bills teach: a session that goes on from it learns the same', async () => {
    const rng = createRng('bills');
    const settings = {
      contextWindow: 6_000,
      summarize: async (request: SummaryRequest) => goodSummary(request),
    };
    const { session: whole } = await open(settings);
    let restored: Session | undefined;
    const steps: object[] = [];
    let restoredSteps: object[] = [];
    const messages: Message[] = [user('Mend what is broken.')];
    let compared = 0;
    for (let i = 0; i < 60; i += 1) {
      const input = { messages, model: { modelId: 'm', provider: 'test' } };
      await whole.prepareStep({ ...input, steps, stepNumber: steps.length });
      if (restored !== undefined) {
        await restored.prepareStep({
          ...input,
          messages: jsonClone(messages),
          steps: restoredSteps,
          stepNumber: restoredSteps.length,
        });
        assert.equal(restored.snapshot(), whole.snapshot(), `step ${i}`);
        compared += 1;
      }
      if (rng.chance(0.1)) {
        restored = (await open(settings, whole.snapshot())).session;
        // The array of steps goes on, as in a request that was moved to another machine.
        restoredSteps = [...steps];
      }
      const usage = { inputTokens: 900 + 40 * i, outputTokens: 60 };
      steps.push({ usage });
      restoredSteps.push({ usage });
      messages.push(...work(rng, i, 'words', 300).slice(0, 2));
    }
    assert.ok(compared > 20);
  });
});

describe('memory', () => {
  it('a message of a long session takes a few hundred bytes, however often results repeat', async () => {
    const rng = createRng('memory');
    const messages: Message[] = [user('Mend what is broken.')];
    for (let i = 0; messages.length < 10_000; i += 1) messages.push(...work(rng, i, 'words', 900));
    const after = (count: number) =>
      memoryOf(async () => {
        using compactor = await createCompactor({ contextWindow: 128_000 });
        await compactor.session().prepare(messages.slice(0, count));
      });
    const each = ((await after(messages.length)) - (await after(1))) / messages.length;
    assert.ok(each < 500, `${each} bytes`);
  });
});
