/**
 * The command line of the packed package, as a user runs it: every command on a recorded session and on what
 * comes through a pipe. With EPITOME_TRANSCRIPTS, a folder, also on every conversation of its files.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isPacked, project, repository, resolve } from '../shared/installed.mjs';

const manifestFile = resolve('epitome/package.json');
const program = join(dirname(manifestFile), JSON.parse(readFileSync(manifestFile)).bin.epitome);
const session = join(repository, 'demo/sessions/repo-tour.json');

function run(file, args, input) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
  const child = spawn(file, args, { cwd: project, env });
  const ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ended.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.err += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  return new Promise((done) => child.on('close', (code) => done({ ...ended, code })));
}

const epitome = (args, input) => run(process.execPath, [program, ...args], input);
/** What a command that did what was asked printed as JSON. */
async function printed(args, input) {
  const { code, out, err } = await epitome([...args, '--json'], input);
  assert.equal(err, '', args.join(' '));
  assert.equal(code, 0, args.join(' '));
  return JSON.parse(out);
}

const small = ['--window', '16000'];
/** What each command says of a session in a small window. */
const commands = {
  inspect: [[], ({ tokens, messages }) => tokens > 16_000 && messages > 20],
  plan: [small, ({ fits, tokensBefore, tokensAfter }) => fits && tokensAfter < tokensBefore],
  compact: [small, ({ messages }) => messages.length > 1],
  replay: [
    [...small, '--presets', 'epitome,rolling'],
    ({ rows }) => rows.length === 3 && rows[0].overflows > 0 && rows[1].overflows === 0,
  ],
  memory: [small, ({ records, viewTokens }) => records.length > 0 && viewTokens <= 16_000],
};

for (const [name, [args, isRight]] of Object.entries(commands)) {
  test(`${name} reads a file and standard input alike`, async () => {
    const [named, piped] = await Promise.all([
      printed([name, session, ...args]),
      printed([name, '-', ...args], readFileSync(session)),
    ]);
    assert.ok(isRight(named), JSON.stringify(named).slice(0, 400));
    // The one difference there may be: how long it took.
    const timeless = (value) =>
      JSON.stringify(value, (key, inner) => (/milli/i.test(key) ? 0 : inner));
    assert.equal(timeless(piped), timeless(named));
    const help = await epitome([name, '--help']);
    assert.match(help.out, /Examples:\n {2}\$ epitome /);
  });
}

test('doctor finds the package in order', async () => {
  assert.ok((await printed(['doctor'])).every(({ ok }) => ok));
});

test('exit codes tell wrong use from a file that is no transcript', async () => {
  const codes = await Promise.all([
    epitome(['inspekt']),
    epitome(['plan', session, '--window', 'wide']),
    epitome(['plan', session, '--model', 'nothing-1']),
    epitome(['inspect', join(project, 'none.jsonl')]),
    epitome(['inspect'], 'no transcript'),
  ]);
  assert.deepEqual(
    codes.map(({ code }) => code),
    [2, 2, 2, 3, 3],
  );
  for (const { out, err } of codes) {
    assert.equal(out, '');
    assert.notEqual(err, '');
  }
});

test('npx finds it', { skip: !isPacked }, async () => {
  const { code, out, err } = await run('npx', ['--no', 'epitome', 'inspect', session, '--json']);
  assert.equal(code, 0, err);
  assert.ok(JSON.parse(out).tokens > 0);
});

const folder = process.env.EPITOME_TRANSCRIPTS;
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));

/** Conversations of a file: what is asked for beyond the last is told. */
async function conversationsOf(file) {
  const { err } = await epitome(['inspect', file, '--conversation', '1000000']);
  return Number(/the last is (\d+)/.exec(err)?.[1] ?? 1);
}

for (const name of files) {
  test(`plan and replay on every conversation of ${name}`, async () => {
    const file = join(folder, name);
    const last = await conversationsOf(file);
    let next = 1;
    const worker = async () => {
      while (next <= last) {
        const which = ['--conversation', `${next++}`, ...small];
        const { fits, ranges } = await printed(['plan', file, ...which]);
        assert.ok(fits && ranges.length > 0, which.join(' '));
        const { rows } = await printed(['replay', file, ...which, '--presets', 'epitome']);
        assert.ok(rows[1].overflows <= rows[0].overflows, which.join(' '));
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
  });
}
