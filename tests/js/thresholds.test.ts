// promise: api
/**
 * Sizes that options set, in any combination and in any layer: either an error names the option, or what holds is
 * a policy that works. The oracle computes with the plain meaning of each option.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompactorOptions,
  createCompactor,
  EpitomeError,
  type Explanation,
  type SessionOverrides,
} from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, EventLog, prose, user } from './support/conversation.ts';
import { createRng, type Rng } from './support/random.ts';

const cases = 400;
const sizes = ['trigger', 'target', 'flushAt', 'warn'] as const;

/** Fractions and tokens, round and odd ones. */
function amount(rng: Rng, window: number): number {
  return rng.chance(0.5) ? rng.int(1, 99) / 100 : rng.int(Math.ceil(window / 50), window);
}

function layer(rng: Rng, window: number): Partial<CompactorOptions> {
  const own: Partial<CompactorOptions> = {};
  for (const name of sizes) if (rng.chance(0.35)) own[name] = amount(rng, window);
  if (rng.chance(0.2)) own.keepRecent = { tokens: amount(rng, window) };
  if (rng.chance(0.15)) own.background = { at: amount(rng, window) };
  if (rng.chance(0.15)) own.ofPrompt = true;
  if (rng.chance(0.15))
    own.preset = rng.pick(['rolling', 'checkpoint', 'aiSdk', 'microAgent'] as const);
  if (rng.chance(0.2)) {
    own.budgets = { margin: amount(rng, window), output: rng.int(1, window) };
  }
  return own;
}

/** What each layer says, nearest last; a preset has its own numbers. */
type Budget = Explanation['budget'];

async function opened(
  rng: Rng,
  window: number,
  log: EventLog,
): Promise<{ budget: Budget; play: () => Promise<void>; layers: object } | EpitomeError> {
  const base = { contextWindow: window, system: '', tools: {}, windowGuard: { warn: 0 } };
  const own = layer(rng, window);
  const agents = rng.chance(0.3) ? { a: layer(rng, window) } : undefined;
  const overrides: SessionOverrides = {
    ...(rng.chance(0.4) && layer(rng, window)),
    ...(agents !== undefined && { agent: 'a' }),
  };
  const layers = { window, own, agents, overrides };
  try {
    const compactor = await createCompactor({
      ...base,
      ...own,
      ...(agents !== undefined && { agents }),
      onEvent: log.onEvent,
      dialect: rng.pick(['ai-sdk', 'openai-chat', 'anthropic'] as const),
    });
    const session = compactor.session('chat', overrides);
    await session.prepare([user('hi')]);
    const { budget } = session.explain();
    const play = async () => {
      const history: Message[] = [user('Please go on until it is done.')];
      const each = Math.max(20, Math.floor(budget.trigger / 60));
      for (let turn = 0; turn < 150; turn += 1) {
        history.push(assistant(prose(each, `a${turn}`)), user(`Go on with ${turn}.`));
        await session.prepare(history);
      }
      compactor.dispose();
    };
    return { budget, play, layers };
  } catch (error) {
    if (EpitomeError.isInstance(error)) return error;
    throw new Error(JSON.stringify(layers), { cause: error });
  }
}

describe('sizes of options', () => {
  for (const window of [16_000, 64_000, 200_000]) {
    it(`are refused by name, or make a policy that works, in a window of ${window}`, async () => {
      const rng = createRng(`sizes ${window}`);
      let [refused, held, folded] = [0, 0, 0];
      for (let at = 0; at < cases; at += 1) {
        const log = new EventLog();
        const outcome = await opened(rng, window, log);
        if (EpitomeError.isInstance(outcome)) {
          assert.equal(outcome.code, 'invalid-option');
          assert.match(
            outcome.message,
            /`(target|trigger|flushAt|warn|background\.at|keepRecent\.tokens|budgets)`/,
          );
          refused += 1;
          continue;
        }
        const { budget, play, layers } = outcome;
        const said = JSON.stringify({ ...layers, budget });
        // With `ofPrompt` a number below the overhead counts as nothing.
        if (budget.trigger > 0) assert.ok(budget.target < budget.trigger, said);
        assert.ok(budget.trigger <= budget.total && budget.total <= window, said);
        held += 1;
        if (budget.trigger < 2_000 || held % 8 !== 0) continue;
        await play();
        for (const { reason, tokensBefore, tokensAfter, trigger, target } of log.rewrites) {
          assert.ok(tokensAfter < tokensBefore, said);
          if (reason !== 'trigger') continue;
          // What is counted varies by what no bill has covered yet.
          assert.ok(tokensBefore >= trigger * 0.6, `${tokensBefore} of ${trigger}: ${said}`);
          folded += 1;
          // A fold frees at least a quarter of what it leaves.
          const most = Math.max(target ?? 0, tokensBefore * 0.8);
          assert.ok(tokensAfter <= most, `${tokensAfter}: ${said}`);
        }
      }
      assert.ok(
        refused > cases / 20 && held > cases / 4 && folded > 0,
        `${refused} ${held} ${folded}`,
      );
    });
  }

  it('leave room below a trigger that is set alone', async () => {
    for (const contextWindow of [16_000, 64_000, 200_000]) {
      for (const trigger of [
        0.05,
        0.3,
        0.41,
        0.5,
        0.8,
        0.95,
        contextWindow / 4,
        Math.floor(contextWindow / 3),
      ]) {
        using compactor = await createCompactor({ contextWindow, trigger });
        const session = compactor.session();
        await session.prepare([user('hi')]);
        const { budget } = session.explain();
        assert.ok(budget.target <= budget.trigger / 2, JSON.stringify(budget));
        assert.ok(budget.target >= budget.trigger / 3, JSON.stringify(budget));
      }
    }
  });

  const window = { contextWindow: 100_000, system: '', tools: {} };
  const wrong: [string, Partial<CompactorOptions>, RegExp][] = [
    ['a target alone above the default trigger', { target: 0.9 }, /`target`/],
    ['a target equal to the trigger', { trigger: 0.5, target: 0.5 }, /`target`/],
    ['the same across units', { trigger: 20_000, target: 0.4 }, /`target`/],
    ['a target of tokens above what the window has', { target: 96_000 }, /`target`/],
    ['a flush behind the trigger', { trigger: 40_000, flushAt: 50_000 }, /`flushAt`/],
    ['the same across units', { flushAt: 95_000 }, /`flushAt`/],
    ['summaries begun behind the trigger', { background: { at: 0.9 } }, /`background\.at`/],
    ['a warning that never comes', { warn: 120_000 }, /`warn`/],
    [
      'more recent than a rewrite aims at',
      { target: 0.3, keepRecent: { tokens: 0.5 } },
      /`keepRecent\.tokens`/,
    ],
    ['parts larger than the whole', { budgets: { output: 60_000, margin: 50_000 } }, /`budgets`/],
    ['a target above a preset’s trigger', { preset: 'rolling', target: 85_000 }, /`target`/],
  ];
  for (const [name, own, message] of wrong) {
    it(`are refused in every layer: ${name}`, async () => {
      const expected = { code: 'invalid-option', message };
      await assert.rejects(createCompactor({ ...window, ...own }), expected);
      await assert.rejects(createCompactor({ ...window, agents: { a: own } }), { ...expected });
      using compactor = await createCompactor(window);
      assert.throws(() => compactor.session('a', own), expected);
    });
  }

  it('are held against those of the layer behind', async () => {
    using compactor = await createCompactor({
      ...window,
      trigger: 30_000,
      agents: { a: { target: 20_000 } },
    });
    assert.throws(() => compactor.session('x', { target: 30_000 }), { code: 'invalid-option' });
    assert.throws(() => compactor.session('y', { agent: 'a', trigger: 0.1 }), {
      code: 'invalid-option',
    });
    compactor.session('z', { agent: 'a', target: 0.1 });
  });

  it('are not held against parts that a preset brings by its name', async () => {
    using compactor = await createCompactor({ ...window, preset: 'checkpoint' });
    compactor.session('x', {
      target: 3_500,
      keepRecent: { messages: 4 },
      budgets: { margin: 0.1 },
    });
  });
});
