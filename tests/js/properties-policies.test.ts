// promise: 1 always valid, 2 never mutates, 3 never larger, 4 never breaks the agent
// promise: 5 always ends, 6 pays once, 7 keeps the prefix, 8 keeps the user's word
// promise: 9 loses nothing silently, 10 deterministic
/**
 * Contracts 1 to 10 of the design under every preset and under random policies, in all dialects, on
 * conversations that grow step by step, with restarts, new loops and folds on demand.
 */
import { describe, it } from 'node:test';
import { holds } from './support/cases.ts';
import { Player } from './support/play.ts';
import {
  inDialect,
  playCarried,
  playRaw,
  playRough,
  randomGrowth,
  randomPlay,
  randomPolicy,
} from './support/scenarios.ts';
import { dialects } from './support/talk.ts';

const shares = { 'ai-sdk': 0.12, 'openai-chat': 0.05, anthropic: 0.05 };

describe('any policy', () => {
  for (const dialect of dialects) {
    it(`keeps every contract: ${dialect}`, async () => {
      const tally = await holds(
        `policies ${dialect}`,
        shares[dialect],
        async ({ rng, seed, ...rest }) => {
          const { compactors, enter } = rest;
          const [compactor] = compactors;
          const play = randomPlay(rng, `${seed}`, compactor);
          Object.assign(play.overrides, randomPolicy(rng));
          const growth = inDialect(dialect, play, randomGrowth(rng));
          const player = enter(new Player(play));
          const course = rng.int(0, 2 ** 31);
          if (seed % 3 === 0) await playRough(player, growth, course);
          else if (seed % 3 === 1) await playCarried(player, growth);
          else await playRaw(player, growth);
        },
      );
      tally?.looksFor('trim', 'for trigger', 'for budget');
      tally?.looksFor('clear', 'for economy');
    });
  }
});
