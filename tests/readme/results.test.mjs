// promise: 12 promises are programs
/** README's table of results, measured anew by the command that stands above it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** How the measure names what README names; each begins so. */
const columns = {
  '**epitome**': 'digest',
  'keep the newest messages': 'keep last',
  'drop messages at random': 'random drop',
  'clear old results, keep the newest messages': 'clear results, keep last',
  '`pruneMessages` of the AI SDK': 'pruneMessages',
  "LangChain's summarization, with a faithful model": 'LangChain summarization, faithful',
  'context-chef with durable facts, with a faithful model': 'context-chef durable, faithful',
};
/** Points that a figure may be off before the table is wrong. */
const tolerance = 3;

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table behind the command: what they are called, and a cell for each kind of session. */
function table() {
  const [, command, lines] =
    /`npm run memory -- ([^`]*)`\.\n\n((?:\|.*\n)+)/.exec(readme) ?? assert.fail('no table');
  const [head, , ...rows] = lines.trim().split('\n').map(cellsOf);
  return { args: command.split(' '), kinds: head.slice(1), rows };
}

describe("README's results", () => {
  const { args, kinds, rows } = table();
  let folder;
  let measured;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'epitome-results-'));
    const file = join(folder, 'results.json');
    const run = join(root, 'tests/memory/run.mjs');
    const { status, stderr } = spawnSync(process.execPath, [run, ...args, '--json', file], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    measured = JSON.parse(readFileSync(file, 'utf8'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const figure = (kind, what, column) =>
    measured.find(
      (cell) => cell.row === `generated ${kind}: ${what}` && cell.column === `16k ${column}`,
    ) ?? assert.fail(`nothing is measured for ${kind}, ${what}, ${column}`);

  it('are of every way that is named', () => {
    assert.deepEqual(rows.map(([name]) => name).sort(), Object.keys(columns).sort());
    assert.deepEqual(kinds, ['coding', 'service', 'research', 'chat']);
  });

  for (const [name, ...cells] of rows) {
    it(`hold for ${name}`, () => {
      for (const [i, kind] of kinds.entries()) {
        const said = cells[i].replaceAll('*', '');
        const { value: tokens } = figure(kind, 'mean view tokens', columns[name]);
        assert.equal(said === 'too long', tokens > 16_000, `${kind}: views of ${tokens} tokens`);
        if (said === 'too long') continue;
        const [, share, size] = /^(\d+) %(?:, ([\d,]+) tokens)?$/.exec(said) ?? assert.fail(said);
        const { held, total } = figure(kind, 'view recall', columns[name]);
        const found = (100 * held) / total;
        assert.ok(Math.abs(found - share) <= tolerance, `${kind}: ${found} %, not ${said}`);
        // Views of about 8,000 tokens, where nothing else is said.
        const about = size === undefined ? 8_000 : Number(size.replaceAll(',', ''));
        assert.ok(Math.abs(tokens - about) <= about / 12, `${kind}: views of ${tokens} tokens`);
      }
    });
  }
});
