// promise: api
/**
 * The demo's recorded session is what it claims to be, its instruments can tell a good view from a bad
 * one, and the replay gives the same figures on every version of the AI SDK.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runsOf } from '../../../demo/engine/runs.ts';
import { loadSession } from '../../../demo/import/file.mjs';
import { printAccount } from '../../../demo/replay/account.mjs';
import { faultOf } from '../../../demo/replay/check-view.mjs';
import { countMessage, countMessages, countText } from '../../../demo/replay/exact-tokens.mjs';
import { replay } from '../../../demo/replay/replay.mjs';
import { loadSdk, sdkVersions } from '../../../demo/replay/sdk.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
// The packed package where the test run has installed one, else the repository's own build.
const from = createRequire(join(process.env.EPITOME_INSTALLED ?? root, 'package.json'));
const { createCompactor } = await import(pathToFileURL(from.resolve('epitome')).href);

const file = fileURLToPath(new URL('../../../demo/sessions/repo-tour.json', import.meta.url));
const session = loadSession(file);
const { messages } = session;
const windowTokens = 32_000;

const lineCount = (text) => text.split('\n').length;

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
    assert.ok(account.firstOverflow > 0 && account.tokensSent < account.tokensWithout);
    assert.ok(lineCount(printAccount(account)) <= 24);
    assert.ok(lineCount(printAccount(account, { verbose: true })) > 24);
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

/** What a file holds, replayed on the command line. */
function demo(text, ...options) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-demo-'));
  const path = join(folder, 'session');
  writeFileSync(path, text);
  const script = join(root, 'demo/replay.mjs');
  const args = [script, '--no-serve', '--session', path, ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stdout, stderr };
}

test('the command line says the verdict first, in so few lines that they fit on a screen', () => {
  const { status, stdout, stderr } = demo(readFileSync(file, 'utf8'));
  assert.deepEqual([status, stderr], [0, '']);
  assert.ok(lineCount(stdout.trimEnd()) <= 23, stdout);
  const [without, withIt] = stdout.split('\n');
  assert.match(without, /without/);
  assert.match(withIt, /finished/);
});

test('files, and what a provider ran itself, are replayed as they stood', async () => {
  const png = { type: 'file', data: 'iVBORw0KGgo=', mediaType: 'image/png' };
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} };
  const web = { toolCallId: 'b', toolName: 'web', providerExecuted: true };
  const found = { type: 'json', value: [1] };
  const shown = {
    type: 'content',
    value: [
      { type: 'text', text: 'a' },
      { ...png, type: 'image-data' },
    ],
  };
  const history = [
    {
      role: 'user',
      content: [{ type: 'file', data: 'https://example.org/a.png', mediaType: 'image/png' }],
    },
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ ...call, type: 'tool-result', input: undefined, output: shown }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', ...web, input: { q: 1 } },
        { type: 'tool-result', ...web, output: found },
        { type: 'text', text: 'Done.' },
      ],
    },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'Bye.' },
  ];
  const text = JSON.stringify(history);
  for (const version of sdkVersions) {
    const { status, stdout } = demo(text, '--json', '--ai', version);
    assert.equal(status, 0);
    const account = JSON.parse(stdout);
    assert.deepEqual(account.faults, []);
    assert.equal(account.steps, 3);
    assert.equal(account.tokensSent, account.tokensWithout);
  }
});

test('a file that is no session is one line and the exit code 1', () => {
  const system = { role: 'system', content: 'a' };
  const user = { role: 'user', content: 'a' };
  for (const text of ['', 'prose', '[]', '[{"role":"user","content":null}]']) {
    const { status, stdout, stderr } = demo(text);
    assert.deepEqual([status, stdout, lineCount(stderr)], [1, '', 2]);
  }
  for (const session of [[system], [user], [system, user]]) {
    const { status, stderr } = demo(JSON.stringify(session));
    assert.deepEqual([status, lineCount(stderr)], [1, 2]);
  }
});

test('what a session says moves no terminal', () => {
  const steer = '\u001b]0;owned\u0007\u001b[2J\u202e';
  const call = { id: 'c', type: 'function', function: { name: steer, arguments: '{}' } };
  const messages = [
    { role: 'user', content: steer },
    { role: 'assistant', content: steer, tool_calls: [call, call] },
    { role: 'tool', tool_call_id: 'c', content: steer },
  ];
  const { stdout, stderr } = demo(JSON.stringify({ name: steer, messages }));
  assert.doesNotMatch((stdout + stderr).replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
});
