/** What becomes of old sessions. */
import {
  allOf,
  type Checks,
  expect,
  messageOf,
  newKey,
  pause,
  roundOf,
  same,
  saved,
  writeOf,
} from './support.ts';

export const expiry: Checks = {
  async 'deletes what was not written for a time (all sessions, in the end)'(store) {
    const key = newKey();
    const child = { ...key, id: `${key.id}/child` };
    const more = { rounds: [roundOf(1)], messages: [messageOf(1, 1)] };
    for (const own of [key, child]) await saved(store, own, writeOf(0, more));
    await store.expire(60 * 60_000);
    same((await store.list(key.scope)).length, 2, 'what was written in that time stays');
    await pause(10);
    const count = await store.expire(0);
    expect(count >= 2, 'expire resolves to the number of sessions');
    for (const own of [key, child]) {
      same(
        await allOf(store, own),
        { session: undefined, rounds: [], messages: [], list: [] },
        'what expired is gone, with rounds and messages',
      );
    }
    same(await store.expire(0), 0, 'nothing is left to expire');
    await saved(store, key);
    same(await store.rounds(key), [], 'a new session starts empty');
    await store.delete(key);
  },
};
