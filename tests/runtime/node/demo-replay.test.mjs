// promise: api
/**
 * The demo's recorded session is what it claims to be, its instruments can tell a good view from a bad
 * one, and the replay gives the same figures on every version of the AI SDK.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadSession } from '../../../demo/import/file.mjs';
import { printAccount } from '../../../demo/replay/account.mjs';
import { faultOf } from '../../../demo/replay/check-view.mjs';
import { countMessage, countMessages, countText } from '../../../demo/replay/exact-tokens.mjs';
import { replay, runsOf } from '../../../demo/replay/replay.mjs';
import { loadSdk, sdkVersions } from '../../../demo/replay/sdk.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
// The packed package where the test run has installed one, else the repository's own build.
const from = createRequire(join(process.env.EPITOME_INSTALLED ?? root, 'package.json'));
const { createCompactor } = await import(pathToFileURL(from.resolve('epitome')).href);

const file = fileURLToPath(new URL('../../../demo/sessions/repo-tour.json', import.meta.url));
const session = loadSession(file);
const { messages } = session;
const windowTokens = 32_000;

const partsOf = (type) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter((part) => part.type === type),
  );

test('the recorded session holds what a real one holds', () => {
  assert.ok(readFileSync(file).length <= 900_000);
  assert.ok(messages.length >= 300);
  assert.ok(countMessages(messages) >= 100_000);

  const callsAtOnce = messages
    .filter((message) => message.role === 'assistant')
    .map(({ content }) => content.filter((part) => part.type === 'tool-call').length);
  assert.ok(callsAtOnce.filter((count) => count > 1).length >= 5);

  const results = partsOf('tool-result');
  assert.ok(results.filter((part) => part.output.type === 'error-text').length >= 3);
  assert.ok(results.some((part) => countText(part.output.value) >= 20_000));

  const reads = partsOf('tool-call').filter((part) => part.toolName === 'read');
  const timesRead = new Map();
  for (const { input } of reads) timesRead.set(input.path, (timesRead.get(input.path) ?? 0) + 1);
  assert.ok(Math.max(...timesRead.values()) >= 3);

  const orders = messages
    .filter((message) => message.role === 'user')
    .map(({ content }) => content);
  for (const script of [/\p{Script=Han}/u, /\p{Script=Arabic}/u, /[äöüß]/]) {
    assert.ok(orders.some((text) => script.test(text)));
  }
  assert.ok(orders.some((text) => text.includes('forget')));

  const longTurns = runsOf(messages).filter(({ from, steps }) => {
    const last = steps.at(-1).index;
    return steps.length >= 50 && countMessages(messages.slice(from, last + 1)) > windowTokens;
  });
  assert.ok(longTurns.length >= 1);
});

test('the recorded session names no machine', () => {
  const text = readFileSync(file, 'utf8');
  assert.ok(!text.includes(root));
  assert.ok(!text.includes('file:///'));
});

test('the checker finds each fault and passes a good prompt', () => {
  const text = (value) => [{ type: 'text', text: value }];
  const call = (id) => ({ type: 'tool-call', toolCallId: id, toolName: 'read', input: {} });
  const result = (id) => ({ type: 'tool-result', toolCallId: id, toolName: 'read', output: {} });
  const user = { role: 'user', content: text('hello') };
  const asks = (...ids) => ({ role: 'assistant', content: ids.map(call) });
  const answers = (...ids) => ({ role: 'tool', content: ids.map(result) });

  assert.equal(
    faultOf([{ role: 'system', content: 's' }, user, asks('a', 'b'), answers('a'), answers('b')]),
    undefined,
  );
  const faults = [
    [[], /no message/],
    [[asks('a'), answers('a')], /starts with assistant/],
    [[user, answers('a')], /has no call/],
    [[user, asks('a')], /has no result/],
    [[user, asks('a'), user, answers('a')], /before the result/],
    [[user, asks('a'), answers('a', 'a')], /has no call/],
    [[user, asks('a', 'a'), answers('a')], /twice/],
    [[user, { role: 'assistant', content: [] }], /is empty/],
    [[{ role: 'user', content: text('') }], /empty text/],
  ];
  for (const [prompt, expected] of faults) assert.match(faultOf(prompt) ?? '', expected);
});

test('tokens are counted part by part', () => {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'x' } };
  const counted = countMessage({
    role: 'assistant',
    content: [{ type: 'text', text: 'hello world' }, call],
  });
  assert.equal(
    counted,
    4 + countText('hello world') + 8 + countText('read') + countText('{"path":"x"}'),
  );
  assert.equal(countText('hello world'), 2);
});

test('the replay stays inside the window and is the same on every version of the SDK', async () => {
  const accounts = [];
  for (const version of sdkVersions) {
    const account = await replay({
      session,
      sdk: await loadSdk(version),
      windowTokens,
      createCompactor,
      options: {},
    });
    assert.deepEqual(account.faults, []);
    assert.equal(account.steps, messages.filter((message) => message.role === 'assistant').length);
    assert.equal(account.overWindow, 0);
    assert.equal(account.invalidViews, 0);
    assert.ok(account.wouldOverflow > account.steps / 2);
    assert.ok(account.compactions.length > 0);
    for (const { tokensBefore, tokensAfter } of account.compactions)
      assert.ok(tokensAfter < tokensBefore);
    assert.match(printAccount(account), /would have overflowed/);
    const { ai, stepMicros, ...figures } = account;
    assert.equal(String(ai), version);
    accounts.push(figures);
  }
  for (const figures of accounts) assert.deepEqual(figures, accounts[0]);
});

test('without epitome the same replay overflows: the instruments notice', async () => {
  const idle = {
    session: () => ({
      prepareStep: async () => undefined,
      explain: () => ({ messages: [] }),
      usage: () => ({}),
    }),
    dispose: () => {},
  };
  const account = await replay({
    session,
    sdk: await loadSdk('7'),
    windowTokens,
    createCompactor: async () => idle,
    options: {},
  });
  assert.equal(account.overWindow, account.wouldOverflow);
  assert.ok(account.overWindow > 0);
});
