/** Limits, sizes and times: asked of the built package where a program can see them, else read in the sources. */

import assert from 'node:assert/strict';
import { createCompactor } from 'epitome';
import { fakeClock, scriptedSummarizer } from 'epitome/testing';
import { countMessages, countRequest, loadExactCounter, tokenFamilies } from 'epitome/tokens';
import { imageLimitOf } from '../../../js/models/images.ts';
import { presets } from '../../../js/options/presets.ts';
import { formats } from '../../../js/redact/secrets.ts';
import { numberIn } from '../claims.mjs';
import { assertMost, at, budgetOf, call, listening, over, talk, user, words } from '../lab.mjs';

const inCode =
  (file, name, of = (number) => number) =>
  () =>
    of(numberIn(file, name));
const kilo = (bytes) => bytes / 1024;
const seconds = (millis) => millis / 1000;
const part = (number) => 1 / number;

const failuresInARow = inCode('src/session/breaker.h', 'kFailuresInARow');
const stateBytes = inCode('src/budget/budget.h', 'kStateBytes');
const hookSeconds = inCode('js/fold/host-call.ts', 'hookTimeout', seconds);
const storeSeconds = inCode('js/session/store-calls.ts', 'storeTimeout', seconds);
const rankSeconds = inCode('js/recall/search.ts', 'rankTimeout', seconds);
const liveSessions = inCode('js/compactor/open-sessions.ts', 'liveSessions');
const tries = inCode('js/overflow/limits.ts', 'mostTries');
const assumed = async () => {
  const { compactor, of } = await listening({ contextWindow: undefined, model: 'house-1' });
  await compactor.session().prepare([user('hi')]);
  return of('unknown-model')[0].contextWindow;
};

/** A session with things to fold. */
async function folding(options, messages = [...talk(40), user('And now?')]) {
  const { compactor, events } = await listening({ contextWindow: 8_000, ...options });
  const session = compactor.session();
  const { messages: view } = await session.prepare(messages);
  return { session, view, events, folds: events.flatMap(({ folds }) => folds ?? []) };
}

/** Milliseconds that a step takes by a clock of its own, where a function of the host never answers. */
async function millisWaited(options) {
  const clock = fakeClock();
  const began = clock.now();
  await clock.run(() => folding(options));
  return clock.now() - began;
}
const never = () => new Promise(() => {});
const between = (value, least, most) =>
  assert.ok(value >= least && value <= most, `${value} is not ${least}`);

/** A default is what holds without the option, in a history that shows what the option does. */
const sameAs =
  (path, history, more = {}) =>
  async (value) => {
    const [without, withIt] = [more, over(more, at(path, value))].map((each) =>
      folding(each, history),
    );
    assert.deepEqual((await without).view, (await withIt).view);
  };
const wordy = Array.from({ length: 30 }, (_, i) => [
  user(`Mind the part ${i} of it. ${words(150, `u${i}`)}`),
  { role: 'assistant', content: `Part ${i} is done.` },
]).flat();
const seen = (id) => {
  const [asked, answered] = call(id, 'look', {}, '');
  const file = { type: 'media', mediaType: 'image/png', data: 'iVBORw0KGgo='.repeat(400) };
  answered.content[0].output = {
    type: 'content',
    value: [{ type: 'text', text: words(300, id) }, file],
  };
  return [asked, answered];
};
const reads = ['a', 'b', 'a', 'c'].map((name, i) =>
  call(`r${i}`, 'read_file', { path: `src/${name}.ts` }, words(500 + 40 * i, name)),
);

/** Programs of the defaults that no short session shows. */
export const apart = {
  async requestBytes(bytes) {
    const { compactor, of } = await listening({ contextWindow: 2_000, system: words(12_000) });
    await compactor.session().prepare([user(words(2_000))]);
    assert.equal(of('cannot-fit')[0].breakdown.requestBytes, bytes);
  },
  async 'windowGuard.refuse'(tokens) {
    assert.equal(tokens, 0);
    const { session, folds } = await folding({ contextWindow: 2_000 });
    assert.ok(folds.length > 0 && session.explain().budget.contextWindow === 2_000);
  },
  async 'windowGuard.warn'(tokens) {
    const told = async (contextWindow) => {
      const { compactor, of } = await listening({ contextWindow });
      await compactor.session().prepare([user('hi')]);
      return of('small-window').length;
    };
    assert.deepEqual([await told(tokens - 1), await told(tokens)], [1, 0]);
  },
  async 'budgets.system'(tokens) {
    assert.equal((await budgetOf({ contextWindow: 128_000 })).hostOverhead, tokens);
  },
  async summarizeTimeout(millis) {
    between(await millisWaited({ summarize: never }), millis, millis + 100);
  },
  async memoryFlushTimeout(millis) {
    between(await millisWaited({ memoryFlush: never }), millis, millis + 100);
  },
  async summarizeRetries(times) {
    let calls = 0;
    const summarize = async () => {
      calls += 1;
      throw Object.assign(new Error('overloaded'), { statusCode: 529 });
    };
    await fakeClock().run(() => folding({ summarize, summarizerWindow: 100_000 }));
    assert.equal(calls, 1 + times);
  },
  async summarizeParallel(count) {
    let [now, most] = [0, 0];
    const summarize = async (request, options) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return scriptedSummarizer()(request, options);
    };
    const history = [...talk(150, 400), user('And now?')];
    await fakeClock().run(() => folding({ summarize, summarizerWindow: 6_000 }, history));
    assert.equal(most, count);
  },
  userWords: sameAs('userWords', [...wordy, user('And now?')]),
  'results.media': sameAs(
    'results.media',
    [user('Look.'), ...[1, 2, 3, 4, 5, 6].flatMap((i) => seen(`s${i}`)), user('And?')],
    {
      contextWindow: 6_000,
      results: { clear: { protect: { results: 1 } } },
      keepRecent: { messages: 14 },
    },
  ),
  'results.outdated': sameAs('results.outdated', [user('Read.'), ...reads.flat(), user('And?')], {
    contextWindow: 5_000,
    keepRecent: { messages: 5 },
  }),
  'pace.leastFold': sameAs('pace.leastFold', [
    user('Go.'),
    { role: 'assistant', content: words(3_700) },
    user(words(700)),
  ]),
  async cacheControl(off) {
    const { compactor } = await listening({
      contextWindow: 8_000,
      dialect: 'anthropic',
      cacheControl: off,
    });
    const { messages } = await compactor.session().prepare([...talk(40), user('And now?')]);
    const other = await listening({ contextWindow: 8_000, dialect: 'anthropic' });
    const view = await other.compactor.session().prepare([...talk(40), user('And now?')]);
    assert.deepEqual(messages, view.messages);
    assert.ok(!JSON.stringify(messages).includes('cache_control'));
  },
  openSessions(_, said) {
    const numbers = said.match(/\d[\d,]*/g).map((each) => Number(each.replace(',', '')));
    const usual = numberIn('js/compactor/open-sessions.ts', 'defaultOpenSessions');
    assert.deepEqual(numbers, [usual, liveSessions()]);
  },
};

const pinning = async (most, each, all) => {
  const session = (await createCompactor({ contextWindow: 16_000 })).session();
  await session.prepare([user('hi')]);
  const pinned = (length, count) => {
    for (const text of [...session.pins]) session.unpin(text);
    for (let i = 0; i < count; i += 1) session.pin(`${i}`.padEnd(length, 'x'));
  };
  await assertMost(
    most,
    (count) => count,
    (count) => pinned(20, count),
  );
  await assertMost(
    each,
    (length) => length,
    (length) => pinned(length, 1),
  );
  // With the quotes and commas of JSON.
  const count = Math.floor(all / (each + 3));
  pinned(each, count);
  assert.throws(() => pinned(each, count + 1));
  assert.ok(all - count * each < 2 * each);
};

const minimumGain = inCode('src/session/plan.cc', /\(64, budget\.total \/ (\d+)\)/, part);
const foldGain = inCode('src/session/plan.cc', /plan\.tokensAfter \/ (\d)\)/, part);

async function outputReserve(share, most) {
  const kept = async (contextWindow) =>
    (await budgetOf({ contextWindow, system: '' })).outputReserve;
  assert.deepEqual([await kept(16_000), await kept(1_000_000)], [16_000 * share, most]);
}
async function overhead(tokens, share) {
  const assumedIn = async (contextWindow) => (await budgetOf({ contextWindow })).hostOverhead;
  assert.deepEqual([await assumedIn(1_000_000), await assumedIn(16_000)], [tokens, 16_000 * share]);
}
/** A block is cut while so much of it fits, and left out beyond. */
async function half(share) {
  const errors = async (times) => {
    const reinject = ({ tokens }) => [
      { name: 'rules', text: words(7 * tokens * times).slice(0, Math.round(3.9 * tokens * times)) },
    ];
    return (await folding({ reinject })).events.filter(({ type }) => type === 'error').length;
  };
  assert.deepEqual([await errors(0.8 / share), (await errors(1.4 / share)) > 0], [0, true]);
}
/** How often `recall` throws where its `rank` does. */
async function ranksThrown() {
  const { session } = await folding({});
  const rank = () => assert.fail('no');
  return session.recall('Question 3', { rank }).then(
    () => 0,
    () => 1,
  );
}
/** How often the largest message of a range stands in what a fold asks a model. */
async function timesRead() {
  const summarize = scriptedSummarizer();
  await folding({ summarize });
  return summarize.requests.filter(({ prompt }) => prompt.includes('Answer 3: ')).length;
}
const prices = (at) => (said) => {
  const name = [
    /kUsualPrices\{([\d.]+)/,
    /kUsualPrices\{1, ([\d.]+)/,
    /kUsualPrices\{1, 0\.1, ([\d.]+)/,
    /, (\d)\};/,
  ][at];
  assert.equal(said, numberIn('src/session/economy.h', name));
};
const manyImages = () => [
  numberIn('src/tokens/media.h', 'kManyImages'),
  numberIn('src/tokens/media.h', 'kLargestOfMany'),
];

/** A bill of so many times what was counted is believed up to a half and twice, and no further. */
async function billed(...bounds) {
  for (const bound of bounds) {
    const outcome = async (times) => {
      const { compactor, of } = await listening({ contextWindow: 200_000, system: '' });
      const session = compactor.session();
      const history = [...talk(30), user('And?')];
      await session.prepare(history);
      const counted = session.usage().viewTokens;
      await session.prepare([...history, ...talk(1)], {
        usage: { inputTokens: Math.round(counted * times) },
      });
      return of('usage-ignored').length > 0;
    };
    const [inside, outside] = bound < 1 ? [1.1, 0.9] : [0.9, 1.25];
    assert.deepEqual(
      [await outcome(bound * inside), await outcome(bound * outside)],
      [false, true],
      `${bound}`,
    );
  }
}
async function counted(openai, claude, tools) {
  const result = async (family) => {
    const [asked, answered] = call('c', 'log', {}, 'x');
    const all = await countMessages([asked, answered], { family });
    return all.breakdown;
  };
  for (const [family, tokens] of [
    ['o200k', openai],
    ['claude', claude],
  ]) {
    const { envelopes } = await result(family);
    const { breakdown } = await countMessages([call('c', 'log', {}, 'x')[0]], { family });
    assert.equal(envelopes - breakdown.envelopes, tokens, family);
  }
  const tool = { description: 'Reads a log.', inputSchema: { type: 'object', properties: {} } };
  const of = async (count) =>
    (await countRequest({ family: 'claude', tools: recordOf(count, (i) => [`log_${i}`, tool]) }))
      .tokens;
  // What is there once, beside the tools themselves.
  const [none, one, two] = [await of(0), await of(1), await of(2)];
  assert.ok(Math.abs(one - none - (two - one) - tools) <= 3, `${one - none - (two - one)}`);
}
const imagesRow = (of) =>
  [
    [/^Claude, window/, 'claude-sonnet-4-5', 200_000],
    [/^Claude, larger/, 'claude-sonnet-4-5', 1_000_000],
    [/^OpenAI/, 'gpt-5', 400_000],
    [/^Gemini 1/, 'gemini-2.5-pro', 1_000_000],
    [/^Gemini 3/, 'gemini-3-pro', 1_000_000],
    [/^Mistral/, 'pixtral-large', 128_000],
  ]
    .find(([name]) => name.test(of))
    .slice(1);

const imagesOf = (id, tokens) => imageLimitOf(id, tokens).requestImages;

/** What is refused beyond so many, asked of `createCompactor`. */
const takes = (make) => async (most) =>
  assertMost(most, make, (options) => createCompactor({ contextWindow: 16_000, ...options }));
const listOf = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const recordOf = (count, make) => Object.fromEntries(listOf(count, make));
const section = (heading, instruction) => ({
  heading: 'h'.repeat(heading),
  instruction: 'i'.repeat(instruction),
});
const sections = async (...bounds) => {
  const [instruction, heading, most] = bounds.reverse();
  const makers = [
    (n) => [section(9, n)],
    (n) => [section(n, 9)],
    (n) => listOf(n, () => section(9, 9)),
  ];
  for (const [at, bound] of [instruction, heading, most].entries()) {
    if (bound !== undefined) await takes((n) => ({ summary: { sections: makers[at](n) } }))(bound);
  }
};

const row = (on, says, holds) => ({ on, says, holds });
const code = (on, says, ...numbers) => ({ on, says, code: numbers });
/** A row of a table, by its first cell. */
const cell = (on, of, says, holds) => ({ on, of, says, holds });
const cellCode = (on, of, says, ...numbers) => ({ on, of, says, code: numbers });
const limit = (of, says, ...numbers) => cellCode('security', of, says, ...numbers);
const is = (expected) => async (said) => assert.equal(said, await expected());
const buffer = inCode('bindings/engine.h', 'kBufferBytes', kilo);

const kinds = new Set(formats.map(([kind]) => kind));

// biome-ignore format: a row a line
export const limitRows = [
  // Sessions and their states.
  code('api', 'At most {} sessions hold memory', liveSessions),
  code('operating', '{} sessions in memory', liveSessions),
  code('security', 'Above {} open sessions', liveSessions),
  limit('open sessions with memory', '^{}$', liveSessions),
  code('api', 'Beyond `openSessions` ({})', inCode('js/compactor/open-sessions.ts', 'defaultOpenSessions')),
  code('api', '`openSessions` ({} with a store)', liveSessions),
  code('operating', '`openSessions`: {}, with a store {}', inCode('js/compactor/open-sessions.ts', 'defaultOpenSessions'), liveSessions),
  code('api', 'in a new one that nobody can save: {} are kept', inCode('js/middleware/sessions.ts', 'mostNameless')),
  code('api', 'at most `stateBytes`: {} KB', () => kilo(stateBytes())),
  code('concepts', 'at most `stateBytes` ({} KB', () => kilo(stateBytes())),
  code('decisions', 'at most `stateBytes`, {} KB in windows of up to {} tokens', () => kilo(stateBytes()), stateBytes),
  code('how-it-works', 'at most `stateBytes`: {}', stateBytes),
  code('operating', '`stateBytes`, {} and more', stateBytes),
  limit('saved state', '`stateBytes`: {} bytes', stateBytes),
  cellCode('options', 'stateBytes', 'Default: {}, or a byte for each token', stateBytes),
  code('decisions', 'All but {} KB are for records', () => Math.floor(numberIn('src/session/level.h', 'kStateFrameBytes') / 1000 + numberIn('src/session/level.cc', 'kEditBytes') / 1000)),
  code('how-it-works', 'at most {} spare ones', inCode('src/session/decisions.h', 'kSpareSegments')),
  code('how-it-works', 'about the last {} models', inCode('src/session/billing.h', 'kBilledModels')),
  code('how-it-works', 'newest messages, at most {}', inCode('src/session/attach.cc', 'kTailAnchors')),
  limit('state that is read', '{} MiB, {} levels, {} values', inCode('src/session/session.h', 'kMostReadStateBytes', (bytes) => bytes / 2 ** 20), inCode('src/session/json_reader.cc', 'kMaxDepth'), inCode('src/session/json_reader.cc', 'kMostValues')),
  limit('histories that a session follows', '^{}$', inCode('src/session/session.h', 'kMaxRuns')),
  code('how-it-works', 'one buffer of {} KB', buffer),
  code('options', 'All options together may have {} KB', buffer),
  limit('all options together', '{} KiB', buffer),

  // What a host gives.
  cell('security', 'results.tools', '{} rules', takes((n) => ({ results: { tools: recordOf(n, (i) => [`t${i}`, { keep: true }]) } }))),
  cell('security', 'questionTools', '{} names', takes((n) => ({ questionTools: listOf(n, (i) => `t${i}`) }))),
  cell('security', 'redact.patterns', '{}; {} to {} characters each, with {} literal ones in front; names of {} to {} characters', async (most, least, longest, literal, shortest, name) => {
    const patterns = (made) => ({ redact: { patterns: made } });
    await takes((n) => patterns(recordOf(n, (i) => [`k-${i}`, 'abc[0-9]'])))(most);
    await takes((n) => patterns({ k: 'abc'.padEnd(n, 'd') }))(longest);
    await takes((n) => patterns({ ['k'.repeat(n)]: 'abc[0-9]' }))(name);
    await takes((n) => patterns({ k: 'a'.repeat(least + n) }))(longest - least);
    assert.deepEqual([least, literal, shortest], [3, 3, 1]);
    for (const wrong of [{ k: 'ab' }, { k: 'ab[0-9]' }, { '': 'abc[0-9]' }]) {
      await assert.rejects(createCompactor({ contextWindow: 16_000, ...patterns(wrong) }));
    }
  }),
  row('options', 'A pattern begins with {} or more literal characters', async (literal) => {
    const pattern = (n) => ({
      contextWindow: 16_000,
      redact: { patterns: { k: `${'a'.repeat(n)}[0-9]` } },
    });
    await createCompactor(pattern(literal));
    await assert.rejects(createCompactor(pattern(literal - 1)));
  }),
  limit('length of what a pattern', '{} bytes', inCode('js/redact/patterns.ts', 'longest')),
  cell('security', 'summary.instructions', '{} characters', takes((n) => ({ summary: { instructions: 'x'.repeat(n) } }))),
  cell('security', 'summary.sections', '{}; headings of {}, instructions of {} characters', sections),
  row('options', 'A heading has at most {} characters, an instruction {}', sections),
  code('api', '`summary.instructions`: at most {} characters', inCode('js/fold/turn.ts', 'mostInstructions')),
  cell('api', 'pin(text)', 'at most {}, each of {} bytes, {} bytes together', pinning),
  cell('security', 'session.pin', '{}; {} bytes each, {} bytes together', pinning),
  limit('blocks of', '{}; {} bytes together; `budgets.blocks` tokens; {} seconds', inCode('js/fold/reinjecting.ts', 'mostBlocks'), inCode('src/summary/blocks.h', 'kMostBlockBytes'), hookSeconds),
  code('options', 'At most {} blocks are taken, and `reinject` has {} seconds', inCode('js/fold/reinjecting.ts', 'mostBlocks'), hookSeconds),
  code('api', 'The step waits for each of them, {} seconds at most', hookSeconds),
  code('api', 'other hooks have {} seconds', hookSeconds),
  limit('model id', '{} characters', inCode('js/models/models.ts', /id\.slice\(0, (\d+)\), \(other/)),
  limit('parts of one message', '^{}$', inCode('js/dialects/record.ts', 'maxItems')),
  limit('nesting of JSON', '{} levels', inCode('js/values/json-text.ts', 'maxDepth')),
  limit('bytes of a request', '^{}', inCode('js/session/bounds.ts', 'defaultRequestBytes')),
  code('troubleshooting', 'Above `requestBytes` ({})', inCode('js/session/bounds.ts', 'defaultRequestBytes')),
  cellCode('api', 'transcriptText', 'newest {} messages as text without secrets, at most {} characters', inCode('js/session/session.ts', /last = (\d+), maxLength/), inCode('js/session/session.ts', 'defaultTextLength')),
  cell('security', 'reply of a memory flush', '{} characters', async (most) => {
    const { events } = await folding({
      memoryFlush: async () => 'I have saved it. '.repeat(1_000),
    });
    assert.equal(events.find(({ type }) => type === 'flush').reply.length, most);
  }),
  limit('session.transcriptText', '{} characters', inCode('js/session/session.ts', 'defaultTextLength')),
  cellCode('events', 'invalid-input', 'with about {} characters of it at most', inCode('js/dialects/call-input.ts', 'mostUnits')),
  code('dialects', 'The newest {} messages behind the newest record', inCode('js/engine/run.ts', 'mostWatched')),
  cellCode('options', 'cacheControl', 'After a step of {} blocks or more', inCode('js/engine/run.ts', 'lookback')),
  code('decisions', 'A list of more than {} bytes keeps its open items', inCode('src/session/plan_reader.h', 'kMostKeptBytes')),

  // Summaries.
  code('api', 'After {} failures in a row no model is called', failuresInARow),
  code('troubleshooting', 'After {} failures in a row the model is left alone', failuresInARow),
  code('events', '`paused` ({} failures in a row)', failuresInARow),
  code('how-it-works', 'the summarizer, {} times in a row', failuresInARow),
  cellCode('how-it-works', 'the summarizer, for a moment', 'called again after {} and {} seconds', inCode('js/summarizers/retrying.ts', 'firstWait', seconds), inCode('js/summarizers/retrying.ts', 'firstWait', (millis) => 2 * seconds(millis))),
  code('how-it-works', 'it is read in parts, at most {}', inCode('src/summary/chunks.h', 'kMostParts')),
  limit('parts of a range', '^{}$', inCode('src/summary/chunks.h', 'kMostParts')),
  limit('replies asked for', '^{}$', inCode('src/summary/draft.cc', 'kMostReplies')),
  limit('reply of a summarizer', '{} characters read', inCode('js/engine/requests.ts', 'longestReply')),
  code('how-it-works', "what is left of about {} of the summarizer's window, at most {} characters each", inCode('src/summary/request.cc', /tokens_\} \* 2 \/ (\d)/, (of) => 2 / of), inCode('src/summary/notes.cc', 'kMaxToolUnits')),
  code('how-it-works', 'The prose of a record may have {} of the target, {} to {} tokens', inCode('src/session/level.cc', /room \/ (\d+), kLeastProse/, part), inCode('src/session/level.cc', 'kLeastProse'), inCode('src/session/level.cc', 'kMostProse')),
  code('decisions', 'The prose of a record may take {} of the target', inCode('src/session/level.cc', /room \/ (\d+), kLeastProse/, part)),
  cellCode('options', 'budgets.summary', 'Default: {} of what a rewrite aims at', inCode('src/session/level.cc', /room \/ (\d+), kLeastProse/, part)),
  row('costs', 'It reads the folded messages {}, and writes a few hundred to {} tokens', async (times, most) => {
    assert.deepEqual([times, most], [await timesRead(), numberIn('src/session/level.cc', 'kMostProse')]);
  }),
  ...[
    ['how-it-works', 'All records together may have {} of it'],
    ['decisions', 'merged by rank when they pass {} of the target'],
    ['presets/epitome', 'When records take more than {} of the target'],
  ].map(([on, says]) => code(on, says, inCode('src/session/level.cc', /roomOf\(budget\) \* 11 \/ (\d+)/, (of) => 11 / of))),
  code('api', 'All such texts of the view share {} of the tokens that records may have (a quarter of `target`, about), and {} of `stateBytes`', inCode('src/session/records.cc', /shareOfSegments\(.*\) \/ (\d)/, part), inCode('src/session/records.cc', 'kEditedPart', part)),
  cell('options', 'flushAt', 'Default: {} tokens before the trigger, but at least {} of it', async (before, half) => {
    assert.deepEqual([before, half], [numberIn('src/budget/budget.h', 'kFlushLead'), part(numberIn('src/budget/budget.cc', /trigger - kFlushLead, budget\.trigger \/ (\d)/))]);
  }),
  row('troubleshooting', '`summarizeTimeout` ({} seconds a step)', (said) => apart.summarizeTimeout(said * 1_000)),

  // Windows and budgets.
  row('models', 'Otherwise {} tokens are assumed', is(assumed)),
  cell('options', 'strict', '`false`: {} tokens are assumed', is(assumed)),
  row('troubleshooting', 'in no table, so {} tokens are assumed', is(assumed)),
  cell('operating', 'unknown-model', '{} tokens are assumed', is(assumed)),
  row('models', 'before it runs in a window of {}', is(assumed)),
  row('models', 'By default a window under {} tokens is told', apart['windowGuard.warn']),
  row('troubleshooting', 'A window below {} tokens is only reported', apart['windowGuard.warn']),
  row('models', 'Without `maxOutputTokens`, {} of the window ({} tokens at most)', outputReserve),
  cell('options', 'maxOutputTokens', "Default: the model's own limit, at most {} and at most {} of the window", (most, share) => outputReserve(share, most)),
  cell('options', 'maxOutputTokens', 'Kept free for the reply, {} of the window at most', async (share) => {
    const { outputReserve: kept } = await budgetOf({
      contextWindow: 100_000,
      maxOutputTokens: 90_000,
      system: '',
    });
    assert.equal(kept, 100_000 * share);
  }),
  cell('options', 'system', 'Default: {} tokens are assumed ({} of the window at most)', overhead),
  cell('options', 'budgets.system', '{} of the window at most', async (share) => overhead(8_000, share)),
  cell('options', 'target', 'By itself at most {} of the trigger', async (share) => {
    const { trigger, target } = await budgetOf({ contextWindow: 100_000, trigger: 10_000 });
    assert.equal(target, trigger * share);
  }),
  row('options', 'a target that would not be below the trigger is {} of it', async (share) => {
    const { compactor } = await listening({
      model: 'gpt-5',
      contextWindow: undefined,
      target: 20_000,
      models: { small: { contextWindow: 16_000 } },
    });
    const session = compactor.session();
    await session.prepare([user('hi')], { model: 'small' });
    const { trigger, target } = session.explain().budget;
    assert.equal(target, trigger * share);
  }),
  row('concepts', 'it is {} of the budget', async (share) => {
    const { total, trigger, target } = await budgetOf({ contextWindow: 200_000 });
    assert.ok([trigger, target].includes(Math.floor(total * share)), `${share} is neither`);
  }),
  cell('presets', 'presets/epitome', '{} of the budget, to {}', async (from, to) => {
    const { total, trigger, target } = await budgetOf({ contextWindow: 200_000 });
    assert.deepEqual([trigger, target], [Math.floor(total * from), Math.floor(total * to)]);
  }),
  row('presets/epitome', 'grown to {} of the budget, down to {}', async (from, to) => {
    const { total, trigger, target } = await budgetOf({ contextWindow: 200_000 });
    assert.deepEqual([trigger, target], [Math.floor(total * from), Math.floor(total * to)]);
  }),
  cellCode('options', 'keepRecent.tokens', 'By size, {} of the trigger at most', inCode('src/budget/budget.cc', /trigger \/ 8 \* (\d)/, (of) => of / 8)),
  ...[
    ['options', 'keepRecent.tokens', 'Default: {} of the budget, {} of the target at most'],
    ['presets/epitome', 'newest messages', '{} of the budget, {} of the target at most'],
  ].map(([on, of, says]) => cellCode(on, of, says, inCode('src/budget/budget.h', 'kKeepRecent'), inCode('src/budget/budget.cc', /kKeepRecent\}\.of\(budget\.total\), budget\.target \/ (\d)/, part))),
  cellCode('presets', 'presets/epitome', '^{} of the budget$', inCode('src/budget/budget.h', 'kKeepRecent')),
  row('concepts', '(`userWords`, {})', is(() => 0.1)),
  code('how-it-works', 'What no bill has covered yet gets a margin: at most {} of the budget', inCode('src/budget/budget.cc', /unbilled, 0, budget\.total \/ (\d)/, part)),
  code('decisions', "It is {} of the message's estimate, more where steps are large, and never more than {} of the budget", inCode('src/tokens/counter.cc', /tokens \/ (\d) \+ root/, part), inCode('src/budget/budget.cc', /unbilled, 0, budget\.total \/ (\d)/, part)),
  code('how-it-works', 'It has to free {} of the budget', minimumGain),
  cellCode('options', 'pace.minimumGain', 'Default: {} of the budget; for a fold also {} of', minimumGain, foldGain),
  cellCode('presets/epitome', 'least that a rewrite has to free', '{} of the budget', minimumGain),
  code('troubleshooting', 'A rewrite has to free {} of the budget, and a fold at least {}', minimumGain, foldGain),
  code('how-it-works', 'A fold also has to free at least {} of what it leaves', foldGain),
  code('presets/aiSdk', 'Where {} messages nearly fill the trigger, the next fold waits until it frees {} of what it leaves', () => presets.aiSdk.keepRecent.messages, foldGain),
  code('decisions', 'a rewrite cuts it to {} of that', inCode('src/session/plan_edits.cc', /least \+= large \/ (\d)/, part)),
  code('decisions', 'only where that frees {} of the budget', inCode('src/session/prune.cc', 'kOutdatedShare', part)),
  code('presets/microAgent', 'goes down to {} of them', inCode('src/session/level.cc', /mostMessages \* 3 \/ (\d)/, (of) => 3 / of)),
  code('presets/checkpoint', 'More than {} messages behind the checkpoint then go down to {}', () => presets.checkpoint.maxMessages, () => (presets.checkpoint.maxMessages * 3) / numberIn('src/session/level.cc', /mostMessages \* 3 \/ (\d)/)),
  code('presets/microAgent', 'The {} messages** count only when', () => presets.microAgent.maxMessages),
  code('presets/microAgent', 'between the first request and the {} newest messages', () => presets.microAgent.keepRecent.messages),
  code('presets/rolling', 'in front of the {} newest messages', () => presets.rolling.keepRecent.messages),
  code('presets/rolling', '{} messages that are larger than the {} tokens', () => presets.rolling.keepRecent.messages, () => presets.rolling.keepRecent.tokens),
  code('presets/rolling', 'In a window too small** for {} tokens', () => presets.rolling.trigger),
  code('presets/checkpoint', 'in front of the newest {} tokens', () => presets.checkpoint.keepRecent.tokens),
  code('presets/aiSdk', 'in front of the {} newest messages', () => presets.aiSdk.keepRecent.messages),
  code('presets/aiSdk', 'written anew at {} of the window', () => presets.aiSdk.trigger),
  cellCode('presets', 'presets/aiSdk', 'in front of {} messages', () => presets.aiSdk.keepRecent.messages),
  cellCode('presets', 'presets/rolling', 'in front of {} messages', () => presets.rolling.keepRecent.messages),
  code('presets', 'The view stays below {} or {} tokens', () => presets.checkpoint.trigger, () => presets.rolling.trigger),
  code('options', 'Results longer than `over` characters ({}) keep `head` and `tail` ({} of `over` each)', inCode('js/options/core-options.ts', /completeTrim\(\{ over = ([\d_]+)/), inCode('js/options/core-options.ts', /over \* 3\) \/ (\d)/, (of) => 3 / of)),
  cellCode('options', 'requestImages', 'until {} of the number is free', inCode('src/session/prune.cc', /most - most \/ (\d)/, part)),
  cell('options', 'prices.cacheRead', 'Default: {} of `input`', prices(1)),
  cell('options', 'prices.cacheWrite', 'Default: {} times `input`', prices(2)),
  cell('options', 'prices.output', 'Default: {} times `input`', prices(3)),

  // Bills and refusals.
  ...[
    ['how-it-works', 'under {} or over {} of what was counted'],
    ['troubleshooting', 'over {} what was counted'],
  ].map(([on, says]) => row(on, says, (...said) => billed(...said))),
  cell('events', 'too-small', 'is under {} of what was counted', (half) => billed(half, 2)),
  cell('events', 'too-large', 'is over {} what was counted', (twice) => billed(twice)),
  code('events', '{} bills of a model in a row agree', inCode('src/session/billing.cc', 'kAgreeing')),
  code('counting', '{} in a row with the same excess are believed', inCode('src/session/billing.cc', 'kAgreeing')),
  code('how-it-works', '{} in a row that ask for about the same excess', inCode('src/session/billing.cc', 'kAgreeing')),
  code('decisions', 'One bill that is too large is ignored, {} that agree are believed', inCode('src/session/billing.cc', 'kAgreeing')),
  code('decisions', 'the tokens that were billed and {} more', inCode('src/tokens/calibration.cc', 'kExpectedTokens')),
  code('decisions', 'give or take {}', inCode('src/session/billing.cc', /-expected : expected\) \/ (\d)/, part)),
  code('api', '{} requests in a row were refused', tries),
  code('too-long', 'at most {} times in a row', tries),
  code('too-long', 'After {} smaller requests', tries),
  code('events', 'taken back where {} smaller requests did not help', tries),
  code('decisions', 'Where {} smaller requests are refused as well', tries),
  code('too-long', 'The newest {} models are kept', inCode('js/overflow/limits.ts', 'mostModels')),
  code('decisions', 'The first refusal takes {} of that distance, the third in a row all of it', inCode('js/overflow/limits.ts', /left = \[1 \/ (\d)/, part)),
  code('too-long', 'Without one, {} of the way between the two is given up', inCode('js/overflow/limits.ts', /left = \[1 \/ (\d)/, part)),
  code('decisions', 'the distance ends at {} of the stated limit', inCode('js/overflow/limits.ts', /stated \/ (\d)/, part)),
  code('decisions', 'at least {} tokens and what was served, at most what was refused', inCode('js/overflow/limits.ts', /tokens: ([\d_]+), bytes/)),

  // What the model waits for.
  ...[
    ['how-it-works', 'unless the calls alone take more than {} of the budget'],
    ['how-it-works', 'their results keep {} of the budget'],
    ['events', 'with at most {} of the budget of their results'],
  ].map(([on, says]) => code(on, says, inCode('src/session/plan_edits.cc', 'kWaitingParts', part))),
  code('how-it-works', 'what is older goes only where that frees {} of it', minimumGain),
  code('counting', 'not more than {} of the budget for all of a message', inCode('src/session/session.cc', /budgetOf\(input\)\.total \/ (\d)/, part)),
  ...[
    ['options', 'Both always stay, as long as they fit in {} of the budget together'],
    ['concepts', 'as long as both fit in {} of the budget'],
    ['troubleshooting', 'as long as both fit in {} of the budget'],
  ].map(([on, says]) => code(on, says, inCode('src/session/session.cc', /half = budget\.total \/ (\d)/, part))),
  cellCode('options', 'priority', 'as long as they fit in {} of the budget', inCode('src/session/plan_fold.cc', /input\.kept, budget\.total \/ (\d+)/, part)),

  // Recall.
  code('api', 'else what of it fits best: some {} characters', inCode('js/recall/ranking.ts', 'passageLength')),
  cellCode('api', 'limit', 'How many messages at most, {} to {}', () => 1, inCode('js/recall/parameters.ts', 'mostFound')),
  cellCode('api', 'limit', 'Default {}', inCode('js/recall/parameters.ts', 'usualFound')),
  cellCode('recall', 'limit', '{} to {}, by default {}', () => 1, inCode('js/recall/parameters.ts', 'mostFound'), inCode('js/recall/parameters.ts', 'usualFound')),
  code('recall', 'An answer has at most {} tokens, and at most {} of what the view has free: below the trigger, or {} of what is left', inCode('js/recall/answers.ts', 'mostTokens'), inCode('js/recall/answers.ts', 'roomShare', part), inCode('js/recall/answers.ts', /budget\.total - used\) \/ (\d)/, part)),
  limit('answer of the tool', '{} tokens, and {} of what the view has free', inCode('js/recall/answers.ts', 'mostTokens'), inCode('js/recall/answers.ts', 'roomShare', part)),
  code('recall', 'Where less than {} tokens are left', inCode('js/recall/answers.ts', 'leastTokens')),
  code('recall', 'the {} messages that words find', inCode('js/recall/search.ts', 'mostCandidates')),
  code('recall', 'takes longer than {} seconds', rankSeconds),
  row('api', '{} thrown: an `error` event tells it where your `rank` threw, gave no answer within {} seconds', async (never, seconds) => {
    assert.deepEqual([never, seconds], [await ranksThrown(), rankSeconds()]);
  }),
  code('recall', 'A query is read up to {} characters', inCode('js/recall/query.ts', 'longestQuery')),
  limit('query of', '{} characters, {} terms', inCode('js/recall/query.ts', 'longestQuery'), inCode('js/recall/query.ts', 'mostTerms')),

  // Stores.
  code('events', 'no answer within {} seconds) or `conflict` (other processes were quicker {} times in a row)', storeSeconds, inCode('js/session/deciding.ts', 'mostTries')),
  code('deploy', 'takes more than {} seconds, stops no step', storeSeconds),
  code('operating', 'A step waits for the store where something was decided, at most {} seconds', storeSeconds),
  code('stores', 'calls wait up to {} seconds', inCode('js/stores/sqlite.ts', 'mostWaiting', seconds)),

  // Models and counting.
  row('troubleshooting', 'Claude takes {} in a request with a window of {} tokens, and of more than {} none may be longer than {} pixels', (images, tokens, many, pixels) => {
    assert.deepEqual([images, many, pixels], [imagesOf('claude-sonnet-4-5', tokens), ...manyImages()]);
    assert.notEqual(imagesOf('claude-sonnet-4-5', tokens + 1), images);
  }),
  row('models', 'Of more than {} images Claude takes none that is longer than {} pixels', (...said) => assert.deepEqual(said, manyImages())),
  row('models', 'Where one is, {} stay', is(() => manyImages()[0])),
  cell('models', 'Claude, window of up to', 'Claude, window of up to {} tokens', (tokens) => assert.notEqual(imagesOf('claude-x', tokens), imagesOf('claude-x', tokens + 1))),
  {
    on: 'models',
    column: 'images',
    holds: ({ said, of }) => assert.equal(Number(said.replace(',', '')), imagesOf(...imagesRow(of))),
  },
  code('counting', 'The result is raised by {}', inCode('tests/counting/truth.mjs', /'claude' \? ([\d.]+)/, (of) => Math.round(10 * of - 10) / 10)),
  row('options', 'If not even {} of it would fit', half),
  row('counting', '(about {} MB)', async (size) => {
    const { memoryBytes } = await loadExactCounter({ encoding: 'o200k_base' });
    assert.equal(size, Math.round(memoryBytes / 1e6));
  }),
  row('counting', 'a result costs {} tokens on OpenAI and {} on Claude, and having tools costs {} once on Claude', counted),
  row('counting', 'by weights that were fitted to the tokenizers of {} families', is(() => tokenFamilies.length)),
  row('how-it-works', 'with weights for {} families of tokenizers', is(() => tokenFamilies.length)),
  row('security', 'Over {} kinds of keys and tokens are recognized', (said) => assert.ok(kinds.size > said && kinds.size < 1.1 * said, `${kinds.size}`)),
];
