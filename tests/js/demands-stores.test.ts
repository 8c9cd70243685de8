// promise: 6 pays once, api
/**
 * What published designs of compaction ask of sessions that are kept: by the number of the demand. Every session is in a
 * store.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { memoryStore } from 'epitome/stores/memory';
import { sqliteStore } from 'epitome/stores/sqlite';
import { partsOf } from '../../js/testing/shapes.ts';
import { stringsIn } from '../../js/testing/values.ts';
import { key, last, play, processOn, stepsOf, writes } from './support/stored.ts';

describe('what published designs ask of sessions that are kept', () => {
  it('S1.2: tokens in and out and the number of rewrites add up per session over restarts, from 0', async () => {
    const store = memoryStore();
    const arrays = stepsOf(24);
    const usage = { inputTokens: 3_000, outputTokens: 50 };
    const entry = async () => {
      const [found] = await store.list('ann');
      return { tokens: found?.totalTokens, rewrites: found?.compactionCount };
    };
    let rewrites = 0;
    let { compactor, session, log } = await processOn(store);
    await session.prepare(arrays[0] ?? []);
    await compactor.close();
    assert.deepEqual(await entry(), { tokens: 0, rewrites: 0 });
    for (const [at, messages] of arrays.entries()) {
      ({ compactor, session, log } = await processOn(store));
      await session.prepare(messages, { usage });
      await compactor.close();
      rewrites += log.rewrites.length;
      assert.deepEqual(await entry(), { tokens: 3_050 * (at + 1), rewrites }, `step ${at}`);
    }
    assert.ok(rewrites > 0);
    await (await processOn(store)).compactor.open('other', { scope: 'ann' });
    assert.equal(
      (await store.list('ann')).find(({ id }) => id === 'chat')?.compactionCount,
      rewrites,
    );
  });

  it('S2.12: a session is one row of its scope, with summary, turns and tokens, and goes on with its task', async () => {
    const database = new DatabaseSync(':memory:');
    const store = sqliteStore(database);
    const now = 'Now repair the parser in src/part7.ts and keep its public names.';
    const arrays = stepsOf(30, 'ai-sdk', now);
    const { compactor, session } = await processOn(store, writes);
    await play(session, arrays, { usage: { inputTokens: 1_000, outputTokens: 10 } });
    const newest = last(session.records().filter(({ inView }) => inView));
    await compactor.close();
    const rows = database.prepare('SELECT * FROM epitome_sessions').all();
    assert.equal(rows.length, 1);
    const [row] = rows;
    assert.deepEqual(
      [row?.agent_id, row?.session_id, row?.turn_count, row?.total_tokens],
      ['ann', 'chat', 30, 30_300],
    );
    assert.equal(row?.summary, newest.text);
    assert.throws(() =>
      database.exec('INSERT INTO epitome_sessions SELECT * FROM epitome_sessions'),
    );
    const next = await processOn(store, writes);
    const { messages: view } = await next.session.prepare(last(arrays));
    assert.equal(stringsIn(view).filter((text) => text === now).length, 1, 'the current task');
    assert.deepEqual(next.log.rewrites, []);
  });

  it('S3.19, S5.8: a listener finds each rewrite with its numbers, its summary and its messages in the store', async () => {
    const store = memoryStore();
    const { compactor, session, log } = await processOn(store, writes);
    const seen: Promise<void>[] = [];
    const arrays = stepsOf(40);
    const found: number[][] = [];
    const known = new Set<number>();
    for (const messages of arrays) {
      await session.prepare(messages, {
        onEvent(event) {
          if (event.type !== 'compaction') return;
          const extract = async () => {
            const archived = await store.messages(key, event.round);
            found.push(archived.map(({ message }) => message));
          };
          seen.push(extract());
        },
      });
    }
    await Promise.all(seen);
    const rounds = await session.rounds();
    assert.ok(rounds.length > 2);
    for (const [at, { record, model: _, usage: __, cost: ___, ...told }] of rounds.entries()) {
      const { type: ____, sessionId, ...event } = log.rewrites[at] ?? ({} as never);
      assert.deepEqual(told, event);
      assert.equal(sessionId, 'chat');
      assert.equal(event.round, at + 1);
      assert.ok(event.tokensAfter < event.tokensBefore);
      assert.ok((record ?? '').length > 0);
      const folded = found[at] ?? [];
      assert.ok(folded.length > 0 && folded.every((message) => !known.has(message)), 'once each');
      for (const message of folded) known.add(message);
    }
    const fates = session.explain().messages.filter(({ fate }) => fate === 'folded');
    assert.deepEqual(
      [...known].sort((a, b) => a - b),
      fates.map(({ message }) => message),
    );
    await compactor.close();
  });

  it('S3.20: every version of a summary that is written anew is kept, and tells the files since', async () => {
    const store = memoryStore();
    const { compactor, session } = await processOn(store, { ...writes, oneSummary: true });
    await play(session, stepsOf(40));
    const newest = last(session.records().filter(({ inView }) => inView));
    await compactor.close();
    const next = await processOn(store, { ...writes, oneSummary: true });
    const versions = (await next.session.rounds()).map(({ record }) => record ?? '');
    assert.ok(versions.length > 2);
    assert.equal(new Set(versions).size, versions.length);
    assert.equal(last(versions), newest.text);
    assert.match(last(versions), /src\/part\d+\.ts/);
  });

  it('S5.9: a rewrite is one write, and a restart loads what is active and nothing else', async () => {
    const memory = memoryStore();
    const calls: string[] = [];
    const store = new Proxy(memory, {
      get(target, name) {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...given: unknown[]) => {
          calls.push(String(name));
          return method.apply(target, given);
        };
      },
    });
    const arrays = stepsOf(30);
    const { compactor, session, log } = await processOn(store);
    for (const messages of arrays) {
      const before = log.rewrites.length;
      calls.length = 0;
      await session.prepare(messages);
      const saves = calls.filter((name) => name === 'save').length;
      if (log.rewrites.length > before) assert.equal(saves, 1);
    }
    await compactor.close();
    calls.length = 0;
    const next = await processOn(store);
    await next.session.prepare(last(arrays));
    assert.deepEqual(
      calls.filter((name) => name !== 'saveMeter' && name !== 'lease'),
      ['load'],
    );
    const archived = new Set((await memory.messages(key)).map(({ content }) => content));
    const { decisions, meter } = (await memory.load(key)) ?? { decisions: '', meter: '' };
    for (const content of archived) {
      const texts = stringsIn(JSON.parse(content)).filter((text) => text.length > 200);
      assert.ok(!texts.some((text) => `${decisions}${meter}`.includes(JSON.stringify(text))));
    }
    assert.ok(archived.size > 0 && last(arrays).some((message) => partsOf(message).length > 0));
  });
});
