// promise: 1 always valid, 2 never mutates, 3 never larger, 4 never breaks the agent
// promise: 5 always ends, 6 pays once, 7 keeps the prefix, 8 keeps the user's word
// promise: 9 loses nothing silently, 10 deterministic
/**
 * Contracts 1 to 10 of the design on histories that come back: cloned, edited, regenerated, cut at
 * either end, with strings as parts, masked errors and reordered results, as a view of ours, as
 * another conversation, in the same process or after a restart; and on histories of chat completions.
 */
import { describe, it } from 'node:test';
import { holds } from './support/cases.ts';
import { chatShape } from './support/chat.ts';
import { mutationKinds } from './support/mutations.ts';
import { Player } from './support/play.ts';
import {
  asChat,
  playCarried,
  playRaw,
  playReturns,
  playRough,
  randomGrowth,
  randomHistory,
  randomPlay,
} from './support/scenarios.ts';

describe('histories that come back', () => {
  it('keep every contract, whatever the host made of them, the same way twice', async () => {
    const tally = await holds('returns', 0.2, async ({ rng, seed, compactors, tally, ...rest }) => {
      const { enter, fail } = rest;
      const [one, other] = compactors;
      const play = randomPlay(rng, `${seed}`, one);
      const history = randomHistory(rng);
      const course = rng.int(0, 2 ** 31);
      const player = enter(new Player(play));
      for (const kind of await playReturns(player, history, course)) tally.count(`sent ${kind}`);
      if (seed % 4 !== 0) return;
      const again = enter(new Player({ ...play, compactor: other }));
      await playReturns(again, history, course);
      if (player.log.join() !== again.log.join()) fail('two engines differ');
    });
    tally?.looksFor(
      ...mutationKinds.map((kind) => `sent ${kind}`),
      ...['sent own-view', 'own-view', 'suffix', 'truncated', 'edited', 'regenerated', 'unrelated'],
      ...['aborted-call', 'late-result', 'orphan-result', 'duplicate-result', 'empty-message'],
      ...['orphan-approval', 'cannot-fit', 'trim', 'fold by model', 'fold by code'],
    );
  });
});

describe('chat completions', () => {
  it('keep every contract that their shape knows', async () => {
    const tally = await holds('chat', 0.07, async ({ rng, seed, compactors, enter }) => {
      const [compactor] = compactors;
      const play = randomPlay(rng, `${seed}`, compactor);
      if (seed % 2 === 0) play.overrides.dialect = 'openai-chat';
      const growth = asChat(randomGrowth(rng));
      const shape = chatShape((message) => compactor.estimateMessagesTokens([message]));
      const player = enter(new Player({ ...play, shape }));
      const course = rng.int(0, 2 ** 31);
      if (seed % 3 === 0) await playRough(player, growth, course);
      else if (seed % 3 === 1) await playCarried(player, growth);
      else await playRaw(player, growth);
    });
    tally?.looksFor('trim', 'fold by model', 'fold by code', 'aborted-call', 'cannot-fit');
  });
});
