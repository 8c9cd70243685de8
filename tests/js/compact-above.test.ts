// promise: 1 always valid, 3 never larger, 8 keeps the user's word, api
/**
 * Folds of what stands before a message: at every message of generated conversations in three dialects, with
 * records there already and without, and what is said to a bound that is none.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holds } from './support/cases.ts';
import { conversation, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { Player } from './support/play.ts';
import { inDialect, playRaw, randomGrowth, randomPlay } from './support/scenarios.ts';
import { dialects } from './support/talk.ts';

const open = opener({ contextWindow: 64_000, system: '', tools: {} });

describe('session.compactAbove', () => {
  it('leaves a valid view within the budget, whatever message it is, and none behind it gone', async () => {
    let folded = 0;
    const tally = await holds('above', 0.5, async ({ rng, seed, compactors, enter, fail }) => {
      const play = randomPlay(rng, `${seed}`, compactors[0]);
      const growth = inDialect(rng.pick(dialects), play, randomGrowth(rng));
      const player = enter(new Player(play));
      await playRaw(player, growth);
      const { array, host, model: _, ...last } = player.calls.at(-1) as (typeof player.calls)[0];
      const before = player.explained.messages.map(({ fate }) => fate);
      const state = player.state;
      for (let above = 1; above <= host.length; above += 1) {
        const fork = enter(await player.fork(`above ${seed} ${above}`));
        await fork.send(array, { host, manual: true, above, sound: last.sound });
        const rewrites = fork.calls.at(-1)?.events.filter(({ type }) => type === 'compaction');
        const [event] = rewrites ?? [];
        if (event?.type !== 'compaction' || event.reason !== 'manual') continue;
        folded += 1;
        if (event.tokensBefore > event.budget) continue;
        const after = fork.explained.messages.map(({ fate }) => fate);
        const wrong = after.findIndex(
          (fate, at) => at >= above - 1 && fate === 'folded' && before[at] !== 'folded',
        );
        if (wrong >= 0) fail(`above ${above}: message ${wrong + 1} is folded`);
      }
      if (player.state !== state) fail('a fork has changed the session that it is of');
    });
    assert.ok(folded > 0);
    tally?.looksFor('for manual');
  });

  it('folds all that is not protected, however recent, and splits no unit', async () => {
    const history = [...conversation(20), user('And now the other one.')];
    for (const above of [21, 22, 41, history.length]) {
      const { session } = await open();
      await session.prepare(history);
      const { compacted, event } = await session.compactAbove(above);
      assert.ok(compacted);
      assert.equal(event?.reason, 'manual');
      const folded = session.explain().messages.filter(({ fate }) => fate === 'folded');
      // Message 1 is the request; a call stands at an even number, its result behind it.
      const last = above % 2 === 0 ? above - 1 : above - 2;
      assert.deepEqual(
        folded.map(({ message }) => message),
        Array.from({ length: last - 1 }, (_, i) => i + 2),
      );
    }
  });

  it('takes the message itself, of the last array or of the one that it is given', async () => {
    const history = conversation(20);
    const { session } = await open();
    await session.prepare(history);
    const other = await open();
    const [byObject, byNumber] = [
      await session.compactAbove(history[20] as object as (typeof history)[0]),
      await other.session.compactAbove(21, { messages: history }),
    ];
    assert.deepEqual(byObject.messages, byNumber.messages);
    assert.ok(byObject.compacted);
    const given = await open({ cacheControl: 'auto' });
    const own = await given.session.compactAbove(history[20] as (typeof history)[0], {
      messages: history,
    });
    assert.equal(own.event?.folds[0]?.lastMessage, byNumber.event?.folds[0]?.lastMessage);
  });

  it('folds behind the records that are there, and nothing where all before it is folded', async () => {
    const history = conversation(30);
    const { session } = await open();
    await session.prepare(history);
    await session.compactAbove(21);
    const [first] = session.records();
    assert.equal((await session.compactAbove(11)).compacted, false);
    assert.equal((await session.compactAbove(1)).compacted, false);
    const { event } = await session.compactAbove(41);
    assert.equal(event?.folds.at(-1)?.firstMessage, (first?.lastMessage ?? 0) + 1);
    assert.equal(session.explain().records.at(-1)?.lastMessage, 39);
  });

  it('refuses what is no message of the array', async () => {
    const history = conversation(4);
    const { session } = await open();
    const code = 'invalid-argument';
    await assert.rejects(session.compactAbove(2), { code });
    await session.prepare(history);
    const before = session.snapshot();
    for (const bound of [0, -1, 1.5, Number.NaN, history.length + 1, 'x', null, undefined, {}]) {
      await assert.rejects(session.compactAbove(bound as number), { code }, String(bound));
    }
    assert.equal(session.snapshot(), before);
    assert.ok((await session.prepare(history)).messages.length > 0);
    session.dispose();
    await assert.rejects(session.compactAbove(2), { code: 'disposed' });
  });
});
