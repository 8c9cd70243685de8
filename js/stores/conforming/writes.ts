/** What a store keeps of one session, and when it writes nothing. */
import {
  allOf,
  type Checks,
  expect,
  messageOf,
  meterOf,
  newKey,
  pause,
  roundOf,
  same,
  saved,
  savesOfEach,
  times,
  writeOf,
  writers,
} from './support.ts';

const unlikely = [
  ...["'", '"', '`', '\\', '%', '_', '$1', '?', ';--', '\n', '\r\n', '\t', ' ', '', '{"a":[1]}'],
  ...['null', '12', '0123', 'true', '\\u0000', 'é', 'é', '汉字', '👩‍👩‍👧', '\ufeff', '\uffff'],
  // What UTF-8, PostgreSQL and JSON have trouble with.
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\udc00\ud800',
    '\x1a',
    '\x1a0000',
    '\x1f',
    '\x7f',
    '\u2028',
  ],
];

/** Of one writer among several, until it wins. */
const mostAttempts = 500;

export const writes: Checks = {
  async 'has nothing of a session that was never saved'(store) {
    const key = newKey();
    same(
      await allOf(store, key),
      { session: undefined, rounds: [], messages: [], list: [] },
      'a session that was never saved is nowhere',
    );
    await store.saveMeter(key, 0, meterOf());
    await store.saveMeter(key, 1, meterOf());
    same(await store.list(key.scope), [], 'saveMeter makes no session');
    await store.delete(key);
  },

  async 'gives back what was saved'(store) {
    const key = newKey();
    const rounds = [roundOf(1), roundOf(2, { summary: '', tokensBefore: 3_000_000_000 })];
    const messages = [messageOf(1, 1), messageOf(1, 2), messageOf(2, 3)];
    const meter = meterOf('a meter', 5_000_000_000);
    await saved(store, key, writeOf(0, { meter, rounds, messages, summary: 'newest' }));
    const { text, ...counts } = meter;
    same(
      await allOf(store, key),
      {
        session: { revision: 1, decisions: 'decisions 0', meter: text },
        ...{ rounds, messages, list: [{ id: key.id, revision: 1, ...counts }] },
      },
      'load, rounds, messages and list give what was saved',
    );
  },

  async 'writes nothing where the revision is another one'(store) {
    const key = newKey();
    const more = { rounds: [roundOf(7)], messages: [messageOf(7, 7)], meter: meterOf('wrong', 7) };
    for (const revision of [1, 2]) {
      const isSaved = await store.save(key, writeOf(revision, more));
      expect(!isSaved, 'save resolves to false where nothing is stored and the revision is not 0');
    }
    same(
      await allOf(store, key),
      { session: undefined, rounds: [], messages: [] },
      'nothing is written',
    );
    await saved(store, key);
    await saved(store, key, writeOf(1));
    const before = await allOf(store, key);
    for (const revision of [0, 1, 3]) {
      const isSaved = await store.save(key, writeOf(revision, more));
      expect(!isSaved, 'save resolves to false where another revision is stored');
    }
    same(await allOf(store, key), before, 'what is not saved leaves no trace');
  },

  async 'lets one of several writers of a revision win'(store) {
    const key = newKey();
    for (const revision of [0, 1, 2]) {
      const won = await Promise.all(
        times(writers).map((writer) => {
          const decisions = `${writer}`;
          const own = [roundOf(revision + 1, { summary: `${writer}` })];
          const messages = [messageOf(revision + 1, revision + 1, `${writer}`)];
          return store.save(key, writeOf(revision, { decisions, rounds: own, messages }));
        }),
      );
      const winner = `${won.indexOf(true)}`;
      expect(won.filter(Boolean).length === 1, 'one writer wins, and no other');
      same((await store.load(key))?.decisions, winner, 'its decisions are stored');
      const [round, ...others] = (await store.rounds(key)).slice(revision);
      expect(round?.summary === winner && others.length === 0, 'and its rounds, no other ones');
      const messages = await store.messages(key, revision + 1);
      expect(messages.length === 1 && messages[0]?.print === winner, 'and its messages');
    }
  },

  async 'loses no write of several that each read first'(store) {
    const key = newKey();
    const increment = async () => {
      for (const _ of times(mostAttempts)) {
        const { revision = 0, decisions = '0' } = (await store.load(key)) ?? {};
        const next = `${Number(decisions) + 1}`;
        if (await store.save(key, writeOf(revision, { decisions: next }))) return;
      }
      expect(false, 'a writer that has just read the revision wins at last');
    };
    await Promise.all(
      times(writers).map(async () => {
        for (const _ of times(savesOfEach)) await increment();
      }),
    );
    const total = writers * savesOfEach;
    same(
      await store.load(key),
      { revision: total, decisions: `${total}` },
      'every write that was said to be saved is stored',
    );
  },

  async 'shows a save as a whole'(store) {
    const key = newKey();
    let isDone = false;
    const read = async () => {
      while (!isDone) {
        const before = (await store.load(key))?.revision ?? 0;
        const [rounds, messages] = [await store.rounds(key), await store.messages(key)];
        const after = (await store.load(key))?.revision ?? 0;
        for (const { length } of [rounds, messages]) {
          expect(
            length >= before && length <= after,
            'rounds and messages come with their revision',
          );
        }
        await pause(0);
      }
    };
    const write = async () => {
      for (const at of times(12)) {
        const more = { rounds: [roundOf(at + 1)], messages: [messageOf(at + 1, at + 1)] };
        await saved(store, key, writeOf(at, more));
      }
    };
    await Promise.all([read(), write().finally(() => (isDone = true))]);
  },

  async 'keeps a meter for the revision that it was written for'(store) {
    const key = newKey();
    await saved(store, key);
    await saved(store, key, writeOf(1));
    const before = await allOf(store, key);
    for (const revision of [0, 1, 3]) await store.saveMeter(key, revision, meterOf('wrong', 9));
    same(await allOf(store, key), before, 'saveMeter writes nothing at another revision');
    await store.saveMeter(key, 2, {
      text: 'new',
      totalTokens: 7,
      compactionCount: 8,
      turnCount: 9,
    });
    const { session, list } = await allOf(store, key);
    same(
      session,
      { ...before.session, meter: 'new' },
      'saveMeter changes the meter and nothing else',
    );
    same(
      list,
      [{ totalTokens: 7, compactionCount: 8, turnCount: 9 }],
      'and the counts of the list',
    );
    await saved(store, key, writeOf(2));
    same((await store.load(key))?.meter, 'meter', 'a save brings a meter of its own');
  },

  async 'keeps rounds and messages that are there'(store) {
    const key = newKey();
    const first = { rounds: [roundOf(1)], messages: [messageOf(1, 1), messageOf(1, 2)] };
    await saved(store, key, writeOf(0, first));
    await saved(store, key, {
      ...writeOf(1),
      rounds: [roundOf(1, { summary: 'other' }), roundOf(2), roundOf(10)],
      messages: [
        ...[{ ...messageOf(2, 1), content: '"other"' }, messageOf(2, 2, 'edited')],
        ...[messageOf(2, 3), messageOf(10, 4)],
      ],
    });
    same(
      await store.rounds(key),
      [roundOf(1), roundOf(2), roundOf(10)],
      'rounds: oldest first, unchanged',
    );
    const [of1, of2] = [first.messages, [messageOf(2, 2, 'edited'), messageOf(2, 3)]];
    same(
      await store.messages(key),
      [...of1, ...of2, messageOf(10, 4)],
      'messages: by round and number',
    );
    same(await store.messages(key, 1), of1, 'messages of the first round');
    same(await store.messages(key, 2), of2, 'messages of the second round');
    same(await store.messages(key, 3), [], 'messages of a round that is not there');
  },

  async 'changes no text'(store) {
    for (const text of [...unlikely, unlikely.join('')]) {
      const key = newKey();
      const rounds = [roundOf(1, { summary: text, details: text })];
      const messages = [{ ...messageOf(1, 1, text), role: text, content: text }];
      const more = { decisions: text, meter: meterOf(text), summary: text, rounds, messages };
      await saved(store, key, writeOf(0, more));
      same(
        await allOf(store, key),
        { session: { decisions: text, meter: text }, rounds, messages },
        `a text comes back as it was: ${JSON.stringify(text)}`,
      );
      await store.saveMeter(key, 1, meterOf(`${text}!`));
      same((await store.load(key))?.meter, `${text}!`, 'and so does a meter of its own');
    }
  },

  async 'keeps decisions of a megabyte, and many messages'(store) {
    const key = newKey();
    const decisions = 'decision '.repeat(2 ** 17).slice(0, 2 ** 20);
    const messages = times(300).map((at) => ({
      ...messageOf(1, at + 1),
      content: JSON.stringify('said '.repeat(200)),
    }));
    await saved(store, key, writeOf(0, { decisions, messages, rounds: [roundOf(1)] }));
    same((await store.load(key))?.decisions, decisions, 'decisions of a megabyte come back');
    same(await store.messages(key), messages, 'messages come back in the order of their numbers');
  },
};
