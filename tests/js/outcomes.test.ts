// promise: 4 records keep what is needed next
/**
 * What records say of calls: nothing that failed is told as done, and what was done is not told as failed. Held
 * against results of common tools, each with what a careful reader would say of it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, prose, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';

/** A tool's result, and what it says of its call: that it failed, that it was done, or neither. */
interface Result {
  tool: string;
  input: Record<string, unknown>;
  /** As the AI SDK has it: `text`, `json`, `error-text`, `error-json`, `content`. */
  output: { type: string; value: unknown };
  outcome: 'failed' | 'done' | 'unsaid';
}

/**
 * The first were written down before the judgement that they are held against, the others by people who had not
 * seen it; what they found wrong is mended.
 */
const lists = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((name) => {
  const text = readFileSync(new URL(`outcomes/${name}.jsonl`, import.meta.url), 'utf8');
  const results = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  return { name, results };
});

const open = opener({ contextWindow: 8_000, system: '', tools: {} });

const step = (id: string, toolName: string, input: unknown, output: unknown): Message[] => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName, input }] },
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName, output }] },
];

/** Searches, which leave no rows of their own, until there is something to fold. */
const searches = Array.from({ length: 24 }, (_, i) =>
  step(`s${i}`, 'grep', { pattern: `w${i}` }, { type: 'text', value: prose(500, `w${i}`) }),
).flat();

/** The rows of what was done in the record of a session that made these calls, then searched. */
async function rowsOf(calls: readonly Message[]): Promise<string[]> {
  const { session } = await open();
  const history = [user('Go on.'), ...calls, assistant('So.'), user('On.'), ...searches];
  await session.prepare(history);
  const lines = session.records().flatMap(({ text }) => text.split('\n'));
  const from = lines.indexOf('Done:');
  const rows = from < 0 ? [] : lines.slice(from + 1);
  const end = rows.indexOf('');
  return (end < 0 ? rows : rows.slice(0, end)).filter((row) => !row.startsWith('Called: '));
}

/** What the record of a session says of one call in it. */
async function told({ tool, input, output }: Result): Promise<'done' | 'failed' | 'nothing'> {
  const rows = await rowsOf(step('c', tool, input, output));
  if (rows.some((row) => /^(?:Call failed|Open error|Tests failed|Command failed): /.test(row))) {
    return 'failed';
  }
  // A command whose output is told beside it is not told as done.
  const isDone = /^(?:(?:Created|Changed|Deleted|Tests passed|Fetched|Read): |Ran: (?!.* -> ))/;
  return rows.some((row) => isDone.test(row) || row.startsWith(tool)) ? 'done' : 'nothing';
}

describe('what records say of calls', () => {
  for (const { name, results } of lists) {
    it(`is what the ${name} ${results.length} results say`, async (t) => {
      const counts: Record<string, number> = {};
      const wrong = { failed: [] as string[], done: [] as string[] };
      for (const result of results) {
        const claim = await told(result);
        const count = `${result.outcome}, told as ${claim}`;
        counts[count] = (counts[count] ?? 0) + 1;
        const other = { failed: 'done', done: 'failed', unsaid: '' }[result.outcome];
        if (result.outcome !== 'unsaid' && claim === other) {
          wrong[result.outcome].push(JSON.stringify(result));
        }
      }
      t.diagnostic(JSON.stringify(counts));
      assert.deepEqual(wrong.failed, [], 'failures told as done');
      const done = results.filter(({ outcome }) => outcome === 'done').length;
      assert.ok(wrong.done.length <= Math.ceil(done / 100), wrong.done.join('\n'));
    });
  }

  it('has a write that failed until the file is written, however often it is read', async () => {
    const file_path = '/srv/app/config/limits.toml';
    const failed = { type: 'error-text', value: 'EACCES: permission denied, open limits.toml' };
    const lines = { type: 'text', value: `[limits]\nmost = 3 # ${prose(40, 'limits')}` };
    const write = (id: string, output: object) =>
      step(id, 'write_file', { file_path, content: '[limits]\nmost = 4\n' }, output);
    const read = (id: string) => step(id, 'read_file', { file_path }, lines);
    const isOpen = (rows: readonly string[]) =>
      rows.some((row) => row.startsWith('Open error: ') && row.includes(file_path));
    for (let reads = 0; reads <= 3; reads += 1) {
      const later = Array.from({ length: reads }, (_, i) => read(`r${i}`)).flat();
      const tried = [...write('w', failed), ...later];
      const rows = await rowsOf(tried);
      assert.ok(isOpen(rows), `${reads} reads: ${rows.join('\n')}`);
      const written = await rowsOf([...tried, ...write('v', { type: 'text', value: 'Done.' })]);
      assert.ok(!isOpen(written), `${reads} reads, written: ${written.join('\n')}`);
    }
  });

  it('counts each test of a run once', async () => {
    const runs: [string, (passed: number, failed: number) => string][] = [
      ['python -m unittest', (p, f) => `Ran ${p + f} tests in 0.1s\n\nFAILED (failures=${f})`],
      ['python -m unittest -q', (p, f) => `Ran ${p + f} tests in 1s\n\nFAILED (errors=${f})`],
      [
        'python -m unittest -b',
        (p, f) => `Ran ${p + f} tests in 3s\n\nFAILED (failures=${f - 1}, errors=1, skipped=0)`,
      ],
      ['pytest', (p, f) => `=== ${f} failed, ${p} passed in 1.20s ===`],
      ['node --test', (p, f) => `# tests ${p + f}\n# pass ${p}\n# fail ${f}`],
      ['npx jest', (p, f) => `Tests:       ${f} failed, ${p} passed, ${p + f} total`],
      ['npx mocha', (p, f) => `  ${p} passing (20ms)\n  ${f} failing`],
      ['cargo test', (p, f) => `test result: FAILED. ${p} passed; ${f} failed; 0 ignored`],
    ];
    for (const [command, output] of runs) {
      for (const [passed, failed] of [
        [10, 2],
        [341, 7],
        [0, 5],
      ] as const) {
        const value = output(passed, failed);
        const rows = await rowsOf(step('c', 'bash', { command }, { type: 'text', value }));
        const row = rows.find((line) => line.includes(`\`${command}\``)) ?? '';
        const numbers = row.replace(command, '').match(/\d+/g) ?? [];
        assert.deepEqual(
          new Set(numbers),
          new Set([`${passed}`, `${failed}`]),
          `${value}: ${rows}`,
        );
      }
    }
  });

  it('is the same behind a line that a harness puts before each result', async () => {
    const headings = [
      'OBSERVATION:',
      'Observation:\n',
      'Tool result:',
      'Output:',
      '### Result',
      'stdout:',
    ];
    const results = lists.flatMap((list) => list.results);
    const texts = results.filter(({ output }) => output.type === 'text');
    const changed: string[] = [];
    for (const [i, result] of texts.entries()) {
      const value = `${headings[i % headings.length]}\n${result.output.value}`;
      const headed = { ...result, output: { type: 'text', value } };
      if ((await told(result)) !== (await told(headed))) changed.push(JSON.stringify(headed));
    }
    assert.ok(texts.length > 100, `${texts.length} results`);
    assert.deepEqual(changed, []);
  });

  it('names every file that one call changed', async () => {
    const output = { type: 'text', value: 'Applied the diffs.' };
    const files = ['src/a.ts', 'src/b.ts'];
    const inputs = [
      { args: { file: files.map((path) => ({ path, diff: { content: '-x\n+y' } })) } },
      { edits: files.map((file_path) => ({ file_path, old_string: 'x', new_string: 'y' })) },
      { args: files.map((path) => `<file><path>${path}</path></file>`).join('') },
    ];
    for (const input of inputs) {
      const rows = (await rowsOf(step('c', 'apply_diff', input, output))).join('\n');
      for (const file of files) assert.match(rows, new RegExp(`^Changed: .*${file}`, 'm'));
    }
  });

  it('does not have as done what the user denied, or what got no result', async () => {
    const call = (toolCallId: string, toolName: string, input: unknown) => {
      return { type: 'tool-call', toolCallId, toolName, input };
    };
    const del = call('d', 'delete_table', { table: 'customers-7' });
    const asks = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'd' };
    const denies = { type: 'tool-approval-response', approvalId: 'a', approved: false };
    const denied = { ...del, type: 'tool-result', output: { type: 'execution-denied' } };
    const says = (role: string, ...content: object[]) => ({ role, content }) as Message;
    const forms = {
      'a result that says denied': [says('assistant', del), says('tool', denied)],
      'a response without a result': [says('assistant', del, asks), says('tool', denies)],
      both: [says('assistant', del, asks), says('tool', denies), says('tool', denied)],
      'no result': [says('assistant', del), user('Are you there?')],
      'a command without a result': [
        says('assistant', call('c', 'bash', { command: 'make deploy customers-7' })),
        user('Are you there?'),
      ],
      'a write without a result': [
        says('assistant', call('w', 'write_file', { path: 'customers-7', content: 'x' })),
        user('Are you there?'),
      ],
    };
    for (const [form, messages] of Object.entries(forms)) {
      const { session } = await open();
      const history = [user('Go on.'), ...messages, assistant('So.'), user('On.'), ...searches];
      await session.prepare(history);
      const rows = session.records().flatMap(({ text }) => text.split('\n'));
      const about = rows.slice(rows.indexOf('Done:')).filter((row) => row.includes('customers-7'));
      const isTold = (row: string) =>
        /^(?:(?:Call failed|Tried, outcome not known): |Also mentioned: )/.test(row);
      assert.ok(about.some(isTold), `${form}: ${rows.join('\n')}`);
      assert.deepEqual(
        about.filter((row) => !isTold(row)),
        [],
        form,
      );
    }
  });

  it('claims nothing in words that it does not know, and gives the words', async () => {
    const input = { file_path: 'lib/core.ts', old_string: 'a', new_string: 'b' };
    const value = 'Die Datei blieb wie sie war.';
    const tried = step('c', 'Edit', input, { type: 'text', value });
    const rows = await rowsOf(tried);
    assert.ok(rows.some((row) => row.includes('lib/core.ts') && row.includes(value)));
    assert.ok(!rows.some((row) => row.startsWith('Changed')));
    const later = step('d', 'Edit', input, { type: 'text', value: 'The file was updated.' });
    const after = await rowsOf([...tried, ...later]);
    assert.ok(after.some((row) => row.startsWith('Changed: lib/core.ts')));
    assert.ok(!after.some((row) => row.includes(value)), 'the later change stands for both');
  });
});
