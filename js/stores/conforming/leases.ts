/** Who may buy a summary. */
import type { Store } from '../../types/store.ts';
import {
  type Checks,
  expect,
  meterOf,
  newKey,
  patience,
  pause,
  same,
  saved,
  times,
  writeOf,
  writers,
} from './support.ts';

/** False for a store that one process alone writes to. */
function hasLeases(store: Store): store is Required<Store> {
  const given = [store.lease, store.release].filter((method) => method !== undefined).length;
  expect(given !== 1, 'a store has lease and release, or neither');
  return given === 2;
}

export const leases: Checks = {
  async 'grants a lease to one holder'(store) {
    const key = newKey();
    if (!hasLeases(store)) return;
    const taken = await Promise.all(
      times(writers).map((taker) => store.lease(key, `holder ${taker}`, 60_000)),
    );
    const holders = times(writers).filter((taker) => taken[taker]?.granted);
    expect(holders.length === 1, 'one of several takers has the lease');
    for (const { granted, millisLeft, revision } of taken) {
      expect(revision === 0, 'the revision is 0 where there is no session');
      if (granted) expect(millisLeft === 0, 'nothing is left to wait for who has it');
      else expect(millisLeft > 0 && millisLeft <= 60_000, 'the others know how long to wait');
    }
    const again = await store.lease(key, `holder ${holders[0]}`, 60_000);
    expect(again.granted, 'its holder gets it anew');
    const elsewhere = await store.lease({ ...key, id: 'other' }, 'another', 60_000);
    expect(elsewhere.granted, 'a lease is one of a session');
    await store.release(key, 'another');
    expect(!(await store.lease(key, 'another', 60_000)).granted, 'no other can release it');
    await store.release(key, `holder ${holders[0]}`);
    expect((await store.lease(key, 'another', 60_000)).granted, 'it is free when it is released');
    await store.delete(key);
    expect((await store.lease(key, 'a third', 60_000)).granted, 'and when its session is deleted');
    await store.release(key, 'a third');
    await store.release({ ...key, id: 'other' }, 'another');
  },

  async 'ends a lease with a save, and by its clock'(store) {
    const key = newKey();
    if (!hasLeases(store)) return;
    await store.lease(key, 'one', 60_000);
    await store.save(key, writeOf(5));
    expect(!(await store.lease(key, 'two', 60_000)).granted, 'a save that fails leaves the lease');
    await saved(store, key);
    await store.saveMeter(key, 1, meterOf());
    same(
      await store.lease(key, 'two', 60_000),
      { granted: true, revision: 1, millisLeft: 0 },
      'a save ends the lease of any holder',
    );
    await store.lease(key, 'two', 60_000);
    await saved(store, key, writeOf(1, { keepsLease: true }));
    const kept = await store.lease(key, 'three', 60_000);
    expect(!kept.granted, 'but not one that decides nothing');
    await store.lease(key, 'two', 1);
    for (
      const until = Date.now() + patience;
      !(await store.lease(key, 'three', 60_000)).granted;
    ) {
      expect(Date.now() < until, 'a lease ends when its time is over');
      await pause(2);
    }
    expect(!(await store.lease(key, 'two', 60_000)).granted, 'and who had it has it no longer');
    await store.delete(key);
  },
};
