/** The command line as a child process: what it prints, its exit codes, pipes that break. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conversationOf, writers } from './support/format-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const program = join(root, manifest.bin.epitome);
const folder = mkdtempSync(join(tmpdir(), 'epitome-cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function epitome(
  args: string[],
  { input, env }: { input?: string; env?: object } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ended.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.err += chunk;
  });
  child.stdin.end(input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const long = file('long.jsonl', writers.codex(conversationOf(3, 400)));

/** Few messages, and more than 32,000 tokens. */
const session = file(
  'session.jsonl',
  Array.from({ length: 30 }, (_, i) => [
    { role: 'user', content: `Look at src/part-${i}.ts. ${'Why is the queue late? '.repeat(100)}` },
    { role: 'assistant', content: `The queue timeout is ${i} s. ${'It waits. '.repeat(200)}` },
  ])
    .flat()
    .map((message) => JSON.stringify(message))
    .join('\n'),
);

describe('the command line', () => {
  it('inspects every format, from files and from standard input', async () => {
    for (const [format, write] of Object.entries(writers)) {
      const text = write(conversationOf(8, 8));
      const [named, piped] = await Promise.all([
        epitome(['inspect', file(`one.${format}`, text), '--json']),
        epitome(['inspect', '--json'], { input: text }),
      ]);
      assert.equal(named.err, '');
      assert.equal(named.code, 0);
      assert.equal(JSON.parse(named.out).format, format);
      assert.equal(piped.out, named.out);
    }
  });

  it('prints what it found as text, the same each time and without a control character', async () => {
    const input = JSON.stringify([
      { role: 'user', content: 'List \u001b]0;owned\u0007the \u202efiles' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls\u001b[2J', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'ls\u001b[2J',
            output: { type: 'text', value: 'a\n'.repeat(50) },
          },
        ],
      },
    ]);
    const { out, err, code } = await epitome(['inspect'], { input });
    assert.equal(err, '');
    assert.equal(code, 0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    assert.match(out, /^\d+ tokens in 3 messages\nai-sdk; tokens are estimated\n/);
    assert.match(
      out,
      /By role\n(?:.+ \d×\n)+\nBy kind\n(?:.+\n)+\nResults by tool\nls�\[2J +\d+ .* 1×\n/,
    );
    assert.match(out, /\n1 user .*List �\]0;owned�the �files/);
    assert.equal((await epitome(['inspect'], { input })).out, out);
  });

  it('plans: every message once, in order', async () => {
    const { out, code } = await epitome(['plan', long, '--window', '8000', '--json']);
    assert.equal(code, 0);
    const { ranges, fits, tokensBefore, tokensAfter } = JSON.parse(out);
    assert.ok(fits && tokensAfter < tokensBefore);
    let next = 1;
    for (const { firstMessage, lastMessage } of ranges) {
      assert.equal(firstMessage, next);
      next = lastMessage + 1;
    }
    const text = await epitome(['plan', long, '--window', '8000']);
    assert.match(
      text.out,
      /^[\d,]+ → [\d,]+ tokens\nwindow 8,000, .*\nfits\n\nfate +messages +tokens +why\n/,
    );
    assert.match(text.out, /\nfolded /);
  });

  it('compacts to messages that it reads again', async () => {
    const output = join(folder, 'compacted.json');
    const made = await epitome(['compact', long, '--window', '8000', '-o', output]);
    assert.deepEqual(made, { code: 0, out: '', err: '' });
    const messages = JSON.parse(readFileSync(output, 'utf8'));
    const again = await epitome(['inspect', output, '--json']);
    assert.equal(JSON.parse(again.out).messages, messages.length);
    const whole = JSON.parse((await epitome(['inspect', long, '--json'])).out);
    assert.ok(JSON.parse(again.out).tokens < whole.tokens / 2);
  });

  it('replays presets side by side', async () => {
    const args = ['replay', long, '--window', '8000', '--presets', 'epitome,rolling'];
    const { rows } = JSON.parse((await epitome([...args, '--json'])).out);
    assert.deepEqual(
      rows.map(({ preset }: { preset: string }) => preset),
      ['nothing', 'epitome', 'rolling'],
    );
    assert.ok(rows[0].overflows > 0);
    assert.equal(rows[1].overflows, 0);
    assert.ok(rows[1].cost < rows[0].cost);
    const priced = JSON.parse((await epitome([...args, '--json', '--price', '3'])).out).rows;
    assert.ok(Math.abs(priced[1].cost - (rows[1].cost * 3) / 1e6) < 1e-9);
  });

  it('prices by the list, step by step above the price step', async () => {
    const args = ['replay', long, '--window', '8000', '--presets', 'epitome', '--json'];
    const priced = JSON.parse((await epitome([...args, '--model', 'gpt-6-sol'])).out);
    assert.equal(priced.unit, 'dollars');
    assert.equal(priced.model, 'gpt-6-sol');
    assert.equal(priced.window, 8_000);
    const plain = JSON.parse((await epitome([...args, '--price', `${priced.prices.input}`])).out);
    // A read costs a tenth, writing a fourth more, output five times as much: the usual ratios.
    assert.ok(Math.abs(priced.rows[1].cost - plain.rows[1].cost) < 1e-9);
    const text = await epitome([...args.slice(0, -1), '--model', 'gpt-6-sol']);
    assert.match(text.out, /cost in US dollars at the list prices of gpt-6-sol/);
  });

  it('shows what is remembered, and finds what is not in view', async () => {
    const args = ['memory', session, '--window', '8000'];
    const { rounds, records, found, ...sizes } = JSON.parse(
      (await epitome([...args, '--find', 'queue timeout', '--json'])).out,
    );
    assert.ok(sizes.viewTokens < sizes.tokens / 2);
    assert.ok(rounds.length > 0 && records.length > 0 && found.length > 0);
    for (const { beforeMessage, lastMessage, tokensBefore, tokensAfter } of rounds) {
      assert.ok(lastMessage < beforeMessage && tokensAfter < tokensBefore);
    }
    for (const { position } of found) {
      assert.ok(position <= records.at(-1).lastMessage);
    }
    const text = await epitome([...args, '--find', 'no-such-word-anywhere']);
    assert.equal(text.code, 0);
    assert.match(text.out, /\nFolds\nmessages +before +why +tokens +then\n/);
    assert.match(text.out, /\nRecord of messages 2–\d+: [\d,]+ tokens for [\d,]+\n/);
    assert.match(text.out, /\nFound among what left the view\nnothing\n$/);
    const small = await epitome(['memory', session, '--window', '900000']);
    assert.match(small.out, /\nNothing was folded: all of it fits\.\n$/);
  });

  it('runs what its page says', async () => {
    const page = readFileSync(join(root, 'js/docs/cli.md'), 'utf8');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    // `npx epitome` is what was built here.
    writeFileSync(
      join(bin, 'npx'),
      `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`,
    );
    chmodSync(join(bin, 'npx'), 0o755);
    const cwd = join(folder, 'page');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'session.jsonl'), readFileSync(session));
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    assert.ok(blocks.length >= 4);
    const env = {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      PATH: `${bin}:${process.env.PATH}`,
    };
    const script = `set -e\n${blocks.join('')}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    for (const [name, member] of [
      ['inspected', 'byRole'],
      ['planned', 'ranges'],
      ['replayed', 'rows'],
      ['remembered', 'records'],
    ]) {
      const made = JSON.parse(readFileSync(join(cwd, `${name}.json`), 'utf8'));
      assert.ok(made[member as string].length > 0, name);
    }
    assert.ok(JSON.parse(readFileSync(join(cwd, 'compacted.json'), 'utf8')).length > 0);
    for (const name of ['inspect', 'plan', 'compact', 'replay', 'memory', 'doctor']) {
      assert.match(page, new RegExp(`npx epitome ${name} |npx epitome ${name}\n`));
    }
  });

  it('tells a terminal how far it is, and draws in colour', () => {
    const run = (env: object) =>
      spawnSync(
        'script',
        [
          '-qec',
          `"${process.execPath}" "${program}" replay "${long}" --window 8000 --presets rolling`,
          '/dev/null',
        ],
        {
          env: { ...process.env, NODE_TEST_CONTEXT: undefined, TERM: 'xterm', ...env },
          encoding: 'utf8',
          input: '',
        },
      );
    const { stdout, status } = run({ NO_COLOR: '' });
    assert.equal(status, 0);
    assert.match(stdout, /replaying .*█.* \d+ %/);
    assert.ok(stdout.includes('\u001b[1m'));
    assert.ok(!run({ NO_COLOR: '1' }).stdout.includes('\u001b[1m'));
  });

  it('examines itself', async () => {
    const { out, code } = await epitome(['doctor', '--json']);
    assert.equal(code, 0);
    assert.ok(
      JSON.parse(out).every(({ ok }: { ok: boolean }) => ok),
      out,
    );
  });

  for (const [args, code, said] of [
    [[], 2, /Usage: epitome/],
    [['inspec'], 2, /Did you mean inspect\?/],
    [['inspect', '--tpo', '3'], 2, /Did you mean --top\?/],
    [['plan', '--window', 'wide'], 2, /A whole number of at least 1 is needed/],
    [['plan', long, '--model', 'nothing-1'], 2, /nothing is known of the model nothing-1/],
    [['plan', '--preset', 'none'], 2, /Allowed choices are/],
    [['replay', '--presets', 'none'], 2, /Names of epitome/],
    [['compact', long, '--url', 'https://host/v1'], 2, /belong together/],
    [
      [
        'compact',
        long,
        '--url',
        'https://h/v1',
        '--summary-model',
        'm',
        '--api-key-env',
        'EPITOME_NONE',
      ],
      2,
      /EPITOME_NONE is not set/,
    ],
    [['inspect', join(folder, 'none')], 3, /^error: cannot read .*: ENOENT/],
    [['inspect', folder], 3, /EISDIR/],
    [['inspect'], 3, /^error: the file is empty/],
    [['inspect', long, '--conversation', '2'], 3, /the last is 1/],
  ] as const) {
    it(`exits with ${code}: ${args.join(' ').replaceAll(folder, '') || 'nothing'}`, async () => {
      const ended = await epitome([...args]);
      assert.equal(ended.code, code);
      assert.equal(ended.out, '');
      assert.match(ended.err, said);
    });
  }

  it('names line and fault of a broken file', async () => {
    const good = '{"role":"user","content":"a"}';
    const ended = await epitome(['inspect'], { input: `${good}\n{"role":\n${good}\n` });
    assert.deepEqual(ended, { code: 3, out: '', err: 'error: line 2: not valid JSON\n' });
  });

  it('says of itself what each command does', async () => {
    const { out, code } = await epitome(['--help']);
    assert.equal(code, 0);
    for (const name of ['inspect', 'plan', 'compact', 'replay', 'memory', 'doctor']) {
      assert.match(out, new RegExp(`\\n  ${name} `));
      const help = await epitome([name, '--help']);
      assert.equal(help.code, 0);
      assert.match(help.out, /Examples:\n {2}\$ epitome /);
    }
    assert.equal((await epitome(['--version'])).out, `${manifest.version}\n`);
  });

  it('ends quietly when nobody reads on', async () => {
    const child = spawn(process.execPath, [program, 'compact', long, '--window', '900000'], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.equal(err, '');
    assert.equal(code, 0);
  });
});
