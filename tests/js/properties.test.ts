// promise: 1 always valid, 2 never mutates, 3 never larger, 4 never breaks the agent
// promise: 5 always ends, 6 pays once, 7 keeps the prefix, 8 keeps the user's word
// promise: 9 loses nothing silently, 10 deterministic
/**
 * Contracts 1 to 10 of the design on conversations that grow, step by step, as the AI SDK grows them:
 * sound and damaged, with any options, with models that work and models that fail, on frozen input.
 * Each call is judged by support/contracts.ts; here stands what takes more than one call to see.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holds } from './support/cases.ts';
import { Player } from './support/play.ts';
import { Replies, replyKinds } from './support/replies.ts';
import { playCarried, playRaw, playRough, randomGrowth, randomPlay } from './support/scenarios.ts';

function viewsOf(player: Player): string[] {
  return player.calls.map((call) => JSON.stringify(call.view));
}

function promptsOf(player: Player): string[] {
  return player.requests.map((request) => JSON.stringify(request));
}

/** Where two lists part; -1 when they do not. */
function difference(a: readonly string[], b: readonly string[]): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return at;
  return -1;
}

describe('conversations that grow', () => {
  it('keep every contract, and give the same views raw (ai 5, 6) and carried on (ai 7)', async () => {
    const tally = await holds('growth', 0.4, async ({ rng, seed, compactors, enter, fail }) => {
      const [one, other] = compactors;
      const play = randomPlay(rng, `${seed}`, one);
      const growth = randomGrowth(rng);
      const raw = enter(new Player(play));
      await playRaw(raw, growth);
      const carried = enter(new Player({ ...play, compactor: other }));
      await playCarried(carried, growth);
      const parted = difference(viewsOf(raw), viewsOf(carried));
      if (parted >= 0) fail(`step ${parted}: raw and carried views differ`);
      if (difference(promptsOf(raw), promptsOf(carried)) >= 0)
        fail('raw and carried requests differ');
    });
    tally?.looksFor(
      ...['new', 'cannot-fit', 'repair', 'trim', 'for trigger', 'for budget', 'summary-rejected'],
      ...['fold by model', 'fold by code', 'merge by code', 'empty'],
      ...['words carried', 'words cut', 'words left out'],
    );
    tally?.looksFor(
      ...['merge by model', 'refused', 'truncated', 'inflated', 'too-short', 'tool-call', 'failed'],
    );
  });

  it('outlive processes, new loops, repeated steps and folds on demand, the same way twice', async () => {
    const tally = await holds('rough', 0.27, async ({ rng, seed, compactors, enter, fail }) => {
      const [one, other] = compactors;
      const play = randomPlay(rng, `${seed}`, one);
      const growth = randomGrowth(rng);
      const course = rng.int(0, 2 ** 31);
      const player = enter(new Player(play));
      await playRough(player, growth, course);
      if (seed % 4 !== 0) return;
      const again = enter(new Player({ ...play, compactor: other }));
      await playRough(again, growth, course);
      const parted = difference(player.log, again.log);
      if (parted >= 0) fail(`call ${parted + 1}: two engines differ`);
    });
    tally?.looksFor('extended', 'cannot-fit', 'for trigger', 'for budget', 'for manual', 'trim');
  });

  it('lose nothing on failing replies: a model that always fails is as good as none', async () => {
    const failing = replyKinds.filter((kind) => kind !== 'good');
    const tally = await holds('failing', 0.06, async ({ rng, seed, compactors, enter, fail }) => {
      const play = randomPlay(rng, `${seed}`, compactors[0]);
      const growth = randomGrowth(rng);
      const without = enter(new Player({ ...play, replies: undefined }));
      await playRaw(without, growth);
      const withFailing = enter(new Player({ ...play, replies: new Replies(`${seed}`, failing) }));
      await playRaw(withFailing, growth);
      const parted = difference(viewsOf(without), viewsOf(withFailing));
      if (parted >= 0) fail(`step ${parted}: a failing model changes the view`);
    });
    tally?.looksFor('summary-rejected', 'summary-failed', 'no-summarizer');
    tally?.looksFor('failed');
    assert.ok(tally === undefined || tally.conversations > 0);
  });
});
