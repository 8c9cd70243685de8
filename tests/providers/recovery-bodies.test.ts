// promise: 4 never breaks the agent
/**
 * The middleware in front of real provider packages: whatever a provider's refusal for size reads like, a request that
 * is refused in mid-loop is sent again, smaller, and no tool runs twice.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RefusalBody, refusalBodies } from '../js/support/refusal-bodies.ts';
import {
  type Anything,
  checkLimits,
  everyStep,
  limitedBy,
  modes,
  request,
  type Scene,
  start,
} from './scripted/agent.ts';
import { endpoints } from './scripted/endpoints.ts';

/** Pictures that the model has seen, and the request. */
const pictures = (count: number): Anything[] => [
  ...Array.from({ length: count }, (_, i) => [
    {
      role: 'user',
      content: [
        { type: 'text', text: `Picture ${i}.` },
        { type: 'file', data: `iVBORw0KGgo${`${i}AAA`.repeat(200)}`, mediaType: 'image/png' },
      ],
    },
    { role: 'assistant', content: `I see ${i}.` },
  ]).flat(),
  request,
];

/** A scene in which the refusal comes in mid-loop, at a tenth of what is stated. */
function scenes(recorded: RefusalBody): Scene {
  const { of, limit = 5 } = recorded.says;
  if (of === 'images') {
    const options = { contextWindow: 1_000_000 };
    return { messages: pictures(limit + 4), refuse: limitedBy(recorded, limit), steps: 3, options };
  }
  return { refuse: limitedBy(recorded, of === 'bytes' ? 32_000 : 8_000) };
}

for (const [name, endpoint] of Object.entries(endpoints)) {
  describe(`${name}: a request that is refused in mid-loop`, () => {
    for (const recorded of refusalBodies.filter(({ who }) => endpoint.whose.test(who))) {
      for (const mode of modes) {
        // A good status without events is an empty stream.
        if (recorded.status === 200 && mode === 'stream') continue;
        it(`is sent again, smaller: ${recorded.who}, ${mode}`, async () => {
          const scene = scenes(recorded);
          const { errors, ran, server, steps, log } = await start(endpoint, mode, scene);
          assert.deepEqual(errors.map(String), []);
          assert.deepEqual(ran, everyStep(steps));
          assert.equal(server.served.length, steps);
          assert.ok(server.refused.length > 0 && server.refused.length <= 3);
          const learned = log.of('limit-learned');
          checkLimits(learned, recorded.says.of);
          const { of, limit } = recorded.says;
          if (of === 'images' && limit !== undefined) assert.equal(learned.at(-1)?.limit, limit);
          assert.deepEqual(log.of('error'), []);
        });
      }
    }
  });
}
