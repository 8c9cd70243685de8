/**
 * What memory keeps whatever arrives, and where a fold ends: the newest result gives way before the
 * user's words, the records and the recent steps do, and the prompt that is billed after a fold is
 * near its target however far estimates are off.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactionEvent } from 'epitome';
import {
  assistant,
  callMessage,
  model,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import type { Message } from './support/shapes.ts';
import { countMessages } from './support/tokens.ts';

const open = opener({});

/** A session of small steps and orders of the user, each step billed `ratio` of its estimate. */
async function worked(contextWindow: number, ratio: number, seed: number) {
  const { session, log } = await open({ contextWindow });
  const rng = createRng(`floor ${contextWindow} ${ratio} ${seed}`);
  const host: Message[] = [user('Please mend the modules one by one.')];
  const orders: string[] = [];
  const steps: object[] = [];
  const bill = (tokens: number) => Math.round(tokens * ratio) + Math.round(contextWindow / 40);
  const prepare = async () => {
    const prepared = await session.prepareStep({
      messages: host,
      steps: steps as never,
      stepNumber: steps.length,
      model: model as never,
    });
    const view = (prepared?.messages ?? host) as Message[];
    steps.push({ usage: { inputTokens: bill(countMessages(view)), outputTokens: 0 } });
    return view;
  };
  let count = 0;
  const work = async () => {
    count += 1;
    if (count % 12 === 5) {
      const order = `From now on never edit src/frozen${count}.ts.`;
      orders.push(order);
      host.push(assistant(`Part ${count} is done.`), user(order));
    }
    host.push(...step(`c${count}`, rng.int(80, Math.round(contextWindow / 80))));
    return prepare();
  };
  return { session, log, rng, host, orders, prepare, work };
}

describe('memory has a floor', () => {
  for (const contextWindow of [8_000, 32_000, 128_000]) {
    it(`under a result of 0.3 to 3 windows of ${contextWindow} tokens`, async () => {
      for (let seed = 1; seed <= 6; seed += 1) {
        const { session, log, rng, host, orders, prepare, work } = await worked(
          contextWindow,
          1,
          seed,
        );
        let view = await work();
        const full = () => countMessages(view) > 0.85 * session.explain().budget.trigger;
        while (log.rewrites.length < 2 || !full()) view = await work();
        const before = countMessages(view);
        const stood = orders.filter((order) => JSON.stringify(view).includes(order));
        const size = Math.round((0.3 + rng.next() * 2.7) * contextWindow);
        host.push(callMessage('giant'), resultMessage('giant', text(rng.fork(), 4 * size)));
        view = await prepare();
        const rest = countMessages(view) - countMessages(view.slice(-1));
        const third = session.explain().budget.target / 3;
        assert.ok(rest >= Math.min(third, 0.9 * before), `seed ${seed}: ${rest} of ${third}`);
        const shown = JSON.stringify(view);
        for (const order of stood) assert.ok(shown.includes(order), `seed ${seed}: ${order}`);
        assert.equal(log.of('cannot-fit').length, 0);
      }
    });
  }
});

describe('a fold ends near its target', () => {
  for (const ratio of [0.8, 1, 1.2, 1.4]) {
    it(`where the provider bills ${ratio} of the estimate`, async () => {
      const { session, log, work } = await worked(32_000, ratio, 1);
      const off: number[] = [];
      for (let count = 0; count < 500; count += 1) {
        const before = log.rewrites.length;
        const view = await work();
        const folds = log.rewrites
          .slice(before)
          .some((each: CompactionEvent) => each.folds.length > 0);
        const { target } = session.explain().budget;
        if (folds) off.push((countMessages(view) * ratio) / target - 1);
      }
      // The first one learns what the provider's tokens are.
      const later = off.slice(2).sort((a, b) => a - b);
      const median = later[later.length >> 1] ?? 1;
      assert.ok(later.length >= 6 && Math.abs(median) <= 0.05, `${later.length}: ${median}`);
    });
  }
});
