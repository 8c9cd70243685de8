/**
 * What is best done with a session that nobody uses: by prices, by the time until somebody comes back, and by
 * what a fold would take.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, EpitomeError } from 'epitome';
import { conversation, recordingSummarizer } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const minute = 60_000;
const lifetime = 5 * minute;
const prices = { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };
const open = opener({ contextWindow: 64_000, windowGuard: { warn: 0 } });
const history = conversation(100);

async function idle(options: Partial<CompactorOptions> = {}) {
  let time = 1_000_000;
  const { session } = await open({
    prices,
    cacheLifetime: lifetime,
    system: 'Be brief.',
    tools: [],
    now: () => time,
    ...options,
  });
  await session.prepare(history);
  return {
    session,
    pass: (millis: number) => {
      time += millis;
    },
  };
}

describe('an idle session', () => {
  it('is folded shortly before its cache goes cold, where nobody is back by then', async () => {
    const { session, pass } = await idle();
    const decision = session.whenIdle({ idleFor: 3 * 60 * minute, steps: 20 });
    assert.equal(decision.action, 'compact');
    assert.equal(decision.coldAt, 1_000_000 + lifetime);
    assert.ok(decision.at < decision.coldAt && decision.at >= decision.coldAt - lifetime / 5);
    const { wait, compact = 0, keepWarm = 0 } = decision.costs;
    assert.ok(compact < wait && wait < keepWarm);
    pass(decision.at - 1_000_000);
    const { event } = await session.compact();
    assert.equal(event?.folds[0]?.tokensBefore, decision.foldable?.tokens);
    assert.notEqual(
      session.whenIdle({ idleFor: 3 * 60 * minute }).action,
      'compact',
      'once is enough',
    );
  });

  it('is kept warm where somebody is back soon, and says what each request costs', async () => {
    const { session } = await idle({ summarize: recordingSummarizer().summarize });
    const decision = session.whenIdle({ idleFor: 7 * minute, steps: 2 });
    assert.equal(decision.action, 'keep-warm');
    assert.equal(decision.ping.count, 1);
    const { viewTokens, budget } = session.explain();
    const prompt = viewTokens + budget.hostOverhead;
    assert.equal(decision.ping.cost, (prompt * prices.cacheRead + prices.output) / 1e6);
    // Read once to keep it, and twice by the steps; or written once and read once.
    const about = (sum: number | undefined, expected: number) =>
      assert.ok(Math.abs((sum ?? 0) - expected) < 1e-9, `${sum}, ${expected}`);
    about(decision.costs.keepWarm, (prompt * 3 * prices.cacheRead + prices.output) / 1e6);
    about(decision.costs.wait, (prompt * (prices.cacheWrite + prices.cacheRead)) / 1e6);
  });

  it('is left alone where somebody is back before, and where there is nothing to gain', async () => {
    const { session } = await idle({ summarize: recordingSummarizer().summarize });
    const back = session.whenIdle({ idleFor: 2 * minute, steps: 1 });
    assert.equal(back.action, 'wait');
    assert.equal(back.ping.count, 0);
    const short = await idle();
    await short.session.prepare(history.slice(0, 1));
    const decision = short.session.whenIdle({ idleFor: 60 * minute });
    assert.equal(decision.costs.compact, undefined);
    assert.equal(decision.action, 'wait');
  });

  it('that is cold is not kept warm', async () => {
    const { session, pass } = await idle();
    pass(2 * lifetime);
    const { costs, at, action } = session.whenIdle({ steps: 20 });
    assert.equal(costs.keepWarm, undefined);
    assert.equal(at, 1_000_000 + 2 * lifetime);
    assert.equal(action, 'compact');
  });

  it('counts the summary call against it', async () => {
    const free = (await idle()).session.whenIdle({ steps: 3 });
    const paid = (await idle({ summarize: recordingSummarizer().summarize })).session.whenIdle({
      steps: 3,
    });
    const call = (paid.costs.compact ?? 0) - (free.costs.compact ?? 0);
    assert.ok(call > ((paid.foldable?.tokens ?? 0) * prices.input * 0.9) / 1e6);
  });

  it('needs prices, a lifetime, a transcript and numbers', async () => {
    const isRefused = (work: () => unknown) =>
      assert.throws(
        work,
        (error) => EpitomeError.isInstance(error) && error.code === 'invalid-argument',
      );
    const { session: unpriced } = await open({ cacheLifetime: lifetime });
    await unpriced.prepare(history);
    isRefused(() => unpriced.whenIdle());
    const { session } = await idle();
    isRefused(() => session.whenIdle({ idleFor: -1 }));
    isRefused(() => session.whenIdle({ steps: Number.NaN }));
    const { session: unused } = await open({ prices, cacheLifetime: lifetime });
    isRefused(() => unused.whenIdle());
  });
});
