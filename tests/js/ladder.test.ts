// promise: presets, 3 never larger, 5 always ends
/**
 * How far each rung goes: what is protected, what no model has read, and what fits anyway stay, in
 * every policy. The numbers are what a host would reckon, not what the engine answers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, Session } from 'epitome';
import { presetNames } from '../../js/options/presets.ts';
import { type Message, type Part, partsOf } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  conversation,
  prose,
  resultMessage,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({ contextWindow: 128_000 });

/** Questions and answers of about `tokens` tokens, no tools. */
function talk(turns: number, tokens: number): Message[] {
  return Array.from({ length: turns }, (_, i) => [
    user(`Question ${i}?`),
    assistant(prose(tokens, `answer${i}`)),
  ]).flat();
}

async function viewOf(session: Session, history: readonly Message[]): Promise<Message[]> {
  return (await session.prepare([...history])).messages as Message[];
}

/** The texts of a view's results, by call. */
function results(view: readonly Message[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const message of view) {
    for (const part of message.role === 'tool' ? (partsOf(message) as Part[]) : []) {
      texts.set(String(part.toolCallId), String((part.output as { value: string }).value));
    }
  }
  return texts;
}

describe('what a model has not read', () => {
  for (const preset of presetNames) {
    it(`is whole while the view fits: ${preset}`, async () => {
      const { session } = await open({ preset, results: { arrival: 1_000_000 } });
      await viewOf(session, talk(1, 10));
      const { budget } = session.explain();
      // Six results at once, four fifths of the budget: above the trigger, with what counts beside them.
      const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
      const each = Math.floor((budget.total * 0.8) / ids.length);
      const calls = ids.map((id) => partsOf(callMessage(id))[1]);
      const answers = ids.map((id) => partsOf(resultMessage(id, prose(each, id)))[0]);
      const history = [
        user('Read these.'),
        { role: 'assistant', content: calls },
        { role: 'tool', content: answers },
      ] as Message[];
      const view = await viewOf(session, history);
      for (const id of ids) assert.equal(results(view).get(id), prose(each, id));
    });
  }

  it('is cut where the view would not fit without, and then no further than that asks for', async () => {
    const { session } = await open({});
    const history = [user('Read it.'), callMessage('a'), resultMessage('a', prose(140_000, 'a'))];
    await viewOf(session, history as Message[]);
    const { viewTokens, budget } = session.explain();
    assert.ok(viewTokens <= budget.total);
    assert.ok(viewTokens > budget.total / 8, `${viewTokens} of ${budget.total}`);
  });
});

describe('what keepRecent protects', () => {
  for (const options of [
    { preset: 'aiSdk' },
    { target: 0.05, keepRecent: { messages: 10 } },
    { keepRecent: { messages: 10 } },
  ] satisfies Partial<CompactorOptions>[]) {
    it(`is whole while the view fits: ${JSON.stringify(options)}`, async () => {
      const { session } = await open(options);
      const history = conversation(5, { tokens: 16_500 });
      for (let end = 3; end <= history.length; end += 2) {
        const view = await viewOf(session, history.slice(0, end));
        assert.deepEqual(view, history.slice(0, end));
      }
      const { viewTokens, budget } = session.explain();
      assert.ok(viewTokens > budget.trigger, 'the case is one between trigger and budget');
    });
  }

  it('is not cut to next to nothing where it does not fit', async () => {
    const { session, log } = await open({ preset: 'aiSdk' });
    const history = conversation(9, { tokens: 19_000 });
    for (let end = 3; end <= history.length; end += 2) await viewOf(session, history.slice(0, end));
    assert.ok(log.of('compaction').length > 0);
    for (const { tokensAfter } of log.of('compaction')) {
      const { budget } = session.explain();
      assert.ok(tokensAfter <= budget.total);
      assert.ok(tokensAfter > budget.total / 3, `${tokensAfter} of ${budget.total}`);
    }
  });

  for (const [name, tokens] of [
    ['checkpoint', 0.2],
    ['aiSdk', 0.3],
    ['epitome', 0.4],
    ['epitome', 30_000],
  ] as const) {
    it(`is as many tokens as the host says: ${name}, ${tokens}`, async () => {
      const { session } = await open({
        preset: name,
        keepRecent: { tokens },
        contextWindow: 150_000,
      });
      const history = talk(160, 1_000);
      const view = await viewOf(session, history);
      const { budget } = session.explain();
      const wanted = tokens < 1 ? tokens * budget.total : tokens;
      assert.ok(view.length < history.length, 'something was folded');
      const kept = history.slice(-view.length + 1).filter((message) => view.includes(message));
      const size = kept.length * 500;
      assert.ok(size > wanted * 0.9, `${size} of ${wanted}`);
    });
  }

  it('stays as far as it fits where it does not fit whole', async () => {
    const { session } = await open({ preset: 'tiered' });
    const history = talk(12, 15_000);
    const view = await viewOf(session, history);
    const { viewTokens, budget } = session.explain();
    assert.ok(viewTokens <= budget.total);
    const whole = view.filter(
      (message) => message.role === 'assistant' && history.includes(message),
    );
    assert.ok(whole.length >= 3, `${whole.length} answers of 15,000 tokens`);
  });
});

describe('a cold cache', () => {
  it('is no reason to cut a result that is only large, below the trigger', async () => {
    let now = 1_000_000;
    const { session, log } = await open({
      contextWindow: 64_000,
      prices: { input: 3 },
      cacheLifetime: 60_000,
      now: () => now,
    });
    const history = [...conversation(1, { tokens: 24_000 }), assistant(prose(7_000))];
    await viewOf(session, history.slice(0, 3));
    now += 3_600_000;
    assert.deepEqual(await viewOf(session, history), history);
    assert.deepEqual(log.of('compaction'), []);
    const { viewTokens, budget } = session.explain();
    assert.ok(viewTokens < budget.trigger && viewTokens > (budget.trigger + budget.target) / 2);
  });
});

describe('a policy that prunes', () => {
  for (const preset of ['tiered', 'checkpoint', 'openclaw'] as const) {
    it(`asks for no summary where pruning is enough, whole array or step by step: ${preset}`, async () => {
      const history = conversation(150, { tokens: 1_500 });
      const { session, log } = await open({ preset, contextWindow: 200_000 });
      await viewOf(session, history);
      const { viewTokens, budget } = session.explain();
      assert.ok(viewTokens <= budget.trigger);
      assert.deepEqual(
        log.of('compaction').flatMap(({ folds }) => folds),
        [],
      );
    });
  }
});

describe('a small window', () => {
  for (const preset of presetNames) {
    it(`leaves room for messages: ${preset}`, async () => {
      for (const contextWindow of [8_192, 16_384, 20_000]) {
        const { session, log } = await open({ preset, contextWindow, windowGuard: { refuse: 0 } });
        const history = conversation(4, { tokens: 150 });
        const view = await viewOf(session, history);
        assert.deepEqual(view, history, `${contextWindow}`);
        assert.deepEqual(log.of('cannot-fit'), []);
      }
    });
  }
});

describe('the kill switch', () => {
  for (const maxMessages of [undefined, 1_000]) {
    it(`lets as many of the oldest messages go as have to: maxMessages ${maxMessages}`, async () => {
      const { session, log } = await open({ enabled: false, ...(maxMessages && { maxMessages }) });
      const history = talk(100, 1_600);
      for (let end = 1; end <= history.length; end += 2) {
        await viewOf(session, history.slice(0, end));
        const { viewTokens, budget } = session.explain();
        assert.ok(viewTokens <= budget.total);
      }
      assert.ok(log.of('compaction').length > 0);
    });
  }
});

describe('what can not be shortened', () => {
  it('as the newest step costs nobody the memory', async () => {
    const { session } = await open({ contextWindow: 64_000 });
    session.pin('Always answer in French.');
    const rules = Array.from({ length: 10 }, (_, i) =>
      user(`Rule ${i}: never touch port ${8000 + i}.`),
    );
    const history: Message[] = rules.flatMap((rule, i) => [
      rule,
      ...conversation(6, { name: `n${i}` }).slice(1),
    ]);
    const input = { path: 'a', content: prose(60_000, 'args') };
    const huge = [callMessage('big', input), resultMessage('big', 'ok')];
    const view = await viewOf(session, [...history, ...huge]);
    const text = JSON.stringify(view);
    assert.equal(rules.filter((rule) => text.includes(String(rule.content))).length, rules.length);
    assert.ok(text.includes('Always answer in French.'));
  });
});

describe('a trigger that what is kept exceeds', () => {
  it('still folds, and not at every step', async () => {
    const { session, log } = await open({ trigger: 30_000, keepRecent: { messages: 340 } });
    const history = conversation(400);
    let largest = 0;
    for (let i = 1; i < history.length; i += 2) {
      await viewOf(session, history.slice(0, i));
      largest = Math.max(largest, session.usage().viewTokens);
    }
    const { budget } = session.explain();
    assert.ok(largest <= budget.total, `${largest} of ${budget.total}`);
    assert.ok(log.rewrites.length > 0 && log.rewrites.length < history.length / 4);
  });

  it('of the whole prompt, by the system prompt alone', async () => {
    const { session, log } = await open({
      preset: 'rolling',
      contextWindow: 200_000,
      system: prose(84_000, 'system'),
      tools: {},
    });
    const history = conversation(500);
    for (let i = 1; i < history.length; i += 2) await viewOf(session, history.slice(0, i));
    assert.ok(log.rewrites.every(({ reason }) => reason === 'trigger'));
    assert.ok(log.rewrites.length > 0 && log.rewrites.length < history.length / 4);
  });
});
