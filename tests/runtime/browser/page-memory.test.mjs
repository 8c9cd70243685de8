// promise: api
/**
 * What the page says an agent still knows, held against a second play of the same session and a plain
 * search of its views.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { messageCounter } from '../../../demo/engine/count.ts';
import { play } from '../../../demo/engine/play.ts';
import { epitome } from '../../../demo/engine/policies.ts';
import { copiesOf, find, rewound } from '../../../demo/engine/recall.ts';
import { rowsOf } from '../../../demo/engine/record-rows.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { serve } from '../../../demo/server.mjs';
import { demoPage, problemsIn, root } from '../shared/demo-page.mjs';

const window = 32_000;
const counter = messageCounter(countText);

const demo = demoPage();
let session;
let timeline;
let copies;
/** What each step's model was shown. */
const views = [];

before(async () => {
  session = JSON.parse(readFileSync(join(root, 'demo/sessions/repo-tour.json'), 'utf8'));
  copies = copiesOf(session.messages);
  timeline = await play({
    session,
    policy: policyOf({ window, policy: 'epitome' }),
    window,
    counter,
    onStep: ({ steps }, view) => {
      copies.note(steps.length - 1, view);
      views.push(view);
    },
  });
});

async function openPage({ address = demo.server.address, ...options } = {}) {
  const page = await demo.browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const problems = problemsIn(page);
  await page.goto(address);
  for (const selector of ['#memory', '#memory .near.second']) {
    await page.locator(selector).evaluate((element) => element.scrollIntoView());
  }
  await page.waitForSelector('#memory .threads');
  await page.waitForSelector('#memory .records');
  return { page, problems };
}

/** `step from name` of the names that are chosen. */
const chosen = (page) =>
  page.$$eval('#memory [data-wanted][aria-pressed="true"]', (all) =>
    all.map(({ dataset }) => {
      const [, step, from, name] = /^(\d+) (\d+) (.*)$/s.exec(dataset.wanted);
      return { step: Number(step), from: Number(from), name };
    }),
  );

/** All strings of messages, without their keys. */
const stringsOf = (value) =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsOf)
    : [String(value)];
const textOf = (messages) => stringsOf(messages).join('\n');

test('tells of a name that a record held, and of one that nothing held', async () => {
  const { page, problems } = await openPage();
  const [kept, ...others] = await chosen(page);
  assert.equal(others.length, 0);
  assert.ok(textOf(session.messages[kept.from - 1]).includes(kept.name));
  assert.ok(textOf(views[kept.step]).includes(kept.name));
  const isThere = views[kept.step].includes(session.messages[kept.from - 1]);
  assert.equal(isThere, false, 'the message itself gave way');
  const standing = timeline.records.filter(
    ({ from, until = Number.POSITIVE_INFINITY }) => from <= kept.step && kept.step < until,
  );
  assert.ok(standing.some(({ text }) => text.includes(kept.name)));
  await page.waitForSelector('#memory .lines .held.strong', { state: 'attached' });
  assert.equal(await page.locator('#memory .lines .strong').count(), 1);

  await page.click('#memory .ways button >> nth=1');
  const [lost] = await chosen(page);
  assert.ok(textOf(session.messages[lost.from - 1]).includes(lost.name));
  assert.equal(textOf(views[lost.step]).includes(lost.name), false);
  await page.waitForSelector('#memory .lines .broken.strong', { state: 'attached' });
  assert.equal(await page.locator('#memory [data-told]').count(), 1);
  assert.deepEqual(problems, []);
  await page.close();
});

test('says of a folded message when it was needed again', async () => {
  const { page, problems } = await openPage();
  const counts = new Map();
  for (const { wanted } of timeline.steps) {
    for (const { from } of wanted) counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  await page.click('#memory .said.folded');
  const message = Number(
    await page.getAttribute('#memory .said[aria-pressed="true"]', 'data-said'),
  );
  assert.equal(await page.locator('#memory [data-told]').count(), counts.get(message));
  // One that nothing comes back to is found behind a count.
  await page.click('#memory .column .gap >> nth=0');
  const rows = page.locator('#memory .opened .said');
  const quiet = await rows.evaluateAll((all) => all.map(({ dataset }) => Number(dataset.said)));
  const at = quiet.findIndex((number) => !counts.has(number));
  await rows.nth(at).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#memory [data-told]').length === 0);
  assert.deepEqual(problems, []);
  await page.close();
});

/** Where `text` is, by a plain search of what the model was shown. */
function verdictOf(text, step) {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_])${text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\p{L}\\p{N}_])`,
    'iu',
  );
  const has = (message) => pattern.test(textOf(withoutKeys(message)));
  const own = new Set(session.messages);
  const { seen } = timeline.steps[step];
  if (pattern.test(session.system ?? '')) return 'view';
  if (views[step].some((message) => own.has(message) && has(message))) return 'view';
  if (views[step].some((message) => !own.has(message) && has(message))) return 'record';
  if (session.messages.slice(0, seen).some(has)) return 'gone';
  return session.messages.some(has) ? 'later' : 'never';
}

/** A message without what ties its parts together, which no model reads as text. */
function withoutKeys(value) {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const unread = ['type', 'role', 'toolCallId'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !unread.includes(key))
      .map(([key, inner]) => [key, withoutKeys(inner)]),
  );
}

test('finds what a plain search finds', async () => {
  const words = textOf(session.messages).match(/[A-Za-z][\w.-]*(?:\/[\w.-]+)+\w|\d{3,}|\w{9,}/g);
  const names = [...new Set(words)].filter((_, index) => index % 61 === 0);
  const steps = [20, 60, 110, 170];
  const example = {};
  for (const step of steps) {
    for (const name of names) {
      const { verdict } = find({ session, timeline, copies }, name, step);
      assert.equal(verdict, verdictOf(name, step), `${name} at step ${step}`);
      if (step === 170) example[verdict] ??= name;
    }
  }
  const { verdict } = find({ session, timeline, copies }, 'a name that nobody says', 20);
  assert.equal(verdict, 'never');

  assert.ok(example.view && example.record && example.gone);
  const { page, problems } = await openPage();
  const [{ step }] = await chosen(page);
  for (const text of Object.values(example)) {
    await page.fill('#memory-search', text.toUpperCase());
    const answer = await page.waitForSelector(
      `#memory [data-question=${JSON.stringify(text.toUpperCase())}]`,
    );
    assert.equal(await answer.getAttribute('data-verdict'), verdictOf(text, step));
  }
  // What is found can be chosen.
  await page.fill('#memory-search', example.gone);
  await page.click('#memory [data-message] .place >> nth=0');
  assert.ok(await page.$('#memory .said[aria-pressed="true"]'));
  assert.deepEqual(problems, []);
  await page.close();
});

test('takes the newest record back, and puts it back', async () => {
  const setup = { window, policy: 'epitome' };
  const take = (step) => rewound({ session, timeline }, setup, counter, step);
  const [first, second] = timeline.rewrites;
  assert.equal(await take(first.step - 1), undefined);
  // The first record was written from messages, and nothing else differs from the transcript.
  for (const step of [first.step, second.step - 1]) {
    const { sent, without, next, records } = await take(step);
    assert.equal(sent, timeline.steps[step].sent);
    assert.equal(without, timeline.steps[step].history);
    assert.ok(next <= window);
    assert.deepEqual(records, []);
  }
  // The second stands behind the first, which stays.
  const { without, records } = await take(second.step);
  const [{ first: from, last }] = timeline.records;
  assert.deepEqual(records, [{ first: from, last }]);
  assert.ok(without > timeline.steps[second.step].sent);
  assert.ok(without < timeline.steps[second.step].history);

  const { page, problems } = await openPage();
  const [{ step }] = await chosen(page);
  await page.click('#memory .rewind button');
  const result = await page.waitForSelector('#memory .rewind .result');
  const figure = async (name) => Number(await result.getAttribute(`data-${name}`));
  const expected = await take(step);
  assert.equal(await figure('sent'), expected.sent);
  assert.equal(await figure('without'), expected.without);
  assert.equal(await figure('next'), expected.next);
  await page.click('#memory .rewind button');
  await page.waitForSelector('#memory .rewind .result', { state: 'detached' });
  assert.deepEqual(problems, []);
  await page.close();
});

test('shows every row of a record, the words of a user whole', async () => {
  for (const { text, words } of timeline.records) {
    const rows = rowsOf(text);
    const own = rows.filter(({ section, message }) => section === 'words' && message);
    assert.deepEqual(
      own.map(({ message, text }) => ({ message, text })),
      words.map(({ message, text }) => ({ message, text })),
    );
    // Nothing but headings is lost.
    const shown = rows.reduce((sum, row) => sum + row.text.length, 0);
    assert.ok(shown > 0.8 * text.length - 400);
  }
  // A quotation that looks like a heading stays a quotation.
  const quoted = rowsOf(
    [
      '[The application replaced messages 2 to 5 with this record.]',
      'The user wrote (limits still apply; requests may be finished):',
      '- [3] quoted between two lines "== 1f":',
      '== 1f',
      'Done:',
      'Changed: everything',
      '== 1f',
      'Done:',
      'Changed: a.ts',
    ].join('\n'),
  );
  assert.deepEqual(quoted, [
    { section: 'words', message: 3, text: 'Done:\nChanged: everything' },
    { section: 'done', about: 'Changed', text: 'a.ts' },
  ]);
});

test('writes down what a model was asked, and which replies stand', async () => {
  let calls = 0;
  const summarize = async () => {
    calls += 1;
    return calls === 1 ? '' : 'The repository was read: `src/session/session.cc` and others.';
  };
  const { rewrites, records } = await play({
    session,
    policy: epitome({ summarize }),
    window,
    counter,
  });
  const asked = rewrites.flatMap(({ asked = [] }) => asked);
  assert.equal(asked.length, calls);
  assert.ok(asked[0].prompt.length > 0 && asked[0].rejected !== undefined);
  assert.ok(asked.some(({ rejected }) => rejected === undefined));
  assert.ok(records.some(({ source }) => source === 'model'));
});

test('text of a transcript stays text', async (t) => {
  const hostile = '<b id="injected">x</b><img src="x" onerror="document.title = \'injected\'">';
  const messages = session.messages.map((message) =>
    message.role === 'user' && typeof message.content === 'string'
      ? { ...message, content: `${hostile} ${message.content} ${'wide'.repeat(400)}` }
      : message,
  );
  const given = await serve({
    folder: demo.folder,
    session: { ...session, messages },
    windowTokens: window,
  });
  t.after(() => given.close());
  const { page, problems } = await openPage({
    address: given.address,
    viewport: { width: 360, height: 800 },
  });
  await page.waitForSelector('#memory details.record');
  await page.fill('#memory-search', hostile.slice(0, 12));
  await page.waitForSelector('#memory [data-verdict]');
  for (const summary of await page.$$('#memory details.record > summary')) await summary.click();
  assert.ok((await page.textContent('#memory')).includes('<b id="injected">'));
  assert.equal(await page.locator('#injected').count(), 0);
  assert.notEqual(await page.title(), 'injected');
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  assert.equal(await page.evaluate(isWide), false);
  assert.deepEqual(problems, []);
  await page.close();
});
