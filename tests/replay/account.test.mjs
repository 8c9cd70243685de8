/** The accounting of the replay, against sums done by hand. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countText } from '../../demo/replay/exact-tokens.mjs';
import { openAccount, partsOf, tokensOf, verbatimTail } from './account.mjs';
import { matchLargest } from './match.mjs';
import { oracle } from './policies/oracle.mjs';
import { raw } from './policies/plain.mjs';
import { proseOf } from './policies/prose.mjs';
import { priceSession } from './price.mjs';

const text = (role, ...texts) => ({
  role,
  content: texts.map((one) => ({ type: 'text', text: one })),
});
const call = (toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'go', input: {} });
const result = (toolCallId, value) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'go',
  output: { type: 'text', value },
});

describe('parts', () => {
  it('weigh their text, 8 for a call or result, and 4 for their message once', () => {
    const messages = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: [{ type: 'text', text: 'two' }, call('a')] },
      { role: 'tool', content: [result('a', 'three')] },
    ];
    assert.deepEqual(
      partsOf(messages).map(({ tokens }) => tokens),
      [4 + 1, 4 + 1, 8 + 1 + countText('{}'), 4 + 8 + 1 + 1],
    );
  });

  it('are equal by content, not by object, shape of the content or provider options', () => {
    const [a] = partsOf([{ role: 'user', content: 'same' }]);
    const [b] = partsOf([text('user', 'same')]);
    const marked = {
      type: 'text',
      text: 'same',
      providerOptions: { anthropic: { cacheControl: {} } },
    };
    const [c] = partsOf([{ role: 'user', content: [marked] }]);
    const [d] = partsOf([text('assistant', 'same')]);
    assert.equal(a.id, b.id);
    assert.equal(a.id, c.id);
    assert.notEqual(a.id, d.id);
  });
});

describe('an account', () => {
  const account = (prompts, options = {}) => {
    const opened = openAccount({ window: 1_000, budget: 900, ...options });
    for (const { prompt, host = prompt, cold } of prompts) {
      opened.add(partsOf(prompt), partsOf(host), { cold });
    }
    return opened.total();
  };
  const user = text('user', 'one');
  const reply = text('assistant', 'two');

  it('writes what is new and reads what the last prompt began with', () => {
    const figures = account([{ prompt: [user] }, { prompt: [user, reply] }]);
    // 5 tokens written; then 5 read and 5 written.
    assert.equal(figures.sent, 15);
    assert.equal(figures.cached, 5);
    assert.equal(figures.cost, 5 * 1.25 + 5 * 0.1 + 5 * 1.25);
    assert.equal(figures.rewrites, 0);
    assert.equal(figures.hitRate, 5 / 15);
  });

  it('caches parts, not messages: a grown message keeps its first part', () => {
    const figures = account([
      { prompt: [text('user', 'one')] },
      { prompt: [text('user', 'one', 'two')] },
    ]);
    assert.equal(figures.cached, 5);
    assert.equal(figures.rewrites, 0);
  });

  it('sees a rewrite, and caches what stands before it only', () => {
    const tail = text('user', 'three');
    const figures = account([
      { prompt: [user, reply, tail] },
      { prompt: [user, text('assistant', 'other'), tail], host: [user, reply, tail] },
      { prompt: [user], host: [user, reply, tail] },
    ]);
    assert.equal(figures.rewrites, 2);
    assert.equal(figures.cached, 5 + 5);
    assert.equal(figures.largest, 15);
    // All of 15; the last message of the second; nothing of the third, which ends where the host's does not.
    assert.equal(figures.meanTail, (15 + 5 + 0) / 3);
    assert.equal(figures.meanOwn, (15 + 10 + 5) / 3);
  });

  it('finds nothing cached at a cold step, and is warm again after it', () => {
    const prompt = [user, reply];
    const figures = account([{ prompt }, { prompt, cold: true }, { prompt }]);
    assert.equal(figures.cached, 10);
    assert.equal(figures.coldSteps, 1);
    assert.equal(figures.rewrites, 0);
  });

  it('counts prompts over the window and over the budget', () => {
    const figures = account([{ prompt: [user] }, { prompt: [user, reply] }], {
      window: 9,
      budget: 4,
    });
    assert.equal(figures.overWindow, 1);
    assert.equal(figures.overBudget, 2);
  });

  it('bills summaries apart: read by the same rule, written at 5', () => {
    const opened = openAccount({ window: 100, budget: 100 });
    opened.summary({ texts: ['one'], output: 10 });
    opened.summary({ texts: ['one', 'two'], output: 10 });
    const { total, cost, summaries } = opened.total();
    assert.equal(cost, 0);
    assert.equal(summaries, 2);
    assert.equal(total, 5 * 1.25 + 5 * 0.1 + 5 * 1.25 + 2 * 10 * 5);
  });
});

it('a tail ends at the first part that is not the host’s own', () => {
  const host = partsOf([text('user', 'one'), text('assistant', 'two', 'three')]);
  assert.equal(verbatimTail(host, host), tokensOf(host));
  const cut = partsOf([text('user', 'one'), text('assistant', 'cut', 'three')]);
  assert.equal(verbatimTail(cut, host), 1);
});

it('a tail goes on behind a result that was added, and ends at one that was changed', () => {
  const ask = { role: 'assistant', content: [call('a')] };
  const host = partsOf([text('user', 'one'), ask, text('user', 'two')]);
  const answered = { role: 'tool', content: [result('a', 'never ran')] };
  const repaired = partsOf([text('user', 'one'), ask, answered, text('user', 'two')]);
  assert.equal(verbatimTail(repaired, host), tokensOf(host));
  const own = { role: 'tool', content: [result('a', 'all of it')] };
  const whole = partsOf([text('user', 'one'), ask, own, text('user', 'two')]);
  assert.equal(verbatimTail(repaired, whole), 5);
});

it('prose has exactly the length asked for, and differs by number', () => {
  for (const length of [3, 50, 600]) {
    assert.equal(countText(proseOf(length, 1)), length);
    assert.equal(countText(proseOf(length, 42)), length);
    assert.notEqual(proseOf(length, 1), proseOf(length, 2));
  }
});

describe('policies', () => {
  const messages = [text('user', 'start')];
  for (let i = 0; i < 40; i += 1) {
    messages.push({ role: 'assistant', content: [call(`c${i}`)] });
    messages.push({ role: 'tool', content: [result(`c${i}`, proseOf(50, i))] });
  }
  const steps = messages.flatMap(({ role }, i) =>
    role === 'assistant' ? [{ length: i, opensRun: i === 1, cold: false }] : [],
  );
  const session = { name: 'made', system: 'be brief', messages, steps };
  const window = 8_000;

  it('raw sends the history and the system prompt', async () => {
    const figures = await priceSession({ session, policy: raw, window });
    const whole = partsOf([{ role: 'system', content: session.system }, ...messages.slice(0, -2)]);
    assert.equal(figures.largest, tokensOf(whole));
    assert.equal(figures.rewrites, 0);
    assert.equal(figures.sent - figures.cached, figures.largest);
  });

  it('the oracle is never over its trigger, and rewrites only when it folds', async () => {
    const policy = oracle({ trigger: 1_000, target: 400, keepRecent: 200, envelope: 60 });
    const figures = await priceSession({ session, policy, window });
    assert.ok(figures.summaries > 1);
    assert.equal(figures.rewrites, figures.summaries);
    assert.ok(figures.largest <= 1_000);
  });
});

it('the search ends at the last trigger that holds', async () => {
  const run = async (trigger) => ({ largest: trigger + 100 });
  const { trigger, largest } = await matchLargest(run, 5_000, { step: 1 });
  assert.equal(trigger, 4_900);
  assert.equal(largest, 5_000);
  assert.equal(
    await matchLargest(async () => ({ largest: 9 }), 5, { least: 1, step: 1 }),
    undefined,
  );
});
