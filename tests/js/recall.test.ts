/**
 * Recall over archives in memory and in SQLite: what is found and read, what filters leave out, what
 * follows when the archive grows, and what is refused.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ArchivedMessage, SessionStore } from 'epitome';
import { createRecall } from 'epitome/recall';
import { memoryStore } from 'epitome/stores/memory';
import { sqliteStore } from 'epitome/stores/sqlite';
import { estimateTokens } from 'epitome/tokens';

const stores: [string, () => SessionStore][] = [
  ['memory', memoryStore],
  ['SQLite', () => sqliteStore({ file: ':memory:' })],
];

const call = (id: string, tool: string, input: object) => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: id, toolName: tool, input }],
});
const result = (id: string, tool: string, value: string) => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId: id, toolName: tool, output: { type: 'text', value } },
  ],
});

const day = 24 * 60 * 60 * 1000;
const log = Array.from({ length: 3000 }, (_, i) => `line ${i}: nothing to see`).join('\n');
const transcript = [
  { role: 'user', content: 'Raise the retry limit of fetchWithRetry in src/http/client.ts.' },
  call('c1', 'readFile', { path: 'src/http/client.ts' }),
  result('c1', 'readFile', 'export const retryLimit = 3; // fetchWithRetry'),
  { role: 'assistant', content: 'The limit is three. I raise it to seven.' },
  call('c2', 'bash', { command: 'npm test' }),
  result('c2', 'bash', `${log}\nFAIL E4012: socket hang up\n${log}`),
  { role: 'user', content: '数据库连接失败，请检查。' },
  { role: 'assistant', content: [{ type: 'text', text: 'Checked: the pool was exhausted.' }] },
];
const archivedOf = (messages: readonly unknown[], first = 1): ArchivedMessage[] =>
  messages.map((message, i) => ({
    position: first + i,
    fingerprint: `f${first + i}`,
    round: Math.ceil((first + i) / 4),
    message,
    at: (first + i) * day,
  }));

async function archiveOf(store: SessionStore, messages: readonly unknown[] = transcript) {
  const archive = archivedOf(messages);
  await store.save('chat', { state: '{}', expectedRevision: 0, archive });
  return createRecall({ store, sessionId: 'chat' });
}

for (const [name, make] of stores) {
  describe(`recall in ${name}`, () => {
    it('finds names, paths, errors and words of any script', async () => {
      const recall = await archiveOf(make());
      const first = async (query: string) => (await recall.search(query))[0]?.position;
      assert.equal(await first('retryLimit'), 3);
      assert.equal(await first('fetch with retry http client'), 1);
      assert.equal(await first('e4012'), 6);
      assert.equal(await first('数据库'), 7);
      assert.equal(await first('POOL exhausted'), 8);
      assert.deepEqual(await recall.search('xylophone'), []);
      assert.deepEqual(await recall.search(''), []);
    });

    it('says of a hit who spoke, by which tool and when, and shows what was found', async () => {
      const recall = await archiveOf(make());
      const [hit] = await recall.search('E4012', { limit: 1 });
      assert.ok(hit);
      const { score, excerpt, ...rest } = hit;
      const facts = { handle: '6', position: 6, round: 2, role: 'tool', tool: 'bash', at: 6 * day };
      assert.deepEqual(rest, facts);
      assert.ok(score > 0);
      assert.match(excerpt, /FAIL E4012: socket hang up/);
      assert.ok(excerpt.length <= 400);
    });

    it('leaves out what a filter does not allow', async () => {
      const recall = await archiveOf(make());
      const query = 'retry limit src/http/client.ts test E4012 pool';
      const found = async (filter: Parameters<typeof recall.search>[1]) =>
        (await recall.search(query, { limit: 100, ...filter }))
          .map(({ position }) => position)
          .sort();
      assert.deepEqual(await found({}), [1, 2, 3, 4, 5, 6, 8]);
      assert.deepEqual(await found({ role: 'user' }), [1]);
      assert.deepEqual(await found({ role: ['user', 'tool'] }), [1, 3, 6]);
      assert.deepEqual(await found({ tool: 'readFile' }), [2, 3]);
      assert.deepEqual(await found({ tool: 'READFILE', role: 'tool' }), [3]);
      assert.deepEqual(await found({ from: 3, to: 5 }), [3, 4, 5]);
      assert.deepEqual(await found({ round: 2 }), [5, 6, 8]);
      assert.deepEqual(await found({ after: 5 * day }), [5, 6, 8]);
      assert.deepEqual(await found({ before: new Date(2 * day) }), [1, 2]);
      assert.deepEqual(await found({ after: '1970-01-04', before: '1970-01-05' }), [3, 4]);
      assert.equal((await recall.search(query, { limit: 2 })).length, 2);
    });

    it('reads a message, a range, and a call with its result', async () => {
      const recall = await archiveOf(make());
      const { text, tokens, next } = await recall.read(1);
      assert.match(text, /^\[message 1, user, folded in round 1\]\nRaise the retry limit/);
      assert.equal(tokens, await estimateTokens(text));
      assert.equal(next, undefined);
      const range = await recall.read('2-4');
      assert.deepEqual(await recall.read({ from: 2, to: 4 }), range);
      assert.deepEqual(
        [...range.text.matchAll(/message (\d+)/g)].map(([, n]) => n),
        ['2', '3', '4'],
      );
      const { text: called } = await recall.read('c1');
      assert.match(called, /call of readFile \(c1\): \{"path":"src\/http\/client\.ts"\}/);
      assert.match(called, /result of readFile \(c1\): export const retryLimit = 3/);
      assert.doesNotMatch(called, /I raise it/);
      assert.equal((await recall.read(99)).text, '');
    });

    it('reads within its tokens, and goes on where it stopped', async () => {
      const recall = await archiveOf(make());
      const whole = (await recall.read('c2', { maxTokens: 1_000_000 })).text;
      assert.ok(whole.includes(log));
      let text = '';
      let pieces = 0;
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const piece = await recall.read('c2', { maxTokens: 3_000, offset });
        assert.ok(piece.tokens <= 3_000);
        assert.ok(piece.tokens > 2_900 || piece.next === undefined);
        text += piece.text;
        pieces += 1;
        offset = piece.next;
      }
      assert.equal(text, whole);
      assert.ok(pieces > 5);
    });

    it('follows an archive that grows, branches, and begins anew', async () => {
      const store = make();
      const recall = await archiveOf(store);
      assert.equal((await recall.stats()).messages, 8);
      // Results that were cleared are archived before older messages.
      const later = archivedOf([{ role: 'user', content: 'a zebra' }], 40);
      await store.save('chat', { state: '{}', expectedRevision: 1, archive: later });
      assert.equal((await recall.search('zebra'))[0]?.position, 40);
      const branch = archivedOf([{ role: 'user', content: 'a giraffe' }], 5);
      const other = branch.map((message) => ({ ...message, fingerprint: 'other', round: 3 }));
      await store.save('chat', { state: '{}', expectedRevision: 2, archive: other });
      assert.equal((await recall.search('giraffe'))[0]?.position, 5);
      assert.match((await recall.read(5)).text, /giraffe/, 'the newest counts');
      assert.equal((await recall.stats()).messages, 10);
      await store.delete('chat');
      assert.deepEqual(await recall.search('zebra'), []);
      const fresh = archivedOf([{ role: 'user', content: 'an okapi' }]);
      await store.save('chat', { state: '{}', expectedRevision: 0, archive: fresh });
      assert.equal((await recall.search('okapi'))[0]?.position, 1);
    });
  });
}

describe('recall', () => {
  it('takes whatever texts hold', async () => {
    const lone = '\ud800 lone \udfff';
    const messages = [
      { role: 'user', content: 'x'.repeat(1_000_000) },
      { role: 'user', content: `${'\0'.repeat(1000)} after zeros` },
      { role: 'user', content: `${lone} surrogates` },
      { role: 'user', content: '😀'.repeat(50_000) },
      { role: 'tool', content: 'no list' },
      { role: 'wrong', content: [{ type: 'unheard-of' }] },
      null,
      42,
      { role: 'assistant', content: [{ type: 'file', data: 'AAAA', mediaType: 'image/png' }] },
    ];
    const recall = await archiveOf(memoryStore(), messages);
    assert.equal((await recall.search('zeros'))[0]?.position, 2);
    const [hit] = await recall.search('surrogates');
    assert.equal(hit?.position, 3);
    assert.ok(hit?.excerpt.isWellFormed());
    assert.equal((await recall.search('x'.repeat(100_000))).length, 0);
    assert.equal((await recall.search(lone))[0]?.position, 3);
    for (let position = 1; position <= messages.length; position += 1) {
      const { text, tokens } = await recall.read(position, { maxTokens: 100 });
      assert.ok(tokens <= 100);
      assert.equal(text, text.trimEnd());
    }
  });

  it('finds the same whatever dialect messages are written in', async () => {
    const openai = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'o1',
            type: 'function',
            function: { name: 'readFile', arguments: '{"path":"a.ts"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'o1', content: 'export const needle = 1;' },
    ];
    const anthropic = [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'o1', name: 'readFile', input: { path: 'a.ts' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'o1', content: 'export const needle = 1;' }],
      },
    ];
    for (const messages of [openai, anthropic]) {
      const recall = await archiveOf(memoryStore(), messages);
      const [hit] = await recall.search('needle', { role: 'tool', tool: 'readFile' });
      assert.equal(hit?.position, 2);
      assert.match(
        (await recall.read('o1')).text,
        /call of readFile \(o1\).+\n\n.+\nresult of readFile/,
      );
    }
  });

  it('stops at the memory that it may take, and says so', async () => {
    const store = memoryStore();
    const messages = Array.from({ length: 400 }, (_, i) => ({
      role: 'user',
      content: Array.from({ length: 100 }, (_, n) => `name${i}x${n}`).join(' '),
    }));
    await archiveOf(store, messages);
    const recall = createRecall({ store, sessionId: 'chat', maxIndexBytes: 500_000 });
    const { messages: found, bytes, complete } = await recall.stats();
    assert.equal(complete, false);
    assert.ok(found > 50 && found < 400);
    assert.ok(bytes < 600_000);
    assert.equal((await recall.search('name3x3'))[0]?.position, 4);
    assert.match((await recall.read(400)).text, /name399x99/, 'reading needs no index');
  });

  it('keeps hits within tokens', async () => {
    const recall = await archiveOf(memoryStore());
    const all = await recall.search('retry limit E4012', { limit: 10 });
    const some = await recall.search('retry limit E4012', { limit: 10, maxTokens: 150 });
    assert.ok(some.length > 0 && some.length < all.length);
    assert.deepEqual(some, all.slice(0, some.length));
  });

  it('refuses what makes no sense', async () => {
    const store = memoryStore();
    const code = 'invalid-argument';
    assert.throws(() => createRecall({ store } as never), { code });
    assert.throws(() => createRecall({ store: {}, sessionId: 'a' } as never), { code });
    assert.throws(() => createRecall({ store, sessionId: 'a', maxIndexBytes: 0 }), { code });
    const recall = await archiveOf(store);
    for (const filter of [
      { limit: 0 },
      { role: 'nobody' },
      { from: -1 },
      { to: 1.5 },
      { after: 'yesterday' },
      { tool: 5 },
      { maxTokens: 0 },
    ]) {
      await assert.rejects(recall.search('x', filter as never), { code }, JSON.stringify(filter));
    }
    await assert.rejects(recall.search(5 as never), { code });
    for (const handle of ['', 'no-such-call', { from: 5, to: 3 }, { from: 0, to: 3 }, null]) {
      await assert.rejects(recall.read(handle as never), { code }, JSON.stringify(handle));
    }
    await assert.rejects(recall.read(1, { maxTokens: 0 }), { code });
    assert.throws(() => recall.tool({ maxTokens: 10 }), { code });
  });

  it('of a store that fails tells what the store tells', async () => {
    const failing = memoryStore();
    const recall = await archiveOf(failing);
    await recall.stats();
    const held = failing.archive;
    failing.archive = () => Promise.reject(new Error('gone'));
    await assert.rejects(recall.search('retry'), /gone/);
    failing.archive = held;
    assert.ok((await recall.search('retry')).length > 0);
  });
});
