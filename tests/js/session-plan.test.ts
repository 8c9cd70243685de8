// promise: 2 never mutates, api
/**
 * `session.plan`: what it says a step would do is what the step then does, and no step does anything else because it
 * was asked.
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
  playReturns,
  playRough,
  randomGrowth,
  randomHistory,
  randomPlay,
  randomPolicy,
} from './support/scenarios.ts';
import type { Message } from './support/shapes.ts';

const dialects = {
  'ai-sdk': { as: (growth: Growth) => growth, shape: () => undefined },
  'openai-chat': { as: asChat, shape: chatShape },
  anthropic: { as: asAnthropic, shape: anthropicShape },
};

describe('a plan', () => {
  for (const [dialect, { as, shape }] of Object.entries(dialects)) {
    it(`tells what the step then does, and changes nothing of it: ${dialect}`, async () => {
      const tally = await holds(`plans ${dialect}`, 0.05, async ({ rng, seed, ...rest }) => {
        const { compactors, enter, fail } = rest;
        const [one, other] = compactors;
        const play = randomPlay(rng, `${seed}`, one);
        if (rng.chance(0.5)) Object.assign(play.overrides, randomPolicy(rng));
        if (dialect !== 'ai-sdk') play.overrides.dialect = dialect as 'anthropic';
        // The system field of a request is not part of a step's answer.
        const { preset, placement } = play.overrides;
        const goesToSystem = placement === 'system' || preset === 'tiered';
        if (dialect === 'anthropic' && goesToSystem) play.overrides.placement = 'user';
        const own: Shape | undefined = shape((message: Message) =>
          one.estimateMessagesTokens([message]),
        );
        if (own !== undefined) play.shape = own;
        const growth = as(randomGrowth(rng));
        const history = randomHistory(rng);
        const course = rng.int(0, 2 ** 31);
        const players = [
          enter(new Player({ ...play, plans: true })),
          enter(new Player({ ...play, compactor: other })),
        ];
        for (const player of players) {
          if (seed % 4 === 0) await playRough(player, growth, course);
          else if (seed % 4 === 1) await playCarried(player, growth);
          else if (seed % 4 === 2 || dialect !== 'ai-sdk') await playRaw(player, growth);
          else await playReturns(player, history, course);
        }
        const [planned, plain] = players;
        if (planned?.log.join() !== plain?.log.join()) fail('a plan changes a view');
        if (planned?.state !== plain?.state) fail('a plan changes a state');
      });
      tally?.looksFor('trim', 'clear', 'for trigger', 'for budget', 'for economy');
    });
  }
});
