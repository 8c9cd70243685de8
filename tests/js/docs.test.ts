// promise: api
/**
 * README and js/docs: every snippet runs as it stands there, with the real AI SDK and a scripted model,
 * and those in TypeScript compile. The reference pages name all that there is, and nothing else.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compactorChecks } from '../../js/options/options.ts';
import { presetNames } from '../../js/options/presets.ts';
import type { Check } from '../../js/values/checks.ts';
import {
  blocksOf,
  compiledOnly,
  declarations,
  folder,
  given,
  missingPackages,
  pages,
  root,
  snippets,
  textOf,
  write,
} from './support/snippets.ts';

const all = snippets();
const files = write(all);

describe('the snippets of README and js/docs', () => {
  it('are in fences that are read here', () => {
    for (const { page, line, language } of pages().flatMap(blocksOf)) {
      const read = ['', 'ts', 'js', 'json', 'sh', 'html', 'text'].includes(language);
      assert.ok(read, `${page}:${line} has a fence of ${language}`);
    }
    const places = files.map(({ href }) => href);
    assert.equal(new Set(places).size, places.length, 'no two of a page have the same file name');
  });

  for (const [at, { page, line, name, language }] of all.entries()) {
    const reason = name === undefined ? undefined : compiledOnly[name];
    const what = name === undefined ? `${page}:${line}` : `${page}:${line}, ${name}`;
    if (reason !== undefined) {
      it(`${what} ${reason}, so it is compiled alone: it is TypeScript`, () => {
        assert.equal(language, 'ts');
      });
      continue;
    }
    it(`${what} runs`, async () => {
      Object.assign(globalThis, await given());
      const { log, debug } = console;
      console.log = () => {};
      console.debug = () => {};
      try {
        await import((files[at] as URL).href);
      } finally {
        Object.assign(console, { log, debug });
      }
    });
  }

  it('compile', async () => {
    const put = (name: string, text: string) => writeFileSync(new URL(name, folder), text);
    put('given.d.ts', declarations(Object.keys(await given())));
    put('missing.d.ts', missingPackages);
    put('reference.ts', referenceAsTypeScript());
    put(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
          module: 'nodenext',
          types: ['node'],
          typeRoots: ['../../tests/node_modules/@types'],
          strict: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          noEmit: true,
          allowImportingTsExtensions: true,
        },
        include: ['**/*.ts'],
        exclude: ['js-docs-frameworks'], // tests/frameworks has their packages, compiles and runs them
      }),
    );
    const compiler = fileURLToPath(new URL('tests/node_modules/typescript/bin/tsc', root));
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.'], {
      cwd: fileURLToPath(folder),
      encoding: 'utf8',
    });
    assert.equal(stdout + stderr, '');
    assert.equal(status, 0);
  });
});

/**
 * What the reference pages name, as TypeScript that compiles only if they name all of it and nothing else,
 * and if the samples of events.md are events.
 */
function referenceAsTypeScript(): string {
  const samples = blocksOf('js/docs/events.md').filter(({ language }) => language === 'json');
  const events = samples.map(({ code }) => (JSON.parse(code) as { type: string }).type);
  const all = (type: string, names: readonly string[]) =>
    `Record<${type}, true> = { ${[...new Set(names)].map((name) => `'${name}': true`).join(', ')} };`;
  return `import type { Compactor, CompactorEvent, EpitomeErrorCode, Session } from 'epitome';
type Named<T> = Exclude<keyof T, symbol>;
export const samples: CompactorEvent[] = [${samples.map(({ code }) => code).join(',\n')}];
export const events: ${all("CompactorEvent['type']", events)}
export const compactor: ${all('Named<Compactor>', namedIn('The compactor'))}
export const session: ${all('Named<Session>', namedIn('The session'))}
export const codes: ${all('EpitomeErrorCode', namedIn('Errors'))}
`;
}

/** Names in the first column of the table that stands first below a heading of api.md. */
function namedIn(heading: string): string[] {
  const [, section = ''] = textOf('js/docs/api.md').split(`\n## ${heading}\n`);
  const [table = ''] = /^(?:\|.*\n)+/m.exec(section) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)/g)].map(([, name = '']) => name));
}

it('api.md, counting.md and testing.md name all that the package exports', async () => {
  for (const [page, entry] of [
    ['js/docs/api.md', await import('epitome')],
    ['js/docs/api.md', await import('epitome/ai')],
    ['js/docs/counting.md', await import('epitome/tokens')],
    ['js/docs/testing.md', await import('epitome/testing')],
  ] as const) {
    const text = textOf(page);
    const missing = Object.keys(entry).filter((name) => !text.includes(`\`${name}`));
    assert.deepEqual(missing, [], page);
  }
});

describe('options.md', () => {
  /** What the first cells of its tables name. */
  let named: Set<string>;
  before(() => {
    const cells = [...textOf('js/docs/options.md').matchAll(/^\| (`[^|]+) \|/gm)];
    named = new Set(cells.flatMap(([, cell = '']) => cell.match(/(?<=`)[\w.]+(?=`)/g) ?? []));
  });

  it('has every option, and its members', () => {
    const missing = [...paths(compactorChecks, 2), 'agent', 'state'].filter(
      (path) => !named.has(path),
    );
    assert.deepEqual(missing, []);
  });

  it('has no other', () => {
    const known = new Set([...paths(compactorChecks, 4), 'agent', 'state']);
    assert.deepEqual(
      [...named].filter((path) => !known.has(path)),
      [],
    );
  });

  function paths(checks: Readonly<Record<string, Check>>, levels: number): string[] {
    return Object.entries(checks).flatMap(([name, { members = {} }]) => [
      name,
      ...(levels > 1 ? paths(members, levels - 1).map((path) => `${name}.${path}`) : []),
    ]);
  }
});

it('presets.md leads to a page for every preset', () => {
  for (const name of presetNames) {
    assert.ok(textOf('js/docs/presets.md').includes(`(presets/${name}.md)`), name);
  }
});
