/** Which sessions a call is about. */
import {
  allOf,
  type Checks,
  expect,
  messageOf,
  meterOf,
  newScope,
  patience,
  pause,
  roundOf,
  same,
  saved,
  writeOf,
} from './support.ts';

export const keys: Checks = {
  async 'tells keys apart'(store) {
    const scope = newScope();
    const ids = [
      'a',
      'A',
      'a/b',
      'a/b/c',
      'ab',
      'a-b',
      'a_b',
      'a~b',
      'a%2Fb',
      'a%',
      '%',
      '_',
      '~',
      '-',
    ];
    const all = [scope, `${scope}_`, `${scope}-`, `${scope}%`].flatMap((own) =>
      ids.map((id) => ({ scope: own, id })),
    );
    all.push({ scope: '', id: scope });
    for (const [at, key] of all.entries()) {
      const more = { rounds: [roundOf(1, { summary: `${at}` })], messages: [messageOf(1, at)] };
      await saved(store, key, writeOf(0, { decisions: `${at}`, ...more }));
    }
    for (const [at, key] of all.entries()) {
      const { session, rounds, messages } = await allOf(store, key);
      same(session, { revision: 1, decisions: `${at}` }, 'each key has a session of its own');
      expect(rounds.length === 1 && rounds[0]?.summary === `${at}`, 'and rounds of its own');
      expect(messages.length === 1 && messages[0]?.message === at, 'and messages of its own');
    }
    await store.delete({ scope: '', id: scope });
  },

  async 'lists a scope, or a session with its children'(store) {
    const scope = newScope();
    const ids = ['a', 'a/b', 'a/b/c', 'a/d', 'a-', 'a0', 'ab/c', 'aa', 'A/b', 'b/a'];
    for (const id of ids) await saved(store, { scope, id });
    const listed = async (id?: string) => (await store.list(scope, id)).map((one) => one.id).sort();
    same(await listed(), [...ids].sort(), 'all sessions of the scope');
    same(await listed('a'), ['a', 'a/b', 'a/b/c', 'a/d'], 'one with its children and theirs');
    same(await listed('a/b'), ['a/b', 'a/b/c'], 'a child with its own');
    same(await listed('b'), ['b/a'], 'children of a session that is not there');
    same(await listed('c'), [], 'nothing where there is nothing');
    same(await store.list(`${scope}-`), [], 'and nothing of another scope');
  },

  async 'lists what was last written first, with times'(store) {
    const scope = newScope();
    for (const id of ['a', 'b', 'c']) await saved(store, { scope, id });
    const [{ updatedAt: newest = 0 } = {}] = await store.list(scope);
    const of = async (id: string) => (await store.list(scope, id))[0];
    const created = (await of('a'))?.createdAt;
    // Until the store's clock has gone on: it may count whole milliseconds.
    for (const until = Date.now() + patience; ((await of('a'))?.updatedAt ?? 0) <= newest; ) {
      expect(Date.now() < until, 'saveMeter sets the time of the last write');
      await pause(2);
      await store.saveMeter({ scope, id: 'a' }, 1, meterOf());
    }
    same((await store.list(scope))[0]?.id, 'a', 'the last written session comes first');
    await saved(store, { scope, id: 'a' }, writeOf(1));
    same((await of('a'))?.createdAt, created, 'the time of the first write stays');
  },

  async 'deletes a session and its children, and no other'(store) {
    for (const [id, others] of [
      ['a', ['a-', 'a0', 'ab', 'ab/c', 'A', 'b/a']],
      ['a_c', ['abc', 'abc/d', 'a-c/d']],
      ['a%', ['a', 'abc/d', 'a%0/d', 'a%25']],
      ['%', ['a', 'a/b', '%25/a']],
      ['a/b', ['a', 'a/bc', 'a/bc/d', 'b']],
    ] as const) {
      const scope = newScope();
      const own = [id, `${id}/x`, `${id}/x/y`];
      const more = { rounds: [roundOf(1)], messages: [messageOf(1, 1)] };
      const all = [...own, ...others].map((each) => ({ scope, id: each }));
      for (const key of [...all, { scope: `${scope}-`, id }]) {
        await saved(store, key, writeOf(0, more));
      }
      await store.delete({ scope, id });
      const left = (await store.list(scope)).map((one) => one.id).sort();
      same(left, [...others].sort(), 'delete takes the session and its children alone');
      same((await store.list(`${scope}-`)).length, 1, 'and none of another scope');
      for (const key of all) {
        const { rounds, messages } = await allOf(store, key);
        const count = own.includes(key.id) ? 0 : 1;
        expect(rounds.length === count && messages.length === count, 'with rounds and messages');
      }
      await saved(store, { scope, id });
      same(
        await allOf(store, { scope, id }),
        { rounds: [], messages: [] },
        'a new one starts empty',
      );
      await store.delete({ scope, id });
      await store.delete({ scope, id });
    }
  },
};
