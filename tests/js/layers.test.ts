// promise: api
/**
 * How options of several layers become one: a preset, the compactor, its agents, a session. What is
 * nearer counts, member by member, and what belongs to a replaced option goes with it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompactorOptions,
  createCompactor,
  optionsFromEnv,
  type Session,
  type SessionOverrides,
} from 'epitome';
import { tokenFamilies } from 'epitome/tokens';
import { coreOptions } from '../../js/options/core-options.ts';
import { optionsOf } from '../../js/options/options.ts';
import { presetNames, presets } from '../../js/options/presets.ts';
import type { PresetName } from '../../js/types.ts';
import { conversation, EventLog, prose, user } from './support/conversation.ts';
import { createRng, type Rng } from './support/random.ts';

type Leaves = Map<string, unknown>;
const object = Symbol('object');

/** What stands at every path; for an object that it is one. */
function leavesOf(value: object, path = ''): Leaves {
  const leaves: Leaves = new Map();
  for (const [name, member] of Object.entries(value)) {
    const own = `${path}/${name}`;
    const plain = typeof member === 'object' && member !== null && !Array.isArray(member);
    leaves.set(own, plain ? object : member);
    if (plain) for (const [at, leaf] of leavesOf(member, own)) leaves.set(at, leaf);
  }
  return leaves;
}

/** What two layers make: what is behind stays where nothing nearer stands at it or over it. */
function overlaid(behind: Leaves, nearer: Leaves): Leaves {
  const over = [...nearer];
  const stays = (path: string) =>
    !nearer.has(path) && !over.some(([own, leaf]) => leaf !== object && path.startsWith(`${own}/`));
  return new Map([...[...behind].filter(([path]) => stays(path)), ...nearer]);
}

function randomLayer(rng: Rng): SessionOverrides {
  const some = <T>(value: () => T): T | undefined => (rng.chance(0.5) ? value() : undefined);
  const count = () => rng.int(1, 60);
  const protect = () => ({ results: some(count), assistants: some(count), tokens: some(count) });
  const long = () => rng.int(200, 9_000);
  const tool = () => ({ keep: some(() => rng.chance(0.5)), over: some(long) });
  return JSON.parse(
    JSON.stringify({
      windowGuard: some(() => ({ refuse: some(count), warn: some(count) })),
      warn: some(count),
      keepRecent: some(() => ({ tokens: some(count), messages: some(count) })),
      results: some(() => ({
        arrival: some(long),
        trim: some(() =>
          rng.chance(0.2)
            ? false
            : { over: some(long), head: some(count), tail: some(count), protect: some(protect) },
        ),
        clear: some(() => (rng.chance(0.3) ? false : { protect: some(protect) })),
        tools: some(() => ({ bash: some(tool), read: some(tool), 'web_*': some(tool) })),
      })),
      media: some(() => (rng.chance(0.5) ? false : { protect: some(protect) })),
      pace: some(() => ({ leastFold: some(count), minimumGain: some(count) })),
      summary: some(() => ({ shape: some(() => 'brief'), sections: some(() => []) })),
      background: some(() => (rng.chance(0.5) ? rng.chance(0.5) : { at: some(count) })),
    }),
  );
}

describe('layers', () => {
  it('are laid over one another member by member', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const rng = createRng(seed);
      const preset = rng.pick(presetNames);
      const [compactor, agent, session] = [0, 1, 2].map(() => randomLayer(rng));
      const around = {
        preset,
        contextWindow: 64_000,
        ...compactor,
        agents: { coder: agent ?? {} },
      };
      const { agents: _, ...merged } = optionsOf(around, { ...session, agent: 'coder' });
      let expected = leavesOf({ ...presets[preset], contextWindow: 64_000 });
      for (const layer of [compactor, agent, session]) {
        expected = overlaid(expected, leavesOf(layer ?? {}));
      }
      assert.deepEqual(leavesOf(merged), expected, `seed ${seed}`);
    }
  });

  it('lose nothing of a preset by repeating what it says', () => {
    for (const preset of presetNames) {
      const alone = optionsOf({ preset, contextWindow: 64_000 }, undefined);
      for (const [name, value] of Object.entries(presets[preset])) {
        const { ofPrompt } = alone;
        const beside = { ...(ofPrompt && { ofPrompt }), [name]: value };
        const merged = optionsOf({ preset, contextWindow: 64_000, ...beside }, undefined);
        assert.deepEqual(merged, alone, `${preset}: ${name}`);
      }
    }
  });

  it('keep what a preset protects, and the window that it refuses', async () => {
    const { results } = optionsOf(
      { preset: 'tiered', contextWindow: 64_000, results: { trim: { over: 8_000 } } },
      undefined,
    );
    assert.deepEqual(results?.trim, { ...presets.tiered.results.trim, over: 8_000 });
    const log = new EventLog();
    const compactor = await createCompactor({
      preset: 'openclaw',
      contextWindow: 12_000,
      windowGuard: { warn: 20_000 },
      onEvent: log.onEvent,
    });
    await compactor.session().prepare([user('hi')]);
    assert.deepEqual(
      log.of('small-window').map(({ refused }) => refused),
      [true],
    );
    compactor.dispose();
  });

  it('take the values of another model along with nothing', () => {
    const prices = { input: 3, cacheRead: 0.3, output: 15 };
    const merged = optionsOf({ contextWindow: 64_000, prices }, { prices: { input: 15 } });
    assert.deepEqual(merged.prices, { input: 15 });
  });
});

describe('ofPrompt', () => {
  const budgetOf = async (options: Partial<CompactorOptions>, overrides?: SessionOverrides) => {
    const compactor = await createCompactor({ contextWindow: 200_000, ...options });
    const session = compactor.session('a', overrides);
    await session.prepare([user('hi')]);
    const { trigger, target, hostOverhead } = session.explain().budget;
    compactor.dispose();
    return { trigger, target, hostOverhead };
  };

  it('belongs to the numbers that it came with', async () => {
    for (const preset of ['rolling', 'checkpoint'] as PresetName[]) {
      const beside = await budgetOf({ preset, trigger: 5_000, target: 2_000 });
      assert.deepEqual([beside.trigger, beside.target], [5_000, 2_000], preset);
      assert.equal((await budgetOf({ preset, trigger: 5_000 })).trigger, 5_000);
      const agents = { researcher: { trigger: 5_000, target: 2_000 }, coder: { preset } };
      const agent = await budgetOf({ preset, agents }, { agent: 'researcher' });
      assert.deepEqual([agent.trigger, agent.target], [5_000, 2_000], preset);
      const named = await budgetOf({ preset, trigger: 50_000, ofPrompt: true });
      assert.equal(named.trigger, 50_000 - named.hostOverhead, preset);
    }
  });

  it('counts the prompt for `warn` and `flushAt` as for the others', async () => {
    for (const words of [500, 2_000, 4_000]) {
      for (const [name, type] of [
        ['warn', 'warning'],
        ['flushAt', 'flush'],
      ] as const) {
        /** How long the history was when it was told. */
        const toldAt = async (own: Partial<CompactorOptions>) => {
          const log = new EventLog();
          using compactor = await createCompactor({
            ...{ contextWindow: 16_000, maxOutputTokens: 1_000, system: prose(words), tools: {} },
            ...{ memoryFlush: () => '', onEvent: log.onEvent },
            ...own,
          });
          const session = compactor.session('a');
          const host = conversation(60);
          for (let end = 1; end <= host.length; end += 2) {
            await session.prepare(host.slice(0, end));
            const { hostOverhead } = session.explain().budget;
            if (log.of(type).length > 0) return { end, hostOverhead };
          }
          return { end: 0, hostOverhead: 0 };
        };
        const asked = 7_000;
        const ofPrompt = await toldAt({ [name]: asked, ofPrompt: true });
        const ofView = await toldAt({ [name]: asked - ofPrompt.hostOverhead });
        assert.ok(ofPrompt.end > 0 && ofPrompt.hostOverhead > words / 2, `${name}, ${words}`);
        assert.deepEqual(ofPrompt, ofView, `${name}, ${words}`);
      }
    }
  });

  it('of a parent does not reach the numbers of its child', async () => {
    const compactor = await createCompactor({
      contextWindow: 200_000,
      agents: { coder: { preset: 'checkpoint' }, researcher: { trigger: 5_000, target: 2_000 } },
    });
    const child = compactor.session('a', { agent: 'coder' }).child('b', { agent: 'researcher' });
    await child.prepare([user('hi')]);
    const { trigger, target } = child.explain().budget;
    assert.deepEqual([trigger, target], [5_000, 2_000]);
    compactor.dispose();
  });
});

describe('a family of a session’s own', () => {
  it('counts as a compactor’s does, whatever other sessions count by', async () => {
    const options = { contextWindow: 100_000, system: prose(400), tools: {} };
    const host = conversation(10);
    const sizesOf = async (session: Session) => {
      await session.prepare(host);
      const { viewTokens, budget } = session.explain();
      return [viewTokens, budget.hostOverhead];
    };
    const seen = new Set<string>();
    for (const model of [undefined, 'gpt-5']) {
      using shared = await createCompactor({ ...options, ...(model && { model }) });
      for (const family of [undefined, ...tokenFamilies]) {
        const own = family && { family };
        using alone = await createCompactor({ ...options, ...(model && { model }), ...own });
        const sizes = await sizesOf(shared.session(`${family}`, { ...own }));
        assert.deepEqual(sizes, await sizesOf(alone.session('a')), `${model}, ${family}`);
        seen.add(sizes.join());
      }
    }
    assert.ok(seen.size > 2);
  });
});

describe('a trim asked for in part', () => {
  const trimOf = (options: Partial<CompactorOptions>): unknown => {
    const merged = optionsOf({ contextWindow: 64_000, ...options }, undefined);
    return JSON.parse(coreOptions(merged, {}, { family: 0, media: 0 })).results.trim;
  };

  it('gets the rest from the preset, or three eighths of its length at each end', () => {
    const alone = optionsFromEnv({ EPITOME_RESULTS_TRIM_OVER: '8000' });
    assert.deepEqual(trimOf(alone), { over: 8_000, head: 3_000, tail: 3_000 });
    assert.deepEqual(trimOf({ results: { trim: {} } }), { over: 4_000, head: 1_500, tail: 1_500 });
    assert.deepEqual(trimOf({ preset: 'checkpoint', ...alone }), {
      over: 8_000,
      head: 1_500,
      tail: 1_500,
      protect: presets.checkpoint.results.trim.protect,
    });
  });
});
