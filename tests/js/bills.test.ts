/**
 * What providers bill moves what a session believes within bounds. Wrong bills of every kind are given to
 * sessions of every calibration, and the same sessions without them are the oracle; right ones come in
 * every shape that AI SDK and providers give.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, jsonClone, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';

const open = opener({ contextWindow: 32_000, maxOutputTokens: 2_000, system: '', tools: [] });
const openUntold = opener({ contextWindow: 200_000, maxOutputTokens: 2_000 });
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());
const count = (messages: readonly unknown[]) => counter.estimateMessagesTokens(messages as never);

const calibrations = ['least-squares', 'moving-average', 'off'] as const;

function history(steps: number, tokens = 300): Message[] {
  const messages = [user('Find out why the build is slow.')];
  for (let i = 0; i < steps; i += 1) messages.push(...step(`b${i}`, tokens));
  return messages;
}

/** Views and reasons of a session that is told `usageOf` the view before, step by step. */
async function played(
  host: readonly Message[],
  options: Partial<CompactorOptions>,
  usageOf: (view: readonly unknown[], step: number) => object | undefined,
  opens = open,
) {
  const { session, log } = await opens(options);
  const views: unknown[][] = [];
  for (let end = 1; end <= host.length; end += 2) {
    const before = views.at(-1);
    const usage = before === undefined ? undefined : usageOf(before, views.length);
    const { messages } = await session.prepare(host.slice(0, end), usage && { usage });
    views.push(messages);
  }
  return { views, session, log, ignored: log.of('usage-ignored').map(({ reason }) => reason) };
}

describe('a bill that can not be', () => {
  const wrong: [name: string, usage: object, reason: string][] = [
    ['zero', { inputTokens: 0 }, 'not-positive'],
    ['negative', { inputTokens: -4_000 }, 'not-positive'],
    ['no number', { inputTokens: Number.NaN }, 'not-positive'],
    ['infinite', { inputTokens: Number.POSITIVE_INFINITY }, 'not-positive'],
    ['beyond all prompts', { inputTokens: 1e18 }, 'not-positive'],
    ['over the window', { inputTokens: 160_000 }, 'too-large'],
    ['just over the window', { inputTokens: 32_100 }, 'too-large'],
    ['two figures', { inputTokens: 42 }, 'too-small'],
    ['AI SDK 4, two figures', { promptTokens: 17, completionTokens: 5 }, 'too-small'],
    ['OpenAI, over the window', { prompt_tokens: 99_000, completion_tokens: 1 }, 'too-large'],
    ['three times as much', { inputTokens: 31_000 }, 'too-large'],
    [
      'more cached than there is',
      { inputTokens: 5_000, inputTokenDetails: { cacheReadTokens: 90_000 } },
      'cached-parts',
    ],
    [
      'OpenAI, more cached',
      { prompt_tokens: 5_000, prompt_tokens_details: { cached_tokens: 8_000 } },
      'cached-parts',
    ],
    ['V3, more cached', { inputTokens: { total: 5_000, cacheRead: 8_000 } }, 'cached-parts'],
  ];
  const host = history(24, 250);
  for (const calibration of calibrations) {
    for (const [name, usage, reason] of wrong) {
      it(`changes nothing and is told: ${name}, ${calibration}`, async () => {
        const apart = await played(host, { calibration }, () => undefined);
        // From where the prompt is long.
        const told = await played(host, { calibration }, (_, i) => (i < 18 ? undefined : usage));
        assert.deepEqual(told.views, apart.views);
        assert.equal(told.session.usage().budget, apart.session.usage().budget);
        const core = ['over-window', 'too-small', 'too-large'].includes(reason);
        assert.deepEqual(told.ignored, calibration === 'off' && core ? [] : [reason]);
      });
    }
  }
});

describe('any bills', () => {
  it('leave what is believed of a view between half and twice of what was counted', async () => {
    const rng = createRng('bills');
    const host = history(50, 400);
    for (let round = 0; round < 30; round += 1) {
      const calibration = calibrations[round % 3] as (typeof calibrations)[number];
      const { session } = await open({ calibration });
      let usage: object | undefined;
      for (let end = 1; end <= host.length; end += 2) {
        const { messages } = await session.prepare(host.slice(0, end), usage && { usage });
        const counted = count(messages);
        const { viewTokens, budget } = session.usage();
        assert.ok(viewTokens >= counted / 2 - 8, `${viewTokens} of ${counted}`);
        assert.ok(viewTokens <= 2 * counted + 40 * messages.length, `${viewTokens} of ${counted}`);
        assert.ok(budget >= 20_000, `a budget of ${budget}`);
        const inputTokens = Math.floor(counted * (rng.int(0, 1_000) / 1_000) ** 2 * 6);
        usage = { inputTokens, outputTokens: rng.int(0, 3_000) };
      }
    }
  });

  it('leave half of the window, and half to twice of what the host states, in every window', async () => {
    const rng = createRng('windows');
    const told = 'You are an agent that mends builds. '.repeat(400);
    for (let round = 0; round < 60; round += 1) {
      const contextWindow = [8_000, 16_000, 32_000, 128_000][round % 4] as number;
      const calibration = calibrations[round % 3] as (typeof calibrations)[number];
      const outputs = { contextWindow, maxOutputTokens: 500, calibration };
      const { session } = await openUntold(
        round % 5 < 2 ? { ...outputs, system: told, tools: [] } : outputs,
      );
      const host = history(30, contextWindow / 40);
      let stated = 0;
      let steps: { usage: object }[] = [];
      for (let end = 1; end <= host.length; end += 2) {
        const messages = host.slice(0, end);
        const inputTokens = Math.floor(contextWindow * (rng.int(0, 1_000) / 1_000) ** 3 * 2 - 50);
        // With the bill of the step before, by both ways in.
        const usage = { inputTokens, outputTokens: rng.int(0, 500) };
        steps = end === 1 ? [] : [...steps, { usage }];
        if (round % 2 === 0) await session.prepare(messages, end === 1 ? {} : { usage });
        else await session.prepareStep({ messages, steps, stepNumber: steps.length } as never);
        const { hostOverhead, budget } = session.usage();
        if (end === 1) stated = hostOverhead;
        const most = Math.max(stated, contextWindow / 2);
        assert.ok(hostOverhead <= most, `${hostOverhead} of ${contextWindow}`);
        assert.ok(budget >= contextWindow - most - 1_000, `${budget} of ${contextWindow}`);
        if (round % 5 < 2)
          assert.ok(hostOverhead >= stated / 2 - 1, `${hostOverhead} of ${stated}`);
      }
    }
  });

  it('of messages alone do not hide a system prompt that the host states', async () => {
    const system = Array.from({ length: 9_000 }, (_, i) => `word${i % 7}`).join(' ');
    for (const calibration of calibrations) {
      for (const share of [0.3, 0.5, 0.7]) {
        const { session, log } = await openUntold({ contextWindow: 64_000, system, calibration });
        const host = history(60, 400);
        let usage: object | undefined;
        let stated = 0;
        for (let end = 1; end <= host.length; end += 2) {
          const { messages } = await session.prepare(host.slice(0, end), usage && { usage });
          const { hostOverhead } = session.usage();
          if (end === 1) stated = hostOverhead;
          assert.ok(hostOverhead >= stated / 2 - 1, `${hostOverhead} of ${stated}`);
          usage = { inputTokens: Math.ceil(share * count(messages)) };
        }
        assert.equal(log.of('usage-ignored').length > 0, calibration !== 'off');
      }
    }
  });

  it('mean nothing with calibration off, though a saved session learned from some', async () => {
    const host = history(60, 400);
    const { session } = await open({});
    let usage: object | undefined;
    for (let end = 1; end <= 21; end += 2) {
      const { messages } = await session.prepare(host.slice(0, end), usage && { usage });
      usage = { inputTokens: Math.ceil(1.6 * count(messages)) + 900, outputTokens: 9 };
    }
    const learned = await open({ calibration: 'off' }, session.snapshot());
    const apart = await open({ calibration: 'off' });
    await apart.session.prepare(host.slice(0, 21));
    for (let end = 23; end <= host.length; end += 2) {
      const messages = host.slice(0, end);
      const views = [];
      for (const { session: one } of [learned, apart]) {
        views.push((await one.prepare(messages)).messages);
      }
      assert.deepEqual(views[0], views[1]);
      const [ofLearned, ofApart] = [learned.session.usage(), apart.session.usage()];
      assert.equal(ofLearned.viewTokens, ofApart.viewTokens);
      assert.equal(ofLearned.budget, ofApart.budget);
    }
  });

  it('mean nothing with calibration off', async () => {
    const host = history(60, 400);
    const options = { calibration: 'off' } as const;
    const apart = await played(host, options, () => undefined);
    const told = await played(host, options, (view) => ({
      inputTokens: Math.ceil(count(view) * 1.4),
    }));
    assert.deepEqual(told.views, apart.views);
  });
});

describe('bills of several models', () => {
  it('teach of each what its own prompts have besides', async () => {
    const besides: Record<string, number> = { 'model-small': 500, 'model-large': 5_000 };
    const names = Object.keys(besides);
    for (const contextWindow of [32_000, 200_000]) {
      for (const turn of [1, 3, 5]) {
        const host = history(60, contextWindow / 200);
        const { session } = await openUntold({ contextWindow });
        let usage: object | undefined;
        let judged = 0;
        for (let end = 1; end <= host.length; end += 2) {
          const step = (end - 1) / 2;
          const model = names[Math.floor(step / turn) % 2] as string;
          const { messages } = await session.prepare(host.slice(0, end), {
            model,
            ...(usage && { usage }),
          });
          usage = { inputTokens: count(messages) + (besides[model] as number), outputTokens: 40 };
          if (step < 20 || step % turn === 0) continue;
          const off = session.explain().budget.hostOverhead - (besides[model] as number);
          assert.ok(Math.abs(off) < 1_000, `${model}, turns of ${turn}: off by ${off}`);
          judged += 1;
        }
        assert.ok(judged > 0 || turn === 1);
      }
    }
  });
});

describe('a reply', () => {
  it('brings the next rewrite forward by as much as it was billed beyond its estimate', async () => {
    for (const contextWindow of [32_000, 128_000]) {
      const reply = assistant(text(createRng('reply'), contextWindow / 5, 'words'));
      const host = [...history(10, contextWindow / 100), reply];
      const estimate = count([reply]) - count([assistant('')]);
      const { messages } = await (await open({ contextWindow })).session.prepare(host.slice(0, -1));
      /** Tokens of the next message with which a view is rewritten, by halves. */
      const most = async (outputTokens: number) => {
        let [fits, over] = [0, contextWindow];
        while (over - fits > contextWindow / 200) {
          const half = Math.round((fits + over) / 2);
          const { session, log } = await open({ contextWindow });
          await session.prepare(host.slice(0, -1));
          const usage = { inputTokens: count(messages), outputTokens };
          await session.prepare([...host, user('word '.repeat(half))], { usage });
          if (log.rewrites.length > 0) over = half;
          else fits = half;
        }
        return over;
      };
      const earlier = (await most(estimate)) - (await most(2 * estimate));
      assert.ok(Math.abs(earlier - estimate) < estimate / 4, `${earlier} of ${estimate}`);
    }
  });
});

describe('right bills', () => {
  const shapes: [name: string, usageOf: (whole: number, cached: number) => object][] = [
    [
      'AI SDK 6 and 7',
      (whole, cached) => ({
        inputTokens: whole,
        outputTokens: 90,
        inputTokenDetails: {
          noCacheTokens: whole - cached,
          cacheReadTokens: cached,
          cacheWriteTokens: 0,
        },
      }),
    ],
    [
      'AI SDK 5, OpenAI',
      (whole, cached) => ({
        inputTokens: whole,
        outputTokens: 90,
        cachedInputTokens: Math.min(cached, whole - cached),
      }),
    ],
    [
      'AI SDK 5, Anthropic',
      (whole, cached) => ({
        inputTokens: whole - cached,
        outputTokens: 90,
        cachedInputTokens: cached,
      }),
    ],
    [
      'Anthropic',
      (whole, cached) => ({
        input_tokens: whole - cached,
        output_tokens: 90,
        cache_read_input_tokens: cached - 100,
        cache_creation_input_tokens: 100,
      }),
    ],
    [
      'OpenAI chat',
      (whole, cached) => ({
        prompt_tokens: whole,
        completion_tokens: 90,
        prompt_tokens_details: { cached_tokens: cached },
      }),
    ],
    [
      'OpenAI Responses',
      (whole, cached) => ({
        input_tokens: whole,
        output_tokens: 90,
        input_tokens_details: { cached_tokens: cached },
      }),
    ],
  ];
  for (const [name, usageOf] of shapes) {
    it(`teach what the host sends besides: ${name}`, async () => {
      // Neither system nor tools are told, and together they have 21,000 tokens.
      const host = history(40, 400);
      const billed = (view: readonly unknown[]) => {
        const whole = count(view) + 21_000;
        return usageOf(whole, Math.floor(whole * 0.9));
      };
      const { session, ignored } = await played(host, {}, billed, openUntold);
      assert.deepEqual(ignored, []);
      const { hostOverhead } = session.usage();
      assert.ok(Math.abs(hostOverhead - 21_000) < 1_500, `${hostOverhead}`);
    });
  }

  it('without what a provider does not bill for, leave room for the rest', async () => {
    for (let run = 0; run < 24; run += 1) {
      const share = [0.2, 0.5, 0.8, 0.95][run % 4] as number;
      const calibration = calibrations[run % 3] as (typeof calibrations)[number];
      // From then on the model tells no thoughts, and results are longer.
      const until = [15, 90][run % 2] as number;
      const rng = createRng(`sealed ${run}`);
      const host: Message[] = [user('Find out why the build is slow.')];
      for (let i = 0; i < 90; i += 1) {
        const longest = i < until ? 2_500 : 7_500;
        const [call, result] = jsonClone(step(`e${i}`, rng.int(100, longest)));
        const openai = { reasoningEncryptedContent: text(rng, Math.floor(6_000 * share), 'code') };
        const thought = { type: 'reasoning', text: '', providerOptions: { openai } };
        const content = [...(i < until ? [thought] : []), ...(call.content as object[])];
        host.push({ ...call, content } as Message, result as Message);
      }
      const billed = (view: readonly unknown[]) =>
        count(
          (view as Message[]).map((message) =>
            Array.isArray(message.content)
              ? { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') }
              : message,
          ),
        );
      const { views } = await played(host, { calibration }, (view) => ({
        inputTokens: billed(view),
        outputTokens: 40,
      }));
      for (const view of views) assert.ok(billed(view) <= 30_000, `${billed(view)}, run ${run}`);
    }
  });
});
