/**
 * Recall of sessions that fold: what leaves a view is found from the next step on, whoever asks, and the agent
 * asks by a tool in a real loop of `ai` 5, 6 and 7.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateText as generateText5, stepCountIs as stepCountIs5 } from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import { generateText as generateText6, stepCountIs as stepCountIs6 } from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import { generateText as generateText7, stepCountIs as stepCountIs7 } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import type { SessionStore } from 'epitome';
import { createRecall, recallTool } from 'epitome/recall';
import { memoryStore } from 'epitome/stores/memory';
import { estimateTokens } from 'epitome/tokens';
import {
  conversation,
  jsonClone,
  playRaw,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({ contextWindow: 8_000, windowGuard: { warn: 0 } });

/** A store that counts how often the archive is read whole. */
function counted(): { store: SessionStore; whole: () => number } {
  const store = memoryStore();
  let whole = 0;
  const { archive } = store;
  store.archive = (id, range) => {
    if (range?.from === 0) whole += 1;
    return archive(id, range);
  };
  return { store, whole: () => whole };
}

// biome-ignore lint/suspicious/noExplicitAny: three releases, one play.
type Any = any;
const releases: [string, Any, Any, Any][] = [
  ['5', MockLanguageModelV2, generateText5, stepCountIs5],
  ['6', MockLanguageModelV3, generateText6, stepCountIs6],
  ['7', MockLanguageModelV4, generateText7, stepCountIs7],
];

describe('recall of a session', () => {
  it('finds every message that a fold took, and none that the view has', async () => {
    const store = memoryStore();
    const { session, log } = await open({ store });
    const history = conversation(60);
    const recall = createRecall(session);
    assert.equal(createRecall(session), recall, 'one session, one index');
    await playRaw(session, history);
    const folded = new Set<number>();
    for (const { folds } of log.of('compaction')) {
      for (const { kind, firstMessage, lastMessage } of folds) {
        for (let p = firstMessage; kind === 'fold' && p <= lastMessage; p += 1) folded.add(p);
      }
    }
    assert.ok(folded.size > 40);
    for (let i = 0; i < 60; i += 1) {
      const position = 2 * i + 3;
      const hits = await recall.search(`src/c${i}.ts`, { role: 'tool', limit: 3 });
      const found = hits.some((hit) => hit.position === position);
      assert.equal(found, folded.has(position), `c${i}`);
      if (!found) continue;
      const { text } = await recall.read(`c${i}`, { maxTokens: 10_000 });
      const { content } = history[position - 1] as Any;
      assert.ok(text.includes(content[0].output.value), 'word for word');
    }
    assert.deepEqual(log.of('error'), []);
  });

  it('follows the session without reading the archive again', async () => {
    const { store, whole } = counted();
    const { session } = await open({ store });
    const recall = createRecall(session);
    const history = conversation(60);
    await playRaw(session, history.slice(0, 61));
    await recall.search('c1');
    assert.equal(whole(), 1);
    await playRaw(session, history);
    const { messages } = await recall.stats();
    assert.equal(messages, (await store.archive('chat')).length);
    assert.equal((await recall.search('c20', { role: 'assistant', limit: 1 }))[0]?.position, 42);
    assert.equal(whole(), 1);
  });

  it('finds what another process folded', async () => {
    const { store, whole } = counted();
    const here = await open({ store });
    const recall = createRecall(here.session);
    const history = conversation(60);
    await playRaw(here.session, history.slice(0, 61));
    await recall.search('c1');
    const there = await open({ store });
    await playRaw(there.session, jsonClone(history));
    assert.equal((await recall.search('c20', { role: 'assistant', limit: 1 }))[0]?.position, 42);
    assert.equal(whole(), 2);
  });

  it('finds results that were cleared or shortened, before they are folded', async () => {
    const store = memoryStore();
    const { session, log } = await open({
      store,
      contextWindow: 32_000,
      keepRecent: { messages: 4 },
      results: { arrival: 1_500, clear: { protect: { results: 2 } }, batch: 1_000 },
    });
    const messages = [user('Go on.')];
    for (let i = 0; i < 14; i += 1) {
      const [call] = step(`a${i}`);
      const words = 'some word '.repeat(i === 3 ? 8_000 : 500);
      messages.push(call, resultMessage(`a${i}`, `${words} needle${4711 + i} ${words}`));
      await session.prepare(messages);
    }
    const rewrites = log.of('compaction');
    const kinds = new Set(rewrites.flatMap(({ edits }) => edits).map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), ['clear', 'trim']);
    const recall = createRecall(session);
    assert.equal((await recall.search('needle4714', { role: 'tool' }))[0]?.position, 9);
    for (const { message } of rewrites.flatMap(({ edits }) => edits)) {
      const i = (message - 3) / 2;
      assert.match(
        (await recall.read(`a${i}`, { maxTokens: 50_000 })).text,
        new RegExp(`needle${4711 + i} `),
      );
    }
    // The placeholder of a cleared one names what it is read by.
    const { messages: view } = await session.prepare(messages);
    const handles = [
      ...JSON.stringify(view).matchAll(/cleared to save room: \d+ characters\. Kept as (\w+)\./g),
    ];
    assert.ok(handles.length > 5);
    for (const [, handle = ''] of handles) {
      const { text } = await recall.read(handle, { maxTokens: 50_000 });
      assert.match(text, new RegExp(`needle${4711 + Number(handle.slice(1))} `));
    }
    assert.deepEqual(log.of('error'), []);
  });

  for (const [release, Mock, generateText, stepCountIs] of releases) {
    it(`is a tool of an agent on ai ${release}`, async () => {
      const store = memoryStore();
      const { session, log } = await open({ store });
      const history = conversation(60);
      await playRaw(session, history);
      const inputs = [
        { query: 'src/c7.ts', role: 'tool' },
        { read: 'c7' },
        { read: '16-17', offset: 0, tool: '', query: null },
        { read: 'no such thing' },
        { query: 'x', limit: -1 },
        {},
      ];
      const answers: string[] = [];
      const usage =
        release === '5'
          ? { inputTokens: 3_000, outputTokens: 50, totalTokens: 3_050 }
          : {
              inputTokens: { total: 3_000, noCache: 3_000, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 50, text: 50, reasoning: 0 },
            };
      let steps = 0;
      const model = new Mock({
        doGenerate: async ({ prompt, tools }: Any) => {
          assert.equal(tools[0].name, 'recall');
          assert.ok(tools[0].inputSchema.properties.query);
          const { role, content } = prompt.at(-1);
          if (role === 'tool') answers.push(content[0].output.value);
          const input = inputs[steps];
          steps += 1;
          const call = {
            ...{ type: 'tool-call', toolCallId: `r${steps}`, toolName: 'recall' },
            input: JSON.stringify(input),
          };
          const reason = input ? 'tool-calls' : 'stop';
          return {
            content: [input ? call : { type: 'text', text: 'done' }],
            finishReason: release === '5' ? reason : { unified: reason, raw: reason },
            usage,
            warnings: [],
          };
        },
      });
      const result = await generateText({
        model,
        messages: [...history, user('What did c7 say?')],
        tools: { recall: recallTool(session, { maxTokens: 500 }) },
        stopWhen: stepCountIs(10),
        prepareStep: session.prepareStep,
      });
      assert.equal(result.text, 'done');
      const [hits = '', read = '', range = '', ...refused] = answers;
      assert.match(hits, /^\[message 17, tool read, folded in round \d+\]\nThe c7 went on/);
      assert.match(read, /result of read \(c7\): The c7 went on: file src\/c7\.ts/);
      assert.match(range, /message 16, assistant[\s\S]+message 17, tool/);
      assert.match(refused[0] ?? '', /^Nothing was found: .*no such thing/);
      assert.match(refused[1] ?? '', /^Nothing was found: .*limit/);
      assert.match(refused[2] ?? '', /query/);
      for (const answer of answers) assert.ok((await estimateTokens(answer)) <= 500);
      assert.deepEqual(log.of('error'), []);
    });
  }

  it('needs a store and an id', async () => {
    const { session } = await open();
    assert.throws(() => createRecall(session), { code: 'invalid-argument' });
    assert.throws(() => recallTool(session), { code: 'invalid-argument' });
  });
});
