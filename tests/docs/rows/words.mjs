/** Claims in words: never, always, once, each by a program that counts, or by the test that does what the sentence says. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { safeCompact } from 'epitome';
import { scriptedSummarizer } from 'epitome/testing';
import { filesBelow, root } from '../../../bindings/toolchain/shell.mjs';
import { call, listening, talk, user, words } from '../lab.mjs';

/** So many of `of` cases: what `never`, `once`, `twice` and `always` mean. */
function assertOften(said, count, of) {
  assert.equal(count, Math.min(said, of), `${count} of ${of}`);
}

const throwing = new Proxy({}, { get: () => assert.fail('a trap') });
const hostile = [
  undefined,
  null,
  5,
  'x',
  {},
  [],
  [null],
  [throwing],
  throwing,
  [{ role: 'user', content: throwing }],
];

/** How many of these calls throw or reject. */
async function thrown(calls) {
  const outcomes = await Promise.allSettled(calls.map(async (run) => run()));
  return outcomes.filter(({ status }) => status === 'rejected').length;
}

async function hooksThrow(said) {
  const { compactor } = await listening({ summarize: () => throwing, pin: () => throwing.x });
  const session = compactor.session();
  const cases = hostile.flatMap((messages) => [
    () => session.prepareStep({ messages, steps: [], stepNumber: 0 }),
    () => session.prepareStep(messages),
    () => session.prepare(messages),
    // No promise can be of what throws when it is looked at.
    () => (messages === throwing ? undefined : safeCompact(messages)),
  ]);
  assertOften(said, await thrown(cases), cases.length);
}

/** A frozen history is folded, and is what it was. */
async function changes(said) {
  const history = [...talk(30), ...call('c', 'log', {}, words(4_000)), user('And?')];
  const before = structuredClone(history);
  const freeze = (value) => {
    for (const each of Object.values(value)) if (typeof each === 'object') freeze(each);
    return Object.freeze(value);
  };
  const { compactor, of } = await listening({ contextWindow: 8_000, results: { arrival: 4_000 } });
  await compactor.session().prepare(freeze(history));
  assert.deepEqual(history, before);
  assert.ok(of('compaction').length > 0);
  assertOften(said, of('error').length, 1);
}

/** How often a range is bought: by later steps, in the next request, after a restart. */
async function bought(said) {
  const summarize = scriptedSummarizer();
  const history = [...talk(30), user('And now?')];
  const options = { contextWindow: 8_000, summarize };
  const session = (await listening(options)).compactor.session();
  await session.prepare(history);
  const { length } = summarize.requests;
  assert.ok(length > 0);
  await session.prepare(structuredClone(history));
  const state = session.snapshot();
  const later = (await listening(options)).compactor.session('x', { state });
  await later.prepare(structuredClone(history));
  const times = summarize.requests.length / length;
  // `never` is said of a second time.
  assert.equal(times, said === 0 ? 1 : said);
}

async function flushes(said) {
  let calls = 0;
  const memoryFlush = async () => {
    calls += 1;
  };
  const { compactor, of } = await listening({ contextWindow: 8_000, memoryFlush });
  const session = compactor.session();
  const history = talk(60);
  for (let end = 8; end < history.length; end += 4)
    await session.prepare([...history.slice(0, end), user('Go on.')]);
  const folds = of('compaction').length;
  assert.ok(folds > 1);
  // One that was made before its fold comes may be left over.
  assert.ok(calls >= said * folds && calls <= said * folds + 1, `${calls} of ${folds}`);
}

const row = (on, says, holds) => ({ on, says, holds });

export const wordRows = [
  row('api', '`prepareStep` and `prepare` {} throw', hooksThrow),
  { on: 'api', of: 'prepareStep', says: 'It {} throws', holds: hooksThrow },
  { on: 'api', of: 'safeCompact', says: 'It {} throws', holds: hooksThrow },
  row('how-it-works', '`prepareStep` {} rejects', hooksThrow),
  row('security', '`prepareStep` {} rejects', hooksThrow),
  row('concepts', 'epitome reads it, and {} changes it', changes),
  row('security', 'Objects that you pass are {} written to', changes),
  row('options', 'Your own messages are {} changed', changes),
  row('presets/rolling', 'Your own messages are {} changed', changes),
  row('troubleshooting', 'epitome {} changes or stores your messages', changes),
  row('how-it-works', 'It {} iterates over a hash map', (said) => {
    const texts = filesBelow('src', /\.(h|cc)$/).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const looped = texts.filter((text) => {
      const names = [...text.matchAll(/unordered_(?:map|set)<.*> (\w+);/g)].map(([, name]) => name);
      return names.some((name) =>
        new RegExp(`for \\([^;)]*: ${name}\\)|${name}\\.begin`).test(text),
      );
    });
    assertOften(said, looped.length, 1);
  }),
  row('events', 'It comes {} for each session and id', async (said) => {
    const { compactor, of } = await listening({ contextWindow: undefined, model: 'house-1' });
    for (const session of [compactor.session(), compactor.session()]) {
      for (const text of ['a', 'b']) await session.prepare([user(text)]);
    }
    assertOften(2 * said, of('unknown-model').length, 4);
  }),
  row('events', 'It comes {} for each compactor and window', async (said) => {
    const { compactor, of } = await listening({ contextWindow: 8_000 });
    for (const session of [compactor.session(), compactor.session()]) {
      for (const text of ['a', 'b']) await session.prepare([user(text)]);
    }
    assertOften(said, of('small-window').length, 4);
  }),
  row('events', 'It comes {} for each run of bills', async (said) => {
    const { compactor, of } = await listening({ contextWindow: 200_000 });
    const session = compactor.session();
    for (let i = 1; i < 6; i += 1)
      await session.prepare(talk(4 * i), { usage: { inputTokens: 0 } });
    assertOften(said, of('usage-ignored').length, 4);
  }),
  row('events', 'It comes {}, until the view has shrunk again', async (said) => {
    const { compactor, of } = await listening({ contextWindow: 200_000, warn: 1_000 });
    const session = compactor.session();
    for (let i = 4; i < 9; i += 1) await session.prepare([...talk(4 * i), user('Go on.')]);
    assertOften(said, of('warning').length, 5);
  }),
  row('events', 'A window that you set is {} changed by a bill', async (said) => {
    const { compactor, of } = await listening({ contextWindow: 32_000 });
    const session = compactor.session();
    for (let i = 1; i < 6; i += 1)
      await session.prepare(talk(4 * i), { usage: { inputTokens: 60_000 + i } });
    assertOften(said, of('window-learned').length, 5);
    assert.equal(session.explain().budget.contextWindow, 32_000);
  }),
  row('events', 'which holds that prompt {}', learned),
  row('models', 'raises it to {} that prompt or more', learned),
  row('costs', 'A range is {} paid for twice', bought),
  row('recipes', 'so a summary is {} bought twice', bought),
  row('options', 'Called {} before each fold', flushes),
  row('presets/aiSdk', 'A summary is paid {}.', bought),
  row('dialects', "it is {} `'alternating'`", async (said) => {
    const { compactor } = await listening({ model: 'mistral-large', contextWindow: 8_000 });
    const { messages } = await compactor.session().prepare([...talk(40), user('And now?')]);
    const neighbours = messages
      .slice(1)
      .filter(({ role }, at) => role === messages[at].role).length;
    assert.equal(said === Number.POSITIVE_INFINITY, neighbours === 0);
  }),
];

async function learned(said) {
  const model = {
    contextWindow: undefined,
    model: 'house-1',
    maxOutputTokens: 1_000,
    system: '',
    tools: {},
  };
  const { compactor, of } = await listening(model);
  const session = compactor.session();
  const history = [user(words(40_000))];
  await session.prepare(history);
  const inputTokens = session.usage().viewTokens;
  await session.prepare([...history, ...talk(1)], { usage: { inputTokens } });
  const [{ contextWindow, servedTokens }] = of('window-learned');
  assert.ok(contextWindow >= said * servedTokens && contextWindow < 2 * said * servedTokens);
}
