// promise: 6 pays once
/** Sessions that a store has let go of while a process has them open: who opens one then begins anew, and that is stored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'epitome/stores/memory';
import { stringsIn } from '../../js/testing/values.ts';
import { key, last, play, processOn, stepsOf } from './support/stored.ts';

const ann = { scope: 'ann' };

describe('a session that is open and was', () => {
  const ends = {
    'expired by another process': (store: ReturnType<typeof memoryStore>) => store.expire(0),
    'deleted by another process': (store: ReturnType<typeof memoryStore>) => store.delete(key),
  };
  for (const [name, end] of Object.entries(ends)) {
    it(`${name} begins anew when it is opened, without what was known, and is stored`, async () => {
      const store = memoryStore();
      const { compactor, session } = await processOn(store);
      const arrays = stepsOf(30);
      session.pin('Answer in QXFRENCHXQ.');
      await play(session, arrays);
      assert.ok(session.usage().compactions > 0);
      // Its writes are over.
      for (let turns = 0; turns < 20; turns += 1) await new Promise((done) => setImmediate(done));
      await end(store);
      assert.equal(await store.load(key), undefined);

      const again = await compactor.open('chat', ann);
      assert.deepEqual(again.pins, []);
      const [first = []] = arrays;
      const { messages } = await again.prepare(first);
      assert.doesNotMatch(stringsIn(messages).join('\n'), /QXFRENCHXQ/);
      assert.equal(await compactor.open('chat', ann), again);
      await play(again, arrays);
      const view = await again.prepare(last(arrays));
      await compactor.close();
      const { decisions = '' } = (await store.load(key)) ?? {};
      assert.ok(decisions.length > 0 && !decisions.includes('QXFRENCHXQ'));
      const next = await processOn(store);
      assert.deepEqual(await next.session.prepare(last(arrays)), view);
      assert.deepEqual(next.log.rewrites, []);
    });
  }
});
