// promise: api, 9 loses nothing silently
/**
 * Records of folded messages that a host looks at and takes back: what is told of them, what the next
 * view shows in their place, and when they come back.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session, SummaryRequest } from 'epitome';
import { isSegmentsMessage } from '../../js/testing/host-index.ts';
import type { Part } from '../../js/testing/shapes.ts';
import { assistant, conversation, goodSummary, prose, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const history = conversation(60);
const textIn = (part: Part) => part.text;
let wording = '';
const open = opener({
  contextWindow: 8_000,
  summarize: async (request: SummaryRequest) => `${goodSummary(request)}\n${wording}`,
});

/** Plays the history step by step; the last view. */
async function played(session: Session, end = history.length) {
  let view = history.slice(0, 1);
  for (let next = 3; next <= end; next += 2) {
    ({ messages: view } = await session.prepare(history.slice(0, next)));
  }
  return view;
}

describe('the records of a session', () => {
  it('are those that the view shows, word for word', async () => {
    const { session, log } = await open();
    const view = await played(session);
    assert.ok(log.rewrites.length > 1);
    const shown = session.records().filter(({ inView }) => inView);
    const texts = view
      .filter(isSegmentsMessage)
      .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(textIn)));
    assert.deepEqual(
      shown.map(({ text }) => text),
      texts,
    );
    assert.deepEqual(
      shown.map(({ id }) => id),
      session.explain().records.map(({ id }) => id),
    );
    for (const { tokens, replacedTokens, withdrawn } of session.records()) {
      assert.ok(tokens < replacedTokens);
      assert.equal(withdrawn, false);
    }
  });

  it('list the user’s words that they carry, and by which message they were said', async () => {
    const { session } = await open();
    const told = [7, 32].map((at) => ({ at, text: `Leave file ${at} as it is,\nplease.` }));
    let host = history;
    for (const { at, text } of told) host = host.toSpliced(at, 0, user(text));
    // What is asked for last stays where it is.
    host = host.toSpliced(40, 0, user('Go on.'));
    for (let end = 1; end <= host.length; end += 1) await session.prepare(host.slice(0, end));
    const shown = session.records().filter(({ inView }) => inView);
    assert.deepEqual(
      shown.flatMap(({ words }) => words),
      told.map(({ at, text }) => ({ message: at + 1, text, cut: false })),
    );
    for (const { text, words, firstMessage, lastMessage } of shown) {
      for (const { message, text: said } of words) {
        assert.ok(text.includes(said));
        assert.ok(firstMessage <= message && message <= lastMessage);
      }
    }
  });

  it('stand for the messages that requests read', async () => {
    const asked: SummaryRequest[] = [];
    const { session } = await open({
      summarize: async (request) => {
        asked.push(request);
        return goodSummary(request);
      },
    });
    await played(session);
    const folds = asked.filter(({ kind }) => kind === 'fold');
    assert.ok(folds.length > 2);
    // One goes on where the one before ends, behind the opening message.
    const ends = [1, ...folds.map(({ lastMessage }) => lastMessage)];
    assert.deepEqual(
      folds.map(({ firstMessage }) => firstMessage - 1),
      ends.slice(0, -1),
    );
    const ranges = asked.map(({ firstMessage, lastMessage }) => [firstMessage, lastMessage].join());
    for (const { firstMessage, lastMessage } of session.records()) {
      assert.ok(ranges.includes([firstMessage, lastMessage].join()));
    }
  });

  it('are none before anything was folded', async () => {
    const { session } = await open();
    assert.throws(() => session.records(), { code: 'invalid-argument' });
    await assert.rejects(session.rewind(), { code: 'invalid-argument' });
    await session.prepare(history.slice(0, 3));
    assert.deepEqual(session.records(), []);
    assert.equal(await session.rewind(), false);
  });
});

describe('records that are merged, while nothing is folded', () => {
  it('take nothing out of the view that stood behind them', async () => {
    const isKept = (message: unknown) => JSON.stringify(message).includes('KEEP');
    const block = 'The block that the host gives at each rewrite.';
    let alone = 0;
    for (let seed = 1; seed <= 6; seed += 1) {
      const { session, log } = await open({
        contextWindow: 4_000,
        maxOutputTokens: 500,
        ...{ system: '', tools: {}, target: 0.2, keepRecent: { messages: 12 }, priority: isKept },
        reinject: () => [{ name: 'block', text: block }],
        summarize: async (asked) => `${goodSummary(asked)}\n${prose(40 + seed * 20, `x${seed}`)}`,
      });
      const host = [user('Start.')];
      for (let i = 0; i < 28; i += 1) {
        host.push(...step(`s${seed}-${i}`, 100 + ((i * seed * 37) % 200)));
        if (i % 5 === 2) host.push(user(`KEEP this message ${i}.`), assistant(`Kept ${i}.`));
        const { messages: before } = await session.prepare([...host]);
        if (i % 4 !== 3) continue;
        const rewrites = log.rewrites.length;
        const { messages: after } = await session.compact({ messages: [...host] });
        const folds = log.rewrites.slice(rewrites).flatMap((event) => event.folds);
        if (folds.length === 0 || folds.some(({ kind }) => kind !== 'merge')) continue;
        alone += before.some(isKept) ? 1 : 0;
        for (const message of before) {
          if (host.includes(message)) assert.ok(after.includes(message), `${seed}, ${i}`);
        }
        const has = (view: unknown) => JSON.stringify(view).includes(block);
        assert.equal(has(after), has(before), `${seed}, ${i}`);
      }
    }
    assert.ok(alone > 0);
  });
});

describe('a record that is taken back', () => {
  it('makes room for its messages, and stays to be compared with its successor', async () => {
    const { session } = await open();
    await played(session);
    const before = session.records().at(-1);
    assert.equal(await session.rewind(), true);
    wording = '- The limits of the parser were told this time.';
    const { messages } = await session.compact();
    wording = '';
    assert.match(JSON.stringify(messages), /limits of the parser were told/);
    const after = session.records();
    const old = after.find(({ id }) => id === before?.id);
    assert.deepEqual(old, { ...before, inView: false, withdrawn: true });
    const successor = after.find(({ inView, text }) => inView && text.includes('told this time'));
    assert.equal(successor?.firstMessage, before?.firstMessage);
  });

  it('shows its messages again where the window has room for them', async () => {
    const { session } = await open();
    const end = 31;
    await played(session, end);
    while (await session.rewind());
    const { session: wide } = await open({ contextWindow: 200_000 }, session.snapshot());
    const { messages } = await wide.prepare(history.slice(0, end));
    assert.deepEqual(messages, history.slice(0, end));
  });

  it('does not come back after a restart', async () => {
    const { session } = await open();
    await played(session);
    const gone = session.records().at(-1);
    assert.equal(await session.rewind(), true);
    const { session: later } = await open({ contextWindow: 200_000 }, session.snapshot());
    await later.prepare(history);
    const records = later.records();
    assert.ok(records.some(({ inView }) => inView));
    assert.deepEqual(
      records.filter(({ withdrawn }) => withdrawn).map(({ id, inView }) => [id, inView]),
      [[gone?.id, false]],
    );
  });

  it('does not come back with a view that the host carries on with', async () => {
    const { session } = await open();
    const view = await played(session);
    const gone = session.records().at(-1);
    assert.equal(await session.rewind(), true);
    // Folded again with the same words it would be the same record.
    wording = '- The limits of the parser were told this time.';
    await session.prepare([...view]);
    wording = '';
    assert.equal(session.records().find(({ id }) => id === gone?.id)?.inView, false);
  });

  it('makes room for those that it was merged from, however many others there were', async () => {
    const { session, log } = await open({ contextWindow: 4_000, stateBytes: 1_000_000 });
    const host = conversation(1_200, { tokens: 60 });
    let shown: string[] = [];
    let most = 0;
    for (let end = 3; end <= host.length; end += 2) {
      const rewrites = log.rewrites.length;
      await session.prepare(host.slice(0, end));
      if (log.rewrites.length === rewrites) continue;
      const records = session.records();
      const kept = records.map(({ id }) => id);
      for (const id of shown) assert.ok(kept.includes(id), `${end}: beside ${most} others`);
      shown = records.filter(({ inView }) => inView).map(({ id }) => id);
      most = Math.max(most, records.length - shown.length);
    }
    assert.ok(most >= 32, `${most}`);
  });

  it('waits for the step under way', async () => {
    const { session } = await open();
    await played(session, 21);
    const [, rewound] = await Promise.all([session.compact(), session.rewind()]);
    assert.equal(rewound, true);
    assert.deepEqual(
      session.records().map(({ withdrawn }) => withdrawn),
      [true],
    );
  });
});
