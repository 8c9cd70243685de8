// promise: 6 pays once
/** What a session writes into its store while nobody waits for it: it is not lost, not written over and over, and ends no lease. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store, SummaryRequest } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { goodSummary } from './support/conversation.ts';
import { key, last, processOn, stepsOf } from './support/stored.ts';

const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
const usage = { inputTokens: 1_000, outputTokens: 10 };

/** A store whose `save` begins when it is let, and the calls that it got. */
function slow(store: Store) {
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  let isSlow = true;
  const save: Store['save'] = async (at, write) => {
    calls.push('save');
    if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
    return store.save(at, write);
  };
  const saveMeter: Store['saveMeter'] = (...given) => {
    calls.push('saveMeter');
    return store.saveMeter(...given);
  };
  const go = () => {
    isSlow = false;
    for (const begin of waiting.splice(0)) begin();
  };
  return { store: { ...store, save, saveMeter }, calls, go };
}

describe('what is written late', () => {
  it('is there after a call that changed nothing', async () => {
    const store = memoryStore();
    const { compactor, session } = await processOn(store);
    const [messages = []] = stepsOf(6);
    await session.prepare(messages, { usage });
    for (let at = 0; at < 3; at += 1) {
      await session.rewind();
      await session.prepare(messages, { usage });
    }
    await compactor.close();
    const [entry] = await store.list('ann');
    assert.deepEqual([entry?.turnCount, entry?.totalTokens], [4, 4_040]);
  });

  it('of steps that come while the first save is under way is one write more', async () => {
    const memory = memoryStore();
    const { store, calls, go } = slow(memory);
    const { compactor, session } = await processOn(store);
    for (const messages of stepsOf(8)) await session.prepare(messages, { usage });
    assert.deepEqual(calls, ['save']);
    go();
    await compactor.close();
    assert.deepEqual(calls, ['save', 'saveMeter']);
    const [entry] = await memory.list('ann');
    assert.deepEqual([entry?.revision, entry?.turnCount, entry?.totalTokens], [1, 8, 8_080]);
  });

  it('takes no lease from the process that buys a summary', async () => {
    const memory = memoryStore();
    const answers: (() => void)[] = [];
    const asked: string[] = [];
    const summarize = async (request: SummaryRequest) => {
      asked.push(`${request.firstMessage}-${request.lastMessage}`);
      await new Promise<void>((resolve) => answers.push(resolve));
      return goodSummary(request);
    };
    const { store, go } = slow(memory);
    const arrays = stepsOf(20);
    const late = await processOn(store, { summarize });
    const buyer = await processOn(memory, { summarize });
    const third = await processOn(memory, { summarize });
    // Nothing is decided in it, and its save is under way.
    await late.session.prepare(arrays[0] ?? []);
    const buying = buyer.session.prepare(last(arrays));
    while (asked.length === 0) await soon();
    const bought = asked.length;
    go();
    while ((await memory.load(key)) === undefined) await soon();
    const waits = third.session.prepare(last(arrays));
    for (let turns = 0; turns < 50; turns += 1) await soon();
    assert.equal(asked.length, bought, `bought twice: ${asked}`);
    let isOver = false;
    const both = Promise.all([buying, waits]).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      answers.shift()?.();
      await soon();
    }
    const [one, other] = await both;
    assert.deepEqual(one.messages, other.messages);
    assert.equal(new Set(asked).size, asked.length, `bought twice: ${asked}`);
  });
});
