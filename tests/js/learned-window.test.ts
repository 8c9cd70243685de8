// promise: 5 always ends, 11 believes within bounds
/**
 * A model that no table has: its window is assumed until a provider serves a prompt that is larger. A window that
 * the host set is the host's, whatever is billed.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import { table } from '../../js/models/table.ts';
import type { Message } from '../../js/testing/shapes.ts';
import { prose, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { dialects } from './support/talk.ts';

const assumed = 32_000;
const open = opener({ model: 'house-1', maxOutputTokens: 1_000, system: '', tools: {} });
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());
const count = (messages: readonly unknown[]) => counter.estimateMessagesTokens(messages as never);

const largest = Math.max(
  ...table.split('\n').flatMap((line) => {
    const window = line.split(/[ :]/)[0]?.replace('k', 'e3');
    return window && Number(window) > 0 ? [Number(window)] : [];
  }),
);

/** What a session believes of the window, step by step, where each view is billed at `rate` of its count. */
async function windows(
  options: Partial<CompactorOptions>,
  firstTokens: number,
  rate: number,
  turns = 6,
) {
  const { session, log } = await open(options);
  const host: Message[] = [user(prose(firstTokens))];
  const believed: number[] = [];
  let usage: object | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    const { messages } = await session.prepare([...host], usage && { usage });
    believed.push(session.explain().budget.contextWindow);
    usage = { inputTokens: Math.floor(count(messages) * rate), outputTokens: 9 };
    host.push({ role: 'assistant', content: `Answer ${turn}.` }, user(`Go on with ${turn}.`));
  }
  return { session, log, believed, host };
}

describe('a window that is assumed', () => {
  for (const dialect of dialects) {
    for (const tokens of [33_000, 60_000, 200_000]) {
      it(`${dialect}: grows to twice a served prompt of ${tokens} tokens`, async () => {
        const { session, log, believed, host } = await windows({ dialect }, tokens, 1);
        assert.equal(believed[0], assumed);
        const [event] = log.of('window-learned');
        assert.ok(event !== undefined);
        assert.equal(event.modelId, 'house-1');
        assert.ok(event.servedTokens > assumed);
        assert.ok(event.contextWindow >= 2 * event.servedTokens);
        assert.ok(event.contextWindow < 4 * event.servedTokens);
        assert.deepEqual(new Set(believed.slice(1)), new Set([event.contextWindow]));
        assert.equal(log.of('window-learned').length, 1);
        assert.deepEqual(log.of('usage-ignored'), []);

        // It is saved, and another model has its own.
        const restored = await open({ dialect }, session.snapshot());
        await restored.session.prepare([...host]);
        assert.equal(restored.session.explain().budget.contextWindow, event.contextWindow);
        await restored.session.prepare([...host, ...step('x')], { model: 'house-2' });
        assert.equal(restored.session.explain().budget.contextWindow, assumed);
        assert.deepEqual(restored.log.of('window-learned'), []);
      });
    }
  }

  it('stays where nothing larger was served', async () => {
    for (const [tokens, rate] of [
      [20_000, 1],
      [14_000, 1.9],
      [30_000, 0.9],
    ] as const) {
      const { believed, log } = await windows({}, tokens, rate);
      assert.deepEqual(new Set(believed), new Set([assumed]));
      assert.deepEqual(log.of('window-learned'), []);
    }
  });

  it('is moved by no bill that can’t be, and never beyond the largest that there is', async () => {
    for (const inputTokens of [1e12, 2 ** 31 - 1, 5e6, Number.NaN, -40_000, 90_000, 0]) {
      const { session, log } = await open({});
      const host = [user(prose(20_000))];
      for (let turn = 0; turn < 5; turn += 1) {
        await session.prepare([...host], turn > 0 ? { usage: { inputTokens } } : {});
        host.push({ role: 'assistant', content: 'Yes.' } as never, user(`And ${turn}?`));
      }
      assert.equal(session.explain().budget.contextWindow, assumed, `${inputTokens}`);
      assert.deepEqual(log.of('window-learned'), []);
    }
    const { believed } = await windows({}, 1_500_000, 1, 3);
    assert.ok((believed.at(-1) as number) <= largest, `${believed}`);
    assert.ok((believed.at(-1) as number) > 1_500_000, `${believed}`);
  });

  it('and with calibration off, by none', async () => {
    const { believed } = await windows({ calibration: 'off' }, 40_000, 1);
    assert.deepEqual(new Set(believed), new Set([assumed]));
  });
});

describe('a window that the host set', () => {
  const set: Record<string, Partial<CompactorOptions>> = {
    contextWindow: { contextWindow: 16_000 },
    'contextWindow of a known model': { contextWindow: 16_000, model: 'gpt-5' },
    models: { models: { 'house-1': { contextWindow: 16_000 } } },
  };
  for (const [name, options] of Object.entries(set)) {
    it(`${name}: stays, and bills above it are bills`, async () => {
      for (const rate of [1, 1.3]) {
        const { believed, log } = await windows(options, 20_000, rate);
        assert.deepEqual(new Set(believed), new Set([16_000]));
        assert.deepEqual(log.of('window-learned'), []);
        assert.deepEqual(log.of('usage-ignored'), []);
      }
    });
  }

  it('a bill above what a known model holds is none', async () => {
    const { log } = await windows({ model: 'gpt-4' }, 9_000, 1.3);
    assert.deepEqual(
      log.of('usage-ignored').map(({ reason }) => reason),
      ['over-window'],
    );
  });
});
