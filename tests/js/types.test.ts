// promise: api
/** Compiles small projects the ways that users compile, and fails with what the compiler says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const projects = `${root}build/types`;
mkdirSync(projects, { recursive: true });

/** What the compiler of that release says of these files; nothing where they compile. */
function complaints(release: string, names: readonly string[], options: object): string {
  const project = `${projects}/${release}.json`;
  const compilerOptions = { noEmit: true, strict: true, target: 'es2022', ...options };
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions, files: names.map((name) => root + name) }),
  );
  const compiler = `${root}tests/node_modules/${release}/bin/tsc`;
  const args = [compiler, '--project', project];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return stdout + stderr;
}

describe('the public types', () => {
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`fit AI SDK 5, 6 and 7 under strict, resolved by ${moduleResolution}`, () => {
      const options = {
        module,
        moduleResolution,
        lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
        types: ['node'],
        typeRoots: [`${root}tests/node_modules/@types`],
        skipLibCheck: true,
      };
      assert.equal(complaints('typescript', ['tests/js/types.test-d.ts'], options), '');
    });
  }

  /** A project that has neither a page nor Node. */
  const plain = {
    lib: ['es2022'],
    types: [],
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  };
  const consumers = ['tests/js/consumers/plain.ts', 'tests/js/consumers/entries.ts'];
  for (const release of ['typescript', 'typescript-5.9', 'typescript-5.2']) {
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['node16', 'node16'],
      ['esnext', 'bundler'],
    ]) {
      it(`are complete without those of a runtime: ${release}, ${moduleResolution}`, () => {
        const options = { module, moduleResolution, ...plain };
        assert.equal(complaints(release, consumers, options), '');
      });
    }
  }

  it('are those releases and settings that the page on runtimes names', () => {
    const page = readFileSync(`${root}js/docs/runtimes.md`, 'utf8');
    const [, oldest] = /TypeScript (5\.\d) or newer/.exec(page) ?? [];
    const { version } = JSON.parse(
      readFileSync(`${root}tests/node_modules/typescript-5.2/package.json`, 'utf8'),
    );
    assert.ok(version.startsWith(`${oldest}.`), `${version} is compiled with, ${oldest} promised`);
    // What the page says does not resolve, does not.
    const old = { module: 'commonjs', moduleResolution: 'node10', ...plain };
    assert.match(complaints('typescript-5.9', consumers, old), /TS2307/);
  });
});
