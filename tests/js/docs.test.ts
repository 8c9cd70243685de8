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
import type { Check } from '../../js/checks.ts';
import { compactorChecks } from '../../js/options.ts';
import { presetNames } from '../../js/presets.ts';
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

  for (const [at, { page, line, name }] of all.entries()) {
    const reason = name === undefined ? undefined : compiledOnly[name];
    const what = name === undefined ? `${page}:${line}` : `${page}:${line}, ${name}`;
    // Compiled with the others in TypeScript below.
    if (reason !== undefined) continue;
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
    put('events.ts', eventsAsTypeScript());
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
          skipLibCheck: true,
          noEmit: true,
          allowImportingTsExtensions: true,
        },
        include: ['**/*.ts'],
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

  it('that cannot run here are in TypeScript', () => {
    for (const { page, line, name = '', language } of all) {
      if (compiledOnly[name]) assert.equal(language, 'ts', `${page}:${line}, ${name}`);
    }
  });
});

/** The samples of events.md, which must be events, and the types that the page has a sample of. */
function eventsAsTypeScript(): string {
  const samples = blocksOf('js/docs/events.md').filter(({ language }) => language === 'json');
  const types = samples.map(({ code }) => (JSON.parse(code) as { type: string }).type);
  return `import type { CompactorEvent } from 'epitome';
export const samples: CompactorEvent[] = [${samples.map(({ code }) => code).join(',\n')}];
export const sampled: Record<CompactorEvent['type'], true> = {
${[...new Set(types)].map((type) => `  '${type}': true,`).join('\n')}
};
`;
}

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
