// promise: 1 always valid, 2 never mutates, 3 never larger, 4 never breaks the agent
// promise: 5 always ends, 6 pays once, 7 keeps the prefix, 8 keeps the user's word
// promise: 9 loses nothing silently, 10 deterministic
/**
 * Contracts 1 to 10 of the design under every preset and under random policies, in all dialects, on
 * conversations that grow step by step, with restarts, new loops and folds on demand.
 */
import { describe, it } from 'node:test';
import { anthropicShape } from './support/anthropic.ts';
import { holds } from './support/cases.ts';
import { chatShape } from './support/chat.ts';
import type { Shape } from './support/contracts.ts';
import { Player } from './support/play.ts';
import {
  asAnthropic,
  asChat,
  type Growth,
  playCarried,
  playRaw,
  playRough,
  randomGrowth,
  randomPlay,
  randomPolicy,
} from './support/scenarios.ts';
import type { Message } from './support/shapes.ts';

const dialects = {
  'ai-sdk': { as: (growth: Growth) => growth, shape: () => undefined, share: 0.12 },
  'openai-chat': { as: asChat, shape: chatShape, share: 0.05 },
  anthropic: { as: asAnthropic, shape: anthropicShape, share: 0.05 },
};

describe('any policy', () => {
  for (const [dialect, { as, shape, share }] of Object.entries(dialects)) {
    it(`keeps every contract: ${dialect}`, async () => {
      const tally = await holds(`policies ${dialect}`, share, async ({ rng, seed, ...rest }) => {
        const { compactors, enter } = rest;
        const [compactor] = compactors;
        const play = randomPlay(rng, `${seed}`, compactor);
        Object.assign(play.overrides, randomPolicy(rng));
        const growth = as(randomGrowth(rng));
        if (dialect !== 'ai-sdk') play.overrides.dialect = dialect as 'anthropic';
        // The system field of a request is not part of a step's answer.
        const { preset, placement } = play.overrides;
        const goesToSystem = placement === 'system' || preset === 'tiered';
        if (dialect === 'anthropic' && goesToSystem) play.overrides.placement = 'user';
        const own: Shape | undefined = shape((message: Message) =>
          compactor.estimateMessagesTokens([message]),
        );
        const player = enter(new Player(own === undefined ? play : { ...play, shape: own }));
        const course = rng.int(0, 2 ** 31);
        if (seed % 3 === 0) await playRough(player, growth, course);
        else if (seed % 3 === 1) await playCarried(player, growth);
        else await playRaw(player, growth);
      });
      tally?.looksFor('trim', 'for trigger', 'for budget');
      tally?.looksFor('clear', 'for economy');
    });
  }
});
