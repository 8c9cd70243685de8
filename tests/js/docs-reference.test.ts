/** The manual's tables beside the code: options, events, error codes, members. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CompactorEvent, createCompactor } from 'epitome';
import type { Check } from '../../js/checks.ts';
import { compactorChecks } from '../../js/options.ts';
import { manualPages, textOf } from './support/manual.ts';

/** Rows of a page's tables whose first header is `header`. */
function rowsOf(page: string, header: string): string[] {
  const tables = textOf(page).match(/(?:^\|.*\n)+/gm) ?? [];
  return tables
    .filter((table) => table.startsWith(`| ${header} |`))
    .flatMap((table) => table.trim().split('\n').slice(2));
}

const firstCell = (row: string) => row.split('|')[1] ?? '';
const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** What all three `protect` have is told once. */
const toldAs = (path: string) =>
  path.replace(/^(?:results\.trim|results\.clear|media)\.protect\./, 'protect.');

function* walk(
  checks: Readonly<Record<string, Check>>,
  above = '',
): Generator<readonly [string, Check]> {
  for (const [name, check] of Object.entries(checks)) {
    yield [toldAs(above + name), check];
    if (check.members !== undefined) yield* walk(check.members, `${above}${name}.`);
  }
}

it('every option has a row, and every row is an option', () => {
  const told = rowsOf('js/docs/options.md', 'option').flatMap((row) => namesIn(firstCell(row)));
  assert.equal(new Set(told).size, told.length, 'each is told once');
  const paths = new Set([...walk(compactorChecks)].map(([path]) => path));
  assert.deepEqual([...told].sort(), [...paths].sort());
});

it('the row of an option names all the words that it takes', () => {
  const rows = rowsOf('js/docs/options.md', 'option');
  let words = 0;
  for (const [path, check] of walk(compactorChecks)) {
    const row = rows.find((text) => namesIn(firstCell(text)).includes(path)) ?? '';
    const expected = check(Symbol.iterator) ?? '';
    for (const [word] of expected.matchAll(/'[\w-]+'/g)) {
      assert.ok(row.includes(`\`${word}\``), `${path} takes ${word}`);
      words += 1;
    }
  }
  assert.ok(words > 30);
});

it('the options of the README are options', () => {
  const paths = new Set([...walk(compactorChecks)].map(([path]) => path));
  for (const row of rowsOf('README.md', 'option')) {
    for (const name of namesIn(firstCell(row))) assert.ok(paths.has(name), name);
  }
});

it('every event and reason is told, and no other', () => {
  const types = textOf('js/types.ts');
  const events = types.slice(
    types.indexOf('export interface ArrivalEvent'),
    types.indexOf('/** Totals of a session'),
  );
  const declared = [...events.matchAll(/^\s+(?:\| \(?\{ )?type: '([\w-]+)'/gm)].map(
    ([, name = '']) => name,
  );
  const told = rowsOf('js/docs/events.md', 'event').flatMap((row) => namesIn(firstCell(row)));
  assert.deepEqual(told.sort(), declared.sort());

  const literals = (name: string) => {
    const [, union = ''] = types.match(new RegExp(`${name} =([^;]*);`)) ?? [];
    return [...union.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word);
  };
  const [, ofCompaction = ''] = events.match(/reason: ('trigger'[^;]*);/) ?? [];
  const reasons = [
    ...[...ofCompaction.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word),
    ...literals('DigestReason'),
    'stale',
  ];
  const toldReasons = rowsOf('js/docs/events.md', 'reason').flatMap((row) =>
    namesIn(firstCell(row)),
  );
  assert.deepEqual(toldReasons.sort(), reasons.sort());
});

it('every error code is told, and no other', () => {
  const [, union = ''] = textOf('js/errors.ts').match(/EpitomeErrorCode =([\s\S]*?);\n\n/) ?? [];
  const codes = [...union.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, code = '']) => code);
  const told = rowsOf('js/docs/events.md', 'code').flatMap((row) => namesIn(firstCell(row)));
  assert.ok(codes.length > 10);
  assert.deepEqual(told.sort(), codes.sort());
});

it('every member of a session and a compactor is told', () => {
  const page = textOf('js/docs/api.md');
  const told = new Set(namesIn(page).map((name) => name.match(/^\w+/)?.[0]));
  for (const [file, name] of [
    ['dist/session.d.ts', 'Session'],
    ['dist/compactor.d.ts', 'Compactor'],
  ] as const) {
    const [, body = ''] =
      textOf(file).match(new RegExp(`class ${name} \\{([\\s\\S]*?)^\\}`, 'm')) ?? [];
    const members = [...body.matchAll(/^ {4}(?:readonly |get )?(\w+)[(:<]/gm)]
      .map(([, member = '']) => member)
      .filter((member) => member !== 'constructor' && member !== 'foldable');
    assert.ok(members.length > 5, name);
    for (const member of members) assert.ok(told.has(member), `${name}.${member}`);
  }
});

it('the models that pages name are known', async () => {
  const ids = new Set(
    ['README.md', ...manualPages]
      .flatMap((page) => [...textOf(page).matchAll(/\bmodel: '([\w.-]+)'/g)])
      .map(([, id = '']) => id),
  );
  // The endpoint that serves it is made up as well; the other is named in `models` beside it.
  ids.delete('small-model');
  ids.delete('my-model');
  assert.ok(ids.size > 1);
  for (const model of ids) {
    const events: CompactorEvent[] = [];
    const compactor = await createCompactor({ model, onEvent: (event) => events.push(event) });
    await compactor.session().prepare([{ role: 'user', content: 'hello' }]);
    compactor.dispose();
    assert.ok(!events.some(({ type }) => type === 'unknown-model'), model);
  }
});
